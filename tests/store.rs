//! Entries: written, read, damaged, and written while the power is cut at every call.

use packetboat::clock::Moment;
use packetboat::store::campaigns;
use packetboat::store::entry::{
    Because, Cause, Committed, DeskState, DiceNote, Draft, Entry, Letter, MailNote, Note, OutDraft,
    Part, Silence, Stop, Verdict,
};
use packetboat::store::faulty::{Faulty, Trouble};
use packetboat::store::fs::{Access, Disk, Fs, exists, make_dir};
use packetboat::store::layout::{CampaignDir, CampaignId, Club};
use packetboat::store::log::CampaignLog;
use packetboat::store::memfs::MemFs;
use packetboat::store::outbox::Tried;
use std::collections::BTreeMap;
use std::path::Path;

fn moment(text: &str) -> Moment {
    text.parse().expect("tests know how moments are written")
}

fn dir() -> CampaignDir {
    let id: CampaignId = "new-spain".parse().expect("it is a fitting name");
    Club::new("/club").campaign(&id)
}

/// A founding: all three parts, one report.
fn founding() -> Draft {
    let now = moment("2026-11-20T12:00:00Z");
    Draft {
        campaign: "new-spain".parse().expect("it is a fitting name"),
        game: "toy".to_owned(),
        revision: 3,
        written: now,
        cause: Cause::Founded {},
        desk: DeskState {
            stop: Stop::Gate,
            called: ["spain", "england"].map(seat).into(),
            asked_at: now,
            deadline: Some(moment("2026-11-22T19:00:00Z")),
            last_sheet_at: None,
            held: None,
            silence: Silence::Suspicious,
            submissions: 0,
            delivered: None,
            released: None,
            reminded: BTreeMap::new(),
            missed: BTreeMap::new(),
            reported: [(seat("spain"), 0)].into(),
        },
        dice: DiceNote {
            timeline: 0,
            link: 1,
            resolved: true,
            shown: None,
        },
        parts: [
            (Part::State, "turn = 1\n".to_owned()),
            (Part::Book, "filed = []\n".to_owned()),
            (Part::Journal, "[[step]]\n".to_owned()),
        ]
        .into(),
        mail: Vec::new(),
        orders: Vec::new(),
        out: vec![letter("new-spain.000000.spain.report", Letter::Report)],
    }
}

/// A mail that came in: another book, a submission, a receipt.
fn sheet() -> Draft {
    let mut draft = founding();
    draft.cause = Cause::Mail {};
    draft.dice.resolved = false;
    draft.desk.submissions = 1;
    draft.desk.last_sheet_at = Some(moment("2026-11-21T08:00:00Z"));
    draft.parts = [(Part::Book, "filed = [\"spain\"]\n".to_owned())].into();
    draft.mail = vec![MailNote {
        id: "9c41".to_owned(),
        file: "1795161600.0000.9c41".to_owned(),
        arrived: moment("2026-11-21T08:00:00Z"),
        seat: Some(seat("spain")),
        verdict: Verdict::Accepted,
        submission: Some(1),
        why: None,
    }];
    let text = "MOVE TO cuba\n; señor\n".to_owned();
    draft.orders = vec![(1, seat("spain"), text)];
    draft.out = vec![letter("new-spain.000001.spain.receipt", Letter::Receipt)];
    draft
}

fn seat(name: &str) -> packetboat::engine::seat::Seat {
    name.parse().expect("it is a fitting name")
}

fn letter(key: &str, what: Letter) -> OutDraft {
    OutDraft {
        key: key.parse().expect("it is a fitting key"),
        to: "ana@example.org".to_owned(),
        seat: Some(seat("spain")),
        what,
        bytes: format!("Subject: {key}\r\n\r\nHello\r\n").into_bytes(),
    }
}

/// Commits a draft behind what is there.
fn commit(fs: &dyn Fs, dir: &CampaignDir, draft: Draft) -> Committed {
    let log = CampaignLog::new(fs, dir);
    let last = log.last().expect("the log can be read");
    let entry = draft.seal(last.as_ref());
    let done = log.commit(&entry, last.as_ref());
    done.expect("the disk is well")
}

