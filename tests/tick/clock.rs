//! A clock that cannot be right writes nothing, and a gap without ticks costs no player his turn.

use crate::support::{ANA, Bench, DUEL, Match, SEED, moment, monday, seat};
use packetboat::clock::Moment;
use packetboat::desk::club::clock_check;
use packetboat::desk::club::open::{Club, club_on};
use packetboat::desk::commands::{players, referee, renew};
use packetboat::desk::tick::run::{run, tick};
use packetboat::desk::turn::seat_change::{Lines, NewHolder};
use packetboat::fault::{RETRY, exit_code, for_people};
use packetboat::store::entry::{Because, Cause};
use packetboat::store::fs::{Fs, exists};
use packetboat::store::layout;
use packetboat_tools::games::ALL;
use std::sync::Arc;

type Act = fn(&Club, Moment) -> anyhow::Result<()>;

/// Every command that writes entries.
const ACTS: [(&str, Act); 13] = [
    ("resolve", |club, now| {
        referee::resolve(club, "duel", "", now).map(drop)
    }),
    ("hold", |club, now| {
        referee::hold(club, "duel", "", now).map(drop)
    }),
    ("release", |club, now| {
        referee::release(club, "duel", "", now).map(drop)
    }),
    ("extend", |club, now| {
        referee::extend(club, "duel", "2d", "", now).map(drop)
    }),
    ("adopt", |club, now| {
        referee::adopt(club, "duel", "", now).map(drop)
    }),
    ("rollback", |club, now| {
        referee::rollback(club, "duel", 0, "", now).map(drop)
    }),
    ("submit", |club, now| {
        let text = "#orders duel north turn 1\nBID 3\n#end\n";
        referee::submit(club, "duel", seat("north"), text, now).map(drop)
    }),
    ("remind", |club, now| {
        players::remind(club, "duel", &[], "", now).map(drop)
    }),
    ("tell", |club, now| {
        players::tell(club, "duel", &[], "Hello", now).map(drop)
    }),
    ("replace", |club, now| {
        let by = NewHolder::Person("Dora <dora@example.org>");
        players::replace(club, "duel", seat("south"), (by, Lines::Keep), "", now).map(drop)
    }),
    ("move", |club, now| {
        let by = NewHolder::Person("Ben <ben@new.example>");
        players::replace(club, "duel", seat("south"), (by, Lines::Keep), "", now).map(drop)
    }),
    ("token", |club, now| {
        renew::renew(club, "duel", seat("south"), "", now).map(drop)
    }),
    ("new", |club, now| {
        let other = Match {
            id: "other",
            ..DUEL
        };
        other.found(club, now).map(drop)
    }),
];

/// Nothing is written and nothing leaves, and stderr says what to do.
fn check_refused(bench: &mut Bench, now: &str) {
    bench.at(now);
    let (before, sent) = (bench.fs.tree(), bench.post.taken.len());
    let ticks: anyhow::Result<()> = tick(&bench.club, &mut bench.post, bench.now).map(drop);
    // Where no tick is known, entries of others say nothing to a campaign that begins.
    let ticked = exists(&*bench.fs, &bench.path("desk/clock.toml"));
    let acts = ACTS.iter().filter(|it| ticked || it.0 != "new");
    let acts = acts.map(|it| (it.0, it.1(&bench.club, bench.now)));
    let all: Vec<_> = acts.chain([("tick", ticks)]).collect();
    for (name, done) in all {
        let error = done.expect_err(name);
        assert_eq!(exit_code(&error), RETRY, "{name} at {now}: {error:#}");
        let said = for_people(&error);
        assert!(said.contains("clock shows"), "{name}: {said}");
        assert!(said.contains("packetboat clock --accept"), "{name}: {said}");
    }
    assert!(bench.fs.tree() == before, "at {now} something was written");
    assert_eq!(bench.post.taken.len(), sent, "at {now}");
}

#[test]
fn a_clock_that_cannot_be_right_writes_nothing() {
    for known in ["by its ticks", "by its entries"] {
        let mut bench = Bench::with(&DUEL);
        referee::hold(&bench.club, "duel", "", bench.now).unwrap();
        referee::release(&bench.club, "duel", "", bench.now).unwrap();
        bench.tick();
        // Mail waits, and stays as it is.
        let mail = bench.orders("duel", "north", "1", "BID 3");
        bench.deliver(&mail);
        if known == "by its entries" {
            bench
                .fs
                .remove_file(&bench.path("desk/clock.toml"))
                .unwrap();
        }
        for now in [
            "2026-11-16T08:54:59Z",
            "2026-10-28T09:00:00Z",
            "1970-01-01T00:00:00Z",
            "2027-01-15T09:00:01Z",
            "2027-11-16T09:00:00Z",
            "9999-12-31T23:59:59Z",
        ] {
            check_refused(&mut bench, now);
        }
        for now in ["2026-11-16T08:55:00Z", "2027-01-15T09:00:00Z"] {
            let mut copy = bench.copy();
            copy.at(now);
            assert_eq!(copy.tick().exit_code(), 0, "{known} {now}");
            copy.verify();
        }
    }
}

