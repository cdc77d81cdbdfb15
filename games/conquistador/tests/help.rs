//! HELP has an answer for every word that a player meets.

use super::bench::{Bench, rules};
use packetboat_conquistador::GAME;
use packetboat_core::engine::language::Language;
use packetboat_core::engine::pages::Pages;
use packetboat_testkit::help::{answers_are_short_and_show_orders, every_word_has_an_answer};
use std::path::Path;

/// Words that need no entry, and why.
const ALLOWED: [(&[&str], &str); 5] = [
    (&["BOGOTA (THE GILDED MAN)"], "HELP BOGOTA knows the place"),
    (&["C. JACQUES", "V. Y. PINZON"], "the last name is enough"),
    (&["CHOICE", "COUNTED"], "plain English in headings"),
    (
        &["ER", "FR", "JFJ", "JP", "PC", "SC", "SR"],
        "initials on the map, with the names beside it",
    ),
    (
        &[
            "ALABAMA AND COOSA",
            "ARKANSAS",
            "GREAT SALT LAKE",
            "HUDSON AND MOHAWK",
            "LAKE ERIE",
            "LAKE HURON",
            "LAKE MICHIGAN",
            "LAKE NICARAGUA",
            "LAKE TEXCOCO",
            "MISSISSIPPI",
            "MISSOURI",
            "PLATE, PARANA AND PARAGUAY",
            "POTOMAC",
            "SAO FRANCISCO",
            "THE NEW WORLD",
            "TOCANTINS",
            "UCAYALI",
            "UPPER PARANA",
            "URUGUAY",
        ],
        "waters without a code, which no order names; MAP shows them beside places",
    ),
];

#[test]
fn help_has_an_answer_for_every_word() {
    let tests = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests");
    every_word_has_an_answer(GAME, &tests, &ALLOWED);
}

#[test]
fn help_is_short_and_shows_orders_that_can_be_sent() {
    answers_are_short_and_show_orders(GAME, &[("EVENT", "an event must have left a choice")]);
}

/// HELP for each test shows it in a whole order.
#[test]
fn tests_are_shown_in_orders() {
    let pack = GAME.pack();
    let glossary: toml::Table = pack.read("glossary.toml").expect("it is there");
    let terms = glossary["term"].as_array().expect("a list");
    let grammar = rules().grammar(&Bench::of("spain").view);
    for test in grammar.tests.iter().map(|it| it.name) {
        let shown = terms.iter().any(|term| {
            let words = term["words"].as_array().expect("words");
            let examples = term.get("examples").and_then(toml::Value::as_array);
            let mut examples = examples
                .into_iter()
                .flatten()
                .filter_map(toml::Value::as_str);
            let tested = |it: &str| it.split_once(" IF ").is_some_and(|it| it.1.contains(test));
            words.iter().any(|it| it.as_str() == Some(test)) && examples.any(tested)
        });
        assert!(shown, "HELP {test} shows no order with IF {test}");
    }
}

/// HELP and MAP of an Area say whose side of the line of Tordesillas it is.
#[test]
fn an_area_is_said_to_be_on_its_side_of_the_line() {
    let mut bench = Bench::of("spain");
    bench.view.open.options.tordesillas = true;
    let line = "It is on Portugal's side of the line of Tordesillas: each settlement of Spain here";
    for name in ["bra", "Brazil"] {
        let said = rules().explain(&bench.view, name).expect("an Area");
        assert!(said.contains(line), "{said}");
        assert!(said.contains("MAP BRA"), "{said}");
    }
    let map = |name: &str| {
        let page = rules().map(&bench.view, Some(name)).expect("it has maps");
        page.expect("it is on the map").to_string()
    };
    assert!(map("brazil").contains(line));
    assert!(!map("cuba").contains(line));
    bench.view.open.options.tordesillas = false;
    let said = rules().explain(&bench.view, "bra").expect("an Area");
    assert!(!said.contains("Tordesillas"), "{said}");
}

/// Waters have their articles.
#[test]
fn waters_are_named_with_their_articles() {
    let bench = Bench::of("spain");
    let map = |name: &str| {
        let page = rules().map(&bench.view, Some(name)).expect("it has maps");
        page.expect("it is on the map").to_string()
    };
    let channel = map("bahama-channel");
    let wanted = "lies on the Atlantic side; at the nearest, 4 Bounds from Europe.";
    assert!(channel.contains("The Bahama Channel"), "{channel}");
    assert!(channel.contains(wanted), "{channel}");
    let amazon = map("amazon");
    assert!(amazon.contains("by way of the Amazon Mouth"), "{amazon}");
}
