//! Sealed Bids (`toy/sealed`): sealed and simultaneous.
//!
//! Each round a prize of 1 to 6 points is rolled, and every seat is dealt a hidden card. All bid
//! at once from a purse that must last for the whole game. Bid and card together are a seat's
//! offer: the highest takes the prize and pays its bid; if several are highest, nobody does. Cards
//! are never shown. After the last round most points win, then the fuller purse.
//!
//! Silence bids 0. At pace `round` there is a gate before each round; at pace `batch` one before
//! every few, and later rounds are filed ahead with `TURN n`.
//!
//! What it is a test of: all prompts answered on one state; a line that leans on another (`KEEP`);
//! hidden hands; sheets filed ahead; standing once-lines.

pub mod orders;
pub mod rules;
pub mod state;
pub mod view;

use packetboat_core::prelude::*;

/// The files of the game's folder that the program carries.
const FILES: Texts = files!("game.toml", "tables.toml");

/// Those of its templates.
const TEMPLATES: Texts = templates! {
    "../../../templates/toy/sealed",
    "events.txt", "questions.txt", "report.txt", "sheet.txt",
};

/// The game, as the registry lists it.
pub static GAME: &dyn Game = &Erased::<crate::state::Sealed>::GAME;
