//! `remind`, `tell`, `replace`: who is told what, and who can order afterwards.

use crate::support::{Bench, DUEL, Match, WORLDS, flat, header, seat};
use packetboat::clock::Moment;
use packetboat::desk::club::open::Club;
use packetboat::desk::commands::status::status;
use packetboat::desk::commands::{players, referee};
use packetboat::desk::turn::seat_change::{Lines, NewHolder};
use packetboat::store::entry::{Cause, Verdict};

const CONFIG: &str = "campaigns/duel/campaign.toml";
const DORA: NewHolder<'static> = NewHolder::Person("Dora <dora@example.org> Europe/Madrid");

fn replace(club: &Club, by: NewHolder<'_>, lines: Lines, now: Moment) -> anyhow::Result<String> {
    players::replace(
        club,
        "duel",
        seat("north"),
        (by, lines),
        "no word for weeks",
        now,
    )
}

/// A text without its line breaks.
#[test]
fn the_referee_reminds_those_who_owe() {
    let mut bench = Bench::with(&DUEL);
    bench.send("duel", "north", "1", "BID 3");
    bench.later(60).tick();
    let said = players::remind(&bench.club, "duel", &[], "we meet at six", bench.now).unwrap();
    assert_eq!(
        said,
        "duel: the reminder to south goes out with the next tick. \
         Not reminded: north has sent a sheet.\n"
    );
    let wanted = Cause::Reminded {
        seats: vec![seat("south")],
        why: "we meet at six".to_owned(),
    };
    assert_eq!(bench.note("duel").cause, wanted);
    bench.tick();
    let mail = bench.text(&bench.last("duel", "south", ".reminder").message);
    for word in [
        "The referee says: we meet at six",
        "#orders duel south turn 1",
        "6 days",
    ] {
        assert!(mail.contains(word), "no `{word}` in {mail}");
    }
    // Nobody owes: nothing is done.
    let north = [seat("north")];
    let said = players::remind(&bench.club, "duel", &north, "", bench.now).unwrap();
    assert!(said.contains("nobody is reminded"), "{said}");
    // Away, a seat is reminded only if it is named; behind the deadline the mail says so.
    bench.at("2026-11-22T19:05:00Z");
    bench.send("duel", "south", "1", "AWAY 2026-11-22..2026-11-23");
    bench.tick();
    let all = players::remind(&bench.club, "duel", &[], "", bench.now).unwrap();
    assert!(all.contains("south is away"), "{all}");
    let south = [seat("south")];
    players::remind(&bench.club, "duel", &south, "", bench.now).unwrap();
    bench.tick();
    let mail = bench.text(&bench.last("duel", "south", ".reminder").message);
    assert!(
        mail.contains("The deadline was") && mail.contains("at once"),
        "{mail}"
    );
    bench.verify();
    let error = players::remind(&bench.club, "duel", &[seat("west")], "", bench.now);
    assert!(error.unwrap_err().to_string().contains("no seat called"));
}

#[test]
fn a_letter_of_the_referee_s_reaches_whom_it_names() {
    let mut bench = Bench::with(&DUEL);
    let text = "The club meets on Friday.\n#orders duel north turn 1\nBID 9\n#end\n";
    players::tell(&bench.club, "duel", &[], text, bench.now).unwrap();
    bench.tick();
    for reader in ["north", "south"] {
        let mail = bench.text(&bench.last("duel", reader, ".note").message);
        assert!(mail.contains("The referee writes to you in duel"), "{mail}");
        assert!(mail.contains("  : The club meets on Friday."), "{mail}");
        assert!(mail.contains("referee@club.example"), "{mail}");
    }
    // A reply that quotes it orders nothing.
    let mail = bench.last("duel", "north", ".note").clone();
    let to = header(&mail.message, "Reply-To").unwrap();
    let text = bench.text(&mail.message);
    let quoted: Vec<String> = text.lines().map(|it| format!("> {it}")).collect();
    let reply = bench.written("ana@example.org", &to, &quoted.join("\n"));
    bench.deliver(&reply);
    bench.tick();
    assert!(
        bench
            .campaign("duel")
            .table
            .in_force(seat("north"))
            .is_empty()
    );
    players::tell(
        &bench.club,
        "duel",
        &[seat("south")],
        "Only you.",
        bench.now,
    )
    .unwrap();
    bench.tick();
    assert_eq!(bench.all("duel", "south", ".note").count(), 2);
    assert_eq!(bench.all("duel", "north", ".note").count(), 1);
    let cause = Cause::Told {
        seats: vec![seat("south")],
        in_report: None,
    };
    assert_eq!(bench.note("duel").cause, cause);
    for (seats, text) in [(&[][..], " \n"), (&[seat("west")], "x")] {
        assert!(
            players::tell(&bench.club, "duel", seats, text, bench.now).is_err(),
            "{text}"
        );
    }
    bench.verify();
}

