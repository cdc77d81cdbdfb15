//! What lies in a club and should not: pipes and folders among mails, names that are no text,
//! secrets that everybody may read, files in the places of folders.

use super::network::{Place, imap, later, smtp};
use crate::support::DUEL;
use packetboat::desk::club::file_modes;
use packetboat::desk::commands::create::{ClubWanted, init_on};
use packetboat::desk::commands::{doctor, standing, status};
use packetboat::desk::tick::run;
use packetboat::fault;
use packetboat::store::fs::{Disk, Fs};
use packetboat::store::memfs::MemFs;
use packetboat_tools::faulty::{Faulty, Trouble};
use std::ffi::OsStr;
use std::fs::{self, Permissions};
use std::os::unix::ffi::OsStrExt;
use std::os::unix::fs::{PermissionsExt, symlink};
use std::os::unix::net::UnixListener;
use std::path::Path;
use std::process::Command;
use std::time::{Duration, Instant};

const STRANGER: &[u8] = b"From: eve@example.org\nTo: orders@club.example\nSubject: x\n\nhello\n";

fn pipe(path: &Path) {
    assert!(Command::new("mkfifo").arg(path).status().unwrap().success());
}

#[test]
fn what_is_no_file_is_told_and_keeps_nobody_waiting() {
    let place = Place::new();
    let club = place.club();
    run::cron(&club, later(0)).unwrap();
    let (new, box_) = (place.root().join("mail/new"), place.root().join("drop"));
    pipe(&new.join("1.pipe"));
    pipe(&box_.join("pipe.txt"));
    let _socket = UnixListener::bind(new.join("2.socket")).unwrap();
    symlink("/dev/zero", new.join("3.device")).unwrap();
    fs::create_dir(new.join("4.folder")).unwrap();
    fs::create_dir(box_.join("folder.eml")).unwrap();
    fs::write(new.join("5.mail"), STRANGER).unwrap();
    let began = Instant::now();
    let summary = run::cron(&club, later(5)).unwrap();
    assert!(began.elapsed() < Duration::from_secs(20));
    assert_eq!((summary.mails, summary.exit_code()), (1, 75), "{summary}");
    let said = summary.to_string();
    for words in [
        "mail/new/1.pipe: this is a pipe",
        "drop/pipe.txt: this is a pipe",
        "mail/new/2.socket: this is a pipe, a socket",
        "mail/new/3.device: this is a pipe, a socket or a device",
        "mail/new/4.folder: this is a folder",
        "drop/folder.eml: this is a folder",
        "delete it",
    ] {
        assert!(said.contains(words), "no `{words}` in {said}");
    }
    // Wherever else one lies, it is not waited for either.
    pipe(&place.root().join("pipe"));
    for read in [
        Disk.read(&place.root().join("pipe")),
        Disk.read(Path::new("/dev/zero")),
        Disk.read_start(Path::new("/dev/zero"), 10),
    ] {
        assert!(read.unwrap_err().to_string().contains("this is not a file"));
    }
}

#[test]
fn a_mail_whose_name_is_no_text_is_taken() {
    let place = Place::new();
    let club = place.club();
    run::cron(&club, later(0)).unwrap();
    for (folder, name) in [
        ("mail/new", b"1795161600.\xff.host".as_slice()),
        ("mail/cur", b"1795161601.\xfe:2,".as_slice()),
        ("mail/cur", b"1795161602.\xfe:2,S".as_slice()),
        ("drop", b"orders-\xe9.eml".as_slice()),
        ("drop", b"notes-\xe9.md".as_slice()),
    ] {
        let path = place.root().join(folder).join(OsStr::from_bytes(name));
        let mail = [STRANGER, name].concat();
        fs::write(path, mail).unwrap();
    }
    let summary = run::cron(&club, later(5)).unwrap();
    assert_eq!((summary.mails, summary.exit_code()), (3, 0), "{summary}");
    assert_eq!(run::cron(&club, later(10)).unwrap().mails, 0);
    let done = place.names("drop/done");
    assert!(
        done[0].contains(".renamed-") && done[0].ends_with(".orders-_.eml"),
        "{done:?}"
    );
}

