//! Players who are away: what is told, what moves, what is not counted. And holidays.

use crate::support::{Bench, DUEL, moment, seat};
use packetboat::desk::commands::{referee, standing, status};
use packetboat::store::seat_desk::SeatDesk;

const CONFIG: &str = "campaigns/duel/campaign.toml";
/// Sunday 20:00 in Warsaw.
const DEADLINE: &str = "2026-11-22T19:00:00Z";

fn note(bench: &Bench, reader: &str) -> String {
    bench.text(&bench.last("duel", reader, ".note").message)
}

#[test]
fn an_absence_moves_the_deadline_and_everybody_hears_of_it() {
    let mut bench = Bench::with(&DUEL);
    bench.send("duel", "north", "1", "AWAY 2026-11-20..2026-11-23");
    bench.tick();
    let desk = bench.note("duel").desk;
    assert_eq!(desk.deadline, Some(moment("2026-11-24T19:00:00Z")));
    assert_eq!(desk.seats.get(seat("north")).stretched, 2);
    let receipt = bench.receipt("duel", "north").replace('\n', " ");
    for word in [
        "from Fri 20 Nov to Mon 23 Nov",
        "has moved to Tue 24 Nov 20:00",
    ] {
        assert!(receipt.contains(word), "no `{word}` in {receipt}");
    }
    for reader in ["south", "referee"] {
        let note = note(&bench, reader);
        assert!(
            note.contains("North (Ana) is away from Fri 20 Nov"),
            "{note}"
        );
        assert!(note.contains("24 Nov 20:00"), "{note}");
    }
    assert_eq!(bench.all("duel", "north", ".note").count(), 0);
    let status = status::status(&bench.club, None, bench.now).unwrap();
    let text = standing::text(&status);
    assert!(
        text.contains("north (Ana): missing; away from Fri 20 Nov to Mon 23 Nov"),
        "{text}"
    );
    // The same again is told to nobody.
    bench.send("duel", "north", "1", "AWAY 2026-11-20..2026-11-23");
    bench.tick();
    let receipt = bench.receipt("duel", "north");
    assert!(receipt.contains("noted already that you"), "{receipt}");
    assert_eq!(bench.all("duel", "south", ".note").count(), 1);
    bench.verify();
}

#[test]
fn what_counts_is_when_the_absence_was_told_and_not_when_cron_ran() {
    let mut bench = Bench::with(&DUEL);
    bench.send("duel", "south", "1", "BID 4");
    bench.at("2026-11-22T18:00:00Z");
    bench.send("duel", "north", "1", "AWAY 2026-11-22..2026-11-24");
    bench.at("2026-11-23T10:00:00Z").tick();
    assert_eq!(bench.sheet("duel").as_deref(), Some("1"));
    let deadline = bench.note("duel").desk.deadline;
    assert_eq!(deadline, Some(moment("2026-11-25T19:00:00Z")));
    // Told behind the deadline, it moves nothing.
    let mut late = Bench::with(&DUEL);
    late.at("2026-11-22T19:30:00Z");
    late.send("duel", "north", "1", "AWAY 2026-11-22..2026-11-24");
    late.tick();
    assert_eq!(late.note("duel").desk.deadline, Some(moment(DEADLINE)));
}

