//! Entries: written, read, damaged, adopted; and their mails.

use crate::inside;
use packetboat::clock::Moment;
use packetboat::store::chain;
use packetboat::store::draft::{Draft, LetterText, OutDraft, Says, Submission};
use packetboat::store::entry::{
    Because, Cause, Committed, DeskState, DiceNote, Entry, InReport, Letter, MailKey, MailNote,
    Note, Silence, StateFile, Stop, Verdict,
};
use packetboat::store::fs::{Access, Disk, Fs, exists, list_if_there};
use packetboat::store::heard::Heard;
use packetboat::store::layout::{CampaignDir, CampaignId, Club};
use packetboat::store::log::CampaignLog;
use packetboat::store::memfs::MemFs;
use packetboat::store::outage::Outages;
use packetboat::store::outbox::{KeptMail, Tried};
use packetboat::store::seat_desk::Seats;
use packetboat::store::texts::SentText;
use packetboat::textfile::FileFault;
use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

pub(crate) fn moment(text: &str) -> Moment {
    text.parse().expect("tests know how moments are written")
}

pub(crate) fn dir() -> CampaignDir {
    let id: CampaignId = "new-spain".parse().expect("it is a fitting name");
    Club::new("/club").campaign(&id)
}

/// A founding: all three parts, one report.
pub(crate) fn founding() -> Draft {
    let now = moment("2026-11-20T12:00:00Z");
    let mut seats = Seats::default();
    seats.of(seat("spain")).reported = Some(0);
    Draft {
        heard: Heard::default(),
        sheets: BTreeMap::new(),
        campaign: "new-spain".parse().expect("it is a fitting name"),
        game: "toy".to_owned(),
        revision: 3,
        told: 0,
        written: now,
        cause: Cause::Founded {},
        desk: DeskState {
            called: ["spain", "england"].map(seat).into(),
            deadline: Some(moment("2026-11-22T19:00:00Z")),
            seats,
            ..DeskState::beginning(now)
        },
        dice: DiceNote {
            timeline: 0,
            link: 1,
            resolved: true,
            shown: Some("ab".repeat(32)),
        },
        nonce: Some("0f".repeat(16)),
        parts: [
            (StateFile::State, "turn = 1\n".to_owned()),
            (StateFile::Book, "filed = []\n".to_owned()),
            (StateFile::Journal, "[[step]]\n".to_owned()),
        ]
        .into(),
        mail: Vec::new(),
        salt: "5a17".to_owned(),
        orders: Vec::new(),
        letters: Vec::new(),
        brought: BTreeMap::new(),
        out: vec![letter("new-spain.000000.spain.report", Letter::Report)],
        news: Vec::new(),
    }
}

/// A mail that came in: another book, a submission, a receipt.
pub(crate) fn sheet() -> Draft {
    let mut draft = founding();
    draft.cause = Cause::Mail {};
    draft.dice.resolved = false;
    draft.dice.shown = None;
    draft.desk.submissions = 1;
    draft.desk.last_sheet_at = Some(moment("2026-11-21T08:00:00Z"));
    draft.parts = [(StateFile::Book, "filed = [\"spain\"]\n".to_owned())].into();
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
    draft.orders = vec![Submission {
        number: 1,
        seat: seat("spain"),
        sheet: "1".parse().ok(),
        lines: vec![(1, "MOVE TO cuba".to_owned())],
        text,
    }];
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
        reply: None,
        writer: None,
        bytes: format!("Subject: {key}\r\n\r\nHello\r\n").into_bytes(),
        text: SentText {
            subject: key.to_owned(),
            answers: String::new(),
            text: "Hello\n".to_owned(),
        },
        says: Says::default(),
        topic: None,
        instead_of: Vec::new(),
    }
}

/// Commits a draft behind what is there.
pub(crate) fn commit(fs: &dyn Fs, dir: &CampaignDir, draft: Draft) -> Committed {
    let log = CampaignLog::new(fs, dir);
    let last = log.last().expect("the log can be read");
    let entry = draft.seal(last.as_ref());
    let done = log.commit(&entry, last.as_ref());
    done.expect("the disk is well")
}