#[test]
fn secrets_that_others_may_read_are_told() {
    let place = Place::new();
    place.with(
        &imap(1),
        &smtp(1).replace(" }", ", user = \"u\", password_file = \"smtp.secret\" }"),
    );
    let club = place.club();
    let secret = club.layout.campaign(&"duel".parse().unwrap()).secret();
    fs::write(place.root().join("smtp.secret"), "swordfish\n").unwrap();
    let set = |mode: u32| {
        for path in [
            &secret,
            &place.root().join("imap.secret"),
            &place.root().join("smtp.secret"),
        ] {
            fs::set_permissions(path, Permissions::from_mode(mode)).unwrap();
        }
    };
    set(0o600);
    assert!(file_modes::of_club(&club).is_empty());
    let shown = || standing::text(&status::status(&club, None, later(0)).unwrap());
    assert!(!shown().contains("chmod"), "{}", shown());
    set(0o644);
    let told = file_modes::of_club(&club);
    assert_eq!(told.len(), 2);
    for (told, file) in told.iter().zip(["imap.secret", "smtp.secret"]) {
        let words = format!("{file} can be read by others on this machine: chmod 600 /");
        assert!(told.starts_with(&words), "{told}");
    }
    let words = "campaigns/duel/secret.toml can be read by others on this machine: chmod 600 /";
    assert!(shown().contains(words), "{}", shown());
    let mut found = Vec::new();
    let mut say = |it: &doctor::Finding| found.push((it.about, !it.is_ill(), it.what.clone()));
    let well = doctor::examine(&club, (Duration::ZERO, later(0)), &mut say).unwrap();
    assert!(!well);
    let (about, well, what) = &found[0];
    assert_eq!((*about, *well), ("secrets", false));
    for file in ["imap.secret", "smtp.secret", "duel/secret.toml"] {
        assert!(what.contains(file), "{what}");
    }
    place.with("", "folder = \"mail/out\"");
    let text = fs::read_to_string(place.root().join("packetboat.toml")).unwrap();
    let text: Vec<&str> = text.lines().filter(|it| !it.starts_with("imap")).collect();
    fs::write(place.root().join("packetboat.toml"), text.join("\n")).unwrap();
    let summary = run::cron(&place.club(), later(0)).unwrap();
    assert!(summary.to_string().contains(words), "{summary}");
    assert_eq!(summary.exit_code(), 0);
}

#[test]
fn a_file_in_the_place_of_a_folder_is_named() {
    for (folder, file) in [
        ("outbox", "desk/outbox"),
        ("ledger", "desk/ledger/2026-11.toml"),
    ] {
        let place = Place::new();
        let club = place.club();
        run::cron(&club, later(0)).unwrap();
        let path = place.root().join("desk").join(folder);
        let _ = fs::remove_dir_all(&path);
        fs::create_dir_all(place.root().join("desk")).unwrap();
        fs::write(&path, "x").unwrap();
        fs::write(place.root().join("mail/new/1.mail"), STRANGER).unwrap();
        let said = match run::cron(&club, later(5)) {
            Ok(summary) => {
                assert_eq!(summary.exit_code(), 75);
                summary.to_string()
            }
            Err(error) => {
                assert_eq!(fault::exit_code(&error), 75);
                fault::for_people(&error)
            }
        };
        assert!(
            said.contains(file) && said.contains("Not a directory"),
            "{said}"
        );
    }
}

const WANTED: ClubWanted<'static> = ClubWanted {
    name: "Sunday Galleon",
    address: "orders@club.example",
    referee: "referee@club.example",
    zone: "UTC",
    authserv_id: None,
};

#[test]
fn a_club_that_cannot_be_made_leaves_nothing_behind() {
    let mut stopped = 0;
    for at in 1.. {
        for was_there in [false, true] {
            let disk = MemFs::new();
            disk.create_dir_all(Path::new("/home")).unwrap();
            if was_there {
                disk.create_dir_all(Path::new("/home/club")).unwrap();
            }
            let disk = Faulty::new(disk, Trouble::Full(at));
            let club = Path::new("/home/club");
            if init_on(&disk, club, &WANTED).is_ok() {
                assert!(stopped > 10, "{stopped}");
                return;
            }
            stopped += 1;
            let left = disk.list(club).unwrap_or_default();
            assert_eq!(left, Vec::<String>::new(), "{at}");
            assert_eq!(disk.list(club).is_ok(), was_there, "{at}");
        }
    }
}

#[test]
fn a_name_that_no_mail_can_carry_is_refused_at_once() {
    let place = Place::new();
    let club = place.club();
    let long = format!("north={} <ana@example.org>", "x".repeat(81));
    for (player, word) in [
        (long.as_str(), "at most 80 characters"),
        (
            "north=A\u{7}na <ana@example.org>",
            "without control characters",
        ),
        (
            "north=A\nna <ana@example.org>",
            "without control characters",
        ),
        (
            "north=A\u{9b}na <ana@example.org>",
            "without control characters",
        ),
    ] {
        let players = [player, DUEL.players[1]];
        let wanted = crate::support::Match {
            id: "other",
            players: &players,
            ..DUEL
        };
        let error = wanted.found(&club, later(0)).unwrap_err();
        assert_eq!(fault::exit_code(&error), fault::USAGE);
        let said = fault::for_people(&error);
        for words in ["the name of a player", word, "write it as in a letter"] {
            assert!(said.contains(words), "no `{words}` in {said}");
        }
        assert!(
            !club
                .layout
                .campaign(&"other".parse().unwrap())
                .root()
                .exists()
        );
    }
    let long = "x".repeat(81);
    for name in ["a\u{1b}[2Jb", long.as_str(), ""] {
        let disk = MemFs::new();
        let wanted = ClubWanted { name, ..WANTED };
        let error = init_on(&disk, Path::new("/club"), &wanted).unwrap_err();
        let said = fault::for_people(&error);
        assert!(said.contains("the name of the club must"), "{said}");
        assert!(disk.list(Path::new("/club")).is_err());
    }
}
