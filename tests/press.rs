//! What a campaign passes on between players: `[press]`, and what comes back to its writer.

use crate::support::{Bench, SEED, THREE, WORLDS, flat, header, seat};
use packetboat::config::press::LettersPassed;
use packetboat::desk::commands::create::{self, CampaignWanted};
use packetboat::desk::commands::{players, referee};
use packetboat::desk::turn::seat_change::{Lines, NewHolder};
use packetboat::store::entry::{Cause, Stop};

const SEATS: [&str; 3] = ["north", "south", "west"];

/// A campaign of three and a robot, whose `[press]` says this.
fn three(press: &str) -> Bench {
    let bench = Bench::with(&THREE);
    set(&bench, press);
    bench
}

fn set(bench: &Bench, press: &str) {
    let path = "campaigns/three/campaign.toml";
    let text = bench.read(path);
    let (before, rest) = text.split_once("[press]").unwrap();
    let (_, after) = rest.split_once("per_turn").unwrap();
    let old = &text[before.len()..text.len() - after.len()];
    bench.edit(path, old, &format!("[press]\n{press}\nper_turn"));
}

/// The receipt of a sheet, in one line.
fn say(bench: &mut Bench, who: &str, lines: &str) -> String {
    let sheet = bench.campaign("three").table.sheet().to_string();
    bench.send("three", who, &sheet, lines);
    bench.later(60).tick();
    flat(&bench.receipt("three", who))
}

/// The letters and announcements to a seat, whole.
fn letters(bench: &Bench, who: &str) -> Vec<String> {
    let all = bench.all("three", who, ".note");
    all.map(|it| String::from_utf8_lossy(&it.message).into_owned())
        .collect()
}

fn resolve(bench: &mut Bench) {
    referee::resolve(&bench.club, "three", "", bench.now).unwrap();
    bench.later(60).tick();
}

#[test]
fn letters_go_to_whom_they_name_if_nothing_is_said() {
    let mut bench = Bench::with(&THREE);
    let told = say(&mut bench, "north", "MESSAGE TO south\nHello\nEND");
    assert!(told.contains("goes to South."), "{told}");
    let told = say(&mut bench, "north", "MESSAGE ANONYMOUS TO south\nAha\nEND");
    assert!(
        told.contains("letters have the name of their writer") && told.contains(": Aha"),
        "{told}"
    );
    assert_eq!(letters(&bench, "south").len(), 1);
    let told = say(&mut bench, "north", "HELP MESSAGE");
    assert!(
        !told.contains("No letters") && !told.contains("full hour"),
        "{told}"
    );
}

#[test]
fn public_letters_go_to_all_and_are_printed() {
    let mut bench = three("letters = 'public'");
    let told = say(
        &mut bench,
        "north",
        "MESSAGE TO south\nA secret\n  of mine\nEND\nBID 2",
    );
    assert!(
        told.contains("letters are for everybody") && told.contains(": A secret : of mine"),
        "{told}"
    );
    let told = say(&mut bench, "north", "NEWS\nNothing new\nEND");
    assert!(told.contains("in everybody's next report"), "{told}");
    let told = say(&mut bench, "north", "MESSAGE TO ALL\nPeace!\nEND");
    assert!(told.contains("goes to South and West."), "{told}");
    // Other news takes the place of news alone.
    say(&mut bench, "north", "NEWS\nSomething new\nEND");
    let told = say(&mut bench, "north", "MESSAGE TO ALL\nana@example.org\nEND");
    assert!(told.contains("looks like an address"), "{told}");
    for who in ["south", "west"] {
        let all = letters(&bench, who);
        assert_eq!(all.len(), 1, "{who}");
        assert!(all[0].contains("Peace!") && all[0].contains("MESSAGE TO ALL"));
    }
    // Words that answer one go to nobody alone.
    let mail = {
        let letter = bench.last("three", "south", ".note").message.clone();
        let id = header(&letter, "Message-ID").unwrap();
        let refers = format!("In-Reply-To: {id}\nMIME-Version");
        bench
            .answer("three", "south", "Between us: no.")
            .replacen("MIME-Version", &refers, 1)
    };
    bench.later(60).deliver(&mail);
    bench.later(60).tick();
    let told = flat(&bench.receipt("three", "south"));
    assert!(told.contains("letters are for everybody"), "{told}");
    assert!(letters(&bench, "north").is_empty());
    resolve(&mut bench);
    let news = bench.notes("three").into_iter().flat_map(|it| it.news);
    let printed: Vec<String> = news.map(|it| it.lines.join(" ")).collect();
    assert_eq!(printed, ["Peace!", "Something new"]);
    let told = say(&mut bench, "north", "HELP MESSAGE");
    assert!(told.contains("the public report prints it"), "{told}");
    bench.verify();
}

