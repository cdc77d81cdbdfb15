//! 1492: two to six captains sail, trade and fight in an uncharted sea; who first has four points
//! of prestige wins.
//!
//! A ship's turn in short, with the paragraphs of the rules:
//!
//! 1. **Move** (`phases/sail.rs`): one hex, or none (R1). Closed sides stop a ship that neither
//!    built the blockade nor owns a Map (R7); monsters entered are fought (1.7, R18).
//! 2. **Die and card** (`phases/die.rs`): the die says of which deck a card is drawn; some order a
//!    trap card (2.3).
//! 3. **Actions** (`phases/act.rs`): trade, purchases, the outpost, the King, attacks (1.3 to 1.9).
//!    A shot may be thrown back by its target (R11).
//!
//! Duels, monsters and what becomes of a ship that sinks are in `phases/fight.rs`, how turns follow
//! each other and points are booked in `phases/turn.rs`.
//!
//! All but the specialty shots in hand is open, so one `Sea` serves state and view; what can be
//! computed from it (ways, points, prices) is in `sea.rs`, what a seat may do in `may.rs`; rules,
//! decisions, advice and robot use them. Decisions (`decide.rs`) see a `View`, never the state. The
//! order language and what silence says are declared in `orders.rs`, its tests in `facts.rs`.
//!
//! The numbers R1 to R50 in comments are the rulings of the game's `rules.toml`; D1 to D13 the
//! decisions a player has, and what silence makes of each.
//!
//! Not here: how lines are read (`lang`) and when they are tried (`engine`); the words of reports
//! (`templates/voyages-1492`).
//!
//! Deviations from the rulebook: R1 (a ship may stay where it is). The map, the cards that order
//! trap cards and what the traps do besides are ours: the rulebook shows none of them.

pub mod advise;
pub mod board;
mod chart;
pub mod choice;
pub mod data;
pub mod decide;
pub mod events;
pub mod facts;
pub mod may;
mod names;
mod news;
mod older;
pub mod orders;
pub mod phases;
pub mod picture;
mod refusal;
mod remains;
pub mod robot;
pub mod rules;
pub mod sea;
pub mod sheet;
pub mod state;
pub mod view;

pub use facts::Voyages;
use packetboat_core::prelude::*;

/// The files of the game's folder that the program carries.
const FILES: Texts = files! {
    "about.toml", "cards.toml", "demo.toml", "figures.toml", "fixtures/armed.toml",
    "fixtures/fleet.toml", "fixtures/gate.toml", "fixtures/isle.toml", "fixtures/opening.toml",
    "fixtures/sailing.toml", "game.toml", "glossary.toml", "handbook.md", "map.toml",
    "prices.toml", "rules.toml", "why.toml",
};

/// Those of its templates.
const TEMPLATES: Texts = templates! {
    "../../templates/voyages-1492",
    "events.txt", "first.txt", "headlines.txt", "in-short.txt", "reasons.txt", "map.txt",
    "newspaper.html", "report.html", "report.txt", "sheet.txt",
};

/// The game, as the registry lists it.
pub static GAME: &dyn Game = &Erased::<crate::facts::Voyages>::GAME;
