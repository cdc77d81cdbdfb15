//! Sentences of people that begin as orders of Diplomacy do: with A, F, B, R or D.

use crate::club_by_mail::{Person, answers_in, waiting};
use crate::support::Bench;
use packetboat::desk::commands::create::CampaignWanted;

const GAME: &str = "europe";
const ANA: Person = ("Ana", "ana@example.org");

const SENTENCES: [&str; 14] = [
    "A question: when is the deadline?",
    "A draw would suit me.",
    "F. says hello",
    "A war is coming, I fear.",
    "B is my favourite letter.",
    "R U there?",
    "A par three hole is what I need.",
    "A bud told me about this club.",
    "A move to Burgundy would be unwise, I think.",
    "F it is.",
    "A fine evening it was.",
    "D is for deadline.",
    "A map of the position would be nice.",
    "A few words to you all: well played.",
];

fn begun() -> Bench {
    let robots = ["england", "france", "germany", "italy", "russia", "turkey"];
    let robots = robots.map(str::to_owned);
    let wanted = CampaignWanted {
        robots: &robots,
        ..CampaignWanted::usual("diplomacy", GAME, "7d 20:00")
    };
    let mut bench = waiting(&wanted);
    crate::club_by_mail::join(&mut bench, GAME, ANA, "austria");
    bench
}

/// They are letters, never faults.
#[test]
fn sentences_are_letters() {
    let mut bench = begun();
    for sentence in SENTENCES {
        let text = format!("Hello,\n{sentence}\nAna\n\nOn Monday the club wrote:\n> Please\n");
        let told = answers_in(&mut bench, GAME, ANA, &text);
        let is_fault = |it: &String| !it.contains("treated as a letter");
        assert!(!told.iter().all(is_fault), "{sentence}: {told:?}");
    }
}

/// Beside orders they cost none of them.
#[test]
fn sentences_beside_orders_cost_none() {
    for sentence in SENTENCES.iter().filter(|it| !it.contains(['?', ':'])) {
        let mut bench = begun();
        let text =
            format!("A BUD-SER\nF TRI-ALB\n\n{sentence}\n\nOn Monday the club wrote:\n> Please\n");
        let told = answers_in(&mut bench, GAME, ANA, &text);
        let filed = told.iter().any(|it| it.contains("2 orders"));
        assert!(filed, "{sentence}: {told:?}");
    }
}
