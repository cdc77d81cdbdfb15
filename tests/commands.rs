//! The program itself, in a folder of its own: exit codes, errors, and what is on stdout.

mod acts;
mod clock;
mod grounds;
mod shells;
mod verify;

use crate::data::check;
use crate::inside;
use packetboat::store::fs::Disk;
use std::fs;
use std::io::Write;
use std::path::PathBuf;
use std::process::{Command, Output, Stdio};
use tempfile::TempDir;

const NOW: &str = "2026-11-16T09:00:00Z";

struct Ran {
    code: i32,
    out: String,
    err: String,
}

/// A folder with a club in `club`.
struct Place(TempDir);

impl Place {
    fn new() -> Self {
        let place = Place(tempfile::tempdir().unwrap());
        let club = place.club();
        let made = place.run(&["init", club.to_str().unwrap(), "--zone", "Europe/Warsaw"]);
        assert_eq!(made.code, 0, "{}", made.err);
        assert!(made.out.contains("tick --club"), "{}", made.out);
        place
    }

    fn with_campaign() -> Self {
        let place = Place::new();
        let new = place.at(&[
            "new",
            "toy/sealed",
            "duel",
            "--scenario",
            "duel",
            "--player",
            "north=Ana <ana@example.org>",
            "--robot",
            "south",
        ]);
        assert_eq!(new.code, 0, "{}", new.err);
        assert!(new.out.contains("duel has begun"), "{}", new.out);
        place
    }

    fn club(&self) -> PathBuf {
        self.0.path().join("club")
    }

    fn read(&self, inner: &str) -> String {
        let bytes = inside::read(&Disk, &self.club().join(inner)).unwrap();
        String::from_utf8(bytes).unwrap()
    }

    /// Every file of the club, to see that nothing was done.
    fn tree(&self) -> Vec<(PathBuf, Vec<u8>)> {
        let mut files = Vec::new();
        let mut todo = vec![self.club()];
        while let Some(dir) = todo.pop() {
            for item in fs::read_dir(dir).unwrap() {
                let path = item.unwrap().path();
                if path.is_dir() {
                    todo.push(path);
                } else if !(path.ends_with("lock") || path.ends_with("post.lock")) {
                    files.push((path.clone(), fs::read(&path).unwrap()));
                }
            }
        }
        files.sort();
        files
    }

    fn run(&self, arguments: &[&str]) -> Ran {
        self.fed(arguments, b"")
    }

    /// In the club, at one moment.
    fn at(&self, arguments: &[&str]) -> Ran {
        let club = self.club();
        let common = ["--club", club.to_str().unwrap(), "--now", NOW];
        self.run(&[arguments, &common].concat())
    }

    fn fed(&self, arguments: &[&str], stdin: &[u8]) -> Ran {
        let mut child = Command::new(env!("CARGO_BIN_EXE_packetboat-with-toys"))
            .args(arguments)
            .current_dir(self.0.path())
            .env_remove("PACKETBOAT_CLUB")
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        // A command that reads no stdin may be gone already.
        let _ = child.stdin.take().unwrap().write_all(stdin);
        let Output {
            status,
            stdout,
            stderr,
        } = child.wait_with_output().unwrap();
        Ran {
            code: status.code().unwrap(),
            out: String::from_utf8(stdout).unwrap(),
            err: String::from_utf8(stderr).unwrap(),
        }
    }

    /// All files but the one that says which faults were told.
    fn tree_but_faults(&self) -> Vec<(PathBuf, Vec<u8>)> {
        let mut tree = self.tree();
        tree.retain(|it| !it.0.ends_with("desk/faults.toml"));
        tree
    }

    /// Fails with this code, names what is wrong and what to do on stderr, and does nothing.
    fn check_refused(&self, arguments: &[&str], code: i32, wants: &[&str]) {
        let before = self.tree_but_faults();
        let ran = self.at(arguments);
        assert_eq!(ran.code, code, "{arguments:?}: {}", ran.err);
        assert_eq!(ran.out, "", "{arguments:?}");
        for want in wants {
            assert!(
                ran.err.contains(want),
                "{arguments:?}: no `{want}` in\n{}",
                ran.err
            );
        }
        let after = self.tree_but_faults();
        assert!(after == before, "{arguments:?} changed something");
    }
}

