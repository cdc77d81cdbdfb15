//! Receipts, case by case.

use super::pretend::{check_manners, frame, golden, line, no_report, sheet_text, templates};
use packetboat::engine::game::{LineRead, Understood};
use packetboat::engine::language::SheetText;
use packetboat::engine::reason::Reason;
use packetboat::lang::diagnostic::{Diagnostic, Span};
use packetboat::lang::sheet::{Readiness, SheetNo};
use packetboat::report::{
    AbsenceNotice, Advice, Answer, Explained, Finding, Frame, Gate, LetterSent, RECEIPT_BYTES_MAX,
    ReceiptPage, SheetRead, Stop, Subject, subject,
};

pub(super) fn page(finding: Finding) -> ReceiptPage {
    ReceiptPage {
        finding,
        advice: Vec::new(),
        instead_of: 0,
        mended: Vec::new(),
        answers: Vec::new(),
        letters: Vec::new(),
        absences: Vec::new(),
        in_force: vec![
            line("PLAY Y2", Some(3), 4),
            line("PLAY R1", Some(3), 4),
            line("STANDING PREFER blue", None, 2),
        ],
        order_sheet: sheet_text(),
        asked: Vec::new(),
        gate: Gate::Ready,
        offered: String::new(),
    }
}

pub(super) fn read(block: &str, understood: Understood) -> Box<SheetRead> {
    Box::new(SheetRead {
        source: packetboat::report::Source::Block,
        before: Gate::NoSheet,
        sheet: SheetNo::whole(3),
        submission: 7,
        lines: block.lines().map(str::to_owned).collect(),
        understood,
    })
}

fn line_read(number: u32, text: &str, kind: &'static str) -> LineRead {
    LineRead {
        number,
        part: 0,
        text: text.to_owned(),
        kind,
        sheet: (kind != "stands").then(|| SheetNo::whole(3)),
        doubted: false,
        hidden: false,
        notes: Vec::new(),
    }
}

fn fault(line: u32, column: u32, width: u32, reason: &str, hint: &str) -> Diagnostic {
    let span = Span {
        line,
        column,
        width,
    };
    Diagnostic::new(span, reason, hint)
}

fn check(name: &str, frame: &Frame, page: &ReceiptPage, wanted_subject: &str) {
    golden(name, &templates().receipt(frame, page).unwrap());
    assert_eq!(subject(frame, &Subject::Receipt(page)), wanted_subject);
}

/// The clean receipt of `docs/order-language.md`, section 13.
fn clean() -> Understood {
    let mut goal = line_read(1, "DEVELOP CITIZEN AT 2 FILL 2 IF GOLD AT LEAST 12", "wish");
    goal.notes = vec![Reason::of(&"you have 9 gold now")];
    Understood {
        lines: vec![
            goal,
            line_read(2, "SAIL 1: E, LOOK C3", "wish"),
            line_read(3, "STANDING KEEP 2 spice, 1 stone", "stands"),
        ],
        corrected: vec![
            "DEVELOP CITIZEN AT 2 FILL 2 IF GOLD AT LEAST 12".to_owned(),
            "SAIL 1: E, LOOK C3".to_owned(),
            "STANDING KEEP 2 spice, 1 stone".to_owned(),
        ],
        filed: true,
        sheets: [SheetNo::whole(3)].into(),
        replaced: vec!["STANDING KEEP 2 spice".to_owned()],
        in_force: vec![
            line(
                "DEVELOP CITIZEN AT 2 FILL 2 IF GOLD AT LEAST 12",
                Some(3),
                7,
            ),
            line("SAIL 1: E, LOOK C3", Some(3), 7),
            line("STANDING KEEP 2 spice, 1 stone", None, 7),
            line("STANDING PRODUCE AUTO, tobacco", None, 2),
        ],
        silence: vec!["to wishes the autopilot adds nothing".to_owned()],
        ..Understood::default()
    }
}

#[test]
fn all_understood() {
    let page = page(Finding::Read(read("#orders", clean())));
    check(
        "receipt-clean",
        &frame(),
        &page,
        "[pre-21] turn 3: filed, orders until Sun 22 Nov 20:00",
    );
}

