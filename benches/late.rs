//! A campaign late in the game, reached by robots, and what every game's benchmark measures of it.

use super::{GAME, LATE, SCENARIO};
use divan::{Bencher, black_box};
use packetboat::engine::data::{Founding, Setting};
use packetboat::engine::dice::{Dice, Keys};
use packetboat::engine::game::{Block, Files, Halted, Ruleset, Table, card};
use packetboat::engine::seat::{Seat, Viewer};
use packetboat::report::{Frame, Painter, ReportKind, SeatAt, Stop, Templates};
use packetboat_tools::games;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

/// A campaign, and what its seats write on each sheet of a turn.
struct Late {
    game: &'static str,
    rules: Arc<dyn Ruleset>,
    /// As the turn begins.
    at: Files,
    sheets: Vec<Vec<(Seat, String)>>,
    /// Of the dice, made beforehand: that takes the same for every game, and is measured by itself.
    keys: Keys,
}

/// The keys of a resolution early in a campaign, which take longest to make.
fn keys(link: u32) -> Keys {
    Keys::new(&[18; 32], link, 0).expect("in range")
}

fn dice(link: u32) -> Dice {
    Dice::keyed(keys(link))
}

/// What those who are asked write.
fn written(table: &dyn Table) -> Vec<(Seat, String)> {
    let keys = keys(1);
    let turn = table.sheet();
    let seats = match table.halt() {
        Halted::Gathering { waiting, .. } => waiting,
        Halted::Asking { seats } => seats,
        Halted::Over(_) => BTreeSet::new(),
    };
    let seats = seats.into_iter();
    seats
        .map(|seat| {
            let mut dice = Dice::keyed(keys.for_robot(&format!("{seat} {turn}")));
            (seat, table.robot(seat, &mut dice))
        })
        .collect()
}

fn file(table: &mut dyn Table, sheets: &[(Seat, String)]) {
    let sheet = table.sheet();
    for ((seat, body), submission) in sheets.iter().zip(1..) {
        table.file(*seat, submission, &Block { sheet, body });
    }
}

/// The campaign that the benchmark is about.
fn late() -> Late {
    Late::of(GAME, SCENARIO, LATE, &[])
}

/// The state of the campaign, as it is stored.
#[allow(dead_code, reason = "one of the benchmarks needs it")]
pub(crate) fn state() -> String {
    late().at.state
}

/// Says how large the position is, and measures.
pub(crate) fn main() {
    println!("state.toml on turn {LATE}: {} bytes", late().at.state.len());
    divan::main();
}

/// A whole turn: all sheets read and resolved, and all files read and written.
#[divan::bench(sample_count = 100)]
fn turn(bencher: Bencher<'_, '_>) {
    turn_with(bencher, &[]);
}

/// The same where the campaign was founded with these options.
pub(crate) fn turn_with(bencher: Bencher<'_, '_>, options: &[(&str, &str)]) {
    let late = Late::of(GAME, SCENARIO, LATE, options);
    bencher.bench_local(|| late.turn());
}

/// The text reports of all seats behind the first sheet of that turn.
#[divan::bench(sample_count = 100)]
fn reports(bencher: Bencher<'_, '_>) {
    let late = late();
    let templates = Templates::of(games::templates());
    let table = late.table();
    bencher.bench_local(|| late.reports(&*table, &templates));
}

/// The same in text and HTML, without pictures.
#[divan::bench(sample_count = 100)]
fn reports_in_html(bencher: Bencher<'_, '_>) {
    let late = late();
    let templates = Templates::of(games::templates());
    let table = late.table();
    bencher.bench_local(|| late.pages(&*table, &templates));
}

/// The pictures of all seats, one behind the other; what never changes in them is painted already.
#[divan::bench(sample_count = 10)]
fn pictures(bencher: Bencher<'_, '_>) {
    let late = late();
    let table = late.table();
    let painter = Painter::new();
    late.paint(&*table, &painter);
    bencher.bench_local(|| late.paint(&*table, &painter));
}

/// How a turn grows with its number: not at all once the world is settled.
#[divan::bench(args = [2, LATE / 2, LATE], sample_count = 50)]
fn turn_by_number(bencher: Bencher<'_, '_>, turn: u32) {
    let late = Late::of(GAME, SCENARIO, turn, &[]);
    bencher.bench_local(|| late.turn());
}

/// All tables of the game.
#[divan::bench(sample_count = 100)]
fn rules_load(bencher: Bencher<'_, '_>) {
    let pack = games::pack(GAME);
    let game = games::game(GAME).expect("it is registered");
    bencher.bench_local(|| black_box(game.load(&pack).expect("the data fit").card().seats.len()));
}

/// The keys of the dice of one resolution: a chain of some four thousand hashes.
#[divan::bench(sample_count = 100)]
fn dice_keys(bencher: Bencher<'_, '_>) {
    bencher.bench_local(|| black_box(keys(1)));
}

