//! HELP has an answer for every word that a player meets.

use packetboat_testkit::help::{answers_are_short_and_show_orders, every_word_has_an_answer};
use packetboat_these_new_worlds::GAME;
use std::path::Path;

/// Words that need no entry, and why.
const ALLOWED: [(&[&str], &str); 0] = [];

#[test]
fn help_has_an_answer_for_every_word() {
    let tests = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests");
    every_word_has_an_answer(GAME, &tests, &ALLOWED);
}

#[test]
fn help_is_short_and_shows_orders_that_can_be_sent() {
    answers_are_short_and_show_orders(GAME, &[]);
}
