//! Small games that use every feature of the engine, for its tests. They can be played, but
//! `packetboat games` does not list them, and only one of them, `toy/sealed`, is in the program
//! that clubs run: `doctor` plays it.

use packetboat_core::engine::game::GameRow;

/// All of them: a row each.
pub static TOYS: &[GameRow] = &[
    &packetboat_toy_sealed::GAME,
    &packetboat_toy_skirmish::GAME,
    &packetboat_toy_market::GAME,
    &packetboat_toy_barge::GAME,
    &packetboat_toy_nim::GAME,
    &packetboat_toy_seasons::GAME,
];