#[test]
fn campaigns_that_do_not_exist() {
    let place = Place::with_campaign();
    let missing: &[&[&str]] = &[
        &["status", "deul"],
        &["show", "deul"],
        &["resolve", "deul"],
        &["hold", "deul"],
        &["release", "deul"],
        &["extend", "deul", "2d"],
        &["adopt", "deul"],
        &["rollback", "deul", "0"],
        &["password", "deul", "north"],
        &["verify", "deul"],
        &["remind", "deul"],
        &["tell", "deul", "hello"],
        &["replace", "deul", "north", "Dora <dora@example.org>"],
    ];
    for arguments in missing {
        place.check_refused(
            arguments,
            2,
            &["no campaign is called `deul`", "There are: duel."],
        );
    }
}

#[test]
fn arguments_that_cannot_be_used() {
    let place = Place::with_campaign();
    let player = "north=Ana <ana@example.org>";
    for (arguments, wants) in [
        (
            &["new", "chess", "x", "--robot", "north"][..],
            &["no game is called `chess`"][..],
        ),
        (
            &["new", "toy/sealed", "duel", "--robot", "north"],
            &["there is a campaign called `duel`"],
        ),
        (
            &["new", "toy/sealed", "A B", "--robot", "north"],
            &["not a name for a campaign"],
        ),
        (
            &["new", "toy/sealed", "x"],
            &["no seat has a player", "north, east, south, west"],
        ),
        (
            &[
                "new",
                "toy/sealed",
                "x",
                "--robot",
                "up",
                "--robot",
                "north",
            ],
            &["up"],
        ),
        (
            &[
                "new",
                "toy/sealed",
                "x",
                "--player",
                player,
                "--robot",
                "north",
            ],
            &["given twice"],
        ),
        (
            &["new", "toy/sealed", "x", "--player", "north"],
            &["does not give a seat", "north=Ana"],
        ),
        (
            &[
                "new",
                "toy/sealed",
                "x",
                "--robot",
                "north",
                "--robot",
                "east",
                "--option",
                "pace=x",
            ],
            &["pace"],
        ),
        (
            &[
                "new",
                "toy/sealed",
                "x",
                "--robot",
                "north",
                "--deadline",
                "someday",
            ],
            &["is not a deadline", "sun 20:00"],
        ),
        (
            &["password", "duel", "west"],
            &["no seat called `west`", "north, south"],
        ),
        (
            &["submit", "duel", "north", "gone.txt"],
            &["cannot read gone.txt"],
        ),
        (&["extend", "duel", "soon"], &["as a future time", "24h"]),
        (
            &["adopt", "duel"],
            &["nothing of duel was edited", "packetboat edit duel"],
        ),
        (&["show", "duel", "--as", "not a seat"], &["seat"]),
        (&["wibble"], &["unrecognized subcommand"]),
    ] {
        place.check_refused(arguments, 2, wants);
    }
    let ran = place.run(&["tick", "--now", "yesterday"]);
    assert_eq!(ran.code, 2);
    assert!(ran.err.contains("--now"), "{}", ran.err);
}

#[test]
fn arguments_about_players_that_cannot_be_used() {
    let place = Place::with_campaign();
    for (arguments, wants) in [
        (
            &["remind", "duel", "west"][..],
            &["no seat called `west`", "north, south"][..],
        ),
        (
            &["tell", "duel", "north"],
            &["there is no text after `north`"],
        ),
        (&["tell", "duel", "south", "hello"], &["south is a robot"]),
        (
            &["tell", "duel", "nofile.txt"],
            &["there is no file `nofile.txt`"],
        ),
        (&["tell", "duel", "north", "letters/one"], &["no file"]),
        (
            &["replace", "duel", "north", "Dora"],
            &["`Dora` is not a player", "Ana <ana@example.org>"],
        ),
        (
            &["replace", "duel", "south", "--robot"],
            &["south is a robot already"],
        ),
        (&["replace", "duel", "north"], &["--robot"]),
        (
            &["show", "duel", "--mail", "duel.000000.north.receipt"],
            &["duel has no mail", "--mails"],
        ),
        (&["completions", "tcsh"], &["tcsh", "bash"]),
    ] {
        place.check_refused(arguments, 2, wants);
    }
}