impl Late {
    /// The game with all seats of this scenario, at the beginning of that turn.
    fn of(game: &'static str, scenario: &str, turn: u32, options: &[(&str, &str)]) -> Self {
        let pack = games::pack(game);
        let rules = games::game(game).expect("it is registered");
        let rules = rules.load(&pack).expect("the data fit");
        let card = card(&pack).expect("a card");
        let options = options.iter();
        let options = options.map(|it| (it.0.to_owned(), Setting::Word(it.1.to_owned())));
        let options = BTreeMap::from_iter(options);
        let founding = Founding::new(&card, Some(scenario), &[], &options);
        let founding = founding.expect("a scenario");
        let mut table = rules
            .found("late", &founding, &mut dice(1))
            .expect("founded");
        table.play(&mut dice(2), false).expect("the first turn");
        let mut links = 3..;
        let mut play = |table: &mut dyn Table| {
            let sheets = written(table);
            file(table, &sheets);
            let link = links.next().expect("they do not end");
            table
                .play(&mut dice(link), true)
                .expect("a sheet is played");
            sheets
        };
        while table.sheet().turn < turn {
            let over = matches!(table.halt(), Halted::Over(_));
            assert!(!over, "the game ends before turn {turn}");
            play(&mut *table);
            table.stored();
        }
        let at = Files {
            journal: None,
            ..table.save()
        };
        let mut sheets = Vec::new();
        while table.sheet().turn == turn && !matches!(table.halt(), Halted::Over(_)) {
            sheets.push(play(&mut *table));
        }
        Late {
            game,
            rules,
            at,
            sheets,
            keys: keys(100),
        }
    }

    fn open(&self, files: &Files) -> Box<dyn Table> {
        self.rules.open("late", files).expect("our own files")
    }

    /// Plays one sheet from file to file.
    fn sheet(&self, files: &Files, sheets: &[(Seat, String)]) -> Files {
        let mut table = self.open(files);
        file(&mut *table, sheets);
        table
            .play(&mut Dice::keyed(self.keys.clone()), true)
            .expect("a sheet is played");
        Files {
            journal: None,
            ..table.save()
        }
    }

    /// The whole turn: all sheets read and resolved, and all files read and written.
    fn turn(&self) {
        let mut files = self.at.clone();
        for sheets in &self.sheets {
            files = self.sheet(&files, sheets);
        }
        black_box(files);
    }

    /// The table behind the first sheet of the turn.
    fn table(&self) -> Box<dyn Table> {
        let mut table = self.open(&self.at);
        file(&mut *table, &self.sheets[0]);
        table
            .play(&mut Dice::keyed(self.keys.clone()), true)
            .expect("a sheet is played");
        table
    }

    /// The text reports of all seats.
    fn reports(&self, table: &dyn Table, templates: &Templates) {
        for seat in table.seats() {
            let page = table.page(Viewer::Seat(seat), &[]).expect("a page");
            let report = templates.report(&frame(self.game, table, seat), ReportKind::Usual, &page);
            black_box(report.expect("a report"));
        }
    }
}

impl Late {
    /// The reports of all seats in text and HTML.
    fn pages(&self, table: &dyn Table, templates: &Templates) {
        for seat in table.seats() {
            let page = table.page(Viewer::Seat(seat), &[]).expect("a page");
            let frame = frame(self.game, table, seat);
            let made = templates.report_with_plan(&frame, ReportKind::Usual, &page);
            let (text, plan) = made.expect("a report");
            let html = templates.html("late", &plan, (&text, ""), &|it| it.name.clone());
            black_box(html.expect("a page"));
        }
    }

    /// The pictures of all seats.
    fn paint(&self, table: &dyn Table, painter: &Painter) {
        for seat in table.seats() {
            let pictures = table.pictures(Viewer::Seat(seat), &[]).expect("pictures");
            for picture in pictures {
                let ground = picture.ground.as_ref();
                let ground = ground.and_then(|it| self.rules.ground(&it.0));
                black_box(painter.png(&picture, ground.as_ref()));
            }
        }
    }
}

fn frame(game: &str, table: &dyn Table, seat: Seat) -> Frame {
    let seats = table.seats().into_iter().map(|each_seat| SeatAt {
        name: each_seat,
        title: each_seat.to_string(),
        player: "Player".to_owned(),
        robot: false,
    });
    Frame {
        club: "Packetboat".to_owned(),
        campaign: "late".to_owned(),
        game: game.to_owned(),
        title: game.to_owned(),
        seat: Some(seat),
        seat_title: seat.to_string(),
        player: "Player".to_owned(),
        seats: seats.collect(),
        stop: match table.halt() {
            Halted::Gathering { .. } | Halted::Asking { .. } => Stop::Gate,
            Halted::Over(_) => Stop::Over,
        },
        ..Frame::bare(table.sheet())
    }
}
