//! Strangers: how much they are answered, who of them gets a place, and what they never learn.

use super::{club, joined, name, vouched};
use crate::support::{Bench, DUEL, Match, WORLDS, header};
use packetboat::desk::commands::end::{archive, end};
use packetboat::desk::commands::{players, referee, standing, status};
use packetboat::desk::inbox::strangers;
use packetboat::store::fs::Fs;
use packetboat_testkit::simulate::chance::Chance;
use std::collections::BTreeMap;

/// Delivers all of these mails and ticks; how many answers each address got.
fn flood(bench: &mut Bench, mails: &[(String, &str)]) -> BTreeMap<String, usize> {
    let before = bench.post.taken.len();
    for (from, line) in mails {
        let mail = vouched(bench, from, line, "");
        bench.deliver(&mail);
    }
    bench.later(60).tick();
    let mut answered = BTreeMap::new();
    for taken in &bench.post.taken[before..] {
        *answered.entry(taken.to.clone()).or_default() += 1;
    }
    answered
}

fn said(bench: &Bench) -> String {
    strangers::told(&bench.club, bench.now).unwrap_or_default()
}

#[test]
fn a_thousand_requests_of_one_domain_cost_ten_answers() {
    let mut bench = club(&DUEL, true);
    let mut chance = Chance::new(46);
    // One domain has as many names below it as its owner likes.
    let below = ["", "a.", "b.", "mail.", "x.y.", "A."];
    let lines = [
        "WATCH duel",
        "WATCH nosuch",
        "WATCH NONE duel",
        "WATCH NONE",
        "watch nosuch NONE",
    ];
    let mails: Vec<(String, &str)> = (0..1_000)
        .map(|number| {
            let from = format!("w{number}@{}evil.example", chance.pick(&below));
            (from, *chance.pick(&lines))
        })
        .collect();
    let answered = flood(&mut bench, &mails);
    assert_eq!(answered.values().sum::<usize>(), 10, "{answered:?}");
    assert!(
        said(&bench).contains("990 mails from people who do not play here"),
        "{}",
        said(&bench)
    );
    // Other people are answered all the same, and players without an end.
    let others = [
        ("nora@fans.example".to_owned(), "WATCH duel"),
        ("w1@evil.example".to_owned(), "WATCH duel"),
        ("ana@example.org".to_owned(), "WATCH duel"),
    ];
    let answered = flood(&mut bench, &others);
    assert_eq!(answered.len(), 2, "{answered:?}");
    // A day later all of it begins anew.
    bench.later(86_400);
    let answered = flood(&mut bench, &mails);
    assert_eq!(answered.values().sum::<usize>(), 10);
    bench.later(2 * 86_400).tick();
    assert_eq!(said(&bench), "");
    bench.verify();
}

#[test]
fn all_strangers_together_get_fifty_answers_a_day_and_each_gets_one() {
    let mut bench = club(&DUEL, true);
    let mails: Vec<(String, &str)> = (0..60)
        .map(|it| (format!("w{it}@gmail.com"), "WATCH nosuch"))
        .chain((0..60).map(|it| (format!("w@evil{it}.example"), "WATCH nosuch")))
        .collect();
    let answered = flood(&mut bench, &mails);
    assert_eq!(answered.values().sum::<usize>(), 50);
    assert!(
        answered.keys().all(|it| it.ends_with("@gmail.com")),
        "{answered:?}"
    );
    // Players of any campaign are none of them.
    let player = ("ben@example.net".to_owned(), "WATCH nosuch");
    assert_eq!(flood(&mut bench, &[player]).len(), 1);
    // An hour before the day is over nothing has changed; then one is left.
    bench.later(23 * 3600);
    let late = ("pia@fans.example".to_owned(), "WATCH nosuch");
    assert!(flood(&mut bench, std::slice::from_ref(&late)).is_empty());
    bench.later(2 * 3600);
    assert_eq!(
        flood(&mut bench, &[late.clone(), late.clone(), late]).len(),
        1
    );
    assert!(
        said(&bench).contains("(one each, 10 a domain, 50 in all)"),
        "{}",
        said(&bench)
    );
}

/// A mail that is read twice, for the desk was killed between, is answered once and counted once.
#[test]
fn the_same_mail_is_the_same_request() {
    let mut bench = club(&DUEL, true);
    let mail = vouched(&bench, "nora@fans.example", "WATCH duel", "");
    bench.deliver(&mail);
    bench.later(60).tick();
    bench.deliver(&mail);
    bench.later(60).tick();
    let answers = bench
        .post
        .taken
        .iter()
        .filter(|it| it.to == "nora@fans.example");
    assert_eq!(answers.count(), 1);
    assert!(said(&bench).is_empty(), "{}", said(&bench));
}

