//! Whole campaigns through mail files and `tick` alone, from `new` to the last report.

use crate::support::{ANA, BEN, Bench, DUEL, Match, WORLDS, seat};
use packetboat::desk::entry::builder::EntryBuilder;
use packetboat::engine::seat::Viewer;
use packetboat::report::ReportKind;
use packetboat::store::entry::{Cause, Stop};
use std::collections::BTreeMap;

/// Ticks a campaign may take at most.
const TICKS_MAX: u32 = 120;

/// Plays a campaign out: whoever is called and owes a sheet sends one, by mail.
fn play_out(bench: &mut Bench, id: &str) -> BTreeMap<String, u32> {
    let mut sent = BTreeMap::new();
    for _ in 0..TICKS_MAX {
        let campaign = bench.campaign(id);
        let desk = campaign.note().desk.clone();
        if desk.stop == Stop::Over {
            return sent;
        }
        let sheet = campaign.table.sheet().to_string();
        let owes = desk.called.iter().filter(|it| !campaign.is_robot(**it));
        for called in owes {
            let mut lines = bench.good_lines(id, *called);
            if lines.trim().is_empty() {
                lines = "; nothing".to_owned();
            }
            if desk.stop == Stop::Gate {
                // A sheet from before the seat was called counts only if it says so.
                lines.push_str("\nGOAHEAD");
            }
            bench.send(id, called.as_str(), &sheet, &lines);
            *sent.entry(called.to_string()).or_default() += 1;
        }
        bench.later(60).tick();
        // Time to think again, which each sheet begins anew.
        bench.later(2 * 3_600).tick();
    }
    panic!("{id} is not over: {:?}", bench.note(id).desk);
}

/// What must be true of any campaign at its end.
fn check_end(bench: &Bench, id: &str, sent: &BTreeMap<String, u32>) {
    bench.verify();
    let notes = bench.notes(id);
    let mails: Vec<_> = notes.iter().flat_map(|it| &it.mail).collect();
    let mut files: Vec<&str> = mails.iter().map(|it| it.file.as_str()).collect();
    files.sort_unstable();
    files.dedup();
    assert_eq!(files.len(), mails.len(), "each mail is noted once");
    let all_sent: u32 = sent.values().sum();
    assert_eq!(mails.len(), all_sent as usize);
    assert!(bench.ledger().is_empty());
    for (seat, count) in sent {
        let receipts = bench.all(id, seat, ".receipt").count();
        assert_eq!(receipts, *count as usize, "receipts of {seat}");
        let last = bench.text(&bench.last(id, seat, ".report").message);
        let placed = last.contains("HOW IT ENDED");
        assert!(placed, "no placings in the last report:\n{last}");
    }
    for mail in mails {
        assert!(mail.submission.is_some(), "{mail:?} filed nothing");
    }
    let referee = bench.text(&bench.last(id, "referee", ".note").message);
    assert!(referee.contains("is over"), "{referee}");
    assert!(matches!(notes[0].cause, Cause::Founded {}));
    // Nothing waits, and nothing more happens.
    let mut later = bench.copy();
    let before = later.post.taken.len();
    later.later(13 * 86_400).tick();
    assert_eq!(later.post.taken.len(), before);
    assert_eq!(later.notes(id).len(), notes.len());
}

fn check(wanted: &Match<'_>) {
    let mut bench = Bench::with(wanted);
    let sent = play_out(&mut bench, wanted.id);
    check_end(&bench, wanted.id, &sent);
}

#[test]
fn these_new_worlds_in_each_pace() {
    for pace in ["pace=round", "pace=exchange", "pace=single"] {
        let options = &[pace];
        check(&Match { options, ..WORLDS });
        let alone = Match {
            players: &[ANA],
            robots: &["south"],
            options,
            ..WORLDS
        };
        check(&alone);
        let alone = Match {
            players: &[BEN],
            robots: &["north"],
            ..alone
        };
        check(&alone);
    }
}

