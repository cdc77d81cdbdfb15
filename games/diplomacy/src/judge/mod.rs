//! The judge: which orders of a movement phase are lawful, and what they come to.
//!
//! - `lawful.rs`: what a unit may be ordered in a position, whatever the others do; who goes by
//!   convoy.
//! - `resolve.rs`: moves, supports, cuts, convoys, paradoxes: all orders at once.
//! - `after.rs`: what each order has come to, who is dislodged, and where they may go.
//!
//! The letters in brackets are those of the Diplomacy Adjudicator Test Cases, chapters 6.A to 6.J,
//! and of the choices of their chapter 4.

pub mod after;
pub mod lawful;
pub mod resolve;

use super::place::{Place, Province, Unit};
use packetboat_core::prelude::*;

/// What a unit does in a movement phase.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(remote = "Self", rename_all = "kebab-case")]
pub enum Act {
    /// It stays.
    Hold,
    /// It goes there; `via`: by convoy, though it might go by land.
    Move {
        /// Where it goes, with the coast if that matters.
        to: Place,
        /// By convoy.
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        via: bool,
    },
    /// It supports the unit in a province: to hold, or to move there.
    Support {
        /// Where the unit is.
        of: Province,
        /// Where it goes; of a place with two coasts any, unless one is named.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        to: Option<Place>,
    },
    /// It takes the army of a province there.
    Convoy {
        /// Where the army is.
        of: Province,
        /// Where it goes.
        to: Province,
    },
}

tagged!(Act, "does");

impl Act {
    /// Where a move leads.
    pub fn destination(self) -> Option<Province> {
        match self {
            Act::Move { to, .. } => Some(to.province),
            _ => None,
        }
    }
}

/// A unit with its order.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct Ordered {
    /// Whose it is.
    pub seat: Seat,
    /// The unit.
    pub unit: Unit,
    /// What it does.
    pub act: Act,
}
