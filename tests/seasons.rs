//! Sheets that a game names: `S1901M` in place of `1a`, wherever players and referees read or write
//! one. Played by mail with the toy Seasons.

use crate::site;
use crate::support::{Bench, Match, flat, monday, seat};
use packetboat::desk::commands::outlook::schedule;
use packetboat::desk::commands::status::status;
use packetboat::desk::commands::{entries, pause, referee, standing};
use packetboat::desk::site as web;
use packetboat::lang::sheet::SheetNo;
use std::path::Path;

const ID: &str = "valley";

fn of_three() -> Match<'static> {
    Match {
        game: "toy/seasons",
        id: ID,
        scenario: None,
        players: &[
            "north=Ana <ana@mail.example>",
            "east=Ben <ben@mail.example>",
            "south=Cem <cem@mail.example>",
        ],
        robots: &[],
        options: &["turns=2"],
        deadline: "sun 20:00",
    }
}

fn valley() -> Bench {
    Bench::with(&of_three())
}

/// The first line of a text that names a sheet or a turn by a number.
fn numbered(text: &str) -> Option<&str> {
    let is_so = |line: &str| {
        let small = line.to_lowercase();
        ["turn", "sheet", "report"].iter().any(|word| {
            let mut after = small.split(word).skip(1);
            after.any(|rest| {
                let rest = rest.strip_prefix('s').unwrap_or(rest);
                let rest = rest.trim_start_matches([' ', '-', '`']);
                let number: String = rest.chars().take_while(char::is_ascii_digit).collect();
                // A year is none.
                !number.is_empty() && number.len() < 4
            })
        })
    };
    text.lines().find(|it| is_so(it))
}

/// Sends a text to the club as that seat, with this opener, and gives the receipt.
fn told(bench: &mut Bench, seat: &str, opener: &str, lines: &str) -> String {
    bench.later(60);
    let text = format!("#orders {ID} {seat} {opener}\n{lines}\n#end\n");
    let mail = bench.answer(ID, seat, &text);
    bench.deliver(&mail);
    bench.later(60).tick();
    bench.receipt(ID, seat)
}

/// What the sheet now open is called.
fn open(bench: &Bench) -> String {
    let campaign = bench.campaign(ID);
    let sheet: SheetNo = campaign.table.sheet();
    let opener = campaign.opener(seat("north"), sheet);
    opener.rsplit(' ').next().unwrap().to_owned()
}

/// Lets the deadline pass.
fn close(bench: &mut Bench) {
    bench.later(8 * 24 * 3_600).tick();
}

#[test]
fn openers_are_read_by_name_and_by_number() {
    let mut bench = valley();
    for opener in ["S1901M", "s1901m", "turn S1901M", "turn 1a", "1a"] {
        let said = told(&mut bench, "north", opener, "CARTS 2");
        let subject = said.lines().next().unwrap();
        assert!(
            subject.starts_with("[valley] S1901M: filed, orders until"),
            "{opener}: {said}"
        );
        assert!(
            said.contains("#orders valley north S1901M"),
            "{opener}: {said}"
        );
        assert_eq!(numbered(&said), None, "{said}");
    }
    let report = bench.text(&bench.last(ID, "north", ".report").message);
    assert!(
        report.starts_with("[valley] S1901M, orders until"),
        "{report}"
    );
    assert!(report.contains("#orders valley north S1901M"), "{report}");
}

#[test]
fn wrong_openers_are_explained_by_name() {
    let mut bench = valley();
    for (opener, says) in [
        (
            "turn 1",
            "a turn has a sheet for each part here: S1901M, F1901M or W1901A",
        ),
        ("S1999M", "there is no 1999: the game ends with 1902"),
        ("turn X1901M", "did not understand `X1901M`"),
        ("turn", "expected here: S1901M"),
    ] {
        let said = told(&mut bench, "north", opener, "CARTS 2");
        assert!(flat(&said).contains(says), "{opener}: {said}");
        assert_eq!(numbered(&said.replace("turn 1\n", "\n")), None, "{said}");
    }
    close(&mut bench);
    let said = told(&mut bench, "north", "S1901M", "CARTS 2");
    assert!(
        said.contains("S1901M has been played; F1901M is open now"),
        "{said}"
    );
    assert!(
        said.contains("write F1901M if these orders are meant for it"),
        "{said}"
    );
}