/// The receipt with faults of `docs/order-language.md`, section 13.
fn faulty() -> Box<SheetRead> {
    let understood = Understood {
        lines: vec![
            line_read(1, "BUY 2 carracks, 5 soldiers", "once"),
            line_read(4, "HEMI S1 TO nombre-de-dios IF france AT veracruz", "once"),
        ],
        repairs: vec![(4, "lines 4 and 5 were joined".to_owned())],
        faults: vec![
            fault(
                2,
                15,
                4,
                "did not understand `FORM`",
                "did you mean `FROM`?",
            ),
            fault(
                6,
                5,
                3,
                "`car` could be caravel or carrack",
                "write more of it",
            ),
        ],
        corrected: vec![
            "BUY 2 carracks, 5 soldiers".to_owned(),
            "EXPEDITION S1 FROM europe SHIPS 2 carracks LOAD 5 soldiers LAND veracruz".to_owned(),
            "HEMI S1 TO nombre-de-dios IF france AT veracruz".to_owned(),
            "; BUY car 1".to_owned(),
        ],
        filed: true,
        sheets: [SheetNo::whole(3)].into(),
        in_force: vec![
            line("BUY 2 carracks, 5 soldiers", Some(3), 7),
            line(
                "HEMI S1 TO nombre-de-dios IF france AT veracruz",
                Some(3),
                7,
            ),
            line("STANDING STANCE ALL FLEE", None, 1),
        ],
        silence: vec!["ships without orders stay where they are".to_owned()],
        ..Understood::default()
    };
    read(
        "#orders pre-21 north turn 3\nBUY car 2, 5 soldiers\n\
         EXPEDITION S1 FORM europe SHIPS 2 carracks LOAD 5 soldiers\n  LAND veracruz\n\
         HEMI S1 TO nombre-de-dios\nIF france AT veracruz\nBUY car 1\n",
        understood,
    )
}

#[test]
fn faults_with_carets_and_the_corrected_sheet() {
    let page = page(Finding::Read(faulty()));
    check(
        "receipt-faults",
        &frame(),
        &page,
        "[pre-21] turn 3: filed, 2 orders, but 2 not understood",
    );
}

#[test]
fn only_faults_file_nothing() {
    let understood = Understood {
        faults: vec![fault(
            1,
            1,
            4,
            "no order is called `PLYA`",
            "did you mean `PLAY`?",
        )],
        corrected: vec!["PLAY LOWEST".to_owned()],
        in_force: page(Finding::NoOrders).in_force,
        silence: sheet_text().silence,
        ..Understood::default()
    };
    let finding = Finding::Read(read(
        "#orders pre-21 north turn 3\nPLYA LOWEST\n",
        understood,
    ));
    check(
        "receipt-only-faults",
        &frame(),
        &page(finding),
        "[pre-21] turn 3: not filed, nothing was understood",
    );
}

#[test]
fn our_own_sheet_untouched_is_silence() {
    let page = ReceiptPage {
        gate: Gate::NoSheet,
        ..page(Finding::OnlyOurs {
            sheet: SheetNo::whole(3),
            asks: false,
        })
    };
    check(
        "receipt-only-ours",
        &frame(),
        &page,
        "[pre-21] turn 3: not filed",
    );
}

#[test]
fn an_empty_sheet_counts_and_that_is_said_first() {
    let understood = Understood {
        empty: true,
        filed: true,
        sheets: [SheetNo::whole(3)].into(),
        replaced: vec!["PLAY Y2".to_owned()],
        silence: sheet_text().silence,
        ..Understood::default()
    };
    let page = page(Finding::Read(read(
        "#orders pre-21 north turn 3\n",
        understood,
    )));
    check(
        "receipt-empty",
        &frame(),
        &page,
        "[pre-21] turn 3: filed, an empty sheet",
    );
}

#[test]
fn an_empty_sheet_takes_the_place_of_what_was_sent_before_only() {
    let understood = Understood {
        empty: true,
        filed: true,
        sheets: [SheetNo::whole(3)].into(),
        silence: sheet_text().silence,
        ..Understood::default()
    };
    let read = read("#orders pre-21 north turn 3\n", understood);
    let text = templates().receipt(&frame(), &page(Finding::Read(read)));
    let text = text
        .unwrap()
        .split_whitespace()
        .collect::<Vec<_>>()
        .join(" ");
    assert!(
        text.contains("your sheet is empty, and it counts."),
        "{text}"
    );
    assert!(!text.contains("the place of"), "{text}");
}

#[test]
fn a_sheet_already_played_is_refused() {
    let page = page(Finding::Refused {
        lines: vec!["#orders pre-21 north turn 2".to_owned()],
        fault: fault(
            0,
            27,
            1,
            "turn 2 has been played; turn 3 is open now",
            "write turn 3 if these orders are meant for it",
        ),
    });
    check(
        "receipt-too-late",
        &frame(),
        &page,
        "[pre-21] turn 3: not filed",
    );
}

