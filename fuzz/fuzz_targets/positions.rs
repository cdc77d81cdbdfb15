//! Positions of all games in which orders are read: played there by robots, the same in every run.

use packetboat::engine::dice::{Dice, Keys, LINKS};
use packetboat::engine::game::{Block, Files, Game, Halted, Ruleset, Table};
use packetboat::engine::seat::Seat;
use packetboat::games::{GAMES, Games};
use packetboat::lang::form::Grammar;
use packetboat_testkit::simulate::{Options, founding, short};
use packetboat_toys::TOYS;
use std::sync::Arc;

/// The name of the campaign.
pub(crate) const CAMPAIGN: &str = "fuzzed";

/// The stops of a game at which orders are tried, from 1: all parts of a turn, and a game that is
/// under way.
const STOPS: [u32; 4] = [1, 2, 3, 6];

/// A campaign at a stop.
pub(crate) struct Position {
    rules: Arc<dyn Ruleset>,
    files: Files,
    /// How many parts a turn has.
    pub(crate) parts: u8,
    /// The campaign, in which nothing is ever changed.
    pub(crate) table: Box<dyn Table>,
    /// The seats, as orders name them.
    pub(crate) names: Vec<String>,
    /// The seats asked to write, then the others, each with its language.
    seats: Vec<(Seat, Grammar)>,
}

impl Position {
    /// One of the seats, whatever the number.
    pub(crate) fn seat(&self, number: u8) -> &(Seat, Grammar) {
        &self.seats[usize::from(number) % self.seats.len()]
    }

    /// The same campaign, to be changed.
    pub(crate) fn copy(&self) -> Box<dyn Table> {
        self.open(&self.files)
    }

    /// The campaign that lies in these files.
    pub(crate) fn open(&self, files: &Files) -> Box<dyn Table> {
        let table = self.rules.open(CAMPAIGN, files);
        table.expect("what was saved can be opened")
    }
}

/// All of them.
pub(crate) fn positions() -> Vec<Position> {
    Games::of(GAMES, TOYS).all().flat_map(of_game).collect()
}

/// The dice of a stop. Links near the end of the chain are found soonest.
pub(crate) fn keys(stop: u32) -> Keys {
    Keys::new(&[5; 32], LINKS - stop, 0).expect("there are that many links")
}

fn of_game(game: &dyn Game) -> Vec<Position> {
    let pack = game.pack();
    let rules = game.load(&pack).expect("built-in data are good");
    let options = Options {
        options: short(rules.card()),
        ..Options::default()
    };
    let founding = founding(&pack, &options).expect("the card's own defaults");
    let table = rules.found(CAMPAIGN, &founding, &mut Dice::keyed(keys(0)));
    let mut table = table.expect("it can be founded");
    let mut all = Vec::new();
    let mut submission = 0;
    for stop in 1..=STOPS[STOPS.len() - 1] {
        let played = table.play(&mut Dice::keyed(keys(stop)), true);
        let called = match played.expect("robots break no invariant") {
            Halted::Gathering { called, .. } => called,
            Halted::Asking { seats } => seats,
            Halted::Over(_) => break,
        };
        table.stored();
        if STOPS.contains(&stop) {
            let mut seats = table.seats();
            let names = seats.iter().map(ToString::to_string).collect();
            seats.sort_by_key(|it| !called.contains(it));
            let seats = seats.into_iter().map(|it| (it, table.grammar(it)));
            let files = table.save();
            all.push(Position {
                table: rules
                    .open(CAMPAIGN, &files)
                    .expect("what was saved can be opened"),
                rules: Arc::clone(&rules),
                files,
                parts: rules.card().sheet_parts,
                names,
                seats: seats.collect(),
            });
        }
        for seat in called {
            submission += 1;
            let sheet = table.sheet();
            let text = robot(&*table, seat, stop);
            table.file(seat, submission, &Block { sheet, body: &text });
        }
    }
    all
}

/// The sheet a robot would send.
pub(crate) fn robot(table: &dyn Table, seat: Seat, stir: u32) -> String {
    let own = keys(1).for_robot(&format!("{seat} {stir}"));
    table.robot(seat, &mut Dice::keyed(own))
}