/// A log with one entry, and with two.
pub(crate) fn one_and_two() -> (MemFs, MemFs) {
    let (one, two) = (MemFs::new(), MemFs::new());
    commit(&one, &dir(), founding());
    commit(&two, &dir(), founding());
    commit(&two, &dir(), sheet());
    (one, two)
}

/// What the log holds, of files that count.
pub(crate) fn held(fs: &MemFs) -> BTreeMap<String, Vec<u8>> {
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
    assert_eq!(loaded.parts[&StateFile::State], "turn = 1\n");
    assert_eq!(loaded.parts[&StateFile::Book], "filed = [\"spain\"]\n");
    assert_eq!(last.note.files[&StateFile::Journal].entry, 0);
    assert_eq!(log.load(0).unwrap().parts[&StateFile::Book], "filed = []\n");
    log.check(0).unwrap();
    log.check(1).unwrap();
    let orders = dir.log().join("000001/orders/1.txt");
    let kept = String::from_utf8(inside::read(&fs, &orders).unwrap()).unwrap();
    assert!(kept.starts_with("Salt: "), "{kept}");
    assert_eq!(log.orders(1, 1).unwrap(), "MOVE TO cuba\n; señor\n");
    assert!(kept.ends_with("\nMOVE TO cuba\n; señor\n"), "{kept}");
}

#[test]
fn mails_and_hidden_things_are_private() {
    let (fs, _) = one_and_two();
    let mail = dir().waiting(0).join("new-spain.000000.spain.report.eml");
    for file in [mail, dir().entry(0)] {
        assert_eq!(fs.access(&file), Some(Access::Private), "{file:?}");
    }
}

/// The note as people see it.
const GOLDEN: &str = include_str!("store/entry.toml");

#[test]
fn the_shape_of_a_note_is_pinned() {
    let (_, two) = one_and_two();
    let dir = dir();
    let text = inside::read(&two, &dir.log().join("000001/entry.toml")).unwrap();
    let text = String::from_utf8(text).unwrap();
    // Hashes depend on the version of the program, which stands in the comments.
    let mut text = text.replace(env!("CARGO_PKG_VERSION"), "VERSION");
    let note = CampaignLog::new(&two, &dir).note(1).unwrap().note;
    let files = note.files.values().map(|it| it.blake3);
    let others = [
        note.parent.unwrap(),
        note.orders[0].blake3,
        note.out[0].blake3,
        note.out[0].text.unwrap(),
        note.private.unwrap(),
    ];
    for digest in files.chain(others) {
        text = text.replacen(&digest.to_string(), "HASH", 1);
    }
    assert_eq!(text, GOLDEN);
}

/// What concerns one seat.
fn of_one_seat(why: &str) -> [Cause; 3] {
    let (seat, why) = (seat("england"), || why.to_owned());
    [
        Cause::Replaced {
            seat,
            why: why(),
            standby: true,
        },
        Cause::Moved { seat, why: why() },
        Cause::Renewed { seat, why: why() },
    ]
}

