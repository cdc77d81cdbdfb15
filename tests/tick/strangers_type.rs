//! What people type who have read one mail of ours, and what they are answered.

use super::typed::{CROWNS, ISLANDS, SEA, SPAIN, in_force, say};
use crate::support::{Bench, DUEL, Match, WORLDS, flat};

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
    say(&mut bench, "duel", "north", "BID 2\nBID nothing");
    say(&mut bench, "duel", "north", "HELP BID");
    let told = flat(&answer_receipt(&mut bench, ("duel", "north"), "OK"));
    assert!(told.contains("your OK filed nothing"), "{told}");
    assert!(
        told.contains("waits in our mail \"[duel] turn 1: a question"),
        "{told}"
    );
    let mut bench = begun(&DUEL);
    say(&mut bench, "duel", "north", "BID 2\nBID nothing");
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

/// The first mails of people who had read one of ours: what they say around their orders does not
/// keep those from being filed, and is named.
#[test]
fn friendly_words_around_orders_keep_none_of_them_back() {
    let firsts = [
        (
            &SEA,
            "red",
            "MOVE NE\nBUY CANNON",
            "Hi there, thanks for setting this up!",
        ),
        (
            &ISLANDS,
            "red",
            "SAIL 1: HUNT",
            "Hi there, thanks for having me! Here's my first go:",
        ),
        (
            &CROWNS,
            "red",
            "PLAY LOYALTY SUPPORT",
            "Hello! I'll go for North America first.",
        ),
        (
            &WORLDS,
            "north",
            "PLAY LOWEST\nDOME CHEAPEST",
            "Hi there, thanks for having me, this looks fun!",
        ),
        (
            &SPAIN,
            "spain",
            "BUY 1 carrack",
            "Thank you, gold on Cuba would be lovely.",
        ),
    ];
    for (wanted, who, orders, words) in firsts {
        for text in [
            format!("{words}\n\n{orders}\n\nCheers,\nAna"),
            format!("{orders}\n{words}"),
        ] {
            let mut bench = begun(wanted);
            let told = flat(&say(&mut bench, wanted.id, who, &text));
            assert!(!told.contains("are these your orders?"), "{text}: {told}");
            assert!(
                told.contains(&format!(
                    "(Not read as orders, and passed on to nobody: \"{words}\""
                )),
                "{told}"
            );
            let lines: Vec<&str> = orders.lines().collect();
            assert_eq!(in_force(&bench, wanted.id, who), lines, "{told}");
        }
    }
}

/// Words that may say an order, or which of the orders count, are asked about.
#[test]
fn words_that_may_weigh_on_orders_are_asked_about() {
    for words in [
        "Thanks, ignore what is below.",
        "Hi all, I will send the real ones tomorrow.",
        "I'd like to build a pioneer as well.",
        "Hello, is this right?",
        "This only counts from the next sheet on.",
        "Hi there, unless Blue goes first:",
        "I hope you draft these.",
        "Lovely, sail ship 2 home as well.",
    ] {
        let mut bench = begun(&ISLANDS);
        let text = format!("{words}\nSAIL 1: HUNT");
        let told = flat(&say(&mut bench, "islands", "red", &text));
        assert!(told.contains("are these your orders?"), "{text}: {told}");
        assert!(in_force(&bench, "islands", "red").is_empty(), "{text}");
    }
}

/// Orders that waited for an OK that never came are in the next report, and WHY does not speak of
/// older ones as if they were the last.
#[test]
fn a_report_says_what_was_not_filed_for_want_of_an_ok() {
    let mut bench = begun(&ISLANDS);
    say(&mut bench, "islands", "red", "SAIL 1: HUNT");
    bench.later(8 * 86_400).tick();
    let asked = say(
        &mut bench,
        "islands",
        "red",
        "SAIL 1: HUNT\nI'd like to ship too, please",
    );
    assert!(asked.contains("are these your orders?"), "{asked}");
    bench.later(8 * 86_400).tick();
    let report = bench.last("islands", "red", ".report");
    let text = flat(&bench.text(&report.message));
    let note = "Orders that you sent for turn 2 were not filed, since our mail \"[islands] turn 2: \
                a question: are these your orders?\"";
    assert!(text.contains(note), "{text}");
    let of_blue = bench.last("islands", "blue", ".report");
    assert!(!flat(&bench.text(&of_blue.message)).contains("not filed"));
    let told = flat(&say(&mut bench, "islands", "red", "WHY"));
    assert!(told.contains("You had no orders for turn 2."), "{told}");
    assert!(!told.contains("Your orders for turn 2"), "{told}");
    // What was answered is no longer spoken of.
    say(
        &mut bench,
        "islands",
        "red",
        "SAIL 1: HUNT\nI'd like to ship too, please",
    );
    answer_receipt(&mut bench, ("islands", "red"), "OK");
    bench.later(8 * 86_400).tick();
    let report = bench.last("islands", "red", ".report");
    assert!(!flat(&bench.text(&report.message)).contains("were not filed"));
    bench.verify();
}