/// A log with one entry, and with two.
fn one_and_two() -> (MemFs, MemFs) {
    let (one, two) = (MemFs::new(), MemFs::new());
    commit(&one, &dir(), founding());
    commit(&two, &dir(), founding());
    commit(&two, &dir(), sheet());
    (one, two)
}

/// What the log holds, of files that count.
fn held(fs: &MemFs) -> BTreeMap<String, Vec<u8>> {
    let mut tree = fs.tree();
    tree.retain(|path, _| !path.ends_with('/'));
    tree
}

#[test]
fn what_is_committed_is_read_back() {
    let (_, fs) = one_and_two();
    let dir = dir();
    let log = CampaignLog::new(&fs, &dir);
    assert_eq!(log.entries().unwrap(), [0, 1]);
    let last = log.last().unwrap().unwrap();
    assert_eq!(last.note.cause, Cause::Mail {});
    assert_eq!(last.note.parent, Some(log.note(0).unwrap().digest));
    let loaded = log.load(1).unwrap();
    assert_eq!(loaded.committed, last);
    assert_eq!(loaded.parts[&Part::State], "turn = 1\n");
    assert_eq!(loaded.parts[&Part::Book], "filed = [\"spain\"]\n");
    assert_eq!(last.note.files[&Part::Journal].entry, 0);
    assert_eq!(log.load(0).unwrap().parts[&Part::Book], "filed = []\n");
    log.check(0).unwrap();
    log.check(1).unwrap();
    let orders = dir.entry(1).join("orders/1.txt");
    assert_eq!(
        fs.read(&orders).unwrap(),
        "MOVE TO cuba\n; señor\n".as_bytes()
    );
}

#[test]
fn mails_are_private_and_the_rest_is_not() {
    let (fs, _) = one_and_two();
    let entry = dir().entry(0);
    let mail = entry.join("outbox/new-spain.000000.spain.report.eml");
    assert_eq!(fs.access(&mail), Some(Access::Private));
    assert_eq!(fs.access(&entry.join("state.toml")), Some(Access::Shared));
}

/// The note as people see it.
const GOLDEN: &str = include_str!("store/entry.toml");

#[test]
fn the_shape_of_a_note_is_pinned() {
    let (_, two) = one_and_two();
    let dir = dir();
    let text = two.read(&dir.entry(1).join("entry.toml")).unwrap();
    let text = String::from_utf8(text).unwrap();
    // Hashes depend on the version of the program, which stands in the comments.
    let mut text = text.replace(env!("CARGO_PKG_VERSION"), "VERSION");
    let note = CampaignLog::new(&two, &dir).note(1).unwrap().note;
    let files = note.files.values().map(|it| it.blake3);
    let others = [
        note.parent.unwrap(),
        note.orders[0].blake3,
        note.out[0].blake3,
    ];
    for digest in files.chain(others) {
        text = text.replacen(&digest.to_string(), "HASH", 1);
    }
    assert_eq!(text, GOLDEN);
}

#[test]
fn every_cause_and_field_is_read_back_equal() {
    let why = || "it \"rained\"\nall day".to_owned();
    let causes = [
        Cause::Founded {},
        Cause::Mail {},
        Cause::Resolved {
            because: Because::AllIn,
        },
        Cause::Resolved {
            because: Because::Deadline,
        },
        Cause::Reminded {
            seats: vec![seat("spain")],
        },
        Cause::Held { why: why() },
        Cause::Released { why: why() },
        Cause::Extended {
            to: Some(moment("2026-12-01T00:00:00Z")),
            why: why(),
        },
        Cause::Extended {
            to: None,
            why: why(),
        },
        Cause::Adopted { why: why() },
        Cause::RolledBack { to: 3, why: why() },
        Cause::Replaced {
            seat: seat("england"),
            why: why(),
        },
        Cause::Asked { what: why() },
    ];
    for cause in causes {
        let mut draft = sheet();
        draft.cause = cause;
        draft.desk.held = Some(why());
        draft.desk.silence = Silence::Believed;
        draft.desk.stop = Stop::Interrupt;
        draft.desk.delivered = Some(0);
        draft.desk.released = Some(4);
        draft.desk.reminded = [(seat("spain"), draft.written)].into();
        draft.desk.missed = [(seat("england"), 2)].into();
        draft.dice.shown = Some("ab".repeat(32));
        let note = draft.seal(None).note;
        let text = note.to_text();
        assert_eq!(Note::parse("entry.toml", &text), Ok(note.clone()), "{text}");
        assert_eq!(Note::parse("x", &text).unwrap().to_text(), text);
    }
}

