//! What players write for themselves alone: a NOTE that comes back in their reports, and comments
//! that their next sheets have too.

use crate::support::{Bench, DUEL, flat, header, seat};
use packetboat::desk::commands::{players, referee};
use packetboat::desk::turn::seat_change::{Lines, NewHolder};

const NOTE: &str = "Ask the Doge\n  before Easter.";

/// A receipt in one line.
fn say(bench: &mut Bench, who: &str, sheet: &str, lines: &str) -> String {
    bench.send("duel", who, sheet, lines);
    bench.later(60).tick();
    flat(&bench.receipt("duel", who))
}

fn resolve(bench: &mut Bench) {
    referee::resolve(&bench.club, "duel", "", bench.now).unwrap();
    bench.later(60).tick();
}

fn report(bench: &Bench, who: &str) -> String {
    bench.text(&bench.last("duel", who, ".report").message)
}

/// The comments of a seat's player in the sheet of a mail.
fn comments(text: &str) -> Vec<String> {
    let lines = text
        .lines()
        .skip_while(|it| !it.contains("your own comments"));
    let lines = lines.skip(1).take_while(|it| it.starts_with("; "));
    let all: Vec<String> = lines.map(str::to_owned).collect();
    match all.split_last() {
        Some((_, all)) => all.to_vec(),
        None => all,
    }
}

fn note_of(bench: &Bench, who: &str) -> Vec<String> {
    bench.note("duel").desk.seats.get(seat(who)).note.clone()
}

#[test]
fn a_note_comes_back_in_the_reports_of_its_writer() {
    let mut bench = Bench::with(&DUEL);
    let told = say(
        &mut bench,
        "north",
        "1",
        &format!("BID 3\nNOTE\n{NOTE}\nEND"),
    );
    assert!(told.contains("Your note is kept: 2 lines"), "{told}");
    assert!(!told.contains("Doge before"), "{told}");
    for _ in 0..2 {
        resolve(&mut bench);
        let report = report(&bench, "north");
        let note = "\nYOUR NOTE\n\n  : Ask the Doge\n  :   before Easter.\n\nWHAT TO DO";
        assert!(report.contains(note), "{report}");
        let whole = bench.last("duel", "north", ".report");
        let whole = String::from_utf8_lossy(&whole.message).into_owned();
        assert!(whole.matches("before Easter").count() >= 2, "{whole}");
        let other = bench.last("duel", "south", ".report");
        let other = String::from_utf8_lossy(&other.message).to_lowercase();
        assert!(!other.contains("doge") && !other.contains("your note"));
    }
    let told = say(&mut bench, "north", "3", "NOTE NONE");
    assert!(told.contains("Your note is gone."), "{told}");
    let told = say(&mut bench, "north", "3", "NOTE NONE");
    assert!(told.contains("You have no note"), "{told}");
    resolve(&mut bench);
    assert!(!report(&bench, "north").contains("YOUR NOTE"));
    bench.verify();
}

#[test]
fn a_new_note_takes_the_place_of_the_old_one() {
    let mut bench = Bench::with(&DUEL);
    say(
        &mut bench,
        "north",
        "1",
        "NOTE\nfirst\nEND\nNOTE\nsecond\nEND",
    );
    assert_eq!(note_of(&bench, "north"), ["second"]);
    let told = say(
        &mut bench,
        "north",
        "1",
        "NOTE NONE\nNOTE\n\nthird\n\nEND\nBID 2",
    );
    assert!(
        told.contains("in place of the one before: 1 line"),
        "{told}"
    );
    assert_eq!(note_of(&bench, "north"), ["third"]);
    // What is only looked at changes nothing, and is offered.
    let told = say(&mut bench, "north", "1", "CHECK\nBID 2\nNOTE\nfourth\nEND");
    assert!(told.contains("NOTE fourth END"), "{told}");
    assert_eq!(note_of(&bench, "north"), ["third"]);
    let told = say(&mut bench, "north", "1", "NOTE\nEND");
    assert!(told.contains("Your note is gone."), "{told}");
    // Typed above the quotation.
    let mail = bench.answer("duel", "north", "NOTE\nAWAY is a word\nEND\n");
    bench.deliver(&mail);
    bench.later(60).tick();
    assert_eq!(note_of(&bench, "north"), ["AWAY is a word"]);
}