/// What a command has written counts, though no tick has seen it.
#[test]
fn an_entry_behind_the_last_tick_counts_too() {
    let mut bench = Bench::with(&DUEL);
    bench.later(30 * 86_400);
    bench.fs.set_clock(bench.now.seconds());
    referee::hold(&bench.club, "duel", "", bench.now).unwrap();
    bench.now = monday();
    let error = tick(&bench.club, &mut bench.post, bench.now).unwrap_err();
    assert_eq!(exit_code(&error), RETRY, "{error:#}");
    let error = referee::release(&bench.club, "duel", "", bench.now).unwrap_err();
    assert_eq!(exit_code(&error), RETRY, "{error:#}");
}

#[test]
fn the_referee_accepts_a_clock_and_the_club_goes_on_by_it() {
    for now in ["2026-10-28T09:00:00Z", "2027-11-16T09:00:00Z"] {
        let mut bench = Bench::with(&DUEL);
        bench.at(now);
        let before = bench.fs.tree();
        let said = clock_check::clock(&bench.club, false, bench.now).unwrap().0;
        assert!(said.contains("That is a PROBLEM"), "{said}");
        assert!(bench.fs.tree() == before, "looking changes nothing");
        let said = clock_check::clock(&bench.club, true, bench.now).unwrap().0;
        assert!(said.contains("The clock is accepted"), "{said}");
        assert_eq!(bench.tick().exit_code(), 0);
        referee::hold(&bench.club, "duel", "", bench.now).unwrap();
        bench.later(300).tick();
        let said = clock_check::clock(&bench.club, true, bench.now).unwrap().0;
        assert!(said.contains("there is nothing to do"), "{said}");
        // And from there it is watched as before.
        let earlier = Moment::from_seconds(bench.now.seconds() - 3_600);
        assert!(tick(&bench.club, &mut bench.post, earlier).is_err());
        bench.verify();
    }
}

/// The deadline is Sunday 20:00 in Warsaw: 19:00 UTC; grace is twelve hours.
const DEADLINE: &str = "2026-11-22T19:00:00Z";

/// A club that has ticked every five minutes up to this moment.
fn humming_until(now: &str) -> Bench {
    let mut bench = Bench::with(&DUEL);
    bench.now = Moment::from_seconds(moment(now).seconds() - 14 * 300);
    bench.hum();
    assert_eq!(bench.now, moment(now));
    bench
}

fn last_cause(bench: &Bench) -> Cause {
    bench.note("duel").cause
}

/// Nobody could reach us for a day and a half across the deadline: nobody loses his turn.
#[test]
fn a_gap_across_the_deadline_moves_it_and_the_players_are_told() {
    let mut bench = humming_until("2026-11-22T12:00:00Z");
    let said = bench.at("2026-11-24T12:00:00Z").tick();
    let to = moment("2026-11-25T12:00:00Z");
    assert_eq!(bench.note("duel").desk.deadline, Some(to), "{said}");
    assert!(said.to_string().contains("no mail was read from"), "{said}");
    for (reader, player) in [("north", "Ana"), ("south", "Ben")] {
        let text = bench.text(&bench.last("duel", reader, ".note").message);
        let flat: Vec<&str> = text.split_whitespace().collect();
        let flat = flat.join(" ");
        for word in [
            player,
            "has moved. It is now Wed 25 Nov 13:00 (Warsaw)",
            "could be read here from Sun 22 Nov 13:00 (Warsaw) to Tue 24 Nov 13:00 (Warsaw)",
        ] {
            assert!(flat.contains(word), "no `{word}` in {flat}");
        }
        // That was a reminder, too.
        assert_eq!(bench.all("duel", reader, ".note").count(), 1);
        bench.later(300).tick();
        let reminders = bench.all("duel", reader, ".reminder");
        assert_eq!(reminders.count(), 1, "of the 20th: {:?}", bench.keys());
    }
    // Orders that come now count, and the next stop has its usual deadline.
    bench.send("duel", "north", "1", "BID 3");
    bench.send("duel", "south", "1", "BID 4");
    bench.tick();
    for _ in 0..30 {
        bench.later(300).tick();
    }
    let because = Because::AllIn;
    assert!(matches!(last_cause(&bench), Cause::Resolved { because: why, .. } if why == because));
    bench.verify();
}

#[test]
fn what_is_usual_moves_nothing() {
    // Cron rests for half an hour, or the gap is over in good time, or all are in.
    for (last, next, sends) in [
        ("2026-11-22T18:40:00Z", "2026-11-22T19:10:00Z", 0),
        ("2026-11-22T10:00:00Z", "2026-11-22T14:00:00Z", 0),
        ("2026-11-21T10:00:00Z", "2026-11-22T06:00:00Z", 0),
        ("2026-11-22T12:00:00Z", "2026-11-24T12:00:00Z", 2),
    ] {
        let mut bench = humming_until(last);
        if sends > 0 {
            bench.send("duel", "north", "1", "BID 3");
            bench.send("duel", "south", "1", "BID 4");
        }
        bench.at(next).tick();
        let moved = |it: &Cause| matches!(it, Cause::Extended { .. });
        let notes = bench.notes("duel");
        assert!(!notes.iter().any(|it| moved(&it.cause)), "{last}");
        let deadline = match sends {
            0 => moment(DEADLINE),
            _ => moment("2026-11-29T19:00:00Z"),
        };
        assert_eq!(bench.note("duel").desk.deadline, Some(deadline), "{last}");
    }
}

