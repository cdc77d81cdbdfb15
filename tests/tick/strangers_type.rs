//! What people type who have read one mail of ours, and what they are answered.

use super::typed::{ISLANDS, SPAIN, in_force, say};
use crate::support::{Bench, DUEL, Match, flat};

/// What an answer to the newest receipt of the first player is answered.
fn answer_receipt(bench: &mut Bench, (id, who): (&str, &str), text: &str) -> String {
    let mail = bench.in_reply_to(bench.last(id, who, ".receipt"), text);
    bench.later(60).deliver(&mail);
    bench.later(60).tick();
    bench.receipt(id, who)
}

fn begun(wanted: &Match<'_>) -> Bench {
    let mut bench = Bench::with(wanted);
    bench.later(60).tick();
    bench
}

/// A question lists what OK would file: a word that was corrected is in the list and in the
/// forecast, and the defaults are those beside that sheet.
#[test]
fn a_question_lists_the_sheet_that_ok_would_file() {
    let mut bench = begun(&ISLANDS);
    let asked = say(&mut bench, "islands", "red", "Saill 1: HUNT");
    let told = flat(&asked);
    assert!(
        told.contains("Some of your text could not be read"),
        "{told}"
    );
    assert!(told.contains("1 SAIL 1: HUNT tried this turn"), "{told}");
    let (_, left) = told
        .split_once("these defaults, which are not played now")
        .expect(&told);
    assert!(left.contains("SAIL 2: HUNT"), "{told}");
    assert!(!told.contains("If you send no orders"), "{told}");
    assert!(in_force(&bench, "islands", "red").is_empty());
    answer_receipt(&mut bench, ("islands", "red"), "OK");
    assert_eq!(in_force(&bench, "islands", "red"), ["SAIL 1: HUNT"]);
    bench.verify();
}

#[test]
fn goahead_beside_a_sentence_is_asked_about() {
    let mut bench = begun(&DUEL);
    say(&mut bench, "duel", "north", "BID 2");
    let text = "That was quick of you indeed!\nGOAHEAD";
    let told = flat(&say(&mut bench, "duel", "north", text));
    assert!(told.contains("are these your orders?"), "{told}");
    assert!(!told.contains("nothing was understood"), "{told}");
    assert_eq!(in_force(&bench, "duel", "north"), ["BID 2"]);
    let told = flat(&say(&mut bench, "duel", "north", "Please, goahead!"));
    assert!(told.contains("GOAHEAD is noted"), "{told}");
}

#[test]
fn a_sentence_is_near_to_no_order() {
    for first in ["How", "Dear", "Hello", "Can", "I'd", "What", "Would"] {
        let mut bench = begun(&SPAIN);
        let text = format!("BUY 1 carrack\n{first} something or other works here");
        let told = flat(&say(&mut bench, "new-spain", "spain", &text));
        assert!(told.contains("MESSAGE TO REFEREE"), "{first}: {told}");
        assert!(!told.contains("did you mean"), "{first}: {told}");
    }
    let mut bench = begun(&DUEL);
    let told = flat(&say(&mut bench, "duel", "north", "OK\nSTATUS\nxyzzy"));
    assert!(told.contains("OK counts only where it is alone"), "{told}");
}

#[test]
fn and_joins_a_list_and_numbers_may_be_in_letters() {
    for text in [
        "BUY 1 carrack, 2 soldiers and 1 colonist",
        "BUY one carrack, two soldiers, and one colonist",
        "buy a carrack",
    ] {
        let mut bench = begun(&SPAIN);
        let told = say(&mut bench, "new-spain", "spain", text);
        let wanted: &[&str] = match text {
            "buy a carrack" => &["BUY 1 carrack"],
            _ => &["BUY 1 carrack, 2 soldiers, 1 colonist"],
        };
        assert_eq!(in_force(&bench, "new-spain", "spain"), wanted, "{told}");
    }
}

#[test]
fn ok_may_be_signed_and_names_the_mail_it_waits_in() {
    let mut bench = begun(&DUEL);
    say(&mut bench, "duel", "north", "BID 2\nBID lots of it");
    say(&mut bench, "duel", "north", "HELP BID");
    let told = flat(&answer_receipt(&mut bench, ("duel", "north"), "OK"));
    assert!(told.contains("your OK filed nothing"), "{told}");
    assert!(
        told.contains("waits in our mail \"[duel] turn 1: a question"),
        "{told}"
    );
    let mut bench = begun(&DUEL);
    say(&mut bench, "duel", "north", "BID 2\nBID lots of it");
    answer_receipt(&mut bench, ("duel", "north"), "OK - Ana");
    assert_eq!(in_force(&bench, "duel", "north"), ["BID 2"]);
}

#[test]
fn news_is_in_the_report_of_each_player() {
    let mut bench = begun(&DUEL);
    bench.send(
        "duel",
        "north",
        "1",
        "BID 2\nNEWS\nThe Queen is amused.\nEND",
    );
    bench.send("duel", "south", "1", "BID 3");
    bench.later(60).tick();
    bench.later(8 * 86_400).tick();
    for who in ["north", "south"] {
        let report = bench.last("duel", who, ".report");
        let text = flat(&bench.text(&report.message));
        assert!(
            text.contains("North: : The Queen is amused."),
            "{who}: {text}"
        );
    }
    // Once: the next ones are about something else.
    bench.later(8 * 86_400).tick();
    let report = bench.last("duel", "south", ".report");
    assert!(!bench.text(&report.message).contains("amused"));
    bench.verify();
}

#[test]
fn a_vote_says_who_must_vote_for_it() {
    let mut bench = begun(&DUEL);
    let told = flat(&say(&mut bench, "duel", "north", "VOTE DRAW"));
    assert!(
        told.contains("It passes if all players vote for it"),
        "{told}"
    );
    let alone = Match {
        players: &["north=Ana <ana@example.org>"],
        robots: &["south"],
        ..DUEL
    };
    let mut bench = begun(&alone);
    let told = flat(&say(&mut bench, "duel", "north", "VOTE DRAW"));
    assert!(told.contains("your vote alone decides"), "{told}");
}
