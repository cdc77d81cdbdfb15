//! What checks a game by itself: rule cases, playthroughs, simulated games, and helpers for tests.
//!
//! Not here: rules, clubs, and the tools that authors call (`packetboat-tools`); the cases
//! themselves (`games/<game>/tests/cases/*.toml`), the positions they begin at
//! (`games/<game>/fixtures/*.toml`) and the rules they cite (`games/<game>/rules.toml`).

pub mod case;
mod compare;
pub mod contract;
pub mod draws;
pub mod help;
pub mod owed;
pub mod playthrough;
pub mod position;
pub mod run_case;
pub mod simulate;
pub mod words;
