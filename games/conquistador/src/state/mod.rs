//! What the game keeps between steps (game file 7.4), parted by who may know it: what lies open
//! on the board (`open`), what one power alone knows (`sealed`), and deals, which their parties
//! know (`deals`).
//!
//! Not here: who is told what (`view`), and what must hold (`validate`).

pub mod deals;
pub mod lot;
pub mod open;
pub mod sealed;
pub mod shared;
pub mod stage;

pub use deals::{Bond, Deal, Lent, lent};
pub use lot::Lot;
pub use open::{
    AbsentPower, AreaState, Ashore, City, EventChoice, Mine, Open, Options, Power, Quest, Rating,
    Stack,
};
use packetboat_core::prelude::*;
pub use sealed::{Expedition, Landed, Party, Sealed, Ship};
pub use shared::Shared;
pub use stage::{Entered, Fight, Go, Played, SeaFight, Stage, Storm};

use super::ids::LeaderId;
use packetboat_core::engine::plain::is_default;

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
    #[serde(default, skip_serializing_if = "is_default")]
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

    /// A leader who served a power is gone for good: lost to his own, if he was lent (Q29).
    ///
    /// # Panics
    /// If it does not play.
    pub fn bury(&mut self, served: Seat, leader: LeaderId) {
        let own = lent(&self.deals, leader).map_or(served, |it| it.lender);
        self.own_mut(own).gone.insert(leader);
    }

    /// Goes on to the next step of the sequence of play, whoever comes first in it. With one
    /// round a turn, the gate and the deals of sheet b are left out.
    pub fn next_stage(&mut self) {
        let mut stage = self.open.stage.next();
        if self.open.options.rounds_per_turn == 1 && stage == Stage::GateB {
            stage = Stage::Gold;
        }
        self.enter(stage);
    }

    /// Begins a step.
    pub fn enter(&mut self, stage: Stage) {
        self.open.stage = stage;
        self.open.turn_of = 0;
        self.go = Go::default();
    }

    /// The power whose go it was is done: the next one's go, or the next step.
    /// In C2 each power marches, fights and scores before the next one marches.
    pub fn next_power(&mut self) {
        self.go = Go::default();
        self.open.turn_of += 1;
        if self.open.acting().is_none() {
            self.next_stage();
        }
    }
}