#[test]
fn beyond_the_budget_the_seat_plays_on_and_misses_nothing() {
    let mut bench = Bench::with(&DUEL);
    bench.edit(CONFIG, "stretch_days = 14", "stretch_days = 3");
    bench.edit(CONFIG, "tell_referee_after = 2", "tell_referee_after = 1");
    bench.send("duel", "north", "1", "AWAY 2026-11-19..2026-12-15");
    bench.tick();
    assert_eq!(bench.note("duel").desk.deadline, Some(moment(DEADLINE)));
    let told = note(&bench, "referee");
    assert!(
        told.contains("stays as it is") && told.contains("packetboat extend"),
        "{told}"
    );
    // No reminder while away; South gets the usual two.
    for now in [
        "2026-11-20T19:05:00Z",
        "2026-11-22T13:05:00Z",
        "2026-11-23T07:05:00Z",
    ] {
        bench.at(now).tick();
    }
    assert_eq!(bench.all("duel", "north", ".reminder").count(), 0);
    assert_eq!(bench.all("duel", "south", ".reminder").count(), 2);
    assert_eq!(bench.sheet("duel").as_deref(), Some("2"));
    let seats = bench.note("duel").desk.seats;
    let missed = seats.with(|it| (it.missed > 0).then_some(it.missed));
    assert_eq!(missed.collect::<Vec<_>>(), [(seat("south"), 1)]);
    let report = bench.text(&bench.last("duel", "south", ".report").message);
    assert!(
        report.contains("Away: North, from Thu 19 Nov to Tue 15 Dec."),
        "{report}"
    );
}

#[test]
fn the_next_turns_wait_too_and_reports_say_why() {
    let mut bench = Bench::with(&DUEL);
    bench.send("duel", "north", "1", "BID 3\nAWAY 2026-11-28..2026-11-30");
    bench.send("duel", "south", "1", "BID 4");
    // The sheet is in, so this turn needs no more time.
    bench.later(60).tick();
    assert_eq!(bench.note("duel").desk.deadline, Some(moment(DEADLINE)));
    bench.at("2026-11-23T12:00:00Z").tick();
    let desk = bench.note("duel").desk;
    // The two hours to think again were over on Monday already: the next Sunday is the 22nd.
    assert_eq!(bench.sheet("duel").as_deref(), Some("2"));
    assert_eq!(
        desk.deadline,
        Some(moment("2026-12-01T19:00:00Z")),
        "{desk:?}"
    );
    let report = bench.text(&bench.last("duel", "south", ".report").message);
    let words: Vec<&str> = report.split_whitespace().collect();
    let text = words.join(" ");
    assert!(
        text.contains("later than usual because North is away (from Sat 28 Nov to Mon 30 Nov)"),
        "{report}"
    );
    // It is over and forgotten when the next turn begins.
    bench.at("2026-12-02T12:00:00Z").tick();
    assert!(!bench.note("duel").desk.seats.any(|it| !it.away.is_empty()));
    bench.verify();
}

#[test]
fn an_absence_can_be_taken_back() {
    let mut bench = Bench::with(&DUEL);
    bench.send("duel", "north", "1", "AWAY 2026-12-20..2026-12-23");
    bench.tick();
    bench.send("duel", "north", "1", "AWAY NONE");
    bench.tick();
    let desk = bench.note("duel").desk;
    let marked = |it: &SeatDesk| !it.away.is_empty() || it.stretched > 0;
    assert!(!desk.seats.any(marked));
    for reader in ["south", "referee"] {
        let note = note(&bench, reader);
        assert!(note.contains("is not away after all"), "{note}");
    }
    let receipt = bench.receipt("duel", "north");
    assert!(receipt.contains("Your absence is cancelled"), "{receipt}");
    // What is over already, is no date, or is only checked changes nothing.
    let entries = bench.post.taken.len();
    bench.send("duel", "north", "1", "AWAY 2026-10-01..2026-10-02");
    bench.send("duel", "north", "1", "AWAY 2026-12-20..2026-12-23\nCHECK");
    bench.later(60).tick();
    assert!(!bench.note("duel").desk.seats.any(|it| !it.away.is_empty()));
    assert_eq!(
        bench.post.taken.len(),
        entries + 2,
        "two receipts: {:?}",
        bench.keys()
    );
    assert!(bench.all("duel", "north", ".receipt").any(|mail| {
        bench
            .text(&mail.message)
            .contains("not noted: it is over already")
    }));
}

