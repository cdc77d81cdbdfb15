//! Umpire (`umpire`): any game, refereed by a person.
//!
//! - U1. In part a of a turn the players write free orders: any text.
//! - U2. In part b the umpire reads them all, with the tracks of each seat, and says what happens.
//! - U3. A roll that the umpire asks for is drawn at once, and told to those it is for; the same
//!   roll is not made twice in a turn.
//! - U4. What is told to some seats, no other seat learns of.
//! - U5. Tracks are numbers or words that each seat has, seen by all, by their own seat, or by the
//!   umpire alone. Of a change that is secret fewer learn.
//! - U6. A seat to which the umpire says nothing is asked about before anything is sent.
//! - U7. A seat may be put out of the game; it is not called any more.
//! - U8. The umpire says how long the next turn may take.
//! - U9. The umpire ends the game and names the places; after the last turn it ends by itself, and
//!   the score decides.
//! - U10. A file that came with the umpire's mail is sent to the seats it is for.
//!
//! Seats, tracks, fields of orders, opening texts and the handbook are the campaign's own.

pub mod data;
pub mod lines;
pub mod orders;
pub mod phases;
pub mod robot;
pub mod rules;
pub mod secrets;
pub mod state;
pub mod view;

use packetboat_core::prelude::*;

/// The files of the game's folder that the program carries.
const FILES: Texts = files! {
    "about.toml", "fixtures/desk.toml", "fixtures/opening.toml", "game.toml", "glossary.toml",
    "handbook.md", "rules.toml", "samples/double-blind/handbook.md",
    "samples/double-blind/seats.toml", "samples/double-blind/table.toml",
    "samples/round-table/handbook.md", "samples/round-table/seats.toml",
    "samples/round-table/table.toml", "table.toml", "why.toml",
};

/// Those of its templates.
const TEMPLATES: Texts = templates! {
    "../../templates/umpire",
    "events.txt", "first.txt", "headlines.txt", "how.txt", "newspaper.html", "parts.txt",
    "questions.txt", "reasons.txt", "report.txt", "table.txt",
};

/// The game, as the registry lists it.
pub static GAME: &dyn Game = &Erased::<crate::orders::Umpire>::GAME;
