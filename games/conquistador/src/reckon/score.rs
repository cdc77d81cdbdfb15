//! Victory points (game file 5.2) and who controls an Area (4.11).

use super::super::data::Tables;
use super::super::ids::AreaId;
use super::super::state::Open;
use packetboat_core::prelude::*;

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

/// What a power would score if the game ended now (5.2): for each Ducat in its Treasury (6.2.1),
/// for Areas, discoveries and penalties; nothing for gold that is not in Europe.
pub fn vp(tables: &Tables, open: &Open, seat: Seat) -> Score {
    let power = open.power(seat);
    let held = controlled(tables, open);
    let held = held.iter().filter(|(_, it)| **it == seat);
    let held: Vec<AreaId> = held.map(|(area, _)| *area).collect();
    let areas = held.iter().map(|it| area_vp(tables, open, *it)).sum();
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
    if tables.scenario(&open.options.scenario).half_area_vp {
        full / 2
    } else {
        full
    }
}

/// Colonists in each Area that has some, by power.
pub fn colonists(tables: &Tables, open: &Open) -> BTreeMap<AreaId, BTreeMap<Seat, u32>> {
    let mut heads: BTreeMap<AreaId, BTreeMap<Seat, u32>> = BTreeMap::new();
    for (hex, ashore) in &open.hexes {
        let stacks = ashore.stacks.iter();
        for (seat, stack) in stacks.filter(|(_, it)| it.men.colonists > 0) {
            let area = tables.map.area(*hex).expect("land units are on land");
            *heads.entry(area).or_default().entry(*seat).or_default() += stack.men.colonists;
        }
    }
    heads
}

/// The Areas that are controlled, and by whom (4.11).
pub fn controlled(tables: &Tables, open: &Open) -> BTreeMap<AreaId, Seat> {
    let heads = colonists(tables, open);
    let held = heads.iter();
    held.filter_map(|(area, heads)| Some((*area, controls(tables, heads)?)))
        .into_map()
}

/// Who controls an Area with these Colonists: at least so many, and more than any other power
/// (4.11).
pub fn controls(tables: &Tables, heads: &BTreeMap<Seat, u32>) -> Option<Seat> {
    let (first, most) = heads.iter().max_by_key(|it| *it.1)?;
    let rivals = heads.iter().filter(|it| it.0 != first);
    let second = rivals.map(|it| *it.1).max().unwrap_or(0);
    (*most >= tables.gold.control && *most > second).then_some(*first)
}
