//! Reports of all kinds, and order sheets.

use super::pretend::{
    check_manners, files, frame, golden, line, outcome, page, seat, sheet_text, templates,
};
use packetboat::engine::language::SheetText;
use packetboat::lang::sheet::SheetNo;
use packetboat::lang::sheet_names::SheetNames;
use packetboat::report::{
    DiceShown, Frame, ReportKind, Stop, Subject, Templates, corrected_sheet, order_sheet, subject,
};
use serde_json::json;

const HEX: &str = "00112233445566778899aabbccddeeff00112233445566778899aabbccddeeff";

#[test]
fn the_first_report_welcomes_and_says_how_to_answer() {
    let frame = Frame {
        sheet: SheetNo::whole(1),
        dice: DiceShown::Sealed {
            anew: false,
            chain: HEX.to_owned(),
            seed_hash: HEX.to_owned(),
            link: HEX.to_owned(),
        },
        ..frame()
    };
    let mut page = page();
    page.sheet = SheetNo::whole(1);
    page.events.truncate(1);
    page.accounts.clear();
    page.in_force.clear();
    golden(
        "first",
        &templates()
            .report(&frame, ReportKind::First, &page)
            .unwrap(),
    );
}

#[test]
fn a_usual_report_has_all_chapters() {
    let frame = Frame {
        notes: vec!["The deadline was moved by a day, since no mail came in on Friday.".to_owned()],
        dice: DiceShown::Link {
            anew: false,
            number: 2,
            link: HEX.to_owned(),
            timeline: 1,
        },
        ..frame()
    };
    golden(
        "usual",
        &templates()
            .report(&frame, ReportKind::Usual, &page())
            .unwrap(),
    );
}

#[test]
fn a_question_in_the_middle_of_a_sheet_shows_the_question() {
    let frame = Frame {
        stop: Stop::Interrupt,
        ..frame()
    };
    let mut page = page();
    page.accounts.clear();
    page.questions = vec![json!({"question": "react", "by": "south", "card": "Blight"})];
    page.in_force.push(line("PLAY Y2", Some(3), 5));
    golden(
        "question",
        &templates()
            .report(&frame, ReportKind::Question, &page)
            .unwrap(),
    );
}

#[test]
fn a_final_report_has_placings_with_ties_and_the_seed_and_no_sheet() {
    let frame = Frame {
        stop: Stop::Over,
        deadline: None,
        dice: DiceShown::Opened {
            anew: false,
            number: 9,
            seed: HEX.to_owned(),
        },
        ..frame()
    };
    let mut page = page();
    page.outcome = Some(outcome(&[("north", 1), ("south", 1), ("west", 3)]));
    let text = templates()
        .report(&frame, ReportKind::Final, &page)
        .unwrap();
    assert!(!text.contains("#orders"));
    golden("final", &text);
    page.outcome = Some(outcome(&[("north", 2), ("south", 2), ("west", 2)]));
    let text = templates()
        .report(&frame, ReportKind::Final, &page)
        .unwrap();
    assert!(text.contains("Nobody wins: "), "{text}");
}

#[test]
fn a_public_page_says_nothing_private() {
    let frame = Frame {
        seat: None,
        seat_title: String::new(),
        player: String::new(),
        ..frame()
    };
    // Even if somebody handed it private data: lines and sheets have no place on the page.
    let text = templates()
        .report(&frame, ReportKind::Public, &page())
        .unwrap();
    for private in ["OPPHAND", "PREFER", "#orders", "your hand", "You play"] {
        assert!(!text.contains(private), "{private} in:\n{text}");
    }
    golden("public", &text);
}

#[test]
fn the_referee_is_told_that_the_page_is_not_for_everybody() {
    let frame = Frame {
        seat: None,
        seat_title: String::new(),
        player: String::new(),
        ..frame()
    };
    let text = templates()
        .report(&frame, ReportKind::Referee, &page())
        .unwrap();
    let joined = text.replace('\n', " ");
    assert!(
        joined.contains("for the referee only: it shows all that was hidden."),
        "{text}"
    );
    assert!(!text.contains("for everybody"), "{text}");
    check_manners(&text);
}

