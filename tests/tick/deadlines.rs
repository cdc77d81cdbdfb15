//! When a campaign is resolved, by what, and which mail still counts.

use crate::support::{Bench, DUEL, moment, seat};
use packetboat::desk::club::summary::Summary;
use packetboat::store::entry::{Because, Cause};

const CONFIG: &str = "campaigns/duel/campaign.toml";

/// How many times the campaign was resolved, and by what the last time.
fn resolved(bench: &Bench) -> (usize, Option<Because>) {
    let notes = bench.notes("duel");
    let mut because = notes.iter().filter_map(|note| match note.cause {
        Cause::Resolved { because, .. } => Some(because),
        _ => None,
    });
    (because.clone().count(), because.next_back())
}

/// The deadline is Sunday 20:00 in Warsaw: 19:00 UTC; grace is twelve hours.
const DEADLINE: &str = "2026-11-22T19:00:00Z";

#[test]
fn silence_is_waited_for_until_grace_is_over() {
    let mut bench = Bench::with(&DUEL);
    assert_eq!(bench.note("duel").desk.deadline, Some(moment(DEADLINE)));
    bench.send("duel", "north", "1", "BID 3");
    for (now, times) in [
        ("2026-11-22T19:05:00Z", 0),
        ("2026-11-23T06:55:00Z", 0),
        ("2026-11-23T07:00:00Z", 1),
    ] {
        bench.at(now).tick();
        assert_eq!(resolved(&bench).0, times, "{now}");
    }
    assert_eq!(resolved(&bench).1, Some(Because::Deadline));
    // Players are told of the deadline only.
    for mail in &bench.post.taken {
        let text = bench.text(&mail.message);
        assert!(!text.contains("grace") && !text.contains("07:00"), "{text}");
    }
    // The silent one was reminded twice, the other one never.
    assert_eq!(bench.all("duel", "north", ".reminder").count(), 0);
    bench.verify();
}

#[test]
fn everybody_in_means_time_to_think_again() {
    let mut bench = Bench::with(&DUEL);
    bench.send("duel", "north", "1", "BID 3");
    bench.send("duel", "south", "1", "BID 4");
    bench.later(3_600).tick();
    assert_eq!(resolved(&bench).0, 0);
    // A second thought begins the two hours anew, and replaces the first.
    bench.send("duel", "north", "1", "BID 5");
    bench.later(2 * 3_600 - 60).tick();
    assert_eq!(resolved(&bench).0, 0);
    bench.later(60).tick();
    assert_eq!(resolved(&bench), (1, Some(Because::AllIn)));
    let report = bench.text(&bench.last("duel", "south", ".report").message);
    assert!(
        report.contains("bids 5") || report.contains(" 5"),
        "{report}"
    );
}

#[test]
fn wait_holds_out_until_the_deadline_and_no_longer() {
    let mut bench = Bench::with(&DUEL);
    bench.send("duel", "north", "1", "BID 3\nWAIT");
    bench.send("duel", "south", "1", "BID 4");
    bench.at("2026-11-22T18:59:00Z").tick();
    assert_eq!(resolved(&bench).0, 0);
    bench.at(DEADLINE).tick();
    assert_eq!(resolved(&bench), (1, Some(Because::Deadline)));
}

#[test]
fn a_sheet_of_before_counts_at_the_deadline_or_with_goahead() {
    for (second, times) in [("; nothing", 0), ("GOAHEAD", 1)] {
        let mut bench = Bench::with(&DUEL);
        // Lines for turn 2 are sent before anybody is called to it.
        bench.send("duel", "north", "1", "BID 3\nTURN 2\nBID 2");
        bench.send("duel", "south", "1", "BID 1");
        bench.later(2 * 3_600).tick();
        assert_eq!(bench.sheet("duel").as_deref(), Some("2"));
        bench.send("duel", "south", "2", "BID 1");
        if times > 0 {
            bench.send("duel", "north", "2", second);
        }
        bench.later(3 * 3_600).tick();
        assert_eq!(resolved(&bench).0, 1 + times, "{second}");
        bench.at("2026-11-29T19:05:00Z").tick();
        assert!(resolved(&bench).0 >= 2, "{second}");
    }
}

