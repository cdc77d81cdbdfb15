//! The order language, common to all games: words, forms as data, and a reader that never fails.
//!
//! The reader goes one way, and each part knows only those before it: words (`cut`), slots
//! (`shape`), branches of an order (`branch`), orders (`order`), lines (`unit`), sheets (`join`).
//!
//! Not here: what an order means (that is a game's `orders.rs`), where the text came from (`mail`),
//! and what is in force (`engine::orders`). This module knows nobody else.

pub mod block;
mod branch;
mod common;
pub mod common_help;
mod compound;
mod condition;
pub mod consent;
pub mod courtesy;
mod courtesy_words;
pub mod cut;
pub mod dashes;
mod days;
pub mod diagnostic;
mod expect;
mod explain;
mod fault;
pub mod form;
mod hint;
mod hints;
mod join;
pub mod kept_file;
mod keywords;
pub mod letter;
mod meant;
pub mod names;
mod noun;
mod opener;
mod order;
pub mod plain;
pub mod read;
pub mod reading;
pub mod request;
pub mod said;
mod shape;
pub mod sheet;
pub mod sheet_names;
mod sign;
pub mod spoken;
pub mod talk;
pub mod text;
mod told;
mod turns;
mod unit;
mod verb;
mod verdict;
mod vote;
mod wrapped;
pub mod write;
