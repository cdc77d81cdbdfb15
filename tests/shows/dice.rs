//! Dice statistics: what is counted, whose it is, and how likely it was.

use crate::inside;
use crate::support::{Bench, Match, seat};
use packetboat::desk::commands::referee;
use packetboat::desk::proof::luck::{self, Luck, Throw, throws};
use packetboat::engine::dice::{Bowl, Dice, Keys};
use packetboat::engine::luck::{Throws, WHOLE};
use packetboat::engine::seat::Seat;
use packetboat::report::Templates;
use packetboat::store::entry::Cause;
use packetboat_tools::games;
use std::collections::BTreeMap;
use toml::Value;

const SHIPS: Match<'static> = Match {
    game: "voyages-1492",
    id: "ships",
    scenario: None,
    players: &["red=Ana <ana@example.org>", "blue=Ben <ben@example.net>"],
    robots: &[],
    options: &["turns=5"],
    deadline: "sun 20:00",
};

const WEEK: i64 = 7 * 24 * 3_600;

/// A campaign of five turns; the third is taken back once, and played again.
fn played() -> Bench {
    let mut bench = Bench::with(&SHIPS);
    let mut back = false;
    for _ in 0..20 {
        if bench.sheet("ships").is_none() {
            break;
        }
        let before = bench.note("ships").number;
        bench.later(WEEK).tick();
        if !back && bench.sheet("ships").as_deref() == Some("4") {
            referee::rollback(&bench.club, "ships", before, "a storm", bench.now).unwrap();
            back = true;
        }
    }
    assert!(back && bench.sheet("ships").is_none());
    bench
}

fn counted(bench: &Bench) -> Option<Luck> {
    luck::of(&*bench.fs, &bench.campaign("ships")).unwrap()
}

/// The open dice of a journal: whose by their reason, and their faces.
fn dice_of(journal: &str) -> Vec<(String, i64, i64)> {
    let table: toml::Table = journal.parse().unwrap();
    let items = table.get("item").and_then(Value::as_array).into_iter();
    let rolls = items.flatten().filter_map(|it| it.get("rolls")?.as_array());
    let mut all = Vec::new();
    for roll in rolls.flatten() {
        let shuffle = roll.get("shuffle").is_some();
        if roll["bowl"].as_str() == Some("open") && !shuffle {
            let (why, sides) = (roll["why"].as_str().unwrap(), roll["bound"].as_integer());
            let got = roll["got"].as_array().unwrap().iter();
            let faces = got.map(|it| it.as_integer().unwrap() + 1);
            all.extend(faces.map(|it| (why.to_owned(), sides.unwrap(), it)));
        }
    }
    all
}

#[test]
fn counts_are_those_of_the_journals() {
    let bench = played();
    let luck = counted(&bench).unwrap();
    let notes = bench.notes("ships");
    let (mut live, mut undone) = (Vec::new(), 0);
    for note in &notes {
        // What a later entry went back behind did not happen.
        let dead = notes.iter().any(|later| match later.cause {
            Cause::RolledBack { to, .. } => later.number > note.number && note.number > to,
            _ => false,
        });
        let file = format!("campaigns/ships/log/{:06}/journal.toml", note.number);
        if inside::read(&*bench.fs, &bench.path(&file)).is_err() {
            continue;
        }
        let dice = dice_of(&bench.read(&file));
        if dead {
            undone += dice.len();
        } else {
            live.extend(dice);
        }
    }
    assert!(undone > 0 && live.len() > 8, "{undone}, {}", live.len());
    assert_eq!(luck.undone as usize, undone);
    let all: u32 = luck.throws.values().map(Throws::count).sum();
    assert_eq!(all as usize, live.len());
    let kinds: Vec<u32> = luck.throws.values().flat_map(Throws::kinds).collect();
    for sides in kinds {
        for face in 1..=sides {
            let counted = luck.throws.values().map(|it| it.of_face(sides, face));
            let same = |it: &&(String, i64, i64)| (it.1, it.2) == (sides.into(), face.into());
            let thrown = live.iter().filter(same).count();
            assert_eq!(counted.sum::<u32>() as usize, thrown, "{face} of {sides}");
        }
    }
    for name in ["red", "blue"] {
        let own = live
            .iter()
            .filter(|it| it.0.ends_with(&format!(" of {name}")));
        let begins = live
            .iter()
            .filter(|it| it.0.ends_with(&format!(": {name}")));
        let own = own.count() + begins.count();
        assert!(luck.throws[&Some(seat(name))].count() as usize >= own && own > 0);
    }
}

#[test]
fn nothing_is_told_while_a_campaign_runs() {
    let mut bench = Bench::with(&SHIPS);
    bench.later(WEEK).tick();
    assert_eq!(counted(&bench), None);
}

/// Whose throws are in a step: its draws and its events as the games write them.
fn whose(step: &str, seats: &[&str]) -> Vec<Option<Seat>> {
    let seats: Vec<Seat> = seats.iter().map(|it| seat(it)).collect();
    let found = throws(&format!("[[item]]\nitem = \"step\"\n{step}"), &seats).unwrap();
    found.iter().map(|it: &Throw| it.seat).collect()
}

