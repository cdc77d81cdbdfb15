//! The robot that writes for players who stay away; and games that call no player any more.

use crate::support::{Bench, DUEL, Match, moment, seat};

const CONFIG: &str = "campaigns/duel/campaign.toml";

/// Six rounds in which a robot stands in after two missed sheets.
fn bench() -> Bench {
    let bench = Bench::with(&Match {
        options: &["rounds=6"],
        ..DUEL
    });
    bench.edit(CONFIG, "robot_after_missed = 0", "robot_after_missed = 2");
    bench
}

/// Lets the deadline pass, and reports go out.
fn close(bench: &mut Bench, id: &str) {
    let deadline = bench.note(id).desk.deadline.expect("there is one");
    // Behind the time in which mail may still be under way.
    bench.at(&deadline.to_string()).later(12 * 3_600).tick();
    bench.later(300).tick();
}

/// One round, with a bid of North's.
fn round(bench: &mut Bench) {
    let sheet = bench.sheet("duel").expect("it goes on");
    bench.send("duel", "north", &sheet, "BID 3");
    close(bench, "duel");
}

fn report(bench: &Bench, id: &str, reader: &str) -> String {
    let text = bench.text(&bench.last(id, reader, ".report").message);
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

#[test]
fn it_plays_from_the_third_sheet_until_the_player_writes() {
    let mut bench = bench();
    round(&mut bench);
    assert!(!report(&bench, "duel", "north").contains("A robot plays"));
    round(&mut bench);
    assert_eq!(bench.note("duel").desk.seats.get(seat("south")).missed, 2);
    let told = report(&bench, "duel", "north");
    assert!(
        told.contains("A robot plays for South, who has sent no orders"),
        "{told}"
    );
    let told = report(&bench, "duel", "south");
    assert!(told.contains("so a robot plays for you"), "{told}");
    let told = bench.text(&bench.last("duel", "referee", ".note").message);
    assert!(
        told.split_whitespace()
            .collect::<Vec<_>>()
            .join(" ")
            .contains("A robot writes its sheets from now on"),
        "{told}"
    );
    round(&mut bench);
    let told = report(&bench, "duel", "south");
    assert!(told.contains("YOUR ORDERS AND THEIR RESULTS"), "{told}");
    // A sheet of the player's ends it.
    let sheet = bench.sheet("duel").expect("it goes on");
    bench.send("duel", "south", &sheet, "BID 4");
    round(&mut bench);
    assert_eq!(bench.note("duel").desk.seats.get(seat("south")).missed, 0);
    for reader in ["north", "south"] {
        let told = report(&bench, "duel", reader);
        assert!(!told.contains("obot plays for"), "{told}");
    }
    bench.verify();
}

#[test]
fn without_it_standing_lines_play() {
    let mut bench = bench();
    bench.edit(CONFIG, "robot_after_missed = 2", "robot_after_missed = 0");
    for _ in 0..3 {
        round(&mut bench);
    }
    let told = report(&bench, "duel", "south");
    assert!(!told.contains("obot plays for"), "{told}");
    assert!(
        told.contains("No orders of yours were filed for the last turn"),
        "{told}"
    );
}

#[test]
fn it_plays_at_once_for_who_has_left() {
    let mut bench = bench();
    bench.send("duel", "south", "1", "RESIGN duel");
    bench.tick();
    let told = bench.text(&bench.last("duel", "referee", ".note").message);
    assert!(told.contains("A robot writes its sheets until"), "{told}");
    round(&mut bench);
    let told = report(&bench, "duel", "north");
    assert!(told.contains("A robot plays for South"), "{told}");
    bench.verify();
}

#[test]
fn a_game_without_players_keeps_its_pace() {
    let mut bench = Bench::with(&Match {
        game: "conquistador",
        id: "mex",
        scenario: Some("campaign4"),
        players: &["spain=Ana <ana@example.org>"],
        robots: &["england", "france", "portugal"],
        options: &["absent_power=drop", "hold_after_missed=1", "turns=6"],
        ..DUEL
    });
    close(&mut bench, "mex");
    let first = bench.campaign("mex").table.sheet().turn;
    assert!((2..=3).contains(&first), "turn {first}");
    assert!(bench.sheet("mex").is_some(), "not played to its end");
    let told = report(&bench, "mex", "spain");
    assert!(told.contains("(dropped)"), "{told}");
    // Nothing more happens before the deadline; then a turn.
    bench.later(3 * 3_600).tick();
    assert_eq!(bench.campaign("mex").table.sheet().turn, first);
    close(&mut bench, "mex");
    assert_eq!(bench.campaign("mex").table.sheet().turn, first + 1);
    assert!(bench.now > moment("2026-11-22T19:00:00Z"));
    bench.verify();
}
