//! 1500 — The New World: two to six crowns plant colonies in fifteen areas and strike at each
//! other's with cards; most victory points after the last game turn win.
//!
//! A game turn in short, with the paragraphs of the rules:
//!
//! 1. **Preparation** (`phases/deal.rs`): everybody is dealt as many cards as their number, at the
//!    end of the batch before; hands come down to it when the first gate closes (1.3, R25).
//! 2. **Player turns** (`phases/turn.rs`), in seat order: Isolations end, Struggling colonies cost
//!    points, colonies may be taken off.
//! 3. **Cards** (`phases/play.rs`): one at a time, each for one use, with all its targets (1.4).
//! 4. **Windows** (`phases/table.rs`): everybody else is asked, one by one, whether they answer; an
//!    answer is a card like another (1.5).
//! 5. **Plague Ship** (`phases/plague.rs`) goes round until points are paid or nobody goes on
//!    (R45).
//! 6. **Tally** (`phases/tally.rs`): Iron Grip, Marauders, points (R14).
//!
//! What a card does is in `cards.toml`; `bind.rs` makes targets of lines, `deed.rs` carries them
//! out and foresees what they would do. Which of several areas is best is `rank.rs`. Decisions
//! (`decide.rs`, `policy.rs`) see a `View`, never the state. The order language and what silence
//! says are declared in `orders.rs` and `what.rs`, its tests in `facts.rs`.
//!
//! Hidden are the hands and the draw pile, which is what is nowhere else.
//!
//! The numbers R1 to R52 in comments are the rulings of the game's `rules.toml`; D1 to D10 the
//! decisions a player has, and what silence makes of each; 4.3 and the like the sections of the
//! specification.
//!
//! Not here: how lines are read (`lang`) and when they are tried (`engine`); the words of reports
//! (`templates/new-world-1500`).
//!
//! Deviation from the rulebook: R35, the slot of a card stays used though its answer was cancelled.

pub mod advise;
pub mod bind;
pub mod choice;
pub mod data;
pub mod decide;
pub mod deed;
pub mod drawn;
pub mod events;
mod exchange;
pub mod facts;
pub mod group;
mod names;
mod news;
mod older;
pub mod orders;
pub mod phases;
pub mod picture;
pub mod policy;
pub mod rank;
pub mod refusal;
pub mod robot;
pub mod rules;
pub mod sheet;
pub mod state;
pub mod view;
pub mod what;
pub mod world;

pub use facts::NewWorld;

use packetboat_core::prelude::*;

/// The files of the game's folder that the program carries.
const FILES: Texts = files! {
    "about.toml", "cards.toml", "demo.toml", "fixtures/stop.toml", "fixtures/three.toml",
    "fixtures/two.toml", "game.toml", "glossary.toml", "handbook.md", "map.toml", "picture.toml",
    "rules.toml", "tracks.toml", "why.toml",
};

/// Those of its templates.
const TEMPLATES: Texts = templates! {
    "../../templates/new-world-1500",
    "events.txt", "first.txt", "headlines.txt", "in-short.txt", "map.txt", "newspaper.html",
    "parts.txt", "questions.txt", "reasons.txt", "report.html", "report.txt", "sheet.txt",
};

/// The game, as the registry lists it.
pub static GAME: &dyn Game = &Erased::<crate::facts::NewWorld>::GAME;