/// A mailbox that cannot be read is no working tick, however often cron runs.
#[test]
fn a_mailbox_that_cannot_be_read_is_a_gap() {
    let mut bench = humming_until("2026-11-22T17:00:00Z");
    bench.write("imap.password", "secret\n");
    let with = "[mail.in]\nimap = { host = \"127.0.0.1\", port = 1, user = \"club\", \
                password_file = \"imap.password\" }\n";
    let before = bench.read("packetboat.toml");
    bench.write("packetboat.toml", before.replacen("[mail.in]\n", with, 1));
    let disk: Arc<dyn Fs> = Arc::clone(&bench.fs) as Arc<dyn Fs>;
    let down = club_on(disk, layout::Club::new("/club"), ALL).unwrap();
    assert!(down.config.mail_in.imap.is_some());
    for _ in 0..30 {
        bench.later(300);
        let summary = run(&down, bench.now).unwrap();
        assert_eq!(summary.exit_code(), RETRY, "{summary}");
    }
    // 19:35, and it can be read again.
    bench.later(300).tick();
    let to = Some(moment("2026-11-22T22:10:00Z"));
    assert_eq!(bench.note("duel").desk.deadline, to);
}

#[test]
fn a_second_gap_before_the_same_deadline_asks_the_referee() {
    let mut bench = humming_until("2026-11-22T18:00:00Z");
    bench.at("2026-11-22T19:20:00Z").tick();
    assert_eq!(
        bench.note("duel").desk.deadline,
        Some(moment("2026-11-22T20:40:00Z"))
    );
    bench.later(300).tick();
    let players = bench.post.taken.len();
    let said = bench.at("2026-11-22T21:00:00Z").tick();
    let held = bench.note("duel").desk.held;
    assert!(
        held.is_some_and(|it| it.contains("already moved for such a gap")),
        "{said}"
    );
    assert_eq!(bench.post.taken.len(), players + 1, "only the referee");
    let mail = bench.text(&bench.last("duel", "referee", ".note").message);
    assert!(mail.contains("packetboat extend duel"), "{mail}");
    bench.hum();
    assert_eq!(bench.all("duel", "referee", ".note").count(), 1);
    // He lets it go on as it stands: then it waits for the end of grace, and is played.
    let mut on = bench.copy();
    referee::release(&on.club, "duel", "", on.now).unwrap();
    let end = moment("2026-11-23T08:40:00Z");
    while on.now < end {
        on.later(1_500).tick();
    }
    let because = Because::Deadline;
    assert!(matches!(last_cause(&on), Cause::Resolved { because: why, .. } if why == because));
    on.verify();
    // Or he gives them more time.
    referee::extend(&bench.club, "duel", "1d", "", bench.now).unwrap();
    bench.later(300).tick();
    assert_eq!(bench.note("duel").desk.held, None);
    bench.verify();
}

/// Campaigns at rest are looked at behind a gap, and their mail reaches all of them.
#[test]
fn every_campaign_of_the_club_is_looked_at_behind_a_gap() {
    let mut bench = Bench::new();
    let alone = Match {
        id: "alone",
        players: &[ANA],
        robots: &["south"],
        ..DUEL
    };
    bench.start(&DUEL);
    bench.start(&alone);
    bench.now = moment("2026-11-22T12:50:00Z");
    for _ in 0..60 {
        bench.later(300);
        bench.fs.set_clock(bench.now.seconds());
        bench.tick();
    }
    assert_eq!(bench.now, moment("2026-11-22T17:50:00Z"));
    bench.at("2026-11-22T18:50:00Z").tick();
    for id in ["duel", "alone"] {
        let to = Some(moment("2026-11-22T19:50:00Z"));
        assert_eq!(bench.note(id).desk.deadline, to, "{id}");
    }
}

/// In a new campaign the silence of all holds it, and the referee is asked.
#[test]
fn a_new_campaign_is_held_if_nobody_writes() {
    for (id, players, robots, held) in [
        ("two", DUEL.players, &[][..], true),
        ("one", &[ANA][..], &["south"][..], false),
    ] {
        let mut bench = Bench::new();
        let wanted = Match {
            id,
            players,
            robots,
            ..DUEL
        };
        wanted.found_as_new(&bench.club, bench.now, SEED).unwrap();
        bench.tick();
        bench.at("2026-11-23T07:00:00Z").tick();
        assert_eq!(bench.note(id).desk.held.is_some(), held, "{id}");
        let told = bench.all(id, "referee", ".note").count();
        assert_eq!(told, usize::from(held), "{id}");
    }
}
