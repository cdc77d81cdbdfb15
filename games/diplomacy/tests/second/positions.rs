//! Random positions with random orders: crowded, and with much that meets.

use super::board::{Board, Chart, Units};
use packetboat_core::prelude::*;
use packetboat_diplomacy::data::Tables;
use packetboat_diplomacy::judge::Act;
use packetboat_diplomacy::place::{Kind, Place, Province, Unit};

/// Numbers that look random, the same in each run (`SplitMix64`).
#[derive(Debug)]
pub(crate) struct Chance(pub(crate) u64);

impl Chance {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.0;
        mixed = (mixed ^ mixed >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ mixed >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ mixed >> 31
    }

    pub(crate) fn below(&mut self, most: usize) -> usize {
        let most = u64::try_from(most).expect("small");
        usize::try_from(self.next() % most).expect("small")
    }

    pub(crate) fn per_cent(&mut self, share: usize) -> bool {
        self.below(100) < share
    }

    pub(crate) fn one_of<T: Copy>(&mut self, all: &[T]) -> Option<T> {
        (!all.is_empty()).then(|| all[self.below(all.len())])
    }
}

/// What a position is rich in, in per cent.
struct Taste {
    armies: usize,
    moves: usize,
    convoyed: usize,
    convoys: usize,
    tangles: usize,
    webs: usize,
    nonsense: usize,
}

/// Of armies, moves, moves by convoy, convoys, tangles, webs, and nonsense.
const fn taste(of: [usize; 7]) -> Taste {
    let [armies, moves, convoyed, convoys, tangles, webs, nonsense] = of;
    Taste {
        armies,
        moves,
        convoyed,
        convoys,
        tangles,
        webs,
        nonsense,
    }
}

/// Land, sea, convoys, convoys into what supports an attack on them, nonsense.
const TASTES: [Taste; 7] = [
    taste([80, 50, 10, 30, 0, 0, 4]),
    taste([25, 45, 30, 30, 0, 0, 4]),
    taste([60, 45, 70, 80, 0, 0, 3]),
    taste([50, 40, 90, 90, 80, 0, 1]),
    taste([45, 15, 50, 50, 30, 70, 0]),
    taste([60, 30, 50, 90, 0, 90, 1]),
    taste([50, 40, 40, 40, 10, 0, 30]),
];

/// The map, and what is beside what.
pub(crate) struct World<'a> {
    pub(crate) map: &'a Tables,
    pub(crate) chart: &'a Chart,
    near: BTreeMap<Province, BTreeSet<Province>>,
    /// All places, with and without coasts.
    places: Vec<Place>,
}

impl<'a> World<'a> {
    pub(crate) fn of(map: &'a Tables, chart: &'a Chart) -> Self {
        let mut near: BTreeMap<Province, BTreeSet<Province>> = BTreeMap::new();
        let mut places = Vec::new();
        for (province, land) in &map.provinces {
            let plain = Place::inland(*province);
            let coasts = land.coasts.iter().map(|one| Place {
                coast: Some(*one),
                ..plain
            });
            for at in coasts.chain([plain]) {
                places.push(at);
                for kind in [Kind::Army, Kind::Fleet] {
                    let steps = map.steps(Unit { kind, at });
                    let beside = near.entry(*province).or_default();
                    beside.extend(steps.iter().map(|it| it.province));
                }
            }
        }
        World {
            map,
            chart,
            near,
            places,
        }
    }

    /// A position, and an order for each unit.
    pub(crate) fn position(&self, chance: &mut Chance) -> (Units, BTreeMap<Province, Act>) {
        let taste = &TASTES[chance.below(TASTES.len())];
        let units = self.units(chance, taste);
        let board = Board {
            map: self.map,
            chart: self.chart,
            units: &units,
        };
        let mut acts = BTreeMap::new();
        webs(&board, chance, taste, &mut acts);
        moves(&board, chance, taste, &mut acts);
        convoys(&board, chance, taste, &mut acts);
        tangles(&board, chance, taste, &mut acts);
        for (_, unit) in units.values() {
            if !acts.contains_key(&unit.province()) {
                let act = support(&board, chance, *unit, &acts);
                acts.insert(unit.province(), act);
            }
        }
        for (_, unit) in units.values() {
            if chance.per_cent(taste.nonsense) {
                acts.insert(unit.province(), self.nonsense(chance, &units));
            }
        }
        (units, acts)
    }

