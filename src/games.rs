//! The registry: a row a game, and nothing else names one. How a game is added:
//! `docs/adding-a-game.md`.

use crate::engine::game::{Game, GameRow};
use crate::report::builtin;
use std::collections::BTreeMap;
use std::fmt;

/// The games players can choose, in the order of the list that `packetboat games` prints.
pub static GAMES: &[GameRow] = &[
    &packetboat_conquistador::GAME,
    &packetboat_these_new_worlds::GAME,
    &packetboat_voyages_1492::GAME,
    &packetboat_anno_1503::GAME,
    &packetboat_new_world_1500::GAME,
    &packetboat_diplomacy::GAME,
    &packetboat_umpire::GAME,
];

/// The toy that `doctor` plays over a club's mail.
pub static DOCTORS: GameRow = &packetboat_toy_sealed::GAME;

/// The games that a program knows. Those for authors know more than the one that clubs run.
#[derive(Clone, Copy)]
pub struct Games {
    listed: &'static [GameRow],
    unlisted: &'static [GameRow],
}

/// What the program that clubs run knows.
pub static SHIPPED: Games = Games::of(GAMES, &[&packetboat_toy_sealed::GAME]);

impl fmt::Debug for Games {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.all().map(Game::id)).finish()
    }
}

impl Games {
    /// Those that are listed, in this order, and those that are only played where they are named.
    pub const fn of(listed: &'static [GameRow], unlisted: &'static [GameRow]) -> Self {
        Games { listed, unlisted }
    }

    /// Those that are listed.
    pub fn listed(self) -> impl Iterator<Item = &'static dyn Game> {
        self.listed.iter().map(|it| **it)
    }

    /// Those that are listed, and those that are not.
    pub fn all(self) -> impl Iterator<Item = &'static dyn Game> {
        self.listed().chain(self.unlisted.iter().map(|it| **it))
    }

    /// The game with this id, listed or not.
    pub fn game(self, id: &str) -> Option<&'static dyn Game> {
        self.all().find(|it| it.id() == id)
    }

    /// The templates for all games, and theirs, by path under `templates/`.
    pub fn templates(self) -> BTreeMap<String, String> {
        let mut all = builtin::templates();
        all.extend(self.all().flat_map(Game::templates));
        all
    }
}
