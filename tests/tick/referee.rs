//! The referee's acts, and what the players are told of them.

use crate::support::{Bench, DUEL, Match, WORLDS, moment, seat};
use packetboat::desk::commands::status::status;
use packetboat::desk::commands::{players, referee};
use packetboat::store::entry::{Cause, Letter, StateFile, Stop};

#[test]
fn resolve_does_not_wait_and_keeps_its_reason() {
    let mut bench = Bench::with(&DUEL);
    let said = referee::resolve(&bench.club, "duel", "we met", bench.now).unwrap();
    assert!(said.contains("turn 2 is open now"), "{said}");
    let cause = bench.note("duel").cause;
    assert!(
        matches!(&cause, Cause::Resolved { why, .. } if why == "we met"),
        "{cause:?}"
    );
    bench.tick();
    assert_eq!(bench.all("duel", "north", ".report").count(), 2);
    for said in ["turn 3 is open", "the game is over"] {
        let told = referee::resolve(&bench.club, "duel", "", bench.now).unwrap();
        assert!(told.contains(said), "{told}");
    }
    let error = referee::resolve(&bench.club, "duel", "", bench.now).unwrap_err();
    assert_eq!(error.to_string(), "duel is over");
    bench.verify();
}

#[test]
fn what_is_held_takes_mail_and_resolves_nothing() {
    let mut bench = Bench::with(&DUEL);
    referee::hold(&bench.club, "duel", "the club is on holiday", bench.now).unwrap();
    bench.send("duel", "north", "1", "BID 3");
    bench.send("duel", "south", "1", "BID 3");
    bench.at("2026-12-08T09:00:00Z").tick();
    assert_eq!(bench.all("duel", "north", ".receipt").count(), 1);
    assert_eq!(bench.sheet("duel").as_deref(), Some("1"));
    referee::release(&bench.club, "duel", "", bench.now).unwrap();
    bench.tick();
    assert_eq!(bench.sheet("duel").as_deref(), Some("2"));
    let said = referee::release(&bench.club, "duel", "", bench.now).unwrap();
    assert!(said.contains("neither halted nor on hold"), "{said}");
    bench.verify();
}

#[test]
fn nothing_but_release_lets_go_on_what_the_referee_holds() {
    let mut bench = Bench::with(&Match {
        options: &["rounds=6"],
        ..DUEL
    });
    referee::resolve(&bench.club, "duel", "", bench.now).unwrap();
    referee::hold(&bench.club, "duel", "rain", bench.now).unwrap();
    let entries = bench.notes("duel").len();
    let resolved = referee::resolve(&bench.club, "duel", "", bench.now);
    let extended = referee::extend(&bench.club, "duel", "2d", "", bench.now);
    for refused in [resolved, extended] {
        assert_eq!(refused.unwrap_err().to_string(), "duel is on hold");
    }
    assert_eq!(bench.notes("duel").len(), entries);
    referee::rollback(&bench.club, "duel", 0, "", bench.now).unwrap();
    assert_eq!(bench.note("duel").desk.held.as_deref(), Some("rain"));
    bench.at("2026-12-08T09:00:00Z").tick();
    assert_eq!(bench.sheet("duel").as_deref(), Some("1"));
    bench.verify();
}

#[test]
fn a_hold_stops_the_clock() {
    let mut bench = Bench::with(&DUEL);
    // Two days are left.
    bench.at("2026-11-20T19:00:00Z");
    referee::hold(&bench.club, "duel", "rain", bench.now).unwrap();
    bench.at("2026-11-28T19:00:00Z");
    referee::hold(&bench.club, "duel", "more rain", bench.now).unwrap();
    bench.at("2026-12-08T19:00:00Z");
    let said = referee::release(&bench.club, "duel", "", bench.now).unwrap();
    assert!(
        said.contains("waits for orders until Thu 10 Dec 20:00"),
        "{said}"
    );
    bench.tick();
    assert_eq!(bench.sheet("duel").as_deref(), Some("1"));
    let until = moment("2026-12-10T19:00:00Z");
    assert_eq!(bench.note("duel").desk.deadline, Some(until));
    let note = bench.text(&bench.last("duel", "south", ".note").message);
    assert!(note.contains("10 Dec 20:00"), "{note}");
    bench.at("2026-12-11T07:05:00Z").tick();
    assert_eq!(bench.sheet("duel").as_deref(), Some("2"));
    bench.verify();
}

