//! What `status` says of a club in which everything has gone wrong at once: a page to be read,
//! and each trouble in it.

use crate::support::{Bench, DUEL, Match, moment, seat};
use packetboat::desk::club::shut;
use packetboat::desk::commands::status::{of_club, status};
use packetboat::desk::commands::{end, players, referee, standing};
use packetboat::mail::transport::Outcome;
use std::path::Path;

const PAGE: &str = "golden/troubles.txt";
const HOUR: i64 = 3_600;

/// What was written to be read, compared with what is said now.
pub(crate) fn as_read(file: &str, text: &str) {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(file);
    if std::env::var_os("PACKETBOAT_BLESS").is_some() {
        std::fs::write(&path, text).unwrap();
    }
    let wanted = std::fs::read_to_string(&path).unwrap_or_default();
    assert!(
        wanted == text,
        "{file} differs; read it, and run again with PACKETBOAT_BLESS=1:\n{text}"
    );
}

fn config(bench: &Bench, id: &str, from: &str, to: &str) {
    bench.edit(&format!("campaigns/{id}/campaign.toml"), from, to);
}

fn begin(bench: &mut Bench, id: &'static str) {
    bench.start(&Match { id, ..DUEL });
}

/// Sheets of both, so that the turn may close.
fn both(bench: &mut Bench, id: &str) {
    let sheet = bench.sheet(id).unwrap();
    for of in ["north", "south"] {
        bench.send(id, of, &sheet, "BID 1");
    }
}

/// Campaigns with a trouble each, in a club with some more.
fn club() -> Bench {
    let mut bench = Bench::new();
    for id in [
        "a-over",
        "b-robot",
        "c-left",
        "d-bounced",
        "e-wait",
        "f-away",
        "g-typo",
        "h-held",
        "i-review",
        "k-lost",
        "l-halted",
        "m-grace",
        "n-silent",
    ] {
        begin(&mut bench, id);
    }
    bench.start(&Match {
        game: "new-world-1500",
        id: "o-goahead",
        scenario: None,
        players: &["red=Ana <ana@example.org>", "blue=Ben <ben@example.net>"],
        robots: &[],
        options: &["pace=seat"],
        deadline: "never",
    });
    config(
        &bench,
        "b-robot",
        "robot_after_missed = 0",
        "robot_after_missed = 1",
    );
    config(
        &bench,
        "n-silent",
        "hold_if_silent = 0",
        "hold_if_silent = 2",
    );
    // Its turn closes on Thursday.
    for (id, to) in [
        ("b-robot", "2026-11-19 20:00"),
        ("n-silent", "2026-11-22 20:05"),
    ] {
        referee::extend(&bench.club, id, to, "", bench.now).unwrap();
        config(&bench, id, "grace       = \"12h\"", "grace       = \"0h\"");
    }
    config(
        &bench,
        "i-review",
        "review      = false",
        "review      = true",
    );
    // One ends and lies in the archive.
    for _ in 0..3 {
        both(&mut bench, "a-over");
        bench.later(3 * HOUR).tick();
    }
    end::archive(&bench.club, "a-over").unwrap();
    // In most of the others Ana has sent her sheet; in one nobody has.
    for id in [
        "b-robot",
        "c-left",
        "d-bounced",
        "e-wait",
        "f-away",
        "m-grace",
    ] {
        bench.send(id, "north", "1", "BID 1");
    }
    bench.send("f-away", "south", "1", "AWAY 2026-11-18..2026-12-20");
    bench.send("e-wait", "south", "1", "BID 1\nWAIT");
    bench.tick();
    // Who plays second has sent before being asked, and must say GOAHEAD now.
    let first = bench.note("o-goahead").desk.called[0];
    let all = bench.campaign("o-goahead").table.seats();
    let second = *all.iter().find(|it| **it != first).unwrap();
    for of in [second, first] {
        let lines = bench.good_lines("o-goahead", of);
        bench.send("o-goahead", of.as_str(), "1", &lines);
        bench.later(60).tick();
    }
    bench
}

