//! What checks the games: rule cases, playthroughs, toy games, a simulator, and helpers for tests.
//! Always compiled, since commands use parts of it.
//!
//! Not here: rules of real games, and anything that a club needs to run; the cases themselves
//! (`tests/cases/<game>/*.toml`), the positions they begin at (`games/<game>/fixtures/*.toml`) and
//! the rules they cite (`games/<game>/rules.toml`).

pub mod case;
mod compare;
pub mod draws;
pub mod playthrough;
pub mod run_case;
pub mod simulate;
pub mod toy;
