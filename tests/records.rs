//! How players keep time: what is counted, and who is told.

use crate::support::{Bench, Match, THREE, flat};
use packetboat::desk::commands::records::{self, PlayerRecord};
use packetboat::desk::commands::referee;
use packetboat::desk::site;
use packetboat::desk::turn::seat_change::{Lines, NewHolder};
use packetboat::store::entry::Stop;
use std::path::Path;

const CONFIG: &str = "campaigns/one/campaign.toml";

const ONE: Match<'static> = Match { id: "one", ..THREE };

/// On time, late, missed, left of whoever has an address.
fn of(bench: &Bench, address: &str) -> (u32, u32, u32, u32) {
    let found = records::records(&bench.club, None).unwrap();
    let mut all = found.players.iter();
    let figures = |it: &PlayerRecord| (it.kept.on_time, it.kept.late, it.kept.missed, it.kept.left);
    all.find(|it| it.address == address)
        .map_or((0, 0, 0, 0), figures)
}

fn send_all(bench: &mut Bench, seats: &[&str], turn: u32) {
    for seat in seats {
        bench.send("one", seat, &turn.to_string(), "BID 1");
    }
}

const ANA: &str = "ana@example.org";
const BEN: &str = "ben@example.net";
const CLEO: &str = "cleo@example.com";

#[test]
fn sheets_count_as_in_time_late_or_missed() {
    let mut bench = Bench::with(&ONE);
    assert_eq!(of(&bench, ANA), (0, 0, 0, 0));
    // Ana sends by the deadline, Ben in grace, Cleo not at all.
    send_all(&mut bench, &["north"], 1);
    bench.at("2026-11-22T20:30:00Z").tick();
    send_all(&mut bench, &["south"], 1);
    bench.later(60).tick();
    // What Ana changes in grace was in time.
    send_all(&mut bench, &["north"], 1);
    bench.later(13 * 3600).tick();
    assert_eq!(of(&bench, ANA), (1, 0, 0, 0));
    assert_eq!(of(&bench, BEN), (0, 1, 0, 0));
    assert_eq!(of(&bench, CLEO), (0, 0, 1, 0));
    // What the referee closes counts for nobody.
    send_all(&mut bench, &["north"], 2);
    bench.later(60).tick();
    referee::resolve(&bench.club, "one", "a party", bench.now).unwrap();
    bench.later(60).tick();
    assert_eq!(of(&bench, ANA), (1, 0, 0, 0));
    assert_eq!(of(&bench, CLEO), (0, 0, 1, 0));
    // An absence is not held against anybody; whoever sends all the same was in time.
    bench.send("one", "west", "3", "AWAY 2026-11-20 to 2026-12-20");
    bench.later(60).tick();
    send_all(&mut bench, &["north", "south"], 3);
    for _ in 0..30 {
        bench.later(86_400).tick();
    }
    let (on_time, late, missed, left) = of(&bench, CLEO);
    assert_eq!((on_time, late, left), (0, 0, 0));
    let others = of(&bench, ANA);
    assert!(missed < others.0 + others.2, "{missed} {others:?}");
    bench.verify();
}

#[test]
fn more_time_for_a_missing_sheet_makes_it_late() {
    let mut bench = Bench::with(&ONE);
    bench.edit(
        CONFIG,
        "[absence]\n",
        "[absence]\nextend = { by = \"24h\", each = 1 }\n",
    );
    bench.later(300).tick();
    send_all(&mut bench, &["north", "west"], 1);
    bench.at("2026-11-23T08:30:00Z").tick();
    send_all(&mut bench, &["south"], 1);
    bench.later(86_400).tick();
    assert_eq!(of(&bench, ANA), (1, 0, 0, 0));
    assert_eq!(of(&bench, BEN), (0, 1, 0, 0));
    // More time that the referee gives is the deadline.
    send_all(&mut bench, &["north", "west"], 2);
    bench.later(60).tick();
    let to = "2026-12-01 20:00";
    referee::extend(&bench.club, "one", to, "a feast", bench.now).unwrap();
    bench.at("2026-12-01T18:00:00Z").tick();
    send_all(&mut bench, &["south"], 2);
    bench.later(13 * 3600).tick();
    assert_eq!(of(&bench, BEN), (1, 1, 0, 0));
}

