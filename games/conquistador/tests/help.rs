//! HELP has an answer for every word that a player meets.

use packetboat_conquistador::GAME;
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
