//! Looting the treasure cities, and their exhaustion (4.9).

use super::super::events::Cx;
use super::events::Event;
use super::mining;
use crate::data::Tables;
use crate::reckon::loot::{loot, looters};
use crate::state::State;
use packetboat_core::prelude::*;
use packetboat_kit::hex::Hex;

/// The city is looted.
pub(super) fn take(tables: &Tables, state: &mut State, seat: Seat, hex: Hex, cx: &mut Cx<'_>) {
    let ducats = loot(tables, &state.open, seat, hex);
    let looters = looters(tables, &state.open, seat, hex);
    let city = state.open.cities.entry(hex).or_default();
    city.looted += 1;
    city.by = Some(seat);
    mining::raise(tables, state, seat, hex, ducats);
    let place = tables.map.name_of(hex);
    cx.announce(
        Event::CityLooted {
            seat,
            place,
            looters,
            ducats,
        }
        .into(),
    );
}

/// Rolls for a city that this power has looted in this C1: nothing is left if the die is not
/// above the turns it was looted, by anyone.
pub(super) fn deplete(tables: &Tables, state: &mut State, seat: Seat, hex: Hex, cx: &mut Cx<'_>) {
    let city = state.open.cities.get_mut(&hex);
    let Some(city) = city.filter(|it| it.by == Some(seat)) else {
        return;
    };
    let place = tables.map.name_of(hex);
    let die = cx.dice.one(Bowl::Open, &format!("treasure of {place}"), 6);
    let turns = city.looted;
    city.exhausted = die <= turns;
    let event = if city.exhausted {
        Event::CityExhausted {
            seat,
            place,
            die,
            turns,
        }
    } else {
        Event::CityLasts {
            seat,
            place,
            die,
            turns,
        }
    };
    cx.announce(event.into());
}
