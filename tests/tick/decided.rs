//! What moves a deadline or ends a game without the referee: orders that are missing, and votes.

use crate::support::{Bench, DUEL, Match, THREE, flat, moment, seat};
use packetboat::desk::commands::outlook::schedule;
use packetboat::engine::rules::Agreed;
use packetboat::store::deadline::MovedBy;
use packetboat::store::entry::{Cause, Note, Stop};

const CONFIG: &str = "campaigns/duel/campaign.toml";

fn last(bench: &Bench, id: &str, reader: &str, kind: &str) -> String {
    flat(&bench.text(&bench.last(id, reader, kind).message))
}

/// Six rounds in which a day more is given to each seat twice.
fn patient() -> Bench {
    let bench = Bench::with(&Match {
        options: &["rounds=6"],
        ..DUEL
    });
    let extend = "skip_after = 3\nextend = { by = \"24h\", each = 2 }";
    bench.edit(CONFIG, "skip_after = 0", extend);
    bench
}

/// The deadline is Sunday the 22nd, 19:00 UTC; grace is twelve hours.
#[test]
fn missing_orders_are_given_more_time_while_there_is_any() {
    let mut bench = patient();
    bench.send("duel", "north", "1", "BID 3");
    // The reminder says what will happen.
    bench.at("2026-11-20T19:00:00Z").tick();
    let told = last(&bench, "duel", "south", ".reminder");
    assert!(told.contains("the deadline moves once by 24h"), "{told}");
    assert!(told.contains("at most two times more"), "{told}");
    bench.at("2026-11-23T07:00:00Z").tick();
    let desk = bench.note("duel").desk;
    assert_eq!(desk.deadline, Some(moment("2026-11-24T07:00:00Z")));
    assert_eq!(desk.seats.get(seat("south")).extended, 1);
    assert_eq!(desk.seats.get(seat("south")).missed, 0);
    let by = &desk.moved.last().unwrap().by;
    assert!(matches!(by, MovedBy::Missing { seats } if seats == &[seat("south")]));
    let waited = |it: &Note| matches!(it.cause, Cause::Waited { .. });
    assert_eq!(
        bench.notes("duel").iter().filter(|it| waited(it)).count(),
        1
    );
    // All are told, by seat, with what is left.
    let told = last(&bench, "duel", "north", ".note");
    assert!(told.contains("no orders have come from South"), "{told}");
    assert!(told.contains("more time is given once more"), "{told}");
    let told = last(&bench, "duel", "south", ".note");
    assert!(told.contains("no orders have come from you"), "{told}");
    // Twelve hours of grace after that, and a day for the second time.
    bench.at("2026-11-24T19:00:00Z").tick();
    let desk = bench.note("duel").desk;
    assert_eq!(desk.deadline, Some(moment("2026-11-25T19:00:00Z")));
    let told = last(&bench, "duel", "north", ".note");
    assert!(told.contains("no more time is given"), "{told}");
    // None is left: it counts as missed.
    bench.at("2026-11-26T07:00:00Z").tick();
    let desk = bench.note("duel").desk;
    assert_eq!(desk.seats.get(seat("south")).missed, 1);
    assert_eq!(bench.sheet("duel").as_deref(), Some("2"));
    assert!(desk.moved.is_empty());
    bench.verify();
}

#[test]
fn a_sheet_that_comes_in_the_time_given_is_not_late() {
    let mut bench = patient();
    bench.send("duel", "north", "1", "BID 3");
    bench.at("2026-11-23T07:00:00Z").tick();
    bench.at("2026-11-23T12:00:00Z");
    bench.send("duel", "south", "1", "BID 4");
    bench.tick();
    bench.later(3 * 3_600).tick();
    let desk = bench.note("duel").desk;
    assert_eq!(bench.sheet("duel").as_deref(), Some("2"));
    assert_eq!(desk.seats.get(seat("south")).missed, 0);
    assert_eq!(desk.seats.get(seat("south")).extended, 1);
    bench.verify();
}