#[test]
fn strays_in_a_note_are_refused() {
    let text = sheet().seal(None).note.to_text();
    for (from, to) in [
        ("[desk]\n", "[desk]\nzeal = 3\n"),
        ("is = \"mail\"\n", "is = \"mail\"\nwhy = \"so\"\n"),
        ("number = 0\n", "number = 0\nstray = 1\n"),
        ("revision = 3\n", ""),
        ("verdict = \"accepted\"", "verdict = \"praised\""),
    ] {
        assert!(text.contains(from), "{from}");
        let damaged = text.replace(from, to);
        let fault = Note::parse("entry.toml", &damaged).unwrap_err();
        assert!(fault.hint.contains("put the file back"), "{from}: {fault}");
    }
}

/// Damages one file of a log of two entries and tells what the log says of entry 1.
fn check_damage(path: &str, change: impl Fn(String) -> String, shown: &str) {
    let (_, fs) = one_and_two();
    let dir = dir();
    let path = dir.log().join(path);
    let text = String::from_utf8(fs.read(&path).unwrap_or_default()).expect("it is text");
    fs.remove_file(&path).ok();
    let changed = change(text);
    if !changed.is_empty() {
        fs.create(&path, changed.as_bytes(), Access::Shared)
            .expect("the disk is well");
    }
    let log = CampaignLog::new(&fs, &dir);
    let fault = log.check(1).expect_err("damage is seen");
    assert!(!fault.is_disk(), "{fault}");
    assert_eq!(fault.to_string(), shown);
}

#[test]
fn damage_is_named_with_what_to_do() {
    let longer = |it: String| it + "# edited by hand\n";
    let gone = |_| String::new();
    let altered = "it is not as it was committed; put it back, or `packetboat adopt new-spain`";
    check_damage(
        "000001/book.toml",
        longer,
        &format!("log/000001/book.toml: {altered}"),
    );
    check_damage(
        "000000/state.toml",
        longer,
        &format!("log/000000/state.toml: {altered}"),
    );
    check_damage(
        "000001/orders/1.txt",
        longer,
        &format!("log/000001/orders/1.txt: {altered}"),
    );
    let mail = "000001/outbox/new-spain.000001.spain.receipt.eml";
    check_damage(mail, longer, &format!("log/{mail}: {altered}"));
    let back = "put it back from a copy";
    check_damage(
        mail,
        gone,
        &format!("log/{mail}: this file is gone; {back}"),
    );
    check_damage(
        "000001/book.toml",
        gone,
        &format!("log/000001/book.toml: this file is gone; {back}"),
    );
    check_damage(
        "000000/entry.toml",
        longer,
        &format!(
            "log/000001/entry.toml: the entry before it is not the one it was chained to; {back}"
        ),
    );
    check_damage(
        "000001/entry.toml",
        |it| it.replace("number = 1", "number = 7"),
        &format!("log/000001/entry.toml: it is the note of entry 7; {back}"),
    );
    check_damage(
        "000001/entry.toml",
        |it| it[..it.find("\nverdict").expect("it is there") + 12].to_owned(),
        "log/000001/entry.toml:50: invalid basic string, expected `\"`; it is cut short or was \
         edited; put it back from a copy",
    );
    check_damage(
        "000001/entry.toml",
        |it| it.replace("format = 1", "format = 9"),
        "log/000001/entry.toml: format 9 is newer than this program, which knows 1; \
         install a newer packetboat",
    );
    check_damage(
        "000001/notes.txt",
        |_| "mine".to_owned(),
        "log/000001/notes.txt: this file was not committed with its entry; take it away",
    );
}

