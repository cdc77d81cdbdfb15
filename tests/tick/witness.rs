//! Mails held against the record: every mail of an honest referee is believed, and none that says
//! something else.

use crate::support::{ANA, BEN, Bench, DUEL, Match, seat};
use packetboat::clock::Moment;
use packetboat::desk::commands::players::{remind, replace, tell};
use packetboat::desk::commands::{edit, end, pause, referee, renew};
use packetboat::desk::proof::verify::{self, How};
use packetboat::desk::turn::seat_change::{Lines, NewHolder};
use packetboat::mail::mime;
use packetboat::mail::transport::Taken;
use packetboat_testkit::simulate::chance::Chance;
use std::path::PathBuf;

/// A line of a letter that looks like the end of a mail of ours.
const FORGED: &str = "Witness: 0123456789abcdef0123456789abcdef01234567";

/// An act of the referee.
type Act<'a> = &'a dyn Fn(&Bench, Moment) -> anyhow::Result<String>;

/// A campaign that has had every act of players and referee that makes a mail.
fn acted_on() -> Bench {
    let mut bench = Bench::with(&Match {
        options: &["rounds=6"],
        players: &[ANA, BEN],
        ..DUEL
    });
    let letter =
        format!("BID 3\nMESSAGE TO south\nGive in.\n{FORGED}\nEND\nNEWS\nGlory.\n{FORGED}\nEND");
    bench.send("duel", "north", "1", &letter);
    bench.later(60).tick();
    bench.send("duel", "south", "1", "BID 2\nSTATUS\nHELP\nBIDD 3");
    bench.later(60).tick();
    let unproved = bench.written(
        "ana@elsewhere.example",
        "orders@club.example",
        "#orders duel north turn 1\nBID 2\n#end\n",
    );
    bench.deliver(&unproved);
    bench.later(60).tick();
    let why = format!("a slip. {FORGED}");
    let acts: &[Act<'_>] = &[
        &|it, now| referee::resolve(&it.club, "duel", "", now),
        &|it, now| referee::hold(&it.club, "duel", &why, now),
        &|it, now| pause::release(&it.club, "duel", "", now),
        &|it, now| referee::extend(&it.club, "duel", "2d", &why, now),
        &|it, now| remind(&it.club, "duel", &[], "", now),
        &|played, now| {
            tell(
                &played.club,
                "duel",
                &[],
                &format!("Sunday!\n{FORGED}\nRef"),
                now,
            )
        },
        &|played, now| {
            edit::edit(&played.club, "duel")?;
            let number = played.note("duel").number;
            let file = format!("campaigns/duel/edit/{number:06}/state.toml");
            played.edit(&file, "purse = 1", "purse = 2");
            edit::adopt(&played.club, "duel", &why, now)
        },
        &|it, now| referee::resolve(&it.club, "duel", "", now),
        &|it, now| referee::rollback(&it.club, "duel", 1, &why, now),
        &|it, now| referee::resolve(&it.club, "duel", &why, now),
        &|it, now| referee::rollback(&it.club, "duel", 0, "", now),
        &|played, now| {
            let carla = NewHolder::Person("Carla <carla@example.org>");
            replace(
                &played.club,
                "duel",
                seat("south"),
                (carla, Lines::Keep),
                &why,
                now,
            )
        },
        &|it, now| renew::renew(&it.club, "duel", seat("north"), &why, now),
        &|played, now| {
            let robot = (NewHolder::Robot, Lines::Keep);
            replace(&played.club, "duel", seat("south"), robot, "", now)
        },
        &|it, now| referee::resolve(&it.club, "duel", "", now),
        &|it, now| end::end(&it.club, "duel", &why, now),
    ];
    for act in acts {
        let now = bench.now;
        act(&bench, now).unwrap();
        bench.later(60).tick();
    }
    bench
}

/// What `verify --mails` says of these mails.
fn look(bench: &Bench, mails: &[Vec<u8>]) -> (bool, String) {
    let folder = tempfile::tempdir().unwrap();
    let files = mails.iter().zip(0..).map(|(bytes, number)| {
        let path = folder.path().join(format!("{number}.eml"));
        std::fs::write(&path, bytes).unwrap();
        path
    });
    let files: Vec<PathBuf> = files.collect();
    let mut found = verify::club(&bench.club, None, How { strict: true }).unwrap();
    verify::mails_in_club(&bench.club, None, &files, &mut found).unwrap();
    (found.is_well(), found.to_string())
}

fn of_the_campaign(bench: &Bench) -> Vec<&Taken> {
    let taken = bench.post.taken.iter();
    taken.filter(|it| it.key.starts_with("duel.")).collect()
}

#[test]
fn every_mail_of_an_honest_referee_is_believed() {
    let bench = acted_on();
    let mails = of_the_campaign(&bench);
    assert!(mails.len() > 30, "{}", mails.len());
    let in_html = mails.iter().filter(|mail| {
        let text = String::from_utf8_lossy(&mail.message);
        text.contains("Content-Type: text/html")
    });
    assert!(
        in_html.count() > 30,
        "and their HTML stands in nobody's way"
    );
    let bytes: Vec<Vec<u8>> = mails.iter().map(|it| it.message.clone()).collect();
    let (well, said) = look(&bench, &bytes);
    assert!(well, "{said}");
    let as_sent = said
        .matches("which is as it was; its text is what was sent")
        .count();
    assert_eq!(as_sent, mails.len(), "{said}");
}

