//! The registry: one line a game, and nothing else names one.
//!
//! # Adding a game
//!
//! 1. Read the rulebook; list its paragraphs and your rulings in `games/<game>/rules.toml`.
//! 2. Copy the toy game nearest in kind (`testkit::toy`): `sealed` is simultaneous and secret,
//!    `skirmish` has initiative, reactions and an interrupt, `market` has wish lists and batches
//!    of several rounds.
//! 3. Write `data.rs` and the TOML; `packetboat games <game>` must load it.
//! 4. Write the state and `validate`; then `pending`: the sequence of play, before any effect.
//! 5. Put the gates; write the questions and their fallbacks; say what silence means.
//! 6. Write cases for the first phase, then the phase; and so on, phase by phase.
//! 7. Write the view from nothing, and `resample`.
//! 8. Write the grammar and `build`; then `decide` and `permits`, one function a question.
//! 9. Write the templates, and a sample of every event.
//! 10. Add the line below: now the contract, coverage, template and simulation tests run on it.
//! 11. Let robots play: `packetboat simulate <game> --games 1000`; read what they do. Record a
//!     playthrough, `packetboat simulate <game> --seed 1 --playthrough
//!     tests/playthroughs/<game>/first.toml`; read every line of every report, mend the templates
//!     and the sheets, let the tests write the reports anew (`PACKETBOAT_BLESS=1`), read again,
//!     commit. A test demands one of every game (`testkit::playthrough`).

pub mod these_new_worlds;

use crate::engine::game::Game;
use crate::engine::table::Erased;
use crate::games::these_new_worlds::TheseNewWorlds;
use crate::testkit::toy::market::state::Market;
use crate::testkit::toy::sealed::state::Sealed;
use crate::testkit::toy::skirmish::state::Skirmish;

/// The games players can choose, in the order of the list that `packetboat games` prints.
pub fn games() -> Vec<&'static dyn Game> {
    vec![const { &Erased::<TheseNewWorlds>::new() }]
}

/// The toy games: played by tests and simulators, listed nowhere.
fn toys() -> Vec<&'static dyn Game> {
    vec![
        const { &Erased::<Sealed>::new() },
        const { &Erased::<Skirmish>::new() },
        const { &Erased::<Market>::new() },
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
