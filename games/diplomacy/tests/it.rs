//! Diplomacy as a whole. Single rules are cases (`cases/`).

#![allow(
    clippy::unwrap_used,
    reason = "a test that cannot go on fails by panicking"
)]

mod pictures;

packetboat_testkit::owes!(packetboat_diplomacy::GAME, named seats);