#[test]
fn what_a_human_changed_can_be_adopted() {
    let (_, fs) = one_and_two();
    let dir = dir();
    let path = dir.entry(0).join("state.toml");
    fs.remove_file(&path).unwrap();
    fs.create(&path, b"turn = 7\n", Access::Shared).unwrap();
    let log = CampaignLog::new(&fs, &dir);
    assert!(log.load(1).is_err());
    let loaded = log.load_as_it_lies(1).unwrap();
    assert_eq!(loaded.parts[&Part::State], "turn = 7\n");
    let mut draft = founding();
    draft.cause = Cause::Adopted {
        why: "a slip".into(),
    };
    (draft.parts, draft.out) = (loaded.parts, Vec::new());
    commit(&fs, &dir, draft);
    assert_eq!(log.load(2).unwrap().parts[&Part::State], "turn = 7\n");
    log.check(2).unwrap();
}

#[test]
fn a_missing_entry_is_named() {
    let (_, fs) = one_and_two();
    let dir = dir();
    fs.remove_dir_all(&dir.entry(0)).unwrap();
    let fault = CampaignLog::new(&fs, &dir).last().unwrap_err();
    let shown = "log/000000: this entry is gone; put it back from a copy";
    assert_eq!(fault.to_string(), shown);
}

/// How a mail stands: waiting, and after how many attempts.
fn waiting(fs: &dyn Fs) -> Vec<(u32, String, Option<u32>)> {
    let dir = dir();
    let unsent = CampaignLog::new(fs, &dir).unsent(None);
    let unsent = unsent.expect("the log can be read").into_iter();
    let rows = unsent.map(|it| {
        (
            it.entry,
            it.note.key.to_string(),
            it.tried.map(|it| it.count),
        )
    });
    rows.collect()
}

#[test]
fn mails_wait_until_they_are_sent_or_fail() {
    let (_, fs) = one_and_two();
    let (dir, now) = (dir(), moment("2026-11-21T09:00:00Z"));
    let log = CampaignLog::new(&fs, &dir);
    let report = "new-spain.000000.spain.report";
    let receipt = "new-spain.000001.spain.receipt";
    let row = |entry, key: &str, count| (entry, key.to_owned(), count);
    assert_eq!(waiting(&fs), [row(0, report, None), row(1, receipt, None)]);
    assert_eq!(log.unsent(Some(0)).unwrap().len(), 1);
    let (report, receipt) = (report.parse().unwrap(), receipt.parse().unwrap());
    assert!(
        log.mail(0, &report)
            .unwrap()
            .starts_with(b"Subject: new-spain.000000")
    );
    log.mark_sent(0, &report, now).unwrap();
    log.mark_sent(0, &report, now).unwrap();
    for count in 1..=2 {
        let why = "451 later".to_owned();
        log.mark_tried(
            1,
            &receipt,
            &Tried {
                count,
                last: now,
                why,
            },
        )
        .unwrap();
    }
    assert_eq!(waiting(&fs), [row(1, receipt.as_str(), Some(2))]);
    log.mark_failed(1, &receipt, now, "550 no such user")
        .unwrap();
    assert_eq!(waiting(&fs), []);
    log.unmark_failed(1, &receipt).unwrap();
    assert_eq!(waiting(&fs), [row(1, receipt.as_str(), Some(2))]);
    // What became of mails is no damage to the entry.
    log.check(0).unwrap();
    log.check(1).unwrap();
}

/// The second entry is committed on a disk with this trouble, which holds the first.
fn try_second(fs: &dyn Fs) -> bool {
    let dir = dir();
    let log = CampaignLog::new(fs, &dir);
    let Ok(()) = log.recover() else {
        return false;
    };
    let Ok(last) = log.last() else {
        return false;
    };
    let entry: Entry = sheet().seal(last.as_ref());
    log.commit(&entry, last.as_ref()).is_ok()
}

/// How many calls that change something a second commit makes.
fn calls_of_second() -> u64 {
    let fs = Faulty::new(one_and_two().0, Trouble::Never);
    assert!(try_second(&fs));
    fs.calls()
}

