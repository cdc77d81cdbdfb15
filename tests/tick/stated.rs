//! What `status` says is so: who plays, who is waited for, when a turn really closes, what is wrong
//! with the mail; and faults are told once, then once a day.

use crate::support::{Bench, DUEL, Match, WORLDS, seat};
use packetboat::clock::Moment;
use packetboat::desk::club::shut;
use packetboat::desk::club::summary::Summary;
use packetboat::desk::club::tick_gaps::KEPT;
use packetboat::desk::commands::status::{Status, status};
use packetboat::desk::commands::{end, entries, players, referee, standing};
use packetboat::desk::tick::faults::reported_once;

const HOUR: i64 = 3_600;
const DAY: i64 = 24 * HOUR;

fn one(bench: &Bench) -> Status {
    status(&bench.club, None, bench.now).unwrap().remove(0)
}

fn line(bench: &Bench) -> String {
    standing::lines(&[one(bench)])
}

fn whole(bench: &Bench) -> String {
    standing::text(&[one(bench)])
}

#[test]
fn players_are_named() {
    let mut bench = Bench::with(&Match {
        players: &["north=Ana <ana@example.org>"],
        robots: &["south"],
        ..WORLDS
    });
    bench.tick();
    let said = line(&bench);
    assert!(said.contains("owes: north (Ana)"), "{said}");
    assert!(whole(&bench).contains("north (Ana): missing"));
    assert_eq!(one(&bench).players["south"], "a robot");
}

/// With a grace, the turn closes later than the deadline says; with time to think again, later than
/// the last sheet.
#[test]
fn the_moment_at_which_a_turn_closes_is_the_one_at_which_it_closes() {
    for (settings, sheets, words) in [
        ("grace = \"12h\"", &[][..], "with the grace of 12h"),
        (
            "when_all_in = \"resolve-after 30m\"",
            &["north", "south"][..],
            "to think again",
        ),
        ("", &[][..], ""),
    ] {
        let mut bench = Bench::with(&DUEL);
        if let Some((key, _)) = settings.split_once(" = ") {
            let text = bench.read("campaigns/duel/campaign.toml");
            let named = |it: &&str| it.split('=').next().map(str::trim) == Some(key);
            let old = text.lines().find(named);
            let old = old.unwrap().to_owned();
            bench.edit("campaigns/duel/campaign.toml", &old, settings);
        }
        bench.tick();
        for seat in sheets {
            bench.later(60).send("duel", seat, "1", "BID 1");
        }
        bench.later(60).tick();
        let said = one(&bench);
        let closes = said.closes_at.unwrap();
        assert!(said.closes.as_ref().unwrap().contains(words), "{said:?}");
        assert!(
            whole(&bench).contains(said.closes.as_ref().unwrap()),
            "{}",
            whole(&bench)
        );
        assert!(closes > bench.now);
        // So it is: not a second before.
        let ticks = i64::try_from(KEPT).unwrap() + 2;
        let before = Moment::from_seconds(closes.seconds() - 300 * ticks);
        if before > bench.now {
            bench.now = before;
            bench.hum();
        }
        bench.now = Moment::from_seconds(closes.seconds() - 1);
        bench.tick();
        assert_eq!(one(&bench).sheet, said.sheet, "{settings}: too early");
        bench.now = closes;
        bench.tick();
        let after = one(&bench);
        let moved_on = after.sheet != said.sheet || after.stands == "held";
        assert!(moved_on, "{settings}: {after:?}");
    }
}

#[test]
fn who_has_left_is_said_at_once_even_with_a_sheet_in() {
    let mut bench = Bench::with(&DUEL);
    bench.tick();
    bench.send("duel", "north", "1", "BID 1\nRESIGN duel");
    bench.later(60).tick();
    let said = one(&bench);
    assert_eq!(said.free, ["north"]);
    assert!(standing::needs_referee(&said));
    assert!(
        line(&bench).contains("left and free: north (Ana)"),
        "{}",
        line(&bench)
    );
    assert!(whole(&bench).contains("packetboat replace duel north"));
}

#[test]
fn a_campaign_that_is_over_says_how_it_ended_and_where_it_lies() {
    let mut bench = Bench::with(&DUEL);
    bench.tick();
    for turn in ["1", "2", "3"] {
        bench.later(60).send("duel", "north", turn, "BID 1");
        bench.send("duel", "south", turn, "BID 1");
        bench.later(DAY).tick();
    }
    let said = whole(&bench);
    assert!(said.contains(", over") && said.contains("1st: "), "{said}");
    end::archive(&bench.club, "duel").unwrap();
    let all = status(&bench.club, Some("duel"), bench.now).unwrap();
    let said = standing::text(&all);
    assert!(
        said.contains("over, in the archive") && said.contains("1st: "),
        "{said}"
    );
}

/// A robot writes for who stays away: nobody waits for that seat, and nobody reminds it.
#[test]
fn nobody_waits_for_a_seat_that_a_robot_plays() {
    let mut bench = Bench::with(&DUEL);
    bench.edit(
        "campaigns/duel/campaign.toml",
        "robot_after_missed = 0",
        "robot_after_missed = 1",
    );
    bench.tick();
    bench.send("duel", "north", "1", "BID 1");
    bench.later(20 * DAY).tick();
    bench.later(60).tick();
    let said = one(&bench);
    assert_eq!(said.sheet, "2", "{said:?}");
    assert_eq!(said.seats["south"], "a robot writes");
    assert!(line(&bench).contains("not waited for: south (Ben; a robot writes the sheets)"));
    let refused = players::remind(&bench.club, "duel", &[], "", bench.now).unwrap();
    assert!(
        refused.contains("south has a robot that writes for it"),
        "{refused}"
    );
    // North alone closes the turn, as soon as its sheet is in.
    bench.later(60).send("duel", "north", "2", "BID 1");
    bench.later(60).tick();
    // With the time to think again.
    bench.later(2 * HOUR).tick();
    assert_eq!(one(&bench).sheet, "3", "{}", whole(&bench));
    let reminders = bench.all("duel", "south", ".reminder").count();
    bench.later(60).send("duel", "north", "3", "BID 1");
    bench.later(3 * HOUR).tick();
    assert_eq!(bench.all("duel", "south", ".reminder").count(), reminders);
    bench.verify();
}

