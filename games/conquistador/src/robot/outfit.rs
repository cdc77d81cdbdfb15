//! The purse of a sheet a: what is there in Europe, what is bought, and the blocks of the
//! Expedition Log, written down in the end.

use super::super::data::LeaderType;
use super::super::ids::{AreaId, LeaderId};
use super::super::men::{Hull, Kind, Men, Ships};
use super::super::orders::Ware;
use super::super::reckon::{units, voyage};
use super::super::state::Expedition;
use super::super::{advise, faces};
use super::fleet::{Reckoned, Route, holds, price};
use super::mind::Mind;
use packetboat_kit::hex::Hex;
use packetboat_kit::words::{commas, counted};
use std::collections::BTreeMap;

/// What a robot has to spend, and what it has decided.
pub(super) struct Outfit {
    /// Ducats that may be spent.
    pub(super) purse: i64,
    /// Colonists that may still be bought.
    pub(super) colonists: u32,
    /// Ships in Europe that have nothing to do yet.
    pub(super) idle: Ships,
    /// Men in Europe.
    pub(super) men: Men,
    /// Leaders in Europe.
    pub(super) leaders: Vec<LeaderId>,
    /// Own men on their way, by the hex they land in, so that nobody sends them twice.
    pub(super) ashore: Vec<(Hex, Men)>,
    bought: BTreeMap<Ware, u32>,
    orders: Vec<String>,
    sequels: Vec<String>,
    used: Vec<String>,
    /// Room for gold of ships that will lie in a Port and sail home, in Ducats.
    room: Vec<(Hex, u32)>,
}

/// An expedition from Europe.
pub(super) struct Venture {
    /// Its ships and their Bounds.
    pub(super) fleet: Reckoned,
    /// Where it goes.
    pub(super) route: Route,
    /// Who goes along, and ashore where they land.
    pub(super) men: Men,
    /// Leaders who go along.
    leaders: Vec<LeaderId>,
    /// Lines that follow the block; `@` stands for the label.
    pub(super) hemi: Vec<String>,
    /// What those who landed do later in the turn (one round a turn).
    pub(super) sequels: Vec<String>,
}

impl Venture {
    /// Of ships with men, and leaders as they are at hand.
    pub(super) fn new(
        fleet: Reckoned,
        route: Route,
        men: Men,
        leaders: [Option<LeaderId>; 2],
    ) -> Self {
        Venture {
            fleet,
            route,
            men,
            leaders: leaders.into_iter().flatten().collect(),
            hemi: Vec::new(),
            sequels: Vec::new(),
        }
    }
}

impl Outfit {
    /// Before anything is decided.
    pub(super) fn new(mind: &Mind<'_>) -> Self {
        let (own, power) = (mind.own(), mind.open().power(mind.me));
        Outfit {
            purse: i64::from(power.treasury) - wanted_for_upkeep(mind),
            colonists: power.colonists_left,
            idle: mind.ships_at_home(),
            men: own.europe,
            leaders: mind.leaders_at_home(),
            ashore: Vec::new(),
            bought: BTreeMap::new(),
            orders: Vec::new(),
            sequels: Vec::new(),
            used: Vec::new(),
            room: Vec::new(),
        }
    }

    /// An Explorer who is in Europe, or a Privateer who is as good at sea (3.10).
    pub(super) fn explorer(&self, mind: &Mind<'_>) -> Option<LeaderId> {
        let mut leaders = self.leaders.iter().copied();
        leaders.find(|it| voyage::is_explorer(mind.tables().leader(*it)))
    }

    /// A leader in Europe of a type.
    pub(super) fn leader(&self, mind: &Mind<'_>, kind: LeaderType) -> Option<LeaderId> {
        let mut leaders = self.leaders.iter().copied();
        leaders.find(|it| mind.tables().leader(*it).kind == kind)
    }

    /// Ducats that ships decided upon can take home from a Port.
    pub(super) fn fetched(&self, port: Hex) -> u32 {
        let there = self.room.iter().filter(|it| it.0 == port);
        there.map(|it| it.1).sum()
    }

    /// Own Colonists on their way to a hex.
    pub(super) fn settlers(&self, hex: Hex) -> u32 {
        let there = self.ashore.iter().filter(|it| it.0 == hex);
        there.map(|it| it.1.colonists).sum()
    }