#[test]
fn a_power_cut_at_any_call_leaves_the_old_log_or_the_new_one() {
    let (one, two) = one_and_two();
    let (old, new) = (held(&one), held(&two));
    let calls = calls_of_second();
    assert!(calls > 15, "{calls} calls are too few for what is written");
    let mut seen = BTreeMap::new();
    for at in 1..=calls + 1 {
        for seed in 0..40 {
            let fs = Faulty::new(one_and_two().0, Trouble::PowerCut(at));
            let said_done = try_second(&fs);
            let after = fs.inner().crash(seed);
            let dir = dir();
            let log = CampaignLog::new(&after, &dir);
            log.recover().unwrap();
            let tree = held(&after);
            let is_new = tree == new;
            assert!(
                is_new || tree == old,
                "call {at}, seed {seed}: {:?}",
                tree.keys()
            );
            assert!(
                is_new || !said_done,
                "call {at}, seed {seed}: said done, but lost"
            );
            for number in log.entries().unwrap() {
                log.check(number).unwrap();
            }
            *seen.entry(is_new).or_insert(0) += 1;
            // And the next tick carries on.
            if !is_new {
                assert!(try_second(&after));
                assert_eq!(held(&after), new);
            }
        }
    }
    assert!(seen.len() == 2, "both outcomes are met: {seen:?}");
}

#[test]
fn after_a_kill_the_next_run_makes_safe_what_it_rests_on() {
    // Killed, not crashed: what was renamed is there, but its name may not be safe.
    let calls = calls_of_second();
    let fs = Faulty::new(one_and_two().0, Trouble::Once(calls));
    assert!(
        !try_second(&fs),
        "the last call is the sync that makes the rename safe"
    );
    let dir = dir();
    let log = CampaignLog::new(&fs, &dir);
    assert_eq!(log.entries().unwrap(), [0, 1]);
    let lost = (0..40).any(|seed| {
        let after = fs.inner().crash(seed);
        CampaignLog::new(&after, &dir).entries().unwrap() == [0]
    });
    assert!(lost, "without recover the entry may be lost");
    log.recover().unwrap();
    for seed in 0..40 {
        let after = fs.inner().crash(seed);
        assert_eq!(CampaignLog::new(&after, &dir).entries().unwrap(), [0, 1]);
    }
}

#[test]
fn a_full_or_read_only_disk_leaves_nothing_half_done() {
    let (one, two) = one_and_two();
    let (old, new) = (held(&one), held(&two));
    for at in 1..=calls_of_second() {
        for trouble in [Trouble::Full(at), Trouble::ReadOnly(at), Trouble::Once(at)] {
            let fs = Faulty::new(one_and_two().0, trouble);
            let done = try_second(&fs);
            let dir = dir();
            let log = CampaignLog::new(fs.inner(), &dir);
            // The log is whole at once, but for what `recover` takes away.
            for number in log.entries().unwrap() {
                log.check(number).unwrap();
            }
            log.recover().unwrap();
            let tree = held(fs.inner());
            assert!(tree == old || tree == new, "{trouble:?}: {:?}", tree.keys());
            assert!(!done || tree == new, "{trouble:?}: said done");
            if let Trouble::Full(_) = trouble {
                let names = fs.inner().list(&dir.log()).unwrap();
                assert!(!names.iter().any(|it| it.ends_with(".tmp")), "{names:?}");
            }
        }
    }
}

/// Founds a campaign in a club that is there already.
fn found(fs: &dyn Fs) -> bool {
    let club = Club::new("/club");
    let id = "new-spain".parse().expect("it is a fitting name");
    let files = [
        ("campaign.toml", "c"),
        ("secret.toml", "s"),
        ("data/game.toml", "g"),
    ];
    let files = files.map(|it| (it.0.to_owned(), it.1.as_bytes().to_vec()));
    campaigns::found(fs, &club, &id, &files.into(), &founding().seal(None)).is_ok()
}

fn club() -> MemFs {
    let fs = MemFs::new();
    make_dir(&fs, Path::new("/club/campaigns")).expect("the disk is well");
    fs
}