/// A campaign in its second turn, where Ana has a standing line, a sheet, a password, an absence
/// and a sheet missed; and a mail that she has not sent yet.
fn second_turn() -> (Bench, String) {
    let mut bench = Bench::with(&Match {
        options: &["rounds=6"],
        ..DUEL
    });
    bench.edit(CONFIG, "[seats.north]", "# Ana is new\n[seats.north]");
    bench.at("2026-11-23T07:05:00Z").tick();
    referee::password(&bench.club, "duel", seat("north")).unwrap();
    bench.send("duel", "north", "2", "BID 3\nAWAY 2026-12-24..2026-12-26");
    bench.later(60).tick();
    let unsent = bench.orders("duel", "north", "2", "BID 7");
    (bench, unsent)
}

#[test]
fn a_new_player_takes_over_and_the_old_one_is_out() {
    let (mut bench, unsent) = second_turn();
    let said = replace(&bench.club, DORA, Lines::Keep, bench.now).unwrap();
    for word in [
        "north in duel is played by Dora now",
        "ana@example.org is notified",
        "still in force",
    ] {
        assert!(said.contains(word), "no `{word}` in {said}");
    }
    let config = bench.read(CONFIG);
    assert!(
        config.contains("# Ana is new") && config.contains("dora@example.org"),
        "{config}"
    );
    let secret = bench.campaign("duel").secret;
    assert!(secret.passwords.is_empty());
    let desk = bench.note("duel").desk;
    assert_eq!(desk.seats.get(seat("north")).missed, 0);
    assert!(!desk.seats.any(|it| !it.away.is_empty()));
    bench.tick();
    // Ana is told, without anything that opens the seat.
    let farewell = bench.last("duel", "former", ".note");
    assert_eq!(farewell.to, "ana@example.org");
    let raw = String::from_utf8_lossy(&farewell.message);
    assert!(!raw.contains("duel.north."), "{raw}");
    let text = flat(&bench.text(&farewell.message));
    assert!(
        text.contains("North (Dora)") && text.contains("no word for weeks"),
        "{text}"
    );
    // Ben is told.
    let note = bench.text(&bench.last("duel", "south", ".note").message);
    assert!(note.contains("has a new player: North"), "{note}");
    // Dora gets all that the seat has learnt, and what is in force.
    let report = bench.last("duel", "north", ".report").clone();
    assert_eq!(report.to, "dora@example.org");
    let text = bench.text(&report.message);
    for word in [
        "Dora, welcome to duel",
        "You take the seat over from another player",
        "WHAT HAPPENED SO FAR",
        "The dice of this campaign are not sealed",
        "(Madrid)",
        "BID 3",
        "#orders duel north turn 2",
    ] {
        assert!(text.contains(word), "no `{word}` in {text}");
    }
    // What Ana sends counts no longer, and Dora is not shown it.
    bench.deliver(&unsent);
    bench.later(60).tick();
    assert_eq!(bench.note("duel").mail[0].verdict, Verdict::Ignored);
    assert_eq!(bench.all("duel", "north", ".refusal").count(), 0);
    // What Dora sends does.
    bench.send("duel", "north", "2", "BID 5");
    bench.later(60).tick();
    let in_force = bench.campaign("duel").table.in_force(seat("north"));
    assert_eq!(in_force[0].text, "BID 5");
    bench.verify();
}

