//! How old files become new ones, shown on a toy; and files that cannot.

use crate::inside;
use packetboat::store::fs::Disk;
use packetboat::store::layout::Club;
use packetboat::store::log::CampaignLog;
use packetboat::store::witness;
use packetboat::textfile::canon;
use packetboat::textfile::head::{self, FileKind, Head};
use packetboat::textfile::migrate::Migration;
use packetboat::textfile::plain::Table;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use std::fs;
use std::path::Path;
use std::process::Command;

/// What `toy/v1.toml` has become by format 3.
#[derive(Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Toy {
    ducats: i64,
    ships: Vec<Ship>,
}

#[derive(Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Ship {
    name: String,
    kind: String,
}

const CHAIN: &[Migration] = &[
    Migration {
        from: 1,
        why: "2026-11-20: money is counted in ducats",
        apply: |table| {
            let money = table.remove("money").ok_or("it has no `money`")?;
            table.insert("ducats".to_owned(), money);
            Ok(())
        },
    },
    Migration {
        from: 2,
        why: "2026-11-21: guns follow from the kind of ship",
        apply: |table| {
            let ships = table.get_mut("ships").and_then(Value::as_array_mut);
            for ship in ships.ok_or("it has no `ships`")? {
                let ship = ship.as_object_mut().ok_or("a ship is not a table")?;
                let kind = match ship.remove("guns").and_then(|it| it.as_u64()) {
                    Some(0) => "caravel",
                    Some(_) => "galleon",
                    None => return Err("a ship has no `guns`".to_owned()),
                };
                ship.insert("kind".to_owned(), Value::String(kind.to_owned()));
            }
            Ok(())
        },
    },
];

const V1: &str = include_str!("migrations/toy/v1.toml");

fn open(text: &str) -> Result<(Head, Table), String> {
    head::open("toy.toml", text, FileKind::Ledger, CHAIN, 3).map_err(|it| it.to_string())
}

#[test]
fn an_old_file_is_read_in_the_new_shape() {
    let (head, toy) = head::read::<Toy>("toy.toml", V1, FileKind::Ledger, CHAIN, 3).unwrap();
    assert_eq!((head.format, head.revision), (3, Some(4)));
    assert_eq!(head.campaign.as_deref(), Some("toy"));
    let ship = |name: &str, kind: &str| Ship {
        name: name.to_owned(),
        kind: kind.to_owned(),
    };
    let ships = vec![ship("Santa María", "galleon"), ship("Pinta", "caravel")];
    assert_eq!(toy, Toy { ducats: 30, ships });
    // Written again, it is in today's format and needs no step.
    let text = head::write(&head, &toy);
    let again = head::read::<Toy>("toy.toml", &text, FileKind::Ledger, &[], 3).unwrap();
    assert_eq!(again, (head, toy));
    assert_eq!(text, head::write(&again.0, &again.1));
}

#[test]
fn a_file_half_way_needs_only_the_rest() {
    let v2 = V1
        .replace("format = 1", "format = 2")
        .replace("money", "ducats");
    assert_eq!(open(&v2), open(V1));
}

fn check(from: &str, to: &str, shown: &str) {
    assert!(V1.contains(from), "{from}");
    assert_eq!(open(&V1.replace(from, to)), Err(shown.to_owned()));
}

#[test]
fn files_that_cannot_be_read() {
    check(
        "format = 1",
        "format = 4",
        "toy.toml: format 4 is newer than this program, which knows 3; install a newer packetboat",
    );
    check(
        "format = 1\n",
        "",
        "toy.toml: it does not say which format it is in; restore the file from a backup",
    );
    check(
        "money = 30\n",
        "",
        "toy.toml: it does not fit format 1: it has no `money`; restore the file from a backup",
    );
    check(
        "\"ledger\"",
        "\"entry\"",
        "toy.toml: it is not a file of kind `ledger` but `entry`; restore the file from a backup",
    );
    check(
        "guns = 0\n",
        "guns = ",
        "toy.toml:15: string values must be quoted, expected literal string; it is cut short or \
         was edited; restore it from a backup",
    );
    check(
        "revision = 4",
        "revision = \"four\"",
        "toy.toml: invalid type: string \"four\", expected u32; restore the file from a backup",
    );
}

