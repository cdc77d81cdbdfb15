//! Diplomacy as a whole. Single rules are cases (`cases/`).

mod help;

packetboat_testkit::owes!(packetboat_diplomacy::GAME, named seats);