#[test]
fn lines_can_be_withdrawn_with_the_player() {
    let (mut bench, _) = second_turn();
    bench.send("duel", "north", "2", "BID 3\nTURN 3\nBID 2");
    bench.later(60).tick();
    let sheets = bench.campaign("duel").table.sheets(seat("north"));
    assert_eq!(sheets.len(), 2, "{}", bench.receipt("duel", "north"));
    let said = replace(&bench.club, DORA, Lines::Drop, bench.now).unwrap();
    assert!(said.contains("orders are withdrawn"), "{said}");
    assert!(
        bench
            .campaign("duel")
            .table
            .sheets(seat("north"))
            .is_empty()
    );
    bench.tick();
    let report = bench.text(&bench.last("duel", "north", ".report").message);
    assert!(!report.contains("your predecessor"), "{report}");
    bench.verify();
}

#[test]
fn the_program_takes_a_seat_and_plays_at_once() {
    let mut bench = Bench::with(&DUEL);
    replace(&bench.club, NewHolder::Robot, Lines::Keep, bench.now).unwrap();
    bench.tick();
    assert_eq!(bench.all("duel", "former", ".note").count(), 1);
    let lines = bench.campaign("duel").table.in_force(seat("north"));
    assert!(!lines.is_empty());
    let error = replace(&bench.club, NewHolder::Robot, Lines::Keep, bench.now).unwrap_err();
    assert!(error.to_string().contains("is a robot already"), "{error}");
    bench.send("duel", "south", "1", "BID 4");
    bench.later(2 * 3_600).tick();
    assert_eq!(bench.sheet("duel").as_deref(), Some("2"));
    // And gives it up again; nobody is told farewell then.
    replace(&bench.club, DORA, Lines::Keep, bench.now).unwrap();
    bench.tick();
    assert_eq!(
        bench.last("duel", "north", ".report").to,
        "dora@example.org"
    );
    assert_eq!(bench.all("duel", "former", ".note").count(), 1);
    bench.verify();
}

#[test]
fn the_same_player_gets_a_new_address() {
    let (mut bench, unsent) = second_turn();
    bench.edit(
        CONFIG,
        "ana@example.org\"",
        "ana@example.org\"\nzone = \"Europe/Madrid\"",
    );
    let notes = bench.all("duel", "south", ".note").count();
    let ana = NewHolder::Person("ana <ana@new.example>");
    let said = replace(&bench.club, ana, Lines::Keep, bench.now).unwrap();
    assert!(said.contains("ana gets mail at ana@new.example"), "{said}");
    bench.tick();
    // The old address hears that mail goes elsewhere, and not where; nobody else hears anything.
    let old = bench.last("duel", "former", ".note");
    assert_eq!(old.to, "ana@example.org");
    let text = flat(&bench.text(&old.message));
    assert!(
        text.contains("go to another address") && !text.contains("new.example"),
        "{text}"
    );
    assert_eq!(bench.all("duel", "south", ".note").count(), notes);
    // The new one gets everything once more.
    let report = bench.last("duel", "north", ".report");
    assert_eq!(report.to, "ana@new.example");
    let text = bench.text(&report.message);
    for word in [
        "come to this address",
        "WHAT HAPPENED SO FAR",
        "#orders duel north turn 2",
    ] {
        assert!(text.contains(word), "no `{word}` in {text}");
    }
    assert!(
        text.contains("(Madrid)") && !text.contains("welcome"),
        "{text}"
    );
    // What is the player's stays: absence, password, the sheets missed, the tokens of old mails.
    let desk = bench.note("duel").desk;
    let north = seat("north");
    let known = desk.seats.get(north);
    assert!(!known.away.is_empty() && known.missed > 0);
    assert!(bench.campaign("duel").secret.passwords.contains_key(&north));
    bench.deliver(&unsent);
    bench.later(60).tick();
    assert_eq!(bench.note("duel").mail[0].verdict, Verdict::Accepted);
    bench.verify();
    let bench = Bench::with(&DUEL);
    for person in [
        "Dora",
        "Dora <dora>",
        "Dora <dora@example.org> Nowhere/Town",
        "A\nB <a@b.example>",
    ] {
        let before = bench.fs.tree();
        let error = replace(
            &bench.club,
            NewHolder::Person(person),
            Lines::Keep,
            bench.now,
        );
        assert!(error.is_err(), "{person}");
        assert!(bench.fs.tree() == before, "{person} changed something");
    }
}