#[test]
fn half_of_the_places_are_one_domain_s_and_more_wait_for_the_referee() {
    let mut bench = club(&DUEL, true);
    let places = |bench: &Bench| {
        let status = status::status(&bench.club, None, bench.now).unwrap();
        (status[0].observers, status[0].observers_waiting)
    };
    let mails: Vec<(String, &str)> = (0..100)
        .map(|number| {
            (
                format!("w{number}@{}evil.example", ["", "x."][number % 2]),
                "WATCH duel",
            )
        })
        .collect();
    flood(&mut bench, &mails);
    assert_eq!(places(&bench), (25, 50));
    bench.later(2 * 86_400);
    let told = flood(&mut bench, &[("w99@evil.example".to_owned(), "WATCH duel")]);
    assert_eq!(told.len(), 1);
    let told = joined(&bench.text(&bench.post.taken.last().unwrap().message));
    assert!(
        told.contains("[duel] the referee must let you in"),
        "{told}"
    );
    assert!(
        told.contains("Half of the places for watching the campaign duel"),
        "{told}"
    );
    let all = status::status(&bench.club, None, bench.now).unwrap();
    let told = standing::text(&all);
    assert!(told.contains("50 people wait to watch it"), "{told}");
    // Whom the referee names is let in.
    name(&bench, "duel", "W = \"w99@evil.example\"");
    assert_eq!(places(&bench), (26, 49));
    // At a great mail house people have nothing to do with each other.
    let mails: Vec<(String, &str)> = (0..100)
        .map(|it| (format!("w{it}@gmail.com"), "WATCH duel"))
        .collect();
    flood(&mut bench, &mails);
    assert_eq!(places(&bench), (50, 49));
    bench.later(60).tick();
    bench.verify();
}

/// Whether a campaign exists that is not open is nobody's business: a hundred ways to ask, each
/// answered alike for what is there and what is not.
#[test]
fn no_answer_tells_whether_a_campaign_exists() {
    let mut bench = club(&DUEL, false);
    let others = ["waits", "ended", "stored", "halted", "reviewed"];
    for id in others {
        let wanted = Match { id, ..WORLDS };
        wanted.found(&bench.club, bench.now).unwrap();
    }
    bench.later(60).tick();
    for id in ["ended", "stored"] {
        end(&bench.club, id, "", bench.now).unwrap();
    }
    bench.later(60).tick();
    archive(&bench.club, "stored").unwrap();
    let halted = bench.path("campaigns/halted/HALTED");
    bench.write("campaigns/halted/HALTED", "look");
    assert!(bench.fs.stat(&halted).is_ok());
    players::remind(&bench.club, "waits", &[], "", bench.now).unwrap();
    referee::resolve(&bench.club, "reviewed", "", bench.now).unwrap();
    bench.later(60).tick();
    let code = "abcdefghijklmnopqrstuvwxyz234567";
    let mut chance = Chance::new(47);
    for number in 0..100 {
        let id = *chance.pick(&["duel", "waits", "ended", "stored", "halted", "reviewed"]);
        let line = match chance.below(5) {
            0 | 1 => "WATCH @".to_owned(),
            2 => "WATCH @ NONE".to_owned(),
            3 => "watch none @".to_owned(),
            _ => format!("WATCH NONE @ {code}"),
        };
        let in_subject = chance.below(2) == 0;
        let mut answers = Vec::new();
        for named in [id, "nosuch-campaign"] {
            bench.later(86_400);
            bench.tick();
            // Each of its own: that a stranger is told once a week what this club is shows nothing.
            let from = format!("{}{number}@fans.example", &named[..1]);
            let line = line.replace('@', named);
            let mail = if in_subject {
                vouched(&bench, &from, &line, "")
            } else {
                vouched(&bench, &from, "hello", &line)
            };
            let before = bench.post.taken.len();
            bench.deliver(&mail);
            bench.later(60).tick();
            let new = bench.post.taken[before..].iter().filter(|it| it.to == from);
            let new = new.map(|answer| {
                let subject = header(&answer.message, "Subject");
                let size = answer.message.len();
                (
                    subject,
                    bench.text(&answer.message),
                    size,
                    answer.from.clone(),
                )
            });
            answers.push(Vec::from_iter(new));
        }
        assert_eq!(answers[0], answers[1], "{line}, {id}");
        // A code that is none makes it a mail like any other.
        let what =
            |it: &(Option<String>, _, _, _)| it.0.as_deref() == Some("your mail to the club");
        let answered = answers[0].iter().any(|it| !what(it));
        assert_eq!(!answered, line.contains(code), "{line}");
    }
}
