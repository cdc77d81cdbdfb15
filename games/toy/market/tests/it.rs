//! The rules of the toy game Market, one case at least for each that its module lists.

#![allow(
    clippy::unwrap_used,
    reason = "a test that cannot go on fails by panicking"
)]

use packetboat_core::engine::account::Became;
use packetboat_core::engine::data::DataPack;
use packetboat_core::engine::dice::Dice;
use packetboat_core::engine::game::{Block, Files, Halted, Table, Understood};
use packetboat_core::engine::seat::Viewer;
use packetboat_core::lang::sheet::SheetNo;
use packetboat_core::textfile::head::{FileKind, Head, bare};
use packetboat_testkit::case::{CaseFile, Rule, uncovered};
use packetboat_testkit::run_case::run;
use packetboat_toy_market::GAME;
use serde_json::Value as Json;
use std::collections::BTreeSet;

packetboat_testkit::owes!(GAME);

/// The rules as the module lists them: `- M1. …`.
fn rules() -> Vec<Rule> {
    let module = include_str!("../src/lib.rs");
    let lines = module.lines().filter_map(|it| it.strip_prefix("//! - "));
    let rules = lines.filter_map(|it| it.split_once(". "));
    rules
        .map(|(id, text)| Rule {
            id: id.to_owned(),
            source: "the module".to_owned(),
            text: text.to_owned(),
            nowhere: None,
        })
        .collect()
}

/// The data, with the position the cases begin at.
fn pack() -> DataPack {
    let mut pack = GAME.pack();
    let path = "fixtures/market-day.toml".to_owned();
    pack.files
        .insert(path, include_str!("market/market-day.toml").to_owned());
    pack
}

