//! Another position that a viewer must not be able to tell from this one.

use super::data::CardCode;
use super::state::State;
use crate::engine::dice::{Bowl, Dice};
use crate::engine::seat::{Seat, Viewer};

/// Shuffles what the viewer does not see: the hands of others, the cards put aside, and the
/// order of the planets still to come.
pub fn resample(state: &State, viewer: Viewer, dice: &mut Dice) -> State {
    let mut other = state.clone();
    let unseen: Vec<Seat> = match viewer {
        Viewer::Seat(seat) => vec![state.other(seat)],
        Viewer::Public | Viewer::Referee => state.table.clone(),
    };
    let mut cards: Vec<CardCode> = other.aside.clone();
    for seat in &unseen {
        cards.extend(state.hand(*seat));
    }
    dice.shuffle(Bowl::Hidden, "unseen cards", &mut cards);
    other.aside = cards.drain(..state.aside.len()).collect();
    for seat in unseen {
        let hand = cards.drain(..state.hand(seat).len()).collect();
        other.hands.insert(seat, hand);
    }
    dice.shuffle(Bowl::Hidden, "unseen planets", &mut other.deck);
    other
}