    fn units(&self, chance: &mut Chance, taste: &Taste) -> Units {
        let seats: Vec<Seat> = self.map.start.keys().copied().collect();
        let powers = 2 + chance.below(seats.len() - 1);
        let count = 15 + chance.below(20);
        let all: Vec<Province> = self.near.keys().copied().collect();
        let mut seen = BTreeSet::new();
        let mut edge: Vec<Province> = Vec::new();
        let mut units = Units::new();
        while units.len() < count && seen.len() < all.len() {
            if edge.is_empty() {
                edge.push(all[chance.below(all.len())]);
            }
            let at = edge.swap_remove(chance.below(edge.len()));
            if !seen.insert(at) {
                continue;
            }
            edge.extend(&self.near[&at]);
            if chance.per_cent(85) {
                let seat = seats[chance.below(powers)];
                units.insert(at, (seat, self.unit(chance, taste, at)));
            }
        }
        units
    }

    fn unit(&self, chance: &mut Chance, taste: &Taste, at: Province) -> Unit {
        let land = self.map.land(at);
        let plain = Place::inland(at);
        let fleet = Unit {
            kind: Kind::Fleet,
            at: Place {
                coast: chance.one_of(&land.coasts),
                ..plain
            },
        };
        let army = Unit {
            kind: Kind::Army,
            at: plain,
        };
        match (self.map.may_hold(army), self.map.may_hold(fleet)) {
            (true, true) if chance.per_cent(taste.armies) => army,
            (_, true) => fleet,
            _ => army,
        }
    }

    fn nonsense(&self, chance: &mut Chance, units: &Units) -> Act {
        let near: Vec<Place> = {
            let used = self.places.iter().filter(|one| {
                let beside = &self.near[&one.province];
                beside.iter().any(|one| units.contains_key(one))
            });
            used.copied().collect()
        };
        let standing: Vec<Province> = units.keys().copied().collect();
        let to = near[chance.below(near.len())];
        let of = if chance.per_cent(90) {
            standing[chance.below(standing.len())]
        } else {
            near[chance.below(near.len())].province
        };
        match chance.below(5) {
            0 | 1 => Act::Move {
                to,
                via: chance.per_cent(40),
            },
            2 => Act::Support { of, to: None },
            3 => Act::Support { of, to: Some(to) },
            _ => Act::Convoy {
                of,
                to: to.province,
            },
        }
    }
}

type Acts = BTreeMap<Province, Act>;

fn moves(board: &Board<'_>, chance: &mut Chance, taste: &Taste, acts: &mut Acts) {
    let fleets = board.fleets();
    let mut goals: Vec<Province> = board.units.keys().copied().collect();
    for (at, (_, unit)) in board.units {
        if acts.contains_key(at) || !chance.per_cent(taste.moves) {
            continue;
        }
        let over = if unit.is_army() {
            board.chart.coasts(*at, fleets)
        } else {
            Vec::new()
        };
        if !over.is_empty() && chance.per_cent(taste.convoyed) {
            let wanted = over
                .iter()
                .copied()
                .filter(|it| board.units.contains_key(it));
            let wanted: Vec<Province> = wanted.collect();
            let met = chance.one_of(&wanted).filter(|_| chance.per_cent(65));
            let to = met.unwrap_or_else(|| over[chance.below(over.len())]);
            let via = chance.per_cent(if board.touches(*unit, to) { 50 } else { 10 });
            let to = Place::inland(to);
            acts.insert(*at, Act::Move { to, via });
            continue;
        }
        let steps = board.map.steps(*unit);
        let met: Vec<Place> = {
            let all = steps.iter().copied();
            all.filter(|it| goals.contains(&it.province)).collect()
        };
        let met = chance.one_of(&met).filter(|_| chance.per_cent(60));
        let Some(mut to) = met.or_else(|| chance.one_of(&steps)) else {
            continue;
        };
        if chance.per_cent(15) {
            to.coast = None;
        }
        goals.push(to.province);
        let via = chance.per_cent(2);
        acts.insert(*at, Act::Move { to, via });
    }
}