#[test]
fn two_different_blocks_are_not_guessed_at() {
    let page = page(Finding::Several {
        openers: vec![
            "#orders pre-21 north turn 3".to_owned(),
            "#orders pre-21 north turn 3 ****".to_owned(),
        ],
        campaigns: false,
    });
    check(
        "receipt-several",
        &frame(),
        &page,
        "[pre-21] turn 3: not filed",
    );
}

#[test]
fn a_mail_without_orders_gets_a_sheet_to_copy() {
    let page = ReceiptPage {
        in_force: Vec::new(),
        gate: Gate::NoSheet,
        ..page(Finding::NoOrders)
    };
    check(
        "receipt-no-orders",
        &frame(),
        &page,
        "[pre-21] turn 3: not filed",
    );
}

#[test]
fn a_mail_that_cannot_be_read_says_what_to_do() {
    let why = "Your mail contains only HTML, no plain text, and was not read. Please send it \
        again as \
               plain text.";
    let page = page(Finding::Unreadable {
        why: why.to_owned(),
    });
    check(
        "receipt-unreadable",
        &frame(),
        &page,
        "[pre-21] turn 3: not filed",
    );
}

#[test]
fn check_files_nothing() {
    let mut understood = Understood {
        check: true,
        ..clean()
    };
    // What is only checked bears no number.
    for line in understood
        .in_force
        .iter_mut()
        .filter(|it| it.submission == 7)
    {
        line.submission = 0;
    }
    let mut read = read("#orders", understood);
    read.submission = 0;
    let page = page(Finding::Read(read));
    check(
        "receipt-check",
        &frame(),
        &page,
        "[pre-21] turn 3: not filed, 3 orders checked",
    );
}

#[test]
fn standing_lines_alone() {
    let understood = Understood {
        lines: vec![line_read(1, "STANDING PREFER red", "stands")],
        corrected: vec!["STANDING PREFER red".to_owned()],
        filed: true,
        sheets: [SheetNo::whole(3)].into(),
        replaced: vec![
            "STANDING PREFER blue".to_owned(),
            "STANDING HOLD WR".to_owned(),
        ],
        in_force: vec![
            line("STANDING PREFER red", None, 7),
            line("PLAY Y2", Some(3), 4),
        ],
        silence: sheet_text().silence,
        ..Understood::default()
    };
    let page = page(Finding::Read(read("#orders", understood)));
    check(
        "receipt-standing",
        &frame(),
        &page,
        "[pre-21] turn 3: filed, orders until Sun 22 Nov 20:00",
    );
}

#[test]
fn wait_alone_changes_nothing_else() {
    let understood = Understood {
        ready: [(SheetNo::whole(3), Readiness::Wait)].into(),
        filed: true,
        sheets: [SheetNo::whole(3)].into(),
        in_force: vec![line("PLAY Y2", Some(3), 4)],
        silence: sheet_text().silence,
        ..Understood::default()
    };
    let page = ReceiptPage {
        gate: Gate::Waits,
        ..page(Finding::Read(read("#orders", understood)))
    };
    check("receipt-wait", &frame(), &page, "[pre-21] turn 3: filed");
}

#[test]
fn clear_ends_standing_lines() {
    let understood = Understood {
        filed: true,
        sheets: [SheetNo::whole(3)].into(),
        replaced: vec!["STANDING HOLD WR".to_owned()],
        ..Understood::default()
    };
    let cleared = page(Finding::Read(read("#orders", understood.clone())));
    check(
        "receipt-clear",
        &frame(),
        &cleared,
        "[pre-21] turn 3: filed",
    );
    let nothing = Understood {
        replaced: Vec::new(),
        ..understood
    };
    let text = templates().receipt(&frame(), &page(Finding::Read(read("#orders", nothing))));
    assert!(text.unwrap().contains("there was no such order to end"));
}

#[test]
fn cancel_withdraws_a_sheet() {
    let understood = Understood {
        filed: true,
        cancelled: [SheetNo::whole(3)].into(),
        replaced: vec!["PLAY Y2".to_owned()],
        silence: sheet_text().silence,
        ..Understood::default()
    };
    let page = ReceiptPage {
        gate: Gate::NoSheet,
        ..page(Finding::Read(read("#orders", understood)))
    };
    check(
        "receipt-cancel",
        &frame(),
        &page,
        "[pre-21] turn 3: orders withdrawn",
    );
}

