//! What a viewer may know: all but the others' orders.

use super::data::Tables;
use super::state::{Phase, State};
use packetboat_core::prelude::*;

shown! {
    /// What one viewer may know.
    pub struct View of (tables: &Tables, state: &State, viewer: Viewer) {
        /// Whose view it is; `None`: the public's.
        seat: Option<Seat> = viewer.seat(),
        /// The year that is played, from 1.
        turn: u32 = state.turn,
        /// The season: 1 to 3.
        part: u8 = state.part,
        /// How many carts a season may send.
        carts: u32 = tables.carts,
        /// How many a winter may mend.
        mends: u32 = tables.mends,
        /// Who is called in this season.
        called: BTreeSet<Seat> = state.called(),
        /// The points of each seat.
        points: BTreeMap<Seat, u32> = state.points.clone(),
        /// Whether the game is over.
        over: bool = state.phase == Phase::Over,
    }
}

impl View {
    /// The points of whose view it is.
    pub fn own_points(&self) -> u32 {
        let own = self.seat.and_then(|it| self.points.get(&it));
        own.copied().unwrap_or(0)
    }
}
