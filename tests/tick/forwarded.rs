//! Reports that were passed on, as mail programs print them: `From` and the words of the mail, of
//! one program `Reply-To` as well. Nobody who is sent one has the seat.

use crate::html::part;
use crate::support::{Bench, DUEL, Match, WORLDS, header, seat};
use packetboat_testkit::simulate::chance::Chance;

/// How many are passed on.
const FORWARDED: usize = 300;

/// The lines above a forwarded mail, by program: what is before it, and the names of its headers.
/// Thunderbird prints a fifth (`mime_insert_normal_headers` in its source).
const FORMS: [(&str, [&str; 4]); 8] = [
    (THUNDERBIRD, ["Subject:", "Date:", "From:", "To:"]),
    (
        "-------- Weitergeleitete Nachricht --------",
        ["Betreff:", "Datum:", "Von:", "An:"],
    ),
    (
        "---------- Forwarded message ---------",
        ["From:", "Date:", "Subject:", "To:"],
    ),
    (
        "---------- Weitergeleitete Nachricht ---------",
        ["Von:", "Date:", "Subject:", "To:"],
    ),
    (
        "________________________________",
        ["From:", "Sent:", "Subject:", "To:"],
    ),
    (
        "-----Ursprüngliche Nachricht-----",
        ["Von:", "Gesendet:", "Betreff:", "An:"],
    ),
    (
        "Begin forwarded message:",
        ["From:", "Date:", "Subject:", "To:"],
    ),
    (
        "Début du message réexpédié :",
        ["De:", "Date:", "Objet:", "À:"],
    ),
];

/// How Thunderbird begins.
const THUNDERBIRD: &str = "-------- Forwarded Message --------";

/// Whether a form is Thunderbird's, by the dashes before it.
fn prints_reply_to(begin: &str) -> bool {
    begin.starts_with("-------- ")
}

/// A mail as a program of that form passes it on, in text and HTML; whether with `Reply-To`.
fn forwarded(message: &[u8], chance: &mut Chance) -> (String, bool) {
    let (begin, names) = chance.pick(&FORMS);
    let order = if prints_reply_to(begin) {
        ["Subject", "Date", "From", "To"]
    } else {
        ["From", "Date", "Subject", "To"]
    };
    let fields = order.map(|it| header(message, it).unwrap());
    let lines = names
        .iter()
        .zip(&fields)
        .map(|(name, it)| format!("{name} {it}\n"));
    let mut head: String = lines.collect();
    if prints_reply_to(begin) {
        head += &format!("Reply-To: {}\n", header(message, "Reply-To").unwrap());
    }
    let text = part(message, "text/plain").unwrap();
    let mark = *chance.pick(&["", "> ", "| "]);
    let text: String = text.lines().map(|it| format!("{mark}{it}\n")).collect();
    let html = part(message, "text/html").unwrap_or_default();
    let whole = format!(
        "{begin}\n{head}\n{text}\n<div>{}<br></div>{html}",
        head.replace('\n', "<br>")
    );
    (whole, prints_reply_to(begin))
}

/// A campaign with some reports, receipts and reminders.
fn played(wanted: &Match<'_>) -> Bench {
    let mut bench = Bench::with(wanted);
    for _ in 0..3 {
        let Some(sheet) = bench.sheet(wanted.id) else {
            break;
        };
        let lines = bench.good_lines(wanted.id, seat("north"));
        bench.send(wanted.id, "north", &sheet, &lines);
        bench.later(60).tick();
        bench.later(7 * 86_400).tick();
    }
    bench
}

/// All tokens that north's mails may have, up to this turn: those of replies, and of buttons.
fn tokens(bench: &Bench, id: &str) -> (Vec<String>, Vec<String>) {
    let campaign = bench.campaign(id);
    let sheets: Vec<String> = (1..=campaign.table.sheet().turn)
        .map(|it| it.to_string())
        .collect();
    let north = seat("north");
    let full = sheets
        .iter()
        .map(|it| campaign.token(north, it).as_str().to_owned());
    let buttons = sheets
        .iter()
        .map(|it| campaign.button_token(north, it).as_str().to_owned());
    (full.collect(), buttons.collect())
}

#[test]
fn a_forwarded_mail_gives_no_seat_away() {
    let mut chance = Chance::new(4);
    let (mut with_buttons, mut with_reply_to, mut passed_on) = (0, 0, 0);
    for wanted in [&DUEL, &WORLDS] {
        let mut bench = played(wanted);
        let id = wanted.id;
        let (full, buttons) = tokens(&bench, id);
        let mails: Vec<Vec<u8>> = bench
            .all(id, "north", "")
            .map(|it| it.message.clone())
            .collect();
        assert!(mails.len() > 3, "{}", mails.len());
        // They are there: in the address to answer.
        let kept = mails.iter().filter(|mail| {
            let home = header(mail, "Reply-To").unwrap();
            full.iter().any(|token| home.contains(token))
        });
        assert_eq!(kept.count(), mails.len());
        for _ in 0..FORWARDED / 2 {
            let mail = chance.pick(&mails).clone();
            let (whole, prints_reply_to) = forwarded(&mail, &mut chance);
            passed_on += 1;
            let printed = full.iter().find(|it| whole.contains(*it));
            assert_eq!(printed.is_some(), prints_reply_to, "{whole}");
            let button = buttons.iter().find(|it| whole.contains(*it));
            with_reply_to += u32::from(printed.is_some());
            with_buttons += u32::from(button.is_some());
            let Some(token) = printed.or(button) else {
                continue;
            };
            let before = bench.campaign(id).table.lines(seat("north"));
            let to = format!("orders+{id}.north.{token}@club.example");
            let from = *chance.pick(&["eve@example.net", "ben@example.net", "ana@example.com"]);
            let sheet = bench.sheet(id).unwrap_or_else(|| "1".to_owned());
            let line = *chance.pick(&[
                "BID 1",
                "LATER R11",
                "RESIGN",
                "FORMAT TEXT",
                "CANCEL",
                "ADDRESS eve@example.net",
                "MESSAGE TO ALL\nHello.\nEND",
                "GOAHEAD",
                "SALT eve",
            ]);
            let text = match chance.below(4) {
                0 => format!("{line}\n\n{whole}"),
                1 => format!("OK\n\n{whole}"),
                _ => format!("#orders {id} north turn {sheet}\n{line}\n#end\n"),
            };
            let mail = bench.later(60).written(from, &to, &text);
            bench.deliver(&mail);
            bench.tick();
            assert_eq!(
                bench.campaign(id).table.lines(seat("north")),
                before,
                "{mail}"
            );
            let desk = bench.note(id).desk;
            let touched = desk.seats.any(|state| {
                let given = state.html.is_some() || state.salt.is_some() || state.letters.is_some();
                state.left || given || state.known.is_some() || state.moving.is_some()
            });
            assert!(!touched, "{mail}");
            assert_eq!(bench.all(id, "south", ".letter").count(), 0, "{mail}");
        }
    }
    assert_eq!(passed_on, FORWARDED);
    assert!(with_buttons > 50, "{with_buttons}");
    assert!(with_reply_to > 50, "{with_reply_to}");
}