#[test]
fn an_extension_is_told_to_the_players_and_kept() {
    let mut bench = Bench::with(&DUEL);
    referee::extend(&bench.club, "duel", "2d", "Ana is ill", bench.now).unwrap();
    bench.tick();
    let until = moment("2026-11-24T19:00:00Z");
    assert_eq!(bench.note("duel").desk.deadline, Some(until));
    for seat in ["north", "south"] {
        let note = bench.text(&bench.last("duel", seat, ".note").message);
        assert!(
            note.contains("24 Nov") && note.contains("Ana is ill"),
            "{note}"
        );
    }
    bench.at("2026-11-23T07:05:00Z").tick();
    assert_eq!(bench.sheet("duel").as_deref(), Some("1"));
    for by in ["2026-11-01T00:00:00Z", "soon"] {
        let before = bench.notes("duel").len();
        assert!(
            referee::extend(&bench.club, "duel", by, "", bench.now).is_err(),
            "{by}"
        );
        assert_eq!(bench.notes("duel").len(), before);
    }
}

#[test]
fn going_back_draws_anew_and_says_so() {
    let mut bench = Bench::with(&Match {
        options: &["rounds=6"],
        ..DUEL
    });
    referee::resolve(&bench.club, "duel", "", bench.now).unwrap();
    bench.tick();
    let first = bench.read("campaigns/duel/log/000001/state.toml");
    referee::rollback(&bench.club, "duel", 0, "a wrong address", bench.now).unwrap();
    let note = bench.note("duel");
    assert_eq!((note.dice.timeline, note.number), (1, 2));
    assert_eq!(bench.sheet("duel").as_deref(), Some("1"));
    bench.tick();
    let report = bench.text(&bench.last("duel", "north", ".report").message);
    assert!(
        report.contains("The referee has gone back to turn 1; the dice are drawn again: a wrong"),
        "{report}"
    );
    referee::resolve(&bench.club, "duel", "", bench.now).unwrap();
    let second = bench.read("campaigns/duel/log/000003/state.toml");
    assert_ne!(first, second, "other dice");
    // The sheet of the position that counts again can be ordered for, by its new report.
    bench.tick();
    bench.send("duel", "north", "2", "BID 3");
    bench.tick();
    assert_eq!(
        bench.campaign("duel").table.in_force(seat("north")).len(),
        1
    );
    let error = referee::rollback(&bench.club, "duel", 99, "", bench.now).unwrap_err();
    assert!(error.to_string().contains("no entry 99"), "{error}");
    bench.verify();
}

/// An edit in its place is damage; that of a copy counts once it is adopted, and the proof holds.
#[test]
fn an_edit_counts_when_it_is_adopted() {
    let mut bench = Bench::with(&DUEL);
    let state = "campaigns/duel/log/000000/state.toml";
    bench.edit(state, "purse = 15", "purse = 12");
    bench.send("duel", "north", "1", "BID 13");
    assert_eq!(bench.tick().exit_code(), 70);
    bench.edit(state, "purse = 12", "purse = 15");
    referee::release(&bench.club, "duel", "", bench.now).unwrap();
    let nothing = referee::adopt(&bench.club, "duel", "", bench.now).unwrap_err();
    assert!(
        nothing.to_string().contains("nothing to adopt"),
        "{nothing}"
    );
    // As the README says: hold, edit, adopt, release.
    referee::hold(&bench.club, "duel", "a slip", bench.now).unwrap();
    bench.tick();
    bench.edit_position("duel", "purse = 15", "purse = 12");
    referee::adopt(&bench.club, "duel", "North had paid before", bench.now).unwrap();
    referee::release(&bench.club, "duel", "", bench.now).unwrap();
    assert_eq!(bench.later(300).tick().exit_code(), 0);
    bench.send("duel", "north", "1", "BID 13");
    bench.tick();
    // So much is not in the purse any more.
    let last = bench.campaign("duel").note().files[&StateFile::State].entry;
    let new = bench.read(&format!("campaigns/duel/log/{last:06}/state.toml"));
    assert!(new.contains("purse = 12"), "{new}");
    let report = bench.text(&bench.last("duel", "south", ".report").message);
    assert!(
        report.contains("changed the position by hand: North had paid"),
        "{report}"
    );
    referee::resolve(&bench.club, "duel", "", bench.now).unwrap();
    bench.tick();
    bench.verify();
}