/// News is asked about, but nothing of it waits as if it were orders; and its text stays as it was
/// written.
#[test]
fn news_that_is_asked_about_are_no_orders_that_wait() {
    let mut bench = begun(&DUEL);
    say(&mut bench, "duel", "north", "BID 2");
    let words = "Robin of the North here: Sophia is ours, and very pretty she is too, as all of \
                 you may see.";
    let asked = say(&mut bench, "duel", "north", &format!("NEWS\n{words}\nEND"));
    assert!(asked.contains("are these your orders?"), "{asked}");
    assert!(!asked.contains("\n  too"), "{asked}");
    let drawn = say(
        &mut bench,
        "duel",
        "north",
        "NEWS\n/\\   a   hill\n\nbelow\nEND",
    );
    assert!(drawn.contains("\n/\\   a   hill\n\nbelow\nEND"), "{drawn}");
    let asked = say(&mut bench, "duel", "north", &format!("NEWS\n{words}\nEND"));
    assert!(asked.contains("are these your orders?"), "{asked}");
    let told = answer_receipt(&mut bench, ("duel", "north"), "OK");
    assert!(!flat(&told).contains("still waiting"), "{told}");
    assert!(flat(&told).contains("this sheet is filed"), "{told}");
    let told = flat(&say(&mut bench, "duel", "north", "HELP BID"));
    assert!(!told.contains("still waiting"), "{told}");
}

/// Requests beside a line that was not read are answered, and their lines say so.
#[test]
fn requests_beside_a_mistake_are_answered() {
    let mut bench = begun(&DUEL);
    let told = flat(&say(&mut bench, "duel", "north", "HELP BID\nBID lots"));
    assert!(told.contains("1 HELP BID answered below"), "{told}");
    assert!(!told.contains("only checked"), "{told}");
}

/// Of orders typed as a list a mistake costs its own line only, as in a sheet, and what the sheet
/// at the end says of itself is true: a line that was put right is not filed yet.
#[test]
fn a_mistake_in_a_list_of_orders_costs_its_own_line() {
    let mut bench = begun(&SEA);
    let told = say(
        &mut bench,
        "isles",
        "red",
        "Hi there,\n\nmove west\nbuy a canon\n\nThanks!",
    );
    assert_eq!(in_force(&bench, "isles", "red"), ["MOVE W"], "{told}");
    assert!(told.contains("did you mean `CANNON`?"), "{told}");
    let flat = flat(&told);
    assert!(
        flat.contains("Part of your orders is filed, as said above."),
        "{flat}"
    );
    assert!(!flat.contains("this sheet is filed"), "{flat}");
    answer_receipt(&mut bench, ("isles", "red"), "OK");
    assert_eq!(in_force(&bench, "isles", "red"), ["MOVE W", "BUY CANNON"]);
    // Nothing to put right: what is printed without a ; is filed.
    let told = say(
        &mut bench,
        "isles",
        "red",
        "MOVE NE\nBUY something or other",
    );
    assert_eq!(in_force(&bench, "isles", "red"), ["MOVE NE"], "{told}");
    assert!(told.contains("this sheet is filed"), "{told}");
}

/// The words by which a line may say that it does not count are asked about all the same.
#[test]
fn a_line_that_may_not_count_keeps_the_list_back() {
    for line in [
        "BUY nothing",
        "MOVE NE only later",
        "BUY MAP, unless Blue has one",
        "Not MOVE W",
    ] {
        let mut bench = begun(&SEA);
        let told = say(&mut bench, "isles", "red", &format!("MOVE E\n{line}"));
        assert!(told.contains("are these your orders?"), "{line}: {told}");
        assert!(in_force(&bench, "isles", "red").is_empty(), "{line}");
    }
}

#[test]
fn whoever_tries_to_write_to_others_is_told_how() {
    let mut bench = begun(&ISLANDS);
    let told = flat(&say(
        &mut bench,
        "islands",
        "red",
        "SAIL 1: HUNT\nLETTER TO BLUE",
    ));
    assert!(
        told.contains("for a letter write MESSAGE TO and a player"),
        "{told}"
    );
    let told = flat(&say(
        &mut bench,
        "islands",
        "red",
        "SAIL 1: HUNT\nTRADE tobacco WITH BLUE FOR spice",
    ));
    assert!(
        told.contains("players do not trade with each other"),
        "{told}"
    );
}

/// News on the line of its word is news, with an END below or without; a sentence is none.
#[test]
fn news_may_begin_on_its_own_line() {
    for (text, news) in [
        (
            "NEWS The Queen is amused.\nBID 2",
            "North: : The Queen is amused.",
        ),
        (
            "BID 2\nNEWS: The Queen is amused.",
            "North: : The Queen is amused.",
        ),
        (
            "BID 2\nNews: The Queen is amused.",
            "North: : The Queen is amused.",
        ),
        (
            "NEWS The Queen is\namused.\nEND\nBID 2",
            "North: : The Queen is : amused.",
        ),
        (
            "NEWS The Queen is amused.\nBID 2\nNOTE\nmine\nEND",
            "North: : The Queen is amused.",
        ),
    ] {
        let mut bench = begun(&DUEL);
        let told = say(&mut bench, "duel", "north", text);
        assert_eq!(
            in_force(&bench, "duel", "north"),
            ["BID 2"],
            "{text}: {told}"
        );
        bench.send("duel", "south", "1", "BID 3");
        bench.later(60).tick();
        bench.later(8 * 86_400).tick();
        let report = bench.last("duel", "south", ".report");
        let report = flat(&bench.text(&report.message));
        assert!(report.contains(news), "{text}: {report}");
        assert!(!report.contains("mine"), "{report}");
    }
    let mut bench = begun(&DUEL);
    let told = flat(&say(
        &mut bench,
        "duel",
        "north",
        "News of you reached us.\nBID 2",
    ));
    assert!(!told.contains("in everybody's next report"), "{told}");
}
