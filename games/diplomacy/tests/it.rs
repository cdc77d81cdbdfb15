//! Diplomacy as a whole: what every game owes, and the judge against a second one.

mod second;

packetboat_testkit::owes!(packetboat_diplomacy::GAME, named seats);
