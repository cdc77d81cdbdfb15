//! The answer to a mail that only asks: its subject.

use super::pretend::frame;
use super::receipt::{page, read};
use packetboat::engine::game::Understood;
use packetboat::report::{Answer, Finding, ReceiptPage, Subject, subject};

/// What players ask about is in the subject, and nothing of it that means something in a header.
#[test]
fn a_subject_holds_nothing_but_plain_words() {
    let text = |request: &str| Answer::Text {
        request: request.to_owned(),
        text: "x".to_owned(),
    };
    let subject_of = |answers: Vec<Answer>| {
        let page = ReceiptPage {
            answers,
            ..page(Finding::Read(read("#orders", Understood::default())))
        };
        subject(&frame(), &Subject::Receipt(&page))
    };
    let forged = text("MAP a] [x-1]\r\nBcc: <b@c.example>");
    assert_eq!(subject_of(vec![forged]), "[pre-21] MAP a x-1Bcc bc.example");
    let many = vec![text("MAP cuba"), text("DICE"), Answer::More { count: 4 }];
    assert_eq!(subject_of(many), "[pre-21] MAP cuba and 5 more");
    let long = subject_of(vec![text(&format!("WHY {}", "a".repeat(400)))]);
    assert!(long.len() < 70 && long.ends_with("..."), "{long}");
}
