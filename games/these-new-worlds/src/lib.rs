//! These New Worlds: two emperors and a passive third party, the Collective, divide a galaxy.
//!
//! A round in short, with the paragraphs of the rules sheet:
//!
//! 1. **Set-up** (`phases/set_up.rs`): the next planet is the prize, four dice are its prices, two
//!    action cards go aside unseen and each player is dealt eight.
//! 2. **Card phase** (`phases/cards.rs`): in turn, a card of higher position value than the top of
//!    the pile, or one whose special text allows it, or a wild one. Who can play must, wild cards
//!    apart; two passes in a row end the phase (R4). A card's tokens are booked at once.
//! 3. **Domes** (`phases/domes.rs`): after each own action, and at the end of the card phase, a
//!    player may pay two of the four prices and claim the prize (R7, R22, R29).
//! 4. **End of the round** (`phases/settle.rs`, `phases/combat.rs`): one dome takes the planet,
//!    none leaves it to the Collective, two fight for it. Then clean-up and the ends of the game.
//!
//! The numbers R1 to R32 in comments are the rulings of the game's `rules.toml`; D1 to D4 the
//! decisions a player has, and what silence makes of each.
//!
//! What can be computed from open things alone (is a card legal, what does it give, which pair of
//! prices is cheapest) is in `reckon.rs`, and both the rules and the decisions use it. Decisions
//! (`decide.rs`) see a `View`, never the state. The order language, its tests and what silence says
//! are declared in `orders.rs`.
//!
//! Not here: how lines are read (`lang`) and when they are tried (`engine`); the words of reports
//! (`templates/these-new-worlds`).
//!
//! Deviations from the rulebook: none. The cards it does not show, and what the raiding card
//! takes, are ours (`games/these-new-worlds/actions.toml`).

pub mod advise;
pub mod data;
pub mod decide;
pub mod events;
mod news;
pub mod orders;
pub mod outlook;
pub mod phases;
mod picture;
pub mod reckon;
pub mod refusal;
pub mod rehearsal;
pub mod robot;
pub mod rules;
pub mod state;
pub mod view;

pub use orders::TheseNewWorlds;
use packetboat_core::prelude::*;

/// The files of the game's folder that the program carries.
const FILES: Texts = files! {
    "about.toml", "actions.toml", "demo.toml", "fixtures/closing.toml", "fixtures/ladder.toml",
    "fixtures/last.toml", "fixtures/opening.toml", "fixtures/settle.toml", "game.toml",
    "glossary.toml", "handbook.md", "planets.toml", "rules.toml", "why.toml",
};

/// Those of its templates.
const TEMPLATES: Texts = templates! {
    "../../templates/these-new-worlds",
    "events.txt", "first.txt", "headlines.txt", "in-short.txt", "reasons.txt", "newspaper.html",
    "report.html", "report.txt", "sheet.txt",
};

/// The game, as the registry lists it.
pub static GAME: &dyn Game = &Erased::<crate::orders::TheseNewWorlds>::GAME;
