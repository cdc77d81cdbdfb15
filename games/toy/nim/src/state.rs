//! The truth, and what happens to it.

use super::data::Tables;
use packetboat_core::prelude::*;

/// The truth.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct State {
    /// The turn that is played, from 1; in each, one seat takes stones.
    pub turn: u32,
    /// What comes next.
    pub phase: Phase,
    /// How many stones are left.
    pub stones: u32,
    /// In table order: the first begins.
    pub seats: Vec<Seat>,
}

/// Where in the sequence of play it is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Phase {
    /// The sheet of the seat to move is collected.
    Gate,
    /// It takes stones.
    Take,
    /// The game is over.
    Over,
}

/// What has happened.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(remote = "Self", rename_all = "snake_case")]
#[schemars(tag = "event")]
#[allow(missing_docs)]
pub enum Event {
    Took { seat: Seat, stones: u32, left: u32 },
}

tagged!(Event, "event");

impl State {
    /// Whose turn it is; when the game is over, whose the last one was.
    pub fn mover(&self) -> Seat {
        let first = self.turn % 2 == 1;
        self.seats[usize::from(!first)]
    }
}

impl Checked<Tables> for State {
    /// What always holds.
    fn validate(&self, tables: &Tables) -> Result<(), Broken> {
        let over = self.phase == Phase::Over;
        Broken::unless(over == (self.stones == 0), || {
            format!("{} stones are left in phase {:?}", self.stones, self.phase)
        })?;
        Broken::unless(self.stones <= tables.stones, || "there are too many stones")?;
        Broken::unless(self.seats.len() == 2, || "there are two seats")
    }
}
