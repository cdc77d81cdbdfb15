//! Letters, refusals, reminders, what the referee is told, and the pages about games.

use super::pretend::{check_manners, frame, golden, outcome, seat, sheet_text, templates};
use packetboat::engine::data::{DataPack, GameCard};
use packetboat::lang::sheet_names::SheetNames;
use packetboat::report::{
    DeskFrame, DeskMail, Frame, GameLine, GamePage, Notice, PlayerLetter, RefereeMail, Unanswered,
    Writer, order_sheet, rulings,
};

#[test]
fn a_letter_can_never_be_taken_for_orders() {
    let letter = PlayerLetter {
        from: Writer::Seat(seat("south")),
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
        offered: String::new(),
        missing: None,
        left: "6 hours".to_owned(),
        ahead: false,
        questions: Vec::new(),
        answers: Vec::new(),
        why: String::new(),
        order_sheet: order_sheet(
            "pre-21",
            seat("north"),
            (frame.sheet, &SheetNames::NONE),
            &sheet_text(),
            &[],
        ),
    };
    golden("reminder", &templates().notice(&frame, &notice).unwrap());
}

#[test]
fn who_must_write_goahead_is_reminded_of_that() {
    let frame = frame();
    let notice = Notice::Reminder {
        offered: String::new(),
        missing: None,
        left: "6 hours".to_owned(),
        ahead: true,
        questions: Vec::new(),
        answers: Vec::new(),
        why: String::new(),
        order_sheet: order_sheet(
            "pre-21",
            seat("north"),
            (frame.sheet, &SheetNames::NONE),
            &sheet_text(),
            &[],
        ),
    };
    check_notice("reminder-goahead", &frame, &notice);
}

fn check_notice(name: &str, frame: &Frame, notice: &Notice) {
    golden(name, &templates().notice(frame, notice).unwrap());
}

#[test]
fn a_reminder_of_the_referee_s_behind_the_deadline() {
    let notice = Notice::Reminder {
        offered: String::new(),
        missing: None,
        left: String::new(),
        ahead: false,
        questions: Vec::new(),
        answers: Vec::new(),
        why: "Ana, we all wait\nfor you".to_owned(),
        order_sheet: String::new(),
    };
    check_notice("reminder-late", &frame(), &notice);
    let open = Frame {
        deadline: None,
        ..frame()
    };
    let text = templates().notice(&open, &notice).unwrap();
    assert!(text.contains("No time is set"), "{text}");
}