#[test]
fn a_name_too_long_for_mail_begins_no_campaign() {
    let place = Place::new();
    let config = place.read("packetboat.toml");
    let long = config.replace(
        "orders@club.example",
        "the-orders-of-our-sunday-club@club.example",
    );
    fs::write(place.club().join("packetboat.toml"), long).unwrap();
    place.check_refused(
        &[
            "new",
            "toy/sealed",
            "a-name-of-24-characters-",
            "--scenario",
            "duel",
            "--player",
            "north=Ana <ana@example.org>",
            "--robot",
            "south",
        ],
        2,
        &["cannot begin", "choose shorter names"],
    );
}

#[test]
fn where_there_is_no_club() {
    let place = Place::new();
    let ran = place.run(&["tick"]);
    assert_eq!(ran.code, 2);
    assert!(ran.err.contains("packetboat init"), "{}", ran.err);
    let ran = place.run(&["status", "--club", "nowhere"]);
    assert_eq!(ran.code, 2);
    assert!(ran.err.contains("is not a club"), "{}", ran.err);
    // A folder that is not empty is not made a club.
    place.check_refused(&["init", "club"], 2, &["is not empty"]);
    fs::write(place.club().join("packetboat.toml"), "format = 1\n[clbu]\n").unwrap();
    place.check_refused(&["tick"], 2, &["packetboat.toml:2", "did you mean `club`"]);
}

#[test]
fn a_maildir_that_is_not_there_is_no_empty_one() {
    let place = Place::with_campaign();
    let config = place.club().join("packetboat.toml");
    let text = fs::read_to_string(&config).unwrap();
    assert!(text.contains("maildir = \"mail\""), "{text}");
    let wrong = text.replace("maildir = \"mail\"", "maildir = \"maill\"");
    fs::write(&config, wrong).unwrap();
    place.check_refused(&["tick"], 2, &["[mail.in] maildir", "maill", "mkdir"]);
    fs::write(&config, text).unwrap();
    assert_eq!(place.at(&["tick"]).code, 0);
}

#[test]
fn a_second_run_is_turned_away() {
    let place = Place::with_campaign();
    let lock = packetboat::store::lock::try_lock(&place.club().join("lock"));
    let lock = lock.unwrap().unwrap();
    place.check_refused(
        &["tick"],
        75,
        &["another packetboat is running", "try again"],
    );
    // Looking needs no lock, and mail comes in all the same.
    assert_eq!(place.at(&["status"]).code, 0);
    let club = place.club();
    let received = place.fed(
        &["receive", "--club", club.to_str().unwrap()],
        b"Subject: x\n\nx\n",
    );
    assert_eq!(received.code, 0);
    drop(lock);
    assert_eq!(place.at(&["tick"]).code, 0);
}

#[test]
fn receive_knows_two_exit_codes() {
    let place = Place::new();
    let club = place.club();
    let club = club.to_str().unwrap();
    for arguments in [
        &["receive", "--wibble"][..],
        &["receive", "north"],
        &["receive", "--club", "nowhere"],
        &["receive"],
        &["--clbu", club, "receive"],
        &["receive", "--now", "x", "--club", club],
    ] {
        let ran = place.fed(arguments, b"Subject: x\n\nx\n");
        assert_eq!(ran.code, 75, "{arguments:?}: {}", ran.err);
        assert_eq!(ran.out, "");
        assert!(!ran.err.is_empty());
    }
    let mails = || fs::read_dir(place.club().join("mail/new")).unwrap().count();
    assert_eq!(mails(), 0);
    let mail = b"From: x@example.org\nSubject: caf\xe9\n\nnothing\n";
    let ran = place.fed(&["receive", "--club", club, "--now", NOW], mail);
    assert_eq!((ran.code, ran.out.as_str(), ran.err.as_str()), (0, "", ""));
    assert_eq!(mails(), 1);
    // Other commands keep their own codes, whatever their arguments are called.
    let ran = place.at(&["submit", "receive", "north", "gone.txt"]);
    assert_eq!(ran.code, 2, "{}", ran.err);
    // Where the Maildir cannot be written to, the mail server is to try again.
    fs::remove_dir_all(place.club().join("mail/new")).unwrap();
    fs::write(place.club().join("mail/new"), "no folder").unwrap();
    assert_eq!(place.fed(&["receive", "--club", club], mail).code, 75);
}