#[test]
fn the_toys_to_their_ends() {
    check(&DUEL);
    check(&Match {
        options: &["rounds=6", "pace=batch", "batch=2"],
        ..DUEL
    });
    let skirmish = Match {
        game: "toy/skirmish",
        id: "fight",
        scenario: Some("field"),
        players: &[
            "red=Ana <ana@example.org>",
            "gold=Ben <ben@example.net>",
            "blue=Cy <cy@example.com>",
        ],
        robots: &["green"],
        options: &["interrupts=true"],
        deadline: "3d 20:00",
    };
    check(&skirmish);
}

#[test]
fn an_interrupt_asks_only_whom_it_concerns() {
    let wanted = Match {
        game: "toy/skirmish",
        id: "fight",
        scenario: Some("duel"),
        players: &["red=Ana <ana@example.org>", "blue=Ben <ben@example.net>"],
        robots: &[],
        options: &["interrupts=true"],
        deadline: "sun 20:00",
    };
    let mut bench = Bench::with(&wanted);
    let mut turns = 0;
    let asked = loop {
        turns += 1;
        assert!(turns < 20, "{}", bench.receipt("fight", "red"));
        let desk = bench.note("fight").desk;
        match desk.stop {
            Stop::Interrupt => break desk,
            Stop::Over => panic!("nobody won a fight with spoils to choose"),
            Stop::Gate => {}
        }
        let sheet = bench.sheet("fight").unwrap();
        bench.send("fight", "red", &sheet, "ATTACK blue");
        bench.send("fight", "blue", &sheet, "ATTACK red");
        bench.later(2 * 3_600).tick();
    };
    assert_eq!(asked.called.len(), 1, "{asked:?}");
    let (winner, loser) = if asked.called[0] == seat("red") {
        ("red", "blue")
    } else {
        ("blue", "red")
    };
    let question = bench.text(&bench.last("fight", winner, ".report").message);
    assert!(question.contains("SPOILS"), "{question}");
    // The question has a deadline of its own: two days, and not the gate's Sunday.
    let left = asked.deadline.unwrap().seconds() - asked.asked_at.seconds();
    assert!(left < 3 * 86_400, "{left}");
    // Each question that is answered is closed; nothing of it reaches the other until the gate.
    let mut questions = 0;
    let asks_winner = |bench: &Bench| {
        let desk = bench.note("fight").desk;
        desk.stop == Stop::Interrupt && desk.called == [seat(winner)]
    };
    while asks_winner(&bench) {
        questions += 1;
        assert!(questions < 5, "{}", bench.receipt("fight", winner));
        let told = bench.all("fight", loser, ".report").count();
        let before = bench.note("fight").number;
        let sheet = bench.sheet("fight").unwrap();
        bench.send("fight", winner, &sheet, "SPOILS MEN");
        bench.later(2 * 3_600).tick();
        // The mail, and what it resolved.
        assert_eq!(bench.note("fight").number, before + 2);
        let more = bench.all("fight", loser, ".report").count() - told;
        assert_eq!(more, usize::from(!asks_winner(&bench)));
    }
    bench.verify();
}

#[test]
fn the_referee_s_page_says_who_was_dealt_what() {
    let bench = Bench::with(&WORLDS);
    let campaign = bench.path("campaigns/worlds");
    let dir = packetboat::store::layout::CampaignDir::new(&campaign);
    let journal = packetboat::store::log::CampaignLog::new(&*bench.fs, &dir)
        .own_part(0, packetboat::store::entry::StateFile::Journal);
    let opened = bench.campaign("worlds");
    let journals = Vec::from_iter(journal.unwrap());
    let text = |viewer: Viewer, kind: ReportKind| {
        let page = opened.table.page(viewer, &journals).unwrap();
        let templates = bench.club.templates().unwrap();
        let mut again = bench.campaign("worlds");
        let work = EntryBuilder::begin(&bench.club, &templates, &mut again, bench.now);
        let seat = match viewer {
            Viewer::Seat(seat) => Some(seat),
            Viewer::Public | Viewer::Referee => None,
        };
        templates.report(&work.frame(seat), kind, &page).unwrap()
    };
    let referee = text(Viewer::Referee, ReportKind::Referee);
    for word in ["North is dealt", "South is dealt"] {
        assert!(referee.contains(word), "no `{word}` in {referee}");
    }
    let own = text(Viewer::Seat(seat("north")), ReportKind::Usual);
    assert!(
        own.contains("You are dealt") && !own.contains("is dealt"),
        "{own}"
    );
}
