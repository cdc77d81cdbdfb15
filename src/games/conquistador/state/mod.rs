//! What the game keeps between steps (game file 7.4), parted by who may know it: what lies open
//! on the board (`open`), what one power alone knows (`sealed`), and deals, which their parties
//! know (`deals`).
//!
//! Not here: who is told what (`view`), and what must hold (`validate`).

pub mod deals;
pub mod open;
pub mod sealed;
pub mod shared;
pub mod stage;

pub use deals::{Bond, Deal};
pub use open::{
    AbsentPower, AreaState, Ashore, City, EventChoice, Lot, Mine, Open, Options, Power, Quest,
    Rating, Stack,
};
pub use sealed::{Expedition, Landed, Party, Sealed, Ship};
pub use shared::Shared;
pub use stage::{Entered, Fight, Go, Played, SeaFight, Stage, Storm};

use super::ids::LeaderId;
use crate::engine::seat::Seat;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// The whole truth.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct State {
    /// What everybody may know.
    pub open: Shared<Open>,
    /// What each power alone knows.
    pub sealed: BTreeMap<Seat, Shared<Sealed>>,
    /// Deals in force, in the order in which they were made.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub deals: Vec<Deal>,
    /// How many deals were ever made: the number of the last one.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub deals_made: u32,
    /// How far the power whose go it is has come in its lines; what it has under way.
    #[serde(default, skip_serializing_if = "Go::is_fresh")]
    pub go: Go,
    /// A fight that waits for what the other side decides.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub fight: Option<Fight>,
    /// With option `random_leaders`: by how many turns leaders are shifted. Known to nobody.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub shifts: BTreeMap<LeaderId, i8>,
}

fn is_zero(it: &u32) -> bool {
    *it == 0
}

impl State {
    /// What a power alone knows.
    ///
    /// # Panics
    /// If it does not play.
    pub fn own(&self, seat: Seat) -> &Sealed {
        &self.sealed[&seat]
    }

    /// The same, to be changed.
    ///
    /// # Panics
    /// If it does not play.
    pub fn own_mut(&mut self, seat: Seat) -> &mut Sealed {
        self.sealed.get_mut(&seat).expect("it plays")
    }

    /// The open side of a power, to be changed.
    ///
    /// # Panics
    /// If it does not play.
    pub fn power_mut(&mut self, seat: Seat) -> &mut Power {
        self.open.powers.get_mut(&seat).expect("it plays")
    }
}