#[test]
fn an_idle_tick_says_nothing_and_a_busy_one_says_what() {
    let place = Place::with_campaign();
    let first = place.at(&["tick"]);
    assert_eq!(
        (first.code, first.out.as_str(), first.err.as_str()),
        (0, "1 mail was sent\n", "")
    );
    let orders = place.0.path().join("orders.txt");
    fs::write(&orders, "#orders duel north turn 1\nBID 3\nWOBBLE\n#end\n").unwrap();
    let file = orders.to_str().unwrap();
    let checked = place.at(&["check", "duel", "north", file]);
    assert_eq!(checked.code, 1, "it found something");
    assert!(checked.out.contains("WOBBLE"), "{}", checked.out);
    let filed = place.at(&["submit", "duel", "north", file]);
    assert_eq!(filed.code, 0, "{}", filed.err);
    assert!(filed.out.contains("BID 3"), "{}", filed.out);
    let club = place.club();
    let later = [
        "--club",
        club.to_str().unwrap(),
        "--now",
        "2026-11-16T12:00:00Z",
    ];
    let ran = place.run(&[&["tick", "--json"][..], &later].concat());
    assert_eq!(ran.code, 0, "{}", ran.err);
    let said: serde_json::Value = serde_json::from_str(&ran.out).unwrap();
    assert_eq!(said["sent"], 2, "{said}");
    assert!(
        said["changed"]["duel"][0]
            .as_str()
            .unwrap()
            .contains("turn 1 resolved")
    );
    let ran = place.run(&[&["status", "--json"][..], &later].concat());
    let said: serde_json::Value = serde_json::from_str(&ran.out).unwrap();
    assert_eq!(said[0]["sheet"], "2", "{said}");
    let ran = place.run(&[&["tick"][..], &later].concat());
    assert_eq!((ran.code, ran.out.as_str()), (0, ""));
    let ran = place.run(&[&["verify", "--strict"][..], &later].concat());
    assert_eq!(ran.code, 0, "{}", ran.out);
}

#[test]
fn a_halted_campaign_is_told_by_every_command() {
    let place = Place::with_campaign();
    assert_eq!(place.at(&["tick"]).code, 0);
    let state = place.club().join("campaigns/duel/log/000000/state.toml");
    let whole = inside::read(&Disk, &state).unwrap();
    let whole = String::from_utf8(whole).unwrap();
    let other = whole.replace("purse = 15", "purse = 99");
    inside::change(&Disk, &state, Some(other.as_bytes()));
    let ran = place.at(&["tick"]);
    assert_eq!(ran.code, 70);
    assert!(
        ran.out.contains("log/000000.entry: state.toml"),
        "{}",
        ran.out
    );
    for arguments in [
        &["resolve", "duel"][..],
        &["hold", "duel", "--why", "rain"],
        &["extend", "duel", "2d"],
    ] {
        place.check_refused(arguments, 70, &["is halted", "HALTED"]);
    }
    place.check_refused(
        &["release", "duel"],
        70,
        &["log/000000.entry: state.toml", "restore it from a backup"],
    );
    let ran = place.at(&["status"]);
    assert!(ran.out.contains("HALTED") && ran.code == 0, "{}", ran.out);
    assert_eq!(place.at(&["verify"]).code, 1);
    inside::change(&Disk, &state, Some(whole.as_bytes()));
    assert_eq!(place.at(&["release", "duel"]).code, 0);
    // What is to change is changed in a copy.
    let ran = place.at(&["edit", "duel"]);
    assert_eq!(ran.code, 0, "{}", ran.err);
    let copy = "campaigns/duel/edit/000000/state.toml";
    assert!(ran.out.contains(copy), "{}", ran.out);
    let copy = place.club().join(copy);
    let text = fs::read_to_string(&copy).unwrap();
    fs::write(&copy, text.replace("purse = 15", "purse = 14")).unwrap();
    assert_eq!(place.at(&["adopt", "duel", "--why", "a gift"]).code, 0);
    assert_eq!(place.at(&["tick"]).code, 0);
    assert_eq!(place.at(&["verify", "--strict"]).code, 0);
}

