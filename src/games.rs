//! The registry: one line a game, and nothing else names one.

pub mod these_new_worlds;

use crate::engine::game::Game;
use crate::engine::table::Erased;
use these_new_worlds::TheseNewWorlds;

static THESE_NEW_WORLDS: Erased<TheseNewWorlds> = Erased::new();

/// The games players can choose, in the order of the list that `packetboat games` prints.
pub fn games() -> Vec<&'static dyn Game> {
    vec![&THESE_NEW_WORLDS]
}

/// Games and toy games.
pub fn all() -> Vec<&'static dyn Game> {
    games()
}

/// The game with this id, toy games included.
pub fn game(id: &str) -> Option<&'static dyn Game> {
    all().into_iter().find(|it| it.id() == id)
}
