//! What every game brings beside its code, checked: its rule cases (`tests/cases/*.toml` in its
//! folder), a case for every rule of its `rules.toml`, orders in its handbook that read, and
//! playthroughs (`tests/playthroughs/*.toml`) with every report as it was read. Each check is a
//! function that panics where it finds something; [`owes`](crate::owes) makes tests of them.
//!
//! `PACKETBOAT_BLESS=1` writes the reports of playthroughs again, and for a game that has none a
//! first playthrough, played by robots.

#![allow(
    clippy::unwrap_used,
    reason = "a check that cannot go on fails by panicking"
)]

use crate::case::{CaseFile, rules, uncovered};
use crate::playthrough::run::play;
use crate::playthrough::{Pages, Playthrough, differences, record};
use crate::run_case::run;
use crate::simulate::{Options, short};
use packetboat_core::engine::data::{DataPack, Founding};
use packetboat_core::engine::dice::{Dice, Keys};
use packetboat_core::engine::game::{Block, Game, Halted, Table, card};
use packetboat_core::engine::seat::Seat;
use packetboat_core::lang::letter;
use packetboat_report::{Templates, builtin};
use serde_json::Value as Json;
use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

/// The templates for all games, and those of this one.
pub fn templates(game: &dyn Game) -> Templates {
    let mut all = builtin::templates();
    all.extend(game.templates());
    Templates::of(all)
}

/// Whether the game lists its rules: toys need not.
fn has_rules(pack: &DataPack) -> bool {
    pack.files.contains_key("rules.toml")
}

/// The TOML files of a folder, in alphabetical order; none if it is not there.
fn files(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).into_iter().flatten();
    let paths = entries.map(|it| it.expect("a readable folder").path());
    let mut files: Vec<PathBuf> = paths
        .filter(|it| it.extension().is_some_and(|it| it == "toml"))
        .collect();
    files.sort();
    files
}

/// The case files of one game, by name.
fn cases(game: &dyn Game, tests: &Path) -> Vec<(String, CaseFile)> {
    let read = files(&tests.join("cases")).into_iter().map(|path| {
        let name = path.display().to_string();
        let text = fs::read_to_string(&path).expect("a readable file");
        let file = CaseFile::read(&name, &text).unwrap_or_else(|it| panic!("{it}"));
        assert_eq!(file.game, game.id(), "{name} is about another game");
        (name, file)
    });
    read.collect()
}

/// Runs all cases; everything reported while they ran.
///
/// # Panics
/// One that does not hold.
pub fn every_case_holds(game: &'static dyn Game, tests: &Path) -> Vec<Json> {
    let pack = game.pack();
    let (mut told, mut report) = (Vec::new(), String::new());
    if !has_rules(&pack) {
        return told;
    }
    let known = rules(&pack).unwrap_or_else(|it| panic!("{it}"));
    let files = cases(game, tests);
    assert!(
        !files.is_empty(),
        "there are no cases in {}",
        tests.display()
    );
    for (name, file) in files {
        for case in &file.cases {
            match run(game, &pack, &known, case) {
                Ok(all) => told.extend(all),
                Err(differs) => {
                    report += &format!("\n{name}: {} ({})\n  ", case.name, case.rule);
                    report += &differs.join("\n  ");
                }
            }
        }
    }
    assert!(report.is_empty(), "these cases differ:\n{report}");
    told
}

/// Every rule of `rules.toml` is cited by a case.
pub fn every_listed_rule_has_a_case(game: &'static dyn Game, tests: &Path) {
    let pack = game.pack();
    if has_rules(&pack) {
        let known = rules(&pack).unwrap_or_else(|it| panic!("{it}"));
        let files: Vec<CaseFile> = cases(game, tests).into_iter().map(|it| it.1).collect();
        let open = uncovered(&known, &files);
        let open: Vec<&str> = open.iter().map(|it| it.id.as_str()).collect();
        assert!(open.is_empty(), "{}: no case cites {open:?}", game.id());
    }
}

/// A case is named by its rule and its own name.
pub fn no_two_cases_of_a_file_have_one_name(game: &'static dyn Game, tests: &Path) {
    for (name, file) in cases(game, tests) {
        let mut seen = BTreeSet::new();
        for case in &file.cases {
            let key = (&case.rule, &case.name);
            assert!(seen.insert(key), "{name}: {key:?} stands there twice");
        }
    }
}

/// The lines in the blocks of a handbook that begin with this fence: `orders` for the first sheet
/// of a game, `orders-b` for the second sheet of its first turn.
fn handbook_lines<'h>(handbook: &'h str, fence: &str) -> Vec<&'h str> {
    let mut lines = Vec::new();
    let mut inside = false;
    for line in handbook.lines() {
        match line {
            _ if line == fence => inside = true,
            "```" => inside = false,
            _ if inside => lines.push(line),
            _ => {}
        }
    }
    lines
}

