//! What every game owes the engine: the same tests over the registry, each game with each
//! scenario, number of seats, and place of its gates. Nothing here names a game, apart from
//! the list of excuses.

use packetboat::engine::data::{DataPack, Founding, GameCard, Setting};
use packetboat::engine::dice::{Bowl, Dice, Keys, LINKS};
use packetboat::engine::game::{Block, Files, Game, Halted, PageData, Table, Understood, card};
use packetboat::engine::seat::{Seat, Viewer};
use packetboat::lang::form::Grammar;
use packetboat::lang::read::{Context, Reading, read};
use packetboat::lang::sheet::SheetNo;
use packetboat::lang::write::write;
use packetboat_testkit::draws::untold;
use packetboat_testkit::simulate::{Options, Players, short, simulate};
use packetboat_tools::games;
use std::collections::{BTreeMap, BTreeSet};

/// Games whose rules need the names of their seats, and why.
const NAMED_SEATS: &[(&str, &str)] = &[(
    "conquistador",
    "powers are not alike: each has its own leaders, events and home",
)];

/// Far more stops than any of these games makes.
const STOPS_MAX: u32 = 2_000;

/// What no game understands, and what must do no harm.
const GARBAGE: &[&str] = &[
    "XYZZY FROB 3",
    "ELSE",
    "IF IF IF",
    "\u{1F600} \u{202e}\u{0}",
    "((((((((((((((((((((((((((((((((((((((((XYZZY",
    ",,,///+++",
    "STANDING UNTIL",
    "CLEAR",
    "99999999999999999999999999",
];

/// One way to play one game.
struct Cell {
    game: &'static dyn Game,
    pack: DataPack,
    scenario: String,
    seats: u8,
    options: BTreeMap<String, Setting>,
    name: String,
}

/// Every game with every scenario, fewest and most seats, pace and, where it has them, interrupts.
fn cells() -> Vec<Cell> {
    let mut cells = Vec::new();
    for game in games::all() {
        let pack = game.pack();
        let card = card(&pack).unwrap_or_else(|it| panic!("{}: {it}", game.id()));
        for scenario in &card.scenarios {
            let most = u8::try_from(card.places(scenario).len()).unwrap();
            // The fewest and the most; what lies between is like the one or the other.
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
                all.iter().map(|it| {
                    let mut it = it.clone();
                    it.insert(option.name.clone(), value.clone());
                    it
                })
            })
            .collect();
    }
    all
}

impl Cell {
    fn founding(&self) -> Founding {
        self.founding_of(&self.pack)
    }

    fn founding_of(&self, pack: &DataPack) -> Founding {
        let card = card(pack).unwrap();
        let scenario = Some(self.scenario.as_str());
        let all = Founding::new(&card, scenario, &[], &self.options).unwrap();
        let seats = &all.seats[..usize::from(self.seats)];
        Founding::new(&card, scenario, seats, &self.options).unwrap()
    }

    fn found(&self, pack: &DataPack) -> Box<dyn Table> {
        let mut dice = Dice::keyed(keys(0));
        let founding = self.founding_of(pack);
        let table = self.game.found(pack, "contract", &founding, &mut dice);
        table.unwrap_or_else(|it| panic!("{}: {it}", self.name))
    }