#[test]
fn an_edit_that_does_not_fit_is_told_and_kept() {
    let mut bench = Bench::with(&DUEL);
    let entries = bench.notes("duel").len();
    let state = "campaigns/duel/edit/000000/state.toml";
    bench.edit_position("duel", "purse = 15", "purse = -1");
    for (from, to, told) in [
        ("purse = -1", "purse = -1", "purse = -1"),
        ("purse = -1", "purse = 15\nstray = 1", "stray"),
        ("purse = 15\nstray = 1", "purse = 15", "is unchanged"),
        ("round = 1", "round = 99", "the round is none of the game"),
    ] {
        bench.edit(state, from, to);
        let error = referee::adopt(&bench.club, "duel", "", bench.now).unwrap_err();
        let said = format!("{error:#}");
        assert!(
            said.contains(told) || said.contains(state),
            "{told}: {said}"
        );
        assert!(
            said.contains("campaigns/duel/edit/000000"),
            "{told}: {said}"
        );
        assert_eq!(bench.notes("duel").len(), entries);
    }
    bench.edit(state, "round = 99", "round = 1");
    bench.edit(state, "purse = 15", "purse = 14");
    // Whoever plays on meanwhile would be undone.
    bench.send("duel", "north", "1", "BID 13");
    bench.tick();
    let error = referee::adopt(&bench.club, "duel", "", bench.now).unwrap_err();
    assert!(error.to_string().contains("has gone on"), "{error}");
    assert!(bench.read(state).contains("purse = 14"), "nothing is lost");
}

/// A round that the game does not have, in the game of the planets.
#[test]
fn a_round_beyond_the_last_is_refused() {
    let bench = Bench::with(&WORLDS);
    bench.edit_position("worlds", "round = 1", "round = 99");
    let error = referee::adopt(&bench.club, "worlds", "", bench.now).unwrap_err();
    let said = error.to_string();
    assert!(
        said.contains("edit/000000/state.toml") && said.contains("round 99, 5 of 8 planets"),
        "{said}"
    );
}

#[test]
fn an_adopted_turn_is_called_for_anew() {
    let mut bench = Bench::with(&Match {
        options: &["rounds=6"],
        ..DUEL
    });
    referee::resolve(&bench.club, "duel", "", bench.now).unwrap();
    bench.tick();
    referee::edit(&bench.club, "duel").unwrap();
    let state = "campaigns/duel/edit/000001/state.toml";
    // Over, and so the cards held are burnt.
    let text = bench
        .read(state)
        .replace("phase = \"gate\"", "phase = \"over\"");
    let cards = text.lines().filter_map(|it| it.strip_prefix("card = "));
    let cards: String = cards.map(|it| format!("{it}, ")).collect();
    let text = text.replace("burnt = [", &format!("burnt = [{cards}"));
    let kept = text.lines().filter(|it| !it.starts_with("card = "));
    let no_prize = |line| {
        if str::starts_with(line, "prize = ") {
            "prize = 0"
        } else {
            line
        }
    };
    let lines: Vec<&str> = kept.map(no_prize).collect();
    bench.write(state, lines.join("\n") + "\n");
    referee::adopt(&bench.club, "duel", "we stop here", bench.now).unwrap();
    let desk = bench.note("duel").desk;
    assert_eq!(
        (desk.stop, desk.called.len(), desk.deadline),
        (Stop::Over, 0, None)
    );
    bench.at("2026-12-08T09:00:00Z").tick();
    assert_eq!(bench.notes("duel").len(), 3);
}

/// A campaign in its second turn, of which nobody knows yet: the reports wait for review.
fn under_review() -> Bench {
    let mut bench = Bench::with(&WORLDS);
    bench.edit(
        "campaigns/worlds/campaign.toml",
        "review      = false",
        "review      = true",
    );
    let said = referee::resolve(&bench.club, "worlds", "", bench.now).unwrap();
    assert!(said.contains("wait for your review"), "{said}");
    bench.tick();
    bench
}

