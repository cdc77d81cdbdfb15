//! The truth, and what happens to it.

use super::data::Tables;
use packetboat_core::prelude::*;

/// The truth.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct State {
    /// The turn that is played, from 1.
    pub turn: u32,
    /// How many are played at most.
    pub turns: u32,
    /// What comes next.
    pub phase: Phase,
    /// Where the barge is, from 1.
    pub place: u32,
    /// In table order: the first pulls to place 1.
    pub seats: Vec<Seat>,
    /// Cards played so far, in order.
    pub played: Vec<String>,
    /// The cards that each seat holds.
    pub hands: BTreeMap<Seat, Vec<String>>,
}

/// Where in the sequence of play it is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Phase {
    /// Sheets are collected.
    Gate,
    /// Both play a card.
    Play,
    /// The game is over.
    Over,
}

/// What has happened.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(remote = "Self", rename_all = "snake_case")]
#[schemars(tag = "event")]
#[allow(missing_docs)]
pub enum Event {
    Dealt { cards: Vec<String> },
    Played { seat: Seat, card: String },
    Lot { die: u32 },
    Pulled { seat: Seat, place: u32 },
}

tagged!(Event, "event");

impl State {
    /// All cards that are not in the deck.
    pub fn lying(&self) -> impl Iterator<Item = &String> {
        self.hands.values().flatten().chain(&self.played)
    }
}

impl Checked<Tables> for State {
    /// What always holds.
    fn validate(&self, tables: &Tables) -> Result<(), Broken> {
        let inside = 1 < self.place && self.place < tables.places;
        Broken::unless(self.phase == Phase::Over || inside, || {
            format!("play goes on, and the barge lies on {}", self.place)
        })?;
        let seated =
            self.seats.len() == 2 && self.seats.iter().all(|it| self.hands.contains_key(it));
        Broken::unless(seated, || "there are two seats, each with a hand")
    }
}