/// Each fleet at sea takes an army to a unit that meddles with another fleet that does so.
fn webs(board: &Board<'_>, chance: &mut Chance, taste: &Taste, acts: &mut Acts) {
    let seas = board
        .units
        .iter()
        .filter(|it| board.chart.bit.contains_key(it.0));
    let carriers: Vec<Unit> = seas
        .map(|it| it.1.1)
        .filter(|_| chance.per_cent(taste.webs))
        .collect();
    for fleet in &carriers {
        let at = fleet.province();
        let idle = board.units.values().map(|it| it.1).filter(|one| {
            let coastal =
                board.map.is_coast(one.province()) && board.touches(*fleet, one.province());
            coastal && !acts.contains_key(&one.province())
        });
        let idle: Vec<Unit> = idle.collect();
        let armies: Vec<Unit> = idle.iter().copied().filter(|it| it.is_army()).collect();
        let victims = idle.iter().copied().filter(|one| {
            let others = carriers.iter().map(|one| one.province());
            !one.is_army() && others.into_iter().any(|sea| board.touches(*one, sea))
        });
        let victims: Vec<Unit> = victims.collect();
        let (Some(army), Some(victim)) = (chance.one_of(&armies), chance.one_of(&victims)) else {
            continue;
        };
        let (of, to) = (army.province(), victim.province());
        acts.insert(
            of,
            Act::Move {
                to: Place::inland(to),
                via: chance.per_cent(30),
            },
        );
        acts.insert(at, Act::Convoy { of, to });
        let act = meddling(board, chance, victim, &carriers, acts);
        acts.insert(to, act);
    }
}

/// A support of a fleet that convoys, or of an attack on it; who attacks is found.
fn meddling(
    board: &Board<'_>,
    chance: &mut Chance,
    unit: Unit,
    carriers: &[Unit],
    acts: &mut Acts,
) -> Act {
    let near = carriers.iter().map(|it| it.province());
    let near: Vec<Province> = near.filter(|it| board.touches(unit, *it)).collect();
    let Some(sea) = chance.one_of(&near) else {
        return Act::Hold;
    };
    let goal = Place::inland(sea);
    let attacks = acts.iter().filter(|it| it.1.destination() == Some(sea));
    let attacks: Vec<Province> = attacks.map(|it| *it.0).collect();
    let free = board.units.values().map(|it| it.1).filter(|one| {
        let carries = carriers.iter().any(|fleet| fleet == one);
        let idle = !carries && !acts.contains_key(&one.province()) && *one != unit;
        idle && board.touches(*one, sea)
    });
    let free: Vec<Province> = free.map(Unit::province).collect();
    let known = chance.one_of(&attacks).filter(|_| chance.per_cent(60));
    let Some(of) = known.or_else(|| chance.one_of(&free)) else {
        return Act::Support { of: sea, to: None };
    };
    acts.insert(
        of,
        Act::Move {
            to: goal,
            via: false,
        },
    );
    if chance.per_cent(35) {
        return Act::Support { of: sea, to: None };
    }
    Act::Support { of, to: Some(goal) }
}

