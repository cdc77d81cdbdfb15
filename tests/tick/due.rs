//! The hint that lets campaigns rest between ticks: what is due is done all the same.

use crate::support::{Bench, DUEL, moment};
use packetboat::clock::Moment;
use packetboat::desk::club::schedule_cache::{Hints, RowFound, ScheduleRow};
use packetboat::desk::commands::referee;
use packetboat::desk::proof::verify;
use packetboat::store::entry::{Because, Cause};
use packetboat::store::fs::Fs;

/// A club whose only campaign rests: its row counts, and nothing is due by it.
fn resting() -> Bench {
    let mut bench = Bench::with(&DUEL);
    pass(&mut bench, 60);
    bench.tick();
    assert!(matches!(found(&bench), RowFound::Known { due: false, .. }));
    bench
}

/// Time passes, for the desk and for the disk.
fn pass(bench: &mut Bench, seconds: i64) {
    bench.later(seconds);
    bench.fs.set_clock(bench.now.seconds());
}

fn pass_until(bench: &mut Bench, moment: Moment) {
    let seconds = moment.seconds() - bench.now.seconds();
    assert!(seconds > 0, "{moment} is over");
    pass(bench, seconds);
}

/// How a tick would find the campaign now.
fn found(bench: &Bench) -> RowFound {
    let ids = ["duel".parse().unwrap()];
    Hints::read(&bench.club).find(&bench.club, &ids, bench.now)[0]
}

fn row(bench: &Bench) -> ScheduleRow {
    match found(bench) {
        RowFound::Known { row, .. } => row,
        other => panic!("its row does not count: {other:?}"),
    }
}

fn last_cause(bench: &Bench) -> Cause {
    bench.note("duel").cause
}

#[test]
fn what_a_command_posts_behind_a_row_goes_out_with_the_next_tick() {
    let mut bench = resting();
    pass(&mut bench, 60);
    referee::hold(&bench.club, "duel", "rain", bench.now).unwrap();
    assert!(matches!(found(&bench), RowFound::Unknown { .. }));
    pass(&mut bench, 60);
    let summary = bench.tick();
    assert_eq!((summary.entries, summary.sent), (0, 2), "{summary}");
    assert_eq!(bench.all("duel", "south", ".note").count(), 1);
    // And then it rests again, held: for ever.
    pass(&mut bench, 60);
    bench.tick();
    assert_eq!(row(&bench).next, None);
}

#[test]
fn a_deadline_moved_behind_a_row_is_kept() {
    let mut bench = resting();
    pass(&mut bench, 60);
    let usual = row(&bench).next.unwrap();
    referee::extend(&bench.club, "duel", "2026-11-16T12:00:00Z", "", bench.now).unwrap();
    // No sheet is in, so half a day of grace follows.
    let end = moment("2026-11-17T00:00:00Z");
    assert!(end < usual, "{usual}");
    pass_until(&mut bench, Moment::from_seconds(end.seconds() - 1));
    bench.tick();
    assert!(!matches!(last_cause(&bench), Cause::Resolved { .. }));
    pass_until(&mut bench, end);
    bench.tick();
    let because = Because::Deadline;
    assert!(matches!(last_cause(&bench), Cause::Resolved { because: why, .. } if why == because));
}

#[test]
fn a_campaign_wakes_at_the_very_moment_of_its_row() {
    let mut bench = resting();
    // Both sheets in: two hours later it resolves.
    bench.send("duel", "north", "1", "BID 3");
    bench.send("duel", "south", "1", "BID 4");
    for _ in 0..2 {
        pass(&mut bench, 60);
        bench.tick();
    }
    let next = row(&bench).next.unwrap();
    pass_until(&mut bench, Moment::from_seconds(next.seconds() - 1));
    assert!(matches!(found(&bench), RowFound::Known { due: false, .. }));
    assert_eq!(bench.tick().entries, 0);
    pass(&mut bench, 1);
    assert!(matches!(found(&bench), RowFound::Known { due: true, .. }));
    assert_eq!(bench.tick().entries, 1);
    let because = Because::AllIn;
    assert!(matches!(last_cause(&bench), Cause::Resolved { because: why, .. } if why == because));
}

#[test]
fn a_log_that_has_lost_its_end_is_noticed() {
    let mut bench = resting();
    bench.send("duel", "north", "1", "BID 3");
    for _ in 0..2 {
        pass(&mut bench, 60);
        bench.tick();
    }
    assert_eq!(row(&bench).last, 1);
    let before = bench.note("duel").dice;
    bench.remove("campaigns/duel/log/000001");
    pass(&mut bench, 60);
    let found = verify::club(&bench.club, None, verify::How { strict: false }).unwrap();
    assert!(found.to_string().contains("log/000001"), "{found}");
    let summary = bench.tick();
    assert_eq!(summary.exit_code(), 70, "{summary}");
    let said = summary.to_string();
    assert!(
        said.contains("log/000001.entry: this entry is gone"),
        "{said}"
    );
    // That is not forgiven by letting it go on.
    let error = referee::release(&bench.club, "duel", "", bench.now).unwrap_err();
    assert!(error.to_string().contains("log/000001"), "{error}");
    // It goes on from what there is, with a link and a timeline that nobody was shown.
    referee::rollback(&bench.club, "duel", 0, "a lost disk", bench.now).unwrap();
    let after = bench.note("duel").dice;
    assert_eq!(after.timeline, before.timeline + 1);
    let found = verify::club(&bench.club, None, verify::How { strict: true }).unwrap();
    let said = found.to_string();
    assert!(
        found.is_well() && said.contains("as after a loss of entries"),
        "{said}"
    );
    pass(&mut bench, 60);
    assert_eq!(bench.tick().exit_code(), 0);
    // A campaign that is gone altogether is told once.
    pass(&mut bench, 60);
    bench.tick();
    bench
        .fs
        .remove_dir_all(&bench.path("campaigns/duel"))
        .unwrap();
    pass(&mut bench, 60);
    let said = bench.tick().to_string();
    assert!(said.contains("duel: its folder is gone"), "{said}");
    assert_eq!(bench.tick().to_string(), "");
}
