//! What a robot knows, asked the way it asks.

use super::super::data::{LeaderType, Tables, is_portugal, is_spain};
use super::super::ids::{AreaId, At, DiscoveryId, Label, LeaderId};
use super::super::map::{Map, Ocean};
use super::super::men::{Men, Ships};
use super::super::reckon::{ground, ports};
use super::super::state::{Open, Sealed};
use super::super::view::View;
use super::far::Far;
use packetboat_core::prelude::*;
use packetboat_kit::hex::Hex;
use std::cell::RefCell;
use std::rc::Rc;

/// A Ducat, in the hundredths in which everything is reckoned.
pub(super) const DUCAT: i64 = 100;

/// A victory point: two make a Ducat at the end of the game (5.2).
pub(super) const VP: i64 = 50;

/// Who is in an Area.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Held {
    /// Own men ashore.
    pub(super) own: Men,
    /// Colonists of the other power that has most.
    pub(super) rivals: u32,
    /// Soldiers of all others.
    pub(super) foreign: u32,
}

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
    held: BTreeMap<AreaId, Held>,
    /// Colonists that a settlement loses a turn, in hundredths, by level of attrition.
    wasting: [i64; 6],
    /// Ways of ships asked for so far: reckoned once.
    ways: RefCell<BTreeMap<Hex, Rc<Far>>>,
}

