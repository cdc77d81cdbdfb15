//! Conquistador: one to four powers send expeditions to the New World, 1495 to 1600.
//!
//! A turn is five years and five phases of segments; `state::stage` lists them in order, and each
//! is played by one of three parts, whose files are named after the segments:
//!
//! - `council`: Royal Council (events, initiative, planning) and Maintenance.
//! - `sea`: the Initial and the Final Naval phase.
//! - `land`: the Land phase.
//!
//! In the naval and land phases powers act one after another, in the order of initiative, inside
//! every segment. A power's lines are carried out from top to bottom; each is reached once, and
//! its `IF` is read then, on what the power can see then.
//!
//! What is open and what is sealed are parted by type (`state`): a `View` is the open side, the
//! viewer's own sealed side, and ships as seen from outside. Decisions and silence see a `View`,
//! never the state. What both the rules and players' helpers must reckon stands in `reckon`.
//!
//! Numbers in comments are paragraphs of the rulebook (2.1 to 6.5.2) or, where its text is lost,
//! of our reconstruction; Q1 to Q124 are rulings. Both are listed in the game's `rules.toml`.
//!
//! Deviations from the rulebook: its tables are lost but for one, and the map is our own; see the
//! handbook.

pub mod advise;
pub mod build;
mod by_hand;
pub mod council;
pub mod data;
pub mod events;
pub mod faces;
pub mod grammar;
mod hidden;
pub mod holds;
mod idle;
pub mod ids;
pub mod land;
pub mod map;
pub mod men;
mod older;
pub mod orders;
pub mod picture;
pub mod plan;
pub mod reckon;
pub mod resample;
pub mod robot;
pub mod rules;
pub mod sea;
pub mod sheet;
pub mod state;
pub mod validate;
pub mod view;

pub use rules::Conquistador;

use packetboat_core::prelude::*;

/// The files of the game's folder that the program carries.
const FILES: Texts = files! {
    "about.toml", "coast.toml", "demo.toml", "discoveries.toml", "figures.toml",
    "fixtures/alone.toml", "fixtures/attrition.toml", "fixtures/council.toml",
    "fixtures/credit.toml", "fixtures/crossing.toml", "fixtures/gold.toml",
    "fixtures/hemispheric.toml", "fixtures/last.toml", "fixtures/loading.toml",
    "fixtures/maintenance.toml", "fixtures/march.toml", "fixtures/natives.toml",
    "fixtures/planning.toml", "fixtures/sailing.toml", "fixtures/voyage.toml", "game.toml",
    "glossary.toml", "gold.toml", "handbook.md", "land_attrition.toml", "land_combat.toml",
    "leaders.toml", "map.toml", "native_combat.toml", "naval_attrition.toml", "naval_combat.toml",
    "ret.toml", "rules.toml", "scenarios.toml", "units.toml", "uprising.toml", "why.toml",
};

/// Those of its templates.
const TEMPLATES: Texts = templates! {
    "../../templates/conquistador",
    "events.txt", "first.txt", "headlines.txt", "log.txt", "map.txt", "newspaper.html",
    "report.html", "report.txt", "words.txt",
};

/// The game, as the registry lists it.
pub static GAME: &dyn Game = &Erased::<crate::rules::Conquistador>::GAME;
