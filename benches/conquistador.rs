//! How long Conquistador takes: `cargo bench --bench conquistador`.
//!
//! The position is one of `campaign4` late in the game, reached by four robots.

use divan::{Bencher, black_box};
use packetboat::builtin;
use packetboat::engine::dice::{Dice, Keys};
use packetboat::engine::game::{Block, Files, Halted, Ruleset, Table, card};
use packetboat::engine::seat::{Seat, Viewer};
use packetboat::games;
use packetboat::games::conquistador::map::Map;
use packetboat::report::{DiceShown, Frame, Kind, SeatAt, Stop, Templates};
use std::sync::Arc;

const GAME: &str = "conquistador";

/// The turn that is measured, of twenty-one.
const LATE: u32 = 18;

fn main() {
    let late = Late::new();
    println!("state.toml on turn {LATE}: {} bytes", late.at_a.state.len());
    divan::main();
}

/// A campaign late in the game, and what its powers write on both sheets of a turn.
struct Late {
    rules: Arc<dyn Ruleset>,
    at_a: Files,
    sheets_a: Vec<(Seat, String)>,
    sheets_b: Vec<(Seat, String)>,
}

fn dice(link: u32) -> Dice {
    Dice::keyed(Keys::new(&[18; 32], link, 0).expect("in range"))
}

fn written(table: &dyn Table) -> Vec<(Seat, String)> {
    let keys = Keys::new(&[18; 32], 1, 0).expect("in range");
    let turn = table.sheet();
    let seats = table.seats().into_iter();
    seats
        .map(|it| {
            let mut dice = Dice::keyed(keys.for_robot(&format!("{it} {turn}")));
            (it, table.robot(it, &mut dice))
        })
        .collect()
}

fn file(table: &mut dyn Table, sheets: &[(Seat, String)]) {
    let sheet = table.sheet();
    for ((seat, body), submission) in sheets.iter().zip(1..) {
        table.file(*seat, submission, &Block { sheet, body });
    }
}

impl Late {
    fn new() -> Self {
        let pack = builtin::game(GAME);
        let game = games::game(GAME).expect("it is registered");
        let rules = game.load(&pack).expect("the data fit");
        let card = card(&pack).expect("a card");
        let founding = packetboat::engine::data::Founding::new(
            &card,
            Some("campaign4"),
            &[],
            &std::collections::BTreeMap::new(),
        );
        let founding = founding.expect("a scenario");
        let mut table = rules
            .found("late", &founding, &mut dice(1))
            .expect("founded");
        table.play(&mut dice(2), false).expect("the first turn");
        let mut link = 3;
        while table.sheet().turn < LATE {
            let sheets = written(&*table);
            file(&mut *table, &sheets);
            table
                .play(&mut dice(link), true)
                .expect("a sheet is played");
            table.stored();
            link += 1;
        }
        let at_a = Files {
            journal: None,
            ..table.save()
        };
        let sheets_a = written(&*table);
        file(&mut *table, &sheets_a);
        table
            .play(&mut dice(link), true)
            .expect("sheet a is played");
        let sheets_b = written(&*table);
        Late {
            rules,
            at_a,
            sheets_a,
            sheets_b,
        }
    }

    fn open(&self, files: &Files) -> Box<dyn Table> {
        self.rules.open("late", files).expect("our own files")
    }

    /// Plays one sheet from file to file.
    fn sheet(&self, files: &Files, sheets: &[(Seat, String)]) -> Files {
        let mut table = self.open(files);
        file(&mut *table, sheets);
        table.play(&mut dice(100), true).expect("a sheet is played");
        table.save()
    }
}

/// A whole turn: both sheets of four powers, read, resolved, and all files read and written.
#[divan::bench(sample_count = 100)]
fn late_turn(bencher: Bencher<'_, '_>) {
    let late = Late::new();
    bencher.bench_local(|| {
        let files = late.sheet(&late.at_a, &late.sheets_a);
        let files = Files {
            journal: None,
            ..files
        };
        black_box(late.sheet(&files, &late.sheets_b))
    });
}

/// The text reports of all four powers behind sheet a.
#[divan::bench(sample_count = 100)]
fn four_reports(bencher: Bencher<'_, '_>) {
    let late = Late::new();
    let templates = Templates::of(builtin::templates());
    let mut table = late.open(&late.at_a);
    file(&mut *table, &late.sheets_a);
    table.play(&mut dice(100), true).expect("a sheet is played");
    bencher.bench_local(|| {
        for seat in table.seats() {
            let page = table.page(Viewer::Seat(seat), &[]).expect("a page");
            let report = templates.report(&frame(&*table, seat), Kind::Usual, &page);
            black_box(report.expect("a report"));
        }
    });
}

/// Reading and checking the map.
#[divan::bench(sample_count = 100)]
fn map_load(bencher: Bencher<'_, '_>) {
    let pack = builtin::game(GAME);
    bencher.bench_local(|| black_box(Map::read(&pack).expect("the map")));
}

/// All tables of the game, the map among them.
#[divan::bench(sample_count = 100)]
fn rules_load(bencher: Bencher<'_, '_>) {
    let pack = builtin::game(GAME);
    let game = games::game(GAME).expect("it is registered");
    bencher.bench_local(|| black_box(game.load(&pack).expect("the data fit").card().seats.len()));
}

fn frame(table: &dyn Table, seat: Seat) -> Frame {
    let seats = table.seats().into_iter().map(|it| SeatAt {
        name: it,
        title: it.to_string(),
        player: "Player".to_owned(),
        robot: false,
    });
    Frame {
        pace: String::new(),
        club: "Packetboat".to_owned(),
        referee: String::new(),
        campaign: "late".to_owned(),
        game: GAME.to_owned(),
        title: "Conquistador".to_owned(),
        seat: Some(seat),
        seat_title: seat.to_string(),
        player: "Player".to_owned(),
        seats: seats.collect(),
        sheet: table.sheet(),
        deadline: None,
        early: String::new(),
        stop: match table.halt() {
            Halted::Gathering { .. } | Halted::Asking { .. } => Stop::Gate,
            Halted::Over(_) => Stop::Over,
        },
        notes: Vec::new(),
        moved: Vec::new(),
        away: Vec::new(),
        stood_in_for: Vec::new(),
        dice: DiceShown::Nothing,
        salts: Vec::new(),
        own_salt: String::new(),
        may_salt: false,
    }
}
