//! What may be named: places, zones, Areas, leaders, powers, units.

use super::super::data::Tables;
use super::super::ids::AreaId;
use super::super::map::{Map, slug};
use super::super::men::{Hull, Kind};
use super::super::state::lent;
use super::super::view::View;
use super::common::MANY;
use packetboat_core::lang::form::{
    Clausal, Shape, choice, clause, code, counted, either, implied, list, name, word,
};
use packetboat_core::prelude::*;

/// Places offered in place of an Area.
const OFFERED: usize = 3;

/// The lists of names, made once for a grammar.
pub(super) struct Atlas {
    places: Names,
    zones: Names,
    areas: Names,
    leaders: Names,
    all_leaders: Names,
    powers: Names,
}

impl Atlas {
    /// For one viewer: the powers at his table, and the leaders who are his or lent to him
    /// (spectators: everybody's).
    pub(super) fn of(view: &View) -> Self {
        let tables: &Tables = &view.tables;
        let map = &tables.map;
        let table = &view.open.table;
        let coded = |id: &str, title: &str| Noun::new(id).or(slug(title));
        let all = || tables.leaders.iter().filter(|it| table.contains(&it.power));
        let leaders = all().filter(|it| match view.seat {
            Some(seat) => {
                it.power == seat || lent(&view.deals, it.id).is_some_and(|it| it.borrower == seat)
            }
            None => true,
        });
        let leaders = leaders.map(|it| coded(it.id.as_str(), &it.name));
        let all = all().map(|it| coded(it.id.as_str(), &it.name));
        let zones = map.zones().iter();
        let areas = map.areas().iter();
        let areas = areas.map(|it| {
            let noun = coded(it.id.as_str(), &it.name);
            noun.holding(coasts(map, it.id))
        });
        Atlas {
            places: tables.place_names.clone(),
            zones: Names::of("zone", zones.map(|it| coded(it.id.as_str(), &it.name))),
            areas: Names::of("Area", areas),
            leaders: Names::of("leader", leaders),
            all_leaders: Names::of("leader", all),
            powers: Names::new("power", table.iter().map(|it| it.as_str().to_owned())),
        }
    }

    /// A hex by number or name; Europe too.
    pub(super) fn place(&self, value: &'static str) -> Slot {
        either(vec![
            vec![code(value, Shape::Hex)],
            vec![name(value, self.places.clone())],
        ])
    }

    /// An Area.
    pub(super) fn area(&self) -> Slot {
        name("area", self.areas.clone())
    }

    /// A sea zone.
    pub(super) fn zone(&self) -> Slot {
        name("zone", self.zones.clone())
    }

    /// A power at the table.
    pub(super) fn power(&self, value: &'static str) -> Slot {
        name(value, self.powers.clone())
    }

    /// A leader of any power at the table.
    pub(super) fn anybodys_leader(&self) -> Slot {
        name("leader", self.all_leaders.clone())
    }

    /// A leader.
    pub(super) fn leader(&self) -> Slot {
        name("leader", self.leaders.clone())
    }

    /// A place, a zone or an Area.
    pub(super) fn spot(&self) -> Slot {
        either(vec![
            vec![self.place("place")],
            vec![implied(&["ZONE"]), self.zone()],
            vec![implied(&["AREA"]), self.area()],
        ])
    }

    /// Points on the way.
    pub(super) fn via(&self) -> Clausal {
        let spots = list("via", Marks::All, vec![self.spot()]);
        clause(vec![word(&["VIA"]), spots])
    }

    /// Land units and leaders.
    pub(super) fn units(&self, value: &'static str) -> Slot {
        let unit = either(vec![
            vec![implied(&["leader"]), self.leader()],
            vec![counted("unit", kinds(), 1, MANY, Count::OrMax)],
        ]);
        either(vec![
            vec![choice(value, &[&["ALL"]])],
            vec![list(value, Marks::All, vec![unit])],
        ])
    }
}

/// A few places of an Area to which an order may go, those nearest to Europe by sea first: for
/// players who name the Area in place of one of them.
fn coasts(map: &Map, area: AreaId) -> Vec<String> {
    let places = map.places().iter();
    let mut places: Vec<_> = places.filter(|it| map.area(it.hex) == Some(area)).collect();
    places.sort_by_key(|it| (!map.is_coast(it.hex), map.bounds(it.hex), it.hex));
    let coast = places.first().is_some_and(|it| map.is_coast(it.hex));
    let alike = places
        .into_iter()
        .filter(|it| map.is_coast(it.hex) == coast);
    alike.take(OFFERED).map(|it| it.slug.clone()).collect()
}

/// Kinds of land units.
pub(super) fn kinds() -> Names {
    let nouns = Kind::ALL.map(|it| {
        let many = match it {
            Kind::Colonist => "colonists",
            Kind::Soldier => "soldiers",
            Kind::Missionary => "missionaries",
        };
        Noun::new(it.word()).many(many)
    });
    Names::of("kind of unit", nouns)
}

/// Kinds of ships.
pub(super) fn ships() -> Names {
    let nouns = Hull::ALL.map(|it| Noun::new(it.word()).many(format!("{}s", it.word())));
    Names::of("ship", nouns)
}

/// Both.
pub(super) fn ships_or_kinds() -> Names {
    Names::of(
        "ship or unit",
        ships().of.iter().chain(kinds().of.iter()).cloned(),
    )
}
