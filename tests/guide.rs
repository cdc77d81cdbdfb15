//! What players may ask to read: handbooks by chapters, glossaries, maps.

use packetboat::desk::intake::guide::{CHAPTER_BYTES_MAX, chapter};
use packetboat::engine::data::{Founding, Setting};
use packetboat::engine::dice::{Dice, Keys};
use packetboat::engine::game::{Game, Table, card};
use packetboat::lang::form::Grammar;
use packetboat::lang::read::read;
use packetboat::lang::reading::Context;
use packetboat::lang::sheet::SheetNo;
use packetboat::lang::spoken::turns;
use packetboat::report::{Glossary, chapters, laid_out};
use packetboat_tools::games;
use std::collections::{BTreeMap, BTreeSet};

fn table(game: &'static dyn Game) -> Box<dyn Table> {
    let pack = game.pack();
    let card = card(&pack).unwrap();
    let founding = Founding::new(&card, None, &[], &BTreeMap::new()).unwrap();
    let mut dice = Dice::keyed(Keys::new(&[0; 32], 1, 0).unwrap());
    let mut table = game.found(&pack, "guide", &founding, &mut dice).unwrap();
    table.play(&mut dice, false).unwrap();
    table
}

fn grammars(game: &'static dyn Game) -> Vec<Grammar> {
    let table = table(game);
    table
        .seats()
        .into_iter()
        .map(|it| table.grammar(it))
        .collect()
}

/// Games that are published, not made for tests.
fn published() -> impl Iterator<Item = &'static dyn Game> {
    games::all()
        .into_iter()
        .filter(|it| !it.id().starts_with("toy"))
}

/// What an option means is said of values that it may have, and HELP depends on options that there
/// are.
#[test]
fn what_options_mean_is_said_of_values_that_they_may_have() {
    for game in games::all() {
        let (id, pack) = (game.id(), game.pack());
        let card = card(&pack).unwrap();
        for option in &card.options {
            for value in option.means.keys() {
                let may_be = match (&option.default, option.range) {
                    (Setting::Number(_), Some([least, most])) => {
                        let number = value.parse::<i64>();
                        number.is_ok_and(|it| (least..=most).contains(&it))
                    }
                    (Setting::Switch(_), _) => value.parse::<bool>().is_ok(),
                    _ => option.values.contains(value),
                };
                assert!(may_be, "{id}: {} is never {value}", option.name);
            }
        }
        for term in Glossary::of(&pack).unwrap().term {
            for name in &term.options {
                let known = card.options.iter().any(|it| it.name == *name);
                assert!(known, "{id}: no option is called {name}");
            }
        }
    }
}

#[test]
fn the_map_of_1500_knows_areas_by_all_their_names() {
    let table = table(games::named("new-world-1500"));
    let seat = table.seats()[0];
    let codes = |of: &str| -> Vec<String> {
        let map = table.map(seat, Some(of)).expect("a map").expect(of);
        let places = map["places"].as_array().unwrap().clone();
        let codes = places
            .iter()
            .map(|it| it["code"].as_str().unwrap().to_owned());
        codes.collect()
    };
    for of in ["CHJ", "CH-JEWELS", "capehorn-jewels", "Silver Plain"] {
        assert_eq!(codes(of), ["CHJ"], "{of}");
    }
    for of in ["wood", "lumber"] {
        assert_eq!(codes(of), ["NAL", "CAL", "CBL"], "{of}");
    }
}

#[test]
fn every_chapter_of_a_handbook_fits_into_a_mail() {
    for game in games::all() {
        let Some(handbook) = game.pack().files.get("handbook.md").cloned() else {
            continue;
        };
        let (_, chapters) = chapters(&handbook);
        let mut wanted: Vec<Option<String>> = vec![None];
        wanted.extend(chapters.iter().map(|it| Some(it.title.clone())));
        for wanted in wanted {
            let text = chapter(&handbook, wanted.as_deref());
            assert!(text.len() <= CHAPTER_BYTES_MAX, "{}: {wanted:?}", game.id());
            assert!(!text.contains("No chapter"), "{}: {wanted:?}", game.id());
            let wide = text.lines().find(|it| it.chars().count() > 72);
            assert_eq!(wide, None, "{}: {wanted:?}", game.id());
            // A reply to it must not hold a block that nobody wrote.
            assert!(
                !text
                    .lines()
                    .any(|it| it.trim_start().starts_with("#orders"))
            );
        }
    }
}

#[test]
fn a_chapter_is_found_by_its_number_or_by_words_of_a_heading() {
    let handbook = &games::pack("conquistador").files["handbook.md"];
    let title = |wanted: &str| {
        chapter(handbook, Some(wanted))
            .lines()
            .next()
            .unwrap()
            .to_owned()
    };
    assert_eq!(title("5"), "5. AT SEA");
    assert_eq!(title("at sea"), "5. AT SEA");
    assert_eq!(title("naval attrition"), "5. AT SEA");
    assert_eq!(title("gold and"), "7. GOLD AND TREASURE");
    assert!(
        chapter(handbook, Some("kites"))
            .starts_with("There is no chapter called kites.\n\nThe chapters")
    );
    // It is too long for one mail: the list, and the first.
    let first = chapter(handbook, None);
    assert!(first.contains("  5. At sea\n") && first.contains("1. WHAT THE GAME IS"));
}