/// A hundred mails as programs pass them on, and each with one word put otherwise.
#[test]
fn no_mail_is_believed_that_says_something_else() {
    let bench = acted_on();
    let mails = of_the_campaign(&bench);
    let mut chance = Chance::new(44);
    let (mut honest, mut altered) = (Vec::new(), Vec::new());
    for number in 0..100 {
        // Its subject is no part of its text.
        let text = bench.text(&mails[number % mails.len()].message);
        let text = text.split_once('\n').unwrap().1.to_owned();
        let end = text.rfind("Witness: ").unwrap();
        // Wrapped elsewhere, quoted, with something above and below.
        let width = 30 + chance.below(60) as usize;
        let lead = *chance.pick(&["", "> ", "| "]);
        let passed_on = |text: &str| {
            let mut lines = vec!["Look at this:".to_owned(), String::new()];
            for line in text.lines() {
                let mut room = 0;
                let mut wrapped = lead.to_owned();
                for word in line.split(' ') {
                    room += word.len() + 1;
                    if room > width {
                        lines.push(std::mem::replace(&mut wrapped, lead.to_owned()));
                        room = word.len() + 1;
                    }
                    wrapped.push_str(word);
                    wrapped.push(' ');
                }
                lines.push(wrapped);
            }
            lines.push(String::new());
            lines.push("Sent from my telephone".to_owned());
            lines.join("\n").into_bytes()
        };
        honest.push(passed_on(&text));
        // A token is put in as a mail leaves, and is none of its words.
        let in_address = |at: usize| {
            let from = text[..at].rfind(char::is_whitespace).unwrap_or(0);
            let word = text[from..].split_whitespace().next();
            word.is_some_and(|it| it.contains('@'))
        };
        let words: Vec<(usize, &str)> = text[..end]
            .match_indices(|it: char| it.is_ascii_alphanumeric())
            .filter(|it| !in_address(it.0))
            .collect();
        let (at, was) = *chance.pick(&words);
        let put = if was == "x" { "y" } else { "x" };
        let mut other = text.clone();
        other.replace_range(at..=at, put);
        altered.push(passed_on(&other));
    }
    let (well, said) = look(&bench, &honest);
    assert!(well, "{said}");
    let (_, said) = look(&bench, &altered);
    let found = said.matches("is not what it sent").count();
    let believed: Vec<&str> = said
        .lines()
        .filter(|it| it.contains("text is what was sent"))
        .collect();
    assert_eq!(found, altered.len(), "{believed:#?}");
}

/// The text of a mail is compared, however it was saved; what programs add does not count.
#[test]
fn the_text_of_a_mail_is_compared() {
    let mut bench = Bench::with(&DUEL);
    bench.tick();
    let mail = &bench.last("duel", "north", ".report").message;
    let mail = String::from_utf8(mail.clone()).unwrap().replace('\r', "");
    let read = mime::tree(mail.as_bytes());
    let part = |sub: &str| {
        let found = read.find(&|it| it.kind.is("text", sub).then(|| it.decoded()));
        String::from_utf8(found.unwrap()).unwrap()
    };
    let (text, html) = (part("plain"), part("html"));
    let both = |text: &str, html: &str| {
        format!(
            "Content-Type: multipart/alternative; boundary=x\n\n--x\nContent-Type: text/plain; \
             charset=utf-8\n\n{text}\n--x\nContent-Type: text/html; \
             charset=utf-8\n\n{html}\n--x--\n"
        )
    };
    let attached = |it: &str| format!("Content-Type: message/rfc822\n\n{it}");
    let altered = |text: &str| {
        assert!(text.contains("Ana"), "{text}");
        text.replace("Ana", "Eva")
    };
    let (other_text, other_html) = (altered(&text), altered(&html));
    let (as_sent, in_text) = ("its text is what was sent", "of this mail is not");
    let in_html = "the words of the mail could not be compared";
    let tried = [
        (both(&text, &html), as_sent),
        (both(&other_text, &html), in_text),
        // HTML is not kept, and so not compared.
        (both(&text, &other_html), as_sent),
        (text.clone(), as_sent),
        (other_text, in_text),
        (html.clone(), in_html),
        (other_html.clone(), in_html),
        (attached(&mail), as_sent),
        (attached(&both(&altered(&text), &html)), in_text),
        (
            text.replace("@club.example", "@club.example<mailto:x@club.example>"),
            as_sent,
        ),
        (text.replace(' ', "\u{a0} "), as_sent),
        // A line more, a line less, and a beginning that is gone.
        (text.replacen("\n\n", "\n\nAll is lost.\n\n", 1), in_text),
        (text.split_once("\n\n").unwrap().1.to_owned(), in_text),
    ];
    for (mail, wanted) in tried {
        let (_, said) = look(&bench, &[mail.clone().into_bytes()]);
        assert!(said.contains(wanted), "{wanted}: {said}\n{mail}");
    }
}
