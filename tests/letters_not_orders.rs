//! Sentences of people that begin as orders of Diplomacy do: with A, F, B, R or D.

use crate::club_by_mail::{Person, answers_in, vouched_for};
use crate::support::Bench;
use packetboat::config::press::LettersPassed;
use packetboat::desk::commands::create::{self, CampaignWanted};
use packetboat::desk::commands::seating::{self, Meant};

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
    let mut bench = vouched_for();
    let robots = ["england", "france", "germany", "italy", "russia", "turkey"];
    let robots = robots.map(str::to_owned);
    let wanted = CampaignWanted {
        game: "diplomacy",
        from: None,
        campaign: GAME,
        scenario: None,
        players: &[],
        anonymous: false,
        letters: LettersPassed::Private,
        robots: &robots,
        options: &[],
        deadline: "7d 20:00",
        seed: None,
        sealed: false,
    };
    let seats = seating::open(&bench.club, &wanted, (&[], Meant::default()), bench.now).unwrap();
    create::open(&bench.club, &wanted, (&seats, ""), bench.now).unwrap();
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
