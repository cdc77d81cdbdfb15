//! What the log proves: that its chain holds, that its steps lead to its states, that its dice are
//! those that were sealed; and the file in which a campaign goes to somebody who checks it.
//!
//! In: a log or an exported file. Out: what holds and what does not ([`verify`]), a file
//! ([`export`]), the luck of each seat ([`luck`]). It changes nothing.

pub mod export;
pub mod luck;
pub mod verify;
