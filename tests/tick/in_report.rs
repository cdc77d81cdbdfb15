//! Words of the referee's at the head of the next reports, and taking them back.

use crate::support::{Bench, DUEL, seat};
use packetboat::desk::commands::in_report::tell_in_report;
use packetboat::desk::commands::undo::undo;
use packetboat::desk::commands::{players, referee};
use packetboat::desk::turn::seat_change::{Lines, NewHolder};

const WORDS: &str = "Winter rules begin now.\nSee page 7.";
const BOX: &str = "Your referee writes:\n\n  : Winter rules begin now.\n  : See page 7.\n";

fn tell(bench: &Bench, seats: &[&str], text: &str) -> Result<String, String> {
    let seats: Vec<_> = seats.iter().map(|it| seat(it)).collect();
    let said = tell_in_report(&bench.club, "duel", &seats, text, bench.now);
    said.map_err(|it| format!("{it:#}"))
}

fn resolve(bench: &mut Bench) {
    referee::resolve(&bench.club, "duel", "", bench.now).unwrap();
    bench.later(60).tick();
}

fn report(bench: &Bench, who: &str) -> String {
    bench.text(&bench.last("duel", who, ".report").message)
}

#[test]
fn words_of_the_referee_are_in_the_next_report_once() {
    let mut bench = Bench::with(&DUEL);
    let sent = bench.post.taken.len();
    let said = tell(&bench, &["north"], WORDS).unwrap();
    assert!(
        said.contains("the next report of north begins with it"),
        "{said}"
    );
    bench.later(60).tick();
    assert_eq!(bench.post.taken.len(), sent, "nothing is mailed");
    tell(&bench, &[], "And a happy new year.").unwrap();
    resolve(&mut bench);
    let north = report(&bench, "north");
    assert!(north.contains(BOX), "{north}");
    let (first, second) = (
        north.find("page 7").unwrap(),
        north.find("happy new").unwrap(),
    );
    assert!(first < second && second < north.find("THE POSITION").unwrap());
    let whole = bench.last("duel", "north", ".report").message.clone();
    let whole = String::from_utf8_lossy(&whole).into_owned();
    assert!(whole.matches("happy new year").count() >= 2, "{whole}");
    let south = report(&bench, "south");
    assert!(
        !south.contains("page 7") && south.contains("happy new"),
        "{south}"
    );
    resolve(&mut bench);
    assert!(!report(&bench, "north").contains("Your referee writes"));
    bench.verify();
}

#[test]
fn undo_takes_them_back_until_they_are_in_a_report() {
    let mut bench = Bench::with(&DUEL);
    let before = bench.note("duel");
    tell(&bench, &[], "first").unwrap();
    let said = undo(&bench.club, "duel", bench.now).unwrap();
    assert!(
        said.contains("words for the next report of north, south"),
        "{said}"
    );
    assert_eq!(bench.note("duel"), before);
    tell(&bench, &[], "first").unwrap();
    tell(&bench, &["south"], "second").unwrap();
    // Play goes on meanwhile.
    bench.send("duel", "north", "1", "BID 2");
    bench.later(60).tick();
    let said = undo(&bench.club, "duel", bench.now).unwrap();
    assert!(said.contains("of south are withdrawn"), "{said}");
    let boxed = |bench: &Bench, who| bench.note("duel").desk.seats.get(seat(who)).boxed.clone();
    assert_eq!(boxed(&bench, "south"), ["first"]);
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
    // They were for the player before.
    assert!(!report(&bench, "north").contains("first\n"));
    let said = undo(&bench.club, "duel", bench.now).unwrap();
    assert!(said.contains("of south are withdrawn. north"), "{said}");
    let why = undo(&bench.club, "duel", bench.now).unwrap_err();
    assert!(format!("{why:#}").contains("cannot be undone"), "{why:#}");
    resolve(&mut bench);
    assert!(!report(&bench, "south").contains("Your referee writes"));
    bench.verify();
}

#[test]
fn words_of_reports_that_never_leave_are_said_again() {
    let mut bench = Bench::with(&DUEL);
    bench.edit(
        "campaigns/duel/campaign.toml",
        "review      = false",
        "review      = true",
    );
    tell(&bench, &["north"], WORDS).unwrap();
    let to = bench.note("duel").number;
    resolve(&mut bench);
    assert!(bench.note("duel").desk.is_under_review());
    referee::rollback(&bench.club, "duel", to, "", bench.now).unwrap();
    referee::release(&bench.club, "duel", "", bench.now).unwrap();
    bench.later(60).tick();
    assert!(report(&bench, "north").contains(BOX));
    bench.verify();
}

#[test]
fn what_cannot_be_said_in_a_report_is_a_fault() {
    let bench = Bench::with(&DUEL);
    let long = "word ".repeat(900);
    assert!(
        tell(&bench, &[], &long)
            .unwrap_err()
            .contains("4000 characters")
    );
    assert!(tell(&bench, &[], " ").unwrap_err().contains("no text"));
    assert!(tell(&bench, &["west"], "x").is_err());
    for _ in 0..5 {
        tell(&bench, &[], "again").unwrap();
    }
    assert!(
        tell(&bench, &[], "again")
            .unwrap_err()
            .contains("wait for the next report")
    );
}
