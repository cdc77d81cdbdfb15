//! One mail instead of several that have not left: which take the place of which, and which never
//! do.

use crate::support::{Bench, DUEL, flat, seat};
use packetboat::desk::commands::show::OnShow;
use packetboat::desk::commands::undo::undo;
use packetboat::desk::commands::{pause, players, referee};
use packetboat::mail::transport::Outcome;
use packetboat::store::entry::Earlier;
use packetboat::store::log::CampaignLog;
use packetboat::store::outbox::Became;

/// The kinds of the mails that a seat got since so many were sent.
fn kinds(bench: &Bench, sent: usize, of: &str) -> Vec<String> {
    let mails = bench.post.taken[sent..].iter();
    let keys = mails.map(|it| it.key.as_str());
    let of = format!(".{of}.");
    let keys = keys.filter_map(|it| it.split_once(&of));
    keys.map(|it| it.1.to_owned()).collect()
}

/// A text without its line breaks.
fn at_rest() -> Bench {
    let mut bench = Bench::with(&DUEL);
    bench.later(60).tick();
    bench
}

fn replaced(bench: &Bench, entry: u32, key: &str) -> bool {
    let dir = bench.club.layout.campaign(&"duel".parse().unwrap());
    let marks = CampaignLog::new(&*bench.fs, &dir).marks(entry).unwrap();
    marks.get(&key.parse().unwrap()) == Some(&Became::Replaced)
}

#[test]
fn the_course_is_told_once_with_all_that_the_referee_said() {
    let mut bench = at_rest();
    let sent = bench.post.taken.len();
    let now = bench.now;
    for (by, why) in [("1d", "Ben is ill"), ("2d", ""), ("1d", "Ben is ill")] {
        referee::extend(&bench.club, "duel", by, why, now).unwrap();
    }
    referee::hold(&bench.club, "duel", "a storm", now).unwrap();
    pause::release(&bench.club, "duel", "it is over", now).unwrap();
    bench.tick();
    for of in ["north", "south"] {
        assert_eq!(kinds(&bench, sent, of), ["note"], "{of}");
        let mail = bench.last("duel", of, ".note");
        let text = flat(&bench.text(&mail.message));
        assert!(
            text.contains("goes on. The deadline of turn 1 is"),
            "{text}"
        );
        for said in [
            "The referee says: it is over",
            "The referee had said before: Ben is ill; a storm",
        ] {
            assert_eq!(text.matches(said).count(), 1, "{said}: {text}");
        }
    }
    // What it is instead of is in the record, and marked beside.
    let note = bench.note("duel");
    assert_eq!(note.number, 5);
    let north = note
        .out
        .iter()
        .find(|it| it.seat == Some(seat("north")))
        .unwrap();
    let of = |entry| Earlier {
        entry,
        key: format!("duel.{entry:06}.north.note").parse().unwrap(),
    };
    assert_eq!(north.instead_of, [of(1), of(2), of(3), of(4)]);
    for entry in 1..=4 {
        assert!(replaced(
            &bench,
            entry,
            &format!("duel.{entry:06}.north.note")
        ));
    }
    // And nothing comes after.
    let sent = bench.post.taken.len();
    bench.later(3600).tick();
    assert_eq!(bench.post.taken.len(), sent);
    bench.verify();
}

#[test]
fn a_reminder_tells_of_the_new_deadline_too() {
    let mut bench = at_rest();
    let sent = bench.post.taken.len();
    let now = bench.now;
    referee::extend(&bench.club, "duel", "1d", "Ben is ill", now).unwrap();
    players::remind(&bench.club, "duel", &[seat("south")], "", now).unwrap();
    players::tell(&bench.club, "duel", &[], "A letter.", now).unwrap();
    bench.tick();
    assert_eq!(kinds(&bench, sent, "north"), ["note", "note"]);
    assert_eq!(kinds(&bench, sent, "south"), ["reminder", "note"]);
    let mail = bench.last("duel", "south", ".reminder");
    let text = flat(&bench.text(&mail.message));
    assert!(text.contains("before: Ben is ill"), "{text}");
    let whole = String::from_utf8_lossy(&mail.message);
    assert!(
        whole.contains("text/calendar"),
        "the new deadline in the calendar"
    );
    // Whoever has sent a sheet meanwhile is not reminded of it.
    bench.post.outcomes = vec![Outcome::Down; 10].into();
    players::remind(&bench.club, "duel", &[seat("north")], "", now).unwrap();
    bench.tick();
    bench.post.outcomes.clear();
    let sent = bench.post.taken.len();
    bench.send("duel", "north", "1", "BID 2");
    bench.tick();
    assert_eq!(kinds(&bench, sent, "north"), ["receipt"]);
    // A reminder is no answer to a mail.
    let text = bench.text(&bench.last("duel", "north", ".receipt").message);
    assert!(!text.contains("This answers"), "{text}");
}

#[test]
fn many_mails_of_a_tick_cost_a_mark_each() {
    let mut bench = at_rest();
    for bid in 0..20 {
        bench.send("duel", "north", "1", &format!("BID {}", 1 + bid % 5));
    }
    let sent = bench.post.taken.len();
    bench.later(60).tick();
    assert_eq!(kinds(&bench, sent, "north").len(), 1);
    let text = bench.text(&bench.last("duel", "north", ".receipt").message);
    assert!(
        text.contains("This answers all 20 of your mails."),
        "{text}"
    );
    let named = bench
        .note("duel")
        .out
        .iter()
        .map(|it| it.instead_of.len())
        .sum::<usize>();
    assert_eq!(named, 19);
}

