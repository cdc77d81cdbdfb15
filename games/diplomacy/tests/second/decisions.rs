//! A second adjudicator, by another method than the game's own: everything that is to be decided
//! is open at first, and every strength lies between a least and a most. What follows for certain
//! is decided, until nothing more follows. What then is left goes round in a circle: a ring of
//! moves, which all succeed, or a paradox of convoys, whose armies stay (Szykman's rule).

use super::board::{Chart, Units};
use packetboat_core::prelude::*;
use packetboat_diplomacy::data::Tables;
use packetboat_diplomacy::judge::after::Edition;
use packetboat_diplomacy::judge::{Act, Ordered};
use packetboat_diplomacy::place::{Place, Province};

/// What is decided of each unit.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum What {
    /// Whether it moves.
    Moves,
    /// Whether its support is given.
    Given,
    /// Whether it is dislodged.
    Lost,
    /// Whether it has a way to where it is ordered.
    Path,
}

const ALL: [What; 4] = [What::Moves, What::Given, What::Lost, What::Path];

/// A decision to make.
type Node = (What, usize);

/// A strength: at least, at most.
type Strength = (u32, u32);

/// What is known so far.
type Known = Vec<[Option<bool>; 4]>;

/// What a unit's order has come to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Class {
    Done,
    Bounce,
    NoConvoy,
    Cut,
    Void,
    Disrupted,
}

/// What has become of a unit.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Fate {
    /// Whether its order was legal.
    pub(crate) lawful: bool,
    /// Where it has gone.
    pub(crate) moved: Option<Place>,
    /// Who has dislodged it.
    pub(crate) lost_to: Option<Province>,
    /// What its order has come to.
    pub(crate) class: Class,
    /// Where it may retreat to.
    pub(crate) retreats: BTreeSet<Place>,
    /// The same by the rules of 2000.
    pub(crate) of_2000: BTreeSet<Place>,
}

/// How many paradoxes and rings there were.
#[derive(Debug, Default, Clone, Copy)]
pub(crate) struct Tally {
    pub(crate) rings: u32,
    pub(crate) paradoxes: u32,
    /// Circles that have one solution all the same.
    pub(crate) solved: u32,
}

pub(crate) struct Second<'a> {
    map: &'a Tables,
    chart: &'a Chart,
    all: &'a [Ordered],
    at: BTreeMap<Province, usize>,
    goal: Vec<Option<Province>>,
    convoyed: Vec<bool>,
    /// The supporters of each unit, in what it does.
    behind: Vec<Vec<usize>>,
    known: Known,
    pub(crate) tally: Tally,
}

impl<'a> Second<'a> {
    /// The orders must be legal, one for each unit.
    pub(crate) fn of(map: &'a Tables, chart: &'a Chart, all: &'a [Ordered]) -> Self {
        let at: BTreeMap<Province, usize> = (0..)
            .zip(all)
            .map(|(i, it)| (it.unit.province(), i))
            .collect();
        let mut behind = vec![Vec::new(); all.len()];
        for (i, one) in all.iter().enumerate() {
            if let Act::Support { of, to } = one.act {
                let other = at[&of];
                let fits = match (to, all[other].act) {
                    (Some(to), Act::Move { to: goal, .. }) if all[other].unit.is_army() => {
                        to.province == goal.province
                    }
                    (Some(to), Act::Move { to: goal, .. }) => to.may_be(goal),
                    (None, Act::Move { .. }) | (Some(_), _) => false,
                    (None, _) => true,
                };
                if fits {
                    behind[other].push(i);
                }
            }
        }
        Second {
            map,
            chart,
            all,
            goal: all.iter().map(|it| it.act.destination()).collect(),
            convoyed: (0..all.len()).map(|i| by_convoy(map, all, i)).collect(),
            at,
            behind,
            known: vec![[None; 4]; all.len()],
            tally: Tally::default(),
        }
    }

