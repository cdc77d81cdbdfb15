//! A pretend game with templates of its own, frames and pages to render, and the comparison with
//! the golden texts.

use packetboat::engine::account::{Account, Became, Why};
use packetboat::engine::commentary::Commentary;
use packetboat::engine::game::{InForce, PageData};
use packetboat::engine::language::SheetText;
use packetboat::engine::reason::Reason;
use packetboat::engine::rules::Outcome;
use packetboat::engine::seat::Seat;
use packetboat::lang::block::find;
use packetboat::lang::sheet::SheetNo;
use packetboat::report::{Answer, Frame, SeatAt, Templates, WIDTH};
use packetboat_tools::games;
use serde_json::json;
use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
use unicode_width::UnicodeWidthStr;

const EVENTS: &str = r#"{% macro played(e) %}
{{ e.seat | who }} plays {{ e.card }} and takes {{ e.gain | plural("token") }}.
{% endmacro %}
{% macro fought(e) %}
{{ e.seat | who }} rolls {{ e.dice | dice }} in front of {{ view.prize }}.
{% endmacro %}
{% macro quiet(e) %}{% endmacro %}
"#;

const QUESTIONS: &str = r#"{% macro react(q) %}
{{ q.by | who }} plays {{ q.card }} against you. Do you answer with a card?
{% endmacro %}
"#;

const REPORT: &str = r#"The prize of this round is {{ view.prize }}.
{% for it in view.rows %}
{{ it.seat | who | pad(8) }}{{ it.tokens | pad_left(3) }}
{% endfor %}
"#;

/// The built-in templates with those of the pretend game.
pub(super) fn files() -> BTreeMap<String, String> {
    let mut files = games::templates();
    for (name, text) in [
        ("pretend/events.txt", EVENTS),
        ("pretend/questions.txt", QUESTIONS),
        ("pretend/report.txt", REPORT),
    ] {
        files.insert(name.to_owned(), text.to_owned());
    }
    files
}

/// The same, compiled.
pub(super) fn templates() -> Templates {
    Templates::of(files())
}

/// A seat by name.
pub(super) fn seat(name: &str) -> Seat {
    name.parse().expect("a good name")
}

/// North's frame at a gate in turn 3.
pub(super) fn frame() -> Frame {
    let at = |name: &str, title: &str, player: &str, robot| SeatAt {
        name: seat(name),
        title: title.to_owned(),
        player: player.to_owned(),
        robot,
    };
    Frame {
        club: "Sunday Galleon".to_owned(),
        referee: "referee@club.example".to_owned(),
        campaign: "pre-21".to_owned(),
        game: "pretend".to_owned(),
        title: "A Pretend Game".to_owned(),
        seat: Some(seat("north")),
        seat_title: "North".to_owned(),
        player: "Ana Torres".to_owned(),
        seats: vec![
            at("north", "North", "Ana Torres", false),
            at("south", "South", "Ben", false),
            at("west", "West", "", true),
        ],
        deadline: Some("Sun 22 Nov 20:00 (Madrid)".to_owned()),
        ..Frame::bare(SheetNo::whole(3))
    }
}

/// One line in force.
pub(super) fn line(text: &str, sheet: Option<u32>, submission: u32) -> InForce {
    InForce {
        text: text.to_owned(),
        sheet: sheet.map(SheetNo::whole),
        submission,
    }
}

/// The answer to who asks for the report of a turn that there is not.
pub(super) fn no_report(turn: u32) -> Answer {
    Answer::NoReport {
        sheet: SheetNo::whole(turn),
    }
}

/// The sheet of the pretend game.
pub(super) fn sheet_text() -> SheetText {
    SheetText {
        position: vec![
            "prize: Curia | you lead".to_owned(),
            "your hand: R1 Y2 G13".to_owned(),
        ],
        lead: String::new(),
        live: Vec::new(),
        goes_ahead: false,
        said_ahead: false,
        waits: false,
        asked: false,
        advice: vec!["PLAY R1 IF TOP AT MOST 0".to_owned()],
        silence: vec!["without a line of yours the lowest card is played".to_owned()],
        own: Vec::new(),
    }
}

fn account(line: u32, text: &str, became: Became, times: u32, why: &[&str]) -> Account {
    Account {
        line,
        submission: 4,
        text: text.to_owned(),
        became,
        times,
        why: why
            .iter()
            .map(|words| Why {
                reason: Reason::of(words),
                turn: None,
            })
            .collect(),
        changed: Vec::new(),
        ahead: None,
        otherwise: Vec::new(),
        did: Vec::new(),
    }
}

