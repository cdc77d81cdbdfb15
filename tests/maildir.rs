//! Mail as it lies: delivered, found in order, tidied away; and orders by file.

use packetboat::clock::Moment;
use packetboat::store::fs::{Access, Disk, Fs};
use packetboat::store::maildir::{DropBox, Maildir, Waiting, bare};
use packetboat::store::memfs::MemFs;
use packetboat_tools::faulty::{Faulty, Trouble};
use std::path::Path;

fn at(seconds: i64) -> Moment {
    Moment::from_seconds(seconds)
}

const NOW: i64 = 1_795_161_600;

fn put(fs: &MemFs, path: &str, modified: i64) {
    fs.set_clock(modified);
    fs.create_dir_all(Path::new(path).parent().expect("it lies in a folder"))
        .expect("the disk is well");
    fs.create(Path::new(path), b"x", Access::Shared)
        .expect("the disk is well");
}

/// Name and arrival, before `NOW`.
fn rows(waiting: &[Waiting]) -> Vec<(&str, i64)> {
    let row = |it: &Waiting| NOW - it.arrived.seconds();
    waiting
        .iter()
        .map(|it| (it.name.as_str(), row(it)))
        .collect()
}

#[test]
fn mails_are_found_in_the_order_they_came() {
    let fs = MemFs::new();
    let maildir = Maildir::new(&fs, "/mail");
    assert_eq!(maildir.unread(at(NOW)).unwrap(), []);
    let second = maildir.deliver(b"second", at(NOW - 5)).unwrap();
    let third = maildir.deliver(b"a third", at(NOW - 5)).unwrap();
    let fourth = maildir.deliver(b"second", at(NOW - 5)).unwrap();
    let first = maildir.deliver(b"first", at(NOW - 9)).unwrap();
    put(&fs, "/mail/new/1795161597.M1P2.host,S=4:2,", 0);
    put(&fs, "/mail/new/17951615990.odd", NOW - 4);
    put(&fs, "/mail/new/1895161600.future", 0);
    put(&fs, "/mail/new/by-hand", NOW + 50);
    put(&fs, "/mail/new/.hidden", 0);
    put(&fs, "/mail/new/dovecot-uidlist", 0);
    put(&fs, "/mail/new/folder/x", 0);
    let found = maildir.unread(at(NOW)).unwrap();
    let expected = [
        (first.as_str(), 9),
        (second.as_str(), 5),
        (third.as_str(), 5),
        (fourth.as_str(), 5),
        ("17951615990.odd", 4),
        ("1795161597.M1P2.host,S=4:2,", 3),
        ("1895161600.future", 0),
        ("by-hand", 0),
    ];
    assert_eq!(rows(&found), expected);
    assert_eq!(maildir.read(&second, 100).unwrap(), b"second");
    let path = Path::new("/mail/new").join(&second);
    assert_eq!(fs.access(&path), Some(Access::Private));
}

#[test]
fn a_mail_that_was_read_is_moved_and_keeps_its_name() {
    let fs = MemFs::new();
    let maildir = Maildir::new(&fs, "/mail");
    let name = maildir.deliver(b"x", at(NOW)).unwrap();
    put(&fs, "/mail/new/1795161597.host:2,F", 0);
    maildir.mark_read(&name).unwrap();
    maildir.mark_read("1795161597.host:2,F").unwrap();
    maildir.mark_read(&name).unwrap();
    assert_eq!(maildir.unread(at(NOW)).unwrap(), []);
    let cur = fs.list(Path::new("/mail/cur")).unwrap();
    assert_eq!(
        cur,
        ["1795161597.host:2,S".to_owned(), format!("{name}:2,S")]
    );
    assert_eq!(bare(&cur[1]), name);
}

#[test]
fn what_crashes_left_is_swept_after_a_day_and_a_half() {
    let fs = MemFs::new();
    let maildir = Maildir::new(&fs, "/mail");
    maildir.make().unwrap();
    put(&fs, "/mail/tmp/old", NOW - 37 * 3600);
    put(&fs, "/mail/tmp/young", NOW - 35 * 3600);
    maildir.sweep(at(NOW)).unwrap();
    assert_eq!(fs.list(Path::new("/mail/tmp")).unwrap(), ["young"]);
}

#[test]
fn a_mail_is_safe_once_it_is_said_to_be() {
    let mut outcomes = [0, 0];
    for call in 1..=14 {
        for seed in 0..20 {
            let fs = Faulty::new(MemFs::new(), Trouble::PowerCut(call));
            let said = Maildir::new(&fs, "/mail").deliver(b"orders", at(NOW));
            let after = fs.inner().crash(seed);
            let maildir = Maildir::new(&after, "/mail");
            let found = maildir.unread(at(NOW)).unwrap();
            for mail in &found {
                assert_eq!(maildir.read(&mail.name, 100).unwrap(), b"orders");
            }
            assert!(
                said.is_err() || found.len() == 1,
                "call {call}, seed {seed}"
            );
            outcomes[found.len()] += 1;
            // Whoever brings it tries again, in the same second even.
            maildir.deliver(b"orders", at(NOW)).unwrap();
            assert_eq!(maildir.unread(at(NOW)).unwrap().len(), found.len() + 1);
        }
    }
    assert!(outcomes.iter().all(|it| *it > 0), "{outcomes:?}");
}

