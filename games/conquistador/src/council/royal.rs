//! A1: the Royal Council's dice, and all that hangs on them (2.2).
//!
//! The order is fixed: all throw both dice in seat order; taxes with the Monarch in office when
//! the dice fell; Colonists; arrears; new Monarchs; every 6.4.13; then the other events in seat
//! order, each with its own dice at once.

use super::super::data::{Political, Tables};
use super::super::events::Cx;
use super::super::state::{Open, State};
use super::events::{Event, Why};
use super::{debts, ledger, political};
use packetboat_core::prelude::*;

/// The year in which turn 1 begins.
pub const FIRST_YEAR: u32 = 1495;
/// Years of a turn.
pub const YEARS_A_TURN: u32 = 5;

/// The year in which a turn begins (0.1).
pub fn year(turn: u32) -> u32 {
    FIRST_YEAR + YEARS_A_TURN * (turn - 1)
}

/// What a power threw.
struct Throw {
    power: Seat,
    first: u32,
    brings: Political,
}

/// The whole of A1, in the order of game file 2.2: taxes before new Monarchs, disease before other
/// events. A power with nothing gets its taxes too (Q37).
pub(super) fn council(tables: &Tables, state: &mut State, cx: &mut Cx<'_>) {
    let turn = state.open.turn;
    cx.announce(
        Event::TurnBegan {
            turn,
            year: year(turn),
        }
        .into(),
    );
    let throws = throw(tables, state, cx);
    for it in &throws {
        let monarch = state.open.power(it.power).monarch;
        let taxes = tables.ret.taxes[&monarch][it.first as usize - 1];
        ledger::receive(state, it.power, taxes, Why::Taxes, "", cx);
        let colonists = tables.ret.colonists[it.first as usize - 1];
        state.power_mut(it.power).colonists_left = colonists;
    }
    debts::arrears(tables, state, cx);
    for it in &throws {
        if let Political::Monarch(now) = it.brings {
            let power = it.power;
            let before = std::mem::replace(&mut state.power_mut(power).monarch, now);
            cx.announce(Event::MonarchCrowned { power, before, now }.into());
        }
    }
    let is_disease = |it: &&Throw| it.brings == Political::Event(political::DISEASE);
    for it in throws.iter().filter(is_disease) {
        political::read(tables, state, it.power, political::DISEASE, cx);
    }
    for it in throws.iter().filter(|it| !is_disease(it)) {
        if let Political::Event(number) = it.brings {
            political::read(tables, state, it.power, number, cx);
        }
    }
    // Who worked a mine in the last C1 is asked for once more by 6.4.10, and then no longer.
    for mine in state.open.mines.values_mut() {
        mine.worked = None;
    }
    for city in state.open.cities.values_mut() {
        city.by = None;
    }
}

/// The powers that have not been dropped, in seat order: one with an empty Treasury plays on
/// (6.2.3), and one without anything at all (Q122).
pub(super) fn playing(open: &Open) -> Vec<Seat> {
    let table = open.table.iter().copied();
    table.filter(|it| !open.power(*it).dropped).collect()
}

/// Each power throws two dice: the first gives its taxes, by its Monarch (6.3.1), and the Colonists
/// it may buy (6.3.2), both together its event (6.3.3).
fn throw(tables: &Tables, state: &State, cx: &mut Cx<'_>) -> Vec<Throw> {
    let mut throws = Vec::new();
    for power in playing(&state.open) {
        let why = format!("events of {}", tables.title(power));
        let dice = cx.dice.roll(Bowl::Open, &why, 2, 6);
        let (first, second) = (dice[0], dice[1]);
        let brings = tables.ret.event(first, second);
        let monarch = state.open.power(power).monarch;
        let event = Event::CouncilDice {
            power,
            first,
            second,
            monarch,
            taxes: tables.ret.taxes[&monarch][first as usize - 1],
            colonists: tables.ret.colonists[first as usize - 1],
            brings: match brings {
                Political::Nothing => "-".to_owned(),
                Political::Monarch(rating) => rating.letter().to_string(),
                Political::Event(number) => number.to_string(),
            },
        };
        cx.announce(event.into());
        throws.push(Throw {
            power,
            first,
            brings,
        });
    }
    throws
}
