//! Anonymous games: nobody learns who plays which seat until the game is over.

use crate::support::{Bench, SEED, seat};
use packetboat::desk::commands::create::{self, CampaignWanted};
use packetboat::desk::commands::substitutes;
use packetboat::desk::proof::export;
use packetboat::desk::site;
use packetboat::store::entry::Stop;
use std::collections::BTreeMap;
use std::path::Path;

const CONFIG: &str = "campaigns/masks/campaign.toml";

/// Who may sit in a seat, with all that can differ between people.
struct Person {
    who: &'static str,
    more: &'static str,
    substitute: &'static str,
}

const ANA: Person = Person {
    who: "Ana Torres <ana@example.org>",
    more: "zone    = \"Asia/Tokyo\"\nname_public = true\nrecord_public = true\nalso    = [\"Nick \
           <nick@example.is>\"]",
    substitute: "Zora <zora@example.nz>",
};

const BEN: Person = Person {
    who: "Ben <ben@a-much-longer-domain.example.net>",
    more: "zone    = \"America/Lima\"",
    substitute: "Yann <yann@example.fr>",
};

/// A campaign that hides who plays, with an observer and a site; `masks` beside one of another
/// name, in which Ana plays and nothing is hidden.
fn club(north: &Person, south: &Person) -> Bench {
    let mut bench = Bench::new();
    let players: Vec<String> = [
        format!("north={}", north.who),
        format!("south={}", south.who),
        "west=Cleo <cleo@example.com>".to_owned(),
    ]
    .into();
    let wanted = CampaignWanted {
        players: &players,
        anonymous: true,
        robots: &["east".to_owned()],
        options: &["rounds=3".to_owned()],
        seed: Some(SEED),
        sealed: true,
        ..CampaignWanted::usual("toy/sealed", "masks", "sun 20:00")
    };
    create::new(&bench.club, &wanted, bench.now).unwrap();
    let text = bench.read(CONFIG);
    let mut text = text.replace("hold_if_silent = \"all\"", "hold_if_silent = 0");
    for person in [north, south] {
        let address = person.who.split(['<', '>']).nth(1).unwrap();
        let line = format!("address = \"{address}\"\n");
        text = text.replace(&line, &format!("{line}{}\n", person.more));
    }
    text = text.replace(
        "\n[observers]\n",
        "\n[observers]\nNora = \"nora@fans.example\"\n",
    );
    bench.write(CONFIG, text);
    bench.later(300).tick();
    bench
}

/// The acts of the seats are the same whoever plays them.
fn play(north: &Person, south: &Person) -> Bench {
    let mut bench = club(north, south);
    let now = bench.now;
    bench.send(
        "masks",
        "north",
        "1",
        "BID 2\nMESSAGE TO ALL\nA good day.\nEND",
    );
    bench.send(
        "masks",
        "south",
        "1",
        "BID 1\nAWAY 2026-11-28..2026-12-01\nNEWS\nIt rains.\nEND",
    );
    bench.tick();
    substitutes::substitute(
        &bench.club,
        "masks",
        seat("north"),
        Some((north.substitute, "2026-11-25..2026-11-26")),
        bench.now,
    )
    .unwrap();
    bench.tick();
    bench.send(
        "masks",
        "west",
        "1",
        "BID 1\nMESSAGE TO NORTH\nWho are you?\nEND\nSCHEDULE\nSTATUS",
    );
    bench.tick();
    for days in [2, 3, 5, 7, 9] {
        bench.at(&now.to_string());
        bench.later(days * 86_400).tick();
    }
    bench.send("masks", "south", "2", "RESIGN masks");
    bench.send("masks", "west", "2", "BID 1\nSTATUS");
    bench.tick();
    bench.later(86_400).tick();
    bench
}

/// All that anybody but these seats gets or may look at.
fn others(bench: &Bench) -> BTreeMap<String, String> {
    let mut all = BTreeMap::new();
    for (at, mail) in bench.post.taken.iter().enumerate() {
        if mail.to == "cleo@example.com" || mail.to == "nora@fans.example" {
            let text = bench.text(&mail.message);
            // A commitment to all of the entry, whose nonce nobody has.
            let lines = text.lines().filter(|it| !it.starts_with("Witness: "));
            let text = lines.collect::<Vec<_>>().join("\n");
            all.insert(format!("{at:03} {}", mail.key), text);
        }
    }
    all
}

