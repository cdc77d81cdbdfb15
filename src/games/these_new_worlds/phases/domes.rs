//! Placing domes: after each own action (R7, R22), and at the end of the card phase (R29).

use super::super::TheseNewWorlds;
use super::super::events::{Event, PhaseEnd};
use super::super::reckon::Pair;
use super::super::state::{Phase, State};
use super::cards;
use crate::engine::rules::CxOf;

type Cx<'a> = CxOf<'a, TheseNewWorlds>;

/// The seat asked pays this pair and places its dome, or does not; then the game goes on.
pub fn answer(state: &mut State, pair: Option<Pair>, cx: &mut Cx<'_>) {
    if let Some(pair) = pair {
        place(state, pair, cx);
    }
    match state.phase {
        Phase::Dome => cards::next_turn(state, cx),
        Phase::LastDome => cards::end(state, PhaseEnd::TwoPasses, cx),
        Phase::Closing1 => close(state, Phase::Closing2),
        // R29: the non-dealer once more, if the dealer has just placed.
        Phase::Closing2 if pair.is_some() => close(state, Phase::Closing3),
        Phase::Closing2 | Phase::Closing3 => state.phase = Phase::Settle,
        Phase::SetUp | Phase::Gate | Phase::Card | Phase::Settle | Phase::Over => {
            unreachable!("no dome is asked for in phase {:?}", state.phase)
        }
    }
}

/// Goes to this closing phase, or past it where the dome stands already.
pub fn close(state: &mut State, phase: Phase) {
    state.phase = phase;
    let placed = state.dome_asked().is_some_and(|it| state.has_dome(it));
    if placed {
        match phase {
            Phase::Closing1 => close(state, Phase::Closing2),
            _ => state.phase = Phase::Settle,
        }
    }
}

fn place(state: &mut State, pair: Pair, cx: &mut Cx<'_>) {
    let seat = state.dome_asked().expect("a seat was asked");
    let Pair { first, second } = pair;
    let prices = state.prices;
    let purse = state.tokens.get_mut(&seat).expect("every seat has tokens");
    for colour in [first, second] {
        // R8: exactly the number shown, in tokens of that colour.
        *purse.at(colour) -= prices.of(colour);
    }
    state.domes.push(seat);
    cx.tell_all(Event::DomePlaced {
        seat,
        first,
        second,
        paid_first: prices.of(first),
        paid_second: prices.of(second),
    });
}
