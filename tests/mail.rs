//! Mail coming in: fixtures of what mail programs do to text, and what they must come to; limits;
//! mails made or broken to do harm. Letters going out are in `letters`.

pub(crate) mod bombs;
pub(crate) mod imap;
mod letters;
pub(crate) mod liars;
mod mbox;
pub(crate) mod mutate;
mod sendmail;
pub(crate) mod server;
mod smtp;
mod tls;
mod tokens;

use bombs::BOMBS;
use mutate::Breaker;
use packetboat::engine::seat::Seat;
use packetboat::mail::address::{House, header_text};
use packetboat::mail::compose::sent_by_us;
use packetboat::mail::fold::Repairs;
use packetboat::mail::line::Limits;
use packetboat::mail::transport::Envelope;
use packetboat::mail::{Body, Class, Incoming, parse};
use serde::Deserialize;
use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::time::Duration;

#[derive(Deserialize)]
struct Expectations {
    mail: Vec<Expected>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Expected {
    file: String,
    class: Class,
    body: String,
    live: Option<String>,
    because: Option<String>,
    bounced: Option<String>,
    seat: Option<String>,
    #[serde(default)]
    notes: Vec<String>,
    #[serde(default)]
    repairs: Vec<String>,
    same_as: Option<String>,
    not_same_as: Option<String>,
}

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("mail")
}

fn fixture(name: &str) -> Vec<u8> {
    fs::read(folder().join(format!("{name}.eml"))).expect("every fixture is there")
}

fn house() -> House {
    House::new("orders@club.example", vec!["galleon.lists.example".into()]).expect("plain")
}

/// An envelope to that address.
/// Nothing here takes so long.
const LIMITS: Limits = Limits {
    quiet: Duration::from_secs(20),
    whole: Duration::from_secs(60),
};

fn to(address: &str) -> Envelope<'_> {
    Envelope {
        from: "orders@club.example",
        to: address,
    }
}

fn seat(name: &str) -> Seat {
    name.parse().expect("a short name")
}

fn live(mail: &Incoming) -> String {
    let lines = mail.body.lines().iter().filter(|it| it.is_live());
    let lines: Vec<&str> = lines.map(|it| it.text.as_str()).collect();
    lines.join("\n").trim_matches('\n').to_owned()
}

fn body_name(body: &Body) -> &'static str {
    match body {
        Body::Text(_) => "text",
        Body::HtmlOnly => "html-only",
        Body::Winmail => "winmail",
        Body::Sealed => "sealed",
        Body::Empty => "empty",
        Body::TooBig => "too-big",
        Body::Unreadable => "unreadable",
    }
}

/// All that differs, in one text, so that one run shows every fixture that is off.
fn differences(wanted: &Expected, raw: &[u8]) -> String {
    let mail = parse(raw, &house());
    let mut found = String::new();
    let mut differ = |what: &str, wanted: &str, got: &str| {
        if wanted != got {
            found += &format!("  {what}\n    wanted {wanted:?}\n    got    {got:?}\n");
        }
    };
    differ(
        "class",
        &format!("{:?}", wanted.class),
        &format!("{:?}", mail.class),
    );
    differ(
        "advice",
        &format!("{}", body_name(&mail.body) != "text"),
        &format!("{}", mail.body.advice().is_some()),
    );
    differ("notes", &wanted.notes.join("|"), &mail.notes.join("|"));
    if wanted.body != "any" {
        differ("body", &wanted.body, body_name(&mail.body));
    }
    if let Some(text) = &wanted.live {
        differ("live", text.trim_matches('\n'), &live(&mail));
        let lines = mail.body.lines().iter().filter(|it| it.is_live());
        let repairs = Repairs::of(lines.map(|it| it.raw.as_str()));
        differ(
            "repairs",
            &wanted.repairs.join("|"),
            &repairs.phrases().join("|"),
        );
    }
    if let Some(because) = &wanted.because {
        differ("because", because, &mail.because);
    }
    let bounced = mail.bounced.map(|bounce| {
        let fault = bounce.fault.map(|it| format!(", {it:?}"));
        let server = bounce.refused_by.map(|it| format!(" by {it}"));
        let fault = fault.unwrap_or_default() + &server.unwrap_or_default();
        format!("{:?}{fault}: {}", bounce.weight, bounce.why)
    });
    differ(
        "bounced",
        wanted.bounced.as_deref().unwrap_or_default(),
        &bounced.unwrap_or_default(),
    );
    if let Some(seat) = &wanted.seat {
        let seats = house().seats_among(&mail.to);
        let seats = seats
            .iter()
            .map(|it| format!("{}/{}", it.campaign, it.seat));
        differ("seat", seat, &seats.collect::<Vec<_>>().join(" "));
    }
    let id = |name: &str| parse(&fixture(name), &house()).id;
    if let Some(other) = &wanted.same_as {
        differ("id", &id(other).0, &mail.id.0);
    }
    if let Some(other) = &wanted.not_same_as {
        differ("other id", "true", &format!("{}", id(other) != mail.id));
    }
    found
}