#[test]
fn a_note_that_cannot_be_kept_is_said_to_be_none() {
    let mut bench = Bench::with(&DUEL);
    let told = say(&mut bench, "north", "1", "BID 2\nNOTE\nno end");
    assert!(
        told.contains("the note has no END, so it was not kept"),
        "{told}"
    );
    let told = say(&mut bench, "north", "1", "NOTE that I am away\nBID 2");
    assert!(told.contains("NOTE must be alone on its line"), "{told}");
    let many = "a line\n".repeat(41);
    let told = say(&mut bench, "north", "1", &format!("NOTE\n{many}END\nBID 2"));
    assert!(
        told.contains("it has 41 lines, and a note has 40 at most"),
        "{told}"
    );
    let told = say(
        &mut bench,
        "north",
        "1",
        &format!("CHECK\nNOTE\n{many}END\nBID 2"),
    );
    assert!(told.contains("it has 41 lines"), "{told}");
    let long = format!("{}\n", "word ".repeat(79)).repeat(12);
    let told = say(&mut bench, "north", "1", &format!("NOTE\n{long}END"));
    assert!(
        told.contains("characters, and a note has 4000 at most"),
        "{told}"
    );
    let endless = "a line\n".repeat(10_000);
    let told = say(&mut bench, "north", "1", &format!("NOTE\n{endless}END"));
    assert!(told.contains("no END"), "{}", &told[..500]);
    assert!(note_of(&bench, "north").is_empty());
    let told = say(&mut bench, "north", "1", "NOTE\nnext turn:\nBID 3\nEND");
    assert!(
        told.contains("`BID 3` in it looks like an order."),
        "{told}"
    );
    bench.verify();
}

#[test]
fn sentences_that_begin_with_note_are_letters() {
    let mut bench = Bench::with(&DUEL);
    for (at, text) in [
        "Note that I am away next week",
        "note: I am away",
        "NOTE to self, and to you",
        "Note none of this is an order",
    ]
    .into_iter()
    .enumerate()
    {
        if at == 2 {
            bench = Bench::with(&DUEL);
        }
        let mail = bench.answer("duel", "north", text);
        bench.later(60).deliver(&mail);
        bench.later(60).tick();
        let told = flat(&bench.receipt("duel", "north"));
        assert!(told.contains("treated as a letter"), "{text}: {told}");
    }
}

#[test]
fn another_player_gets_neither_note_nor_comments() {
    let mut bench = Bench::with(&DUEL);
    let lines = format!("BID 3\n; keep an eye on Ben\nNOTE\n{NOTE}\nEND");
    say(&mut bench, "north", "1", &lines);
    let kept = bench.note("duel").desk.seats.get(seat("north")).clone();
    assert_eq!(kept.comments, ["keep an eye on Ben"]);
    let dora = NewHolder::Person("Dora <dora@example.org>");
    players::replace(
        &bench.club,
        "duel",
        seat("north"),
        (dora, Lines::Keep),
        "",
        bench.now,
    )
    .unwrap();
    bench.later(60).tick();
    let takeover = report(&bench, "north");
    assert!(takeover.contains("You take the seat over"), "{takeover}");
    for word in ["Doge", "eye on Ben"] {
        assert!(!takeover.contains(word), "{takeover}");
    }
    // Nor by asking for the reports of the player before.
    resolve(&mut bench);
    for turn in ["REPORT 1", "REPORT 2"] {
        let told = say(&mut bench, "north", "2", turn);
        for word in ["Doge", "eye on Ben"] {
            assert!(!told.contains(word), "{told}");
        }
    }
    let gone = bench.note("duel").desk.seats.get(seat("north")).clone();
    assert!(gone.note.is_empty() && gone.comments.is_empty());
    bench.verify();
}

#[test]
fn what_is_private_is_in_no_public_file() {
    let mut bench = Bench::with(&DUEL);
    let lines = format!("BID 3\n; keep an eye on Ben\nNOTE\n{NOTE}\nEND");
    say(&mut bench, "north", "1", &lines);
    let number = bench.note("duel").number;
    let path = format!("campaigns/duel/log/{number:06}.entry");
    let entry = bench.read(&path);
    for part in entry.split("\n--- ") {
        let name = part.split(' ').next().unwrap_or_default();
        let has = part.contains("Ask the Doge") || part.contains("eye on Ben");
        // A submission as it was written is as private as `private.toml` is.
        let is_private = ["private.toml", "orders/1.txt", "texts.gz"].contains(&name);
        assert!(is_private || !has, "{part}");
    }
    assert!(entry.contains("note = ["), "{entry}");
}

#[test]
fn comments_of_a_sheet_are_in_the_next_ones_until_they_are_left_out() {
    let mut bench = Bench::with(&DUEL);
    let told = bench.orders(
        "duel",
        "north",
        "1",
        "; Ask Ben first\nBID 3\n;  and: wait\nGOAHEAD",
    );
    bench.deliver(&told);
    bench.later(60).tick();
    let kept = ["; Ask Ben first", "; and: wait"];
    assert_eq!(comments(&bench.receipt("duel", "north")), kept);
    assert!(comments(&bench.receipt("duel", "north")).len() == 2);
    resolve(&mut bench);
    let first = report(&bench, "north");
    assert_eq!(comments(&first), kept);
    assert!(!report(&bench, "south").contains("your own comments"));
    // The whole sheet of the report comes back, with one comment less and one more.
    let sheet: Vec<&str> = first
        .lines()
        .skip_while(|it| !it.starts_with("#orders"))
        .take_while(|it| !it.starts_with("#end"))
        .skip(1)
        .filter(|it| *it != "; and: wait" && !it.contains("to send this sheet"))
        .collect();
    let lines = format!("{}\nBID 2\n; a third", sheet.join("\n"));
    say(&mut bench, "north", "2", &lines);
    let kept = ["; Ask Ben first", "; a third"];
    assert_eq!(comments(&bench.receipt("duel", "north")), kept);
    // What asks only, or is typed without a sheet, is no sheet.
    say(&mut bench, "north", "2", "CHECK\nBID 1");
    let mail = bench.answer("duel", "north", "BID 1\n");
    bench.deliver(&mail);
    bench.later(60).tick();
    assert_eq!(comments(&bench.receipt("duel", "north")), kept);
    say(&mut bench, "north", "2", "BID 2");
    resolve(&mut bench);
    assert!(!report(&bench, "north").contains("your own comments"));
    bench.verify();
}

