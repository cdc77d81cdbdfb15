//! What a robot knows, asked the way it asks.

use super::super::data::{LeaderType, Tables, is_portugal, is_spain};
use super::super::ids::{AreaId, At, DiscoveryId, LeaderId, ZoneId};
use super::super::map::{Map, Ocean, Terrain};
use super::super::men::{Men, Ships};
use super::super::state::{Open, Sealed};
use super::super::view::View;
use packetboat_core::engine::dice::{Bowl, Dice};
use packetboat_core::engine::seat::Seat;
use packetboat_core::gather::Gather;
use packetboat_kit::hex::Hex;
use packetboat_kit::ways::rings;
use std::cell::RefCell;
use std::collections::BTreeMap;
use std::rc::Rc;

/// A Ducat, in the hundredths in which everything is reckoned.
pub(super) const DUCAT: i64 = 100;

/// A victory point: two make a Ducat at the end of the game (5.2).
pub(super) const VP: i64 = 50;

/// How often it would like a war, in hundredths of its turns.
const WARLIKE: u32 = 14;

/// A robot at work on one sheet.
pub(super) struct Mind<'a> {
    /// What it sees.
    pub(super) view: &'a View,
    /// Which power it plays.
    pub(super) me: Seat,
    /// Turns still to be played, this one included.
    pub(super) left: u32,
    /// 2 in a year of graft (6.4.8), else 1.
    pub(super) graft: u32,
    /// How much it likes each discovery today, in percent: robots do not all run the same race.
    moods: BTreeMap<DiscoveryId, u32>,
    /// Whether it would like a war today.
    warlike: bool,
    /// Colonists in each Area of the other power that has most.
    rivals: BTreeMap<AreaId, u32>,
    /// Own men ashore by Area.
    men: BTreeMap<AreaId, Men>,
    /// Steps of a Caravel from hexes asked for so far: reckoned once.
    far: RefCell<BTreeMap<Hex, Rc<Steps>>>,
}

/// Steps of a Caravel to every hex of the Atlantic.
pub(super) type Steps = BTreeMap<Hex, u32>;

impl<'a> Mind<'a> {
    /// Of the power that looks.
    pub(super) fn new(view: &'a View, dice: &mut Dice) -> Self {
        let me = view.me();
        let open: &Open = &view.open;
        let list = &view.tables.discoveries;
        let count = u32::try_from(list.len()).expect("a short list");
        let rolls = dice.roll(Bowl::Hidden, "what it likes", count, 60);
        let ids = list.iter().map(|it| it.id);
        let temper = dice.one(Bowl::Hidden, "its temper", 100);
        Mind {
            view,
            me,
            left: (open.options.last_turn + 1)
                .saturating_sub(open.turn)
                .max(1),
            graft: if open.power(me).graft { 2 } else { 1 },
            moods: ids.zip(rolls.iter().map(|it| it + 40)).collect(),
            warlike: temper <= WARLIKE,
            rivals: rivals(view, me),
            men: men(view, me),
            far: RefCell::default(),
        }
    }

