//! What happens in the club: six weeks of all that a club's days bring.
//!
//! Its first Sunday is the one on which Warsaw turns its clocks back.

use super::place::{Act, Place};
use crate::support::{ANA, BEN, DUEL, Match, WORLDS};
use packetboat::store::entry::Stop;
use std::fs;
use std::path::Path;

/// A Monday morning.
pub(super) const BEGINS: &str = "2026-10-19T09:00:00Z";

const MINUTE: i64 = 60;
const HOUR: i64 = 60 * MINUTE;
const DAY: i64 = 24 * HOUR;
/// How it goes on, week by week: after how many days cron works again. Over one Sunday the machine
/// stands still, which gives time back to whoever could not reach it.
const WEEKS: [&[i64]; 5] = [&[1; 7], &[1; 7], &[1, 1, 4, 1], &[1; 7], &[1; 7]];

const IPEK: &str = "north=İpek Işık <ipek@example.org> Europe/Istanbul";

const CAMPAIGNS: &[Match<'static>] = &[
    DUEL,
    Match {
        players: &[IPEK, BEN],
        ..WORLDS
    },
    Match {
        id: "alone",
        players: &[ANA],
        robots: &["south"],
        options: &["pace=exchange"],
        deadline: "tue,fri 18:30",
        ..WORLDS
    },
    Match {
        id: "fight",
        game: "toy/skirmish",
        players: &[
            "red=Ana <ana@example.org>",
            "blue=Ben <ben@example.net> Pacific/Apia",
        ],
        options: &["interrupts=true"],
        deadline: "3d 20:00",
        ..DUEL
    },
    Match {
        id: "bazaar",
        game: "toy/market",
        scenario: Some("town"),
        players: &["red=Ana <ana@example.org>", "gold=Cy <cy@example.com>"],
        robots: &["blue", "green"],
        options: &[],
        deadline: "sun 02:30",
    },
    Match {
        id: "quiet",
        deadline: "never",
        ..DUEL
    },
    Match {
        id: "broken",
        ..DUEL
    },
];

/// Plays it all.
pub(super) fn play(place: &mut Place) {
    for wanted in CAMPAIGNS {
        place.act(&Act::New(wanted));
    }
    place.act(&Act::Tick);
    players_write(place);
    strangers_write(place);
    files_are_dropped(place);
    place.later(5 * MINUTE);
    place.act(&Act::Tick);
    referee_acts(place);
    place.half_way();
    one_breaks(place);
    two_are_changed(place);
    for days in WEEKS {
        week_goes(place, days);
    }
}

fn players_write(place: &mut Place) {
    place.later(HOUR);
    for (id, seat) in [
        ("duel", "north"),
        ("worlds", "north"),
        ("worlds", "south"),
        ("alone", "north"),
        ("fight", "red"),
        ("bazaar", "gold"),
        ("quiet", "north"),
    ] {
        place.send_good(id, seat);
    }
    // Some of one second, and some with faults.
    let block = place.block(
        "duel",
        "south",
        "bıd 3\nbdi 2\nBİD ½\nMESSAGE TO north\nCześć!\nEND",
    );
    place.send("duel", "south", &block);
    let away = place.block("quiet", "south", "BID 2\nAWAY 2026-10-24..2026-11-01");
    place.send("quiet", "south", &away);
    place.later(1);
    let block = place.block("fight", "blue", "HELP\nSTATUS");
    let mail = place.answer("fight", "blue", &block);
    place.act(&Act::Receive(&mail));
    place.act(&Act::Receive(&mail));
    let block = place.good_block("alone", "north");
    place.act(&Act::Submit("alone", "north", &block));
}

