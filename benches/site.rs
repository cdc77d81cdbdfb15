//! The web archive of a club with a hundred campaigns of twenty turns: from nothing, and after one
//! of them has moved. `cargo bench --bench site -- [CAMPAIGNS] [TURNS]`.
//!
//! Not divan: what is measured takes seconds, and its memory counts too.

use packetboat::clock::Moment;
use packetboat::desk::club::open::{Club, club_on};
use packetboat::desk::commands::create::{self, CampaignWanted, ClubWanted};
use packetboat::desk::site;
use packetboat::desk::tick::run;
use packetboat::mail::transport::Scripted;
use packetboat::store::fs::Disk;
use packetboat::store::layout;
use packetboat_tools::games::ALL;
use std::path::Path;
use std::sync::Arc;
use std::time::Instant;

/// A game in turn for each campaign, with seats for robots.
const GAMES: [(&str, &[&str], &str); 3] = [
    (
        "conquistador",
        &["france", "spain"],
        "england=A <a@example.org>",
    ),
    ("new-world-1500", &["red"], "blue=A <a@example.org>"),
    ("voyages-1492", &["red"], "blue=A <a@example.org>"),
];

const DAY: i64 = 24 * 3_600;

fn main() {
    let numbers: Vec<usize> = std::env::args().filter_map(|it| it.parse().ok()).collect();
    let campaigns = numbers.first().copied().unwrap_or(100);
    let turns = numbers.get(1).copied().unwrap_or(20);
    let folder = tempfile::tempdir().expect("a folder");
    let (root, dir) = (folder.path().join("club"), folder.path().join("site"));
    let club = club(&root);
    let mut now: Moment = "2026-01-05T09:00:00Z".parse().expect("a moment");
    for number in 0..campaigns {
        found(&club, number, now);
    }
    let mut post = Scripted::default();
    for _ in 0..=turns {
        now = Moment::from_seconds(now.seconds() + DAY);
        run::tick(&club, &mut post, now).expect("a tick");
        post.taken.clear();
    }
    told("from nothing", &club, &dir);
    told("as it stands", &club, &dir);
    packetboat::desk::commands::referee::resolve(&club, "bench-0", "", now).expect("it goes on");
    told("one moved", &club, &dir);
}

fn told(what: &str, club: &Club, dir: &Path) {
    let begun = Instant::now();
    let made = site::make(club, dir).expect("a site");
    let took = begun.elapsed();
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let peak = status.lines().find(|it| it.starts_with("VmHWM"));
    println!("{what}: {took:.2?}, {made:?}, {}", peak.unwrap_or_default());
}

fn club(root: &Path) -> Club {
    let wanted = ClubWanted {
        name: "Bench",
        address: "orders@club.example",
        referee: "referee@club.example",
        zone: "UTC",
        authserv_id: None,
    };
    create::make(&Disk, root, &wanted).expect("a club");
    club_on(Arc::new(Disk), layout::Club::new(root), ALL).expect("a club")
}

fn found(club: &Club, number: usize, now: Moment) {
    let (game, robots, player) = GAMES[number % GAMES.len()];
    let (players, robots) = (
        [player.to_owned()],
        robots.iter().map(|it| (*it).to_owned()),
    );
    let robots: Vec<String> = robots.collect();
    let name = format!("bench-{number}");
    let wanted = CampaignWanted {
        players: &players,
        robots: &robots,
        ..CampaignWanted::usual(game, &name, "1d 20:00")
    };
    create::new(club, &wanted, now).expect("a campaign");
    let file = club.layout.campaign(&name.parse().expect("a name"));
    let text = std::fs::read_to_string(file.config()).expect("a file");
    let text = text.replace("hold_if_silent = \"all\"", "hold_if_silent = 0");
    std::fs::write(
        file.config(),
        text.replace("grace       = \"12h\"", "grace       = \"0h\""),
    )
    .expect("a file");
}
