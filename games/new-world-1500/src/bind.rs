//! From what a line says to what a card does: all targets, on the map as it is (4.3).
//!
//! One binder serves all cards; what a card does, to what, and what all its steps together must be
//! is in `cards.toml`. What is bound is legal; what a player may choose binds to itself.

use super::data::{Act, Area, Card, Face, Part, Region, Shape, Tables, Test, Text, Way, Whose};
use super::deed::Deed;
use super::group::{Eye, LEADER, Target};
use super::what::{Choice, Step, Verb, What};
use super::world::{Bar, Hit, World};
use super::{rank::best, refusal::Missed, refusal::Refusal};
use packetboat_core::prelude::*;
use packetboat_kit::{checks::unless, ways::parts};
use std::cmp::Reverse;

/// A card to be played, as a line says it.
#[derive(Clone, Copy)]
pub struct Wanted<'a> {
    /// The card that is wanted.
    pub card: Card,
    /// What for.
    pub what: &'a What,
    /// How many colonies it must touch at least.
    pub min: u32,
    /// Whom Plague Ship hits where the line does not say it, best first.
    pub victims: &'a [Target],
}

/// Binds a card to its targets. One that would change nothing is not played (R28).
///
/// # Errors
/// Why it cannot be played so now.
pub fn bind(
    tables: &Tables,
    world: &World,
    me: Seat,
    wanted: &Wanted<'_>,
) -> Result<Deed, Refusal> {
    let mut draft = Draft::new(tables, world, me);
    let face = tables.card(wanted.card);
    let mut deed = Deed {
        way: wanted.what.way,
        whom: None,
        region: None,
        hits: Vec::new(),
    };
    let mut touched = None;
    match (wanted.what.way, &face.text) {
        (Way::Support, _) => deed.whom = Some(draft.token(face, &wanted.what.whom)?),
        (Way::Text, Some(text)) => touched = draft.text(text, wanted, &mut deed)?,
        (Way::Text, None) => {
            let name = face.name.clone();
            return Err(Refusal::NoText { name });
        }
        (way, _) => draft.one(way, &wanted.what.steps)?,
    }
    let number = u32::try_from(touched.unwrap_or(draft.hits.len())).expect("few");
    let min = wanted.min;
    unless(number >= min, || Refusal::TooFew { number, min })?;
    deed.hits = draft.hits;
    Ok(deed)
}

/// Steps of a line that name one area and fell away, unless they were said to spare: after as many
/// as the card has.
pub fn left_out(eye: &Eye<'_>, card: Card, what: &What, deed: &Deed) -> Option<Refusal> {
    let text = eye.tables.card(card).text.as_ref();
    let text = text.filter(|_| what.way == Way::Text)?;
    let mut taken = deed.hits.clone();
    // After AT is the second thing that the card does.
    let others = text.parts.len().saturating_sub(1);
    let at = what.at.iter().map(|it| (&text.parts[others..], it));
    let steps = what.steps.iter().map(|it| (&text.parts[..], it));
    let out = steps.chain(at).filter_map(|(parts, step)| {
        let ([option], Some(Target::Area(area))) = (&step[..], step.first().map(|it| &it.to))
        else {
            return None;
        };
        let does = option.verb.map(Verb::does);
        let same = |hit: &Hit| hit.area == *area && does.is_none_or(|it| it == hit.does);
        let found = taken.iter().position(same);
        // What one verb does in an area is done once for each step that says so.
        if let (Some(at), true) = (found, does.is_some()) {
            taken.remove(at);
        }
        let again = deed.hits.iter().any(|hit| hit.area == *area);
        let rest = if again { Bar::Taken } else { rest_of(text) };
        found.is_none().then(|| missed(eye, parts, option, rest))
    });
    let missed: Vec<Missed> = out.collect();
    let hidden = missed.len() <= spare(eye.tables, card, what);
    (!hidden).then_some(Refusal::LeftOut { missed })
}

/// What keeps a step that can be done by itself from being one of those of a card.
fn rest_of(text: &Text) -> Bar {
    match text.test {
        _ if text.shape == Shape::Pairs => Bar::Unmatched,
        Test::None => Bar::Taken,
        Test::Connected => Bar::Apart,
        Test::OnceARegion | Test::EveryRegion => Bar::SameRegion,
        Test::HeldRegion => Bar::NotHeld,
        Test::OneOwner => Bar::NotMost,
    }
}