#[test]
fn a_campaign_begins_whole_or_not_at_all() {
    let fs = Faulty::new(club(), Trouble::Never);
    assert!(found(&fs));
    assert!(!found(&fs), "there can be no second of that name");
    let whole = held(fs.inner());
    let secret = dir().secret();
    assert_eq!(fs.inner().access(&secret), Some(Access::Private));
    for at in 1..=fs.calls() {
        for trouble in [Trouble::PowerCut(at), Trouble::Full(at), Trouble::Once(at)] {
            let fs = Faulty::new(club(), trouble);
            let said_done = found(&fs);
            let after = match trouble {
                Trouble::PowerCut(_) => fs.inner().crash(at),
                _ => fs.inner().crash(0),
            };
            let ids = campaigns::ids(&after, &Club::new("/club")).unwrap();
            let tree = held(&after);
            assert!(
                ids.is_empty() || tree == whole,
                "{trouble:?}: {:?}",
                tree.keys()
            );
            assert!(ids.len() == 1 || !said_done, "{trouble:?}");
            if ids.is_empty() {
                assert!(found(&after), "{trouble:?}: it can be founded again");
                assert_eq!(held(&after), whole);
            }
        }
    }
}

#[test]
fn a_campaign_that_is_over_lies_in_one_place_only() {
    let id = "new-spain".parse().unwrap();
    let club_dir = Club::new("/club");
    for at in 1..=6 {
        for seed in 0..20 {
            let inner = club();
            assert!(found(&inner));
            let fs = Faulty::new(inner, Trouble::PowerCut(at));
            let said_done = campaigns::archive(&fs, &club_dir, &id).is_ok();
            let after = fs.inner().crash(seed);
            let running = exists(&after, club_dir.campaign(&id).root());
            let archived = exists(&after, club_dir.archived(&id).root());
            assert!(running != archived, "call {at}, seed {seed}");
            assert!(archived || !said_done);
        }
    }
}

#[test]
fn a_mark_survives_a_cut_once_it_is_said_to_be_there() {
    let dir = dir();
    let key = "new-spain.000000.spain.report".parse().unwrap();
    let now = moment("2026-11-21T09:00:00Z");
    for at in 1..=8 {
        for seed in 0..20 {
            let fs = Faulty::new(one_and_two().0, Trouble::PowerCut(at));
            let log = CampaignLog::new(&fs, &dir);
            let (last, why) = (now, "later".to_owned());
            let tried = log
                .mark_tried(
                    0,
                    &key,
                    &Tried {
                        count: 1,
                        last,
                        why,
                    },
                )
                .is_ok();
            let sent = log.mark_sent(0, &key, now).is_ok();
            let after = fs.inner().crash(seed);
            let log = CampaignLog::new(&after, &dir);
            let found = log.unsent(None).unwrap();
            assert!(!sent || found.is_empty(), "call {at}, seed {seed}");
            let counted = found.first().and_then(|it| it.tried.as_ref());
            assert!(!tried || sent || found.is_empty() || counted.is_some());
            log.check(0).unwrap();
        }
    }
}

#[test]
fn the_real_disk_does_what_the_one_in_memory_does() {
    let temporary = tempfile::tempdir().unwrap();
    let dir = CampaignDir::new(temporary.path().join("club/campaigns/new-spain"));
    commit(&Disk, &dir, founding());
    commit(&Disk, &dir, sheet());
    let log = CampaignLog::new(&Disk, &dir);
    Disk.create_dir_all(&dir.entry_unfinished(2)).unwrap();
    log.recover().unwrap();
    assert_eq!(Disk.list(&dir.log()).unwrap(), ["000000", "000001"]);
    log.check(0).unwrap();
    log.check(1).unwrap();
    let (_, memory) = one_and_two();
    for (path, bytes) in held(&memory) {
        let path = path.strip_prefix("club/campaigns/new-spain/").unwrap();
        let there = Disk.read(&dir.root().join(path)).unwrap();
        assert_eq!(there, bytes, "{path}");
    }
    let again = Disk.create(&dir.entry(0).join("state.toml"), b"", Access::Shared);
    assert_eq!(again.unwrap_err().kind(), std::io::ErrorKind::AlreadyExists);
    let onto = Disk.rename(&dir.entry(0), &dir.entry(1));
    assert_eq!(
        onto.unwrap_err().kind(),
        std::io::ErrorKind::DirectoryNotEmpty
    );
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        let secret = dir.secret();
        Disk.create(&secret, b"", Access::Private).unwrap();
        let mode = std::fs::metadata(&secret).unwrap().permissions().mode();
        assert_eq!(mode & 0o777, 0o600);
    }
    assert!(Disk.stat(Path::new("/no/such/thing")).is_err());
}