/// Who is away is not missing, and uses up nothing.
#[test]
fn an_absence_is_no_reason_for_more_time() {
    let mut bench = patient();
    bench.edit(CONFIG, "stretch_days = 14", "stretch_days = 0");
    bench.send("duel", "north", "1", "BID 3");
    bench.send("duel", "south", "1", "AWAY 2026-11-21..2026-11-24");
    bench.at("2026-11-23T07:00:00Z").tick();
    let desk = bench.note("duel").desk;
    assert_eq!(bench.sheet("duel").as_deref(), Some("2"));
    assert_eq!(desk.seats.get(seat("south")).extended, 0);
    bench.verify();
}

/// Nobody waits for a seat that has missed three sheets, until it writes.
#[test]
fn a_seat_that_missed_too_many_is_not_waited_for() {
    let mut bench = Bench::with(&Match {
        options: &["rounds=6"],
        ..DUEL
    });
    bench.edit(CONFIG, "skip_after = 0", "skip_after = 2");
    for sheet in ["1", "2"] {
        bench.send("duel", "north", sheet, "BID 1");
        let deadline = bench.note("duel").desk.deadline.unwrap();
        bench.at(&deadline.to_string()).later(12 * 3_600).tick();
    }
    assert_eq!(bench.note("duel").desk.seats.get(seat("south")).missed, 2);
    // North's sheet alone closes the third turn, after time to think again.
    bench.later(3_600);
    bench.send("duel", "north", "3", "BID 1");
    bench.tick();
    bench.later(2 * 3_600).tick();
    assert_eq!(bench.sheet("duel").as_deref(), Some("4"));
    // A sheet of South's brings it back.
    bench.later(3_600);
    bench.send("duel", "south", "4", "BID 2");
    bench.send("duel", "north", "4", "BID 1");
    bench.tick();
    bench.later(2 * 3_600).tick();
    assert_eq!(bench.sheet("duel").as_deref(), Some("5"));
    assert_eq!(bench.note("duel").desk.seats.get(seat("south")).missed, 0);
    bench.later(3_600);
    bench.send("duel", "north", "5", "BID 1");
    bench.tick();
    bench.later(3 * 3_600).tick();
    assert_eq!(bench.sheet("duel").as_deref(), Some("5"));
    bench.verify();
}

/// So many mails to others than the one who wrote it.
fn mails_to_others(bench: &Bench, but: &str) -> usize {
    let to_it = |it: &&str| it.contains(&format!(".{but}."));
    bench.keys().into_iter().filter(|it| !to_it(it)).count()
}

#[test]
fn more_time_passes_by_a_majority_when_votes_are_counted() {
    let mut bench = Bench::with(&THREE);
    let before = mails_to_others(&bench, "north");
    bench.send("three", "north", "1", "VOTE EXTEND 2d");
    bench.tick();
    let told = flat(&bench.receipt("three", "north"));
    assert!(
        told.contains("48h more for the orders of this turn"),
        "{told}"
    );
    assert!(told.contains("Nobody else learns of it"), "{told}");
    assert_eq!(mails_to_others(&bench, "north"), before);
    bench.at("2026-11-18T12:00:00Z");
    bench.send("three", "west", "1", "VOTE EXTEND 3d");
    bench.tick();
    // Two of three: counted at 20:00 in Warsaw, not before.
    bench.at("2026-11-18T18:55:00Z").tick();
    assert_eq!(
        bench.note("three").desk.deadline,
        Some(moment("2026-11-22T19:00:00Z"))
    );
    bench.at("2026-11-18T19:00:00Z").tick();
    let desk = bench.note("three").desk;
    // As much as both want.
    assert_eq!(desk.deadline, Some(moment("2026-11-24T19:00:00Z")));
    let told = last(&bench, "three", "south", ".note");
    assert!(
        told.contains("the players have voted for more time"),
        "{told}"
    );
    assert!(!told.contains("North") && !told.contains("West"), "{told}");
    assert!(!desk.seats.any(|it| !it.votes.is_empty()));
    bench.verify();
}

