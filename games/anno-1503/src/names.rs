//! The names that orders and tests may use.

use super::data::{Building, Good, Tables};
use packetboat_core::lang::form::{choice, either, name};
use packetboat_core::prelude::*;

/// What a floor of gold is called among the goods.
pub(super) const GOLD: &str = "GOLD";

/// Any building that can be taken.
pub(super) const ANY: &str = "ANY";

/// What the need list lacks first.
pub(super) const AUTO: &str = "AUTO";

pub(super) fn goods(_tables: &Tables) -> Names {
    let noun = |good: Good| Noun::new(good.word()).or(format!("{}s", good.word()));
    Names::of("kind of goods", Good::ALL.map(noun))
}

pub(super) fn floors(_tables: &Tables) -> Names {
    let goods = Good::ALL.map(Good::word).into_iter();
    let goods = goods.map(|it| Noun::new(it).or(format!("{it}s")));
    Names::of("kind of goods or GOLD", goods.chain([Noun::new(GOLD)]))
}

pub(super) fn buildings(_tables: &Tables) -> Names {
    let noun = |building: Building| match building {
        Building::Bigbranch => Noun::new(building.word()).or("big branch office"),
        _ => Noun::new(building.word()),
    };
    Names::of("building", Building::ALL.map(noun))
}

pub(super) fn building_or_any(tables: &Tables, slot: &'static str) -> Slot {
    either(vec![
        vec![name(slot, buildings(tables))],
        vec![choice(slot, &[&[ANY]])],
    ])
}

pub(super) fn good_or_auto(tables: &Tables, slot: &'static str) -> Slot {
    either(vec![
        vec![name(slot, goods(tables))],
        vec![choice(slot, &[&[AUTO]])],
    ])
}

/// The kinds of tiles that TAKE and SKIP may name besides goods.
pub(super) const KINDS: [&[&str]; 5] = [
    &["AGREEMENT"],
    &["GOLD"],
    &["UPGRADE"],
    &["TREASURE"],
    &["ALL"],
];

pub(super) fn found(tables: &Tables, slot: &'static str) -> Slot {
    either(vec![
        vec![choice(slot, &KINDS)],
        vec![name(slot, goods(tables))],
    ])
}

pub(super) fn players(tables: &Tables, more: &[&str]) -> Names {
    let seats = tables.seats.iter().map(|it| it.name.as_str());
    Names::new("player", seats.chain(more.iter().copied()))
}

pub(super) fn victims(tables: &Tables) -> Names {
    players(tables, &["MOSTCARDS", "LEADER"])
}
