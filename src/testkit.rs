//! What checks the games: toy games, a simulator, and helpers for tests. Always compiled, since
//! commands use parts of it.
//!
//! Not here: rules of real games, and anything that a club needs to run.

pub mod simulate;
pub mod toy;