/// Fleets take armies that want to go.
fn convoys(board: &Board<'_>, chance: &mut Chance, taste: &Taste, acts: &mut Acts) {
    let fleets = board.fleets();
    let wishes: Vec<(Province, Province)> = {
        let all = acts.iter().filter_map(|(at, act)| {
            let to = act.destination()?;
            let army = board.units[at].1.is_army();
            (army && board.chart.join(*at, to, fleets)).then_some((*at, to))
        });
        all.collect()
    };
    for (at, (_, unit)) in board.units {
        if !board.chart.bit.contains_key(at) || acts.contains_key(at) {
            continue;
        }
        let fit = wishes.iter().copied().filter(|(of, to)| {
            let order = Act::Convoy { of: *of, to: *to };
            board.legal(*unit, order).is_some()
        });
        let fit: Vec<(Province, Province)> = fit.collect();
        if let Some((of, to)) = chance
            .one_of(&fit)
            .filter(|_| chance.per_cent(taste.convoys))
        {
            acts.insert(*at, Act::Convoy { of, to });
        }
    }
}

/// Units to which armies are convoyed help or hurt fleets that convoy.
fn tangles(board: &Board<'_>, chance: &mut Chance, taste: &Taste, acts: &mut Acts) {
    let sea = |it: &Province| board.chart.bit.contains_key(it);
    let carriers: Vec<Province> = {
        let all = acts.iter().filter(|it| matches!(it.1, Act::Convoy { .. }));
        all.map(|it| *it.0).collect()
    };
    let goals: Vec<Province> = acts.values().filter_map(|it| it.destination()).collect();
    for goal in goals {
        let Some((_, unit)) = board.units.get(&goal).filter(|_| !sea(&goal)) else {
            continue;
        };
        let touched = carriers
            .iter()
            .copied()
            .filter(|it| board.touches(*unit, *it));
        let touched: Vec<Province> = touched.collect();
        let Some(at) = chance
            .one_of(&touched)
            .filter(|_| chance.per_cent(taste.tangles))
        else {
            continue;
        };
        let to = Some(Place::inland(at));
        let attackers = |acts: &Acts| {
            let all = acts.iter().filter(|it| it.1.destination() == Some(at));
            all.map(|it| *it.0)
                .filter(|it| *it != goal)
                .collect::<Vec<Province>>()
        };
        if attackers(acts).is_empty() || chance.per_cent(30) {
            let free = board.units.iter().filter(|(one, (_, unit))| {
                let carries = matches!(acts.get(one), Some(Act::Convoy { .. }));
                **one != goal && !carries && board.touches(*unit, at)
            });
            let free: Vec<Province> = free.map(|it| *it.0).collect();
            if let Some(one) = chance.one_of(&free) {
                let to = Place::inland(at);
                acts.insert(one, Act::Move { to, via: false });
            }
        }
        let of = chance.one_of(&attackers(acts));
        let act = match of.filter(|_| chance.per_cent(75)) {
            Some(of) => Act::Support { of, to },
            None => Act::Support { of: at, to: None },
        };
        acts.insert(goal, act);
    }
}

/// A support of what another does, as a rule.
fn support(board: &Board<'_>, chance: &mut Chance, unit: Unit, acts: &Acts) -> Act {
    let own = unit.province();
    let mut attacks = Vec::new();
    let mut stands = Vec::new();
    for (at, (_, other)) in board.units {
        if *at == own {
            continue;
        }
        match acts.get(at) {
            Some(Act::Move { to, .. }) if board.touches(unit, to.province) => {
                attacks.push((*at, *to));
            }
            Some(Act::Move { .. }) => {}
            _ if board.touches(unit, other.province()) => stands.push(*at),
            _ => {}
        }
    }
    let attack = chance.one_of(&attacks);
    if let Some((of, mut to)) = attack.filter(|_| stands.is_empty() || chance.per_cent(70)) {
        if chance.per_cent(30) {
            to.coast = None;
        }
        return Act::Support { of, to: Some(to) };
    }
    match chance.one_of(&stands) {
        Some(of) => Act::Support { of, to: None },
        None => Act::Hold,
    }
}