/// What North's page shows after a resolution.
pub(super) fn page() -> PageData {
    PageData {
        before: None,
        replaced: Vec::new(),
        grounds: packetboat::engine::cause::Grounds::default(),
        sheet: SheetNo::whole(3),
        view: json!({
            "prize": "Curia",
            "rows": [{"seat": "north", "tokens": 12}, {"seat": "south", "tokens": 7}],
        }),
        events: vec![
            json!({"event": "played", "seat": "north", "card": "R1", "gain": 2}),
            json!({"event": "quiet"}),
            json!({"event": "played", "seat": "south", "card": "the Grand Assembly of all the \
                   provinces under heaven, in session since spring", "gain": 1}),
            json!({"event": "fought", "seat": "west", "dice": [5, 2]}),
        ],
        accounts: vec![
            account(1, "PLAY R1 IF TOP AT MOST 0", Became::Done, 1, &[]),
            account(2, "PLAY Y2", Became::Done, 3, &[]),
            Account {
                changed: vec!["PLAY Y2".to_owned()],
                ..account(3, "PREFER blue, red", Became::Done, 0, &[])
            },
            account(
                4,
                "PLAY G13 IF OPPHAND AT MOST 2",
                Became::PassedOver,
                0,
                &["OPPHAND AT MOST 2 was not so", "it is not a legal card now"],
            ),
            account(
                6,
                "PLAY WR IF OPPCANDOME ELSE PLAY WR IF UNLOCKS ELSE PLAY WC COLOUR blue/red",
                Became::NotNeeded,
                0,
                &[],
            ),
            account(
                5,
                "BUY 4 carracks",
                Became::InPart,
                1,
                &["of 4 Carracks you get 2"],
            ),
            account(7, "STANDING PREFER blue", Became::Waiting, 0, &[]),
        ],
        questions: Vec::new(),
        answers: Vec::new(),
        in_force: vec![line("STANDING PREFER blue", None, 4)],
        order_sheet: sheet_text(),
        outcome: None,
        points: std::collections::BTreeMap::new(),
        measures: Vec::new(),
        commentary: Commentary::default(),
        missed: 0,
    }
}

/// An outcome by placing.
pub(super) fn outcome(placings: &[(&str, u8)]) -> Outcome {
    let placings = placings.iter().map(|(name, place)| (seat(name), *place));
    Outcome {
        placings: placings.collect(),
    }
}

/// What holds of every mail: its width, no traps for mail programs, one line break at the end, and
/// no order block but the sheet at its end, so that a reply without marks of quotation is read.
pub(super) fn check_manners(text: &str) {
    for line in text.lines() {
        // A word is never broken, however wide it is.
        let whole = line.split_whitespace().any(|it| it.width() > WIDTH / 2);
        assert!(line.width() <= WIDTH || whole, "too wide: {line}");
        assert!(!line.starts_with('>'), "like quoted mail: {line}");
        assert!(!line.starts_with("From "), "like a mailbox: {line}");
        assert_eq!(line, line.trim_end(), "blanks at the end: {line}");
        let odd = |it: char| it.is_control() || matches!(it, '\u{202a}'..='\u{202e}');
        assert!(!line.contains(odd), "control characters: {line:?}");
    }
    let lines: Vec<&str> = text.lines().collect();
    let blocks = find(&lines);
    assert!(blocks.len() <= 1, "{blocks:?}");
    assert!(blocks.iter().all(|it| it.closed), "{blocks:?}");
    assert!(text.ends_with('\n') && !text.ends_with("\n\n"), "{text:?}");
    assert!(!text.contains("\n\n\n"), "two blank lines:\n{text}");
}

/// Compares with `tests/golden/report/<name>.txt`. With `PACKETBOAT_BLESS` set the file is
/// written instead; read it aloud before you commit it.
pub(super) fn golden(name: &str, text: &str) {
    check_manners(text);
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("golden/report");
    let path = folder.join(format!("{name}.txt"));
    if std::env::var_os("PACKETBOAT_BLESS").is_some() {
        fs::write(&path, text).expect("the golden folder can be written");
    }
    let wanted = fs::read_to_string(&path).unwrap_or_default();
    assert_eq!(text, wanted, "{name} differs; it is now:\n{text}");
}