/// A letter to Ben, and what a mail server does about it.
fn one_mail(bench: &mut Bench, id: &str, outcome: Outcome) {
    players::tell(&bench.club, id, &[seat("south")], "Hello Ben.", bench.now).unwrap();
    bench.post.outcomes = vec![outcome].into();
    bench.later(60).tick();
}

/// Cron runs every ten minutes.
fn until(bench: &mut Bench, at: &str) {
    while bench.now < moment(at) {
        bench.later(600).tick();
    }
}

/// Makes what is still well go wrong, up to the evening on which the turns close.
fn goes_wrong(bench: &mut Bench) {
    until(bench, "2026-11-22T17:00:00Z");
    let now = bench.now;
    referee::hold(&bench.club, "h-held", "the referee travels", now).unwrap();
    referee::resolve(&bench.club, "i-review", "", now).unwrap();
    bench.send("c-left", "south", "1", "RESIGN c-left");
    bench.later(60).tick();
    bench.send("b-robot", "north", "2", "BID 1");
    bench.later(60).tick();
    // One mail comes back for good.
    one_mail(bench, "d-bounced", Outcome::Refused);
    let stranger = bench.written("carla@x.example", "orders@club.example", "An open seat?");
    bench.deliver(&stranger);
    bench.later(60).tick();
    config(bench, "g-typo", "review      = false", "review = yes");
    for entry in 1..bench.notes("k-lost").len() {
        bench.remove(&format!("campaigns/k-lost/log/{entry:06}"));
    }
    bench.remove("campaigns/l-halted/secret.toml");
    // Past the deadline; and at last no mail can be read or sent.
    until(bench, "2026-11-22T19:10:00Z");
    players::tell(&bench.club, "m-grace", &[], "We wait for Ben.", bench.now).unwrap();
    bench.post.outcomes = vec![Outcome::Down; 40].into();
    bench.later(60).tick();
    shut::note(&bench.club, Some("the password is wrong"), bench.now).unwrap();
}

/// All that `status` says, as its commands print it.
fn page(bench: &Bench) -> String {
    let all = status(&bench.club, None, bench.now).unwrap();
    let needs = all.iter().filter(|it| standing::needs_referee(it));
    let needs: Vec<&str> = needs.map(|it| it.campaign.as_str()).collect();
    let mut text = format!(
        "$ packetboat status\n{}{}\n\n$ packetboat status --needs-me (names alone)\n{}\n",
        standing::lines(&all),
        of_club(&bench.club, bench.now).join("\n"),
        needs.join(", ")
    );
    for one in &all {
        let id = Some(one.campaign.as_str());
        let named = standing::text(&status(&bench.club, id, bench.now).unwrap());
        text += &format!("\n$ packetboat status {}\n{named}", one.campaign);
    }
    let archived = standing::text(&status(&bench.club, Some("a-over"), bench.now).unwrap());
    format!("{text}\n$ packetboat status a-over\n{archived}")
}

#[test]
fn status_tells_of_every_trouble() {
    let mut bench = club();
    goes_wrong(&mut bench);
    let said = page(&bench);
    for trouble in [
        "over, in the archive",
        "a robot writes",
        "has left, and the seat is free",
        "south cannot be reached: ",
        "; away ",
        "review must be true or false",
        "the referee travels",
        "for your review: packetboat release i-review",
        "packetboat rollback k-lost 0",
        "secret.toml: this file is gone",
        "with the grace of 12h",
        "n-silent: Sealed Bids, turn 1, held",
        "received, waits for GOAHEAD or the deadline",
        "nothing can be sent since ",
        "mail cannot be read since ",
        "1 mail of the last 30 days",
    ] {
        assert!(said.contains(trouble), "{trouble}:\n{said}");
    }
    as_read(PAGE, &said);
}