    fn knows(&self, what: What, i: usize) -> Option<bool> {
        self.known[i][what as usize]
    }

    /// Decides all.
    pub(crate) fn solve(&mut self) {
        self.refine();
        while let Some(core) = self.core() {
            let of = |kind| {
                let fit = core.iter().filter(move |it| it.0 == kind);
                fit.map(|it| it.1).collect::<Vec<usize>>()
            };
            let paths = of(What::Path);
            if paths.is_empty() {
                let ring = of(What::Moves);
                self.tally.rings += 1;
                for i in &ring {
                    self.known[*i][What::Moves as usize] = Some(true);
                }
                self.refine();
                let stands = |i: &usize| self.decide((What::Moves, *i)) == Some(true);
                assert!(ring.iter().all(stands), "this is no ring: {ring:?}");
                continue;
            }
            let answer = self.solutions(&paths);
            let said = match answer.as_slice() {
                [one] => {
                    self.tally.solved += 1;
                    one.clone()
                }
                _ => {
                    self.tally.paradoxes += 1;
                    vec![false; paths.len()]
                }
            };
            for (i, path) in paths.iter().zip(said) {
                self.known[*i][What::Path as usize] = Some(path);
            }
            self.refine();
        }
    }

    /// All ways to decide these paths that contradict nothing.
    fn solutions(&mut self, paths: &[usize]) -> Vec<Vec<bool>> {
        let before = self.known.clone();
        let mut found = Vec::new();
        for guess in 0..1_u32 << paths.len() {
            let said: Vec<bool> = (0..paths.len()).map(|n| guess >> n & 1 == 1).collect();
            for (i, path) in paths.iter().zip(&said) {
                self.known[*i][What::Path as usize] = Some(*path);
            }
            self.refine();
            let stands = |(i, path): (&usize, &bool)| {
                let found = self.decide((What::Path, *i));
                found == Some(*path)
            };
            if paths.iter().zip(&said).all(stands) {
                found.push(said);
            }
            self.known.clone_from(&before);
        }
        found
    }

    /// Decides what follows for certain, until nothing more does.
    fn refine(&mut self) {
        loop {
            let mut changed = false;
            for i in 0..self.all.len() {
                for what in ALL {
                    if self.knows(what, i).is_none() {
                        let decided = self.decide((what, i));
                        self.known[i][what as usize] = decided;
                        changed |= decided.is_some();
                    }
                }
            }
            if !changed {
                return;
            }
        }
    }

    fn decide(&self, (what, i): Node) -> Option<bool> {
        match what {
            What::Moves => self.moves(i),
            What::Given => self.given(i),
            What::Lost => self.lost(i),
            What::Path => self.path(i),
        }
    }

    fn movers(&self, to: Province) -> impl Iterator<Item = usize> {
        (0..self.all.len()).filter(move |i| self.goal[*i] == Some(to))
    }

    fn here(&self, i: usize) -> Province {
        self.all[i].unit.province()
    }

    /// The unit that comes the other way by land, if this one goes by land too.
    fn opponent(&self, i: usize) -> Option<usize> {
        let other = *self.at.get(&self.goal[i]?)?;
        let meets = self.goal[other] == Some(self.here(i));
        (meets && !self.convoyed[i] && !self.convoyed[other]).then_some(other)
    }

    /// The supports of a unit by those that fit.
    fn backed(&self, i: usize, fits: impl Fn(usize) -> bool) -> Strength {
        let known = self.behind[i].iter().filter(|it| fits(**it));
        known.fold((1, 1), |(least, most), one| {
            match self.knows(What::Given, *one) {
                Some(true) => (least + 1, most + 1),
                Some(false) => (least, most),
                None => (least, most + 1),
            }
        })
    }

    /// A strength that is none without a way.
    fn with_path(&self, i: usize, (least, most): Strength) -> Strength {
        match self.knows(What::Path, i) {
            Some(true) => (least, most),
            Some(false) => (0, 0),
            None => (0, most),
        }
    }

