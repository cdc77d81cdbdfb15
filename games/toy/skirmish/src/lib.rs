//! Skirmish (`toy/skirmish`): initiative, fights with open dice, reactions, and an interrupt.
//!
//! Each turn the bands roll for initiative, ties again among the tied. They act in that order, and
//! then in that order once more: attack, rally men from the hidden reserves, recruit, or hold.
//! Whoever is attacked may withdraw and loses a man; the attacker then has a point. Otherwise both
//! roll two dice and add their strength. The loser loses the difference, the winner takes spoils:
//! points or men. A tie harms nobody. After the last turn, or when one band is left, most points
//! win, then strength.
//!
//! Silence holds, stands and takes points. At pace `round` there is one gate before each turn, at
//! pace `seat` one before each action. With `interrupts` the spoils are asked by mail.
//!
//! What it is a test of: order of play, questions to every seat inside a batch, questions by mail,
//! ELSE on once-orders, wishes with EACH, standing lines, hidden reserves.

pub mod orders;
pub mod phases;
pub mod rules;
pub mod state;
pub mod view;

use packetboat_core::prelude::*;

/// The files of the game's folder that the program carries.
const FILES: Texts = files!("game.toml", "tables.toml");

/// Those of its templates.
const TEMPLATES: Texts = templates! {
    "../../../templates/toy/skirmish",
    "events.txt", "questions.txt", "report.txt", "sheet.txt",
};

/// The game, as the registry lists it.
pub static GAME: &dyn Game = &Erased::<crate::state::Skirmish>::GAME;