#[test]
fn a_throw_is_its_throwers() {
    let roll = |why: &str, got: &str| {
        format!("[[item.rolls]]\nbowl = \"open\"\nwhy = \"{why}\"\nbound = 6\ngot = [{got}]\n")
    };
    let told = |draws: u32, event: &str| {
        format!(
            "[[item.events]]\npublic = true\nseats = []\ndraws = {draws}\n\
             [item.events.event]\n{event}\n"
        )
    };
    let (red, blue) = (Some(seat("red")), Some(seat("blue")));
    let duel = roll("a duel: red", "3") + &roll("a duel: the other", "4");
    let against = duel.clone() + &told(2, "event = \"duel\"\nseat = \"red\"\nrival = \"blue\"");
    let pirates = duel + &told(2, "event = \"duel\"\nseat = \"red\"");
    let combat = roll("combat green", "2, 5")
        + &told(
            1,
            "event = \"combat-die\"\nfirst = \"blue\"\nfirst_die = 3\n\
             second = \"red\"\nsecond_die = 6",
        );
    let storm = roll("storm of Cuzco", "2") + &told(1, "event = \"stormed\"\nseat = \"blue\"");
    let two = roll("unrest", "2")
        + &roll("events", "1")
        + &told(1, "event = \"natives-quiet\"\nseat = \"blue\"")
        + &told(1, "event = \"council-dice\"\npower = \"red\"");
    let untold = roll("unrest", "2") + &told(0, "event = \"natives-quiet\"\nseat = \"blue\"");
    for (step, wanted) in [
        (against, vec![red, blue]),
        (pirates, vec![red, None]),
        (combat, vec![blue, red]),
        (storm, vec![blue]),
        (two, vec![blue, red]),
        (untold, vec![blue]),
        (roll("the wind", "5"), vec![None]),
        (roll("a monster: the monster", "5"), vec![None]),
        (roll("x", "5").replace("open", "hidden"), vec![]),
        (roll("the ports", "1, 0") + "shuffle = true\n", vec![]),
    ] {
        assert_eq!(whose(&step, &["red", "blue"]), wanted, "{step}");
    }
}

/// Throws the same dice a hundred thousand times: sums below and above the one thrown, of a
/// thousand.
fn simulated(throws: &Throws, seed: u8) -> (u64, u64) {
    const GAMES: u64 = 100_000;
    let mut dice = Dice::keyed(Keys::new(&[seed; 32], 1, 0).unwrap());
    let (mut below, mut above) = (0, 0);
    for _ in 0..GAMES {
        let each = throws.kinds().map(|sides| {
            let faces = dice.roll(Bowl::Open, "x", throws.of_kind(sides), sides);
            faces.iter().copied().map(u64::from).sum::<u64>()
        });
        let sum: u64 = each.sum();
        below += u64::from(sum < throws.sum());
        above += u64::from(sum > throws.sum());
        dice.take_rolls();
    }
    (below * 1_000 / GAMES, above * 1_000 / GAMES)
}

#[test]
fn the_chance_is_that_of_a_hundred_thousand_games() {
    let luck = counted(&played()).unwrap();
    let mut all: Vec<Throws> = luck.throws.into_values().collect();
    let mut mixed = Throws::default();
    for (sides, face) in [(6, 6), (6, 5), (6, 5), (20, 12), (4, 3), (2, 2)] {
        mixed.add(sides, face);
    }
    all.push(mixed);
    for (throws, seed) in all.iter().zip(1..) {
        let chance = throws.chance().unwrap();
        let (below, above) = simulated(throws, seed);
        let of_thousand =
            |parts: u64| u64::try_from(u128::from(parts) * 1_000 / u128::from(WHOLE)).unwrap();
        let told = (of_thousand(chance.below), of_thousand(chance.above));
        assert!(told.0.abs_diff(below) <= 10, "{told:?}, {below}, {above}");
        assert!(told.1.abs_diff(above) <= 10, "{told:?}, {below}, {above}");
    }
}

#[test]
fn the_page_tells_all_of_it() {
    let luck = counted(&played()).unwrap();
    let titles: BTreeMap<Option<Seat>, &str> =
        BTreeMap::from([(Some(seat("red")), "<Red>"), (Some(seat("blue")), "Blue")]);
    let thrown: Vec<(Option<String>, &Throws)> = luck
        .throws
        .iter()
        .map(|(seat, it)| (titles.get(seat).map(ToString::to_string), it))
        .collect();
    let templates = Templates::of(games::templates());
    let html = templates.luck(&thrown, luck.undone).unwrap();
    assert!(html.contains("&lt;Red&gt;") && !html.contains("<Red>"));
    assert!(html.contains("of 100 such players") || html.contains("as lucky as most"));
    assert!(html.contains("turns that were taken back"), "{html}");
    let nobodys = luck.throws.contains_key(&None);
    assert_eq!(html.contains("Not for any player"), nobodys);
    let red = &luck.throws[&Some(seat("red"))];
    let cells = (1..=6).map(|it| format!("<td>{}</td>", red.of_face(6, it)));
    assert!(html.contains(&cells.collect::<String>()), "{html}");
}