    fn attack(&self, i: usize) -> Strength {
        let goal = self.goal[i].expect("it moves");
        let full = self.backed(i, |_| true);
        let Some(other) = self.at.get(&goal).copied() else {
            return self.with_path(i, full);
        };
        let seat = self.all[other].seat;
        let against = if seat == self.all[i].seat {
            (0, 0)
        } else {
            self.backed(i, |it| self.all[it].seat != seat)
        };
        let leaves = if self.goal[other].is_none() || self.opponent(i).is_some() {
            Some(false)
        } else {
            self.knows(What::Moves, other)
        };
        let strength = match leaves {
            Some(true) => full,
            Some(false) => against,
            None => (against.0, full.1),
        };
        self.with_path(i, strength)
    }

    fn hold(&self, place: Province) -> Strength {
        let Some(i) = self.at.get(&place).copied() else {
            return (0, 0);
        };
        if self.goal[i].is_none() {
            return self.backed(i, |_| true);
        }
        match self.knows(What::Moves, i) {
            Some(true) => (0, 0),
            Some(false) => (1, 1),
            None => (0, 1),
        }
    }

    fn prevent(&self, i: usize) -> Strength {
        let full = self.with_path(i, self.backed(i, |_| true));
        match self.opponent(i).map(|it| self.knows(What::Moves, it)) {
            Some(Some(true)) => (0, 0),
            Some(None) => (0, full.1),
            _ => full,
        }
    }

    fn moves(&self, i: usize) -> Option<bool> {
        let Some(goal) = self.goal[i] else {
            return Some(false);
        };
        let attack = self.attack(i);
        let defence = match self.opponent(i) {
            Some(other) => self.backed(other, |_| true),
            None => self.hold(goal),
        };
        let rivals = self.movers(goal).filter(|it| *it != i);
        let against: Vec<Strength> = rivals.map(|it| self.prevent(it)).chain([defence]).collect();
        if against.iter().all(|it| attack.0 > it.1) {
            Some(true)
        } else if against.iter().any(|it| attack.1 <= it.0) {
            Some(false)
        } else {
            None
        }
    }

    /// Who might cut the support of a unit by attacking it.
    fn cutters(&self, i: usize) -> impl Iterator<Item = usize> {
        let target = match self.all[i].act {
            Act::Support { to: Some(to), .. } => Some(to.province),
            _ => None,
        };
        self.movers(self.here(i))
            .filter(move |it| Some(self.here(*it)) != target)
            .filter(move |it| self.all[*it].seat != self.all[i].seat)
    }

    fn fits(&self, i: usize) -> bool {
        match self.all[i].act {
            Act::Support { of, .. } => self.behind[self.at[&of]].contains(&i),
            Act::Convoy { of, to } => self.goal[self.at[&of]] == Some(to),
            _ => true,
        }
    }

    fn given(&self, i: usize) -> Option<bool> {
        if !matches!(self.all[i].act, Act::Support { .. }) || !self.fits(i) {
            return Some(false);
        }
        let attacks = self.cutters(i).map(|it| self.knows(What::Path, it));
        let all: Vec<Option<bool>> = attacks.chain([self.knows(What::Lost, i)]).collect();
        if all.contains(&Some(true)) {
            Some(false)
        } else {
            all.iter().all(|it| *it == Some(false)).then_some(true)
        }
    }

    fn lost(&self, i: usize) -> Option<bool> {
        let own = self.knows(What::Moves, i);
        if own == Some(true) {
            return Some(false);
        }
        let into: Vec<Option<bool>> = self
            .movers(self.here(i))
            .map(|it| self.knows(What::Moves, it))
            .collect();
        if into.iter().all(|it| *it == Some(false)) {
            return Some(false);
        }
        (own == Some(false) && into.contains(&Some(true))).then_some(true)
    }

