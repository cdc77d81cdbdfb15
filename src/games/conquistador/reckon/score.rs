//! Victory points (game file 5.2) and who controls an Area (4.11).

use super::super::data::Tables;
use super::super::ids::AreaId;
use super::super::state::Open;
use crate::engine::seat::Seat;
use serde::Serialize;
use std::cmp::Reverse;

/// The victory points of a power, by where they come from.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize)]
pub struct Score {
    /// Of its Treasury.
    pub ducats: i32,
    /// Of Areas it controls.
    pub areas: i32,
    /// How many Areas it controls.
    pub area_count: u32,
    /// Of discoveries credited to it.
    pub discoveries: i32,
    /// Lost by failed quests and duties, Tordesillas, debt: never above 0.
    pub penalties: i32,
    /// All of it.
    pub total: i32,
}

/// What a power would score if the game ended now.
pub fn vp(tables: &Tables, open: &Open, seat: Seat) -> Score {
    let power = open.power(seat);
    let held = tables.map.areas().iter();
    let held: Vec<_> = held
        .filter(|it| controls(tables, open, it.id) == Some(seat))
        .collect();
    let areas = held.iter().map(|it| area_vp(tables, open, it.id)).sum();
    let treasury = i32::try_from(power.treasury).expect("no Treasury is that full");
    let ducats = treasury * tables.ret.vp_per_ducat;
    Score {
        ducats,
        areas,
        area_count: u32::try_from(held.len()).expect("there are few Areas"),
        discoveries: power.discovery_vp,
        penalties: power.penalty_vp,
        total: ducats + areas + power.discovery_vp + power.penalty_vp,
    }
}

/// What control of an Area is worth in this scenario.
pub fn area_vp(tables: &Tables, open: &Open, area: AreaId) -> i32 {
    let full = tables.map.area_of(area).vp;
    match tables.scenario(&open.options.scenario).half_area_vp {
        true => full / 2,
        false => full,
    }
}

/// Colonists of a power in an Area.
pub fn colonists(tables: &Tables, open: &Open, seat: Seat, area: AreaId) -> u32 {
    let hexes = tables.map.hexes_of(area).iter();
    hexes.map(|it| open.men(*it, seat).colonists).sum()
}

/// Who controls an Area: at least so many Colonists, and more than every other power (4.11).
pub fn controls(tables: &Tables, open: &Open, area: AreaId) -> Option<Seat> {
    let count = |seat: &Seat| (colonists(tables, open, *seat, area), *seat);
    let mut counts: Vec<(u32, Seat)> = open.table.iter().map(count).collect();
    counts.sort_by_key(|it| Reverse(it.0));
    let (most, first) = *counts.first()?;
    let second = counts.get(1).map_or(0, |it| it.0);
    (most >= tables.gold.control && most > second).then_some(first)
}
