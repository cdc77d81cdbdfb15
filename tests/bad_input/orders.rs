//! Orders: each fault is told with its place, an excerpt, a caret, a reason and a way on; good
//! lines count, and where nothing usable came, what stood before stands still.

use crate::support::{Bench, WORLDS, seat};

const GOOD: &str = "PLAY HIGHEST IF STEP AT MOST 3";

/// A campaign in which North has good orders in force.
fn bench() -> Bench {
    let mut bench = Bench::with(&WORLDS);
    bench.send("worlds", "north", "1", GOOD);
    bench.tick();
    bench.later(60);
    bench
}

fn in_force(bench: &Bench) -> Vec<String> {
    let lines = bench.campaign("worlds").table.in_force(seat("north"));
    lines.into_iter().map(|it| it.text).collect()
}

/// Delivers a mail and returns its receipt; there is exactly one more than before.
fn receipt(bench: &mut Bench, mail: &str) -> String {
    let before = bench.all("worlds", "north", ".receipt").count();
    bench.deliver(mail);
    assert_eq!(bench.tick().exit_code(), 0);
    assert_eq!(bench.all("worlds", "north", ".receipt").count(), before + 1);
    bench.receipt("worlds", "north")
}

/// A faulty line alone: told as `wants` says, and nothing changes.
fn check_fault(line: &str, wants: &[&str]) {
    let mut bench = bench();
    let mail = bench.orders("worlds", "north", "1", line);
    let told = receipt(&mut bench, &mail);
    for want in wants {
        assert!(told.contains(want), "{line}: no `{want}` in\n{told}");
    }
    let lines: Vec<&str> = told.lines().collect();
    let caret = lines.iter().position(|it| it.trim().starts_with('^'));
    let caret = caret.unwrap_or_else(|| panic!("no caret in\n{told}"));
    // The caret stands below what the reason speaks of.
    let column: usize = lines
        .iter()
        .find_map(|it| it.split_once(", column ")?.1.split_once(':'))
        .and_then(|it| it.0.parse().ok())
        .unwrap_or_else(|| panic!("no column in\n{told}"));
    let indent = lines[caret - 1].len() - lines[caret - 1].trim_start().len();
    let at = lines[caret].len() - lines[caret].trim_start().len();
    assert_eq!(at - indent + 1, column, "{told}");
    assert_eq!(in_force(&bench), [GOOD], "{told}");
    // Beside a good line, the good line counts.
    let mail = bench.orders("worlds", "north", "1", &format!("{line}\nPLAY LOWEST"));
    bench.later(60);
    receipt(&mut bench, &mail);
    assert_eq!(in_force(&bench), ["PLAY LOWEST"]);
}

#[test]
fn lines_that_cannot_be_read() {
    check_fault(
        "PLYA LOWEST",
        &[
            "line 1, column 1:",
            "no order is called `PLYA`",
            "did you mean `PLAY`?",
        ],
    );
    check_fault("WOBBLE", &["line 1, column 1:", "HELP lists the orders"]);
    check_fault(
        "PLAY nobody",
        &[
            "line 1, column 6:",
            "no card or colour is called `nobody`",
            "expected here: LOWEST",
        ],
    );
    check_fault(
        "PLAY LOWEST IF STEP AT MOST 900",
        &[
            "line 1, column 29:",
            "a number must be from 0 to 17, not 900",
        ],
    );
    check_fault("DOME purple", &["line 1, column 6:"]);
    check_fault(
        &format!("PLAY {}", "X".repeat(100_000)),
        &[
            "only the first 400 characters were read",
            "line 1, column 6:",
        ],
    );
}

/// Lines that are read but will not do what their author hopes: advice, and they count.
#[test]
fn lines_that_will_not_help() {
    for (line, advice) in [
        ("PLAY LOWEST IF TOP OVER 16", "is never so"),
        ("PLAY R16", "you do not hold R16 now"),
        ("PLAY LOWEST\nPLAY HIGHEST", "never counts"),
    ] {
        let mut bench = bench();
        let mail = bench.orders("worlds", "north", "1", line);
        let told = receipt(&mut bench, &mail);
        assert!(told.contains(advice), "{told}");
        assert_eq!(in_force(&bench).len(), line.lines().count());
    }
}

