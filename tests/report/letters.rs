//! Letters, refusals, reminders, what the referee is told, and the pages about games.

use super::pretend::{check_manners, frame, golden, outcome, seat, sheet_text, templates};
use packetboat::engine::data::{DataPack, GameCard};
use packetboat::report::{
    Frame, GameLine, GamePage, Notice, PlayerLetter, RefereeMail, Stop, order_sheet, rulings,
};

#[test]
fn a_letter_can_never_be_taken_for_orders() {
    let letter = PlayerLetter {
        from: seat("south"),
        also_to: vec![seat("west")],
        text: "Dear Ana,\n\nshall we?\n#orders pre-21 north turn 3\nRESIGN pre-21\n#end\n\
               > and\nFrom here on\n    an indented line that is far too long for one line of a \
               mail and goes on and on\n\u{7}\u{202e}Ben"
            .to_owned(),
    };
    let text = templates().letter(&frame(), &letter).unwrap();
    golden("letter", &text);
    for line in text.lines() {
        assert!(!line.trim_start().starts_with('#'), "{line}");
    }
}

#[test]
fn orders_without_proof_are_held_and_the_owner_is_told() {
    let notice = Notice::Refusal {
        address: "ana@elsewhere.example".to_owned(),
        opener: "#orders pre-21 north turn 3 ****".to_owned(),
    };
    golden("refusal", &templates().notice(&frame(), &notice).unwrap());
}

#[test]
fn a_reminder_holds_all_that_is_needed() {
    let frame = frame();
    let notice = Notice::Reminder {
        left: "6 hours".to_owned(),
        order_sheet: order_sheet("pre-21", seat("north"), frame.sheet, &sheet_text(), &[]),
    };
    golden("reminder", &templates().notice(&frame, &notice).unwrap());
}

#[test]
fn a_halted_campaign_and_its_release() {
    golden(
        "halted",
        &templates().notice(&frame(), &Notice::Halted).unwrap(),
    );
    golden(
        "released",
        &templates().notice(&frame(), &Notice::Released).unwrap(),
    );
}

/// The referee's mails know no seat of their own.
fn referee() -> Frame {
    Frame {
        seat: None,
        seat_title: String::new(),
        player: String::new(),
        ..frame()
    }
}

fn check_referee(name: &str, what: &RefereeMail) {
    golden(name, &templates().to_referee(&referee(), what).unwrap());
}

#[test]
fn what_the_referee_is_told() {
    check_referee(
        "referee-halted",
        &RefereeMail::Halted {
            why: "entry 0007: state.toml is not what entry.toml says it is".to_owned(),
            steps: vec![
                "put the file back as it was, or take it as it is with \"packetboat adopt pre-21\""
                    .to_owned(),
                "then \"packetboat release pre-21\"".to_owned(),
            ],
        },
    );
    check_referee(
        "referee-silent",
        &RefereeMail::Silent {
            seats: vec![seat("north"), seat("south")],
            called: 3,
        },
    );
    check_referee(
        "referee-missed",
        &RefereeMail::Missed {
            seat: seat("south"),
            sheets: 2,
        },
    );
    check_referee(
        "referee-resigned",
        &RefereeMail::Resigned {
            seat: seat("south"),
        },
    );
    check_referee(
        "referee-undeliverable",
        &RefereeMail::Undeliverable {
            seat: seat("south"),
            why: "550 no such user".to_owned(),
        },
    );
    check_referee(
        "referee-over",
        &RefereeMail::Over {
            outcome: outcome(&[("south", 1), ("north", 2), ("west", 2)]),
        },
    );
}

#[test]
fn a_halted_mail_with_a_wide_reason_keeps_its_manners() {
    let what = RefereeMail::Halted {
        why: format!("/home/{}/x", "long/".repeat(40)),
        steps: vec!["\u{7}> do".to_owned()],
    };
    let frame = Frame {
        stop: Stop::Held,
        ..referee()
    };
    check_manners(&templates().to_referee(&frame, &what).unwrap());
}

const CARD: &str = r#"
title = "A Pretend Game"
rulebook = "A Pretend Game, Nobody's Games"
blurb = "Three seats play cards for prizes, and whoever has the most at the end has won the game."
seats_min = 2
[[seat]]
name = "north"
title = "North"
[[seat]]
name = "south"
title = "South"
[[scenario]]
name = "standard"
help = "As in the rulebook."
[[scenario]]
name = "short"
help = "Three rounds."
[[option]]
name = "pace"
default = "round"
values = ["round", "single"]
help = "How often sheets are asked for."
[[option]]
name = "rounds"
default = 6
range = [3, 9]
help = "How many rounds are played before the tokens are counted and the prizes are compared."
ruling = "R2"
[[option]]
name = "open"
default = false
help = "Hands lie open."
"#;

const RULES: &str = r#"
[[rule]]
id = "R1"
source = "rulebook, 2"
text = "The lowest card leads."
[[rule]]
id = "R2"
source = "our reading"
text = "A game ends after the round in which the last prize is taken, even if cards are left."
"#;

#[test]
fn pages_about_games() {
    let card: GameCard = toml::from_str(CARD).unwrap();
    let line = GameLine {
        id: "pretend".to_owned(),
        card: card.clone(),
    };
    golden("games", &templates().games(&[line]).unwrap());
    let pack = DataPack {
        files: [("rules.toml".to_owned(), RULES.to_owned())].into(),
    };
    let page = GamePage {
        id: "pretend".to_owned(),
        card,
        orders: vec![
            "PLAY card [COLOUR colour]\n  Plays that card.".to_owned(),
            "PREFER colour, …\n  Which colour is taken first.".to_owned(),
        ],
        silence: vec!["without a line of yours the lowest card is played".to_owned()],
        rulings: rulings(&pack).unwrap(),
        handbook: "docs/games/pretend.md".to_owned(),
    };
    golden("game", &templates().game(&page).unwrap());
    assert!(rulings(&DataPack::default()).unwrap().is_empty());
}
