//! HELP has an answer for every word that a player meets, and the handbook lists the map.

use packetboat_diplomacy::GAME;
use packetboat_diplomacy::data::Tables;
use packetboat_diplomacy::place::Place;
use packetboat_testkit::help::{answers_are_short_and_show_orders, every_word_has_an_answer};
use std::path::Path;

/// Words that need no entry, and why.
const ALLOWED: [(&[&str], &str); 0] = [];

/// Orders that nobody can send in spring, and why.
const NOT_NOW: [(&str, &str); 3] = [
    ("BUILD", "units are built in winter"),
    ("REMOVE", "units are disbanded in winter"),
    ("WAIVE", "builds are for winter"),
];

#[test]
fn help_has_an_answer_for_every_word() {
    let tests = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests");
    every_word_has_an_answer(GAME, &tests, &ALLOWED);
}

#[test]
fn help_is_short_and_shows_orders_that_can_be_sent() {
    answers_are_short_and_show_orders(GAME, &NOT_NOW);
}

#[test]
fn the_handbook_lists_every_place() {
    let pack = GAME.pack();
    let tables = Tables::read(&pack).expect("tables that fit");
    for (province, land) in &tables.provinces {
        let row = format!("| {} | {} |", land.name, Place::inland(*province).printed());
        assert!(pack.files["handbook.md"].contains(&row), "{row}");
    }
}