/// Mails without usable orders: what the receipt says; nothing changes.
#[test]
fn mails_that_cannot_be_used() {
    let opener = "#orders worlds north turn 1";
    for (text, wants) in [
        (
            "#orders worlds north turn 0\nPLAY LOWEST\n#end\n",
            "did not understand `0`",
        ),
        (
            "#orders worlds south turn 1\nPLAY LOWEST\n#end\n",
            "your address is that of north",
        ),
        ("#orders wrolds north turn 1\nPLAY LOWEST\n#end\n", "worlds"),
        ("Hello, are you there?\n", "no orders"),
        (
            &format!("{opener}\nPLAY LOWEST\n#end\n{opener}\nPLAY HIGHEST\n#end\n"),
            "different sheets",
        ),
        (
            &format!("{opener}\nWOBBLE\nGRUMBLE\n#end\n"),
            "none of its 2 lines",
        ),
        (
            &format!("{opener}\nCHECK\nPLAY LOWEST\n#end\n"),
            "checked; nothing",
        ),
    ] {
        let mut bench = bench();
        let mail = bench.answer("worlds", "north", text);
        let told = receipt(&mut bench, &mail);
        assert!(told.contains(wants), "{text}: no `{wants}` in\n{told}");
        assert_eq!(in_force(&bench), [GOOD], "{told}");
        // And there is a sheet to go on with.
        assert!(told.contains("#orders worlds north turn"), "{told}");
    }
}

#[test]
fn a_late_sheet_is_told_what_is_open_now() {
    let mut bench = bench();
    packetboat::desk::commands::referee::resolve(&bench.club, "worlds", "", bench.now).unwrap();
    bench.tick();
    let mail = bench.orders("worlds", "north", "1", "PLAY LOWEST");
    let told = receipt(&mut bench, &mail);
    assert!(told.contains("turn 1") && told.contains("turn 2"), "{told}");
    assert!(in_force(&bench).is_empty());
}

#[test]
fn our_own_sheet_sent_back_is_a_quotation() {
    let mut bench = bench();
    let report = bench.text(&bench.last("worlds", "north", ".report").message);
    let at = report.rfind("\n#orders").unwrap() + 1;
    let end = at + report[at..].find("#end").unwrap() + 4;
    let mail = bench.answer("worlds", "north", &format!("{}\n", &report[at..end]));
    let told = receipt(&mut bench, &mail);
    assert!(
        told.contains("as we sent it") || told.contains("untouched"),
        "{told}"
    );
    assert_eq!(in_force(&bench), [GOOD]);
}

#[test]
fn sheets_that_are_odd_but_good() {
    let opener = "#orders worlds north turn 1";
    for (text, wants, left) in [
        (format!("{opener}\n#end\n"), "an empty sheet", 0),
        (
            format!("{opener}\nPLAY LOWEST\n"),
            "\"#end\" was missing",
            1,
        ),
        (
            format!("{opener}\nPLAY \u{7}LOW\u{0}EST\n#end\n"),
            "invisible",
            1,
        ),
        (
            format!("{opener}\n{}\n#end\n", "PLAY LOWEST\n".repeat(10_000)),
            "2000 lines",
            0,
        ),
    ] {
        let mut bench = bench();
        let mail = bench.answer("worlds", "north", &text);
        receipt(&mut bench, &mail);
        // As it went out: read back as a mail it would be cut itself.
        let raw = &bench.last("worlds", "north", ".receipt").message;
        let told = String::from_utf8_lossy(raw).into_owned();
        assert!(told.contains(wants), "no `{wants}` in {} bytes", told.len());
        if left > 0 {
            assert_eq!(in_force(&bench).len(), left, "{told}");
        }
        assert_ne!(in_force(&bench), [GOOD]);
    }
}

#[test]
fn broken_utf8_spoils_its_own_line_only() {
    let mut bench = bench();
    let mail = bench.orders("worlds", "north", "1", "PLAY LOWEST\nPLAY ~~~~");
    let mut bytes = mail.into_bytes();
    let at = bytes.windows(4).position(|it| it == b"~~~~").unwrap();
    bytes[at..at + 4].copy_from_slice(&[0xff, 0xc3, 0x28, 0x80]);
    let maildir = packetboat::store::maildir::Maildir::new(&*bench.fs, bench.path("mail"));
    maildir.deliver(&bytes, bench.now).unwrap();
    bench.tick();
    assert_eq!(in_force(&bench), ["PLAY LOWEST"]);
    let told = bench.receipt("worlds", "north");
    assert!(told.contains("line 2, column 6"), "{told}");
}
