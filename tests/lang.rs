//! The order language: the data of its specification, and the examples of five games.

mod forms_anno_1503;
mod forms_conquistador;
mod forms_new_world_1500;
mod forms_these_new_worlds;
mod forms_voyages_1492;

use packetboat::lang::block::{Known, KnownCampaign, opener};
use packetboat::lang::diagnostic::Diagnostic;
use packetboat::lang::form::Grammar;
use packetboat::lang::read::{Context, Reading, read};
use packetboat::lang::sheet::SheetNo;
use serde::Deserialize;
use std::collections::BTreeMap;

const GAMES: [&str; 5] = [
    "these-new-worlds",
    "new-world-1500",
    "voyages-1492",
    "anno-1503",
    "conquistador",
];

#[derive(Deserialize)]
struct Data {
    openers: Vec<(String, String, String, String)>,
    wraps: Vec<(String, Vec<String>, Vec<String>)>,
    reads: BTreeMap<String, Vec<(String, String)>>,
    faults: BTreeMap<String, Vec<(String, String, String, String)>>,
}

fn data() -> Data {
    toml::from_str(include_str!("lang/orders.toml")).expect("the data")
}

fn grammar(game: &str) -> Grammar {
    match game {
        "these-new-worlds" => forms_these_new_worlds::grammar(),
        "new-world-1500" => forms_new_world_1500::grammar(),
        "voyages-1492" => forms_voyages_1492::grammar(),
        "anno-1503" => forms_anno_1503::grammar(),
        "conquistador" => forms_conquistador::grammar(),
        other => panic!("no game {other}"),
    }
}

fn seats() -> Vec<String> {
    ["spain", "england", "france"].map(str::to_owned).to_vec()
}

/// Reads for sheet 6 of a game whose turns have no parts.
fn read_in(grammar: &Grammar, text: &str) -> Reading {
    let seats = seats();
    let context = Context {
        campaign: "new-spain",
        seats: &seats,
        sheet: SheetNo::whole(6),
        open: SheetNo::whole(6),
        parts: 0,
    };
    read(grammar, &context, text)
}

/// All that was understood, in its one spelling and in written order.
fn printed(reading: &Reading) -> Vec<String> {
    let mut all: Vec<(u32, String)> = reading.common.clone();
    all.extend(reading.lines.iter().map(|it| (it.number, it.printed.clone())));
    all.sort();
    all.into_iter().map(|it| it.1).collect()
}

fn shown(fault: &Diagnostic) -> (String, &str, &str) {
    let place = format!("{}+{}", fault.span.column, fault.span.width);
    (place, &fault.reason, &fault.hint)
}

#[test]
fn lines_read_as_the_specification_says() {
    let mut wrong = Vec::new();
    let mut count = 0;
    for (game, lines) in data().reads {
        let grammar = grammar(&game);
        for (line, want) in lines {
            count += 1;
            let want = if want == "=" { line.clone() } else { want };
            let reading = read_in(&grammar, &line);
            let got = printed(&reading);
            if got != [want.clone()] || !reading.faults.is_empty() {
                let faults = &reading.faults;
                wrong.push(format!("{line}\n  want {want}\n  got  {got:?} {faults:?}"));
            }
            let again = read_in(&grammar, &want);
            if printed(&again) != [want.clone()] {
                wrong.push(format!("not its own spelling: {want}: {:?}", printed(&again)));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    assert_eq!(count, 69);
}

#[test]
fn faults_are_explained_as_the_specification_says() {
    let mut wrong = Vec::new();
    for (game, faults) in data().faults {
        let grammar = grammar(&game);
        for (line, place, reason, hint) in faults {
            let reading = read_in(&grammar, &line);
            let got: Vec<_> = reading.faults.iter().map(shown).collect();
            if got != [(place.clone(), reason.as_str(), hint.as_str())] {
                let all = printed(&reading);
                wrong.push(format!(
                    "{line}\n  want {place} {reason} | {hint}\n  got  {got:?} {all:?}"
                ));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn broken_lines_are_joined() {
    let mut wrong = Vec::new();
    for (game, lines, want) in data().wraps {
        let reading = read_in(&grammar(&game), &lines.join("\n"));
        let mut got = printed(&reading);
        got.extend(reading.faults.iter().map(|_| "fault".to_owned()));
        if got != want {
            wrong.push(format!("{lines:?}\n  want {want:?}\n  got  {got:?} {:?}", reading.faults));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn openers_are_explained() {
    let campaigns = [KnownCampaign {
        name: "new-spain".to_owned(),
        seats: seats(),
        open: "6a".parse().expect("a sheet"),
        parts: 2,
    }];
    let known = Known {
        campaigns: &campaigns,
    };
    for (line, place, reason, hint) in data().openers {
        let fault = opener(&known, &line).expect_err(&line);
        assert_eq!(shown(&fault), (place, reason.as_str(), hint.as_str()), "{line}");
        assert_eq!(fault.span.line, 0, "{line}");
    }
}
