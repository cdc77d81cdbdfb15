//! What answers say of mails that file nothing, or less than was meant: plainly, and truly.

use super::typed::{in_force, say};
use crate::support::{ANA, Bench, DUEL, Match, flat, seat};
use packetboat::store::entry::Letter;

fn begun() -> Bench {
    let mut bench = Bench::with(&DUEL);
    bench.later(60).tick();
    bench
}

/// Says one thing and checks what the answer holds, and what it does not.
fn answers(text: &str, holds: &[&str], never: &[&str]) {
    let mut bench = begun();
    let receipt = flat(&say(&mut bench, "duel", "north", text));
    for phrase in holds {
        assert!(receipt.contains(phrase), "{text}: {phrase}: {receipt}");
    }
    for phrase in never {
        assert!(!receipt.contains(phrase), "{text}: {phrase}: {receipt}");
    }
    bench.verify();
}

#[test]
fn lines_that_change_nothing_need_no_ok() {
    let asks = "are these your orders";
    answers("CANCEL", &["nothing to cancel"], &["withdrawn", asks]);
    answers("CHECK", &["checked; nothing was filed"], &[asks]);
    answers(
        "BACK",
        &["BACK", "You were not marked as away"],
        &["AWAY NONE"],
    );
    let mut bench = begun();
    bench.send("duel", "north", "1", "BID 2");
    bench.later(60).tick();
    let receipt = say(&mut bench, "duel", "north", "CANCEL");
    assert!(receipt.contains("OK"), "{receipt}");
    assert_eq!(in_force(&bench, "duel", "north"), ["BID 2"]);
}

#[test]
fn courtesies_of_a_whole_line_keep_nothing_from_being_filed() {
    for text in [
        "Hi there,\nBID 2",
        "Hi, this is my turn:\nBID 2\nThanks, and good luck to all!",
        "Here goes:\nBID 2\n\nThank you!\nNorth",
        "My orders:\nBID 2",
    ] {
        let mut bench = begun();
        let receipt = say(&mut bench, "duel", "north", text);
        assert_eq!(in_force(&bench, "duel", "north"), ["BID 2"], "{receipt}");
    }
    let mut bench = begun();
    say(&mut bench, "duel", "north", "BID 2\nmy orders for turn 4");
    assert!(in_force(&bench, "duel", "north").is_empty());
}

#[test]
fn wait_is_said_to_count_and_to_count_no_more() {
    let mut bench = begun();
    bench.send("duel", "north", "1", "BID 2\nWAIT");
    bench.later(60).tick();
    let receipt = flat(&bench.receipt("duel", "north"));
    assert!(
        receipt.contains("the game waits until the deadline"),
        "{receipt}"
    );
    assert!(!receipt.contains("2 hours after"), "{receipt}");
    bench.send("duel", "north", "1", "BID 3");
    bench.later(60).tick();
    let receipt = flat(&bench.receipt("duel", "north"));
    assert!(
        receipt.contains("Your earlier WAIT no longer counts"),
        "{receipt}"
    );
    bench.send("duel", "north", "1", "BID 4");
    bench.later(60).tick();
    assert!(!bench.receipt("duel", "north").contains("WAIT no longer"));
}

#[test]
fn what_is_not_added_is_not_called_noted() {
    let mut bench = begun();
    bench.send("duel", "north", "1", "SALT seven cats");
    bench.later(60).tick();
    bench.send("duel", "north", "1", "BID 2\nSALT eight dogs");
    bench.later(60).tick();
    let receipt = bench.receipt("duel", "north");
    let line = receipt.lines().find(|it| it.contains("SALT eight dogs"));
    assert!(
        line.is_some_and(|it| it.ends_with("not added")),
        "{receipt}"
    );
    answers(
        "BID 2\nSALT eight dogs",
        &["SALT eight dogs"],
        &["not added"],
    );
}

#[test]
fn help_about_writing_to_others_leads_to_message() {
    for word in ["LETTER", "letters", "WRITE", "players"] {
        answers(&format!("HELP {word}"), &["MESSAGE TO"], &["HANDBOOK"]);
    }
    for word in ["VOTE", "news", "MESSAGE", "Salt?"] {
        let help = format!("HELP {}", word.trim_end_matches('?').to_uppercase());
        answers(word, &[&help], &["referee, who"]);
    }
}