#[test]
fn lines_in_force_at_a_gate_may_be_left_standing() {
    let mut page = page();
    page.in_force.push(line("PLAY Y2", Some(3), 4));
    let frame = Frame {
        early: "2 hours after all sheets are in".to_owned(),
        ..frame()
    };
    golden(
        "in-force-at-a-gate",
        &templates()
            .report(&frame, ReportKind::Usual, &page)
            .unwrap(),
    );
}

#[test]
fn a_seat_that_is_not_called_is_told_so() {
    let frame = Frame {
        stop: Stop::Elsewhere,
        ..frame()
    };
    let text = templates()
        .report(&frame, ReportKind::Usual, &page())
        .unwrap();
    assert!(text.contains("Nothing is asked of you now."), "{text}");
    assert!(!text.contains("until Sun"), "{text}");
}

#[test]
fn a_held_campaign_is_called_held() {
    let frame = Frame {
        stop: Stop::Held,
        deadline: None,
        ..frame()
    };
    let text = templates()
        .report(&frame, ReportKind::Usual, &page())
        .unwrap();
    assert!(
        text.contains("The referee has put the game on hold"),
        "{text}"
    );
}

#[test]
fn hostile_names_and_texts_do_no_harm() {
    let hostile = "Eve {{ view.prize }} {% for %}\r\n#orders pre-21 north turn 3\n> \u{202e}x\u{0}";
    let mut frame = frame();
    frame.player = hostile.to_owned();
    frame.club = format!("{} {hostile}", "long ".repeat(30));
    frame.notes = vec!["w".repeat(200), hostile.to_owned()];
    for seat in &mut frame.seats {
        seat.player = hostile.to_owned();
    }
    let mut page = page();
    page.events = vec![json!({
        "event": "played", "seat": "north", "card": format!("{hostile} {}", "y".repeat(99)),
        "gain": 1,
    })];
    page.view["prize"] = json!(hostile);
    page.order_sheet.position = vec![hostile.replace(['\r', '\n', '\0'], " ").repeat(4)];
    for kind in [ReportKind::First, ReportKind::Usual, ReportKind::Public] {
        let text = templates().report(&frame, kind, &page).unwrap();
        check_manners(&text);
        assert!(text.contains("{{ view.prize }}"), "{text}");
        let openers = text.lines().filter(|it| it.starts_with("#orders")).count();
        assert_eq!(openers, usize::from(kind != ReportKind::Public), "{text}");
    }
    let subject = subject(&frame, &Subject::Report(ReportKind::Usual));
    assert!(!subject.contains(char::is_control), "{subject}");
}

#[test]
fn the_sheet_of_a_report() {
    let text = SheetText {
        position: vec![
            "prize: Curia (yellow ..) | dealer South, you lead".to_owned(),
            "prices: red 2, yellow 5, green 3, blue 1".to_owned(),
        ],
        lead: "your turn is over; plan the next below TURN 4".to_owned(),
        live: Vec::new(),
        goes_ahead: false,
        said_ahead: false,
        waits: false,
        asked: false,
        advice: vec!["PLAY R1/Y15".to_owned()],
        silence: vec!["PLAY LOWEST".to_owned(), "DOME CHEAPEST".to_owned()],
        own: Vec::new(),
    };
    let wanted = "#orders tnw-21 north turn 3\n\
                  ; prize: Curia (yellow ..) | dealer South, you lead\n\
                  ; prices: red 2, yellow 5, green 3, blue 1\n\
                  ; your turn is over; plan the next below TURN 4\n\
                  ; advice:\n\
                  ; PLAY R1/Y15\n\
                  ; if you send no orders, this is played by default:\n\
                  ; PLAY LOWEST\n\
                  ; DOME CHEAPEST\n\
                  ; OK sends all the advice; to send some, delete the ; before those lines\n\
                  #end\n";
    let sheet = SheetNo::whole(3);
    assert_eq!(
        order_sheet(
            "tnw-21",
            seat("north"),
            (sheet, &SheetNames::NONE),
            &text,
            &[]
        ),
        wanted
    );
}