    pub(super) fn tables(&self) -> &'a Tables {
        &self.view.tables
    }

    pub(super) fn map(&self) -> &'a Map {
        &self.view.tables.map
    }

    pub(super) fn open(&self) -> &'a Open {
        &self.view.open
    }

    pub(super) fn own(&self) -> &'a Sealed {
        self.view.mine()
    }

    /// How much it likes a discovery, in percent.
    pub(super) fn mood(&self, id: DiscoveryId) -> i64 {
        i64::from(self.moods.get(&id).copied().unwrap_or(100))
    }

    /// Whether it would like a war today, and not only for gold.
    pub(super) fn is_warlike(&self) -> bool {
        self.warlike
    }

    /// Whether others stand in a hex: nobody else lands or marches there.
    pub(super) fn taken(&self, hex: Hex) -> bool {
        let ashore = self.open().hexes.get(&hex);
        let mut stacks = ashore.into_iter().flat_map(|it| &it.stacks);
        stacks.any(|(seat, stack)| *seat != self.me && !stack.is_empty())
    }

    /// Own men ashore in a hex.
    pub(super) fn men(&self, hex: Hex) -> Men {
        self.open().men(hex, self.me)
    }

    /// Own gold ashore in a hex.
    pub(super) fn gold_at(&self, hex: Hex) -> u32 {
        let ashore = self.open().hexes.get(&hex);
        let lots = ashore.into_iter().flat_map(|it| &it.gold);
        let own = lots.filter(|it| it.owner == self.me);
        own.map(|it| it.ducats).sum()
    }

    /// All gold ashore in a hex.
    pub(super) fn gold_lying(&self, hex: Hex) -> u32 {
        let ashore = self.open().hexes.get(&hex);
        let lots = ashore.into_iter().flat_map(|it| &it.gold);
        lots.map(|it| it.ducats).sum()
    }

    /// Whether a hex is an own Port for all ships (4.11).
    pub(super) fn is_port(&self, hex: Hex) -> bool {
        let men = self.men(hex);
        let held = men.colonists >= 2 || (men.colonists == 1 && men.soldiers >= 1);
        held && self.map().is_coast(hex)
    }

    /// Own men ashore in an Area.
    pub(super) fn men_in(&self, area: AreaId) -> Men {
        self.men.get(&area).copied().unwrap_or_default()
    }

    /// Own Colonists by hex.
    pub(super) fn settlements(&self) -> BTreeMap<Hex, u32> {
        let stacks = self.open().stacks_of(self.me);
        let settled = stacks.map(|(hex, it)| (hex, it.men.colonists));
        settled.filter(|(_, colonists)| *colonists > 0).into_map()
    }

    /// Colonists in an Area of the other power that has most.
    pub(super) fn rivals(&self, area: AreaId) -> u32 {
        self.rivals.get(&area).copied().unwrap_or(0)
    }

    /// Soldiers of others in an Area and its neighbours at war with nobody yet.
    pub(super) fn foreign_soldiers(&self, area: AreaId) -> u32 {
        let near = self.open().hexes.iter().filter(|(hex, _)| {
            let there = self.map().area(**hex);
            there.is_some_and(|it| it == area || self.map().areas_touch(it, area))
        });
        let stacks = near.flat_map(|(_, it)| &it.stacks);
        let others = stacks.filter(|(seat, _)| **seat != self.me);
        others.map(|(_, it)| it.men.soldiers).sum()
    }

    /// Adjusted Attrition Level of a hex (4.8).
    pub(super) fn level(&self, hex: Hex) -> u32 {
        let area = self.map().area(hex);
        let base = area.map_or(5, |it| self.map().area_of(it).attrition);
        let rough = self.map().terrain(hex) != Some(Terrain::Clear);
        let wet = self.map().by_water(hex);
        (base + u32::from(rough))
            .saturating_sub(u32::from(wet))
            .clamp(1, 5)
    }

    /// Colonists that a settlement of six loses a turn by attrition, in hundredths.
    pub(super) fn wasting(&self, hex: Hex) -> i64 {
        let (level, spain) = (self.level(hex), is_spain(self.me));
        let tolls = (1..=6).map(|die| self.tables().land_attrition.result(level, die));
        let lost = tolls.map(|toll| match (toll.all, toll.star && spain) {
            (true, _) => 6,
            (false, true) => 0,
            (false, false) => i64::from(toll.colonists),
        });
        lost.sum::<i64>() * 100 / 6
    }

    /// Whether a settlement there costs victory points by the Treaty of Tordesillas (2.6).
    pub(super) fn forbidden(&self, area: AreaId) -> bool {
        let side = self.map().area_of(area).tordesillas;
        let wrong = match side {
            Some('P') => is_spain(self.me),
            Some('S') => is_portugal(self.me),
            _ => false,
        };
        wrong && self.open().options.tordesillas
    }

    /// Turns, this one included, in which the treaty still holds.
    pub(super) fn treaty_turns(&self) -> u32 {
        let last = self.tables().ret.tordesillas_last;
        (last + 1).saturating_sub(self.open().turn)
    }

    /// Own ships in Europe, in expeditions that have come home or in none.
    pub(super) fn ships_at_home(&self) -> Ships {
        let fleets = self.view.fleets.iter();
        let home = fleets.filter(|it| it.power == self.me && it.at == At::Europe);
        home.map(|it| it.ships).sum()
    }

    /// Leaders in Europe when expeditions are formed: those there, and those due this turn.
    pub(super) fn leaders_at_home(&self) -> Vec<LeaderId> {
        let own = self.own();
        let due = self.tables().leaders.iter().filter(|it| {
            let shifted = self.open().options.random_leaders;
            it.power == self.me && it.enter == self.open().turn && !shifted
        });
        let due = due.map(|it| it.id).filter(|it| !own.gone.contains(it));
        let mut all: Vec<LeaderId> = own.leaders.iter().copied().chain(due).collect();
        all.sort_unstable();
        all.dedup();
        all
    }

    /// Whether a leader helps at sea as an Explorer does (3.10).
    pub(super) fn navigates(&self, leader: LeaderId) -> bool {
        let card = self.tables().leader(leader);
        card.kind == LeaderType::Explorer || card.explorer_at_sea
    }

    /// Whether ships that go there without an Explorer are in unknown waters (3.3).
    pub(super) fn unknown(&self, zone: Option<ZoneId>) -> bool {
        zone.is_some_and(|it| !self.own().charts.contains(&it))
    }

    /// Steps of a Caravel from a hex to every hex of the Atlantic.
    pub(super) fn steps(&self, from: Hex) -> Rc<Steps> {
        let mut known = self.far.borrow_mut();
        let steps = known
            .entry(from)
            .or_insert_with(|| Rc::new(steps(self.map(), from)));
        Rc::clone(steps)
    }

    /// A label that no expedition or party has.
    pub(super) fn free_label(&self, letter: char) -> String {
        let own = self.own();
        let used = |it: &String| {
            let mut labels = own.expeditions.keys().chain(own.parties.keys());
            labels.any(|label| label.to_string() == *it)
        };
        let mut labels = (1..100).map(|it| format!("{letter}{it}"));
        let free = labels.find(|it| !used(it));
        free.expect("a power has fewer than a hundred expeditions and parties")
    }

    /// A hex as orders name it.
    pub(super) fn name(&self, hex: Hex) -> String {
        let place = self.map().place_at(hex);
        place.map_or_else(|| hex.to_string(), |it| it.slug.clone())
    }
}