#[test]
fn tables_of_a_handbook_stand_in_columns() {
    let table =
        "| A | What |\n|---|---|\n| one | it is long |\n|   | and goes on |\n| `two` | b |\n";
    assert_eq!(
        laid_out(table),
        "A    What\none  it is long and goes on\ntwo  b"
    );
}

/// Verbs and tests of a game.
fn forms(game: &'static dyn Game) -> BTreeSet<&'static str> {
    let grammars = grammars(game);
    let forms = grammars
        .iter()
        .flat_map(|it| it.orders.iter().chain(&it.tests));
    forms.map(|it| it.name).collect()
}

/// What players say in plain English is looked up in small letters, word by word, and never turns
/// what an order says.
#[test]
fn phrases_are_in_small_letters_and_turn_nothing() {
    for game in published() {
        let says = Glossary::of(&game.pack()).unwrap().says;
        assert!(!says.is_empty(), "{}", game.id());
        for phrase in says.keys() {
            let words: Vec<String> = phrase.split_whitespace().map(str::to_lowercase).collect();
            assert_eq!(words.join(" "), *phrase, "{}", game.id());
            assert!(!turns(phrase), "{}: {phrase}", game.id());
        }
    }
}

#[test]
fn every_order_and_test_has_an_example_that_is_read() {
    for game in published() {
        let glossary = Glossary::of(&game.pack()).unwrap();
        let grammars = grammars(game);
        let parts = card(&game.pack()).unwrap().sheet_parts;
        let mut wrong = Vec::new();
        for name in forms(game) {
            let shown = glossary
                .term
                .iter()
                .filter(|it| it.words.iter().any(|it| it == name));
            if !shown.clone().any(|it| !it.examples.is_empty()) {
                wrong.push(format!("{name} has no example"));
            }
        }
        for line in glossary.term.iter().flat_map(|it| &it.examples) {
            let sheets = (0..=parts).map(|part| SheetNo { turn: 1, part });
            let reads = sheets.flat_map(|sheet| {
                grammars
                    .iter()
                    .map(move |it| read(it, &Context::alone(sheet, parts), line))
            });
            let mut faults = Vec::new();
            let read = reads.into_iter().any(|parsed| {
                faults.extend(parsed.faults.iter().map(|it| it.reason.clone()));
                let common = !parsed.absences.is_empty();
                parsed.faults.is_empty() && (parsed.lines.len() == 1 || common)
            });
            if !read {
                wrong.push(format!("{line}: {faults:?}"));
            }
        }
        assert!(wrong.is_empty(), "{}: {}", game.id(), wrong.join("\n"));
    }
}

#[test]
fn a_game_without_a_map_has_none_and_conquistador_shows_places_and_areas() {
    for game in games::all() {
        let table = table(game);
        let seat = table.seats()[0];
        let map = table.map(seat, None);
        let at_sea = [
            "conquistador",
            "voyages-1492",
            "anno-1503",
            "new-world-1500",
            "diplomacy",
        ]
        .contains(&game.id());
        assert_eq!(map.is_some(), at_sea, "{}", game.id());
    }
    let game = games::all()
        .into_iter()
        .find(|it| it.id() == "conquistador")
        .unwrap();
    let table = table(game);
    let seat = table.seats()[0];
    let map = |of: &str| table.map(seat, Some(of)).expect("a map");
    for of in ["AZT", "azt", "Aztec Empire", "aztec", "aztec-empire"] {
        assert_eq!(map(of).unwrap()["title"], "Aztec Empire (AZT)", "{of}");
    }
    for of in ["veracruz", "Veracruz", "2413"] {
        assert_eq!(map(of).unwrap()["title"], "Veracruz (2413)", "{of}");
    }
    assert!(
        map("wgul").unwrap()["title"]
            .as_str()
            .unwrap()
            .contains("(wgul)")
    );
    let facts = map("azt").unwrap()["facts"].to_string();
    for known in [
        "natives 5 of 5",
        "5 Bounds by way of",
        "Tenochtitlan (2411), 60 Ducats",
        "25 VP",
    ] {
        assert!(facts.contains(known), "{known}: {facts}");
    }
    assert!(map("veracrux").unwrap_err().contains("MAP veracruz"));
    assert!(map("europe").is_err());
    // The whole of it is as wide as a mail, and leaves nothing out.
    let whole = table.map(seat, None).unwrap().unwrap();
    let rows = whole["charts"]
        .as_array()
        .unwrap()
        .iter()
        .flat_map(|it| it["rows"].as_array().unwrap());
    assert!(
        rows.clone()
            .all(|it| it.as_str().unwrap().chars().count() <= 72)
    );
    let drawn = rows.filter(|row| {
        row.as_str()
            .unwrap()
            .starts_with(|it: char| it.is_ascii_digit())
    });
    assert!(drawn.count() >= 60);
}
