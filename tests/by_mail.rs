//! What players use is played through the desk: every option of every game, with every value, two
//! stops by mail, each sheet sent back as the report has printed its opener.

use crate::support::{Bench, Match};
use packetboat::engine::data::{GameCard, OptionCard, Setting};
use packetboat::engine::game::card;
use packetboat::engine::seat::Seat;
use packetboat::store::entry::Cause;
use packetboat_tools::games;

/// How many stops of a campaign are played.
const STOPS: usize = 2;

/// The values of an option: all words, both switches, the ends of a range.
fn values(option: &OptionCard) -> Vec<String> {
    match (&option.default, option.range) {
        (Setting::Word(_), _) => option.values.clone(),
        (Setting::Switch(_), _) => vec!["true".to_owned(), "false".to_owned()],
        (Setting::Number(_), Some([least, most])) => vec![least.to_string(), most.to_string()],
        (Setting::Number(default), None) => vec![default.to_string()],
    }
}

/// The opener of the sheet that a report prints.
fn opener(report: &str) -> &str {
    let mut lines = report.lines().filter(|it| it.starts_with("#orders "));
    lines
        .next()
        .unwrap_or_else(|| panic!("no order sheet in:\n{report}"))
}

/// How often play went on.
fn resolved(bench: &Bench) -> usize {
    let notes = bench.notes("one");
    let played = notes
        .iter()
        .filter(|it| matches!(it.cause, Cause::Resolved { .. }));
    played.count()
}

fn play(game: &str, card: &GameCard, options: &[&str]) {
    let seats = card.places(&card.scenarios[0]);
    let player = |it: &Seat| format!("{it}=Player {it} <{it}@mail.example>");
    let players: Vec<String> = seats.iter().map(player).collect();
    let players: Vec<&str> = players.iter().map(String::as_str).collect();
    let mut bench = Bench::with(&Match {
        game,
        id: "one",
        scenario: None,
        players: &players,
        robots: &[],
        options,
        deadline: "sun 20:00",
    });
    for stop in 0..STOPS {
        let called = bench.note("one").desk.called;
        if bench.sheet("one").is_none() {
            return;
        }
        let before = resolved(&bench);
        for seat in called {
            let name = seat.to_string();
            let report = bench.text(&bench.last("one", &name, ".report").message);
            let opener = opener(&report).to_owned();
            let lines = bench.good_lines("one", seat);
            let mail = bench.answer("one", &name, &format!("{opener}\n{lines}\n#end\n"));
            bench.later(60).deliver(&mail);
            bench.later(60).tick();
            let receipt = bench.receipt("one", &name);
            let said = format!("{game} {options:?}, stop {stop}, {seat}:\n{receipt}");
            assert!(!receipt.contains("nothing was filed"), "{said}");
            assert!(!receipt.contains("not understood"), "{said}");
        }
        bench.later(3 * 3600).tick();
        assert_eq!(
            resolved(&bench),
            before + 1,
            "{game} {options:?} stands still"
        );
    }
}

#[test]
fn every_option_is_played_by_mail() {
    for game in games::all() {
        let card = card(&game.pack()).unwrap();
        play(game.id(), &card, &[]);
        for option in &card.options {
            let default = match &option.default {
                Setting::Switch(switch) => switch.to_string(),
                Setting::Number(number) => number.to_string(),
                Setting::Word(word) => word.clone(),
            };
            for value in values(option).into_iter().filter(|it| *it != default) {
                play(game.id(), &card, &[&format!("{}={value}", option.name)]);
            }
        }
    }
}

/// Who has said GOAHEAD in a sheet filed ahead is asked for nothing more when its turn comes, and
/// the sheet in his report says it again, so that sending it back keeps it.
#[test]
fn who_has_gone_ahead_is_asked_for_nothing() {
    let mut bench = Bench::with(&Match {
        game: "these-new-worlds",
        id: "one",
        scenario: None,
        players: &[
            "north=Ana <ana@mail.example>",
            "south=Ben <ben@mail.example>",
        ],
        robots: &[],
        options: &[],
        deadline: "sun 20:00",
    });
    bench.send(
        "one",
        "north",
        "1",
        "PLAY LOWEST\nTURN 2\nPLAY LOWEST\nGOAHEAD",
    );
    bench.send("one", "south", "1", "PLAY LOWEST");
    bench.later(3 * 3600).tick();
    assert_eq!(bench.sheet("one").as_deref(), Some("2"));
    let report = |seat| bench.text(&bench.last("one", seat, ".report").message);
    let (north, south) = (report("north"), report("south"));
    assert!(north.contains("say GOAHEAD: nothing more is"), "{north}");
    assert!(!north.contains("answer GOAHEAD"), "{north}");
    let sheet = &north[north.find("#orders").unwrap()..];
    assert!(sheet.lines().any(|it| it == "GOAHEAD"), "{sheet}");
    assert!(!south.contains("say GOAHEAD"), "{south}");
    assert!(south.contains("Please send your orders"), "{south}");
}
