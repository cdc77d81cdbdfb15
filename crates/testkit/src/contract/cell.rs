//! The ways to play one game, and games of robots in them.

#![allow(
    clippy::unwrap_used,
    reason = "a check that cannot go on fails by panicking"
)]

use crate::simulate::{Options, Players, short, simulate};
use packetboat_core::engine::data::{DataPack, Founding, GameCard, Setting};
use packetboat_core::engine::dice::{Dice, Keys, LINKS};
use packetboat_core::engine::game::{Block, Files, Game, Halted, Table, card};
use packetboat_core::engine::seat::{Seat, Viewer};
use std::collections::{BTreeMap, BTreeSet};

/// Far more stops than any of these games makes.
pub(super) const STOPS_MAX: u32 = 2_000;

/// One way to play one game.
pub(super) struct Cell {
    pub(super) game: &'static dyn Game,
    pub(super) pack: DataPack,
    pub(super) scenario: String,
    pub(super) seats: u8,
    pub(super) options: BTreeMap<String, Setting>,
    pub(super) name: String,
}

/// Every scenario, fewest and most seats, pace and, where the game has them, interrupts.
pub(super) fn cells(game: &'static dyn Game) -> Vec<Cell> {
    let mut cells = Vec::new();
    let pack = game.pack();
    let card = card(&pack).unwrap_or_else(|it| panic!("{}: {it}", game.id()));
    for scenario in &card.scenarios {
        let most = u8::try_from(card.places(scenario).len()).unwrap();
        // The fewest and the most; what is between is like the one or the other.
        for seats in BTreeSet::from([card.seats_min.min(most), most]) {
            for options in paces(&card) {
                cells.push(Cell {
                    game,
                    pack: pack.clone(),
                    scenario: scenario.name.clone(),
                    seats,
                    name: format!("{} {} {seats} {options:?}", game.id(), scenario.name),
                    options,
                });
            }
        }
    }
    cells
}

fn paces(card: &GameCard) -> Vec<BTreeMap<String, Setting>> {
    let mut all = vec![short(card)];
    for option in &card.options {
        let values: Vec<Setting> = match option.name.as_str() {
            "pace" => option.values.iter().cloned().map(Setting::Word).collect(),
            "interrupts" if option.values.is_empty() => [false, true].map(Setting::Switch).to_vec(),
            _ => continue,
        };
        all = values
            .iter()
            .flat_map(|value| {
                all.iter().map(|before| {
                    let mut pace = before.clone();
                    pace.insert(option.name.clone(), value.clone());
                    pace
                })
            })
            .collect();
    }
    all
}

impl Cell {
    pub(super) fn founding(&self) -> Founding {
        self.founding_of(&self.pack)
    }

    pub(super) fn founding_of(&self, pack: &DataPack) -> Founding {
        let card = card(pack).unwrap();
        let scenario = Some(self.scenario.as_str());
        let all = Founding::new(&card, scenario, &[], &self.options).unwrap();
        let seats = &all.seats[..usize::from(self.seats)];
        Founding::new(&card, scenario, seats, &self.options).unwrap()
    }

    pub(super) fn found(&self, pack: &DataPack) -> Box<dyn Table> {
        let mut dice = Dice::keyed(keys(0));
        let founding = self.founding_of(pack);
        let table = self.game.found(pack, "contract", &founding, &mut dice);
        table.unwrap_or_else(|it| panic!("{}: {it}", self.name))
    }

    pub(super) fn open(&self, files: &Files) -> Box<dyn Table> {
        let table = self.game.open(&self.pack, "contract", files);
        table.unwrap_or_else(|it| panic!("{}: {it}\n{}", self.name, files.state))
    }

    fn options(&self, games: u32, players: Players) -> Options {
        Options {
            games,
            seed: 7,
            seats: Some(self.seats),
            scenario: Some(self.scenario.clone()),
            options: self.options.clone(),
            players,
        }
    }

    pub(super) fn clean(&self, games: u32, players: Players) {
        let report = simulate(self.game, &self.pack, &self.options(games, players)).unwrap();
        assert!(report.is_clean(), "{}:\n{report}", self.name);
        assert_eq!(
            (report.games, report.strict),
            (games, games),
            "{}",
            self.name
        );
    }
}

thread_local! {
    /// What all games of a check are made from.
    static SEED: std::cell::Cell<u8> = const { std::cell::Cell::new(5) };
}

/// Makes other games of the same ways from here on.
pub(super) fn seeded(seed: u8) {
    SEED.set(seed);
}

/// The keys of the n-th stop. Links near the end of the chain are the cheapest.
pub(super) fn keys(stop: u32) -> Keys {
    Keys::new(&[SEED.get(); 32], LINKS - stop % 512, stop / 512).unwrap()
}

/// Robots' sheets for everybody whom `table` waits for, as text.
pub(super) fn robots(table: &dyn Table, founding: &Founding, stop: u32) -> Vec<(Seat, String)> {
    let seats = match table.halt() {
        Halted::Gathering { called, .. } => called,
        Halted::Asking { seats } => seats,
        Halted::Over(_) => return Vec::new(),
    };
    let order = founding.seats.iter().enumerate();
    let wanted = order.filter(|(_, it)| seats.contains(it));
    wanted
        .map(|(at, seat)| {
            // By place and not by name: seats are renamed in one of the tests.
            let own = keys(stop).for_robot(&at.to_string());
            (*seat, table.robot(*seat, &mut Dice::keyed(own)))
        })
        .collect()
}

/// A game of robots, stop by stop: `each` sees the table before orders come in, and the stop's
/// number from 1.
pub(super) fn walk(cell: &Cell, mut each: impl FnMut(&dyn Table, u32)) {
    let founding = cell.founding();
    let mut table = cell.found(&cell.pack);
    table.play(&mut Dice::keyed(keys(1)), false).unwrap();
    let mut submission = 0;
    for stop in 2..STOPS_MAX {
        each(&*table, stop - 1);
        if matches!(table.halt(), Halted::Over(_)) {
            return;
        }
        for (seat, text) in robots(&*table, &founding, stop) {
            submission += 1;
            let sheet = table.sheet();
            table.file(seat, submission, &Block { sheet, body: &text });
            let again = matches!(table.halt(), Halted::Asking { seats } if seats.contains(&seat));
            assert!(!again, "{}: {seat} is asked again after\n{text}", cell.name);
        }
        table.play(&mut Dice::keyed(keys(stop)), true).unwrap();
    }
    panic!("{}: it does not end", cell.name);
}

pub(super) fn viewers(cell: &Cell) -> Vec<Viewer> {
    let seats = cell.founding().seats.into_iter().map(Viewer::Seat);
    seats.chain([Viewer::Public, Viewer::Referee]).collect()
}