/// Whatever a mail program does to our sheet, no line of ours becomes the player's.
#[test]
fn lines_that_we_printed_are_never_taken_for_the_players() {
    for game in ["toy/sealed", "these-new-worlds"] {
        for answers in [true, false] {
            let wanted = crate::support::Match {
                game,
                scenario: None,
                options: &[],
                ..DUEL
            };
            let mut bench = Bench::with(&wanted);
            for round in 0..3 {
                let text = report(&bench, "north");
                let from = bench.last("duel", "north", ".report").message.clone();
                let id = header(&from, "Message-ID").unwrap();
                let mut sheet: Vec<String> = Vec::new();
                let all = text.lines().skip_while(|it| !it.starts_with("#orders"));
                for line in all {
                    // Long comments are broken, and live lines become comments.
                    match line.char_indices().nth(44) {
                        Some((at, _)) if round == 1 && line.starts_with(';') => {
                            let space = line[at..].find(' ').map_or(line.len(), |it| it + at);
                            sheet.push(line[..space].to_owned());
                        }
                        _ if round == 2 && !line.starts_with(['#', ';']) => {
                            sheet.push(format!(";{line}"));
                        }
                        _ => sheet.push(line.to_owned()),
                    }
                }
                let end = sheet.iter().position(|it| it.starts_with("#end")).unwrap();
                sheet.truncate(end + 1);
                let good = bench.good_lines("duel", seat("north"));
                sheet.insert(end, good);
                let mut mail = bench.answer("duel", "north", &sheet.join("\n"));
                if answers {
                    let refers = format!("In-Reply-To: {id}\nMIME-Version");
                    mail = mail.replacen("MIME-Version", &refers, 1);
                }
                bench.later(60).deliver(&mail);
                bench.later(60).tick();
                let kept = &bench
                    .note("duel")
                    .desk
                    .seats
                    .get(seat("north"))
                    .comments
                    .clone();
                assert!(kept.is_empty(), "{game} {answers} {round}: {kept:?}");
                resolve(&mut bench);
            }
        }
    }
}

#[test]
fn comments_are_few_short_and_harmless() {
    let mut bench = Bench::with(&DUEL);
    let many: String = (0..30).map(|it| format!("; thought {it}\n")).collect();
    say(&mut bench, "north", "1", &format!("{many}BID 3"));
    let receipt = bench.receipt("duel", "north");
    assert_eq!(comments(&receipt).len(), 10, "{receipt}");
    let long = format!(
        "; {}\n; ---\n;\n; advice:\n; #orders duel south turn 1",
        "word ".repeat(30)
    );
    say(
        &mut bench,
        "north",
        "1",
        &format!("{long}\nBID 3\nMESSAGE TO south\n; no\nEND"),
    );
    let kept = comments(&bench.receipt("duel", "north"));
    assert_eq!(kept.len(), 4, "{kept:?}");
    assert!(kept.iter().all(|it| it.len() <= 72), "{kept:?}");
    assert!(
        !kept.iter().any(|it| it.contains("advice") || it == "; no"),
        "{kept:?}"
    );
    // They come back as they were printed, and are still the same.
    say(
        &mut bench,
        "north",
        "1",
        &format!("{}\nBID 2", kept.join("\n")),
    );
    assert_eq!(comments(&bench.receipt("duel", "north")), kept);
}

/// Whoever writes what another mail says does not learn from an alarm that it does.
#[test]
fn a_note_raises_no_alarm() {
    let mut bench = Bench::with(&DUEL);
    for who in ["north", "south"] {
        let lines = "BID 2\n; the same idea\nNOTE\nthe same\nEND";
        say(&mut bench, who, "1", lines);
    }
    let letter = "MESSAGE TO north\nYour note\nthe same\n\n; your own comments, kept until you \
        send a sheet without them:\n; the same idea\nEND";
    say(&mut bench, "south", "1", letter);
    say(
        &mut bench,
        "north",
        "1",
        "BID 1\n; the same\nNOTE\nthe same and more\nEND",
    );
    let news = "NEWS\nYour note\nthe same and more\nEND";
    say(&mut bench, "south", "1", news);
    bench.edit(
        "campaigns/duel/campaign.toml",
        "[observers]",
        "[observers]\neve = \"eve@example.org\"",
    );
    let summary = bench.later(60).tick();
    assert!(summary.halted.is_empty());
    resolve(&mut bench);
    assert!(report(&bench, "north").contains("the same and more"));
    let public = bench.post.taken.iter().any(|it| it.to == "eve@example.org");
    assert!(public, "{:?}", bench.keys());
}
