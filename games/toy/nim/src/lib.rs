//! Nim (`toy/nim`): a game in which nothing is hidden, and one player moves at a time.
//!
//! - N1. There are 21 stones. The first seat begins; then the two take turns.
//! - N2. In a turn a seat takes one to three stones, no more than are left.
//! - N3. The seat that takes the last stone wins.
//! - N4. Without orders, a seat takes one stone.
//!
//! What it is a test of: a game that hides nothing; a gate for one seat; a number whose bounds are
//! data; a game without an option.

pub mod data;
pub mod orders;
pub mod rules;
pub mod state;
pub mod view;

use packetboat_core::prelude::*;

/// The files of the game's folder that the program carries.
const FILES: Texts = files! {
    "fixtures/opening.toml", "game.toml", "handbook.md", "rules.toml", "tables.toml",
};

/// Those of its templates.
const TEMPLATES: Texts = templates! {
    "../../../templates/toy/nim",
    "events.txt", "report.txt", "sheet.txt",
};

/// The game, as the registry lists it.
pub static GAME: &dyn Game = &Erased::<crate::rules::Nim>::GAME;