#[test]
fn orders_by_file() {
    let fs = MemFs::new();
    let drop_box = DropBox::new(&fs, "/drop");
    assert_eq!(drop_box.unread(at(NOW)).unwrap(), []);
    put(&fs, "/drop/b.txt", NOW - 3);
    put(&fs, "/drop/a.eml", NOW - 2);
    put(&fs, "/drop/a.txt", NOW - 3);
    put(&fs, "/drop/later.txt", NOW + 3);
    // Ten digits are a time in a Maildir, and a name here.
    put(&fs, "/drop/3359160890.txt", NOW - 1);
    put(&fs, "/drop/notes.md", NOW - 3);
    put(&fs, "/drop/.a.txt.swp", NOW - 3);
    put(&fs, "/drop/done/old.txt", NOW - 3);
    let found = drop_box.unread(at(NOW)).unwrap();
    let expected = [
        ("a.txt", 3),
        ("b.txt", 3),
        ("a.eml", 2),
        ("3359160890.txt", 1),
        ("later.txt", 0),
    ];
    assert_eq!(rows(&found), expected);
    // What names a file for ever is the same whenever it is looked at.
    assert_eq!(found[4].modified, NOW + 3);
    assert_eq!(drop_box.read("a.txt", 100).unwrap(), b"x");
    drop_box.mark_read("a.txt", at(NOW)).unwrap();
    drop_box.mark_read("a.txt", at(NOW)).unwrap();
    put(&fs, "/drop/a.txt", NOW);
    drop_box.mark_read("a.txt", at(NOW + 1)).unwrap();
    let done = fs.list(Path::new("/drop/done")).unwrap();
    assert_eq!(done, ["1795161600.a.txt", "1795161601.a.txt", "old.txt"]);
}

/// A mail program that looks into the folder moves what is new to `cur`; only what somebody has
/// seen is not ours to read.
#[test]
fn what_a_mail_program_has_moved_and_nobody_has_seen_is_unread() {
    let fs = MemFs::new();
    let maildir = Maildir::new(&fs, "/mail");
    for name in [
        "1795161590.a:2,",
        "1795161591.b:2,FS",
        "1795161592.c",
        "dovecot.index",
    ] {
        put(&fs, &format!("/mail/cur/{name}"), 0);
    }
    let before = maildir.deliver(b"x", at(NOW - 20)).unwrap();
    let after = maildir.deliver(b"x", at(NOW - 5)).unwrap();
    let found = maildir.unread(at(NOW)).unwrap();
    let names = [
        before.as_str(),
        "1795161590.a",
        "1795161592.c",
        after.as_str(),
    ];
    assert_eq!(
        rows(&found).iter().map(|it| it.0).collect::<Vec<_>>(),
        names
    );
    for name in names {
        assert_eq!(maildir.read(name, 100).unwrap(), b"x");
        maildir.mark_read(name).unwrap();
        maildir.mark_read(name).unwrap();
    }
    assert_eq!(maildir.unread(at(NOW)).unwrap(), []);
    assert!(fs.bytes(Path::new("/mail/cur/1795161590.a:2,S")).is_some());
    assert!(maildir.read("1795161590.nobody", 100).is_err());
}

/// A long mail is written as it comes, one that is too long leaves nothing, and no more is read of
/// either than is asked for; on a disk and in memory alike.
#[test]
fn long_mails_are_kept_whole_and_read_in_part() {
    let folder = tempfile::tempdir().unwrap();
    let memory = MemFs::new();
    for (fs, root) in [
        (&Disk as &dyn Fs, folder.path()),
        (&memory, Path::new("/mail")),
    ] {
        let maildir = Maildir::new(fs, root);
        let long: Vec<u8> = (0..300_000_u32).map(|it| (it % 251) as u8).collect();
        let name = maildir
            .deliver_from(&mut long.as_slice(), 300_000, at(NOW))
            .unwrap();
        // The rest of another's crash bears the next name, and costs no part of the mail.
        let next = format!("{}0001{}", &name[..11], &name[15..]);
        let taken = root.join("tmp").join(next);
        fs.create(&taken, b"", Access::Private).unwrap();
        let again = maildir.deliver(&long, at(NOW)).unwrap();
        assert_eq!(&again[11..15], "0002");
        let refused = maildir.deliver_from(&mut long.as_slice(), 299_999, at(NOW));
        assert!(refused.is_err_and(|it| it.to_string().contains("too large")));
        fs.remove_file(&taken).unwrap();
        for name in [&name, &again] {
            assert_eq!(maildir.read(name, usize::MAX).unwrap(), long);
            assert_eq!(maildir.read(name, 70_000).unwrap(), long[..70_000]);
        }
        assert_eq!(maildir.unread(at(NOW)).unwrap().len(), 2);
        assert!(fs.list(&root.join("tmp")).unwrap().is_empty());
    }
}
