//! Placing domes: after each own action (R7, R22), and at the end of the card phase (R29).

use super::super::events::{Event, PhaseEnd};
use super::super::reckon::Pair;
use super::super::state::{Phase, State};
use super::cards;
use packetboat_core::engine::chronicle::Cx;

/// The seat asked pays this pair and places its dome, or does not; then the game goes on. At the
/// end of the card phase the non-dealer is asked once more if the dealer has just placed (R29).
pub fn answer(state: &mut State, pair: Option<Pair>, cx: &mut Cx<'_, Event>) {
    if let Some(pair) = pair {
        place(state, pair, cx);
    }
    match state.phase {
        Phase::Dome => cards::next_turn(state, cx),
        Phase::LastDome => cards::end(state, PhaseEnd::TwoPasses, cx),
        Phase::Closing1 => state.close(Phase::Closing2),
        Phase::Closing2 if pair.is_some() => state.close(Phase::Closing3),
        Phase::Closing2 | Phase::Closing3 => state.phase = Phase::Settle,
        Phase::SetUp | Phase::Gate | Phase::Card | Phase::Settle | Phase::Over => {
            unreachable!("no dome is asked for in phase {:?}", state.phase)
        }
    }
}

/// Takes the tokens of the pair and notes the dome. Nothing gives them back, whoever takes the
/// planet (R9). The dome stays; a later Raid finds only the tokens that are left (R24).
fn place(state: &mut State, pair: Pair, cx: &mut Cx<'_, Event>) {
    let seat = state.dome_asked().expect("a seat was asked");
    let Pair { first, second } = pair;
    let prices = state.prices;
    // R8: exactly the numbers shown, in tokens of their colours.
    *state.purse_mut(seat) -= pair.of(&prices);
    state.domes.push(seat);
    cx.announce(Event::DomePlaced {
        seat,
        first,
        second,
        paid_first: prices.get(first),
        paid_second: prices.get(second),
    });
}
