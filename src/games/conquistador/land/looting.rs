//! Looting the treasure cities, and their exhaustion (4.9).

use super::super::events::Cx;
use super::events::Event;
use super::mining;
use crate::engine::dice::Bowl;
use crate::engine::seat::Seat;
use crate::games::conquistador::data::{LeaderType, Tables};
use crate::games::conquistador::reckon::{ground, units};
use crate::games::conquistador::state::{Open, State};
use crate::games::hex::Hex;

/// Ducats that a power may loot in a city now; 0: it may not. The Area must be pacified; of two
/// powers in the city the one with more Soldiers loots (Q114).
pub(super) fn loot(tables: &Tables, open: &Open, seat: Seat, hex: Hex) -> u32 {
    let area = tables.map.area(hex).expect("cities lie in Areas");
    let city = open.cities.get(&hex);
    let spent = city.is_some_and(|it| it.exhausted || it.by.is_some());
    let soldiers = open.men(hex, seat).soldiers;
    let rivals = ground::others_in(open, seat, hex);
    let outdone = |rival: &Seat| open.men(hex, *rival).soldiers >= soldiers;
    if spent || open.natives(area) > 0 || rivals.iter().any(outdone) {
        return 0;
    }
    let looted = looters(tables, open, seat, hex) * tables.gold.per_looter;
    looted.min(tables.gold.cities[&hex].rate)
}

/// Soldiers and Conquistadors in a city.
fn looters(tables: &Tables, open: &Open, seat: Seat, hex: Hex) -> u32 {
    let Some(stack) = open.stack(hex, seat) else {
        return 0;
    };
    stack.men.soldiers + units::of_type(tables, &stack.leaders, LeaderType::Conquistador)
}

/// The city is looted.
pub(super) fn take(tables: &Tables, state: &mut State, seat: Seat, hex: Hex, cx: &mut Cx<'_>) {
    let ducats = loot(tables, &state.open, seat, hex);
    let looters = looters(tables, &state.open, seat, hex);
    let city = state.open.cities.entry(hex).or_default();
    city.looted += 1;
    city.by = Some(seat);
    mining::raise(tables, state, seat, hex, ducats);
    let place = tables.map.name_of(hex);
    cx.tell_all(
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
    let event = match city.exhausted {
        true => Event::CityExhausted {
            seat,
            place,
            die,
            turns,
        },
        false => Event::CityLasts {
            seat,
            place,
            die,
            turns,
        },
    };
    cx.tell_all(event.into());
}