#[test]
fn a_chain_with_a_gap_is_refused() {
    let fault = head::open("toy.toml", V1, FileKind::Ledger, &CHAIN[1..], 3).unwrap_err();
    let shown = "toy.toml: format 1 is too old: nothing leads on from it; read it with the \
                 packetboat that wrote it";
    assert_eq!(fault.to_string(), shown);
}

#[test]
fn the_comment_on_top_is_not_part_of_a_file() {
    let body = canon::text(&Ship {
        name: "Niña".into(),
        kind: "caravel".into(),
    });
    let file = head::comment(Some("toy")) + &body;
    assert!(file.starts_with("# Written by packetboat "));
    assert!(file.contains("`packetboat edit toy`.\n"));
    assert_eq!(head::without_comment(&file), body);
    assert_eq!(head::without_comment(&body), body);
}

/// A folder with everything in it, copied.
fn copy(from: &Path, to: &Path) {
    fs::create_dir_all(to).unwrap();
    for entry in fs::read_dir(from).unwrap() {
        let path = entry.unwrap().path();
        let to = to.join(path.file_name().unwrap());
        if path.is_dir() {
            copy(&path, &to);
        } else {
            fs::copy(&path, &to).unwrap();
        }
    }
}

fn packetboat(club: &Path, words: &[&str]) -> String {
    ran(club, words, 0)
}

/// `verify --strict` of what it cannot derive.
fn not_proved(club: &Path, words: &[&str]) -> String {
    ran(club, words, 3)
}

fn ran(club: &Path, words: &[&str], code: i32) -> String {
    let program = env!("CARGO_BIN_EXE_packetboat-with-toys");
    let now = ["--now", "2026-11-22T11:00:00Z", "--club"];
    let ran = Command::new(program)
        .args(now)
        .arg(club)
        .args(words)
        .output();
    let ran = ran.unwrap();
    let text = String::from_utf8_lossy(&[ran.stdout, ran.stderr].concat()).into_owned();
    assert_eq!(ran.status.code(), Some(code), "{words:?}: {text}");
    text
}

/// The club in `format-1` was written when all games were in format 1, with orders of every shape
/// that has changed since.
#[test]
fn campaigns_of_format_1_are_verified_and_played_on() {
    let place = tempfile::tempdir().unwrap();
    let club = place.path();
    let written = Path::new(env!("CARGO_MANIFEST_DIR")).join("migrations/format-1");
    fs::copy(
        written.join("packetboat.toml"),
        club.join("packetboat.toml"),
    )
    .unwrap();
    for id in ["worlds", "market", "sealed", "skirmish", "spain-1495"] {
        copy(&written.join(id), &club.join("campaigns").join(id));
    }
    let told = packetboat(club, &["verify"]);
    assert_eq!(told.matches(": ok;").count(), 5, "{told}");
    // What stood in the book, the number of the entry that says it in today's shape, and how.
    for (id, entry, format, text) in [
        (
            "worlds",
            6,
            3,
            "test = \"OPP\"\nof = \"red\"\nis = \"over\"\nnumber = 2\n",
        ),
        (
            "market",
            8,
            3,
            "test = \"HAVE\"\nof = \"grain\"\nis = \"under\"\nnumber = 9\n",
        ),
        (
            "sealed",
            5,
            3,
            "test = \"PURSE\"\nof = \"south\"\nis = \"over\"\nnumber = 3\n",
        ),
        (
            "skirmish",
            5,
            3,
            "test = \"ATTACKER\"\nis = \"is\"\nname = \"blue\"\n",
        ),
        ("spain-1495", 6, 4, "[[seats.england]]\nat = \"7:1\"\n"),
    ] {
        packetboat(club, &["resolve", id]);
        let book = club.join(format!("campaigns/{id}/log/{entry:06}/book.toml"));
        let book = String::from_utf8(inside::read(&Disk, &book).unwrap()).unwrap();
        assert!(book.contains(&format!("\nformat = {format}\n")), "{book}");
        assert!(book.contains(text), "{id}: {book}");
    }
    let told = not_proved(club, &["verify", "--strict"]);
    assert!(told.contains("decided by revision 1"), "{told}");
    // What was hashed then holds addresses: an export has its hash, and says so.
    for id in ["worlds", "spain-1495"] {
        packetboat(club, &["end", id, "--why", "both agree"]);
        let file = club.join(format!("{id}.tar"));
        let file = file.to_str().unwrap();
        packetboat(club, &["export", id, file]);
        let told = not_proved(club, &["verify", file, "--strict"]);
        assert!(told.contains(": not proved;"), "{told}");
        assert!(told.contains("known by its stored hash alone"), "{told}");
        assert!(told.contains("derived again"), "{told}");
        let bytes = fs::read(file).unwrap();
        let text = String::from_utf8_lossy(&bytes);
        assert!(!text.contains("ana@example"), "an address stands in it");
    }
}

