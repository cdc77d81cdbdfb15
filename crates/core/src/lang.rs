//! The order language, common to all games: words, forms as data, and a reader that never fails.
//!
//! Not here: what an order means (that is a game's `orders.rs`), where the text came from (`mail`),
//! and what is in force (`engine::orders`). This module knows nobody else.

pub mod block;
mod branch;
pub mod common;
mod common_help;
mod compound;
mod condition;
pub mod consent;
pub mod courtesy;
pub mod cut;
pub mod diagnostic;
mod expect;
pub mod form;
mod join;
pub mod letter;
pub mod names;
mod noun;
mod opener;
mod order;
pub mod plain;
pub mod read;
pub mod said;
mod shape;
pub mod sheet;
mod sign;
mod unit;
mod wrapped;
pub mod write;