    /// Own men on their way to an Area.
    pub(super) fn bound_for(&self, mind: &Mind<'_>, area: AreaId) -> Men {
        let there = self.ashore.iter();
        let there = there.filter(|it| mind.map().area(it.0) == Some(area));
        there.map(|it| it.1).sum()
    }

    /// Ducats that these men would cost besides those who are in Europe.
    pub(super) fn hire(&self, mind: &Mind<'_>, men: &Men) -> i64 {
        let kinds = Kind::ALL.into_iter().map(|kind| {
            let missing = men.get(kind).saturating_sub(self.men.get(kind));
            i64::from(missing) * price(mind, Ware::from(kind))
        });
        kinds.sum()
    }

    /// Whether the men can be had: Colonists are few, Soldiers not to be had in a civil war.
    pub(super) fn can_hire(&self, mind: &Mind<'_>, men: &Men) -> bool {
        let war = mind.open().power(mind.me).civil_war;
        men.colonists <= self.colonists && (men.soldiers <= self.men.soldiers || !war)
    }

    /// Decides for an expedition: takes its ships, men and money.
    pub(super) fn commit(&mut self, mind: &Mind<'_>, venture: Venture) {
        let label = mind.free_label(&self.used);
        self.used.push(label.clone());
        let men = venture.men;
        self.purse -= venture.fleet.cash + self.hire(mind, &men);
        for hull in Hull::ALL {
            let wanted = venture.fleet.ships.get(hull);
            let taken = wanted.min(self.idle.get(hull));
            *self.idle.slot(hull) -= taken;
            self.buy(Ware::from(hull), wanted - taken);
        }
        for kind in Kind::ALL {
            let wanted = men.get(kind);
            let taken = self.men.take(kind, wanted);
            self.buy(Ware::from(kind), wanted - taken);
        }
        self.colonists = self.colonists.saturating_sub(men.colonists);
        self.leaders.retain(|it| !venture.leaders.contains(it));
        self.ashore.push((venture.route.landing, men));
        if venture.route.returns {
            let room = holds(mind, venture.fleet.ships) * mind.tables().units.ducats_per_point;
            self.room.push((venture.route.end, room));
        }
        self.orders.push(block(mind, &label, &venture));
        let hemi = venture.hemi.iter().map(|it| it.replace('@', &label));
        self.orders.extend(hemi);
        self.sequels.extend(venture.sequels);
    }

    fn buy(&mut self, ware: Ware, number: u32) {
        if number > 0 {
            *self.bought.entry(ware).or_default() += number;
        }
    }

    /// A line about ships overseas.
    pub(super) fn order(&mut self, line: String) {
        self.orders.push(line);
    }

    /// The orders, purchases first; and the sequels.
    pub(super) fn written(self) -> (Vec<String>, Vec<String>) {
        let items = self.bought.iter();
        let items = commas(items.map(|(ware, n)| counted(*n, ware.word())));
        let mut lines = Vec::new();
        if !items.is_empty() {
            lines.push(format!("BUY {items}"));
        }
        lines.extend(self.orders);
        (lines, self.sequels)
    }
}

/// What upkeep will take out of the Treasury, gold that may come home counted against it.
fn wanted_for_upkeep(mind: &Mind<'_>) -> i64 {
    let aboard = mind.own().expeditions.values().map(Expedition::gold);
    let ashore = mind.open().hexes.values().flat_map(|it| &it.gold);
    let ashore = ashore.filter(|it| it.owner == mind.me).map(|it| it.ducats);
    let gold: u32 = aboard.chain(ashore).sum();
    let earned = advise::upkeep::earnings(mind.view);
    i64::from(faces::upkeep(mind.view).saturating_sub(earned + gold))
}

fn block(mind: &Mind<'_>, label: &str, venture: &Venture) -> String {
    let ships = venture.fleet.ships;
    let ships = commas(ships.each().map(|(hull, n)| counted(n, hull.word())));
    let aboard = units::said(&venture.men, &venture.leaders);
    let load = if aboard.is_empty() {
        String::new()
    } else {
        format!(" LOAD {aboard}")
    };
    let landing = mind.name(venture.route.landing);
    let back = if venture.route.returns {
        "HOME"
    } else {
        "STAY"
    };
    format!("EXPEDITION {label} FROM europe SHIPS {ships}{load} LAND {landing} RETURN {back}")
}
