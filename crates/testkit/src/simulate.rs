//! Plays whole games in memory, through the order language: players write sheets as text, a table
//! files and plays them. What comes out is a report for people and a list of broken invariants.
//!
//! Everything is a function of the options: game number `n` of a run with seed `s` has the seed
//! `s + n`, and is the only game of a run with that seed. Nothing here panics: a game that does is
//! a finding.
//!
//! Not here: what a robot writes (each game's `robot`). Files, mail and clocks: the
//! simulated club of `packetboat-tools`, which lets the whole desk work.

pub mod chance;
mod figures;
pub mod one;
mod options;
mod report;

pub use figures::Figure;
pub use one::check;
pub use options::{Options, Players};
pub use report::{Finding, Report, Standing, Versus};

use figures::Cards;
use packetboat_core::engine::data::{DataError, DataPack, Founding, GameCard, OptionCard, Setting};
use packetboat_core::engine::game::{Game, card};
use packetboat_core::engine::seat::Seat;
use packetboat_core::progress;
use std::collections::BTreeMap;
use std::num::NonZero;
use std::sync::atomic::{AtomicU32, Ordering};
use std::thread;

/// Up to this many games all are replayed strictly; of more, only those whose seed is a multiple of
/// [`STRICT_EVERY`], since that takes several times as long as playing.
const STRICT_UP_TO: u32 = 100;

/// See [`STRICT_UP_TO`].
const STRICT_EVERY: u64 = 16;

/// The option by which games with many turns let their length be chosen.
const LENGTH: &str = "turns";

/// How many turns such a game has in tests, at least.
const SHORT_TURNS: i64 = 2;

/// The part of its usual turns that a game of many short ones has in tests: in fewer nothing may
/// come about yet that is hidden from somebody.
const SHORT_PART: i64 = 6;

/// Settings that make a game as short as tests want it: none where its length cannot be chosen.
pub fn short(card: &GameCard) -> BTreeMap<String, Setting> {
    let length = card.options.iter().find(|it| it.name == LENGTH);
    let setting = |card: &OptionCard| {
        let usual = match card.default {
            Setting::Number(usual) => usual,
            _ => 0,
        };
        let turns = SHORT_TURNS.max(usual / SHORT_PART);
        (card.name.clone(), Setting::Number(turns))
    };
    length.map(setting).into_iter().collect()
}

/// The founding these options ask for.
///
/// # Errors
/// Options that do not fit the game's card.
pub fn founding(pack: &DataPack, options: &Options) -> Result<Founding, DataError> {
    let card = card(pack)?;
    let scenario = options.scenario.as_deref();
    let all = Founding::new(&card, scenario, &[], &options.options)?;
    let Some(count) = options.seats else {
        return Ok(all);
    };
    let most = all.seats.len();
    if !(usize::from(card.seats_min)..=most).contains(&usize::from(count)) {
        let least = card.seats_min;
        let problem = format!("{count} seats: it is a game for {least} to {most}");
        return Err(DataError::new("game.toml", problem));
    }
    let seats: Vec<Seat> = all.seats.into_iter().take(usize::from(count)).collect();
    Founding::new(&card, scenario, &seats, &options.options)
}

/// Plays the games.
///
/// # Errors
/// Options that do not fit the game's card; whatever happens in a game is in the report.
pub fn simulate(game: &dyn Game, pack: &DataPack, options: &Options) -> Result<Report, DataError> {
    let founding = founding(pack, options)?;
    let figures = Cards::of(pack)?;
    let workers = thread::available_parallelism().map_or(1, NonZero::get);
    let workers = u32::try_from(workers).unwrap_or(1).clamp(1, 16);
    let done = AtomicU32::new(0);
    let play = |worker: u32| -> Vec<(u64, Result<one::Played, String>)> {
        let own = (0..options.games).filter(|it| it % workers == worker);
        own.map(|number| {
            let seed = options.seed.wrapping_add(u64::from(number));
            let strict = options.games <= STRICT_UP_TO || seed.is_multiple_of(STRICT_EVERY);
            let setting = one::Setting {
                game,
                pack,
                founding: &founding,
                players: options.players,
                figures: &figures,
                seed,
            };
            let played = setting.play(strict);
            let so_far = done.fetch_add(1, Ordering::Relaxed) + 1;
            progress::step(|| format!("game {so_far} of {}", options.games));
            (seed, played)
        })
        .collect()
    };
    let mut played: Vec<_> = thread::scope(|scope| {
        let play = &play;
        let workers: Vec<_> = (0..workers)
            .map(|it| scope.spawn(move || play(it)))
            .collect();
        let joined = workers.into_iter().map(thread::ScopedJoinHandle::join);
        joined
            .flat_map(|it| it.expect("panics are caught game by game"))
            .collect()
    });
    played.sort_by_key(|it| it.0.wrapping_sub(options.seed));
    let mut report = Report::new(game.id(), &founding, options, figures.figures());
    for (seed, result) in played {
        report.count(seed, result);
    }
    Ok(report)
}
