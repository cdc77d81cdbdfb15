packetboat_testkit::owes!(packetboat_diplomacy::GAME, named seats);