#[test]
fn none_passes_nothing_on_but_words_to_the_referee() {
    let mut bench = three("letters = 'none'");
    for lines in [
        "MESSAGE TO ALL\nHear me\nEND",
        "MESSAGE TO south\nHear me\nEND",
        "MESSAGE ANONYMOUS TO south\nHear me\nEND",
    ] {
        let told = say(&mut bench, "north", lines);
        assert!(told.contains("no letters are passed on"), "{told}");
        assert!(told.contains(": Hear me"), "{told}");
    }
    let told = say(&mut bench, "north", "NEWS\nHear me\nEND");
    assert!(told.contains("nothing is passed on"), "{told}");
    let told = say(&mut bench, "north", "CHECK\nMESSAGE TO south\nHear me\nEND");
    assert!(told.contains("no letters are passed on"), "{told}");
    let told = say(&mut bench, "north", "MESSAGE TO REFEREE\nHear me\nEND");
    assert!(told.contains("goes to the referee"), "{told}");
    assert!(letters(&bench, "south").is_empty() && letters(&bench, "west").is_empty());
    bench.verify();
}

#[test]
fn quiet_times_give_letters_back() {
    let mut bench = three("quiet = ['orders']");
    let told = say(&mut bench, "north", "MESSAGE TO south\nHello\nEND");
    assert!(
        told.contains("while orders are awaited. Send it again afterwards")
            && told.contains(": Hello"),
        "{told}"
    );
    set(&bench, "quiet = ['questions', 'b']");
    let told = say(&mut bench, "north", "MESSAGE TO south\nHello\nEND");
    assert!(told.contains("goes to South."), "{told}");
    let told = say(&mut bench, "north", "HELP MESSAGE");
    assert!(
        told.contains("while a player is asked in the middle of a turn"),
        "{told}"
    );
}

#[test]
fn nobody_learns_who_wrote_a_letter_without_a_name() {
    let text = "The chain is broken.\n  Trust nobody.";
    let told = |from: &str| {
        let mut bench = three("letters = 'anonymous'");
        // The other one writes with their name, so that there is something to be confused with.
        for who in ["south", "north"] {
            let lines = if who == from {
                format!("MESSAGE ANONYMOUS TO west\n{text}\nEND")
            } else {
                "BID 1".to_owned()
            };
            say(&mut bench, who, &lines);
        }
        let receipt = flat(&bench.receipt("three", from));
        assert!(
            receipt.contains("at the next full hour, without your name"),
            "{receipt}"
        );
        assert!(letters(&bench, "west").is_empty(), "it waits");
        bench.at("2026-11-16T10:00:00Z").tick();
        let note = bench.note("three");
        assert_eq!(note.cause, Cause::Unsigned {});
        assert_eq!(note.out[0].writer, None);
        assert!(note.desk.unsigned.is_empty());
        let path = format!("campaigns/three/log/{:06}.entry", note.number);
        let entry = bench.read(&path);
        let written = entry
            .split("\n--- ")
            .find(|it| it.starts_with("letters/1.txt"));
        assert!(written.unwrap().contains("From: nobody named"));
        bench.verify();
        let mail = bench.last("three", "west", ".note").message.clone();
        let headers = ["Subject", "From", "To", "Date"].map(|it| header(&mail, it));
        (bench.text(&mail), headers, mail.len())
    };
    let (one, other) = (told("south"), told("north"));
    let bare = |text: &str| text.split("Witness: ").next().unwrap().to_owned();
    assert_eq!(
        (bare(&one.0), &one.1, one.2),
        (bare(&other.0), &other.1, other.2),
        "what a reader gets does not depend on its writer"
    );
    let text = &one.0;
    assert!(
        text.contains("  : The chain is broken.\n  :   Trust nobody."),
        "{text}"
    );
    for name in ["South", "Ben", "ben@", "North,", "Ana"] {
        assert!(!text.contains(name), "{name}: {text}");
    }
}

