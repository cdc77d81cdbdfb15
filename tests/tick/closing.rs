//! A campaign that is over: when a tick moves it into the archive, and what is told to whoever
//! writes to it then.

use crate::inside;
use crate::support::{Bench, Match, WORLDS};
use packetboat::desk::commands::end::{archive, end};
use packetboat::desk::commands::entries::{entries, text};
use packetboat::desk::proof::verify;
use packetboat::mail::transport::Outcome;
use packetboat::store::fs::{Fs, exists};

const DAY: i64 = 86_400;

fn lies_in(bench: &Bench, id: &str) -> &'static str {
    let there = |it: &str| exists(&*bench.club.fs, &bench.path(&format!("{it}/{id}")));
    match (there("campaigns"), there("archive")) {
        (true, false) => "campaigns",
        (false, true) => "archive",
        other => panic!("{id}: {other:?}"),
    }
}

/// Ended by the referee, its last reports sent.
fn ended(wanted: &Match<'_>) -> Bench {
    let mut bench = Bench::with(wanted);
    bench.later(60);
    end(&bench.club, wanted.id, "both agree", bench.now).unwrap();
    bench.tick();
    bench
}

#[test]
fn two_weeks_after_its_last_entry_it_lies_in_the_archive() {
    let mut bench = ended(&WORLDS);
    bench.later(13 * DAY).tick();
    assert_eq!(lies_in(&bench, "worlds"), "campaigns");
    // Whoever asks meanwhile is answered, and it waits for two weeks more.
    bench.send("worlds", "north", "1", "REPORT");
    bench.tick();
    assert!(
        bench
            .receipt("worlds", "north")
            .contains("YOU ASKED FOR THE REPORT")
    );
    bench.later(2 * DAY).tick();
    assert_eq!(lies_in(&bench, "worlds"), "campaigns");
    let summary = bench.later(12 * DAY).tick();
    assert_eq!(lies_in(&bench, "worlds"), "archive");
    let told = summary.to_string();
    assert!(
        told.contains("worlds: is over, and is in archive/worlds.campaign now"),
        "{told}"
    );
    // Commands find it there.
    let found = verify::club(&bench.club, Some("worlds"), verify::How { strict: true }).unwrap();
    assert!(found.is_well(), "{found}");
    let lines = entries(&bench.club, "worlds", bench.now).unwrap();
    assert!(text(&lines).contains("ended"));
    // And ticks have nothing to say of it.
    for _ in 0..3 {
        let summary = bench.later(DAY).tick();
        assert!(summary.to_string().is_empty(), "{summary}");
    }
    bench.verify();
}

#[test]
fn who_writes_to_the_archive_is_told_once_how_it_ended() {
    let mut bench = Bench::with(&WORLDS);
    while bench.sheet("worlds").is_some() {
        bench.later(8 * DAY).tick();
    }
    let late = bench.orders("worlds", "north", "6", "PLAY HIGHEST");
    bench.later(15 * DAY).tick();
    assert_eq!(lies_in(&bench, "worlds"), "archive");
    let before = bench.post.taken.len();
    bench.later(60).deliver(&late);
    bench.tick();
    let told = &bench.post.taken[before..];
    assert_eq!(told.len(), 1);
    assert_eq!(
        (told[0].to.as_str(), told[0].key.as_str()),
        ("ana@example.org", "late.worlds.north")
    );
    let text = bench.text(&told[0].message);
    assert!(
        text.starts_with("[worlds] not filed: the game is over"),
        "{text}"
    );
    assert!(
        text.contains("  1st  ") && text.contains("(Ana)") && text.contains("(Ben)"),
        "{text}"
    );
    // Never again, and from nobody else: not even to him who writes.
    let token = bench.last("worlds", "north", ".report").message.clone();
    let to = crate::support::header(&token, "Reply-To").unwrap();
    for (from, to, text) in [
        ("ana@example.org", to.as_str(), "STATUS"),
        (
            "eve@example.net",
            "orders@club.example",
            "#orders worlds north turn 6\nSTATUS\n#end",
        ),
        (
            "eve@example.net",
            "orders@club.example",
            "#orders worlds nobody turn 6\nSTATUS\n#end",
        ),
    ] {
        let before = bench.post.taken.len();
        bench.later(60);
        let mail = bench.written(from, to, text);
        bench.deliver(&mail);
        bench.tick();
        // The referee reads it, in the one mail of the day.
        let mut new = bench.post.taken[before..].iter();
        assert!(
            new.all(|it| it.key.starts_with("unheard.")),
            "{from}: {text}"
        );
    }
    let unheard = bench.post.taken.iter();
    let unheard = unheard.filter(|it| it.key.starts_with("unheard."));
    assert_eq!(unheard.count(), 1);
    // The other seat is told of a mail in its name, at its own address.
    let mail = bench.written(
        "eve@example.net",
        "orders@club.example",
        "#orders worlds south turn 6\nMAP\n#end",
    );
    bench.deliver(&mail);
    bench.tick();
    assert_eq!(bench.post.taken.last().unwrap().to, "ben@example.net");
    let lines = bench.ledger();
    let late = lines.iter().filter(|it| it.2 == "late").count();
    assert_eq!(late, 5, "{lines:?}");
    bench.verify();
}

