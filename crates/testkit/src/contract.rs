//! What every game owes the engine: the same checks for each, with each scenario, number of seats,
//! and place of its gates. Nothing here names a game. Each check is a function that panics where
//! it finds something; [`owes`](crate::owes) makes tests of them.

#![allow(
    clippy::unwrap_used,
    reason = "a check that cannot go on fails by panicking"
)]

mod alphabet;
mod cell;
mod seen;

use crate::draws::untold;
use crate::simulate::Players;
use alphabet::{old_names, renamed, sorted_sets};
use cell::{Cell, STOPS_MAX, cells, keys, robots, seeded, viewers, walk};
use packetboat_core::engine::dice::{Bowl, Dice};
use packetboat_core::engine::game::{Block, Game, Halted, Table, card};
use packetboat_core::engine::seat::{Seat, Viewer};
use packetboat_core::lang::read::read;
use packetboat_core::lang::reading::{Context, Reading};
use packetboat_core::lang::sheet::SheetNo;
use packetboat_core::lang::sheet_names::SheetNames;
use packetboat_core::lang::write::write;
use seen::Seen;
use std::collections::BTreeMap;

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

fn context<'a>(seats: &'a [String], sheet: SheetNo) -> Context<'a> {
    Context {
        campaign: "contract",
        seats,
        sheet,
        open: sheet,
        parts: 0,
        last: None,
        names: &SheetNames::NONE,
    }
}

/// Reads lines by the grammar alone, without what a game's `build` may see.
fn reading(cell: &Cell, table: &dyn Table, seat: Seat, text: &str) -> Reading {
    let seats: Vec<String> = table.seats().iter().map(ToString::to_string).collect();
    let parts = card(&cell.pack).unwrap().sheet_parts;
    let context = Context {
        parts,
        last: None,
        names: &SheetNames::NONE,
        ..context(&seats, table.sheet())
    };
    read(&table.grammar(seat), &context, text)
}

/// A campaign can be founded, and what is written of it reads back as it was.
pub fn every_game_is_founded_and_opened_again(game: &'static dyn Game) {
    for cell in cells(game) {
        let table = cell.found(&cell.pack);
        assert_eq!(table.seats(), cell.founding().seats, "{}", cell.name);
        let files = table.save();
        let again = cell.open(&files).save();
        assert_eq!(again.state, files.state, "{}", cell.name);
        assert_eq!(again.book, files.book, "{}", cell.name);
    }
}

