//! The card phase: plays and passes, and when it ends (1.2 steps 2 and 3).

use super::super::data::{CardCode, Colour, Family, Tables};
use super::super::events::{Event, PhaseEnd};
use super::super::state::{Pace, Phase, State};
use packetboat_core::engine::chronicle::Cx;
use packetboat_kit::supply::take;

/// `turn` plays a card; of a wild card `colour` is the chosen one. Its tokens are booked at once,
/// and the card is the new top of the pile, a wild one with value 0 (R25). Then its dome may be
/// placed (R7).
pub fn play(
    tables: &Tables,
    state: &mut State,
    card: CardCode,
    colour: Option<Colour>,
    cx: &mut Cx<'_, Event>,
) {
    let seat = state.turn;
    let other = state.other(seat);
    let action = tables.action(card);
    let position = state.position(tables, seat);
    let how = position
        .how(action)
        .expect("only permitted cards are played");
    let colour = action.colour.or(colour);
    let colour = colour.expect("a wild card is played with a colour");
    let raid = action.family == Family::Raid;
    let mut gain = position.gives(action, Some(colour));
    if raid {
        *state.purse_mut(other).slot(colour) -= gain;
    } else {
        // Tokens are as many as there are; by these tables the limit is never met.
        let out = (position.tokens + position.theirs).get(colour);
        gain = gain.min(tables.tokens_max.saturating_sub(out));
    }
    *state.purse_mut(seat).slot(colour) += gain;
    let hand = state.hands.get_mut(&seat).expect("every seat has a hand");
    take(hand, &card);
    state.pile.push(card);
    state.after_pass = state.passed == Some(other);
    state.passed = None;
    if state.pace == Pace::Exchange {
        state.plays_in_batch += 1;
    }
    cx.announce(Event::Played {
        seat,
        card,
        colour,
        gain,
        how,
        top: action.pv,
    });
    if raid && gain > 0 {
        cx.announce(Event::Raided {
            seat,
            from: other,
            colour,
            taken: gain,
        });
    }
    if state.has_dome(seat) {
        return next_turn(state, cx);
    }
    state.phase = Phase::Dome;
}

/// `turn` passes. The log says no more than that. A pass that follows the opponent's ends the
/// phase, whatever is left in hand (R4, R19); before that a dome may be placed, as after a play
/// (R7, R22).
pub fn pass(state: &mut State, cx: &mut Cx<'_, Event>) {
    let seat = state.turn;
    cx.announce(Event::Passed { seat });
    let second = state.passed == Some(state.other(seat));
    state.passed = Some(seat);
    state.after_pass = second;
    match (second, state.has_dome(seat)) {
        (true, true) => end(state, PhaseEnd::TwoPasses, cx),
        (true, false) => state.phase = Phase::LastDome,
        (false, true) => next_turn(state, cx),
        (false, false) => state.phase = Phase::Dome,
    }
}

/// The turn goes to the other player, after a gate where the pace puts one; or the phase ends,
/// if both hands are empty (R20).
pub fn next_turn(state: &mut State, cx: &mut Cx<'_, Event>) {
    state.after_pass = false;
    if state.hands.values().all(Vec::is_empty) {
        return end(state, PhaseEnd::AllPlayed, cx);
    }
    state.turn = state.other(state.turn);
    // Gates depend on open facts alone: a gate left out for what is in a hand would show it.
    let gate = match state.pace {
        Pace::Round => false,
        Pace::Exchange => state.plays_in_batch >= state.exchange_plays,
        Pace::Single => !state.hand(state.turn).is_empty(),
    };
    if gate {
        state.plays_in_batch = 0;
    }
    state.phase = if gate { Phase::Gate } else { Phase::Card };
}

/// The card phase is over; what is left is domes and the settling of the prize.
pub fn end(state: &mut State, why: PhaseEnd, cx: &mut Cx<'_, Event>) {
    state.after_pass = false;
    let played = u32::try_from(state.pile.len()).expect("a pile is short");
    cx.announce(Event::PhaseEnded { why, played });
    state.close(Phase::Closing1);
}
