//! A club put back from a copy, as `docs/referee.md` says: no mail is lost, none is taken twice,
//! and nothing is done before the referee has decided.

use crate::support::{Bench, DUEL};
use packetboat::desk::commands::{pause, referee};
use packetboat::desk::inbox::retake::{Retake, retake, told};
use packetboat::desk::tick::run::tick;
use packetboat::fault::{RETRY, exit_code};
use packetboat::mail::transport::Outcome;
use packetboat::store::fs::{Access, Fs, make_dir, parent};
use packetboat::store::memfs::MemFs;
use std::path::Path;

const HOUR: i64 = 3_600;

/// The club with `campaigns/` and `desk/` of one disk and `mail/` of another.
fn put_back(books: &MemFs, mail: &MemFs, now: packetboat::clock::Moment) -> Bench {
    let disk = MemFs::default();
    let of_books = books.tree().into_iter().filter(|it| !is_mail(&it.0));
    let of_mail = mail.tree().into_iter().filter(|it| is_mail(&it.0));
    for (path, bytes) in of_books.chain(of_mail) {
        let to = Path::new("/").join(path.trim_end_matches('/'));
        if path.ends_with('/') {
            make_dir(&disk, &to).unwrap();
        } else {
            make_dir(&disk, parent(&to)).unwrap();
            disk.create(&to, &bytes, Access::Private).unwrap();
        }
    }
    Bench::on(disk, now)
}

fn is_mail(path: &str) -> bool {
    path.starts_with("club/mail/")
}

/// A club with a copy of yesterday: three mails have come before it and three after it, of them
/// one from a stranger.
fn yesterday() -> (Bench, MemFs) {
    let mut bench = Bench::with(&DUEL);
    bench.tick();
    bench.send("duel", "north", "1", "BID 2");
    bench.later(HOUR).tick();
    let copy = bench.fs.crash(0);
    bench.later(20 * HOUR);
    bench.send("duel", "south", "1", "BID 1");
    bench.later(60).tick();
    bench.later(60).send("duel", "north", "1", "BID 3");
    let stranger = bench.written("x@y.example", "orders@club.example", "Hello");
    bench.deliver(&stranger);
    bench.later(60).tick();
    (bench, copy)
}

fn taken(bench: &Bench) -> usize {
    let notes = bench.notes("duel").into_iter();
    notes.map(|it| it.mail.len()).sum()
}

fn lies_unread(bench: &Bench) -> usize {
    bench.fs.list(&bench.path("mail/new")).unwrap().len()
}

#[test]
fn nothing_is_done_while_the_books_are_older_than_the_mail() {
    let (bench, copy) = yesterday();
    let mut restored = put_back(&copy, &bench.fs, bench.now);
    let tree = restored.fs.tree();
    let error = tick(&restored.club, &mut restored.post, restored.now).unwrap_err();
    assert_eq!(exit_code(&error), RETRY);
    let said = format!("{error:#}");
    assert!(
        said.contains("the club's record is older than its mail"),
        "{said}"
    );
    assert_eq!(restored.fs.tree(), tree, "nothing was written");
    assert!(
        restored.post.taken.is_empty(),
        "Nothing was written or mailed"
    );
    assert!(
        told(&restored.club, restored.now)
            .unwrap()
            .contains("retake")
    );
    // A look changes nothing, and names each mail.
    let look = retake(&restored.club, Retake::Look, restored.now).unwrap();
    assert!(look.contains("The record does not know 3 mails"), "{look}");
    assert!(look.contains("x@y.example"), "{look}");
    assert_eq!(restored.fs.tree(), tree);
}