/// At each stop there is a page for every viewer, and what is in it has a kind.
pub fn every_page_can_be_made_at_every_stop(game: &'static dyn Game) {
    for cell in cells(game) {
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

/// Whether anything is drawn in the open in games of robots.
pub fn draws_in_the_open(game: &'static dyn Game) -> bool {
    cells(game).iter().any(|cell| {
        let mut drawn = false;
        walk(cell, |table, _| {
            let journal = table.save().journal.unwrap_or_default();
            drawn |= journal.contains("bowl = \"open\"");
        });
        drawn
    })
}

/// What players see of numbers of draws shows them nothing of others: there are none that not all
/// have heard of; and where the card says `dice = false`, there are none.
pub fn what_is_drawn_in_the_open_is_told_to_all(game: &'static dyn Game) {
    for cell in cells(game) {
        walk(&cell, |table, _| {
            if !matches!(table.halt(), Halted::Over(_)) {
                return;
            }
            let journal = table.save().journal.unwrap_or_default();
            let draws = card(&cell.pack).unwrap().dice;
            assert!(
                draws || !journal.contains("bowl ="),
                "{}: dice = false",
                cell.name
            );
            let untold = untold(&journal).unwrap();
            assert!(untold.is_empty(), "{}: {untold:?}", cell.name);
        });
    }
}

/// Who is called has orders to write, each with its help.
pub fn there_is_something_to_write_whenever_a_seat_is_called(game: &'static dyn Game) {
    for cell in cells(game) {
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

/// What an order sheet prints, live or as a suggestion, reads as it is.
pub fn printed_order_sheets_read_without_a_fault(game: &'static dyn Game) {
    for cell in cells(game) {
        walk(&cell, |table, stop| {
            for seat in table.seats() {
                let page = table.report(Viewer::Seat(seat), &[]).unwrap().order_sheet;
                let sheet = table.sheet();
                let [live, advice] = [page.live, page.advice].map(|it| it.join("\n"));
                for body in [live, advice].iter().filter(|it| !it.is_empty()) {
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

/// What no game understands is a fault, wherever it is, and nothing worse.
pub fn garbage_gets_a_diagnostic_and_never_a_panic(game: &'static dyn Game) {
    for cell in cells(game) {
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

/// Where nobody writes anything, the game comes to its end.
pub fn silence_alone_ends_every_game(game: &'static dyn Game) {
    for cell in cells(game) {
        cell.clean(2, Players::Silent);
    }
}

/// That includes: robots write what can be read, the same seed leads to the same bytes, replay
/// and strict derivation lead to the saved state and book, every line is accounted for.
pub fn robots_play_whole_games(game: &'static dyn Game) {
    for cell in cells(game) {
        cell.clean(2, Players::Robots);
        cell.clean(u32::from(cell.seats), Players::Versus);
    }
}

/// Whatever players write, and whenever: the game comes to its end, and all that the simulator
/// checks holds.
pub fn players_who_write_anything_play_whole_games(game: &'static dyn Game) {
    for cell in cells(game) {
        cell.clean(6, Players::Mix);
    }
}

/// Each stop is an entry: opened from text, played, written, replayed and derived again.
pub fn every_entry_is_derived_from_the_one_before(game: &'static dyn Game) {
    for cell in cells(game) {
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
            let find = |_: Seat, it: u32| blocks.get(&it).cloned();
            let derived = base.derive((journal, game.told()), &mut Dice::keyed(keys(stop)), &find);
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

/// A line made from a form by chance reads without a fault, and is printed in one spelling.
pub fn lines_made_from_forms_read_as_themselves(game: &'static dyn Game) {
    for cell in cells(game) {
        let mut table = cell.found(&cell.pack);
        table.play(&mut Dice::keyed(keys(1)), false).unwrap();
        let mut dice = Dice::keyed(keys(1).for_robot("forms"));
        for seat in table.seats() {
            let grammar = table.grammar(seat);
            for form in &grammar.orders {
                for _ in 0..20 {
                    let line = write(&grammar, form, &mut |count| {
                        dice.one(Bowl::Hidden, "form", count.max(1)) - 1
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

/// With the names of its seats in the reverse order of the alphabet it is the same game.
pub fn the_alphabet_of_the_seats_does_not_matter(game: &'static dyn Game) {
    for cell in cells(game) {
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
                let pages = seats
                    .chain([Viewer::Public, Viewer::Referee])
                    .map(|viewer| {
                        let page = table.page(viewer, &[]).unwrap();
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

/// What viewers may not know changes nothing in what they see. A game hides something, unless its
/// card says `hides = false`: then there is nothing to swap. With `PACKETBOAT_SWAPS=10000` in the
/// environment so many swaps are made at least, in games of other seeds.
pub fn hidden_things_may_be_swapped_unseen(game: &'static dyn Game) {
    let wanted = std::env::var("PACKETBOAT_SWAPS").ok();
    let wanted: u32 = wanted.map_or(0, |it| it.parse().unwrap());
    let mut swaps = swapped_unseen(game);
    for seed in 6..=u8::MAX {
        if swaps >= wanted {
            break;
        }
        seeded(seed);
        swaps += swapped_unseen(game);
    }
    assert!(swaps >= wanted, "only {swaps} swaps");
    println!("{swaps} swaps");
}

/// How many swaps it made.
fn swapped_unseen(game: &'static dyn Game) -> u32 {
    let mut swaps = 0;
    for cell in cells(game) {
        let mut differed = false;
        walk(&cell, |table, stop| {
            let files = table.save();
            let earlier: Vec<String> = files.journal.iter().cloned().collect();
            for (number, viewer) in (0..).zip(viewers(&cell)) {
                // Of the many stops of a long game each viewer has every other one.
                let skipped = stop > 6 && (stop + number) % 2 == 0;
                if viewer == Viewer::Referee || skipped {
                    continue;
                }
                let own = keys(stop).for_robot(&format!("swap {number}"));
                let mut dice = Dice::keyed(own);
                let other = table.resample(viewer, &mut dice);
                swaps += 1;
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
        let hides = card(&cell.pack).unwrap().hides;
        assert!(
            differed == hides,
            "{}: hides = {hides} in game.toml, but what is hidden from somebody {}",
            cell.name,
            if differed {
                "is there: leave `hides = false` out"
            } else {
                "never differs: declare it in `secrets`, or say `hides = false`"
            }
        );
    }
    swaps
}