/// A step that was not taken, with what keeps it on this map; `rest`: what does if nothing there.
fn missed(eye: &Eye<'_>, parts: &[Part], option: &Choice, rest: Bar) -> Missed {
    let bars = |area| {
        let part = part_of(parts, option);
        eye.world.bars(eye.tables, eye.me, part, area)
    };
    let held = |area| eye.world.thrives_near(eye.tables, eye.me, area);
    let whose = match (&option.to, rest) {
        (Target::Area(area), Bar::NotMost) => eye.world.owner(*area),
        _ => None,
    };
    Missed {
        step: option.clone().into(),
        why: match &option.to {
            Target::Group(_) => Bar::NoneSuch,
            Target::Area(area) => bars(*area).unwrap_or_else(|| match rest {
                Bar::NotHeld if held(*area) => Bar::OneRegion,
                rest => rest,
            }),
        },
        whose,
    }
}

/// How many more steps a line has than its card takes.
pub fn spare(tables: &Tables, card: Card, what: &What) -> usize {
    let text = tables.card(card).text.as_ref();
    let most = match (what.way, text) {
        (Way::Text, Some(text)) if text.shape == Shape::Steps => text.most as usize,
        (Way::Text, Some(text)) if text.shape == Shape::Pairs => usize::MAX,
        _ => 1,
    };
    what.steps.len().saturating_sub(most)
}

/// The line that says exactly this.
pub fn canonical(tables: &Tables, card: Card, deed: &Deed) -> What {
    let shape = deed.shape(tables, card);
    let mine = match shape {
        Some(Shape::All | Shape::Region) => Vec::new(),
        _ => deed.steps(tables, card),
    };
    let step = |(verb, area)| {
        let to = Target::Area(area);
        vec![Choice { verb, to }]
    };
    let steps: Vec<Step> = mine.into_iter().map(step).collect();
    What {
        // What is not a colony of the right side is dropped on each.
        at: match shape {
            Some(Shape::Pairs) => steps.clone(),
            _ => Vec::new(),
        },
        steps,
        regions: deed.region.into_iter().collect(),
        whom: deed.whom.iter().map(ToString::to_string).collect(),
        ..What::bare(deed.way)
    }
}

/// A card on its way to its targets.
struct Draft<'a> {
    tables: &'a Tables,
    me: Seat,
    /// The map as it is.
    now: &'a World,
    /// The map as the steps so far will leave it.
    then: World,
    hits: Vec<Hit>,
    used: BTreeSet<Area>,
}