/// However late the tick is, a vote that came after the count does not count in it, nor one that
/// was taken back before it.
#[test]
fn a_late_tick_counts_as_it_was() {
    let mut bench = Bench::with(&THREE);
    bench.send("three", "north", "1", "VOTE EXTEND 2d");
    bench.at("2026-11-16T20:00:00Z");
    bench.send("three", "west", "1", "VOTE EXTEND 2d");
    bench.at("2026-11-17T18:00:00Z");
    bench.send("three", "west", "1", "VOTE NONE");
    bench.at("2026-11-17T23:00:00Z").tick();
    bench.later(300).tick();
    let sunday = Some(moment("2026-11-22T19:00:00Z"));
    assert_eq!(bench.note("three").desk.deadline, sunday);
    bench.at("2026-11-18T10:00:00Z");
    bench.send("three", "west", "1", "VOTE EXTEND 1d");
    // Taken back after the count of that day, in the same tick.
    bench.at("2026-11-18T20:00:00Z");
    bench.send("three", "west", "1", "VOTE NONE");
    bench.at("2026-11-18T23:00:00Z").tick();
    assert_eq!(
        bench.note("three").desk.deadline,
        Some(moment("2026-11-23T19:00:00Z"))
    );
    bench.verify();
}

/// A vote that comes within grace is counted before the turn is closed, if its time comes first.
#[test]
fn a_vote_across_the_deadline_does_not_reopen_the_turn() {
    let mut bench = Bench::with(&THREE);
    bench.send("three", "north", "1", "VOTE EXTEND 2d");
    bench.at("2026-11-22T19:30:00Z");
    bench.send("three", "west", "1", "VOTE EXTEND 2d");
    // The next count is on Monday evening, and grace ends on Monday morning.
    bench.at("2026-11-23T20:00:00Z").tick();
    bench.later(300).tick();
    assert_eq!(bench.sheet("three").as_deref(), Some("2"));
    // More time was wanted for another turn.
    assert!(
        !bench
            .note("three")
            .desk
            .seats
            .any(|it| !it.votes.is_empty())
    );
    bench.verify();
}

#[test]
fn a_draw_needs_all_who_play() {
    let mut bench = Bench::with(&THREE);
    for (at, who) in [("17T08", "north"), ("18T08", "south"), ("19T08", "west")] {
        assert_eq!(bench.note("three").desk.stop, Stop::Gate);
        bench.at(&format!("2026-11-{at}:00:00Z"));
        bench.send("three", who, "1", "VOTE DRAW");
        bench.tick();
        bench.later(3_600).tick();
    }
    assert_eq!(bench.note("three").desk.stop, Stop::Gate);
    bench.at("2026-11-19T19:05:00Z").tick();
    let note = bench.note("three");
    assert_eq!(note.desk.stop, Stop::Over);
    assert_eq!(note.desk.agreed, Some(Agreed::Draw {}));
    for reader in ["north", "south", "west"] {
        let told = last(&bench, "three", reader, ".report");
        assert!(
            told.contains("The players have agreed to end the game in a draw"),
            "{told}"
        );
        assert!(told.contains("HOW IT ENDED"), "{told}");
    }
    bench.later(300).tick();
    bench.verify();
    // What comes afterwards is answered as in any game that is over.
    bench.send("three", "north", "1", "VOTE NONE");
    bench.tick();
    let told = flat(&bench.receipt("three", "north"));
    assert!(told.contains("the game is over"), "{told}");
}

#[test]
fn a_concession_places_its_seat_first() {
    let mut bench = Bench::with(&THREE);
    bench.send("three", "north", "1", "VOTE CONCEDE west");
    bench.send("three", "south", "1", "VOTE CONCEDE TO west");
    bench.at("2026-11-16T19:00:00Z").tick();
    bench.later(60).tick();
    let note = bench.note("three");
    let to = seat("west");
    assert_eq!(
        note.cause,
        Cause::VotedEnd {
            how: Agreed::Concession { to }
        }
    );
    let told = last(&bench, "three", "south", ".report");
    assert!(told.contains("have conceded the game to West"), "{told}");
    let ended = told.split("HOW IT ENDED").nth(1).unwrap();
    assert!(ended.trim().starts_with("1st West"), "{ended}");
    bench.verify();
}