#[test]
fn every_rule_of_the_market_has_a_case_and_every_case_holds() {
    let file = CaseFile::read("market.toml", include_str!("market/cases.toml")).unwrap();
    let (rules, pack) = (rules(), pack());
    let game = GAME;
    let mut wrong = Vec::new();
    for case in &file.cases {
        if let Err(differs) = run(game, &pack, &rules, case) {
            wrong.push(format!("{}\n  {}", case.name, differs.join("\n  ")));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    assert_eq!(rules.len(), 12);
    let files = [file];
    let open: Vec<&str> = uncovered(&rules, &files)
        .iter()
        .map(|it| it.id.as_str())
        .collect();
    assert!(open.is_empty(), "no case cites {open:?}");
}

/// A batch of two rounds. In the second Red has bought grain and built a mill: it is asked by mail,
/// in the middle of its turn, which piece it takes.
fn asked_in_the_second_round() -> Box<dyn Table> {
    let game = GAME;
    let state = include_str!("market/market-day.toml");
    let state = state.replace("batch = 1", "batch = 2\ninterrupts = true");
    let head = |kind| Head {
        kind,
        game: Some(game.id().to_owned()),
        campaign: Some("market".to_owned()),
        format: game.format(),
        revision: Some(game.revision()),
    };
    let state: toml::Table = state.parse().unwrap();
    let files = Files {
        state: bare(&head(FileKind::State), &state),
        book: bare(&head(FileKind::Book), &toml::Table::new()),
        journal: None,
    };
    let mut table = game.open(&pack(), "market", &files).unwrap();
    let body = "EACH BUY grain\nBUILD mill IF ROUND IS 2\nSELL iron IF ROUND IS 2";
    for (number, (seat, body)) in (1..).zip([("red", body), ("blue", "PASS")]) {
        let read = file(&mut *table, seat, number, 1, body);
        assert!(read.faults.is_empty(), "{:?}", read.faults);
    }
    let seats = BTreeSet::from(["red".parse().unwrap()]);
    assert_eq!(play(&mut *table, &[1, 2], false), Halted::Asking { seats });
    table
}

fn file(table: &mut dyn Table, seat: &str, number: u32, turn: u32, body: &str) -> Understood {
    let sheet = SheetNo::whole(turn);
    table.file(seat.parse().unwrap(), number, &Block { sheet, body })
}

fn play(table: &mut dyn Table, dice: &[u32], open: bool) -> Halted {
    let mut dice = Dice::scripted(dice.iter().copied());
    table.play(&mut dice, open).unwrap()
}

/// What Red did, after its question.
fn deeds(table: &dyn Table) -> Vec<String> {
    let page = table.page(Viewer::Public, &[]).unwrap();
    let events = page.events.iter().filter(|it| it["seat"] == "red");
    let told = |it: &Json| format!("{} {}", it["event"], it["good"]).replace('"', "");
    let deeds: Vec<String> = events.map(told).collect();
    let built = deeds.iter().position(|it| it == "built null").unwrap();
    deeds[built + 1..].to_vec()
}

#[test]
fn a_question_in_a_later_round_of_a_batch_shows_the_wishes_still_open() {
    let table = asked_in_the_second_round();
    let page = table
        .page(Viewer::Seat("red".parse().unwrap()), &[])
        .unwrap();
    assert_eq!(page.sheet, SheetNo::whole(2));
    let live: Vec<_> = page
        .in_force
        .iter()
        .map(|it| (it.sheet, &*it.text))
        .collect();
    let second = Some(SheetNo::whole(2));
    let wanted = [
        (second, "EACH BUY grain"),
        (second, "SELL iron IF ROUND IS 2"),
    ];
    assert_eq!(live, wanted);
}

#[test]
fn what_was_done_before_the_question_is_not_done_again_behind_it() {
    let mut table = asked_in_the_second_round();
    let body = "TAKE wine\nEACH BUY grain\nSELL iron IF ROUND IS 2";
    file(&mut *table, "red", 3, 2, body);
    assert!(matches!(
        play(&mut *table, &[], false),
        Halted::Gathering { .. }
    ));
    assert_eq!(deeds(&*table), ["took wine", "sold iron"]);
    let page = table
        .page(Viewer::Seat("red".parse().unwrap()), &[])
        .unwrap();
    let ends = page.accounts.iter().map(|it| (&*it.text, it.became));
    let wanted = [
        ("EACH BUY grain", Became::Done),
        ("BUILD mill IF ROUND IS 2", Became::Done),
        ("SELL iron IF ROUND IS 2", Became::PassedOver),
        ("TAKE wine", Became::Done),
        ("EACH BUY grain", Became::Done),
        ("SELL iron IF ROUND IS 2", Became::Done),
    ];
    assert_eq!(ends.collect::<Vec<_>>(), wanted);
}

#[test]
fn an_answer_that_leaves_wishes_out_drops_them() {
    let mut table = asked_in_the_second_round();
    let read = file(&mut *table, "red", 3, 2, "TAKE wine\nPASS");
    assert_eq!(read.replaced, ["EACH BUY grain", "SELL iron IF ROUND IS 2"]);
    play(&mut *table, &[], false);
    assert_eq!(deeds(&*table), ["took wine"]);
}

#[test]
fn an_answer_of_standing_lines_alone_leaves_the_wishes_open() {
    let mut table = asked_in_the_second_round();
    file(&mut *table, "red", 3, 2, "STANDING TAKE wool");
    play(&mut *table, &[], false);
    assert_eq!(deeds(&*table), ["took wool", "sold iron"]);
}

/// And takes what the program plays, at once.
#[test]
fn goahead_alone_leaves_the_wishes_open() {
    let mut table = asked_in_the_second_round();
    file(&mut *table, "red", 3, 2, "GOAHEAD");
    assert!(matches!(
        play(&mut *table, &[], false),
        Halted::Gathering { .. }
    ));
    assert_eq!(deeds(&*table), ["took wine", "sold iron"]);
}

#[test]
fn without_an_answer_the_deadline_opens_the_question_and_the_wishes_stay() {
    let mut table = asked_in_the_second_round();
    play(&mut *table, &[], true);
    assert_eq!(deeds(&*table), ["took wine", "sold iron"]);
}