#[test]
fn whoever_leaves_keeps_their_record_and_the_next_begins_anew() {
    let mut bench = Bench::with(&ONE);
    send_all(&mut bench, &["north", "south", "west"], 1);
    bench.later(8 * 86_400).tick();
    bench.send("one", "south", "2", "RESIGN one");
    bench.later(60).tick();
    assert_eq!(of(&bench, BEN), (1, 0, 0, 1));
    let dora = NewHolder::Person("Dora <dora@example.se>");
    let (id, south) = ("one", crate::support::seat("south"));
    packetboat::desk::commands::players::replace(
        &bench.club,
        id,
        south,
        (dora, Lines::Keep),
        "",
        bench.now,
    )
    .unwrap();
    bench.later(60).tick();
    assert_eq!(of(&bench, BEN), (1, 0, 0, 1));
    assert_eq!(of(&bench, "dora@example.se"), (0, 0, 0, 0));
    send_all(&mut bench, &["north", "south", "west"], 2);
    bench.later(8 * 86_400).tick();
    assert_eq!(of(&bench, "dora@example.se"), (1, 0, 0, 0));
    assert_eq!(of(&bench, BEN), (1, 0, 0, 1));
    // Another address is no other player.
    let ana = NewHolder::Person("Ana <ana@new.example>");
    packetboat::desk::commands::players::replace(
        &bench.club,
        id,
        crate::support::seat("north"),
        (ana, Lines::Keep),
        "",
        bench.now,
    )
    .unwrap();
    bench.later(60).tick();
    assert_eq!(of(&bench, ANA), (0, 0, 0, 0));
    assert_eq!(of(&bench, "ana@new.example"), (2, 0, 0, 0));
}

#[test]
fn each_player_reads_their_own_record_and_nobody_elses() {
    let mut bench = Bench::with(&ONE);
    send_all(&mut bench, &["north"], 1);
    bench.later(8 * 86_400).tick();
    bench.send("one", "north", "2", "STATUS");
    bench.send("one", "south", "2", "STATUS");
    bench.later(60).tick();
    let ana = flat(&bench.receipt("one", "north"));
    assert!(
        ana.contains("Your record in this club: 1 order sheet on time."),
        "{ana}"
    );
    let ben = flat(&bench.receipt("one", "south"));
    assert!(
        ben.contains("Your record in this club: 0 order sheets on time, 1 missed."),
        "{ben}"
    );
    let found = records::records(&bench.club, Some("ANA@example.org")).unwrap();
    let text = "Ana <ana@example.org>: 1 order sheet on time.\n";
    assert_eq!(found.text(), text);
    let nobody = records::records(&bench.club, Some("finn@example.fi")).unwrap_err();
    assert!(nobody.to_string().contains("nobody has waited"));
}

/// The page of players says it of those alone who agreed to that too.
#[test]
fn the_site_shows_the_records_of_those_who_agreed() {
    let mut bench = Bench::with(&Match {
        id: "one",
        options: &["rounds=1"],
        ..THREE
    });
    for (address, more) in [
        (ANA, "name_public = true\nrecord_public = true\n"),
        (BEN, "name_public = true\n"),
    ] {
        let line = format!("address = \"{address}\"\n");
        bench.edit(CONFIG, &line, &format!("{line}{more}"));
    }
    bench.later(300).tick();
    send_all(&mut bench, &["north", "west"], 1);
    bench.later(8 * 86_400).tick();
    assert_eq!(bench.note("one").desk.stop, Stop::Over);
    site::make(&bench.club, Path::new("/srv/site")).unwrap();
    let mut tree = bench.fs.tree();
    let page = String::from_utf8(tree.remove("srv/site/players.html").unwrap()).unwrap();
    let (_, ana) = page.split_once("<caption>Ana</caption>").unwrap();
    let (ana, rest) = ana.split_once("</section>").unwrap();
    assert!(ana.contains("<p>1 order sheet on time.</p>"), "{ana}");
    assert!(rest.contains("<caption>Ben</caption>"), "{rest}");
    assert!(!rest.contains("order sheet"), "{rest}");
    assert!(!page.contains("Cleo"), "{page}");
}