#[test]
fn mails_that_the_books_do_not_know_are_taken_again_once() {
    let (bench, copy) = yesterday();
    let whole = taken(&bench);
    let mut restored = put_back(&copy, &bench.fs, bench.now);
    let said = retake(&restored.club, Retake::All, restored.now).unwrap();
    assert!(said.contains("reads 3 mails again"), "{said}");
    assert_eq!(lies_unread(&restored), 3);
    // Twice is as good as once.
    assert!(
        retake(&restored.club, Retake::All, restored.now)
            .unwrap()
            .contains("There is nothing to")
    );
    restored.later(60).tick();
    assert_eq!(lies_unread(&restored), 0);
    assert_eq!(taken(&restored), whole);
    // In the order in which they came: the newest sheet of north counts.
    let lines = restored
        .campaign("duel")
        .table
        .in_force(crate::support::seat("north"));
    assert!(
        lines.iter().any(|it| it.text.contains("BID 3")),
        "{lines:?}"
    );
    assert_eq!(restored.all("duel", "north", ".receipt").count(), 1);
    assert_eq!(restored.all("duel", "south", ".receipt").count(), 1);
    restored.later(60).tick();
    assert_eq!(told(&restored.club, restored.now), None);
    restored.verify();
}

#[test]
fn what_came_long_before_the_copy_is_left_alone() {
    let (bench, copy) = yesterday();
    // A mail that was never taken, and that somebody has read days before.
    let old = bench
        .now
        .minus(packetboat::clock::length::Length::hours(72));
    let path = format!("mail/cur/{:010}.0001.0123456789ab:2,S", old.seconds());
    bench.write(
        &path,
        "From: ana@example.org\nTo: orders@club.example\n\nOld\n",
    );
    let mut restored = put_back(&copy, &bench.fs, bench.now);
    let said = retake(&restored.club, Retake::All, restored.now).unwrap();
    assert!(said.contains("reads 3 mails again"), "{said}");
    restored.later(60).tick();
    assert!(restored.fs.read(&restored.path(&path)).is_ok());
}

#[test]
fn the_referee_may_go_on_without_them() {
    let (bench, copy) = yesterday();
    let mut restored = put_back(&copy, &bench.fs, bench.now);
    let before = taken(&restored);
    retake(&restored.club, Retake::Nothing, restored.now).unwrap();
    restored.later(60).tick();
    assert_eq!(taken(&restored), before);
    restored.verify();
}

/// Put back as a whole, or moved elsewhere, there is nothing to be told.
#[test]
fn a_whole_copy_goes_on_as_it_is() {
    let (bench, copy) = yesterday();
    for disk in [copy, bench.fs.crash(0)] {
        let mut whole = Bench::on(disk, bench.now);
        assert_eq!(told(&whole.club, whole.now), None);
        whole.later(60).tick();
        whole.verify();
    }
}

/// The last entry's file is lost while its mails still wait, and is put back a day later: whatever
/// ran in between, the mails have waited.
#[test]
fn mails_of_a_lost_entry_wait_until_it_is_put_back() {
    type Between = fn(&mut Bench);
    let between: [Between; 3] = [
        |bench| {
            bench.tick();
        },
        |bench| {
            pause::release(&bench.club, "duel", "", bench.now).unwrap_err();
        },
        |bench| {
            referee::hold(&bench.club, "duel", "we look for a file", bench.now).unwrap_err();
        },
    ];
    for run in between {
        let mut bench = Bench::with(&DUEL);
        bench.send("duel", "north", "1", "BID 2");
        bench.post.outcomes = vec![Outcome::Busy; 9].into();
        bench.later(HOUR).tick();
        let file = format!(
            "campaigns/duel/log/{:06}.entry",
            bench.notes("duel").len() - 1
        );
        let whole = bench.fs.read(&bench.path(&file)).unwrap();
        bench.remove(&file);
        bench.post.outcomes.clear();
        run(bench.later(HOUR));
        assert_eq!(bench.all("duel", "north", ".receipt").count(), 0);
        bench.write(&file, &whole);
        let _ = bench.fs.remove_file(&bench.path("campaigns/duel/HALTED"));
        bench.later(24 * HOUR).tick();
        assert_eq!(bench.all("duel", "north", ".receipt").count(), 1);
        bench.verify();
    }
}
