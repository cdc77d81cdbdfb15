//! What a viewer may know.

use super::data::Tables;
use super::state::{Phase, State};
use packetboat_core::prelude::*;

shown! {
    /// What one viewer may know.
    pub struct View of (tables: &Tables, state: &State, viewer: Viewer) {
        /// Whose view it is; `None`: the public's.
        seat: Option<Seat> = viewer.seat(),
        /// The turn that is played.
        turn: u32 = state.turn,
        /// How many are played at most.
        turns: u32 = state.turns,
        /// Where the barge is.
        place: u32 = state.place,
        /// How long the row is.
        places: u32 = tables.places,
        /// The seats, in table order.
        seats: Vec<Seat> = state.seats.clone(),
        /// Cards played so far.
        played: Vec<String> = state.played.clone(),
        /// The viewer's own cards.
        hand: Vec<String> = {
            let own = viewer.seat().and_then(|it| state.hands.get(&it));
            own.cloned().unwrap_or_default()
        },
        /// Whether the game is over.
        over: bool = state.phase == Phase::Over,
    }
}

impl View {
    /// The place of the barge, counted from the viewer's own end.
    pub fn from_own_end(&self) -> Option<u32> {
        let at = self.seats.iter().position(|it| Some(*it) == self.seat)?;
        Some(if at == 0 {
            self.place
        } else {
            self.places + 1 - self.place
        })
    }
}