    fn open(&self, files: &Files) -> Box<dyn Table> {
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

    fn clean(&self, games: u32, players: Players) {
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

/// The keys of the n-th stop. Links near the end of the chain are the cheapest.
fn keys(stop: u32) -> Keys {
    Keys::new(&[5; 32], LINKS - stop % 512, stop / 512).unwrap()
}

/// Robots' sheets for everybody whom `table` waits for, as text.
fn robots(table: &dyn Table, founding: &Founding, stop: u32) -> Vec<(Seat, String)> {
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
fn walk(cell: &Cell, mut each: impl FnMut(&dyn Table, u32)) {
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

fn viewers(cell: &Cell) -> Vec<Viewer> {
    let seats = cell.founding().seats.into_iter().map(Viewer::Seat);
    seats.chain([Viewer::Public, Viewer::Referee]).collect()
}

fn context<'a>(seats: &'a [String], sheet: SheetNo) -> Context<'a> {
    Context {
        campaign: "contract",
        seats,
        sheet,
        open: sheet,
        parts: 0,
        last: None,
    }
}

/// Reads lines by the grammar alone, without what a game's `build` may see.
fn reading(cell: &Cell, table: &dyn Table, seat: Seat, text: &str) -> Reading {
    let seats: Vec<String> = table.seats().iter().map(ToString::to_string).collect();
    let parts = card(&cell.pack).unwrap().sheet_parts;
    let context = Context {
        parts,
        last: None,
        ..context(&seats, table.sheet())
    };
    read(&table.grammar(seat), &context, text)
}

#[test]
fn every_game_is_founded_and_opened_again() {
    for cell in cells() {
        let table = cell.found(&cell.pack);
        assert_eq!(table.seats(), cell.founding().seats, "{}", cell.name);
        let files = table.save();
        let again = cell.open(&files).save();
        assert_eq!(again.state, files.state, "{}", cell.name);
        assert_eq!(again.book, files.book, "{}", cell.name);
    }
}

#[test]
fn every_page_can_be_made_at_every_stop() {
    for cell in cells() {
        walk(&cell, |table, stop| {
            for viewer in viewers(&cell) {
                let page = table.page(viewer, &[]).unwrap();
                let seen = page.view.as_object().map(serde_json::Map::len);
                let at = format!("{}, stop {stop}, {viewer:?}", cell.name);
                assert!(seen.is_some_and(|it| it > 0), "{at}: {:?}", page.view);
                for event in &page.events {
                    assert!(event["event"].is_string(), "{at}: an untagged {event}");
                }
                for question in &page.questions {
                    assert!(
                        question["question"].is_string(),
                        "{at}: an untagged {question}"
                    );
                }
            }
        });
    }
}

/// What players see of numbers of draws tells them nothing of others: there are none that not all
/// have heard of.
#[test]
fn what_is_drawn_in_the_open_is_told_to_all() {
    let mut drawn = BTreeSet::new();
    for cell in cells() {
        walk(&cell, |table, _| {
            if !matches!(table.halt(), Halted::Over(_)) {
                return;
            }
            let journal = table.save().journal.unwrap_or_default();
            if journal.contains("bowl = \"open\"") {
                drawn.insert(cell.game.id());
            }
            let untold = untold(&journal).unwrap();
            assert!(untold.is_empty(), "{}: {untold:?}", cell.name);
        });
    }
    assert!(drawn.len() >= 5, "{drawn:?}");
}

#[test]
fn there_is_something_to_write_whenever_a_seat_is_called() {
    for cell in cells() {
        walk(&cell, |table, stop| {
            let called = match table.halt() {
                Halted::Gathering { called, .. } => called,
                Halted::Asking { seats } => seats,
                Halted::Over(_) => return,
            };
            assert!(
                !called.is_empty(),
                "{}, stop {stop}: nobody is called",
                cell.name
            );
            for seat in called {
                let help = table.help(seat, None);
                assert!(!help.is_empty(), "{}, stop {stop}, {seat}", cell.name);
                assert!(
                    help.iter().all(|it| it.len() > 4),
                    "{}: {help:?}",
                    cell.name
                );
            }
        });
    }
}

#[test]
fn printed_order_sheets_read_without_a_fault() {
    for cell in cells() {
        walk(&cell, |table, stop| {
            for seat in table.seats() {
                let page = table.page(Viewer::Seat(seat), &[]).unwrap().order_sheet;
                let sheet = table.sheet();
                let live = page.live.join("\n");
                let whole = std::iter::once(&live).filter(|it| !it.is_empty());
                for body in whole.chain(&page.perhaps) {
                    let understood = table.check(seat, &Block { sheet, body });
                    let at = format!("{}, stop {stop}, {seat}: {body}", cell.name);
                    assert!(
                        understood.faults.is_empty(),
                        "{at}: {:#?}",
                        understood.faults
                    );
                    let says = !(understood.lines.is_empty() && understood.ready.is_empty());
                    assert!(says, "{at}: it says nothing");
                    assert!(body.lines().all(|it| !it.starts_with('>')), "{at}");
                }
            }
        });
    }
}

#[test]
fn garbage_gets_a_diagnostic_and_never_a_panic() {
    for cell in cells() {
        let mut table = cell.found(&cell.pack);
        table.play(&mut Dice::keyed(keys(1)), false).unwrap();
        let sheet = table.sheet();
        for seat in table.seats() {
            let fine = table.robot(seat, &mut Dice::keyed(keys(1).for_robot("x")));
            for (number, garbage) in GARBAGE.iter().enumerate() {
                let understood = table.check(
                    seat,
                    &Block {
                        sheet,
                        body: garbage,
                    },
                );
                let at = format!("{}, {seat}: {garbage:?}", cell.name);
                assert!(!understood.faults.is_empty(), "{at} was understood");
                assert!(understood.lines.is_empty(), "{at}: {:?}", understood.lines);
                for line in fine.lines() {
                    // At every place one of them; at the same place of the next line another.
                    let places = line.char_indices().map(|it| it.0).skip(number);
                    for cut in places.step_by(GARBAGE.len()) {
                        let body = format!("{}{garbage}{}", &line[..cut], &line[cut..]);
                        table.check(seat, &Block { sheet, body: &body });
                    }
                }
            }
        }
    }
}

#[test]
fn silence_alone_ends_every_game() {
    for cell in cells() {
        cell.clean(2, Players::Silent);
    }
}

/// That includes: robots write what can be read, the same seed leads to the same bytes, replay
/// and strict derivation lead to the saved state and book, every line is accounted for.
#[test]
fn robots_play_whole_games() {
    for cell in cells() {
        cell.clean(4, Players::Robots);
        cell.clean(u32::from(cell.seats), Players::Versus);
    }
}

#[test]
fn players_who_write_anything_play_whole_games() {
    for cell in cells() {
        cell.clean(12, Players::Mix);
    }
}

/// Each stop is an entry: opened from text, played, written, replayed and derived again.
#[test]
fn every_entry_is_derived_from_the_one_before() {
    for cell in cells() {
        let founding = cell.founding();
        let mut whole = cell.found(&cell.pack);
        whole.play(&mut Dice::keyed(keys(1)), false).unwrap();
        let mut files = whole.save();
        let mut submission = 0;
        for stop in 2.. {
            assert!(stop < STOPS_MAX, "{}: it does not end", cell.name);
            let at = format!("{}, stop {stop}", cell.name);
            let mut entry = cell.open(&files);
            assert_eq!(
                entry.halt(),
                whole.halt(),
                "{at}: another halt once opened again"
            );
            if matches!(entry.halt(), Halted::Over(_)) {
                break;
            }
            let mut blocks = BTreeMap::new();
            for (seat, text) in robots(&*whole, &founding, stop) {
                submission += 1;
                let sheet = whole.sheet();
                let block = Block { sheet, body: &text };
                whole.file(seat, submission, &block);
                entry.file(seat, submission, &block);
                blocks.insert(submission, (sheet, text));
            }
            whole.play(&mut Dice::keyed(keys(stop)), true).unwrap();
            entry.play(&mut Dice::keyed(keys(stop)), true).unwrap();
            let (one, next) = (whole.save(), entry.save());
            assert_eq!(
                next.state, one.state,
                "{at}: opening again changes the state"
            );
            assert_eq!(next.book, one.book, "{at}: opening again changes the book");
            let journal = next
                .journal
                .as_ref()
                .unwrap_or_else(|| panic!("{at}: no journal"));
            let base = cell.open(&files);
            let replayed = base
                .replay(journal)
                .unwrap_or_else(|it| panic!("{at}: {it}"));
            assert_eq!(replayed, next.state, "{at}: replay");
            let find = |it: u32| blocks.get(&it).cloned();
            let derived = base.derive(journal, &mut Dice::keyed(keys(stop)), &find);
            let derived = derived.unwrap_or_else(|it| panic!("{at}: {it}"));
            assert_eq!(derived.state, next.state, "{at}: strict derivation");
            assert_eq!(
                derived.book, next.book,
                "{at}: strict derivation of the book"
            );
            files = next;
        }
    }
}

#[test]
fn lines_made_from_forms_read_as_themselves() {
    for cell in cells() {
        let mut table = cell.found(&cell.pack);
        table.play(&mut Dice::keyed(keys(1)), false).unwrap();
        let mut dice = Dice::keyed(keys(1).for_robot("forms"));
        for seat in table.seats() {
            let grammar = table.grammar(seat);
            for form in &grammar.orders {
                for _ in 0..20 {
                    let line = write(&grammar, form, &mut |it| {
                        dice.one(Bowl::Hidden, "form", it.max(1)) - 1
                    });
                    // A form of the other part of a turn is read on its own sheet.
                    let reading = reading_for(&cell, &*table, seat, form.part, &line);
                    let at = format!("{}, {seat}, {}: {line}", cell.name, form.name);
                    assert!(reading.faults.is_empty(), "{at}: {:#?}", reading.faults);
                    let [read] = reading.lines.as_slice() else {
                        panic!("{at}: {} lines", reading.lines.len());
                    };
                    let printed = reading_for(&cell, &*table, seat, form.part, &read.printed);
                    assert_eq!(printed.lines[0].printed, read.printed, "{at}");
                }
            }
        }
    }
}

fn reading_for(
    cell: &Cell,
    table: &dyn Table,
    seat: Seat,
    part: Option<u8>,
    line: &str,
) -> Reading {
    let sheet = table.sheet();
    match part {
        Some(part) if part != sheet.part => {
            let other = SheetNo { part, ..sheet };
            reading(cell, table, seat, &format!("TURN {other}\n{line}"))
        }
        _ => reading(cell, table, seat, line),
    }
}

/// The data with its seats renamed so that the alphabet is turned round, and how to turn a text
/// back to the old names.
fn renamed(pack: &DataPack) -> (DataPack, BTreeMap<String, String>) {
    let mut names: Vec<String> = card(pack)
        .unwrap()
        .seats
        .iter()
        .map(|it| it.name.to_string())
        .collect();
    names.sort();
    let letters = (b'a'..=b'z').rev().map(char::from);
    let new: BTreeMap<String, String> = names
        .into_iter()
        .zip(letters.map(|it| format!("{it}quay")))
        .collect();
    let mut pack = pack.clone();
    let mut game: toml::Table = toml::from_str(&pack.files["game.toml"]).unwrap();
    let rename = |it: &mut toml::Value| {
        let old = it.as_str().unwrap();
        *it = toml::Value::String(new[old].clone());
    };
    for seat in game["seat"].as_array_mut().unwrap() {
        rename(&mut seat["name"]);
    }
    for scenario in game["scenario"].as_array_mut().unwrap() {
        let seats = scenario
            .get_mut("seats")
            .and_then(toml::Value::as_array_mut);
        seats.into_iter().flatten().for_each(rename);
    }
    pack.files
        .insert("game.toml".to_owned(), toml::to_string(&game).unwrap());
    (pack, new.into_iter().map(|(old, new)| (new, old)).collect())
}

/// A text with every whole word that is a new name in its old form again.
fn old_names(text: &str, names: &BTreeMap<String, String>) -> String {
    let mut text = text.to_owned();
    for (new, old) in names {
        text = text.replace(new.as_str(), old);
    }
    text
}

/// A value with every list of nothing but seats sorted: they are sets where the game's own order
/// is not meant, and the order of play shows in the events besides.
fn sorted_sets(value: serde_json::Value, seats: &[Seat]) -> serde_json::Value {
    match value {
        serde_json::Value::Array(items) => {
            let mut items: Vec<_> = items.into_iter().map(|it| sorted_sets(it, seats)).collect();
            let is_seat = |it: &serde_json::Value| {
                it.as_str()
                    .is_some_and(|it| seats.iter().any(|seat| seat.as_str() == it))
            };
            if items.iter().all(is_seat) {
                items.sort_by_key(ToString::to_string);
            }
            items.into()
        }
        serde_json::Value::Object(fields) => {
            let fields = fields
                .into_iter()
                .map(|(key, it)| (key, sorted_sets(it, seats)));
            let fields: BTreeMap<_, _> = fields.collect();
            fields.into_iter().collect()
        }
        other => other,
    }
}

#[test]
fn the_alphabet_of_the_seats_does_not_matter() {
    for cell in cells() {
        if NAMED_SEATS.iter().any(|(game, _)| *game == cell.game.id()) {
            continue;
        }
        let (pack, old) = renamed(&cell.pack);
        let (one, other) = (cell.founding(), cell.founding_of(&pack));
        let mut tables = [(cell.found(&cell.pack), &one), (cell.found(&pack), &other)];
        for stop in 1.. {
            assert!(stop < STOPS_MAX, "{}: it does not end", cell.name);
            for (table, founding) in &mut tables {
                for (number, (seat, text)) in (0..).zip(robots(&**table, founding, stop)) {
                    let sheet = table.sheet();
                    table.file(seat, stop * 16 + number, &Block { sheet, body: &text });
                }
                table.play(&mut Dice::keyed(keys(stop)), stop > 1).unwrap();
            }
            let [first, second] = tables.each_ref().map(|(table, founding)| {
                let seats = founding.seats.iter().map(|it| Viewer::Seat(*it));
                let pages = seats.chain([Viewer::Public, Viewer::Referee]).map(|it| {
                    let page = table.page(it, &[]).unwrap();
                    let text = serde_json::to_string(&(page.events, page.view)).unwrap();
                    let text = old_names(&text, &old);
                    sorted_sets(serde_json::from_str(&text).unwrap(), &one.seats)
                });
                pages.collect::<Vec<_>>()
            });
            assert_eq!(first, second, "{}, stop {stop}", cell.name);
            if matches!(tables[0].0.halt(), Halted::Over(_)) {
                break;
            }
        }
    }
}

/// Everything a viewer may see of a table: the page, the grammar, and what a receipt for a sheet
/// says.
#[derive(Debug, PartialEq)]
struct Seen {
    page: PageData,
    halted: String,
    grammar: Option<Grammar>,
    understood: Option<Understood>,
}

impl Seen {
    fn of(table: &dyn Table, viewer: Viewer, earlier: &[String], sheet: &str) -> Self {
        let halted = match table.halt() {
            Halted::Gathering { called, .. } => format!("called: {called:?}"),
            Halted::Asking { .. } => "resolution pending".to_owned(),
            Halted::Over(_) => "over".to_owned(),
        };
        let seat = match viewer {
            Viewer::Seat(seat) => Some(seat),
            Viewer::Public | Viewer::Referee => None,
        };
        let block = Block {
            sheet: table.sheet(),
            body: sheet,
        };
        Seen {
            page: table.page(viewer, earlier).unwrap(),
            halted,
            grammar: seat.map(|it| table.grammar(it)),
            understood: seat.map(|it| table.check(it, &block)),
        }
    }

    /// The first line in which two differ.
    fn difference(&self, other: &Seen) -> Option<(String, String)> {
        let (here, there) = (format!("{self:#?}"), format!("{other:#?}"));
        let (here, there) = (here.lines(), there.lines());
        let lines = here.zip(there).find(|(a, b)| a != b);
        lines.map(|(a, b)| (a.to_owned(), b.to_owned()))
    }
}

/// What a viewer may not know changes nothing in what he sees.
#[test]
fn hidden_things_may_be_swapped_unseen() {
    for cell in cells() {
        let mut differed = false;
        walk(&cell, |table, stop| {
            let files = table.save();
            let earlier: Vec<String> = files.journal.iter().cloned().collect();
            for (number, viewer) in (0..).zip(viewers(&cell)) {
                if viewer == Viewer::Referee {
                    continue;
                }
                let own = keys(stop).for_robot(&format!("swap {number}"));
                let mut dice = Dice::keyed(own);
                let other = table.resample(viewer, &mut dice);
                differed |= other.save().state != files.state;
                let reopened = cell.open(&other.save());
                let sheet = match viewer {
                    Viewer::Seat(seat) => {
                        let robot = table.robot(seat, &mut dice);
                        let first = robot.lines().next().unwrap_or_default();
                        format!("{robot}\nXYZZY\nSTANDING {first}")
                    }
                    Viewer::Public | Viewer::Referee => String::new(),
                };
                let here = Seen::of(table, viewer, &[], &sheet);
                let there = Seen::of(&*reopened, viewer, &earlier, &sheet);
                // And with the story as far as the viewer knows it.
                let known: Vec<String> = other.save().journal.into_iter().collect();
                let known = Seen::of(&*reopened, viewer, &known, &sheet);
                assert!(here == known, "{}, stop {stop}: another story", cell.name);
                if let Viewer::Seat(seat) = viewer {
                    let part = table.shows_too_much(seat, &mut dice);
                    assert_eq!(part, None, "{}, stop {stop}, {seat}", cell.name);
                }
                let at = format!("{}, stop {stop}, {viewer:?}", cell.name);
                let differing = || here.difference(&there);
                assert!(here == there, "{at} sees a difference: {:?}", differing());
            }
        });
        assert!(differed, "{}: resample never changes anything", cell.name);
    }
}