#[test]
fn what_counts_is_when_a_mail_came_and_not_when_cron_ran() {
    let mut bench = Bench::with(&DUEL);
    // North before the deadline, South in the grace, Ben's second thought behind it: and no tick
    // in between.
    bench
        .at("2026-11-22T18:00:00Z")
        .send("duel", "north", "1", "BID 3");
    bench
        .at("2026-11-23T05:00:00Z")
        .send("duel", "south", "1", "BID 4");
    bench
        .at("2026-11-23T09:00:00Z")
        .send("duel", "south", "1", "BID 9");
    let said = bench.at("2026-11-25T09:00:00Z").tick();
    assert_eq!(resolved(&bench).0, 1, "{said}");
    let receipts: Vec<_> = bench.all("duel", "south", ".receipt").collect();
    let late = bench.text(&receipts[1].message);
    assert_eq!(receipts.len(), 2);
    assert!(late.contains("turn 1") && late.contains("turn 2"), "{late}");
    let won = bench.text(&bench.last("duel", "north", ".report").message);
    assert!(!won.contains("bids 9"), "{won}");
    assert!(
        bench
            .campaign("duel")
            .table
            .in_force(seat("south"))
            .is_empty()
    );
    // The late mail has an entry of its own, behind the resolution.
    let causes: Vec<_> = bench.notes("duel").into_iter().map(|it| it.cause).collect();
    assert!(
        matches!(
            causes[..],
            [
                Cause::Founded {},
                Cause::Mail {},
                Cause::Resolved { .. },
                Cause::Mail {}
            ]
        ),
        "{causes:?}"
    );
    bench.verify();
}

#[test]
fn two_weeks_without_cron_open_one_stop() {
    let mut bench = Bench::with(&DUEL);
    let said: Summary = bench.at("2026-12-08T09:00:00Z").tick();
    assert_eq!(resolved(&bench).0, 1, "{said}");
    assert_eq!(
        bench.note("duel").desk.deadline,
        Some(moment("2026-12-13T19:00:00Z"))
    );
    let entries = bench.notes("duel").len();
    bench.later(300).tick();
    assert_eq!(bench.notes("duel").len(), entries);
}

#[test]
fn a_reminder_comes_once_with_a_sheet_to_answer() {
    let mut bench = Bench::with(&DUEL);
    bench.send("duel", "north", "1", "BID 3");
    bench.at("2026-11-20T19:05:00Z").tick();
    bench.later(300).tick();
    assert_eq!(bench.all("duel", "south", ".reminder").count(), 1);
    assert_eq!(bench.all("duel", "north", ".reminder").count(), 0);
    let text = bench.text(&bench.last("duel", "south", ".reminder").message);
    assert!(text.contains("#orders duel south turn 1"), "{text}");
    bench.at("2026-11-22T13:05:00Z").tick();
    assert_eq!(bench.all("duel", "south", ".reminder").count(), 2);
}

#[test]
fn many_silent_hold_it_and_the_referee_decides() {
    for way in ["release", "extend", "resolve"] {
        let mut bench = Bench::with(&DUEL);
        bench.edit(CONFIG, "hold_if_silent = 0", "hold_if_silent = 2");
        bench.at("2026-11-23T07:00:00Z").tick();
        assert!(bench.note("duel").desk.held.is_some(), "{way}");
        assert_eq!(bench.all("duel", "referee", ".note").count(), 1);
        bench.later(86_400).tick();
        assert_eq!(bench.all("duel", "referee", ".note").count(), 1);
        assert_eq!(resolved(&bench).0, 0);
        let (club, now) = (bench.club.clone(), bench.now);
        use packetboat::desk::commands::referee;
        match way {
            "release" => drop(referee::release(&club, "duel", "", now).unwrap()),
            "extend" => drop(referee::extend(&club, "duel", "24h", "mail was down", now).unwrap()),
            _ => drop(referee::resolve(&club, "duel", "", now).unwrap()),
        }
        assert!(bench.note("duel").desk.held.is_none(), "{way}");
        bench.later(300).tick();
        assert_eq!(resolved(&bench).0, usize::from(way != "extend"), "{way}");
        bench.verify();
    }
}

/// The last moment of grace is in time; a second later is not.
#[test]
fn a_mail_at_the_very_moment_counts() {
    let mut bench = Bench::with(&DUEL);
    for (at, bid) in [("06:59:59", 4), ("07:00:00", 5), ("07:00:01", 9)] {
        bench.at(&format!("2026-11-23T{at}Z"));
        let mail = bench.orders("duel", "south", "1", &format!("BID {bid}"));
        bench.deliver(&mail);
    }
    let said = bench.at("2026-11-25T09:00:00Z").tick();
    assert_eq!(resolved(&bench).0, 1, "{said}");
    let told = bench.text(&bench.last("duel", "north", ".report").message);
    assert!(told.contains("bids 5"), "{told}");
    let last = bench.notes("duel").into_iter().next_back().unwrap();
    assert_eq!((last.cause, last.mail.len()), (Cause::Mail {}, 1));
}