fn with_line_end(raw: &[u8], end: &[u8]) -> Vec<u8> {
    raw.split(|it| *it == b'\n').collect::<Vec<_>>().join(end)
}

#[test]
fn fixtures_come_to_what_they_must() {
    let text = fs::read_to_string(folder().join("expect.toml")).unwrap();
    let expected: Expectations = toml::from_str(&text).unwrap();
    let mut report = String::new();
    for wanted in &expected.mail {
        let raw = fixture(&wanted.file);
        for end in [&b"\n"[..], b"\r\n", b"\r"] {
            // A lone CR is a line end only where there is no other.
            if end == b"\r" && raw.len() < 2 {
                continue;
            }
            let found = differences(wanted, &with_line_end(&raw, end));
            if !found.is_empty() {
                report += &format!("{} with {end:?}\n{found}", wanted.file);
            }
        }
        if wanted.class != Class::Orders {
            assert!(!parse(&raw, &house()).because.is_empty(), "{}", wanted.file);
        }
    }
    let named: BTreeSet<String> = expected.mail.iter().map(|it| it.file.clone()).collect();
    let files = fs::read_dir(folder()).unwrap().map(|it| it.unwrap().path());
    let mails = files.filter(|it| it.extension().is_some_and(|it| it == "eml"));
    let stems: BTreeSet<String> = mails
        .map(|it| it.file_stem().unwrap().to_string_lossy().into_owned())
        .collect();
    assert_eq!(
        named, stems,
        "every fixture has an expectation and the reverse"
    );
    assert!(report.is_empty(), "{report}");
}

#[test]
fn the_envelope_is_read() {
    let mail = parse(&fixture("57-comma-references"), &house());
    let report = "new-spain.41.spain.report.0123456789abcdef@club.example";
    assert_eq!(mail.references, ["a@x.example", report]);
    assert_eq!(mail.from.as_deref(), Some("ana@example.org"));
    assert_eq!(mail.from_name, "Ana Torres");
    assert_eq!(mail.message_id.as_deref(), Some("s57@example.org"));
    assert_eq!(mail.subject, "Re: new-spain, turn 6: your orders");
    let routed = sent_by_us(&mail.references[1], &house());
    assert_eq!(routed, Some(("new-spain".to_owned(), Some(seat("spain")))));
    let now = "new-spain.spain.fedcba9876543210.0123456789abcdef@club.example";
    assert_eq!(sent_by_us(now, &house()), routed);
    assert_eq!(sent_by_us("s57@example.org", &house()), None);
    assert_eq!(
        sent_by_us("new-spain.41.spain.report.xyz@club.example", &house()),
        None
    );
}

#[test]
fn recipients_come_in_the_order_they_are_trusted() {
    let raw =
        b"To: \"A, B\" <a@x>, undisclosed:;\nCc: =?utf-8?q?=C3=A9?= <b@x>\nDelivered-To: c@x\n\
        X-Original-To: d@x\nDelivered-To: e@x\nX-Gm-Original-To: f@x\nEnvelope-To: <g@x>\n\
        X-Envelope-To: h@x\nTo: a@x\n\ntext\n";
    let mail = parse(raw, &house());
    assert_eq!(mail.to.join(" "), "d@x f@x c@x e@x g@x h@x a@x b@x");
}