#[test]
fn advice_is_above_live_lines() {
    let text = SheetText {
        live: vec!["MOVE STAY".to_owned()],
        advice: vec!["MOVE TOWARD ISLE / STAY".to_owned()],
        ..SheetText::default()
    };
    let printed = order_sheet(
        "seas",
        seat("red"),
        (SheetNo::whole(3), &SheetNames::NONE),
        &text,
        &[],
    );
    let wanted = "#orders seas red turn 3\n\
                  ; advice (if you use a line, delete your own for the same thing):\n\
                  ; MOVE TOWARD ISLE / STAY\n\
                  MOVE STAY\n";
    assert!(printed.starts_with(wanted), "{printed}");
}

#[test]
fn lines_of_the_sheet_in_force_are_its_live_lines() {
    let mut text = sheet_text();
    text.live = vec!["BID 0".to_owned()];
    let in_force = [
        line("PLAY Y2", Some(3), 4),
        line("PLAY R1", Some(4), 4),
        line("STANDING KEEP 2 spice", None, 2),
        line("STANDING UNTIL 9 PRODUCE AUTO", None, 2),
    ];
    let sheet = SheetNo::whole(3);
    let printed = order_sheet(
        "pre-21",
        seat("north"),
        (sheet, &SheetNames::NONE),
        &text,
        &in_force,
    );
    golden("sheet-in-force", &printed);
    let live: Vec<&str> = printed
        .lines()
        .filter(|it| !it.starts_with([';', '#']))
        .collect();
    assert_eq!(live, ["PLAY Y2"]);
}

#[test]
fn a_sheet_in_force_that_goes_ahead_says_so() {
    let text = SheetText {
        goes_ahead: true,
        ..sheet_text()
    };
    let sheet = SheetNo::whole(3);
    let live = |in_force: &[packetboat::engine::game::InForce]| {
        let printed = order_sheet(
            "pre-21",
            seat("north"),
            (sheet, &SheetNames::NONE),
            &text,
            in_force,
        );
        let lines = printed.lines().filter(|it| !it.starts_with([';', '#']));
        lines.map(str::to_owned).collect::<Vec<_>>()
    };
    assert_eq!(live(&[line("PLAY Y2", Some(3), 4)]), ["PLAY Y2", "GOAHEAD"]);
    assert_eq!(live(&[]), Vec::<String>::new());
}

#[test]
fn a_corrected_sheet_is_broken_where_it_joins_again() {
    let corrected = [
        "BUY 2 carracks, 5 soldiers",
        "EXPEDITION S1 FROM europe SHIPS 2 carracks LOAD 5 soldiers LAND veracruz",
        "HEMI S1 TO nombre-de-dios IF france AT veracruz",
        "; BUY car 1",
    ];
    let corrected = corrected.map(str::to_owned);
    let sheet = SheetNo { turn: 6, part: 1 };
    let in_force = [line("STANDING KEEP colonist", None, 1)];
    let printed = corrected_sheet(
        "new-spain",
        seat("spain"),
        (sheet, &SheetNames::NONE),
        &corrected,
        (&in_force, &[]),
    );
    golden("sheet-corrected", &printed);
}

#[test]
fn subjects_say_what_it_is_and_until_when() {
    let check = |frame: &Frame, what: Subject<'_>, wanted: &str| {
        assert_eq!(subject(frame, &what), wanted);
    };
    let frame = frame();
    check(
        &frame,
        Subject::Report(ReportKind::Usual),
        "[pre-21] turn 3, orders until Sun 22 Nov 20:00",
    );
    check(
        &frame,
        Subject::Report(ReportKind::First),
        "[pre-21] turn 3, orders until Sun 22 Nov 20:00",
    );
    check(
        &frame,
        Subject::Letter(Some(seat("south"))),
        "[pre-21] a letter from South",
    );
    check(
        &frame,
        Subject::Reminder,
        "Re: [pre-21] turn 3, orders until Sun 22 Nov 20:00",
    );
    let elsewhere = Frame {
        stop: Stop::Elsewhere,
        ..frame
    };
    check(
        &elsewhere,
        Subject::Report(ReportKind::Usual),
        "[pre-21] turn 3",
    );
}

#[test]
fn a_club_may_overlay_a_template() {
    let mut files = files();
    let own = "{{ campaign }}: {{ position }}{{ order_sheet }}";
    files.insert("_common/report.txt".to_owned(), own.to_owned());
    let text = Templates::of(files).report(&frame(), ReportKind::Usual, &page());
    assert!(
        text.unwrap()
            .starts_with("pre-21: The prize of this round is Curia.")
    );
}
