//! A table alone, without a desk: founded, changed at will, played, and read by others.
//!
//! Not here: what is tested; clubs with mail (`support`).

#![allow(
    clippy::unwrap_used,
    reason = "a test that cannot go on fails by panicking"
)]

use packetboat_core::engine::data::{Founding, Setting};
use packetboat_core::engine::dice::{Dice, Keys};
use packetboat_core::engine::game::{Block, Files, Game, Halted, Table, card};
use packetboat_core::engine::seat::{Seat, Viewer};
use std::collections::{BTreeMap, BTreeSet};
use toml::{Table as Tree, Value};

/// A campaign of the first `seats` seats, at its first gate.
pub fn founded(
    game: &'static dyn Game,
    options: &[(&str, Setting)],
    seats: usize,
    seed: u8,
) -> Box<dyn Table> {
    let pack = game.pack();
    let rules = game.load(&pack).unwrap();
    let card = card(&pack).unwrap();
    let options: BTreeMap<String, Setting> = options
        .iter()
        .map(|(name, it)| ((*name).to_owned(), it.clone()))
        .collect();
    let all: Vec<Seat> = card.seats.iter().map(|it| it.name).take(seats).collect();
    let founding = Founding::new(&card, None, &all, &options).unwrap();
    let mut table = rules.found("sea", &founding, &mut dice(seed, 1)).unwrap();
    table.play(&mut dice(seed, 2), false).unwrap();
    table
}

/// The dice of a campaign at one of its stops.
pub fn dice(seed: u8, link: u32) -> Dice {
    Dice::keyed(Keys::new(&[seed; 32], link, 0).unwrap())
}

/// Files these sheets, which must have no fault.
pub fn file(table: &mut dyn Table, sheets: &[(&str, &str)]) {
    let sheet = table.sheet();
    for ((seat, body), submission) in sheets.iter().zip(1..) {
        let block = Block { sheet, body };
        let read = table.file(seat.parse().unwrap(), submission, &block);
        assert!(read.faults.is_empty(), "{seat}: {:?}", read.faults);
    }
}

/// The part of a state at a path.
pub fn part<'t>(state: &'t mut Tree, path: &[&str]) -> &'t mut Value {
    let (first, rest) = path.split_first().unwrap();
    let mut at = state.get_mut(*first).unwrap();
    for step in rest {
        at = match at {
            Value::Array(all) => &mut all[step.parse::<usize>().unwrap()],
            other => other.get_mut(*step).unwrap(),
        };
    }
    at
}

/// A campaign in this state.
pub fn opened(game: &'static dyn Game, state: &Tree, files: Files) -> Box<dyn Table> {
    let rules = game.load(&game.pack()).unwrap();
    let files = Files {
        state: state.to_string(),
        journal: None,
        ..files
    };
    rules.open("sea", &files).unwrap()
}

/// The seat of this name, as a viewer.
pub fn seat(name: &str) -> Viewer {
    Viewer::Seat(name.parse().unwrap())
}

/// Plays these sheets; all that these viewers read of it.
pub fn read_by(mut table: Box<dyn Table>, sheets: &[(&str, &str)], viewers: &[Viewer]) -> String {
    file(&mut *table, sheets);
    let before = table.save().journal;
    table.play(&mut dice(7, 9), true).unwrap();
    let earlier: Vec<String> = before.into_iter().collect();
    let mut text = format!("{:?} {}\n", table.halt(), table.sheet());
    for viewer in viewers {
        let page = table.page(*viewer, &earlier).unwrap();
        text += &serde_json::to_string(&page).unwrap();
    }
    text
}

/// Plays up to this many games of robots, until something of each kind has been met; `kinds`: of
/// what kinds an event is.
pub fn robots_come_upon(
    (game, seats, games): (&'static dyn Game, usize, u8),
    mut wanted: BTreeSet<String>,
    kinds: impl Fn(&Value) -> Vec<String>,
) {
    for seed in 0..games {
        robots_play((game, seats, seed), |_, events| {
            for kind in events.iter().flat_map(&kinds) {
                wanted.remove(&kind);
            }
            !wanted.is_empty()
        });
    }
    assert!(wanted.is_empty(), "robots never came upon {wanted:?}");
}

/// Plays a game of robots to its end, or as long as `go_on` says, which sees the table after each
/// stop and all that has happened up to it.
pub fn robots_play(
    (game, seats, seed): (&'static dyn Game, usize, u8),
    mut go_on: impl FnMut(&dyn Table, &[Value]) -> bool,
) {
    let mut table = founded(game, &[], seats, seed);
    for link in 3.. {
        if matches!(table.halt(), Halted::Over(_)) {
            break;
        }
        let sheet = table.sheet();
        for (seat, submission) in table.seats().into_iter().zip(1..) {
            let body = table.robot(seat, &mut dice(seed.wrapping_add(100), link));
            let block = Block { sheet, body: &body };
            table.file(seat, submission, &block);
        }
        table.play(&mut dice(seed, link), true).unwrap();
        let journal: Tree = table.save().journal.unwrap().parse().unwrap();
        table.stored();
        let items = journal["item"].as_array().unwrap().iter();
        let told = items.filter_map(|it| it.get("events").and_then(Value::as_array));
        let events: Vec<Value> = told.flatten().map(|it| it["event"].clone()).collect();
        if !go_on(&*table, &events) {
            break;
        }
    }
}
