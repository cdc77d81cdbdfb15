//! Anno 1503: two to four home islands send out ships for trade agreements, branch offices and
//! treasures, and turn pioneers into merchants; who first has three of five victory points in a
//! turn of their own wins.
//!
//! A turn in short, with the paragraphs of the rules:
//!
//! 1. **Die** (`phases/die.rs`): production for all, or an event (1.3, 1.6).
//! 2. **Wishes** (`phases/act.rs`): place, develop, build, sell, buy, draw (1.3, 1.5), gone through
//!    in passes.
//! 3. **Ships** (`phases/sail.rs`): a route is sailed step by step; a tile looked at is used or put
//!    back (1.4).
//! 4. **End**: cards beyond the limit are sold or discarded.
//!
//! How turns follow each other, points and the end are in `phases/turn.rs`. What can be computed
//! from what is open is in `reckon.rs`; what a seat may do in `may.rs`; what its wishes need in
//! `need.rs`; which tiles lines use and where a route leads in `pick.rs`. Decisions (`decide.rs`,
//! `remains.rs`) see a `View`, never the state. The order language and what silence says are
//! declared in `orders.rs` and `steps.rs`, its tests in `facts.rs`.
//!
//! Nothing face-down has an order: the reserve, the stacks of goods and the stock of buildings are
//! what is nowhere else. A chart holds where somebody looked, not what they saw.
//!
//! The numbers R1 to R41 in comments are the rulings of the game's `rules.toml`; D1 to D12 the
//! decisions a player has, and what silence makes of each; 4.3 and the like the sections of the
//! specification.
//!
//! Not here: how lines are read (`lang`) and when they are tried (`engine`); the words of reports
//! (`templates/anno-1503`).

pub mod advise;
pub mod board;
mod chart;
pub mod choice;
pub mod data;
pub mod decide;
pub mod drawn;
pub mod events;
pub mod facts;
mod map;
pub mod may;
mod names;
pub mod need;
mod news;
mod older;
pub mod orders;
pub mod phases;
pub mod pick;
pub mod picture;
pub mod reckon;
pub mod refusal;
mod remains;
pub mod robot;
pub mod rules;
pub mod sheet;
pub mod state;
pub mod steps;
pub mod view;

pub use facts::Anno;

use packetboat_core::prelude::*;

/// The files of the game's folder that the program carries.
const FILES: Texts = files! {
    "about.toml", "board.toml", "demo.toml", "fixtures/die.toml", "fixtures/four.toml",
    "fixtures/gate.toml", "fixtures/three.toml", "fixtures/wish.toml", "game.toml",
    "glossary.toml", "handbook.md", "home_islands.toml", "rules.toml", "tiles.toml", "why.toml",
};

/// Those of its templates.
const TEMPLATES: Texts = templates! {
    "../../templates/anno-1503",
    "events.txt", "first.txt", "headlines.txt", "in-short.txt", "map.txt", "newspaper.html",
    "questions.txt", "reasons.txt", "report.html", "report.txt", "sheet.txt",
};

/// The game, as the registry lists it.
pub static GAME: &dyn Game = &Erased::<crate::facts::Anno>::GAME;
