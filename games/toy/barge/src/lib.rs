//! Barge (`toy/barge`): the game of the page `docs/adding-a-game.md`, which leads through these
//! very files; a test compares them.
//!
//! - B1. The barge begins in the middle. Each seat holds four cards, dealt from twelve.
//! - B2. In each turn both play a card at once. Played cards lie open.
//! - B3. The stronger card pulls the barge one place to its owner's end. The first seat's end is
//!   place 1.
//! - B4. Of equal cards an open die decides: odd for the first seat, even for the second.
//! - B5. The game ends when the barge is at an end, or after the last turn. Whose end is nearer
//!   wins.
//! - B6. Silence plays the weakest card.
//!
//! What it is a test of: a deck that is what is nowhere else; silence in lines; a game as small as
//! can be.

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
    "../../../templates/toy/barge",
    "events.txt", "report.txt", "sheet.txt",
};

/// The game, as the registry lists it.
pub static GAME: &dyn Game = &Erased::<crate::rules::Barge>::GAME;