#[test]
fn entries_say_whose_turn_was_closed_and_how_a_deadline_moved() {
    let mut bench = Bench::with(&DUEL);
    bench.tick();
    referee::extend(&bench.club, "duel", "2d", "", bench.now).unwrap();
    let text = entries::text(&entries::entries(&bench.club, "duel", bench.now).unwrap());
    assert!(
        text.contains("deadline moved from Sun 22 Nov 20:00 (Warsaw) to Tue 24 Nov"),
        "{text}"
    );
}

#[test]
fn mail_that_cannot_be_read_is_told_since_when() {
    let bench = Bench::with(&DUEL);
    assert_eq!(shut::told(&bench.club), None);
    shut::note(&bench.club, Some("cannot\nconnect"), bench.now).unwrap();
    let first = shut::told(&bench.club).unwrap();
    assert!(
        first.contains("since Mon 16 Nov") && first.contains("cannot connect"),
        "{first}"
    );
    let later = bench.now.plus(packetboat::clock::length::Length::hours(30));
    shut::note(&bench.club, Some("another reason"), later).unwrap();
    let said = shut::told(&bench.club).unwrap();
    assert!(
        said.contains("since Mon 16 Nov") && said.contains("another reason"),
        "{said}"
    );
    assert_eq!(one(&bench).club, [said]);
    shut::note(&bench.club, None, later).unwrap();
    assert_eq!(shut::told(&bench.club), None);
}

#[test]
fn a_fault_is_told_once_a_day_and_when_it_is_over() {
    let mut bench = Bench::with(&DUEL);
    let mut printed = Vec::new();
    for at in 0..(2 * 288 - 9) {
        let mut summary = Summary::default();
        summary.wait("mail", format!("no line to imap.example, attempt {at}"));
        bench.later(300);
        reported_once(&bench.club, &mut summary, bench.now);
        assert_eq!(summary.exit_code(), 75);
        printed.push(!summary.to_string().is_empty());
    }
    assert_eq!(printed.iter().filter(|it| **it).count(), 2);
    assert!(printed[0]);
    // Another fault beside it is told at once.
    let mut summary = Summary::default();
    summary.wait("mail", "no line to imap.example, attempt 9".to_owned());
    summary.wait("desk", "a file is damaged".to_owned());
    bench.later(300);
    reported_once(&bench.club, &mut summary, bench.now);
    assert_eq!(summary.to_string(), "desk: a file is damaged\n");
    let mut summary = Summary::default();
    bench.later(300);
    reported_once(&bench.club, &mut summary, bench.now);
    let said = summary.to_string();
    assert!(
        said.contains("mail: that is over: no line to imap.example"),
        "{said}"
    );
    assert!(
        said.contains("desk: that is over: a file is damaged"),
        "{said}"
    );
    let mut summary = Summary::default();
    bench.later(300);
    reported_once(&bench.club, &mut summary, bench.now);
    assert_eq!(summary.to_string(), "");
}

/// What is on the command line need not stand in the file as well.
#[test]
fn orders_from_a_file_need_no_opener() {
    let mut bench = Bench::with(&DUEL);
    bench.tick();
    for text in [
        "BID 2",
        "#orders duel north\nBID 2\n#end",
        "#orders duel north turn 1\nBID 2\n#end",
    ] {
        let taken = referee::submit(&bench.club, "duel", seat("north"), text, bench.now).unwrap();
        assert!(taken.filed, "{text}: {}", taken.text);
    }
    let taken = referee::submit(&bench.club, "duel", seat("north"), "  \n", bench.now).unwrap();
    assert!(!taken.filed, "{}", taken.text);
    // Another campaign's are not taken.
    let other = "#orders other north turn 1\nBID 2\n#end";
    let taken = referee::submit(&bench.club, "duel", seat("north"), other, bench.now).unwrap();
    assert!(!taken.filed, "{}", taken.text);
}

#[test]
fn a_deadline_moves_to_and_fro() {
    let mut bench = Bench::with(&DUEL);
    bench.tick();
    let deadline = |bench: &Bench| bench.note("duel").desk.deadline.unwrap();
    let before = deadline(&bench);
    referee::extend(&bench.club, "duel", "-1d", "", bench.now).unwrap();
    assert_eq!(
        deadline(&bench),
        before.minus(packetboat::clock::length::Length::hours(24))
    );
    assert!(referee::extend(&bench.club, "duel", "-30d", "", bench.now).is_err());
    referee::extend(&bench.club, "duel", "sun 20:00", "", bench.now).unwrap();
    assert_eq!(deadline(&bench), before);
}

/// A turn that the referee has closed says so.
#[test]
fn a_turn_closed_by_hand_says_so() {
    let mut bench = Bench::with(&DUEL);
    bench.tick();
    referee::resolve(&bench.club, "duel", "", bench.now).unwrap();
    bench.later(60).tick();
    let text = bench.text(&bench.last("duel", "north", ".report").message);
    assert!(
        text.contains("The referee has closed turn 1 by hand."),
        "{text}"
    );
    assert!(!text.contains("You sent no orders"), "{text}");
}
