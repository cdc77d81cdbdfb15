//! HELP has an answer for every word that a player meets.

use packetboat_testkit::help::{answers_are_short_and_show_orders, every_word_has_an_answer};
use packetboat_voyages_1492::GAME;
use std::path::Path;

/// Words that need no entry, and why.
const ALLOWED: [(&[&str], &str); 3] = [
    (
        &["ME"],
        "HELP me is plain English; HELP OWNER says what ME is",
    ),
    (&["GR", "RB", "YB", "YR"], "two ships in one hex of the map"),
    (
        &[
            "DUEL_PIRATE_MELEE",
            "DUEL_PIRATE_SEA",
            "DUEL_RIVAL_MELEE",
            "DUEL_RIVAL_SEA",
        ],
        "codes that no page prints; the cards have names",
    ),
];

#[test]
fn help_has_an_answer_for_every_word() {
    let tests = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests");
    every_word_has_an_answer(GAME, &tests, &ALLOWED);
}

#[test]
fn help_is_short_and_shows_orders_that_can_be_sent() {
    answers_are_short_and_show_orders(GAME, &[]);
}