#[test]
fn what_players_are_told_of_the_campaign() {
    for (name, closes, why) in [
        ("released", false, ""),
        ("released-late", true, ""),
        ("released-why", false, "Ben is well\nagain"),
    ] {
        let why = why.to_owned();
        check_notice(name, &frame(), &Notice::Released { closes, why });
    }
    let south = seat("south");
    let away = |moved| Notice::Away {
        seat: south,
        dates: vec![
            "from Thu 24 Dec to Sat 2 Jan".to_owned(),
            "on Wed 6 Jan".to_owned(),
        ],
        moved,
    };
    check_notice("away", &frame(), &away(false));
    check_notice("away-moved", &frame(), &away(true));
    check_notice("back", &frame(), &Notice::Back { seat: south });
    let moved = Notice::Moved {
        seat: south,
        why: "His mailbox is full.".to_owned(),
    };
    check_notice("moved", &frame(), &moved);
    check_notice("left", &frame(), &Notice::Left { seat: south });
    check_notice("replaced", &frame(), &Notice::Replaced { seat: south });
    let farewell = Notice::Farewell {
        seat: south,
        why: "three sheets missed".to_owned(),
    };
    check_notice("farewell", &referee(), &farewell);
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
        "referee-silent",
        &RefereeMail::Silent {
            refereed: false,
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
    let away = |dates: &[&str], moved| RefereeMail::Away {
        seat: seat("south"),
        dates: dates.iter().map(|it| (*it).to_owned()).collect(),
        moved,
    };
    check_referee("referee-away", &away(&["on Wed 6 Jan"], false));
    check_referee("referee-away-moved", &away(&["on Wed 6 Jan"], true));
    check_referee("referee-back", &away(&[], false));
    check_referee("referee-review", &RefereeMail::Review { behind: 16 });
    for (name, under_review) in [("referee-over", false), ("referee-over-review", true)] {
        let outcome = outcome(&[("south", 1), ("north", 2), ("west", 2)]);
        let over = RefereeMail::Over {
            points: std::collections::BTreeMap::new(),
            outcome,
            under_review,
        };
        check_referee(name, &over);
    }
}

/// Mails about a campaign that cannot be opened.
fn check_desk(name: &str, player: &str, mail: &DeskMail) {
    let frame = DeskFrame {
        club: "Sunday Galleon".to_owned(),
        campaign: "pre-21".to_owned(),
        player: player.to_owned(),
    };
    golden(name, &templates().desk_mail(&frame, mail).unwrap());
}

fn unheard() -> DeskMail {
    let long = "a line that is wider than a mail may be ".repeat(3);
    let mail = |name: &str, lines: &[&str]| Unanswered {
        at: "Mon 16 Nov 2026 09:00 UTC".to_owned(),
        from: "carla@x.example".to_owned(),
        name: name.to_owned(),
        vouched: !name.is_empty(),
        subject: "A question".to_owned(),
        became: "The answer says what this club is, and gives your address.".to_owned(),
        lines: lines.iter().map(|it| (*it).to_owned()).collect(),
        cut: u32::from(name.is_empty()),
        files: 0,
        orders: u32::from(name.is_empty()),
        file: "1795795083.0000.0123456789ab".to_owned(),
    };
    DeskMail::Unheard {
        mails: vec![
            mail("Carla", &["Hello,", "", "#orders duel north turn 1", &long]),
            mail("", &["> May I join?"]),
        ],
        more: 3,
        maildir: "mail".to_owned(),
    }
}

#[test]
fn mails_about_campaigns_that_cannot_be_opened() {
    let halted = |why: &str, step: &str| DeskMail::Halted {
        since: "Sun 22 Nov 20:05 (Warsaw)".to_owned(),
        why: why.to_owned(),
        steps: vec![step.to_owned()],
        folder: "campaigns/pre-21".to_owned(),
    };
    check_desk(
        "desk-halted",
        "",
        &halted(
            "log/000007/state.toml: it was changed after it was committed",
            "restore it from a backup",
        ),
    );
    let wide = halted(&format!("/home/{}/x", "long/".repeat(40)), "\u{7}> do");
    check_manners(&templates().desk_mail(&DeskFrame::default(), &wide).unwrap());
    check_desk("desk-waits", "Ana Torres", &DeskMail::Waits);
    check_desk(
        "desk-astray",
        "Ana Torres",
        &DeskMail::Astray {
            why: "it names no campaign and came to no seat's address".to_owned(),
            openers: vec!["#orders pre-21 north turn ...".to_owned()],
            passed_on: false,
        },
    );
    check_desk(
        "desk-passed-on",
        "Ana Torres",
        &DeskMail::Astray {
            why: "it names no campaign and came to no seat's address".to_owned(),
            openers: vec!["#orders pre-21 north turn ...".to_owned()],
            passed_on: true,
        },
    );
    check_desk(
        "desk-wrote",
        "",
        &DeskMail::Wrote {
            name: "Ana Torres".to_owned(),
            address: "ana@example.org".to_owned(),
            seats: vec!["north in pre-21".to_owned(), "red in isles".to_owned()],
            vouched: false,
            subject: "This week".to_owned(),
            lines: vec![
                "Dear referee,".to_owned(),
                "I am ill. > #orders x".to_owned(),
            ],
            cut: 12,
            files: 1,
            orders: 2,
            file: "mail/cur/1795795083.0000.0123456789ab".to_owned(),
        },
    );
    check_desk("desk-unheard", "", &unheard());
    check_desk(
        "desk-stranger",
        "",
        &DeskMail::Stranger {
            club_address: "orders@club.example".to_owned(),
            referee: "referee@club.example".to_owned(),
            games: vec!["Conquistador".to_owned(), "1492".to_owned()],
        },
    );
    check_desk(
        "desk-undeliverable",
        "",
        &DeskMail::Undeliverable {
            to: "Ben, ben@example.net".to_owned(),
            seat: "south".to_owned(),
            subject: "[pre-21] turn 3: your report".to_owned(),
            key: "pre-21.000007.south.report".to_owned(),
            entry: 7,
            why: "550 no such\nuser".to_owned(),
        },
    );
}

#[test]
fn a_letter_from_the_referee_says_where_answers_go() {
    let letter = PlayerLetter {
        from: Writer::Referee {
            address: "referee@club.example".to_owned(),
        },
        also_to: vec![seat("south")],
        text: "The club meets on Friday.\n#orders pre-21 north turn 3\n#end".to_owned(),
    };
    golden(
        "letter-referee",
        &templates().letter(&frame(), &letter).unwrap(),
    );
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
        fairness: String::new(),
    };
    golden("game", &templates().game(&page).unwrap());
    assert!(rulings(&DataPack::default()).unwrap().is_empty());
}

#[test]
fn who_is_asked_is_reminded_of_the_question() {
    let frame = frame();
    let notice = Notice::Reminder {
        offered: String::new(),
        missing: None,
        left: "6 hours".to_owned(),
        ahead: false,
        questions: vec!["Do you use the tile (TAKE) or put it back (SKIP)?".to_owned()],
        answers: vec!["the tile in C3 is put back".to_owned()],
        why: String::new(),
        order_sheet: order_sheet(
            "pre-21",
            seat("north"),
            (frame.sheet, &SheetNames::NONE),
            &sheet_text(),
            &[],
        ),
    };
    let text = templates().notice(&frame, &notice).unwrap();
    assert!(!text.contains("have come in"), "{text}");
    assert!(!text.contains("standing orders are played"), "{text}");
    check_notice("reminder-question", &frame, &notice);
}
