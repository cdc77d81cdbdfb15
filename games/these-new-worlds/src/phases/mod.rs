//! The phases of a round, one file each: `set_up`, `cards`, `domes`, `settle`, and `combat`,
//! which `settle` calls for. Each changes the state and reports what happened.
//!
//! Not here: who is asked what, and when (`rules`).

pub mod cards;
pub mod combat;
pub mod domes;
pub mod set_up;
pub mod settle;