#[test]
fn under_review_reports_wait_for_the_referee() {
    let mut bench = under_review();
    assert_eq!(bench.all("worlds", "north", ".report").count(), 1);
    let told = bench.text(&bench.last("worlds", "referee", ".note").message);
    assert!(told.contains("packetboat release worlds"), "{told}");
    // Nor does anybody get one by asking, nor in a receipt.
    bench.send("worlds", "north", "2", "REPORT");
    bench.tick();
    let waiting = bench.notes("worlds");
    let waiting = waiting.iter().flat_map(|it| &it.out);
    let waiting = waiting.filter(|it| it.what == Letter::ReportForReview);
    assert_eq!(waiting.count(), 2);
    assert_eq!(bench.all("worlds", "north", ".receipt").count(), 0);
    let said = referee::release(&bench.club, "worlds", "", bench.now).unwrap();
    assert!(said.contains("reports"), "{said}");
    bench.tick();
    assert_eq!(bench.all("worlds", "north", ".report").count(), 2);
    assert!(bench.receipt("worlds", "north").contains("turn 2"));
    // The deadline that stands in the reports holds, so there is nothing to be told.
    assert_eq!(bench.all("worlds", "south", ".note").count(), 0);
    let entries = bench.notes("worlds").len();
    referee::release(&bench.club, "worlds", "", bench.now).unwrap();
    assert_eq!(
        bench.notes("worlds").len(),
        entries,
        "nothing waits any more"
    );
    bench.verify();
}

#[test]
fn under_review_the_clock_stands_still() {
    let mut bench = under_review();
    let entries = bench.notes("worlds").len();
    for at in [
        "2026-11-21T20:00:00Z",
        "2026-11-22T18:00:00Z",
        "2026-12-08T09:00:00Z",
    ] {
        bench.at(at).tick();
    }
    assert_eq!(bench.notes("worlds").len(), entries);
    assert!(!bench.note("worlds").desk.seats.any(|it| it.missed > 0));
    let refused = [
        referee::resolve(&bench.club, "worlds", "", bench.now),
        referee::extend(&bench.club, "worlds", "2d", "", bench.now),
        players::remind(&bench.club, "worlds", &[], "", bench.now),
    ];
    for result in refused {
        let error = result.unwrap_err().to_string();
        assert_eq!(error, "the reports of worlds are waiting for your review");
    }
    let status = status(&bench.club, None, bench.now).unwrap();
    assert_eq!(
        (status[0].stands, status[0].for_review),
        ("waits for your review", 2)
    );
    // A Tuesday: the deadline is the Sunday behind it, not the one long past.
    referee::release(&bench.club, "worlds", "", bench.now).unwrap();
    bench.tick();
    let until = Some(moment("2026-12-13T19:00:00Z"));
    assert_eq!(bench.note("worlds").desk.deadline, until);
    assert_eq!(bench.sheet("worlds").as_deref(), Some("2"));
    let note = bench.text(&bench.last("worlds", "south", ".note").message);
    assert!(note.contains("13 Dec 20:00"), "{note}");
    bench.at("2026-12-12T20:00:00Z").tick();
    assert_eq!(bench.all("worlds", "south", ".reminder").count(), 1);
    bench.verify();
}

#[test]
fn what_was_undone_under_review_is_never_sent() {
    let mut bench = under_review();
    referee::rollback(&bench.club, "worlds", 0, "a wrong address", bench.now).unwrap();
    bench.tick();
    let status = status(&bench.club, None, bench.now).unwrap();
    assert_eq!((status[0].unsent, status[0].for_review), (2, 2));
    referee::release(&bench.club, "worlds", "", bench.now).unwrap();
    bench.tick();
    let reports: Vec<&str> = bench
        .all("worlds", "north", ".report")
        .map(|it| it.key.as_str())
        .collect();
    assert_eq!(
        reports,
        ["worlds.000000.north.report", "worlds.000002.north.report"]
    );
    // And it keeps nobody looking for mails that wait.
    bench.send("worlds", "north", "1", "PLAY LOWEST");
    bench.tick();
    bench.send("worlds", "north", "1", "PLAY HIGHEST");
    bench.tick();
    assert!(bench.note("worlds").desk.delivered >= Some(3));
    bench.verify();
}

#[test]
fn what_has_been_delivered_is_not_looked_at_again() {
    let mut bench = Bench::with(&DUEL);
    bench.send("duel", "north", "1", "BID 3");
    bench.tick();
    bench.send("duel", "north", "1", "BID 4");
    bench.tick();
    let note = bench.note("duel");
    assert_eq!((note.number, note.desk.delivered), (2, Some(1)));
}