#[test]
fn sheets_hold_lines_for_others_and_for_years() {
    let mut bench = valley();
    let lines = "CARTS 2\nSTANDING UNTIL 1902 CARTS 1\nTURN f1901m\nCARTS 1\nTURN 1c\nMEND 2\n\
                 WAIT\nTURN S1902M\nCARTS 3";
    let said = told(&mut bench, "north", "S1901M", lines);
    for part in [
        "STANDING UNTIL 1902 CARTS 1",
        "for F1901M",
        "for W1901A",
        "TURN S1902M",
        "WAIT is noted for W1901A",
    ] {
        assert!(flat(&said).contains(part), "{part}: {said}");
    }
    assert_eq!(numbered(&said), None, "{said}");
    // What the book holds reads again.
    bench.verify();
    let wrong = "MEND 1\nTURN S1850M\nTURN\nREPORT F1\nSTANDING UNTIL 1900 CARTS 1";
    let said = told(&mut bench, "north", "S1901M", wrong);
    for part in [
        "MEND belongs to W1901A; this is S1901M",
        "write it below a line TURN W1901A",
        "expected here: the name of a sheet such as S1901M, alone on its line",
    ] {
        assert!(flat(&said).contains(part), "{part}: {said}");
    }
    assert_eq!(numbered(&said), None, "{said}");
    close(&mut bench);
    let said = told(&mut bench, "north", "F1901M", "CANCEL\nTURN W1901A\nCANCEL");
    assert!(said.contains("F1901M and W1901A"), "{said}");
    assert_eq!(numbered(&said), None, "{said}");
}

#[test]
fn reports_are_asked_for_by_name() {
    let mut bench = valley();
    close(&mut bench);
    close(&mut bench);
    for (asked, of) in [
        ("S1901M", "S1901M"),
        ("f1901m", "F1901M"),
        ("1901", "S1902M"),
    ] {
        let said = told(
            &mut bench,
            "north",
            "turn S1902M",
            &format!("REPORT {asked}"),
        );
        let head = "YOU ASKED FOR THE REPORT OF ";
        let line = said
            .lines()
            .find(|it| it.starts_with(head))
            .unwrap_or(&said);
        let got = line.strip_prefix(head).unwrap_or(line);
        let wanted = if of == "S1902M" { "F1901M" } else { of };
        assert_eq!(got, wanted, "{said}");
    }
    let said = told(&mut bench, "north", "S1902M", "REPORT F1950M");
    assert!(
        said.contains("the report of F1950M: there is none for you"),
        "{said}"
    );
}

#[test]
fn a_gate_for_some_closes_at_once_when_they_have_filed_ahead() {
    let mut bench = valley();
    let at_once = "when_all_in = \"resolve-at-once\"";
    let file = format!("campaigns/{ID}/campaign.toml");
    bench.edit(&file, "when_all_in = \"resolve-after 2h\"", at_once);
    // In fall North has sent three carts, so it alone is called in winter.
    let ahead = "CARTS 2\nTURN F1901M\nCARTS 1\nGOAHEAD\nTURN W1901A\nMEND 2\nGOAHEAD";
    told(&mut bench, "north", "S1901M", ahead);
    told(
        &mut bench,
        "east",
        "S1901M",
        "CARTS 2\nTURN F1901M\nCARTS 2\nGOAHEAD",
    );
    told(
        &mut bench,
        "south",
        "S1901M",
        "CARTS 2\nTURN F1901M\nCARTS 2\nGOAHEAD",
    );
    bench.later(60).tick();
    assert_eq!(bench.sheet(ID).as_deref(), Some("2a"));
    // Nobody's carts break: there is no winter.
    for seat in ["north", "east", "south"] {
        told(
            &mut bench,
            seat,
            "S1902M",
            "CARTS 2\nTURN F1902M\nCARTS 2\nGOAHEAD",
        );
    }
    assert_eq!(bench.sheet(ID), None);
}

/// Mails of one stop, with all that can be asked and much that is wrong: what is answered.
fn round(bench: &mut Bench) -> Vec<String> {
    let all = "STATUS\nSCHEDULE\nREPORT\nHELP\nWHY\nVOYAGES";
    let opener = &*open(bench);
    let mut said = vec![
        told(bench, "north", opener, &format!("CARTS 1\n{all}")),
        told(
            bench,
            "east",
            opener,
            "CARTS 2\nTURN W1902A\nMEND 1\nMOVE 1",
        ),
        told(
            bench,
            "south",
            opener,
            "HELP TURN\nHELP REPORT\nHELP MEND\nHELP STANDING",
        ),
        told(bench, "south", "check", "CARTS 1"),
        told(bench, "south", "S1899M", "CARTS 1"),
    ];
    let state = status(&bench.club, None, bench.now).unwrap();
    said.extend([standing::text(&state), standing::lines(&state)]);
    said.push(schedule(&bench.club, ID, bench.now).unwrap().text());
    said
}

