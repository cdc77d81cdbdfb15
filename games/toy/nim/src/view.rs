//! What a viewer may know: all but the other's orders.

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
        /// How many stones are left.
        stones: u32 = state.stones,
        /// How many a turn may take.
        most: u32 = tables.most,
        /// Whose turn it is; when the game is over, whose the last one was.
        mover: Seat = state.mover(),
        /// Whether the game is over.
        over: bool = state.phase == Phase::Over,
    }
}

impl View {
    /// How many stones the mover may take now.
    pub fn can_take(&self) -> u32 {
        self.most.min(self.stones)
    }

    /// How many to take so that the other cannot win: those that leave a multiple of what both
    /// can take together. `None`: there is no such number.
    pub fn best(&self) -> Option<u32> {
        let over = self.stones % (self.most + 1);
        (over > 0).then_some(over)
    }
}