#[test]
fn requests_are_answered_and_a_report_again_brings_no_second_sheet() {
    let page = ReceiptPage {
        answers: vec![
            Answer::Status {
                record: String::new(),
                points: vec!["spain 456".to_owned(), "france 40".to_owned()],
                waiting: Some((1, 3)),
                left: vec!["France".to_owned()],
                position: "Pile: R1.".to_owned(),
            },
            Answer::Help {
                verb: Some("play".to_owned()),
                said: Explained {
                    now: vec!["  PLAY Y2".to_owned()],
                    examples: vec!["  PLAY R1".to_owned()],
                    forms: vec!["Plays that card.".to_owned()],
                    ..Explained::default()
                },
            },
            Answer::Help {
                verb: Some("plya".to_owned()),
                said: Explained::default(),
            },
            no_report(9),
            Answer::Report {
                sheet: SheetNo::whole(2),
                text: "Ana, this is turn 2.\n\n#orders pre-21 north turn 2\n; x\n#end\n".to_owned(),
                cut: false,
            },
        ],
        ..page(Finding::Read(read(
            "#orders",
            Understood {
                in_force: vec![line("PLAY Y2", Some(3), 4)],
                ..Understood::default()
            },
        )))
    };
    let text = templates().receipt(&frame(), &page).unwrap();
    assert!(!text.contains("north turn 2"), "{text}");
    golden("receipt-requests", &text);
}

/// What does not fit into a receipt is named with the request that brings it alone.
#[test]
fn answers_that_do_not_fit_are_named() {
    let report = |turn: u32, lines: usize| Answer::Report {
        sheet: SheetNo::whole(turn),
        text: format!("a line of the report of turn {turn}\n").repeat(lines),
        cut: false,
    };
    let render = |answers: Vec<Answer>| {
        let understood = Understood::default();
        let page = ReceiptPage {
            answers,
            ..page(Finding::Read(read("#orders", understood)))
        };
        let text = templates().receipt(&frame(), &page).unwrap();
        assert!(text.len() <= RECEIPT_BYTES_MAX, "{} bytes", text.len());
        text.split_whitespace().collect::<Vec<_>>().join(" ")
    };
    let help = Answer::Help {
        verb: None,
        said: Explained {
            forms: vec!["PLAY card".to_owned(); 1_000],
            ..Explained::default()
        },
    };
    let text = render(vec![
        report(2, 1_200),
        report(3, 1_200),
        help,
        report(4, 10),
    ]);
    assert!(text.contains("REPORT OF TURN 2") && text.contains("REPORT OF TURN 4"));
    assert!(!text.contains("REPORT OF TURN 3"));
    let wanted = "To get it, send REPORT 3 alone.";
    assert!(text.contains(wanted), "{text}");
    // Alone it comes, and one that is longer than any mail comes as far as it fits.
    assert!(render(vec![report(3, 1_200)]).contains("END OF THAT REPORT"));
    let text = render(vec![report(3, 4_000)]);
    assert!(text.contains("The rest of that report is too long for a mail"));
    assert!(text.matches("a line of the report").count() > 1_000);
}

#[test]
fn letters_absences_and_farewells_are_noted() {
    let understood = Understood {
        resigns: true,
        ..Understood::default()
    };
    let page = ReceiptPage {
        mended: vec!["3 en-dashes read as \"-\"".to_owned()],
        advice: vec![Advice::NoEnd, Advice::OtherAddress],
        letters: vec![
            LetterSent::Sent {
                to: vec!["South".to_owned(), "West".to_owned()],
                robots: Vec::new(),
                begins: "Dear both".to_owned(),
            },
            LetterSent::Refused {
                why: "in this campaign no letters are carried".to_owned(),
            },
        ],
        absences: vec![
            AbsenceNotice::TakenBack {
                dates: vec!["from Thu 24 Dec to Sat 2 Jan".to_owned()],
                robot: false,
            },
            AbsenceNotice::Noted {
                dates: "from Thu 24 Dec to Sat 2 Jan".to_owned(),
                moved: true,
                also: Vec::new(),
            },
            AbsenceNotice::Refused {
                dates: "2026-10-01..2026-10-02".to_owned(),
                why: "it is over already".to_owned(),
            },
        ],
        gate: Gate::NotCalled,
        ..page(Finding::Read(read("#orders", understood)))
    };
    golden(
        "receipt-notes",
        &templates().receipt(&frame(), &page).unwrap(),
    );
}