/// Lines, those of a text with the order that it belongs to.
fn whole(lines: &[&str]) -> Vec<String> {
    let mut all: Vec<String> = Vec::new();
    let mut in_text = false;
    for line in lines {
        match all.last_mut() {
            Some(last) if in_text => {
                last.push('\n');
                last.push_str(line);
                in_text = !letter::ends(1, line);
            }
            _ => {
                all.push((*line).to_owned());
                in_text = letter::is_above_text(line);
            }
        }
    }
    all
}

/// Whether a seat is called to the gate.
fn called(table: &dyn Table, seat: Seat) -> bool {
    match table.halt() {
        Halted::Gathering { called, .. } => called.contains(&seat),
        _ => true,
    }
}

/// Every order that the handbook shows reads without a fault on the first sheet of a game.
pub fn every_example_of_the_handbook_reads(game: &'static dyn Game) {
    let pack = game.pack();
    if has_rules(&pack) {
        let Some(handbook) = pack.files.get("handbook.md") else {
            panic!("{} has no handbook.md", game.id());
        };
        let card = card(&pack).unwrap_or_else(|it| panic!("{it}"));
        let founding = Founding {
            scenario: card.scenarios[0].name.clone(),
            seats: card.seats.iter().map(|it| it.name).collect(),
            options: card
                .options
                .iter()
                .map(|it| (it.name.clone(), it.default.clone()))
                .collect(),
        };
        let mut dice = Dice::keyed(Keys::new(&[7; 32], 1, 0).expect("the first link"));
        let mut table = game
            .found(&pack, "handbook", &founding, &mut dice)
            .unwrap_or_else(|it| panic!("{it}"));
        table.play(&mut dice, false).expect("a sound state");
        let lines = handbook_lines(handbook, "```orders");
        assert!(
            lines.len() > 10,
            "{}: its handbook shows {} lines in blocks that begin with ```orders, and owes 11",
            game.id(),
            lines.len()
        );
        let read = |table: &dyn Table, lines: Vec<&str>| {
            for body in whole(&lines) {
                // As if the files had come with the mail.
                let body = body.replace(".png ", "-8f14e45fceea167a.png ");
                let sheet = table.sheet();
                let read = |seat: &Seat| table.check(*seat, &Block { sheet, body: &body });
                let seats = founding.seats.iter().filter(|it| called(table, **it));
                let read = seats.map(read).next().expect("somebody is called");
                assert!(read.faults.is_empty(), "`{body}`: {:?}", read.faults);
            }
        };
        read(&*table, lines);
        let lines = handbook_lines(handbook, "```orders-b");
        if !lines.is_empty() {
            table.play(&mut dice, true).expect("a sound state");
            read(&*table, lines);
        }
    }
}

/// The reports that a playthrough is to have: those in the folder of the same name.
fn golden(folder: &Path) -> Pages {
    let entries = fs::read_dir(folder).into_iter().flatten();
    let pages = entries.map(|entry| {
        let path = entry.expect("a readable folder").path();
        let name = path.file_name().expect("a file").to_string_lossy();
        (
            name.into_owned(),
            fs::read_to_string(&path).expect("a text"),
        )
    });
    pages.collect()
}

fn bless(folder: &Path, pages: &Pages) {
    if folder.exists() {
        fs::remove_dir_all(folder).unwrap();
    }
    fs::create_dir_all(folder).unwrap();
    for (name, page) in pages {
        fs::write(folder.join(name), page).unwrap();
    }
}

