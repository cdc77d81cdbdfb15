//! What happens in the game, as the chronicle tells it: each part of the rules has its own.
//!
//! Not here: the words for it (`templates/conquistador/events.txt`).

use super::{council, land, sea};
use serde::{Deserialize, Serialize};

/// Something that happened.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(untagged)]
pub enum Event {
    /// Royal Council, Maintenance, turn end.
    Council(council::events::Event),
    /// The naval phases.
    Sea(sea::events::Event),
    /// The land phase.
    Land(land::events::Event),
}

impl From<council::events::Event> for Event {
    fn from(it: council::events::Event) -> Self {
        Event::Council(it)
    }
}

impl From<sea::events::Event> for Event {
    fn from(it: sea::events::Event) -> Self {
        Event::Sea(it)
    }
}

impl From<land::events::Event> for Event {
    fn from(it: land::events::Event) -> Self {
        Event::Land(it)
    }
}
