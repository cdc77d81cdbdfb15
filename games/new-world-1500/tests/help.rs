//! HELP has an answer for every word that a player meets.

use packetboat_new_world_1500::GAME;
use packetboat_testkit::help::{answers_are_short_and_show_orders, every_word_has_an_answer};
use std::path::Path;

/// Words that need no entry, and why.
const ALLOWED: [(&[&str], &str); 1] = [(
    &["NOT-BREAKS"],
    "HELP GROUP and HELP BREAKS explain both its parts",
)];

#[test]
fn help_has_an_answer_for_every_word() {
    let tests = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests");
    every_word_has_an_answer(GAME, &tests, &ALLOWED);
}

#[test]
fn help_is_short_and_shows_orders_that_can_be_sent() {
    answers_are_short_and_show_orders(GAME, &[]);
}