impl<'a> Mind<'a> {
    /// Of the power that looks.
    pub(super) fn new(view: &'a View, dice: &mut Dice) -> Self {
        let me = view.me();
        let open: &Open = &view.open;
        let list = &view.tables.discoveries;
        let count = u32::try_from(list.len()).expect("a short list");
        let rolls = dice.roll(Bowl::Hidden, "what it likes", count, 60);
        let ids = list.iter().map(|it| it.id);
        Mind {
            view,
            me,
            left: (open.options.last_turn + 1)
                .saturating_sub(open.turn)
                .max(1),
            graft: if open.power(me).graft { 2 } else { 1 },
            moods: ids.zip(rolls.iter().map(|it| it + 40)).collect(),
            held: held(view, me),
            wasting: wasting(&view.tables, me),
            ways: RefCell::default(),
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

    /// How much it likes a discovery that nobody has made, in percent; 0 if it is made.
    pub(super) fn mood(&self, id: DiscoveryId) -> i64 {
        let open = self.open();
        if open.discovered.contains_key(&id) || open.made_before.contains(&id) {
            return 0;
        }
        i64::from(self.moods.get(&id).copied().unwrap_or(100))
    }

    /// Whether others are in a hex: nobody else lands or marches there.
    pub(super) fn taken(&self, hex: Hex) -> bool {
        let ashore = self.open().hexes.get(&hex);
        let mut stacks = ashore.into_iter().flat_map(|it| &it.stacks);
        stacks.any(|(seat, stack)| *seat != self.me && !stack.is_empty())
    }

    /// Own men ashore in a hex.
    pub(super) fn men(&self, hex: Hex) -> Men {
        self.open().men(hex, self.me)
    }

    /// Own leaders of a type ashore in a hex.
    pub(super) fn leaders(&self, hex: Hex, kind: LeaderType) -> Vec<LeaderId> {
        let stack = self.open().stack(hex, self.me);
        let leaders = stack.into_iter().flat_map(|it| &it.leaders).copied();
        let alike = |it: &LeaderId| self.tables().leader(*it).kind == kind;
        leaders.filter(alike).collect()
    }

    /// Gold ashore in a hex that is its own, or nobody's who is there.
    pub(super) fn gold_at(&self, hex: Hex) -> u32 {
        let ashore = self.open().hexes.get(&hex);
        let lots = ashore.into_iter().flat_map(|it| &it.gold);
        let free = lots.filter(|it| it.owner == self.me || !self.taken(hex));
        free.map(|it| it.ducats).sum()
    }

    /// Whether a hex is an own Port for all ships (4.11).
    pub(super) fn is_port(&self, hex: Hex) -> bool {
        ports::is_port(self.tables(), self.open(), self.me, hex, false)
    }

    /// Who is in an Area.
    pub(super) fn held(&self, area: AreaId) -> Held {
        self.held.get(&area).copied().unwrap_or_default()
    }

    /// Adjusted Attrition Level of a hex of land (4.8).
    pub(super) fn level(&self, hex: Hex) -> u32 {
        ground::attrition_level(self.tables(), hex)
    }

    /// Colonists that a settlement loses a turn by attrition, in hundredths.
    pub(super) fn wasting(&self, hex: Hex) -> i64 {
        self.wasting[self.level(hex) as usize]
    }

    /// Turns, this one included, in which a settlement there costs victory points by the Treaty of
    /// Tordesillas (2.6).
    pub(super) fn forbidden_turns(&self, area: AreaId) -> u32 {
        let wrong = match self.map().area_of(area).tordesillas {
            Some('P') => is_spain(self.me),
            Some('S') => is_portugal(self.me),
            _ => false,
        };
        let (open, last) = (self.open(), self.tables().ret.tordesillas_last);
        if wrong && open.options.tordesillas {
            (last + 1).saturating_sub(open.turn).min(self.left)
        } else {
            0
        }
    }

    /// Own ships in Europe, in expeditions that have come home or in none.
    pub(super) fn ships_at_home(&self) -> Ships {
        let fleets = self.view.fleets.iter();
        let home = fleets.filter(|it| it.power == self.me && it.at == At::Europe);
        home.map(|it| it.ships).sum()
    }

    /// Leaders in Europe when expeditions are formed: those there, and those due this turn.
    pub(super) fn leaders_at_home(&self) -> Vec<LeaderId> {
        let (own, open) = (self.own(), self.open());
        let due = self.tables().leaders.iter().filter(|it| {
            let now = it.enter == open.turn && !open.options.random_leaders;
            it.power == self.me && now && !own.gone.contains(&it.id)
        });
        let all = own.leaders.iter().copied().chain(due.map(|it| it.id));
        let all: BTreeSet<LeaderId> = all.into_set();
        all.into_iter().collect()
    }

    /// Whether a hex is on the Atlantic.
    pub(super) fn is_atlantic(&self, hex: Hex) -> bool {
        self.map().ocean(hex) == Some(Ocean::Atlantic)
    }

    /// How far it is for Caravels from a hex to every hex of the Atlantic.
    pub(super) fn by_sea(&self, from: Hex) -> Rc<Far> {
        let mut known = self.ways.borrow_mut();
        let far = known.entry(from);
        Rc::clone(far.or_insert_with(|| Rc::new(Far::by_sea(self.map(), from))))
    }

    /// What marches of at most so many movement points cost from a hex.
    pub(super) fn by_land(&self, from: Hex, most: u32) -> Far {
        Far::by_land(self.map(), from, most, |it| self.taken(it))
    }

    /// Movement points of Soldiers in a turn.
    pub(super) fn pace(&self) -> u32 {
        self.tables().units.soldier.land_mp * self.open().options.march_factor
    }

    /// The coast hex of its Area to which Soldiers bring gold from a hex in a turn, and come back
    /// from in another: the Atlantic before the Pacific, an own Port before others, the healthiest,
    /// the nearest.
    pub(super) fn port_for(&self, from: Hex) -> Option<Hex> {
        let map = self.map();
        if map.is_coast(from) {
            return Some(from);
        }
        let far = self.by_land(from, self.pace());
        let coasts = map.hexes_of(map.area(from)?).iter();
        let coasts = coasts.filter(|it| map.is_coast(**it));
        let near = coasts.filter_map(|it| Some((far.to(*it)?, *it)));
        let near = near.filter(|it| self.by_land(it.1, self.pace()).to(from).is_some());
        near.min_by_key(|(cost, hex)| {
            let (away, open) = (!self.is_atlantic(*hex), !self.is_port(*hex));
            (away, open, self.level(*hex), *cost, *hex)
        })
        .map(|it| it.1)
    }

    /// A label that no expedition or party has.
    pub(super) fn free_label(&self, used: &[String]) -> String {
        let own = self.own();
        let overseas = own.expeditions.iter().filter(|(_, it)| it.at != At::Europe);
        let labels = overseas.map(|it| it.0).chain(own.parties.keys());
        let taken: Vec<&str> = labels.map(Label::as_str).collect();
        let letter = self.me.as_str()[..1].to_ascii_uppercase();
        let mut labels = (1..100).map(|it| format!("{letter}{it}"));
        let free = labels.find(|it| !used.contains(it) && !taken.contains(&it.as_str()));
        free.expect("a power has fewer than a hundred expeditions and parties")
    }

    /// A hex as orders name it.
    pub(super) fn name(&self, hex: Hex) -> String {
        let place = self.map().place_at(hex);
        place.map_or_else(|| hex.to_string(), |it| it.slug.clone())
    }
}

/// Colonists that a settlement of six loses a turn by attrition, in hundredths, by level.
fn wasting(tables: &Tables, me: Seat) -> [i64; 6] {
    let lost = |level: u32, die: u32| {
        let toll = tables.land_attrition.result(level, die);
        match (toll.all, toll.star && is_spain(me)) {
            (true, _) => 6,
            (false, true) => 0,
            (false, false) => i64::from(toll.colonists),
        }
    };
    let mut wasting = [0; 6];
    for (level, slot) in (0..).zip(&mut wasting).skip(1) {
        *slot = (1..=6).map(|die| lost(level, die)).sum::<i64>() * 100 / 6;
    }
    wasting
}

fn held(view: &View, me: Seat) -> BTreeMap<AreaId, Held> {
    let mut heads: BTreeMap<(AreaId, Seat), u32> = BTreeMap::new();
    let mut all: BTreeMap<AreaId, Held> = BTreeMap::new();
    for (hex, ashore) in &view.open.hexes {
        let Some(area) = view.tables.map.area(*hex) else {
            continue;
        };
        let held = all.entry(area).or_default();
        for (seat, stack) in &ashore.stacks {
            if *seat == me {
                held.own += stack.men;
                continue;
            }
            let heads = heads.entry((area, *seat)).or_default();
            *heads += stack.men.colonists;
            held.rivals = held.rivals.max(*heads);
            held.foreign += stack.men.soldiers;
        }
    }
    all
}