    /// The fleets that are to take an army.
    fn convoy(&self, i: usize) -> impl Iterator<Item = usize> {
        let (of, goal) = (self.here(i), self.goal[i]);
        (0..self.all.len()).filter(move |one| match self.all[*one].act {
            Act::Convoy { of: army, to } => army == of && Some(to) == goal,
            _ => false,
        })
    }

    fn path(&self, i: usize) -> Option<bool> {
        let Some(goal) = self.goal[i] else {
            return Some(false);
        };
        if !self.convoyed[i] {
            return Some(true);
        }
        let joined = |fits: fn(Option<bool>) -> bool| {
            let fleets = self.convoy(i);
            let there = fleets.filter(|it| fits(self.knows(What::Lost, *it)));
            let seas = there.fold(0, |all, it| all | self.chart.bit[&self.here(it)]);
            self.chart.join(self.here(i), goal, seas)
        };
        if joined(|it| it == Some(false)) {
            Some(true)
        } else {
            (!joined(|it| it != Some(true))).then_some(false)
        }
    }
}

/// Whether a move is by convoy (4.A.3).
fn by_convoy(map: &Tables, all: &[Ordered], i: usize) -> bool {
    let Act::Move { to, via } = all[i].act else {
        return false;
    };
    let unit = all[i].unit;
    let order = Act::Convoy {
        of: unit.province(),
        to: to.province,
    };
    let by_land = map.steps(unit).iter().any(|it| it.province == to.province);
    let intended = all
        .iter()
        .any(|it| it.seat == all[i].seat && it.act == order);
    unit.is_army() && (via || intended || !by_land)
}

