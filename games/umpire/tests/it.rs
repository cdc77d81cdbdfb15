//! What every game owes.

packetboat_testkit::owes!(packetboat_umpire::GAME);