/// Mails in a stranger's name, from machines, and all that mail programs write.
fn strangers_write(place: &mut Place) {
    place.later(1);
    let house = "orders@club.example";
    let block = place.good_block("worlds", "north");
    let mail = place.written("Mallory <mallory@elsewhere.example>", house, &block);
    place.deliver(mail.as_bytes());
    let mail = place.answer("bazaar", "red", "I am away until Monday.\n");
    place.deliver(format!("Auto-Submitted: auto-replied\n{mail}").as_bytes());
    let corpus = Path::new(env!("CARGO_MANIFEST_DIR")).join("mail");
    let mut mails: Vec<_> = fs::read_dir(corpus)
        .unwrap()
        .map(|it| it.unwrap().path())
        .filter(|it| it.extension().is_some_and(|it| it == "eml"))
        .collect();
    mails.sort();
    assert!(mails.len() > 50);
    for mail in mails {
        place.deliver(&fs::read(mail).unwrap());
    }
}

fn files_are_dropped(place: &mut Place) {
    place.later(1);
    let north = place.good_block("quiet", "north");
    let south = place.good_block("quiet", "south");
    place.drop("zażółć i ıı.txt", &south);
    place.drop("A north.txt", &north);
    place.drop("a.txt", "To whom it may concern.\n");
    let mail = place.answer("bazaar", "red", &place.block("bazaar", "red", "WOBBLE"));
    place.drop("by hand.eml", &mail);
}

fn referee_acts(place: &mut Place) {
    place.later(3 * HOUR);
    for act in [
        Act::Hold("quiet"),
        Act::Extend("worlds", "25h"),
        Act::Tell(
            "fight",
            "Wir treffen uns am Samstag – bei Jürgen, wie üblich.",
        ),
        Act::Remind("bazaar"),
        Act::Replace("duel", "south", "Dora <dora@example.org> Asia/Kathmandu"),
        Act::Resolve("fight"),
        Act::Tick,
    ] {
        place.act(&act);
    }
    place.later(DAY);
    let last = place.campaign("fight").note().number;
    place.act(&Act::Rollback("fight", last - 1));
    place.act(&Act::Release("quiet"));
    place.act(&Act::Resolve("quiet"));
    place.act(&Act::Tick);
}

/// A campaign is damaged and stands still until the file is put back; then the referee changes the
/// position by hand.
fn one_breaks(place: &mut Place) {
    place.later(HOUR);
    place.send_good("broken", "north");
    place.edit(
        "campaigns/broken/log/000000/state.toml",
        "purse = 15",
        "purse = 14",
    );
    place.act_with(&Act::Tick, 70);
    place.later(HOUR);
    place.act_with(&Act::Tick, 70);
    place.edit(
        "campaigns/broken/log/000000/state.toml",
        "purse = 14",
        "purse = 15",
    );
    place.act(&Act::Release("broken"));
    place.act(&Act::Edit("broken"));
    let last = place.campaign("broken").note().number;
    let copy = format!("campaigns/broken/edit/{last:06}/state.toml");
    place.edit(&copy, "purse = 15", "purse = 14");
    place.act(&Act::Adopt("broken"));
    place.act(&Act::Tick);
}

/// The referee edits campaign.toml: here reports wait for him, there a day is free.
fn two_are_changed(place: &mut Place) {
    let off = "review      = false";
    place.edit("campaigns/bazaar/campaign.toml", off, "review      = true");
    let none = "holidays    = []";
    let some = "holidays    = [\"2026-11-01\"]";
    place.edit("campaigns/worlds/campaign.toml", none, some);
}

/// Some write, and others never do; at its end the referee lets go on what waits for him, and
/// plays on what has no deadline.
fn week_goes(place: &mut Place, days: &[i64]) {
    for (at, days) in days.iter().enumerate() {
        place.later(days * DAY);
        for (id, seat) in [("worlds", "north"), ("worlds", "south"), ("fight", "red")] {
            let over = place.campaign(id).note().desk.stop == Stop::Over;
            if at % 3 == 0 && !over {
                place.send_good(id, seat);
            }
        }
        place.act(&Act::Tick);
    }
    for wanted in CAMPAIGNS {
        let desk = place.campaign(wanted.id).note().desk.clone();
        if desk.held.is_some() || desk.is_under_review() {
            place.act(&Act::Release(wanted.id));
        }
    }
    if place.campaign("quiet").note().desk.stop != Stop::Over {
        place.act(&Act::Resolve("quiet"));
    }
    place.later(2 * HOUR + MINUTE);
    place.act(&Act::Tick);
}
