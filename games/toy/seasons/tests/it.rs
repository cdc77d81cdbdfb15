//! What every game owes.

packetboat_testkit::owes!(packetboat_toy_seasons::GAME);