/// Of each Area, the Colonists of the other power that has most.
fn rivals(view: &View, me: Seat) -> BTreeMap<AreaId, u32> {
    let mut heads: BTreeMap<(AreaId, Seat), u32> = BTreeMap::new();
    for (hex, ashore) in &view.open.hexes {
        let Some(area) = view.tables.map.area(*hex) else {
            continue;
        };
        for (seat, stack) in ashore.stacks.iter().filter(|(seat, _)| **seat != me) {
            *heads.entry((area, *seat)).or_default() += stack.men.colonists;
        }
    }
    let mut most: BTreeMap<AreaId, u32> = BTreeMap::new();
    for ((area, _), heads) in heads {
        let slot = most.entry(area).or_default();
        *slot = heads.max(*slot);
    }
    most
}

fn steps(map: &Map, from: Hex) -> Steps {
    let near = |it: &Hex| map.ocean(*it).is_none_or(|it| it == Ocean::Atlantic);
    let around = |hex| map.ship_neighbours(hex, true).into_iter().filter(near);
    let rings = (0..).zip(rings(from, around));
    let far = rings.flat_map(|(steps, ring)| ring.into_iter().map(move |it| (it, steps)));
    far.collect()
}

/// Own men ashore by Area.
fn men(view: &View, me: Seat) -> BTreeMap<AreaId, Men> {
    let mut all: BTreeMap<AreaId, Men> = BTreeMap::new();
    for (hex, stack) in view.open.stacks_of(me) {
        if let Some(area) = view.tables.map.area(hex) {
            *all.entry(area).or_default() += stack.men;
        }
    }
    all
}
