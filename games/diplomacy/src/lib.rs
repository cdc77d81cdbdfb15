//! Diplomacy: seven powers, simultaneous orders, no dice.

pub mod data;
pub mod decide;
pub mod drawn;
pub mod judge;
pub mod orders;
pub mod phases;
pub mod picture;
pub mod place;
pub mod robot;
pub mod rules;
pub mod sheet;
pub mod state;
pub mod view;

use packetboat_core::prelude::*;

/// The files of the game's folder that the program carries.
const FILES: Texts = files! {
    "fixtures/empty.toml", "fixtures/opening.toml", "game.toml", "map.toml", "picture.toml", "rules.toml",
};

/// Those of its templates.
const TEMPLATES: Texts = templates! {
    "../../templates/diplomacy",
    "events.txt", "parts.txt", "questions.txt", "reasons.txt", "report.txt", "sheet.txt",
};

/// The game, as the registry lists it.
pub static GAME: &dyn Game = &Erased::<crate::rules::Diplomacy>::GAME;