/// Whether an area may still be taken, besides what the step itself asks.
type May<'a> = &'a dyn Fn(&Draft<'_>, Area) -> bool;

impl<'a> Draft<'a> {
    fn new(tables: &'a Tables, world: &'a World, me: Seat) -> Self {
        Draft {
            tables,
            me,
            now: world,
            then: world.clone(),
            hits: Vec::new(),
            used: BTreeSet::new(),
        }
    }

    fn eye(&self) -> Eye<'_> {
        Eye {
            tables: self.tables,
            world: &self.then,
            me: self.me,
        }
    }

    fn region(&self, area: Area) -> Region {
        self.tables.map.area(area).region
    }

    /// Whether a step can be done there, by the map and what the card has touched (R7).
    fn allows(&self, part: &Part, area: Area) -> bool {
        let fresh = part.does == Act::Build || !self.used.contains(&area);
        fresh && self.then.allows(self.tables, self.me, part, area)
    }

    fn take(&mut self, does: Act, area: Area) {
        let hit = Hit { area, does };
        self.then.take(self.tables, self.me, hit);
        self.used.insert(area);
        self.hits.push(hit);
    }

    /// Where a step can be done, in the order of the map.
    fn open(&self, part: &Part) -> Vec<Area> {
        let all = self.tables.map.codes();
        all.filter(|it| self.allows(part, *it)).collect()
    }

    /// Takes a step wherever it can be done, in these regions.
    fn take_all(&mut self, part: &Part, within: impl Fn(Region) -> bool) {
        for area in self.open(part) {
            if within(self.region(area)) {
                self.take(part.does, area);
            }
        }
    }

    /// The best area for a step among those that fit and no step has touched, by the ranking (D4).
    fn best(&self, part: &Part, fits: impl Fn(Area) -> bool, may: May<'_>) -> Option<Area> {
        let all = self.tables.map.codes();
        let open = all.filter(|area| {
            !self.used.contains(area) && fits(*area) && self.allows(part, *area) && may(self, *area)
        });
        best(&self.eye(), part.does, open)
    }

    /// The first alternative of a step that is legal, with its area.
    fn first(&self, parts: &[Part], step: &Step, may: May<'_>) -> Option<(Act, Area)> {
        step.iter().find_map(|option| {
            let part = part_of(parts, option);
            let area = match &option.to {
                Target::Area(named) => {
                    Some(*named).filter(|it| self.allows(part, *it) && may(self, *it))
                }
                group => self.best(part, |it| self.eye().fits(group, it), may),
            };
            area.map(|it| (part.does, it))
        })
    }

    /// Takes steps in written order; those that cannot be taken are dropped, and the card does with
    /// less (R32).
    fn steps(&mut self, parts: &[Part], steps: &[Step], most: usize, may: May<'_>) {
        for step in steps {
            if self.hits.len() >= most {
                return;
            }
            if let Some((does, area)) = self.first(parts, step, may) {
                self.take(does, area);
            }
        }
    }

    /// Takes the best areas as long as there are any: for a line that names nothing (D4).
    fn fill(&mut self, part: &Part, most: usize, may: May<'_>) {
        while self.hits.len() < most {
            match self.best(part, |_| true, may) {
                Some(area) => self.take(part.does, area),
                None => return,
            }
        }
    }

    /// BUILD, REDUCE or REPAIR: any one (1.4). A colony of an opponent may be repaired (R29), and
    /// one of one's own Reduced (R31).
    fn one(&mut self, way: Way, steps: &[Step]) -> Result<(), Refusal> {
        let part = Part::plain(match way {
            Way::Build => Act::Build,
            Way::Reduce => Act::Reduce,
            _ => Act::Repair,
        });
        self.steps(&[part], steps, 1, &|_, _| true);
        unless(!self.hits.is_empty(), || Refusal::Nowhere {
            way,
            missed: self.missed(&[part], steps, Bar::NoneSuch),
        })
    }

    /// All these alternatives, of which none could be taken.
    fn missed(&self, parts: &[Part], steps: &[Step], rest: Bar) -> Vec<Missed> {
        let eye = self.eye();
        let options = steps.iter().flatten();
        options.map(|it| missed(&eye, parts, it, rest)).collect()
    }

    /// Whose token moves: one's own forward, or that of one opponent back.
    fn token(&self, face: &Face, whom: &[String]) -> Result<Seat, Refusal> {
        let moves = |it: &Seat| self.now.shift(self.tables, *it, face.support) > 0;
        if face.support > 0 {
            let own = Some(self.me).filter(moves);
            return own.ok_or(Refusal::TrackEnd);
        }
        let others = || self.named(whom).filter(|it| *it != self.me);
        others().find(moves).ok_or_else(|| Refusal::NoTokenBack {
            of: others().collect(),
        })
    }

    /// Players named, LEADER if none is.
    fn named<'b>(&'b self, whom: &'b [String]) -> impl Iterator<Item = Seat> + 'b {
        let leader = whom.is_empty().then_some(LEADER);
        let words = whom.iter().map(String::as_str).chain(leader);
        words.filter_map(|it| self.eye().who(it))
    }

    /// What the text does; how many colonies count for MIN, where that is not all.
    fn text(
        &mut self,
        text: &Text,
        wanted: &Wanted<'_>,
        deed: &mut Deed,
    ) -> Result<Option<usize>, Refusal> {
        let what = wanted.what;
        match text.shape {
            Shape::Steps => self.by_test(text, what)?,
            Shape::Pairs => return self.pairs(text, what).map(Some),
            Shape::All => {
                for part in &text.parts {
                    self.take_all(part, |_| true);
                }
            }
            Shape::Region => {
                let part = &text.parts[0];
                let open = self.open(part);
                let lies_in = |region| open.iter().any(|it| self.region(*it) == region);
                let found = what.regions.iter().find(|it| lies_in(**it));
                deed.region = found.copied();
                self.take_all(part, |it| Some(it) == found.copied());
            }
            Shape::Isolate => deed.region = what.regions.first().copied(),
            Shape::Lift => deed.region = Some(self.lifted(&what.regions)?),
            Shape::Player => {
                let suffers = |it: &Seat| self.now.all_of(*it) > 0 && self.now.crown(*it).vp > 0;
                let found = self.named(&what.whom).find(suffers);
                deed.whom = Some(found.ok_or(Refusal::NobodySuffers)?);
            }
            Shape::Plague => {
                let policy = wanted.victims.iter().cloned().map(Choice::plain);
                let steps = what.steps.iter().cloned().chain(policy.map(|it| vec![it]));
                self.steps(&text.parts, &steps.collect::<Vec<Step>>(), 1, &|_, _| true);
                self.fill(&text.parts[0], 1, &|_, _| true);
            }
        }
        // These touch no colony.
        if matches!(text.shape, Shape::Isolate | Shape::Lift | Shape::Player) {
            return Ok(Some(0));
        }
        unless(!self.hits.is_empty(), || Refusal::Nothing {
            missed: self.missed(&text.parts, &what.steps, rest_of(text)),
        })?;
        Ok(None)
    }

    /// Steps, and what all of them together must be. Uprising takes a colony in every region, so an
    /// isolated one forbids it (R17).
    fn by_test(&mut self, text: &Text, what: &What) -> Result<(), Refusal> {
        let (parts, most) = (&text.parts[..], text.most as usize);
        let may: May<'_> = match text.test {
            Test::Connected => {
                self.connected(parts, &what.steps, most);
                return Ok(());
            }
            Test::OneOwner => {
                self.one_owner(parts, what, most);
                return Ok(());
            }
            Test::None => &|_, _| true,
            Test::OnceARegion | Test::EveryRegion => &|it, area| !it.has_hit(it.region(area)),
            Test::HeldRegion => &|it, area| it.holds_beside(area),
        };
        self.steps(parts, &what.steps, most, may);
        let every = text.test == Test::EveryRegion;
        if every || what.steps.is_empty() {
            self.fill(&parts[0], most, may);
        }
        let mut regions = self.tables.map.regions.iter();
        let spared = regions.find(|it| every && !self.has_hit(it.code));
        spared.map_or(Ok(()), |spared| {
            let region = spared.name.clone();
            Err(Refusal::RegionSpared { region })
        })
    }

    /// Whether a step was taken in a region.
    fn has_hit(&self, region: Region) -> bool {
        let mut hits = self.hits.iter();
        hits.any(|hit| self.region(hit.area) == region)
    }

    /// Whether an area is in the one region of the card, in which its player has another Successful
    /// colony.
    fn holds_beside(&self, area: Area) -> bool {
        let first = self.hits.first().map(|it| self.region(it.area));
        let one = first.is_none_or(|it| it == self.region(area));
        one && self.now.thrives_near(self.tables, self.me, area)
    }

    /// Disease and Mutual Support: first the areas named, as far as they are joined to the first
    /// of them, then groups, each limited to what touches these (R5). They need not touch a colony
    /// that was there before, and one area is enough (R6).
    fn connected(&mut self, parts_of: &[Part], steps: &[Step], most: usize) {
        let part = parts_of[0];
        let mut groups: Vec<Step> = Vec::new();
        let mut plain: Vec<Area> = Vec::new();
        for step in steps {
            let free = |area| self.allows(&part, area) && !plain.contains(&area);
            let legal = step.iter().find_map(|option| match &option.to {
                Target::Area(area) => Some(*area).filter(|it| free(*it)),
                Target::Group(_) => None,
            });
            match legal {
                Some(area) => plain.push(area),
                None => groups.push(step.clone()),
            }
        }
        let beside = |area: Area| self.tables.map.area(area).beside.clone();
        let mut all = parts(plain.iter().copied(), beside).into_iter();
        let joined = all.find(|it| plain.first().is_some_and(|first| it.contains(first)));
        let joined = joined.unwrap_or_default();
        let kept = plain.into_iter().filter(|it| joined.contains(it));
        kept.take(most).for_each(|it| self.take(part.does, it));
        let touches = |draft: &Draft<'_>, area| {
            let beside = &draft.tables.map.area(area).beside;
            draft.hits.is_empty() || draft.hits.iter().any(|hit| beside.contains(&hit.area))
        };
        self.steps(parts_of, &groups, most, &touches);
        if steps.is_empty() {
            // Left alone a card does not strike its own player.
            let part = match part.does {
                Act::Build => part,
                _ => Part {
                    whose: Whose::Others,
                    ..part
                },
            };
            self.fill(&part, most, &touches);
        }
    }

    /// Colonies of one of those who have most (R18); which of them the line names, or its first
    /// legal step, or the ranking. If all of theirs are isolated, nothing is taken (R43).
    fn one_owner(&mut self, parts: &[Part], what: &What, most: usize) {
        let tied = self.now.most();
        let named = what.whom.iter().filter_map(|it| self.eye().who(it));
        let named = named.filter(|it| tied.contains(it)).collect::<Vec<Seat>>();
        if named.is_empty() && !what.whom.is_empty() {
            return;
        }
        let of = move |draft: &Draft<'_>, area: Area| {
            let chosen = draft.hits.first().map(|hit| draft.now.owner(hit.area));
            let own = draft.now.owner(area);
            own.is_some_and(|it| tied.contains(&it))
                && named.first().is_none_or(|it| own == Some(*it))
                && chosen.is_none_or(|it| own == it)
        };
        self.steps(parts, &what.steps, most, &of);
        if !what.steps.is_empty() {
            return;
        }
        // Opponents before oneself, most points, then from the left (4.5).
        let owners = self.now.left_of(self.me).into_iter().enumerate();
        let ranked = owners.filter(|owner| {
            let mut all = self.tables.map.codes();
            all.any(|area| {
                let there = self.now.owner(area) == Some(owner.1);
                there && of(self, area) && self.allows(&parts[0], area)
            })
        });
        let points = |owner| Reverse(self.now.crown(owner).vp);
        let first = ranked.min_by_key(|(at, owner)| (*owner == self.me, points(*owner), *at));
        if let Some((_, owner)) = first {
            let his =
                |draft: &Draft<'_>, area| draft.now.owner(area) == Some(owner) && of(draft, area);
            self.fill(&parts[0], most, &his);
        }
    }

    /// War: own colonies, and for each of them one of every opponent (R20, R44): those named after
    /// AT and no others, or the best where nothing is named; how many of others.
    fn pairs(&mut self, text: &Text, what: &What) -> Result<usize, Refusal> {
        let theirs = &text.parts[1];
        let most = self.most_of(&self.open(theirs));
        unless(most > 0, || Refusal::NoOpponent)?;
        self.steps(&text.parts[..1], &what.steps, most, &|_, _| true);
        let mut own = self.hits.len();
        unless(own > 0, || Refusal::NoneOwn)?;
        loop {
            self.victims(theirs, what, own);
            let struck: Vec<Area> = self.hits[own..].iter().map(|it| it.area).collect();
            let matched = self.most_of(&struck);
            unless(matched > 0, || Refusal::NoneAt)?;
            if matched == own {
                return Ok(self.hits.len() - own);
            }
            // What nobody matches is spared; which others are best may hang on it.
            let kept = self.hits[..matched].to_vec();
            *self = Draft::new(self.tables, self.now, self.me);
            kept.into_iter().for_each(|it| self.take(it.does, it.area));
            own = matched;
        }
    }

    /// Strikes others, at most as many of each as own colonies were struck.
    fn victims(&mut self, theirs: &Part, what: &What, own: usize) {
        let room = |draft: &Draft<'_>, area: Area| {
            let seat = draft.now.owner(area);
            let struck = draft.hits[own..].iter();
            let same = struck.filter(|hit| draft.now.owner(hit.area) == seat);
            same.count() < own
        };
        if !what.at.is_empty() {
            return self.steps(&[*theirs], &what.at, usize::MAX, &room);
        }
        for foe in self.now.others(self.me) {
            let of_foe = |it: &Draft<'_>, area| it.now.owner(area) == Some(foe) && room(it, area);
            self.fill(theirs, usize::MAX, &of_foe);
        }
    }

    /// How many of these areas are one opponent's at most.
    fn most_of(&self, areas: &[Area]) -> usize {
        let foes = self.now.others(self.me).into_iter();
        let of = |foe| {
            let theirs = areas.iter().filter(|it| self.now.owner(**it) == Some(foe));
            theirs.count()
        };
        foes.map(of).max().unwrap_or(0)
    }

    /// The region from which an Isolation goes (R23).
    fn lifted(&self, regions: &[Region]) -> Result<Region, Refusal> {
        let foreign = |region: &Region| {
            let mut lie = self.now.isolations.iter();
            lie.any(|card| card.region == *region && card.seat != self.me)
        };
        let found = if regions.is_empty() {
            let all = self.tables.map.regions.iter().map(|it| it.code);
            let own = |region: &Region| {
                let areas = self.tables.map.of_region(*region);
                let own = areas.filter(|it| self.now.owner(*it) == Some(self.me));
                own.count()
            };
            // Of equals the first of the map.
            all.filter(foreign).rev().max_by_key(own)
        } else {
            regions.iter().copied().find(foreign)
        };
        found.ok_or(Refusal::NoIsolation)
    }
}

/// What a step does: what its verb says, or the one thing the card does.
fn part_of<'p>(parts: &'p [Part], option: &Choice) -> &'p Part {
    let does = option.verb.map(Verb::does);
    let found = does.and_then(|does| parts.iter().find(|it| it.does == does));
    found.unwrap_or(&parts[0])
}