#[test]
fn an_archive_that_cannot_be_opened_keeps_no_mail_lying() {
    let mut bench = ended(&WORLDS);
    let late = bench.orders("worlds", "north", "1", "STATUS");
    bench.later(15 * DAY).tick();
    assert_eq!(lies_in(&bench, "worlds"), "archive");
    let mut file = bench
        .fs
        .read(&bench.path("archive/worlds.campaign"))
        .unwrap();
    for (at, byte) in file.iter_mut().enumerate() {
        *byte ^= u8::from(at % 1_000 == 0);
    }
    bench.write("archive/worlds.campaign", &file);
    let before = bench.post.taken.len();
    bench.deliver(&late);
    let summary = bench.later(60).tick();
    assert!(summary.retry.is_empty(), "{summary}");
    assert_eq!(bench.post.taken.len(), before + 1);
    assert_eq!(bench.post.taken[before].to, "referee@club.example");
    assert!(bench.ledger().iter().any(|it| it.2 == "late"));
}

#[test]
fn one_whose_record_does_not_hold_stays_and_the_referee_hears_of_it_once() {
    let mut bench = ended(&WORLDS);
    let file = "campaigns/worlds/log/000000/texts.gz";
    let whole = inside::read(&*bench.fs, &bench.path(file)).unwrap();
    bench.write(file, &whole[..whole.len() - 9]);
    for _ in 0..3 {
        bench.later(15 * DAY).tick();
        assert_eq!(lies_in(&bench, "worlds"), "campaigns");
    }
    let told: Vec<_> = bench
        .post
        .taken
        .iter()
        .filter(|it| it.key.starts_with("kept."))
        .collect();
    assert_eq!(told.len(), 1);
    assert_eq!(told[0].to, "referee@club.example");
    let text = bench.text(&told[0].message);
    assert!(text.contains("packetboat verify worlds"), "{text}");
    let refused = archive(&bench.club, "worlds").unwrap_err().to_string();
    assert!(refused.contains("has an error"), "{refused}");
    bench.write(file, &whole);
    archive(&bench.club, "worlds").unwrap();
    assert_eq!(lies_in(&bench, "worlds"), "archive");
    bench.verify();
}

#[test]
fn mails_leave_before_it_is_moved() {
    let mut bench = Bench::with(&WORLDS);
    end(&bench.club, "worlds", "", bench.now).unwrap();
    bench
        .post
        .outcomes
        .extend(std::iter::repeat_n(Outcome::Down, 100));
    for _ in 0..2 {
        bench.later(15 * DAY).tick();
        assert_eq!(lies_in(&bench, "worlds"), "campaigns");
    }
    bench.post.outcomes.clear();
    bench.later(DAY).tick();
    bench.later(DAY).tick();
    assert_eq!(lies_in(&bench, "worlds"), "archive");
}

#[test]
fn a_tick_moves_a_few_and_the_next_ones_the_rest() {
    let ids = ["c1", "c2", "c3", "c4", "c5", "c6", "c7"];
    let mut bench = Bench::new();
    for id in ids {
        bench.start(&Match { id, ..WORLDS });
        end(&bench.club, id, "", bench.now).unwrap();
    }
    bench.tick();
    let here = |bench: &Bench| {
        ids.iter()
            .filter(|it| lies_in(bench, it) == "campaigns")
            .count()
    };
    bench.later(15 * DAY).tick();
    assert_eq!(here(&bench), 2);
    bench.later(300).tick();
    assert_eq!(here(&bench), 0);
    bench.verify();
}
