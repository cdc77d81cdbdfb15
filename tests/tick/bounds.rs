//! What one mail and one player may cost: how much is answered and passed on, how long it takes,
//! and that whoever is not answered is told what became of their mails.

use super::typed::say;
use crate::support::{Bench, DUEL, Match, WORLDS, header, seat};
use packetboat::desk::commands::referee;
use packetboat::store::entry::{Cause, Verdict};
use std::time::Instant;

/// Bytes of a receipt as it goes out.
const MAIL_BYTES_MAX: usize = 65_536;

/// Two players at the largest game.
const SPAIN: Match<'static> = Match {
    game: "conquistador",
    id: "spain",
    scenario: None,
    players: &[],
    robots: &[],
    options: &[],
    deadline: "sun 20:00",
};

fn words(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// The newest receipt to north, in one line; its mail is not too long.
fn receipt(bench: &Bench, id: &str) -> String {
    let receipt = bench.last(id, "north", ".receipt");
    let bytes = receipt.message.len();
    assert!(bytes <= MAIL_BYTES_MAX, "{bytes} bytes");
    words(&bench.text(&receipt.message))
}

#[test]
fn each_request_is_answered_once_and_ten_in_all() {
    let mut bench = Bench::with(&DUEL);
    let many = "REPORT\nSTATUS\nHELP\nHELP BID\nREPORT 1\n".repeat(400);
    bench.send("duel", "north", "1", &many);
    bench.tick();
    let text = receipt(&bench, "duel");
    for (phrase, count) in [
        ("YOU ASKED FOR THE REPORT OF TURN 1", 2),
        ("duel is in turn 1.", 1),
        ("THE ORDERS", 1),
        ("HELP BID", 2),
    ] {
        assert_eq!(text.matches(phrase).count(), count, "{phrase}");
    }
    let many: Vec<String> = (1..=12).map(|it| format!("REPORT {}", 100 + it)).collect();
    bench.send("duel", "north", "1", &many.join("\n"));
    bench.tick();
    let text = receipt(&bench, "duel");
    assert!(text.contains("report of turn 110: there is none"), "{text}");
    assert!(!text.contains("report of turn 111"), "{text}");
    assert!(text.contains("You asked for 2 more"), "{text}");
    bench.verify();
}

#[test]
fn reports_of_all_turns_are_found_again() {
    let mut bench = Bench::with(&DUEL);
    for turn in 1..=2 {
        bench.send("duel", "south", &turn.to_string(), "WAIT");
        bench.tick();
        referee::resolve(&bench.club, "duel", "", bench.now).unwrap();
        bench.later(60).tick();
    }
    bench.send(
        "duel",
        "north",
        "3",
        "REPORT 1\nREPORT 3\nREPORT 2\nREPORT\nREPORT 4",
    );
    bench.tick();
    let text = receipt(&bench, "duel");
    let at = |it: &str| text.find(it).unwrap_or_else(|| panic!("no {it}: {text}"));
    let turn = |it: &str| at(&format!("YOU ASKED FOR THE REPORT OF TURN {it}"));
    assert!(turn("1") < turn("3") && turn("3") < turn("2"), "{text}");
    assert_eq!(text.matches("REPORT OF TURN 3").count(), 2);
    assert!(text.contains("report of turn 4: there is none"), "{text}");
}

fn letters(count: u32) -> String {
    let one = |it: u32| format!("MESSAGE TO south\nhi number {it}\nEND\n");
    (0..count).map(one).collect()
}

#[test]
fn letters_have_an_end() {
    let mut bench = Bench::with(&DUEL);
    let notes = |bench: &Bench| bench.all("duel", "south", ".note").count();
    bench.send("duel", "north", "1", &letters(3));
    bench.send("duel", "north", "1", &letters(660));
    bench.tick();
    assert_eq!(notes(&bench), 10);
    let text = receipt(&bench, "duel");
    assert!(
        text.contains("653 letters of yours were not sent: the limit is 10 letters a turn"),
        "{text}"
    );
    // A word of it goes into no mail of the others, however many mails there are.
    for _ in 0..20 {
        bench.send("duel", "north", "1", &letters(1));
    }
    bench.tick();
    assert_eq!(notes(&bench), 10);
    assert!(receipt(&bench, "duel").contains("1 letter of yours was not sent"));
    assert_eq!(bench.note("duel").mail[19].verdict, Verdict::Refused);
    // The other seat has its own, and a new turn is a new turn.
    bench.send("duel", "south", "1", "MESSAGE TO north\nstop it\nEND");
    bench.tick();
    referee::resolve(&bench.club, "duel", "", bench.now).unwrap();
    bench.later(24 * 3_600).tick();
    assert_eq!(bench.all("duel", "north", ".note").count(), 1);
    bench.edit(
        "campaigns/duel/campaign.toml",
        "per_turn = 10",
        "per_turn = 2",
    );
    bench.send("duel", "north", "2", &letters(3));
    bench.tick();
    assert_eq!(notes(&bench), 12);
    assert!(receipt(&bench, "duel").contains("2 letters a turn"));
    bench.edit(
        "campaigns/duel/campaign.toml",
        "per_turn = 2",
        "per_turn = 0",
    );
    bench.send("duel", "south", "2", "MESSAGE ALL\nhello\nEND");
    bench.tick();
    let text = words(&bench.receipt("duel", "south"));
    assert!(
        text.contains("in this campaign no letters are passed on"),
        "{text}"
    );
    bench.verify();
}

#[test]
fn letters_that_are_refused_are_not_looked_into_without_end() {
    let mut bench = Bench::with(&DUEL);
    let order = "MESSAGE TO south\nBID 3\nEND\n".repeat(600);
    bench.send("duel", "north", "1", &order);
    bench.send(
        "duel",
        "north",
        "1",
        &format!("MESSAGE ALL\n{}\nEND", "a b c d ".repeat(50)),
    );
    let long = format!(
        "MESSAGE ALL\n{}END",
        format!("{}\n", "word ".repeat(70)).repeat(80)
    );
    bench.send("duel", "north", "1", &long);
    bench.tick();
    let mut texts = bench
        .all("duel", "north", ".receipt")
        .map(|it| words(&bench.text(&it.message)));
    let first = texts.next().unwrap();
    assert_eq!(first.matches("looks like an order").count(), 10, "{first}");
    assert!(
        first.contains("590 letters of yours were not sent"),
        "{first}"
    );
    assert!(texts.next().unwrap().contains("goes to"));
    let long = texts.next().unwrap();
    assert!(long.contains("longer than 20000 characters"), "{long}");
}

/// Absences are told to all others, so they have an end too.
#[test]
fn nobody_is_told_of_absences_without_end() {
    let mut bench = Bench::with(&DUEL);
    for round in 0..15 {
        let line = match round % 2 {
            0 => "AWAY 2027-02-01..2027-02-03",
            _ => "AWAY NONE",
        };
        bench.send("duel", "north", "1", line);
    }
    bench.tick();
    assert_eq!(bench.all("duel", "south", ".note").count(), 10);
    let text = receipt(&bench, "duel");
    assert!(
        text.contains("notified of your absences ten times in this turn"),
        "{text}"
    );
    let many: Vec<String> = (1..=28)
        .map(|it| format!("AWAY 2027-03-{it:02}..2027-03-{it:02}"))
        .collect();
    bench.send("duel", "south", "1", &many.join("\n"));
    bench.tick();
    let text = words(&bench.receipt("duel", "south"));
    assert!(
        text.contains("16 lines more that say AWAY were not read"),
        "{text}"
    );
    bench.verify();
}

/// Beyond the answers of a day one mail says what became of the others.
#[test]
fn what_is_not_answered_is_summed_up() {
    let mut bench = Bench::with(&DUEL);
    for _ in 0..30 {
        bench.send("duel", "north", "1", "STATUS");
    }
    bench.tick();
    let receipts = |bench: &Bench| bench.answers("duel", "north");
    assert_eq!(receipts(&bench), 30);
    let first = bench.notes("duel")[1].written;
    for lines in [
        "BID 2",
        "BID 4",
        "WOBBLE",
        "STATUS",
        "MESSAGE TO south\nhello\nEND",
        "MESSAGE TO north\nhello\nEND",
    ] {
        bench.send("duel", "north", "1", lines);
    }
    bench.tick();
    // Orders have receipts of their own, filed or not.
    assert_eq!(receipts(&bench), 33);
    assert_eq!(bench.all("duel", "south", ".note").count(), 1);
    let lines = bench.campaign("duel").table.in_force(seat("north"));
    assert_eq!(lines[0].text, "BID 4");
    // Not before its time, and once.
    bench.now = first;
    assert_eq!(bench.later(24 * 3_600 - 1).tick().entries, 0);
    assert_eq!(bench.later(1).tick().entries, 1);
    let cause = Cause::Summed {
        seats: vec![seat("north")],
    };
    assert_eq!(bench.note("duel").cause, cause);
    assert_eq!(receipts(&bench), 34);
    let text = receipt(&bench, "duel");
    for words in [
        "3 mails of yours for duel",
        "asked or announced something: 1",
        "were letters, and were passed on: 1",
        "were letters, and were not passed on: 1",
        "BID 4",
    ] {
        assert!(text.contains(words), "{words}: {text}");
    }
    assert!(!text.contains("understood"), "{text}");
    assert_eq!(bench.later(24 * 3_600).tick().entries, 0);
    bench.send("duel", "north", "1", "BID 1");
    bench.tick();
    assert_eq!(receipts(&bench), 35);
    bench.verify();
}

/// Whoever sends orders is answered, filed or not; beyond the larger limit a summary says which
/// mails filed nothing, and calls nothing done that was not.
#[test]
fn orders_that_were_not_filed_are_never_passed_over_in_silence() {
    let mut bench = Bench::with(&DUEL);
    for _ in 0..30 {
        bench.send("duel", "north", "1", "STATUS");
    }
    bench.tick();
    let receipts = |bench: &Bench| bench.answers("duel", "north");
    // A fault, CANCEL in a reply, which asks for an OK, and a sheet with orders beside it.
    bench.send("duel", "north", "1", "BID 2");
    bench.tick();
    for text in ["CANCEL", "BID x", "BID 3\nBIDD x", "CLEAR ALL"] {
        let before = receipts(&bench);
        say(&mut bench, "duel", "north", text);
        assert_eq!(receipts(&bench), before + 1, "{text}");
    }
    for _ in 0..60 {
        bench.send("duel", "north", "1", "WOBBLE");
    }
    bench.tick();
    say(&mut bench, "duel", "north", "CANCEL");
    bench.later(24 * 3_600).tick();
    let text = receipt(&bench, "duel");
    assert!(
        text.contains("held orders, but none of them was filed: 6 ("),
        "{text}"
    );
    assert!(text.contains("please send those again"), "{text}");
    assert!(!text.contains("CANCEL"), "{text}");
    let lines = bench.campaign("duel").table.in_force(seat("north"));
    assert_eq!(lines[0].text, "BID 2");
    bench.verify();
}

/// A mail that comes behind the day begins a new one, and the summary of the old one comes still.
#[test]
fn a_summary_comes_also_if_mail_comes_first() {
    let mut bench = Bench::with(&DUEL);
    for _ in 0..32 {
        bench.send("duel", "north", "1", "STATUS");
    }
    bench.tick();
    bench.later(24 * 3_600);
    bench.send("duel", "north", "1", "BID 2");
    bench.tick();
    let subjects = bench.all("duel", "north", ".receipt").rev();
    let mut subjects = subjects.filter_map(|it| header(&it.message, "Subject"));
    assert!(
        subjects
            .next()
            .unwrap()
            .contains("what became of your mails")
    );
    assert!(
        subjects.next().unwrap().contains(": filed"),
        "the receipt of that mail"
    );
    let seats = bench.note("duel").desk.seats;
    assert!(!seats.any(|it| it.unanswered.is_some()));
}

/// Two thousand lines, each as long as a line may be.
fn full(line: impl Fn(u32) -> String) -> String {
    let lines: Vec<String> = (0..1_999).map(line).collect();
    lines.join("\n")
}

fn wide(text: &str) -> String {
    let count = 400 / (text.len() + 1);
    vec![text; count].join(" ")
}

/// Mails of up to a megabyte, full of one thing.
fn full_mails(order: &str) -> Vec<(&'static str, String)> {
    let verb = order
        .split_whitespace()
        .next()
        .unwrap_or_default()
        .to_owned();
    vec![
        ("reports", full(|it| format!("REPORT {it}"))),
        ("help", full(|_| "HELP".to_owned())),
        ("turns", full(|it| format!("TURN {}", 1 + it))),
        (
            "turns with orders",
            full(|index| match index % 2 {
                0 => format!("TURN {}", 1 + index / 2),
                _ => order.to_owned(),
            }),
        ),
        (
            "turns that wait",
            full(|index| match index % 2 {
                0 => format!("TURN {}", 1 + index / 2),
                _ => "WAIT".to_owned(),
            }),
        ),
        (
            "letters",
            full(|index| match index % 3 {
                0 => "MESSAGE TO ALL".to_owned(),
                1 => wide("hello"),
                _ => "END".to_owned(),
            }),
        ),
        (
            "one letter",
            format!("MESSAGE ALL\n{}\nEND", full(|_| wide("hello"))),
        ),
        (
            "absences",
            full(|index| {
                format!(
                    "AWAY 20{:02}-01-{:02}..2099-12-31",
                    27 + index % 60,
                    1 + index % 28
                )
            }),
        ),
        ("orders", full(|_| order.to_owned())),
        ("standing orders", full(|_| format!("STANDING {order}"))),
        ("clears", full(|_| format!("CLEAR {verb}"))),
        ("wide lines", full(|_| wide(order))),
        ("words", full(|it| wide(&format!("wobble{it}")))),
        ("short words", full(|_| wide("a"))),
        ("marks", full(|_| wide(","))),
        (
            "conditions",
            full(|_| format!("{order} IF {}", wide("NOT"))),
        ),
        ("or else", full(|_| format!("{order} ELSE {}", wide(order)))),
        ("unfinished", full(|_| format!("{order} ELSE"))),
        (
            "near misses",
            full(|_| format!("{}x {}", verb, wide("sotuh"))),
        ),
        ("addresses", full(|it| format!("ADDRESS a{it}@example.org"))),
        ("codes", full(|it| format!("CONFIRM {it:010}"))),
        ("comments", full(|_| format!("; {}", wide("why")))),
    ]
}

fn costs_little(wanted: &Match<'_>, own: &str) {
    let base = Bench::with(wanted);
    let id = wanted.id;
    let sheet = base.sheet(id).unwrap();
    let good = base.good_lines(id, own.parse().unwrap());
    let order = good
        .lines()
        .find(|it| !it.trim().is_empty())
        .unwrap_or("WAIT")
        .to_owned();
    for (name, lines) in full_mails(&order) {
        let mut bench = base.copy();
        let mut times = Vec::new();
        // The second one meets what the first has filed.
        for _ in 0..2 {
            bench.send(id, own, &sheet, &lines);
            let begin = Instant::now();
            let summary = bench.tick();
            times.push(begin.elapsed());
            assert!(summary.halted.is_empty(), "{name}: {summary}");
            let receipt = bench.last(id, own, ".receipt");
            let bytes = receipt.message.len();
            assert!(bytes <= MAIL_BYTES_MAX, "{name}: {bytes} bytes");
        }
        println!("{id} {name}: {times:?}");
    }
}

#[test]
fn a_mail_full_of_anything_costs_little_in_a_small_game() {
    costs_little(&DUEL, "north");
}

#[test]
fn a_mail_full_of_anything_costs_little_at_these_new_worlds() {
    costs_little(&WORLDS, "north");
}

#[test]
fn a_mail_full_of_anything_costs_little_at_conquistador() {
    let players = [
        "england=Ana <ana@example.org>",
        "france=Ben <ben@example.net>",
    ];
    let spain = Match {
        players: &players,
        ..SPAIN
    };
    costs_little(&spain, "england");
}

/// However many mails one player sends, all are taken. What it takes is printed, not judged.
#[test]
fn mails_of_one_player_are_taken_at_the_rate_of_one() {
    let count = 2_000;
    let mut bench = Bench::with(&DUEL);
    let mail = bench.orders("duel", "north", "1", "BID 3\nMESSAGE TO south\nhello\nEND");
    for number in 0..count {
        bench.deliver(&mail.replacen("hello", &format!("hello {number}"), 1));
    }
    bench.later(60);
    let begin = Instant::now();
    let summary = bench.tick();
    let took = begin.elapsed();
    println!("{count} mails: {took:?}");
    assert_eq!(
        (summary.mails, summary.halted.len()),
        (count, 0),
        "{summary}"
    );
    assert_eq!(bench.all("duel", "north", ".receipt").count(), 60);
    assert_eq!(bench.all("duel", "south", ".note").count(), 10);
}