/// What people have written and the club has kept does nothing to a terminal.
#[test]
fn no_command_prints_what_a_terminal_would_obey() {
    let place = Place::with_campaign();
    let why = "red\u{1b}[31m\u{9b}0m \u{202e}back\u{7} \u{200d}end";
    assert_eq!(place.at(&["hold", "duel", "--why", why]).code, 0);
    let dir = place.club().join("campaigns/duel");
    let shown = |arguments: &[&str]| {
        let ran = place.at(arguments);
        let odd = |it: char| (it.is_control() && it != '\n') || "\u{202e}\u{200d}".contains(it);
        for text in [&ran.out, &ran.err] {
            assert!(!text.contains(odd), "{arguments:?}: {text:?}");
        }
        ran.out + &ran.err
    };
    for arguments in [
        &["status"][..],
        &["status", "--json"],
        &["tick"],
        &["show", "duel"],
        &["verify"],
        &["resolve", "d\u{1b}[31muel"],
    ] {
        shown(arguments);
    }
    assert!(
        shown(&["status"]).contains("red[31m0m back end"),
        "{}",
        shown(&["status"])
    );
    fs::write(dir.join("HALTED"), why).unwrap();
    assert!(shown(&["status"]).contains("red[31m0m back end"));
    assert!(shown(&["tick"]).contains("duel") || shown(&["status"]).contains("HALTED"));
}

#[test]
fn what_a_seat_was_mailed_is_shown_as_it_was_mailed() {
    let place = Place::with_campaign();
    assert_eq!(place.at(&["tick"]).code, 0);
    let mailed = fs::read(place.club().join("mail/out/duel.000000.north.report.eml")).unwrap();
    let mailed = packetboat::mail::ours(&mailed).text;
    assert!(mailed.contains("welcome to duel"), "{mailed}");
    let orders = place.0.path().join("orders.txt");
    fs::write(&orders, "#orders duel north turn 1\nBID 3\n#end\n").unwrap();
    let submitted = place.at(&["submit", "duel", "north", orders.to_str().unwrap()]);
    assert_eq!(submitted.code, 0, "{}", submitted.err);
    assert_eq!(place.at(&["resolve", "duel"]).code, 0);
    assert_eq!(place.at(&["tick"]).code, 0);
    // Old entries as they were, the entry of a receipt with the report before it.
    for entry in ["0", "1"] {
        let shown = place.at(&["show", "duel", "--as", "north", "--entry", entry]);
        assert_eq!(shown.out, mailed, "entry {entry}: {}", shown.err);
    }
    let last = place.at(&["show", "duel", "--as", "north"]);
    assert!(last.out.contains("this is turn 2"), "{}", last.out);
    let json = place.at(&["show", "duel", "--as", "north", "--format", "json"]);
    let json: serde_json::Value = serde_json::from_str(&json.out).unwrap();
    assert_eq!(json["entry"], 2, "{json}");
    assert_eq!(json["mail"], "duel.000002.north.report");
    assert!(!json["page"]["events"].as_array().unwrap().is_empty());
    assert_eq!(json["seat"], "north");
    let schema = place.at(&["schema", "toy/sealed"]);
    let schema: serde_json::Value = serde_json::from_str(&schema.out).unwrap();
    check(&schema, &json, "as shown");
    for viewer in ["public", "referee"] {
        let shown = place.at(&["show", "duel", "--as", viewer, "--format", "json"]);
        let shown: serde_json::Value = serde_json::from_str(&shown.out).unwrap();
        assert_eq!(
            (&shown["viewer"], &shown["seat"]),
            (&viewer.into(), &().into())
        );
        check(&schema, &shown, viewer);
    }
    let wrong = place.at(&["schema", "checkers"]);
    assert_eq!(wrong.code, 2, "{}", wrong.out);
    assert!(wrong.err.contains("these-new-worlds"), "{}", wrong.err);
    for viewer in ["public", "referee", "south"] {
        let shown = place.at(&["show", "duel", "--as", viewer]);
        assert!(shown.out.contains("turn 2"), "{viewer}: {}", shown.err);
    }
    let mails = place.at(&["show", "duel", "--mails", "--entry", "1"]);
    assert!(
        mails.out.contains("duel.000001.north.receipt  sent"),
        "{}",
        mails.out
    );
    let receipt = place.at(&["show", "duel", "--mail", "duel.000001.north.receipt"]);
    assert!(
        receipt.out.contains("1 order, understood"),
        "{}",
        receipt.out
    );
    assert!(!receipt.out.contains("orders+"), "{}", receipt.out);
    // A copy of the folder, far from any club.
    let copy = place.0.path().join("duel");
    let copied = std::process::Command::new("cp")
        .arg("-r")
        .arg(place.club().join("campaigns/duel"))
        .arg(&copy)
        .status();
    assert!(copied.unwrap().success());
    let shown = place.run(&[
        "show",
        copy.to_str().unwrap(),
        "--as",
        "north",
        "--entry",
        "0",
    ]);
    assert_eq!(shown.out, mailed, "{}", shown.err);
    let shown = place.run(&["show", copy.to_str().unwrap(), "--as", "public"]);
    assert!(shown.out.contains("turn 2"), "{}", shown.err);
}