#[test]
fn who_has_left_votes_no_more_and_is_not_needed() {
    let mut bench = Bench::with(&THREE);
    bench.send("three", "north", "1", "VOTE END");
    bench.send("three", "west", "1", "VOTE END");
    bench.tick();
    bench.at("2026-11-16T19:05:00Z").tick();
    bench.at("2026-11-17T10:00:00Z");
    bench.send("three", "south", "1", "RESIGN three");
    bench.tick();
    // Not at once: then everybody would know how the others had voted.
    assert_eq!(bench.note("three").desk.stop, Stop::Gate);
    bench.send("three", "south", "1", "VOTE END");
    bench.tick();
    let told = flat(&bench.receipt("three", "south"));
    assert!(told.contains("you have left the game"), "{told}");
    bench.at("2026-11-17T19:00:00Z").tick();
    assert_eq!(bench.note("three").desk.agreed, Some(Agreed::End {}));
    bench.verify();
}

#[test]
fn what_is_not_voted_on_is_refused() {
    let mut bench = Bench::with(&THREE);
    let config = "campaigns/three/campaign.toml";
    bench.edit(config, "draw    = \"all\"", "draw    = \"never\"");
    bench.send("three", "north", "1", "VOTE DRAW");
    bench.tick();
    let told = flat(&bench.receipt("three", "north"));
    assert!(told.contains("that is not voted on"), "{told}");
    bench.send("three", "north", "1", "VOTE EXTEND 3 weeks");
    bench.tick();
    let told = flat(&bench.receipt("three", "north"));
    assert!(told.contains("write VOTE EXTEND 2d, or 36h"), "{told}");
    assert!(
        !bench
            .note("three")
            .desk
            .seats
            .any(|it| !it.votes.is_empty())
    );
    bench.verify();
}

/// Not one byte that others get shows a vote.
#[test]
fn a_vote_is_nobody_elses() {
    let play = |votes: bool| {
        let mut bench = Bench::with(&THREE);
        bench.later(60);
        let lines = if votes { "VOTE DRAW\nBID 2" } else { "BID 2" };
        bench.send("three", "north", "1", lines);
        bench.send("three", "south", "1", "BID 3");
        bench.tick();
        bench.at("2026-11-23T07:00:00Z").tick();
        bench.later(300).tick();
        bench
    };
    let (with, without) = (play(true), play(false));
    let others = |bench: &Bench| -> Vec<String> {
        let others = bench.post.taken.iter();
        let others = others.filter(|it| !it.key.contains(".north."));
        let told = others.map(|mail| {
            let text = bench.text(&mail.message);
            let lines = text.lines().filter(|it| !it.starts_with("Witness: "));
            format!("{} {}", mail.key, lines.collect::<Vec<_>>().join("\n"))
        });
        told.collect()
    };
    assert_eq!(others(&with), others(&without));
    with.verify();
}

#[test]
fn schedule_says_what_is_to_come_and_why() {
    let mut bench = Bench::with(&THREE);
    let config = "campaigns/three/campaign.toml";
    let holidays = "holidays    = [\"2026-12-24..2027-01-02\"]";
    bench.edit(config, "holidays    = []", holidays);
    bench.send("three", "south", "1", "AWAY 2026-12-05..2026-12-07");
    bench.send("three", "north", "1", "SCHEDULE");
    bench.tick();
    let told = flat(&bench.receipt("three", "north"));
    assert!(told.contains("THE NEXT DEADLINES"), "{told}");
    assert!(told.contains("turn 1: Sun 22 Nov"), "{told}");
    assert!(
        told.contains("turn 3: Tue 8 Dec 20:00 (Warsaw), later because South is away"),
        "{told}"
    );
    assert!(told.contains("later because of the holidays"), "{told}");
    assert!(
        told.contains("The game ends at the latest after turn 6"),
        "{told}"
    );
    let found = schedule(&bench.club, "three", bench.now).unwrap();
    assert_eq!(found.deadlines.len(), 6);
    assert_eq!(found.last_turn, Some(6));
    assert!(found.ends_at > Some(found.deadlines[5].deadline_at));
    assert!(
        found.text().contains("moved: south is away"),
        "{}",
        found.text()
    );
    bench.verify();
}
