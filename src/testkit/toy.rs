//! Small games that use every feature of the engine, for its tests. They can be played, but
//! `packetboat games` does not list them.

pub mod barge;
pub mod market;
pub mod sealed;
pub mod skirmish;