/// What depends on what, and what becomes of all.
impl Second<'_> {
    /// The open decisions that one looks at.
    fn looks_at(&self, (what, i): Node) -> Vec<Node> {
        let mut found: Vec<Node> = Vec::new();
        let supports = |it: usize| self.behind[it].iter().map(|it| (What::Given, *it));
        match what {
            What::Moves => {
                let goal = self.goal[i].expect("it is open");
                for rival in self.movers(goal) {
                    found.push((What::Path, rival));
                    found.extend(supports(rival));
                    found.extend(self.opponent(rival).map(|it| (What::Moves, it)));
                }
                if let Some(other) = self.at.get(&goal).copied() {
                    found.push((What::Moves, other));
                    found.extend(supports(other));
                }
                // In a battle of two it counts only how strong the other is.
                let other = self.opponent(i);
                found.retain(|it| *it != (What::Moves, i) && other != Some(it.1));
                found.extend(other.into_iter().flat_map(supports));
            }
            What::Given => {
                found.extend(self.cutters(i).map(|it| (What::Path, it)));
                found.push((What::Lost, i));
            }
            What::Lost => {
                found.push((What::Moves, i));
                found.extend(self.movers(self.here(i)).map(|it| (What::Moves, it)));
            }
            What::Path => found.extend(self.convoy(i).map(|it| (What::Lost, it))),
        }
        found.retain(|it| self.knows(it.0, it.1).is_none());
        found
    }

    /// Open decisions that depend on each other, and on no others. Without any all is decided.
    fn core(&self) -> Option<BTreeSet<Node>> {
        let open = (0..self.all.len()).flat_map(|i| ALL.map(|what| (what, i)));
        let open: Vec<Node> = open.filter(|it| self.knows(it.0, it.1).is_none()).collect();
        let reach: BTreeMap<Node, BTreeSet<Node>> =
            open.iter().map(|it| (*it, self.reach(*it))).collect();
        let is_core = |it: &&Node| reach[it].iter().all(|other| reach[other].contains(it));
        let one = open.iter().find(is_core)?;
        assert!(!reach[one].is_empty(), "{one:?} is open for no reason");
        Some(reach[one].clone())
    }

    fn reach(&self, from: Node) -> BTreeSet<Node> {
        let mut found = BTreeSet::new();
        let mut next = self.looks_at(from);
        while let Some(one) = next.pop() {
            if found.insert(one) {
                next.extend(self.looks_at(one));
            }
        }
        found
    }

    fn yes(&self, what: What, i: usize) -> bool {
        self.knows(what, i).expect("all is decided")
    }

    /// What has become of each unit.
    pub(crate) fn fates(&self) -> Vec<Fate> {
        (0..self.all.len()).map(|i| self.fate(i)).collect()
    }

    fn fate(&self, i: usize) -> Fate {
        let moved = match self.all[i].act {
            Act::Move { to, .. } if self.yes(What::Moves, i) => Some(to),
            _ => None,
        };
        let is_lost = self.yes(What::Lost, i);
        let class = match self.all[i].act {
            Act::Move { .. } if moved.is_none() && !self.yes(What::Path, i) => Class::NoConvoy,
            Act::Move { .. } if moved.is_none() => Class::Bounce,
            Act::Support { .. } | Act::Convoy { .. } if !self.fits(i) => Class::Void,
            Act::Support { .. } if !self.yes(What::Given, i) => Class::Cut,
            Act::Convoy { .. } if is_lost => Class::Disrupted,
            _ => Class::Done,
        };
        let mut by = self
            .movers(self.here(i))
            .filter(|it| self.yes(What::Moves, *it));
        let by = by.next().filter(|_| is_lost);
        let retreats = |edition| {
            by.map(|by| self.retreats(i, by, edition))
                .unwrap_or_default()
        };
        Fate {
            lawful: true,
            moved,
            lost_to: by.map(|it| self.here(it)),
            class,
            retreats: retreats(Edition::Of2023),
            of_2000: retreats(Edition::Of2000),
        }
    }

    /// Where a unit may go that another has dislodged.
    fn retreats(&self, i: usize, by: usize, edition: Edition) -> BTreeSet<Place> {
        let all = 0..self.all.len();
        let taken = |place: Province| {
            let stays = self
                .at
                .get(&place)
                .is_some_and(|it| !self.yes(What::Moves, *it));
            stays || self.movers(place).any(|it| self.yes(What::Moves, it))
        };
        let contested: BTreeSet<Province> = all
            .filter(|it| !self.yes(What::Moves, *it) && self.prevent(*it).0 > 0)
            .filter_map(|it| self.goal[it])
            .collect();
        // By the rules of 2000 nobody goes where the attacker came from, by whatever way.
        let by_land = !self.convoyed[by] || edition == Edition::Of2000;
        let came_by_land = |place: Province| place == self.here(by) && by_land;
        let steps = self.map.steps(self.all[i].unit).into_iter();
        steps
            .filter(|it| !taken(it.province) && !contested.contains(&it.province))
            .filter(|it| !came_by_land(it.province))
            .collect()
    }
}

/// All orders as they are carried out: what is not legal is to hold.
pub(crate) fn adjudicate(
    board: &super::board::Board<'_>,
    raw: &BTreeMap<Province, Act>,
) -> (BTreeMap<Province, Fate>, Tally) {
    let units: &Units = board.units;
    let mut lawful = BTreeMap::new();
    let mut all = Vec::new();
    for (at, (seat, unit)) in units {
        let act = board.legal(*unit, raw[at]);
        lawful.insert(*at, act.is_some());
        all.push(Ordered {
            seat: *seat,
            unit: *unit,
            act: act.unwrap_or(Act::Hold),
        });
    }
    let mut second = Second::of(board.map, board.chart, &all);
    second.solve();
    let fates = all.iter().zip(second.fates());
    let told = fates.map(|(one, fate)| {
        let at = one.unit.province();
        let lawful = lawful[&at];
        (at, Fate { lawful, ..fate })
    });
    (told.collect(), second.tally)
}
