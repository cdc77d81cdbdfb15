//! The order language, common to all games: words, forms as data, and a reader that never fails.
//!
//! Not here: what an order means (that is a game's `orders.rs`), where the text came from (`mail`),
//! and what is in force (`engine::orders`). This module knows nobody else.

pub mod block;
pub mod cut;
pub mod diagnostic;
pub mod form;
pub mod names;
pub mod read;
pub mod said;
pub mod shape;
pub mod sheet;
pub mod write;