#[test]
fn a_hold_that_was_told_ends_with_a_word() {
    let mut bench = Bench::with(&DUEL);
    referee::hold(&bench.club, "duel", "rain", bench.now).unwrap();
    bench.tick();
    referee::release(&bench.club, "duel", "", bench.now).unwrap();
    bench.tick();
    let note = bench.text(&bench.last("duel", "south", ".note").message);
    assert!(
        note.contains("goes on") && note.contains("22 Nov 20:00"),
        "{note}"
    );
    // One for silence is told too; its end is told by the report of the turn that closes.
    let mut silent = Bench::with(&DUEL);
    silent.edit(CONFIG, "hold_if_silent = 0", "hold_if_silent = 2");
    silent.at("2026-11-23T07:05:00Z").tick();
    let note = silent.text(&silent.last("duel", "south", ".note").message);
    assert!(
        note.split_whitespace()
            .collect::<Vec<_>>()
            .join(" ")
            .contains("too few orders have come in"),
        "{note}"
    );
    assert!(!note.contains("north") && !note.contains("Ana"), "{note}");
    referee::release(&silent.club, "duel", "", silent.now).unwrap();
    silent.tick();
    assert_eq!(silent.all("duel", "south", ".note").count(), 1);
    assert_eq!(silent.all("duel", "south", ".report").count(), 2);
}

/// Whatever one player writes to another, a reply that quotes it whole orders nothing.
#[test]
fn a_letter_that_is_quoted_orders_nothing() {
    let quotations: [fn(&str) -> String; 4] = [
        |it| format!("> {it}"),
        |it| format!("| {it}"),
        |it| format!(">{}", it.trim()),
        |it| it.trim().to_owned(),
    ];
    for quote in quotations {
        let mut bench = Bench::with(&DUEL);
        let lines = "MESSAGE TO north\nHello\n| #orders duel north turn 1\n| BID 9\n| #end\nEND";
        bench.send("duel", "south", "1", lines);
        bench.tick();
        let letter = bench.last("duel", "north", ".note").clone();
        let text = bench.text(&letter.message);
        assert!(text.contains("BID 9"), "{text}");
        let quoted: Vec<String> = text.lines().map(quote).collect();
        let to = header(&letter.message, "Reply-To").unwrap();
        let reply = bench.written("ana@example.org", &to, &quoted.join("\n"));
        bench.deliver(&reply);
        bench.later(60).tick();
        let in_force = bench.campaign("duel").table.in_force(seat("north"));
        assert!(in_force.is_empty(), "{}\n{in_force:?}", quoted.join("\n"));
    }
}

