//! The pieces games are made of: codes and amounts, checks of tables and states, turns in rounds,
//! supplies of cards and tiles, hexes and maps, ways, words, what events did not always say, and
//! what pictures are made of.
//!
//! Not here: any game's own rules or numbers.

// Paths that are text in attributes (`skip_serializing_if`) know no `$crate`.
extern crate self as packetboat_kit;

pub mod amounts;
pub mod arrows;
pub mod axial;
pub mod chart;
pub mod checks;
pub mod code;
pub mod course;
pub mod grid;
pub mod hex;
pub mod outlines;
pub mod since;
pub mod supply;
pub mod turns;
pub mod ways;
pub mod words;