#[test]
fn a_sender_who_can_be_read_as_two_is_none() {
    let from = |field: &str| parse(format!("From: {field}\n\nx\n").as_bytes(), &house()).from;
    for field in [
        "ana@example.org",
        "<ana@example.org>",
        "Ana <ana@example.org>",
        "\"Ana, of (b@c)\" <ana@example.org>",
        "\"b@c.example\" <ana@example.org>",
        "ana@example.org (Ana at b@c.example)",
        "=?utf-8?q?=C3=81na?= <ana@example.org>",
    ] {
        assert_eq!(from(field).as_deref(), Some("ana@example.org"), "{field}");
    }
    for field in [
        "\"mallory@example.org\"ana@example.org",
        "<mallory@example.org> ana@example.org",
        "mallory@example.org ana@example.org",
        "ana@example.org, mallory@example.org",
        "Ana <ana@example.org>, mallory@example.org",
        "ana@example.org\nFrom: mallory@example.org",
    ] {
        assert_ne!(from(field).as_deref(), Some("ana@example.org"), "{field}");
    }
}

#[test]
fn names_and_subjects_are_decoded_and_cleaned() {
    let raw = "From: =?utf-8?b?w4FuYQ==?= =?iso-8859-1?q?_T=F3rres?= <ana@example.org>\n\
        Subject: =?utf-8?q?evil=0D=0AX-Header=3A_1=E2=80=AE?= tail\n\nx\n";
    let mail = parse(raw.as_bytes(), &house());
    assert_eq!(mail.from_name, "Ána Tórres");
    assert_eq!(mail.subject, "evil X-Header: 1 tail");
    assert_eq!(header_text(&"x".repeat(100)).chars().count(), 78);
    assert_eq!(header_text(" a\tb\u{7}\u{85}\u{2066}c\n"), "a b c");
}

#[test]
fn a_mail_is_named_by_what_it_says() {
    let base = "Message-ID: <1@x>\nFrom: a@x\nDate: today\nSubject: s\n\ntext\n";
    let id = |raw: &str| parse(raw.as_bytes(), &house()).id;
    let same = |other: &str| assert_eq!(id(base), id(other), "{other}");
    let differs = |other: &str| assert_ne!(id(base), id(other), "{other}");
    same(&format!("Received: elsewhere\n{base}"));
    same(&base.replace('\n', "\r\n"));
    same(&base.replace("Date: ", "Date:   "));
    same(&base.replace(
        "Subject: s",
        "Subject: s\nContent-Transfer-Encoding: quoted-printable",
    ));
    differs(&base.replace("text", "other"));
    differs(&base.replace("1@x", "2@x"));
    differs(&base.replace("today", "tomorrow"));
    differs(&base.replace("a@x", "b@x"));
    let nameless = base.replace("Message-ID: <1@x>\n", "");
    assert_eq!(id(&nameless), id(&nameless));
    assert_ne!(
        id(&nameless),
        id(&format!("X: y\n{nameless}")),
        "all bytes count"
    );
    assert_eq!(id(base).0.len(), 32);
}

#[test]
fn limits_hold_and_are_told() {
    let huge = format!(
        "Subject: s\nAuto-Submitted: auto-replied\n\n{}",
        "x\n".repeat(600_000)
    );
    let mail = parse(huge.as_bytes(), &house());
    assert_eq!(
        (body_name(&mail.body), mail.class),
        ("too-big", Class::AutoReply)
    );
    let long = format!(
        "Subject: s\n\n#orders a b\n{}\n{}",
        "A".repeat(5_000),
        "B\n".repeat(3000)
    );
    let mail = parse(long.as_bytes(), &house());
    assert_eq!(mail.body.lines().len(), 2000);
    assert_eq!(mail.body.lines()[1].text.len(), 4_000);
    assert_eq!(mail.notes.len(), 2, "{:?}", mail.notes);
}

/// They come to an end, within the limits of every mail. How long they take and what memory is
/// measured by `benches/mutated_mails.rs`.
#[test]
fn bombs_are_harmless() {
    let house = house();
    for bomb in BOMBS {
        let read = parse(bomb.text().as_bytes(), &house);
        mutate::check(&read).unwrap_or_else(|it| panic!("{}: {it}", bomb.name));
    }
}

/// Mails broken at random, always the same ones: no panic, no endless work, lines within limits.
#[test]
fn broken_mails_are_read() {
    let (mut breaker, house) = (Breaker::new(&mutate::fixtures(&folder()), 1), house());
    let mut texts = 0;
    for round in 0..5000 {
        let mail = breaker.next();
        let read = parse(&mail, &house);
        mutate::check(&read).unwrap_or_else(|it| panic!("mail {round}: {it}"));
        assert_eq!(read.id, parse(&mail, &house).id);
        texts += usize::from(body_name(&read.body) == "text");
    }
    assert!(texts > 2500, "most of them still hold text: {texts}");
}
