//! The registry: one line a game, and nothing else names one. How a game is added:
//! `docs/adding-a-game.md`.
//!
//! Beside the games stand the pieces they are made of: codes and amounts, supplies of cards and
//! tiles, hexes and maps, ways, and words.

pub(crate) mod amounts;
pub mod anno_1503;
pub mod axial;
pub mod chart;
pub(crate) mod code;
pub mod conquistador;
pub mod course;
pub mod grid;
pub mod hex;
pub mod new_world_1500;
pub mod supply;
pub mod these_new_worlds;
pub mod voyages_1492;
pub mod ways;
pub mod words;

use crate::engine::game::Game;
use crate::engine::table::Erased;
use crate::games::anno_1503::Anno;
use crate::games::conquistador::Conquistador;
use crate::games::new_world_1500::NewWorld;
use crate::games::these_new_worlds::TheseNewWorlds;
use crate::games::voyages_1492::Voyages;
use crate::testkit::toy::barge::rules::Barge;
use crate::testkit::toy::market::state::Market;
use crate::testkit::toy::sealed::state::Sealed;
use crate::testkit::toy::skirmish::state::Skirmish;

/// The games players can choose, in the order of the list that `packetboat games` prints.
pub fn games() -> Vec<&'static dyn Game> {
    vec![
        &Erased::<Conquistador>::GAME,
        &Erased::<TheseNewWorlds>::GAME,
        &Erased::<Voyages>::GAME,
        &Erased::<Anno>::GAME,
        &Erased::<NewWorld>::GAME,
    ]
}

/// The toy games: played by tests and simulators, listed nowhere.
fn toys() -> Vec<&'static dyn Game> {
    vec![
        &Erased::<Sealed>::GAME,
        &Erased::<Skirmish>::GAME,
        &Erased::<Market>::GAME,
        &Erased::<Barge>::GAME,
    ]
}

/// Games and toy games.
pub fn all() -> Vec<&'static dyn Game> {
    games().into_iter().chain(toys()).collect()
}

/// The game with this id, toy games included.
pub fn game(id: &str) -> Option<&'static dyn Game> {
    all().into_iter().find(|it| it.id() == id)
}