/// A stranger's orders, letters, and the referee at work.
fn trouble(bench: &mut Bench) -> Vec<String> {
    let stranger = "#orders valley north W1902A\nMEND 1\nWAIT\nGOAHEAD\nCANCEL\n#end\n";
    let mail = bench.written("who@else.example", "orders@club.example", stranger);
    bench.deliver(&mail);
    let opener = &*open(bench);
    let text = "MESSAGE TO ALL\nHello.\nEND\nNEWS\nAll is well.\nEND";
    let letters = told(bench, "east", opener, text);
    let held = referee::hold(&bench.club, ID, "a while", bench.now).unwrap();
    bench.tick();
    let released = pause::release(&bench.club, ID, "", bench.now).unwrap();
    vec![letters, held, released]
}

/// All mails, and the pages of the campaign.
fn mailed_and_shown(bench: &Bench) -> Vec<String> {
    let mut said: Vec<String> = Vec::new();
    for taken in &bench.post.taken {
        said.push(bench.text(&taken.message));
        let raw = String::from_utf8_lossy(&taken.message).into_owned();
        // Threads have ids with the number of a turn, which nobody reads.
        let lines = raw.lines().filter(|it| !it.contains('@'));
        said.push(lines.collect::<Vec<_>>().join("\n"));
    }
    web::make(&bench.club, Path::new(site::DIR)).unwrap();
    for (path, bytes) in site::tree(&bench.fs) {
        // The handbooks of all games are there, too.
        let is_page = path.ends_with(".html") || path.ends_with(".xml");
        if is_page && !path.starts_with("handbook") {
            said.push(format!("{path}\n{}", String::from_utf8_lossy(&bytes)));
        }
    }
    said
}

/// Over a whole game, no mail, page or word of a command names a sheet by its number.
#[test]
fn no_mail_and_no_page_has_a_number_for_a_sheet() {
    let mut bench = valley();
    let mut said: Vec<String> = Vec::new();
    for at in 0..20 {
        if bench.sheet(ID).is_none() {
            break;
        }
        said.extend(round(&mut bench));
        if at == 1 {
            said.extend(trouble(&mut bench));
        }
        if at == 2 {
            said.push(referee::resolve(&bench.club, ID, "", bench.now).unwrap());
            bench.tick();
            continue;
        }
        // Past the reminders, too.
        for _ in 0..9 {
            bench.later(22 * 3_600).tick();
            // Few ticks look like an outage.
            if bench.note(ID).desk.held.is_some() {
                pause::release(&bench.club, ID, "", bench.now).unwrap();
            }
        }
    }
    assert_eq!(bench.sheet(ID), None, "{}", said.join("\n"));
    let all = entries::entries(&bench.club, ID, bench.now).unwrap();
    said.push(entries::text(&all));
    said.extend(mailed_and_shown(&bench));
    assert!(said.len() > 60, "{}", said.len());
    for text in &said {
        assert_eq!(numbered(text), None, "{text}");
    }
    let is_page = |text: &String| text.contains("S1902M") && text.contains("<html");
    assert!(said.iter().any(is_page));
    bench.verify();
}

/// Deadlines of the kinds of sheets: markets take a week, mending two days.
const BY_KIND: &str = "market 7d 20:00, mending 2d 20:00";

fn by_kind(deadline: &str) -> anyhow::Result<String> {
    let wanted = Match {
        deadline,
        ..of_three()
    };
    wanted.found(&Bench::new().club, monday())
}

