//! Mail of months gone by: out of the way of ticks, never out of reach, and gone only when the
//! referee has said so.

use crate::support::{Bench, DUEL, seat};
use packetboat::clock::Moment;
use packetboat::desk::club::schedule_cache::Hints;
use packetboat::desk::inbox::retake::{Retake, retake};
use packetboat::store::fs::{Fs, make_dir, parent};
use packetboat::store::maildir::bare;

fn names(bench: &Bench, folder: &str) -> Vec<String> {
    bench.fs.list(&bench.path(folder)).unwrap_or_default()
}

/// A club that has taken a mail of North in November.
fn november() -> Bench {
    let mut bench = Bench::with(&DUEL);
    bench.tick();
    bench.send("duel", "north", "1", "BID 2");
    bench.later(60).tick();
    assert_eq!(names(&bench, "mail/cur").len(), 1);
    bench
}

#[test]
fn a_new_month_puts_by_the_mail_of_the_one_before() {
    let mut bench = november();
    let before = names(&bench, "mail/cur");
    let text = bench.read(&format!("mail/cur/{}", before[0]));
    bench.at("2026-11-30T23:50:00Z").tick();
    assert_eq!(names(&bench, "mail/cur"), before);
    bench.at("2026-12-01T00:10:00Z").tick();
    assert_eq!(names(&bench, "mail/cur"), [""; 0]);
    assert_eq!(names(&bench, "mail/old/2026-11"), before);
    let moved = bench.read(&format!("mail/old/2026-11/{}", before[0]));
    assert_eq!(moved, text);
    // What came in the same month stays, and so does what nobody has read, or somebody else has.
    bench.send("duel", "south", "1", "BID 1");
    bench.write("mail/cur/1700000000.1.host", "From: x\n\nold and unread\n");
    bench.write("mail/cur/1700000001.1.host:2,S", "From: x\n\na letter\n");
    bench.later(60).tick();
    assert_eq!(names(&bench, "mail/cur").len(), 3);
    bench.at("2026-12-20T00:10:00Z").tick();
    bench.at("2027-01-01T00:10:00Z").tick();
    let left = names(&bench, "mail/cur");
    assert_eq!(left, ["1700000001.1.host:2,S"], "{left:?}");
    // The same mail once more is known.
    bench.deliver(&text);
    bench.later(60).tick();
    let notes = bench.notes("duel");
    assert_eq!(notes.iter().map(|it| it.mail.len()).sum::<usize>(), 2);
    bench.verify();
}

#[test]
fn what_waits_to_be_told_stays() {
    let mut bench = Bench::with(&DUEL);
    let mut stranger = |at: &str| {
        let mail = bench.written("x@y.example", "orders@club.example", at);
        let name = bench.deliver(&mail);
        bench.at(at).tick();
        name
    };
    let told = stranger("2026-11-30T20:10:00Z");
    let waits = stranger("2026-11-30T22:40:00Z");
    assert!(
        bench.fs.stat(&bench.path("desk/unheard.toml")).is_ok(),
        "the referee hears of it tomorrow"
    );
    bench.at("2026-12-01T00:00:00Z").tick();
    let flagged = |it: &str| [format!("{it}:2,S")];
    assert_eq!(names(&bench, "mail/cur"), flagged(&waits));
    assert_eq!(names(&bench, "mail/old/2026-11"), flagged(&told));
    bench.at("2026-12-15T00:00:00Z").tick();
    bench.at("2027-01-01T00:00:00Z").tick();
    assert_eq!(names(&bench, "mail/old/2026-11").len(), 2);
}

/// The books are lost, and the mail has moved on: it is found all the same.
#[test]
fn what_was_put_by_is_taken_again() {
    let mut bench = Bench::with(&DUEL);
    bench.tick();
    let books = bench.fs.tree();
    bench.send("duel", "north", "1", "BID 2");
    bench.later(60).tick();
    bench.at("2026-12-01T00:10:00Z").tick();
    let put_by = names(&bench, "mail/old/2026-11");
    // As they were, with the mail as it is.
    for folder in ["campaigns", "desk"] {
        bench.fs.remove_dir_all(&bench.path(folder)).unwrap();
    }
    for (path, bytes) in books {
        let inner = path.strip_prefix("club/").unwrap_or_default();
        let of_books = inner.starts_with("campaigns/") || inner.starts_with("desk/");
        if of_books && !inner.ends_with('/') {
            make_dir(&*bench.fs, parent(&bench.path(inner))).unwrap();
            bench.write(inner, bytes);
        }
    }
    let said = retake(&bench.club, Retake::Look, bench.now).unwrap();
    assert!(said.contains("does not know 1 mail"), "{said}");
    assert!(said.contains(&put_by[0]), "{said}");
    retake(&bench.club, Retake::All, bench.now).unwrap();
    assert_eq!(names(&bench, "mail/new"), [bare(&put_by[0])]);
    bench.later(60).tick();
    let taken: usize = bench.notes("duel").iter().map(|it| it.mail.len()).sum();
    assert_eq!(taken, 1);
}

#[test]
fn mail_is_deleted_when_the_referee_says_so_and_not_before() {
    let mut bench = november();
    for year in 2027..2030 {
        for month in 1..13 {
            bench.at(&format!("{year}-{month:02}-01T00:10:00Z")).tick();
        }
    }
    assert_eq!(names(&bench, "mail/old/2026-11").len(), 1, "for ever");
    let mut bench = november();
    let keep = "[mail.in]\nkeep = \"60d\"\n";
    bench.edit("packetboat.toml", "[mail.in]\n", keep);
    bench = bench.copy();
    bench.at("2026-12-01T00:10:00Z").tick();
    // Sixty days before the first of January its month was not over, nor thirty days later.
    bench.at("2027-01-01T00:10:00Z").tick();
    assert_eq!(names(&bench, "mail/old/2026-11").len(), 1);
    bench.at("2027-02-01T00:10:00Z").tick();
    assert_eq!(names(&bench, "mail/old"), [""; 0]);
    let ledger = bench.read("desk/ledger/2027-02.toml");
    let line = "1 mail of 2026-11, deleted as `keep = \"60d\"` under [mail.in] says";
    assert!(ledger.contains(line), "{ledger}");
}

/// Whoever moves a mail into `cur` without having read it changes the folder, and it is looked
/// through again; as long as nobody does, it is not.
#[test]
fn cur_is_looked_through_when_it_has_changed() {
    let mut bench = november();
    let pass = |bench: &mut Bench| {
        bench.later(300);
        bench.fs.set_clock(bench.now.seconds());
        bench.tick();
    };
    let rests = |bench: &Bench| {
        let cur =
            packetboat::desk::club::schedule_cache::Looks::at(&*bench.fs, &bench.path("mail/cur"));
        Hints::read(&bench.club).rests(cur)
    };
    (0..3).for_each(|_| pass(&mut bench));
    assert!(rests(&bench));
    let mail = bench.orders("duel", "south", "1", "BID 1");
    let now: Moment = bench.now;
    bench.fs.set_clock(now.seconds() + 60);
    bench.write("mail/cur/1900000000.M1.host:2,", mail);
    assert!(!rests(&bench));
    pass(&mut bench);
    let lines = bench.campaign("duel").table.in_force(seat("south"));
    assert!(
        lines.iter().any(|it| it.text.contains("BID 1")),
        "{lines:?}"
    );
}
