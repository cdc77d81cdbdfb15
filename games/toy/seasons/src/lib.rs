//! Seasons (`toy/seasons`): sheets that have names, of two kinds.
//!
//! A year is a turn of three sheets: spring (`S1901M`), fall (`F1901M`) and winter (`W1901A`). In
//! spring and in fall every seat sends up to three carts to market, all at once: a point each. A
//! cart breaks for each year in which a seat has sent an odd number: in winter those seats alone
//! are called, and may mend up to two, a point each. Where no cart is broken there is no winter.
//! After the last year most points win.
//!
//! Silence sends one cart and mends nothing.
//!
//! What it is a test of: names and kinds of sheets; gates that call some seats, and may be left
//! out.

pub mod data;
pub mod orders;
pub mod rules;
pub mod state;
pub mod view;

use packetboat_core::prelude::*;

/// The files of the game's folder that the program carries.
const FILES: Texts = files!("game.toml", "tables.toml");

/// Those of its templates.
const TEMPLATES: Texts = templates! {
    "../../../templates/toy/seasons",
    "events.txt", "report.txt", "sheet.txt",
};

/// The game, as the registry lists it.
pub static GAME: &dyn Game = &Erased::<crate::rules::Seasons>::GAME;
