//! The games that tests and tools know: those of the program, and all toys.

use packetboat::games::{GAMES, Games};
use packetboat_core::engine::data::DataPack;
use packetboat_core::engine::game::Game;
use std::collections::BTreeMap;

/// The games of the program, and all toys.
pub static ALL: Games = Games::of(GAMES, packetboat_toys::TOYS);

/// The games players can choose.
pub fn games() -> Vec<&'static dyn Game> {
    ALL.listed().collect()
}

/// Games and toys.
pub fn all() -> Vec<&'static dyn Game> {
    ALL.all().collect()
}

/// The game with this id, toys included.
pub fn game(id: &str) -> Option<&'static dyn Game> {
    ALL.game(id)
}

/// The files of a game; none if there is no such game.
pub fn pack(id: &str) -> DataPack {
    game(id).map(Game::pack).unwrap_or_default()
}

/// All templates, by path under `templates/`.
pub fn templates() -> BTreeMap<String, String> {
    ALL.templates()
}

/// The game with this id, toys included, for tests that know it is there.
///
/// # Panics
/// There is none.
pub fn named(id: &str) -> &'static dyn Game {
    game(id).unwrap_or_else(|| panic!("no game is called {id}"))
}
