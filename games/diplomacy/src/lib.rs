//! Diplomacy: seven powers, simultaneous orders, no dice.

pub mod data;
pub mod decide;
pub mod drawn;
pub mod explain;
pub mod judge;
pub mod news;
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
    "about.toml", "demo.toml", "fixtures/empty.toml", "fixtures/opening.toml", "game.toml",
    "glossary.toml", "handbook.md", "map.toml", "picture.toml", "rules.toml", "why.toml",
};

/// Those of its templates.
const TEMPLATES: Texts = templates! {
    "../../templates/diplomacy",
    "events.txt", "first.txt", "headlines.txt", "in-short.txt", "map.txt", "newspaper.html",
    "parts.txt", "questions.txt", "reasons.txt", "report.html", "report.txt", "sheet.txt",
};

/// The game, as the registry lists it.
pub static GAME: &dyn Game = &Erased::<crate::orders::Diplomacy>::GAME;