/// The game has a playthrough, and every report of its playthroughs is as it was read.
pub fn every_report_is_as_it_was_read(game: &'static dyn Game, tests: &Path) {
    let templates = templates(game);
    let blessing = std::env::var_os("PACKETBOAT_BLESS").is_some();
    let folder = tests.join("playthroughs");
    if blessing && files(&folder).is_empty() {
        let recorded = record::record(game, &game.pack(), &templates, &Options::default());
        fs::create_dir_all(&folder).unwrap();
        fs::write(folder.join("first.toml"), recorded.unwrap().0).unwrap();
    }
    let files = files(&folder);
    assert!(
        !files.is_empty(),
        "{} has no playthrough; `just bless` lets robots play one",
        game.id()
    );
    let mut wrong = Vec::new();
    for file in files {
        let text = fs::read_to_string(&file).unwrap();
        let read = Playthrough::read(&file.display().to_string(), &text).unwrap();
        assert_eq!(read.game, game.id(), "{} is about another", file.display());
        let played = play(game, &game.pack(), &templates, &read);
        let played = played.unwrap_or_else(|it| panic!("{}: {it}", file.display()));
        let beside = file.with_extension("");
        // Of the HTML one report is kept, the last: that all of them say what their texts say is
        // for `tests/html.rs`.
        let mut pages = played.pages;
        pages.extend(played.html.into_iter().next_back());
        if blessing {
            bless(&beside, &pages);
        }
        let mut differs = played.differs;
        differs.extend(differences(&pages, &golden(&beside)));
        let shown = differs.iter().map(|it| format!("{}: {it}", file.display()));
        wrong.extend(shown);
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// In one of its playthroughs the game comes to its end.
pub fn it_is_played_to_its_end(game: &'static dyn Game, tests: &Path) {
    let ended = files(&tests.join("playthroughs")).iter().any(|file| {
        let pages = golden(&file.with_extension(""));
        pages.values().any(|it| it.contains("THANK YOU"))
    });
    assert!(ended, "{}: no playthrough comes to an end", game.id());
}

/// A game of robots that is written down as a playthrough plays again as it was.
pub fn what_was_recorded_plays_again(game: &'static dyn Game) {
    let (pack, templates) = (game.pack(), templates(game));
    let options = Options {
        seed: 5,
        options: short(&card(&pack).unwrap()),
        ..Options::default()
    };
    let (text, pages) = record::record(game, &pack, &templates, &options).unwrap();
    assert!(Playthrough::is_one(&text), "{text}");
    let read = Playthrough::read("recorded.toml", &text).unwrap();
    let played = play(game, &pack, &templates, &read).unwrap();
    assert_eq!(played.differs, [""; 0], "{}", game.id());
    assert_eq!(differences(&played.pages, &pages), [""; 0], "{}", game.id());
}

/// The lists by which a game brings its files (`files!`, `templates!`) name all that are in its
/// folder and in that of its templates.
pub fn what_lies_in_its_folders_is_brought(game: &'static dyn Game, tests: &Path) {
    let home = tests.parent().expect("tests lie in the folder of the game");
    let mut there = BTreeSet::new();
    gather(home, "", &mut there);
    there.retain(|file| {
        let text = [".toml", ".md"].iter().any(|end| file.ends_with(end));
        text && file != "Cargo.toml" && !file.starts_with("src/") && !file.starts_with("tests/")
    });
    let brought: BTreeSet<String> = game.pack().files.into_keys().collect();
    assert_eq!(brought, there, "the list in `files!` is to name these");
    let root = home.ancestors().find(|it| it.join("templates").is_dir());
    let folder = root.expect("a checkout").join("templates").join(game.id());
    let mut there = BTreeSet::new();
    gather(&folder, "", &mut there);
    let brought = game.templates().into_keys();
    let prefix = format!("{}/", game.id());
    let brought: BTreeSet<String> = brought.map(|it| it.replacen(&prefix, "", 1)).collect();
    assert_eq!(brought, there, "the list in `templates!` is to name these");
}

/// All files of a folder, by their paths in it.
fn gather(folder: &Path, prefix: &str, found: &mut BTreeSet<String>) {
    for item in fs::read_dir(folder).unwrap() {
        let path = item.unwrap().path();
        let name = format!("{prefix}{}", path.file_name().unwrap().to_string_lossy());
        if path.is_dir() {
            gather(&path, &format!("{name}/"), found);
        } else {
            found.insert(name);
        }
    }
}

/// Makes tests of all that every game owes: `owes!(packetboat_nim::GAME);` in `tests/it.rs` of its
/// folder. A game whose rules need the names of its seats says so: `owes!(GAME, named seats);`.
#[macro_export]
macro_rules! owes {
    ($game:expr, named seats) => {
        $crate::owes! { @contract $game,
            every_game_is_founded_and_opened_again
            every_page_can_be_made_at_every_stop
            what_is_drawn_in_the_open_is_told_to_all
            there_is_something_to_write_whenever_a_seat_is_called
            printed_order_sheets_read_without_a_fault
            garbage_gets_a_diagnostic_and_never_a_panic
            silence_alone_ends_every_game
            robots_play_whole_games
            players_who_write_anything_play_whole_games
            every_entry_is_derived_from_the_one_before
            lines_made_from_forms_read_as_themselves
            hidden_things_may_be_swapped_unseen
        }
        $crate::owes! { @brought $game,
            every_case_holds
            every_listed_rule_has_a_case
            no_two_cases_of_a_file_have_one_name
            every_report_is_as_it_was_read
            it_is_played_to_its_end
            what_lies_in_its_folders_is_brought
        }

        #[test]
        fn every_example_of_the_handbook_reads() {
            $crate::owed::every_example_of_the_handbook_reads($game);
        }

        #[test]
        fn what_was_recorded_plays_again() {
            $crate::owed::what_was_recorded_plays_again($game);
        }
    };
    ($game:expr) => {
        $crate::owes!($game, named seats);
        $crate::owes! { @contract $game, the_alphabet_of_the_seats_does_not_matter }
    };
    (@contract $game:expr, $($check:ident)+) => {
        $(#[test]
        fn $check() {
            $crate::contract::$check($game);
        })+
    };
    (@brought $game:expr, $($check:ident)+) => {
        $(#[test]
        fn $check() {
            let tests = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("tests");
            $crate::owed::$check($game, &tests);
        })+
    };
}
