//! The names that orders and tests may use.

use super::board::{Direction, Passage};
use super::data::{Resource, Tables, Upgrade, Weapon};
use packetboat_core::lang::form::{either, numbered};
use packetboat_core::prelude::*;

pub(super) fn step(tables: &Tables, name: &'static str) -> Slot {
    let ways = <Direction as OrderPart<Tables>>::slots(tables, name);
    either(vec![ways, vec![hex(tables, name)]])
}

pub(super) fn hex(tables: &Tables, name: &'static str) -> Slot {
    numbered(name, tables.board.hex_names.clone(), "rows are 01 to 11")
}

/// The names of all passages: by their waypoints either way, or by their code.
pub(super) fn passages(tables: &Tables) -> Names {
    let noun = |passage: &Passage| {
        let (one, other) = passage.name.split_once('-').expect("two waypoints");
        let back = format!("{other}-{one}");
        Noun::new(&passage.name).or(back).or(&passage.code)
    };
    Names::of("passage", tables.board.passages.iter().map(noun))
}

pub(super) fn seats(tables: &Tables) -> Names {
    players(tables, &[])
}

pub(super) fn goal(tables: &Tables, name: &'static str) -> Slot {
    let named = packetboat_core::lang::form::name(name, tables.goals.clone());
    either(vec![vec![hex(tables, name)], vec![named]])
}

pub(super) fn players(tables: &Tables, more: &[&str]) -> Names {
    let seats = tables.seats.iter().map(|it| it.name.as_str());
    Names::new("player", seats.chain(more.iter().copied()))
}

pub(super) fn targets(tables: &Tables) -> Names {
    players(tables, &["ANY", "WEAKEST", "LEADER"])
}

pub(super) fn victims(tables: &Tables) -> Names {
    players(tables, &["RICHEST", "LEADER"])
}

pub(super) fn rivals(tables: &Tables) -> Names {
    players(tables, &["WEAKEST", "LEADER"])
}

pub(super) fn resources(_tables: &Tables) -> Names {
    let noun = |resource: Resource| match resource {
        Resource::Gunpowder => Noun::new(resource.word()).or("powder"),
        _ => Noun::new(resource.word()),
    };
    Names::of("resource", Resource::ALL.map(noun))
}

pub(super) fn upgrades(_tables: &Tables) -> Names {
    let noun = |upgrade: Upgrade| match upgrade {
        Upgrade::Tradingpost => Noun::new(upgrade.word()).or("POST"),
        _ => Noun::new(upgrade.word()),
    };
    Names::of("upgrade", Upgrade::ALL.map(noun))
}

pub(super) fn weapons(_tables: &Tables) -> Names {
    Names::new("weapon", Weapon::ALL.map(Weapon::word))
}

pub(super) fn shots(_tables: &Tables) -> Names {
    let shots = Weapon::ALL.into_iter().filter(|it| it.is_shot());
    Names::new("shot", shots.map(Weapon::word))
}