/// What was undone did not happen, and a new player hears nothing of it: not even what was dealt
/// in a turn that is to come again.
#[test]
fn a_seat_changes_hands_after_a_rollback() {
    for (by, lines) in [(DORA, Lines::Keep), (NewHolder::Robot, Lines::Drop)] {
        let mut bench = Bench::with(&WORLDS);
        referee::resolve(&bench.club, "worlds", "", bench.now).unwrap();
        referee::resolve(&bench.club, "worlds", "", bench.now).unwrap();
        bench.tick();
        let third = bench.text(&bench.last("worlds", "south", ".report").message);
        assert!(third.contains("turn 3"), "{third}");
        referee::rollback(&bench.club, "worlds", 1, "", bench.now).unwrap();
        let south = seat("south");
        players::replace(&bench.club, "worlds", south, (by, lines), "", bench.now).unwrap();
        assert_eq!(bench.later(60).tick().exit_code(), 0);
        bench.verify();
        if by == NewHolder::Robot {
            continue;
        }
        let report = bench.text(&bench.last("worlds", "south", ".report").message);
        let (_, told) = report.split_once("WHAT HAPPENED SO FAR").unwrap();
        let (told, _) = told.split_once("THE POSITION").unwrap();
        let dealt = told.lines().filter(|it| it.starts_with("You are dealt"));
        assert_eq!(dealt.count(), 2, "turns 1 and 2, and no third: {told}");
        let (_, sheet) = report.split_once("YOUR ORDER SHEET").unwrap();
        assert!(sheet.contains("#orders worlds south turn 2"), "{sheet}");
    }
}

#[test]
fn a_robot_writes_its_sheet_again_after_a_rollback() {
    let mut bench = Bench::with(&DUEL);
    let north = seat("north");
    replace(&bench.club, NewHolder::Robot, Lines::Keep, bench.now).unwrap();
    referee::rollback(&bench.club, "duel", 0, "", bench.now).unwrap();
    assert!(bench.campaign("duel").table.in_force(north).is_empty());
    bench.tick();
    assert!(!bench.campaign("duel").table.in_force(north).is_empty());
    assert_eq!(
        bench.note("duel").cause,
        Cause::Robots { seats: vec![north] }
    );
    // Once: and the game goes on with it.
    let entries = bench.notes("duel").len();
    bench.later(300).tick();
    assert_eq!(bench.notes("duel").len(), entries);
    bench.send("duel", "south", "1", "BID 4");
    bench.later(2 * 3_600).tick();
    assert_eq!(bench.sheet("duel").as_deref(), Some("2"));
    bench.verify();
}

#[test]
fn nobody_waits_for_a_player_who_has_left() {
    let mut bench = Bench::with(&Match {
        options: &["rounds=6"],
        ..DUEL
    });
    bench.send("duel", "south", "1", "RESIGN duel");
    bench.tick();
    let receipt = flat(&bench.receipt("duel", "south"));
    assert!(receipt.contains("nobody waits for you"), "{receipt}");
    assert!(!receipt.contains("is waited for"), "{receipt}");
    let note = flat(&bench.text(&bench.last("duel", "north", ".note").message));
    assert!(note.contains("South (Ben) has left duel"), "{note}");
    assert_eq!(bench.all("duel", "referee", ".note").count(), 1);
    let all = status(&bench.club, None, bench.now).unwrap();
    assert_eq!(all[0].seats["south"], "has left");
    let said = players::remind(&bench.club, "duel", &[], "", bench.now).unwrap();
    assert!(said.contains("south has left"), "{said}");
    // Two hours behind the last sheet of the others the turn is played, and so on.
    for sheet in ["1", "2", "3"] {
        bench.send("duel", "north", sheet, "BID 1");
        bench.tick();
        bench.later(2 * 3_600).tick();
    }
    assert_eq!(bench.sheet("duel").as_deref(), Some("4"));
    assert_eq!(bench.all("duel", "south", ".reminder").count(), 0);
    assert_eq!(bench.note("duel").desk.seats.get(seat("south")).missed, 0);
    // Once both are gone, each turn waits for its deadline.
    bench.send("duel", "north", "4", "RESIGN duel");
    bench.tick();
    bench.later(24 * 3_600).tick();
    assert_eq!(bench.sheet("duel").as_deref(), Some("4"));
    // A new player is waited for.
    replace(&bench.club, DORA, Lines::Keep, bench.now).unwrap();
    let seats = bench.note("duel").desk.seats;
    assert_eq!(
        seats.that(|it| it.left).collect::<Vec<_>>(),
        [seat("south")]
    );
    bench.tick();
    bench.verify();
}
