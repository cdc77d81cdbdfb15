//! Diplomacy as a whole: what every game owes, and the judge against a second one. Single rules
//! are cases (`cases/`).

#![allow(
    clippy::unwrap_used,
    reason = "a test that cannot go on fails by panicking"
)]

mod help;
mod pictures;
mod recorded;
mod second;

packetboat_testkit::owes!(packetboat_diplomacy::GAME, named seats);