#[test]
fn each_kind_of_sheet_has_its_deadline() {
    let mut bench = Bench::with(&Match {
        deadline: BY_KIND,
        ..of_three()
    });
    let file = format!("campaigns/{ID}/campaign.toml");
    let text = bench.read(&file);
    for line in [
        "deadline.market = { every = \"days\", days = 7, at = \"20:00\" }",
        "deadline.mending = { every = \"days\", days = 2, at = \"20:00\" }",
    ] {
        assert!(text.contains(line), "{text}");
    }
    let report = flat(&bench.text(&bench.last(ID, "north", ".report").message));
    let pace = "Orders are due for market 7 days after each report, by 20:00; for mending 2 days \
                after each report, by 20:00 (Europe/Warsaw). A turn has up to 3 sheets.";
    assert!(report.contains(pace), "{report}");
    // The forecast takes the kinds in their order, though winter may be left out.
    let said = schedule(&bench.club, ID, bench.now).unwrap().text();
    let lines: Vec<&str> = said.lines().skip(1).take(6).map(str::trim).collect();
    assert_eq!(
        lines,
        [
            "S1901M Mon 23 Nov 20:00 (Warsaw)",
            "F1901M Mon 30 Nov 20:00 (Warsaw)",
            "W1901A Wed 2 Dec 20:00 (Warsaw)",
            "S1902M Wed 9 Dec 20:00 (Warsaw)",
            "F1902M Wed 16 Dec 20:00 (Warsaw)",
            "W1902A Fri 18 Dec 20:00 (Warsaw)",
        ],
        "{said}"
    );
    // North alone is called in winter, and has two days; a reminder comes six hours before.
    for (seat, carts) in [("north", 1), ("east", 2), ("south", 2)] {
        let lines = format!("CARTS {carts}\nTURN F1901M\nCARTS 0\nGOAHEAD");
        told(&mut bench, seat, "S1901M", &lines);
    }
    // All have filed for fall ahead, with GOAHEAD: it is not waited for.
    bench.later(3 * 3_600).tick();
    assert_eq!(open(&bench), "W1901A");
    let report = bench.text(&bench.last(ID, "north", ".report").message);
    assert!(
        report.starts_with("[valley] W1901A, orders until Wed 18 Nov 20:00"),
        "{report}"
    );
    bench.at("2026-11-18T13:01:00Z").tick();
    let reminder = bench.text(&bench.last(ID, "north", ".reminder").message);
    assert!(
        reminder.starts_with("Re: [valley] W1901A, orders until Wed 18 Nov"),
        "{reminder}"
    );
    bench.verify();
}

#[test]
fn deadlines_by_kind_are_those_of_the_game() {
    for (given, says) in [
        (
            "market 7d 20:00",
            "there is no deadline for `mending`; the kinds of this game are market, mending",
        ),
        (
            "market 7d 20:00, retreats 2d 20:00",
            "no sheet of this game is of the kind `retreats`; its kinds are market, mending",
        ),
        ("market soon, mending 2d 20:00", "`soon` is not a deadline"),
    ] {
        let error = by_kind(given).unwrap_err();
        assert!(error.to_string().contains(says), "{given}: {error}");
    }
    assert!(by_kind("market tue,fri 18:30, mending never").is_ok());
    assert!(by_kind("3d 20:00").is_ok());
    let other = Match {
        game: "toy/nim",
        players: &[
            "left=Ana <ana@mail.example>",
            "right=Ben <ben@mail.example>",
        ],
        options: &[],
        deadline: "market 7d 20:00",
        ..of_three()
    };
    let error = other.found(&Bench::new().club, monday()).unwrap_err();
    assert!(error.to_string().contains("is not a deadline"), "{error}");
}

/// A campaign.toml with kinds that are not the game's waits until it is corrected.
#[test]
fn a_wrong_kind_in_campaign_toml_is_explained() {
    let mut bench = Bench::with(&Match {
        deadline: BY_KIND,
        ..of_three()
    });
    let file = format!("campaigns/{ID}/campaign.toml");
    bench.edit(&file, "deadline.mending", "deadline.winter");
    bench.later(3_600).tick();
    let state = status(&bench.club, None, bench.now).unwrap();
    let said = standing::text(&state);
    let why = "no sheet of this game is of the kind `winter`; its kinds are market, mending";
    assert!(flat(&said).contains(why), "{said}");
    bench.edit(&file, "deadline.winter", "deadline.mending");
    bench.later(3_600).tick();
    let said = standing::text(&status(&bench.club, None, bench.now).unwrap());
    assert!(said.contains("S1901M, waits for sheets"), "{said}");
    // One deadline for all is as good.
    let [from, to] = ["deadline.market = {", "# deadline.market = {"];
    bench.edit(&file, from, to);
    bench.edit(&file, "deadline.mending = {", "deadline = {");
    bench.later(3_600).tick();
    let said = standing::text(&status(&bench.club, None, bench.now).unwrap());
    assert!(said.contains("S1901M, waits for sheets"), "{said}");
}