#[test]
fn words_to_the_referee_are_answered_with_what_would_do() {
    let south = "put MESSAGE TO south on a line";
    for text in [
        "Dear South, shall we split the lots?",
        "TO Ben: shall we split the lots?",
        "Hello south\nshall we split the lots between us?",
        "South: shall we split the lots?",
    ] {
        answers(text, &[south], &["robot"]);
    }
    answers("What do I know of the south of this land?", &[], &[south]);
    let why = "WHY and the number of an order";
    answers("I wonder why my bid was lost?", &[why, "HELP BID"], &[]);
    answers("I wonder how my bid was lost?", &["HELP BID"], &[why]);
}

#[test]
fn a_letter_to_a_robot_is_refused_at_once() {
    let mut bench = Bench::with(&Match {
        players: &[ANA],
        robots: &["south"],
        ..DUEL
    });
    bench.later(60).tick();
    let robot = "South is a robot and reads no letters";
    for text in [
        "MESSAGE TO south\nhello\nEND\nBID 2\nand something more",
        "MESSAGE south: hello",
        "Dear South, shall we split the lots?",
    ] {
        let receipt = flat(&say(&mut bench, "duel", "north", text));
        assert!(receipt.contains(robot), "{text}: {receipt}");
    }
}

#[test]
fn resign_wants_the_name_and_says_so() {
    let mut bench = begun();
    let receipt = flat(&say(&mut bench, "duel", "north", "RESIGN"));
    assert!(receipt.contains("write RESIGN duel"), "{receipt}");
    let subject = bench.last("duel", "north", ".receipt").message.clone();
    let subject = crate::support::header(&subject, "Subject").unwrap();
    assert!(subject.contains("RESIGN needs the name"), "{subject}");
    assert!(!bench.note("duel").desk.seats.any(|it| it.left));
}

#[test]
fn a_letter_may_begin_on_the_line_of_its_names() {
    for (text, first) in [
        (
            "MESSAGE south Dear Ben, please wait",
            "Dear Ben, please wait",
        ),
        (
            "MESSAGE TO Ben, shall we split the lots?",
            "shall we split the lots?",
        ),
    ] {
        let mut bench = begun();
        let receipt = say(&mut bench, "duel", "north", text);
        let note = bench.last("duel", "south", ".note");
        let note = bench.text(&note.message);
        assert!(note.contains(first), "{note}: {receipt}");
    }
    let faulty = "MESSAGE TO south, sotuh\nhello there";
    answers(faulty, &["no seat is called"], &["END never", "; END"]);
}

#[test]
fn absences_add_up_and_are_noted_once() {
    let mut bench = begun();
    say(&mut bench, "duel", "north", "AWAY 24 Dec - 2 Jan");
    let receipt = say(
        &mut bench,
        "duel",
        "north",
        "Away from 3 April to 5 April please",
    );
    let receipt = flat(&receipt);
    let still = "still holds: away from Thu 24 Dec to Sat 2 Jan 2027";
    assert!(receipt.contains(still), "{receipt}");
    let receipt = flat(&say(&mut bench, "duel", "north", "AWAY 24 Dec - 2 Jan"));
    let known = "noted already that you are away from Thu 24 Dec";
    assert!(receipt.contains(known), "{receipt}");
    let away = bench.note("duel").desk.seats;
    assert_eq!(away.get(seat("north")).away.len(), 2);
}

#[test]
fn a_reminder_names_the_sheet_that_waits_for_an_ok() {
    let mut bench = begun();
    let receipt = say(&mut bench, "duel", "north", "BID 2\nand something more");
    assert!(receipt.contains("OK"), "{receipt}");
    for _ in 0..24 * 7 {
        if bench.all("duel", "north", ".reminder").count() > 0 {
            break;
        }
        bench.later(3_600).tick();
    }
    let text = flat(&bench.text(&bench.last("duel", "north", ".reminder").message));
    let waits = "A sheet that you sent has not been filed: it waits for your OK in our mail";
    assert!(text.contains(waits), "{text}");
    assert!(text.contains("are these your orders?"), "{text}");
    let reminded = |bench: &Bench, player: &str| {
        let notes = bench.notes("duel").into_iter().flat_map(|it| it.out);
        let own = |it: &packetboat::store::entry::OutNote| it.seat == Some(seat(player));
        notes
            .filter(|it| it.what == Letter::Reminder && own(it))
            .count()
    };
    assert!(reminded(&bench, "south") > 0);
    let text = bench.text(&bench.last("duel", "south", ".reminder").message);
    assert!(!flat(&text).contains(waits), "{text}");
}