#[test]
fn a_holiday_moves_the_deadline_and_the_report_says_so() {
    let mut bench = Bench::with(&DUEL);
    bench.edit(
        CONFIG,
        "holidays    = []",
        "holidays    = [\"2026-11-29..2026-12-01\"]",
    );
    bench.send("duel", "north", "1", "BID 3");
    bench.send("duel", "south", "1", "BID 4");
    bench.at("2026-11-23T12:00:00Z").tick();
    let deadline = bench.note("duel").desk.deadline;
    assert_eq!(deadline, Some(moment("2026-12-02T19:00:00Z")));
    let report = bench.text(&bench.last("duel", "south", ".report").message);
    let text: Vec<&str> = report.split_whitespace().collect();
    assert!(
        text.join(" ")
            .contains("because of the holidays (from Sun 29 Nov to Tue 1 Dec)"),
        "{report}"
    );
    // So does an extension by a length; a moment that the referee names stays.
    bench.edit(CONFIG, "2026-12-01\"]", "2026-12-01\", \"2026-12-03\"]");
    let said = referee::extend(&bench.club, "duel", "24h", "", bench.now).unwrap();
    assert!(
        said.contains("4 Dec 20:00") && said.contains("past the holidays"),
        "{said}"
    );
    let at = "2026-12-03T12:00:00Z";
    referee::extend(&bench.club, "duel", at, "", bench.now).unwrap();
    assert_eq!(bench.note("duel").desk.deadline, Some(moment(at)));
}

#[test]
fn reminders_begin_anew_behind_an_extension() {
    let mut bench = Bench::with(&DUEL);
    bench.at("2026-11-22T13:05:00Z").tick();
    assert_eq!(bench.all("duel", "south", ".reminder").count(), 1);
    referee::extend(&bench.club, "duel", "7d", "", bench.now).unwrap();
    for (now, count) in [
        ("2026-11-27T18:55:00Z", 1),
        ("2026-11-27T19:05:00Z", 2),
        ("2026-11-29T13:05:00Z", 3),
        ("2026-11-29T19:05:00Z", 3),
    ] {
        bench.at(now).tick();
        assert_eq!(
            bench.all("duel", "south", ".reminder").count(),
            count,
            "{now}"
        );
    }
}

#[test]
fn a_receipt_says_what_becomes_of_the_deadline_and_of_dates() {
    let mut bench = Bench::with(&DUEL);
    bench.edit(CONFIG, "stretch_days = 14", "stretch_days = 3");
    let mut said = |lines: &str| {
        bench.send("duel", "north", "1", lines);
        bench.tick();
        let seats = bench.note("duel").desk.seats;
        let away = seats.get(seat("north")).away.iter();
        let away: Vec<String> = away.map(ToString::to_string).collect();
        let receipt = bench.receipt("duel", "north");
        let noted = |it: &str| it.contains("AWAY 2026") && it.trim_end().ends_with("noted");
        assert!(!receipt.lines().any(noted), "{receipt}");
        (receipt.replace('\n', " "), away)
    };
    // A date that has passed is not noted and unnoted at once.
    let (receipt, away) = said("AWAY 2026-10-01..2026-10-02");
    assert!(
        receipt.contains("it is over already") && away.is_empty(),
        "{receipt}"
    );
    // Beyond the budget nobody waits, and who is away is told so.
    let (receipt, _) = said("AWAY 2026-11-19..2026-12-15");
    assert!(
        receipt.contains("The deadline of this turn stays"),
        "{receipt}"
    );
    // What overlaps is one absence; what lies within was noted before.
    let (_, away) = said("AWAY 2026-12-10..2026-12-20");
    assert_eq!(away, ["2026-11-19..2026-12-20"]);
    let (receipt, _) = said("AWAY 2026-12-01..2026-12-02");
    assert!(receipt.contains("noted already that you"), "{receipt}");
    let (receipt, away) = said("AWAY NONE");
    assert!(receipt.contains("The deadline stays as it is"), "{receipt}");
    assert!(away.is_empty());
}