/// The campaign in `format-4` was left at a question in the midst of a turn, when there was a map
/// by seat of each thing that the desk knows of seats.
#[test]
fn a_campaign_of_format_4_is_verified_and_played_on() {
    let place = tempfile::tempdir().unwrap();
    let club = place.path();
    let written = Path::new(env!("CARGO_MANIFEST_DIR")).join("migrations/format-4");
    fs::copy(
        written.join("packetboat.toml"),
        club.join("packetboat.toml"),
    )
    .unwrap();
    copy(&written.join("fight"), &club.join("campaigns/fight"));
    let told = packetboat(club, &["verify", "--strict"]);
    assert!(told.starts_with("fight: ok; 11 entries"), "{told}");
    let mail = written.join("saved.eml");
    let about = ["verify", "fight", "--mails", mail.to_str().unwrap()];
    let told = packetboat(club, &about);
    assert!(told.contains("entry 5"), "{told}");

    let dir = Club::new(club).campaign(&"fight".parse().unwrap());
    let log = CampaignLog::new(&Disk, &dir);
    let seats = log.note(10).unwrap().note.desk.seats;
    let [blue, gold, green, red] =
        ["blue", "gold", "green", "red"].map(|it| seats.get(it.parse().unwrap()));
    assert_eq!((blue.told, red.told), (Some(5), None));
    assert_eq!((blue.reported, red.reported), (Some(6), Some(0)));
    assert_eq!((green.missed, green.left, red.left), (1, true, false));
    assert_eq!(red.salt.as_deref(), Some("my grandmother keeps 7 cats"));
    assert!(blue.reminded.is_some() && seats.iter().all(|it| it.1.opened));
    // What was private then is read with it.
    assert_eq!((blue.html, red.html), (Some(false), Some(true)));
    assert_eq!(gold.roster.as_deref(), Some("robot"));
    assert!(blue.asking.is_some() && blue.answered.is_some() && red.letters.is_some());
    assert!(red.calendar.is_some() && !red.sheets.is_empty() && gold.sheets.is_empty());

    packetboat(club, &["resolve", "fight"]);
    let entry = dir.entry_folder(11).join("entry.toml");
    let entry = String::from_utf8(inside::read(&Disk, &entry).unwrap()).unwrap();
    assert!(entry.contains("\nformat = 5\n"), "{entry}");
    assert!(
        entry.contains("\n[desk.seats.gold]\nopened = true\n"),
        "{entry}"
    );
    for private in ["roster", "sheets", "answered"] {
        assert!(!entry.contains(private), "{entry}");
    }
    packetboat(club, &["rollback", "fight", "8"]);
    packetboat(club, &["end", "fight"]);
    packetboat(club, &about);
    let file = club.join("fight.tar");
    let file = file.to_str().unwrap();
    packetboat(club, &["export", "fight", file]);
    for what in ["fight", file] {
        let told = packetboat(club, &["verify", what, "--strict"]);
        assert!(told.contains(": ok, with the referee's hand in"), "{told}");
    }
}

/// Two entries as a program of 2026-11-26 wrote them, each with the one before, and the witness
/// that its mails had.
#[test]
fn mails_of_old_rollbacks_and_adopted_edits_are_known() {
    for (before, entry, mailed) in [
        (
            include_str!("migrations/witness/before.toml"),
            include_str!("migrations/witness/rolled-back.toml"),
            "835d0f6b4b679a8bf6cf63bc1d20abd13762b7a8",
        ),
        (
            include_str!("migrations/witness/before-adopted.toml"),
            include_str!("migrations/witness/adopted.toml"),
            "fe53a663ee388bfd6edc8763eb7189bb533d6942",
        ),
    ] {
        assert_ne!(witness::of(entry).as_deref(), Some(mailed));
        assert_eq!(witness::of_placed(entry, before).as_deref(), Some(mailed));
        // No other entry is excused so.
        assert_eq!(witness::of_placed(before, entry), None);
        let forged = entry.replace("link = ", "link = 1");
        assert_ne!(witness::of_placed(&forged, before).as_deref(), Some(mailed));
    }
}
