//! What happens in the game, as the chronicle tells it: each part of the rules has its own.
//!
//! Not here: the words for it (`templates/conquistador/events.txt`).

use super::{council, land, sea};
use packetboat_core::engine::{chronicle, plain};
use packetboat_core::prelude::*;
use serde::Deserializer;
use serde::de::Error;
use serde_json::Value;

/// Something that happened.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
#[serde(untagged)]
pub enum Event {
    /// Royal Council, Maintenance, turn end.
    Council(council::events::Event),
    /// The naval phases.
    Sea(sea::events::Event),
    /// The land phase.
    Land(land::events::Event),
}

impl Event {
    /// As those hear it who do not hear all: of other powers' ships no labels and orders.
    pub fn outside(&self) -> Event {
        let seen = match self {
            Event::Council(council::events::Event::RutterObtained { power, .. }) => {
                let (power, before) = (*power, false);
                Some(council::events::Event::RutterObtained { power, before }.into())
            }
            Event::Council(_) => None,
            Event::Sea(it) => it.outside().map(Event::Sea),
            Event::Land(it) => it.outside().map(Event::Land),
        };
        seen.unwrap_or_else(|| self.clone())
    }
}

/// The dice and the chronicle, in which this happened.
pub(super) type Cx<'a> = chronicle::Cx<'a, Event>;

/// The kinds of the three parts are all different: the one that knows the kind reads it.
impl<'de> Deserialize<'de> for Event {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let plain = Value::deserialize(deserializer)?;
        let council = plain::typed(plain.clone()).map(Event::Council);
        let sea = council.or_else(|_| plain::typed(plain.clone()).map(Event::Sea));
        sea.or_else(|_| plain::typed(plain).map(Event::Land))
            .map_err(D::Error::custom)
    }
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