#[test]
fn lines_for_other_sheets_say_so() {
    let mut ahead = line_read(2, "PLAY R1", "kept");
    ahead.sheet = Some(SheetNo::whole(4));
    let understood = Understood {
        lines: vec![line_read(1, "PLAY Y2", "kept"), ahead],
        ready: [(SheetNo::whole(4), Readiness::GoAhead)].into(),
        filed: true,
        sheets: [SheetNo::whole(3), SheetNo::whole(4)].into(),
        corrected: vec![
            "PLAY Y2".to_owned(),
            "TURN 4".to_owned(),
            "PLAY R1".to_owned(),
        ],
        replaced: vec!["PLAY G6".to_owned()],
        in_force: vec![line("PLAY Y2", Some(3), 7), line("PLAY R1", Some(4), 7)],
        ..Understood::default()
    };
    let page = page(Finding::Read(read("#orders", understood)));
    let frame = Frame {
        deadline: None,
        ..frame()
    };
    check("receipt-ahead", &frame, &page, "[pre-21] turn 3: filed");
}

#[test]
fn hostile_lines_keep_their_manners() {
    let long = format!("PLAY {} {{{{ x }}}} \u{202e}\u{7}", "R1/".repeat(120));
    let understood = Understood {
        lines: vec![line_read(1, &long.replace(char::is_control, ""), "kept")],
        faults: vec![
            fault(2, 300, 5, "did not understand `it`", ""),
            fault(9, 1, 1, "a line that is not there", "do nothing"),
        ],
        corrected: vec![
            format!("PLAY {}R2", "R1/".repeat(120)),
            format!("; {}", "x".repeat(99)),
        ],
        filed: true,
        sheets: [SheetNo::whole(3)].into(),
        ..Understood::default()
    };
    let page = page(Finding::Read(read(
        &format!("#orders\n{long}\n{long}"),
        understood,
    )));
    let text = templates().receipt(&frame(), &page).unwrap();
    check_manners(&text);
    let words: Vec<&str> = text.split_whitespace().collect();
    assert!(words.join(" ").contains("{{ x }}"), "{text}");
    let refused = ReceiptPage {
        order_sheet: SheetText::default(),
        asked: Vec::new(),
        ..self::page(Finding::Refused {
            lines: vec![format!("#orders {}", "é".repeat(390))],
            fault: fault(0, 200, 400, "no campaign is called so", ""),
        })
    };
    check_manners(&templates().receipt(&frame(), &refused).unwrap());
}

#[test]
fn after_the_end_nothing_is_to_be_changed() {
    let frame = Frame {
        stop: Stop::Over,
        deadline: None,
        ..frame()
    };
    let page = ReceiptPage {
        gate: Gate::None,
        ..page(Finding::Read(read("#orders", clean())))
    };
    let text = templates().receipt(&frame, &page).unwrap();
    assert!(!text.contains("To be changed"), "{text}");
    assert!(!text.contains("ready."), "{text}");
}

#[test]
fn a_sheet_filed_ahead_is_kept_and_the_open_turn_is_named() {
    let mut ahead = line_read(1, "PLAY R1", "kept");
    ahead.sheet = Some(SheetNo::whole(4));
    let understood = Understood {
        lines: vec![ahead],
        filed: true,
        sheets: [SheetNo::whole(4)].into(),
        corrected: vec!["PLAY R1".to_owned()],
        in_force: vec![line("PLAY Y2", Some(3), 4), line("PLAY R1", Some(4), 7)],
        ..Understood::default()
    };
    let mut read = read("#orders", understood);
    read.sheet = SheetNo::whole(4);
    let text = templates().receipt(&frame(), &page(Finding::Read(read)));
    let text = text.unwrap();
    assert!(!text.contains("You are ready"), "{text}");
    assert!(!text.contains("To be changed until"), "{text}");
    golden("receipt-kept-ahead", &text);
}

#[test]
fn common_lines_are_noted_at_their_place_and_goahead_ends_the_asking() {
    let understood = Understood {
        common: vec![(2, "CLEAR HOLD".to_owned()), (4, "GOAHEAD".to_owned())],
        ready: [(SheetNo::whole(3), Readiness::GoAhead)].into(),
        lines: vec![
            line_read(1, "PLAY Y2", "kept"),
            line_read(3, "PLAY R1", "kept"),
        ],
        filed: true,
        sheets: [SheetNo::whole(3)].into(),
        ..Understood::default()
    };
    let frame = Frame {
        early: "2 hours after all sheets are in".to_owned(),
        ..frame()
    };
    let page = page(Finding::Read(read("#orders", understood)));
    golden(
        "receipt-common",
        &templates().receipt(&frame, &page).unwrap(),
    );
}