/// Every cause that is not about one seat.
fn of_no_seat(why: &dyn Fn() -> String) -> Vec<Cause> {
    vec![
        Cause::Founded {},
        Cause::Mail {},
        Cause::Resolved {
            because: Because::AllIn,
            why: String::new(),
        },
        Cause::Resolved {
            because: Because::Referee,
            why: why(),
        },
        Cause::Reminded {
            why: why(),
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
        Cause::Looked {},
        Cause::Adopted { why: why() },
        Cause::RolledBack { to: 3, why: why() },
        Cause::Told {
            seats: vec![seat("spain")],
            in_report: None,
        },
        Cause::Told {
            seats: vec![seat("spain")],
            in_report: Some(InReport::Withdrawn),
        },
        Cause::Robots {
            seats: vec![seat("spain")],
        },
    ]
}

#[test]
fn every_cause_and_field_is_read_back_equal() {
    let why = || "it \"rained\"\nall day".to_owned();
    for cause in of_no_seat(&why).into_iter().chain(of_one_seat(&why())) {
        let mut draft = sheet();
        draft.cause = cause;
        draft.desk.held = Some(why());
        draft.desk.silence = Silence::Believed;
        draft.desk.stop = Stop::Interrupt;
        draft.desk.delivered = Some(0);
        draft.desk.released = Some(4);
        draft.desk.for_review = Some(5);
        draft.desk.withdrawn = [3].into();
        draft.desk.looked = vec![draft.written];
        let spain = draft.desk.seats.of(seat("spain"));
        spain.reminded = Some(draft.written);
        spain.sheets = vec!["9c41".to_owned()];
        spain.warned = Some(draft.written);
        spain.roster = Some("Ana <a@b.example>".to_owned());
        let england = draft.desk.seats.of(seat("england"));
        england.missed = 2;
        england.away = vec!["2026-12-24..2027-01-02".parse().unwrap()];
        draft.desk.outages = Some(Outages {
            sheet: "6b".parse().unwrap(),
            from: draft.written,
            set: Some(draft.written),
            given: 3_600,
        });
        draft.dice.shown = Some("ab".repeat(32));
        let Entry { note, files, .. } = draft.seal(None);
        let text = note.to_text();
        let private = String::from_utf8(files["private.toml"].clone()).unwrap();
        let read = read(&text, &private);
        assert_eq!(read, Ok(note.clone()), "{text}\n{private}");
        assert_eq!(read.unwrap().to_text(), text);
    }
}

/// Reads a note with its private part.
fn read(entry: &str, private: &str) -> Result<Note, FileFault> {
    Note::parse("entry.toml", entry, |_| Ok(Some(private.to_owned())))
}

#[test]
fn strays_in_a_note_are_refused() {
    let Entry { note, files, .. } = sheet().seal(None);
    let entry = note.to_text();
    let private = String::from_utf8(files["private.toml"].clone()).unwrap();
    for (from, to) in [
        ("[desk]\n", "[desk]\nzeal = 3\n"),
        ("is = \"mail\"\n", "is = \"mail\"\nwhy = \"so\"\n"),
        ("number = 0\n", "number = 0\nstray = 1\n"),
        ("revision = 3\n", ""),
        ("verdict = \"accepted\"", "verdict = \"praised\""),
    ] {
        let both = [&entry, &private].map(|it| it.replace(from, to));
        assert!(both[0] != entry || both[1] != private, "{from}");
        let fault = read(&both[0], &both[1]).unwrap_err();
        assert!(fault.hint.contains("restore the file"), "{from}: {fault}");
    }
}

/// What the chain covers names nobody; each private file begins with a salt of its own, which is
/// another in each entry.
#[test]
fn what_is_private_lies_in_files_of_its_own() {
    let sealed = |salt: &str| {
        let mut draft = sheet();
        draft.salt = salt.to_owned();
        draft.cause = Cause::Held {
            why: "Ana is ill".to_owned(),
        };
        let holidays = "2026-12-24..2027-01-02".to_owned();
        draft.desk.seats.of(seat("england")).away = vec![holidays.parse().unwrap()];
        draft.letters = vec![LetterText {
            from: Some(seat("spain")),
            to: vec![seat("england")],
            text: "Meet me at Cuba".to_owned(),
        }];
        draft.seal(None)
    };
    let Entry { note, files, .. } = sealed("one");
    let entry = note.to_text();
    for private in [
        "ana@example.org",
        "9c41",
        "Ana is ill",
        "2026-12-24",
        "señor",
        "Meet me",
    ] {
        assert!(!entry.contains(private), "{private}:\n{entry}");
        let held = |it: &&[u8]| String::from_utf8_lossy(it).contains(private);
        assert!(
            files.values().map(Vec::as_slice).any(|it| held(&it)),
            "{private}"
        );
    }
    assert!(entry.contains("MOVE TO cuba"), "{entry}");
    let read = Note::parse("x", &entry, |_| Ok::<_, FileFault>(None)).unwrap();
    assert_eq!((read.mail.len(), read.out[0].to.as_str()), (0, ""));
    let other = sealed("two");
    let kinds = ["private.toml", "orders/1.txt", "letters/1.txt"];
    let salts = [&files, &other.files].map(|files| {
        kinds.map(|kind| {
            let text = String::from_utf8(files[kind].clone()).unwrap();
            let salt = text
                .lines()
                .find(|it| it.to_lowercase().starts_with("salt"));
            salt.unwrap_or_else(|| panic!("{kind}: {text}")).to_owned()
        })
    });
    let all: BTreeSet<&String> = salts.iter().flatten().collect();
    assert_eq!(all.len(), 6, "{salts:?}");
    assert_ne!(note.private, other.note.private);
}

/// Damages one file of a log of two entries and tells what the log says of entry 1.
fn check_damage(path: &str, change: impl Fn(String) -> String, shown: &str) {
    let (_, fs) = one_and_two();
    let dir = dir();
    let path = if path.starts_with("outbox/") {
        dir.root().join(path)
    } else {
        dir.log().join(path)
    };
    let text = inside::read(&fs, &path).unwrap_or_default();
    let text = String::from_utf8_lossy(&text).into_owned();
    let changed = Some(change(text)).filter(|it| !it.is_empty());
    inside::change(&fs, &path, changed.as_ref().map(String::as_bytes));
    let log = CampaignLog::new(&fs, &dir);
    let fault = log.check(1).expect_err("damage is seen");
    assert!(!fault.is_disk(), "{fault}");
    assert_eq!(fault.to_string(), shown);
}

#[test]
fn damage_is_named_with_what_to_do() {
    let longer = |it: String| it + "# edited by hand\n";
    let gone = |_| String::new();
    let back = "restore it from a backup";
    let altered = format!("it was changed after it was committed; {back}");
    for file in [
        "000001/book.toml",
        "000000/state.toml",
        "000001/orders/1.txt",
        "000001/private.toml",
    ] {
        let shown = file.replacen('/', ".entry: ", 1);
        check_damage(file, longer, &format!("log/{shown}: {altered}"));
    }
    let mail = "outbox/000001/new-spain.000001.spain.receipt.eml";
    check_damage(mail, longer, &format!("{mail}: {altered}"));
    check_damage(
        "000001/texts.gz",
        gone,
        &format!("log/000001.entry: texts.gz: this file is gone; {back}"),
    );
    check_damage(
        "000001/book.toml",
        gone,
        &format!("log/000001.entry: book.toml: this file is gone; {back}"),
    );
    check_damage(
        "000000/entry.toml",
        |it| it.replace("\"suspicious\"", "\"believed\""),
        &format!(
            "log/000001.entry: entry.toml: the entry before it is not the one it was chained to; \
             {back}"
        ),
    );
    check_damage(
        "000001/entry.toml",
        |it| it.replace("number = 1", "number = 7"),
        &format!("log/000001.entry: entry.toml: it is the note of entry 7; {back}"),
    );
    check_damage(
        "000001/entry.toml",
        |it| it[..it.find("\nwhat").expect("it is there") + 9].to_owned(),
        "log/000001.entry: entry.toml:57: invalid basic string, expected `\"`; it is cut short or \
         was edited; restore it from a backup",
    );
    check_damage(
        "000001/entry.toml",
        |it| it.replace("format = 5", "format = 9"),
        "log/000001.entry: entry.toml: format 9 is newer than this program, which knows 5; \
         install a newer packetboat",
    );
    check_damage(
        "000001/notes.txt",
        |_| "mine".to_owned(),
        "log/000001.entry: notes.txt: this file was not committed with its entry; delete it",
    );
}

/// What an entry may say of its dice, behind one with timeline 0 and link 1.
#[test]
fn nobody_chooses_the_numbers_of_the_dice() {
    let first = founding().seal(None).note;
    let back = Cause::RolledBack {
        to: 0,
        why: String::new(),
    };
    let resolved = Cause::Resolved {
        because: packetboat::store::entry::Because::Referee,
        why: String::new(),
    };
    let shown = Some("cd".repeat(32));
    let rows: [(&Cause, u32, u32, Option<&String>, bool); 11] = [
        (&Cause::Mail {}, 0, 1, None, true),
        (&Cause::Mail {}, 1, 1, None, false),
        (&Cause::Mail {}, 0, 2, None, false),
        (&Cause::Mail {}, 0, 1, shown.as_ref(), false),
        (&resolved, 0, 2, shown.as_ref(), true),
        (&resolved, 0, 40, shown.as_ref(), false),
        (&resolved, 0, 2, None, false),
        (&resolved, 7, 2, shown.as_ref(), false),
        (&back, 1, 1, None, true),
        (&back, 2, 1, None, false),
        // What was lost behind it has shown links up to this one.
        (&back, 1, 9, None, true),
    ];
    for (cause, timeline, link, shown, fits) in rows {
        let mut note = first.clone();
        note.cause = cause.clone();
        note.dice = DiceNote {
            timeline,
            link,
            resolved: matches!(cause, Cause::Resolved { .. }),
            shown: shown.cloned(),
        };
        let found = chain::follows(&note, Some(&first));
        assert_eq!(found.is_ok(), fits, "{:?}: {found:?}", note.dice);
    }
}

#[test]
fn a_missing_entry_is_named() {
    let (_, fs) = one_and_two();
    let dir = dir();
    fs.remove_file(&dir.entry(0)).unwrap();
    let fault = CampaignLog::new(&fs, &dir).last().unwrap_err();
    let shown = "log/000000.entry: this entry is gone; restore it from a backup; \
                 if log/000001.entry is not one of the campaign's, delete it";
    assert_eq!(fault.to_string(), shown);
}

/// How a mail stands: waiting, and after how many attempts.
fn waiting(fs: &dyn Fs) -> Vec<(u32, String, Option<u32>)> {
    let dir = dir();
    let unsent = CampaignLog::new(fs, &dir).unsent(None);
    let unsent = unsent.expect("the log can be read").into_iter();
    let rows = unsent.map(|mail| {
        (
            mail.entry,
            mail.note.key.to_string(),
            mail.tried.map(|it| it.count),
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
    let receipt: MailKey = receipt.parse().unwrap();
    let first = log.unsent(None).unwrap()[0].note.clone();
    let whole = log.whole(0, &first).unwrap();
    assert!(whole.starts_with(b"Subject: new-spain.000000"));
    assert_eq!(log.kept(0, &first).unwrap(), KeptMail::Whole(whole));
    for _ in 0..2 {
        log.mark_sent(&[(0, &first)], now).unwrap();
        log.take_away(&[(0, &first)]);
    }
    // It has left: what it says is kept.
    assert!(!exists(&fs, &dir.waiting(0)));
    let KeptMail::Text(kept) = log.kept(0, &first).unwrap() else {
        panic!("it waits no more");
    };
    assert_eq!((&*kept.subject, &*kept.text), (report, "Hello\n"));
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
    assert_eq!(waiting(&fs), [row(1, receipt.as_str(), None)]);
    // What became of mails is no damage to the entry.
    log.check(0).unwrap();
    log.check(1).unwrap();
}

#[test]
fn the_real_disk_does_what_the_one_in_memory_does() {
    let temporary = tempfile::tempdir().unwrap();
    let dir = CampaignDir::new(temporary.path().join("club/campaigns/new-spain"));
    commit(&Disk, &dir, founding());
    commit(&Disk, &dir, sheet());
    let log = CampaignLog::new(&Disk, &dir);
    Disk.create_dir_all(&dir.entry_unfinished(2)).unwrap();
    log.recover(None).unwrap();
    assert_eq!(
        list_if_there(&Disk, &dir.log()).unwrap(),
        ["000000.entry", "000001.entry"]
    );
    log.check(0).unwrap();
    log.check(1).unwrap();
    let (_, memory) = one_and_two();
    for (path, bytes) in held(&memory) {
        let path = path.strip_prefix("club/campaigns/new-spain/").unwrap();
        let there = Disk.read(&dir.root().join(path)).unwrap();
        assert_eq!(there, bytes, "{path}");
    }
    let again = Disk.create(&dir.entry(0), b"", Access::Shared);
    assert_eq!(again.unwrap_err().kind(), std::io::ErrorKind::AlreadyExists);
    let onto = Disk.rename(&dir.waiting(0), &dir.waiting(1));
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