#[test]
fn letters_without_a_name_to_all_go_to_their_writer_too() {
    let mut bench = three("letters = 'anonymous'");
    let one = "MESSAGE ANONYMOUS TO ALL\nB\nEND\nMESSAGE TO south\nsigned\nEND";
    let told = say(&mut bench, "north", one);
    assert!(
        told.contains("and to you too, so that nobody is missing"),
        "{told}"
    );
    // Naming all others is the same.
    say(
        &mut bench,
        "south",
        "MESSAGE ANONYMOUS TO north, west\nA\nEND",
    );
    let said = bench.answer("three", "west", "MESSAGE ANONYMOUS TO Ben: psst, it is me");
    bench.later(60).deliver(&said);
    bench.later(60).tick();
    let waiting = bench.note("three").desk.unsigned;
    assert_eq!(waiting.len(), 3);
    let all = waiting.iter().filter(|it| it.all);
    assert!(all.clone().count() == 2 && all.into_iter().all(|it| it.to.len() == 3));
    bench.at("2026-11-16T10:00:00Z").tick();
    let counts = SEATS.map(|it| letters(&bench, it).len());
    assert_eq!(counts, [2, 4, 2]);
    // They count among the letters of a turn.
    let many = "MESSAGE ANONYMOUS TO south\nx\nEND\n".repeat(12);
    let told = say(&mut bench, "north", &many);
    assert!(told.contains("the limit is 10 letters a turn"), "{told}");
    bench.verify();
}

#[test]
fn letters_that_nobody_reads_are_refused_however_they_are_sent() {
    let mut bench = three("letters = 'anonymous'");
    for head in ["MESSAGE", "MESSAGE ANONYMOUS"] {
        let told = say(&mut bench, "north", &format!("{head} TO east\nHi\nEND"));
        assert!(told.contains("is a robot and reads no letters"), "{told}");
        let told = say(&mut bench, "north", &format!("{head} TO north\nHi\nEND"));
        assert!(told.contains("to yourself alone"), "{told}");
        let told = say(
            &mut bench,
            "north",
            &format!("{head} TO south\nnow:\nBID 3\nEND"),
        );
        assert!(told.contains("looks like an order"), "{told}");
    }
    let told = say(&mut bench, "north", "MESSAGE ANONYMOUS TO REFEREE\nHi\nEND");
    assert!(told.contains("the referee learns who writes"), "{told}");
    assert!(bench.note("three").desk.unsigned.is_empty());
    // Who reads it no longer when it goes out gets none.
    say(&mut bench, "north", "MESSAGE ANONYMOUS TO south\nHi\nEND");
    let robot = (NewHolder::Robot, Lines::Keep);
    players::replace(&bench.club, "three", seat("south"), robot, "", bench.now).unwrap();
    bench.at("2026-11-16T10:00:00Z").tick();
    assert!(
        letters(&bench, "south")
            .iter()
            .all(|it| !it.contains("  : Hi"))
    );
    assert_ne!(bench.note("three").desk.stop, Stop::Over);
    bench.verify();
}

#[test]
fn the_first_report_says_what_may_be_written() {
    for (letters, wanted) in [
        (
            LettersPassed::Private,
            "To write to Ben, begin a reply with \"MESSAGE TO South",
        ),
        (
            LettersPassed::Public,
            "MESSAGE TO ALL sends a letter to all players",
        ),
        (
            LettersPassed::Anonymous,
            "after MESSAGE ANONYMOUS TO nobody learns who wrote",
        ),
        (
            LettersPassed::None,
            "No letters are passed on between players here",
        ),
    ] {
        let mut bench = Bench::new();
        let people = WORLDS.players.iter().map(|it| (*it).to_owned());
        let wish = CampaignWanted {
            players: &people.collect::<Vec<_>>(),
            seed: Some(SEED),
            sealed: true,
            letters,
            ..CampaignWanted::usual(WORLDS.game, WORLDS.id, WORLDS.deadline)
        };
        create::new(&bench.club, &wish, bench.now).unwrap();
        bench.tick();
        let report = flat(&bench.text(&bench.last("worlds", "north", ".report").message));
        assert!(report.contains(wanted), "{letters:?}: {report}");
    }
}
