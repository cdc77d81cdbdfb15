//! The land phase: what happens.

use crate::engine::seat::Seat;
use serde::{Deserialize, Serialize};

/// Something that happened.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(tag = "event", rename_all = "kebab-case", deny_unknown_fields)]
pub enum Event {
    /// A placeholder until the first event is written.
    Nothing {
        /// Whose.
        seat: Seat,
    },
}
