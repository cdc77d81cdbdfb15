//! The card phase: plays and passes, and when it ends (1.2 steps 2 and 3).

use super::super::data::{CardCode, Colour, Family};
use super::super::events::{Event, PhaseEnd};
use super::super::orders::Play;
use super::super::state::{Pace, Phase};
use super::super::view::View;
use packetboat_core::prelude::*;
use packetboat_kit::{supply::take, words::few};

/// `turn` plays a card; of a wild card `colour` is the chosen one. Its tokens are booked at once,
/// and the card is the new top of the pile, a wild one with value 0 (R25). Then its dome may be
/// placed (R7).
pub fn play(play: &mut Play<'_>, card: CardCode, colour: Option<Colour>) {
    let seat = play.turn;
    let other = play.other(seat);
    let action = play.tables.action(card);
    let view = View::of(play.tables, play.state, Viewer::Seat(seat));
    let position = view.position(play.tables);
    let how = position.how(action);
    let colour = action.colour.or(colour);
    let colour = colour.expect("a wild card is played with a colour");
    let raid = action.family == Family::Raid;
    let gain = position.gives(action, Some(colour));
    if raid {
        *play.purse_mut(other).slot(colour) -= gain;
    }
    *play.purse_mut(seat).slot(colour) += gain;
    let hand = play.hands.get_mut(&seat).expect("every seat has a hand");
    take(hand, &card);
    play.pile.push(card);
    play.after_pass = play.passed == Some(other);
    play.passed = None;
    if play.pace == Pace::Exchange {
        play.plays_in_batch += 1;
    }
    play.announce(Event::Played {
        seat,
        card,
        colour,
        gain,
        how: how.expect("only permitted cards are played"),
        top: action.pv,
    });
    if raid && gain > 0 {
        play.announce(Event::Raided {
            seat,
            from: other,
            colour,
            taken: gain,
        });
    }
    if play.has_dome(seat) {
        return next_turn(play);
    }
    play.phase = Phase::Dome;
}

/// `turn` passes. The log says no more than that. A pass that follows the opponent's ends the
/// phase, whatever is left in hand (R4, R19); before that a dome may be placed, as after a play
/// (R7, R22).
pub fn pass(play: &mut Play<'_>) {
    let seat = play.turn;
    let left = few(&play.hands[&seat]).into();
    play.announce(Event::Passed { seat, left });
    let second = play.passed == Some(play.other(seat));
    play.passed = Some(seat);
    play.after_pass = second;
    match (second, play.has_dome(seat)) {
        (true, true) => end(play, PhaseEnd::TwoPasses),
        (true, false) => play.phase = Phase::LastDome,
        (false, true) => next_turn(play),
        (false, false) => play.phase = Phase::Dome,
    }
}

/// The turn goes to the other player, after a gate where the pace puts one; or the phase ends,
/// if both hands are empty (R20).
pub fn next_turn(play: &mut Play<'_>) {
    play.after_pass = false;
    if play.hands.values().all(Vec::is_empty) {
        return end(play, PhaseEnd::AllPlayed);
    }
    play.turn = play.other(play.turn);
    // Gates depend on open facts alone: a gate left out for what is in a hand would show it.
    let gate = match play.pace {
        Pace::Round => false,
        Pace::Exchange => play.plays_in_batch >= play.exchange_plays,
        Pace::Single => !play.hands[&play.turn].is_empty(),
    };
    if gate {
        play.plays_in_batch = 0;
    }
    play.phase = if gate { Phase::Gate } else { Phase::Card };
}

/// The card phase is over; what is left is domes and the settling of the prize.
pub fn end(play: &mut Play<'_>, why: PhaseEnd) {
    play.after_pass = false;
    let played = few(&play.pile);
    play.announce(Event::PhaseEnded { why, played });
    play.close(Phase::Closing1);
}