#[test]
fn data_for_scripts() {
    let place = Place::with_campaign();
    let orders = place.0.path().join("orders.txt");
    fs::write(&orders, "#orders duel north turn 1\nBID 3\nWOBBLE\n#end\n").unwrap();
    let orders = orders.to_str().unwrap();
    let json = |arguments: &[&str], code: i32| -> serde_json::Value {
        let ran = place.at(&[arguments, &["--json"]].concat());
        assert_eq!(ran.code, code, "{arguments:?}: {}", ran.err);
        serde_json::from_str(&ran.out).unwrap_or_else(|it| panic!("{arguments:?}: {it}"))
    };
    let games = json(&["games"], 0);
    assert_eq!(games[0]["id"], "conquistador", "{games}");
    let game = json(&["games", "these-new-worlds"], 0);
    assert!(!game["orders"].as_array().unwrap().is_empty(), "{game}");
    let check = json(&["check", "duel", "north", orders], 1);
    assert_eq!(check["faulty"], true);
    assert_eq!(
        check["understood"]["faults"][0]["span"]["line"], 2,
        "{check}"
    );
    let verify = json(&["verify"], 0);
    assert_eq!(verify["campaigns"][0]["wrong"], serde_json::json!([]));
    let status = json(&["status"], 0);
    assert_eq!(status[0]["deadline_at"], "2026-11-22T19:00:00Z", "{status}");
    let tick = json(&["tick"], 0);
    assert_eq!(tick["sent"], 1, "{tick}");
}

#[test]
fn a_club_that_sends_through_a_program() {
    let place = Place::with_campaign();
    let config = place.read("packetboat.toml");
    let with = |program: &str| {
        let config = config.replace(
            "folder = \"mail/out\"\n",
            &format!("sendmail = \"{program}\"\n"),
        );
        fs::write(place.club().join("packetboat.toml"), config).unwrap();
    };
    with("/nowhere/sendmail");
    let ran = place.at(&["tick"]);
    assert_eq!(ran.code, 75, "{}", ran.err);
    assert!(ran.out.contains("there is no such program"), "{}", ran.out);
    let status = place.at(&["status"]);
    assert!(
        status
            .out
            .contains("1 mail to be sent, nothing can be sent since"),
        "{}",
        status.out
    );
    let program = place.0.path().join("sendmail");
    let script = format!(
        "printf '#!/bin/sh\\nexec cat > /dev/null\\n' > {0} && chmod +x {0}",
        program.display()
    );
    let made = Command::new("/bin/sh").args(["-c", &script]).status();
    assert!(made.unwrap().success());
    with(program.to_str().unwrap());
    let ran = place.at(&["tick"]);
    assert_eq!(
        (ran.code, ran.out.as_str()),
        (
            0,
            "sending: that is over: /nowhere/sendmail: there is no such program; name one that \
             sends mail under [mail.out] in packetboat.toml\n1 mail was sent\n"
        ),
        "{}",
        ran.err
    );
    assert!(!place.club().join("desk/DOWN").exists());
}
