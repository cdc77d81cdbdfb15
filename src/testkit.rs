//! What proves the games: rule cases, run against the same faces that the desk uses.
//!
//! Always compiled, since `packetboat case` runs the same cases as the tests. Not here: the cases
//! (`tests/cases/<game>/*.toml`), the positions they begin at (`games/<game>/fixtures/*.toml`) and
//! the rules they cite (`games/<game>/rules.toml`).

pub mod case;
mod compare;
pub mod run_case;