#[test]
fn a_receipt_takes_the_place_of_one_that_told_of_the_same_sheet() {
    for apart in [false, true] {
        let mut bench = at_rest();
        let sent = bench.post.taken.len();
        bench.send("duel", "north", "1", "BID 2");
        if apart {
            bench.post.outcomes = vec![Outcome::Busy].into();
            bench.later(60).tick();
            bench.post.outcomes.clear();
        }
        bench.send("duel", "north", "1", "BID 3");
        bench.later(3600).tick();
        assert_eq!(bench.post.taken.len(), sent + 1, "{apart}");
        let mail = bench.last("duel", "north", ".receipt");
        let text = flat(&bench.text(&mail.message));
        assert!(text.contains("This answers both your mails."), "{text}");
        assert!(
            text.contains("1 BID 3 will be tried once Replaced"),
            "{text}"
        );
        assert!(replaced(&bench, 1, "duel.000001.north.receipt"));
        // Both mails are known to be answered.
        let mails: usize = bench.notes("duel").iter().map(|it| it.mail.len()).sum();
        assert_eq!(mails, 2);
        bench.verify();
    }
}

#[test]
fn whatever_says_more_leaves() {
    for (first, why) in [
        ("BID 2\nBUD 7", "a fault"),
        ("BID 2\nSTATUS", "a request"),
        ("BID 2\nMESSAGE TO south\nHello.\nEND", "a letter"),
        ("BID 2\nRESIGN", "leaving"),
        ("BID 2\nAWAY 2026-12-01 TO 2026-12-03", "an absence"),
        ("BID 2\nCHECK", "a look"),
        ("BID 2\nFORMAT TEXT", "the form"),
        ("BID 2\nADDRESS ana@new.example", "a code"),
        ("BID 2\nNEWS\nGold in the hills.\nEND", "the newspaper"),
        ("BID 2\nNEWS NONE", "no newspaper"),
        ("BID 2\nSALT my own words", "the dice"),
        ("BID 2\nAWAY NONE", "no absence"),
        ("BID 2\nREPORT\nMAP\nHELP BID", "requests"),
        ("Hello,\n\nBID 2", "words beside"),
    ] {
        for second in [
            "BID 3",
            "STATUS",
            "BID 4\nWOBBLE",
            "CLEAR",
            "CANCEL",
            "BID 3\nWAIT",
        ] {
            let mut bench = at_rest();
            let sent = bench.post.taken.len();
            bench.send("duel", "north", "1", first);
            bench.send("duel", "north", "1", second);
            bench.later(60).tick();
            let receipts = kinds(&bench, sent, "north");
            assert_eq!(receipts, ["receipt", "receipt-2"], "{why}, then {second}");
        }
    }
    // Of another seat, and of a sheet that was played meanwhile.
    let mut bench = at_rest();
    let sent = bench.post.taken.len();
    bench.send("duel", "north", "1", "BID 2");
    bench.send("duel", "south", "1", "BID 2");
    bench.post.outcomes = vec![Outcome::Busy; 20].into();
    bench.later(60).tick();
    bench.post.outcomes.clear();
    bench.later(7200).tick();
    for of in ["north", "south"] {
        assert_eq!(kinds(&bench, sent, of), ["receipt", "report"], "{of}");
    }
}

/// What the program does because no mail was read is told, whatever comes after.
#[test]
fn an_outage_is_told() {
    let mut bench = at_rest();
    bench.hum();
    let sent = bench.post.taken.len();
    bench.post.outcomes = vec![Outcome::Down; 10].into();
    bench.later(9 * 86_400).tick();
    bench.post.outcomes.clear();
    referee::extend(&bench.club, "duel", "1d", "", bench.now).unwrap();
    bench.tick();
    assert_eq!(kinds(&bench, sent, "north"), ["note", "note"]);
}

/// What stands in the place of an older mail is undone: then the older one leaves after all.
#[test]
fn with_a_rollback_the_earlier_mail_leaves() {
    let mut bench = at_rest();
    let sent = bench.post.taken.len();
    for bid in ["BID 2", "BID 3"] {
        bench.send("duel", "north", "1", bid);
        bench.post.outcomes = vec![Outcome::Down; 10].into();
        bench.later(60).tick();
        bench.post.outcomes.clear();
    }
    assert!(replaced(&bench, 1, "duel.000001.north.receipt"));
    let mails = show_mails(&bench, 1);
    assert!(
        mails.contains("not sent, a newer one says the same"),
        "{mails}"
    );
    referee::rollback(&bench.club, "duel", 1, "", bench.now).unwrap();
    assert!(show_mails(&bench, 2).contains("not sent, it was undone"));
    bench.tick();
    assert_eq!(kinds(&bench, sent, "north"), ["receipt", "note", "report"]);
}

fn show_mails(bench: &Bench, entry: u32) -> String {
    let club = bench.copy().club;
    let all = OnShow::of(club, "duel").unwrap();
    all.mails(Some(entry)).unwrap().text
}

/// The act that a mail told of is taken back: the one in whose place it stood leaves after all.
#[test]
fn with_undo_the_earlier_mail_leaves() {
    let mut bench = at_rest();
    let sent = bench.post.taken.len();
    referee::extend(&bench.club, "duel", "1d", "Ben is ill", bench.now).unwrap();
    referee::extend(&bench.club, "duel", "5d", "a slip", bench.now).unwrap();
    bench.post.outcomes = vec![Outcome::Down; 10].into();
    bench.tick();
    bench.post.outcomes.clear();
    assert!(replaced(&bench, 1, "duel.000001.north.note"));
    undo(&bench.club, "duel", bench.now).unwrap();
    bench.tick();
    assert_eq!(kinds(&bench, sent, "north"), ["note"]);
    let mail = bench.last("duel", "north", ".note");
    let text = flat(&bench.text(&mail.message));
    assert!(
        text.contains("Ben is ill") && !text.contains("a slip"),
        "{text}"
    );
}