fn site_of(bench: &Bench) -> BTreeMap<String, Vec<u8>> {
    site::make(&bench.club, Path::new("/srv/site")).unwrap();
    let files = bench.fs.tree().into_iter();
    files.filter(|it| it.0.starts_with("srv/site/")).collect()
}

fn exported(bench: &Bench) -> Vec<u8> {
    let (id, dir) = bench.club.campaign("masks").unwrap();
    export::bytes(&bench.club, &id, &dir).unwrap()
}

#[test]
fn swapped_players_change_no_byte_that_others_see() {
    let (one, other) = (play(&ANA, &BEN), play(&BEN, &ANA));
    let (mails, swapped) = (others(&one), others(&other));
    assert!(mails.len() > 8, "{:?}", mails.keys());
    let order = |mails: &BTreeMap<String, String>| -> Vec<String> {
        mails.keys().map(|it| it[4..].to_owned()).collect()
    };
    assert_eq!(order(&mails), order(&swapped));
    for (one, other) in mails.values().zip(swapped.values()) {
        assert_eq!(one, other);
    }
    assert_eq!(site_of(&one), site_of(&other));
    assert_eq!(exported(&one), exported(&other));
    for text in mails.values() {
        for name in ["Ana", "Ben", "Nick", "Zora", "Yann", "Tokyo", "Lima"] {
            assert!(!text.contains(name), "{name}: {text}");
        }
        assert!(!text.contains("is away 2"), "{text}");
    }
    one.verify();
}

#[test]
fn names_are_shown_when_it_is_over() {
    let mut bench = play(&ANA, &BEN);
    while bench.note("masks").desk.stop != Stop::Over {
        bench.later(7 * 86_400).tick();
    }
    assert_eq!(bench.note("masks").desk.stop, Stop::Over);
    let last = bench.last("masks", "west", ".report");
    assert!(bench.text(&last.message).contains("North (Ana Torres)"));
    let site = site_of(&bench);
    let front = String::from_utf8(site["srv/site/masks/index.html"].clone()).unwrap();
    assert!(front.contains("Ana Torres") && !front.contains("Ben"));
    bench.verify();
}

/// What somebody may ask shows nobody's name either.
#[test]
fn no_answer_tells_who_plays() {
    let mut bench = club(&ANA, &BEN);
    for text in [
        "MESSAGE TO ANA\nIs that you?\nEND",
        "BID 1 ana",
        "ADDRESS ana@example.org",
        "ADDRESS ben@a-much-longer-domain.example.net",
        "STATUS",
        "HELP ANA",
        "HELP MESSAGE",
        "REPORT",
        "WHY 1",
        "VOTE CONCEDE ana",
        "SUBSTITUTE 2026-12-24..2027-01-06",
    ] {
        let before = bench.post.taken.len();
        bench.send("masks", "west", "1", text);
        bench.later(60).tick();
        for mail in &bench.post.taken[before..] {
            if mail.to != "cleo@example.com" {
                continue;
            }
            let told = bench.text(&mail.message);
            for name in [
                "Torres",
                "plays north",
                "North (Ana",
                "has it",
                "goes to North",
                "Nick",
                "nick@",
            ] {
                assert!(!told.contains(name), "{text}: {name}: {told}");
            }
        }
    }
}

#[test]
fn the_referee_still_knows_who_plays() {
    let mut bench = club(&ANA, &BEN);
    bench.send("masks", "south", "1", "AWAY 2026-11-28..2026-12-01");
    bench.tick();
    let told = bench.post.taken.iter().rev();
    let mut told = told.filter(|it| it.to == "referee@club.example");
    let mail = told.next().expect("a mail to the referee");
    let text = bench.text(&mail.message);
    assert!(text.contains("South (Ben)"), "{text}");
    assert!(text.contains("do not learn who is away"), "{text}");
}
