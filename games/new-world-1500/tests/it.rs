//! 1500 as a whole: that the map agrees with every example of the rulebook, what an answer shows
//! nobody else, and that robots come upon everything there is. Single rules are cases
//! (`cases/`).

#![allow(
    clippy::unwrap_used,
    reason = "a test that cannot go on fails by panicking"
)]

mod help;
mod pictures;

use packetboat_core::engine::data::Setting;
use packetboat_core::engine::game::Table;
use packetboat_core::engine::seat::Viewer;
use packetboat_kit::ways::parts;
use packetboat_new_world_1500::GAME;
use packetboat_new_world_1500::data::{Area, Tables, Timing};
use packetboat_testkit::position::{
    founded, opened, part, read_by, robots_come_upon, robots_play, seat,
};
use std::collections::{BTreeMap, BTreeSet};
use toml::{Table as Tree, Value};

packetboat_testkit::owes!(GAME);

/// More games than robots need to come upon everything.
const GAMES_MAX: u8 = 200;

fn tables() -> Tables {
    Tables::read(&GAME.pack()).unwrap()
}

fn area(code: &str) -> Area {
    code.parse().unwrap()
}

fn areas(codes: &str) -> Vec<Area> {
    codes.split(' ').map(area).collect()
}

/// The areas beside any of these, and none of them.
fn beside(tables: &Tables, codes: &str) -> BTreeSet<Area> {
    let own = areas(codes);
    let all = own
        .iter()
        .flat_map(|it| tables.map.area(*it).beside.clone());
    all.filter(|it| !own.contains(it)).collect()
}

fn connected(tables: &Tables, codes: &str) -> bool {
    parts(areas(codes), |it| tables.map.area(it).beside.clone()).len() == 1
}

/// Which monopolies these areas hold, as each was completed.
fn monopolies(tables: &Tables, codes: &str) -> usize {
    let own = areas(codes);
    let all = tables.map.monopolies().into_iter();
    all.filter(|it| it.iter().all(|it| own.contains(it)))
        .count()
}

/// Of tables that do not fit the file is told, the entry, and what it must be.
#[test]
fn what_does_not_fit_in_a_table_is_named() {
    for (file, from, to, told) in [
        (
            "cards.toml",
            "copies = 5",
            "copies = 0",
            "MARRIAGE: each card has copies and a number",
        ),
        ("cards.toml", "\"FATE\", ", "", "FATE is none of LOYALTY"),
        (
            "cards.toml",
            "[\"HOARDING\"]",
            "[\"HOARDER\"]",
            "HOARDER is none of",
        ),
        (
            "map.toml",
            "\"NAG\", \"NAF\"",
            "\"NAG\"",
            "NAF and NAL: what is beside an area",
        ),
        (
            "tracks.toml",
            "[0, 1, 1, 2",
            "[0, 1, 1, 12",
            "12 is none of 0, 1, 2",
        ),
    ] {
        let mut pack = GAME.pack();
        let text = pack.files.get_mut(file).unwrap();
        assert!(text.contains(from), "{file} has {from}");
        *text = text.replacen(from, to, 1);
        let error = Tables::read(&pack).unwrap_err().to_string();
        assert!(error.starts_with(&format!("{file}: {told}")), "{error}");
    }
}

/// 2.2: the map agrees with the examples of the rulebook, one by one.
#[test]
fn the_map_agrees_with_every_example() {
    let tables = tables();
    let region = |it: &str| tables.map.area(area(it)).region.to_string();
    let export = |it: &str| tables.map.area(area(it)).export.to_string();
    // The sample turn, first player: gold in three regions, jewels in two, one in each region.
    let first = "CHG AMG NAG CAJ CBJ";
    let regions: BTreeSet<String> = first.split(' ').map(region).collect();
    assert_eq!(regions.len(), 5);
    assert_eq!(monopolies(&tables, first), 1);
    assert!(["CHG", "AMG", "NAG"].iter().all(|it| export(it) == "gold"));
    // Jewels and spice in Cape Horn complete a monopoly each, spice in the Amazon none.
    assert_eq!(monopolies(&tables, &format!("{first} CHJ")), 2);
    assert_eq!(monopolies(&tables, &format!("{first} CHJ CHS")), 3);
    assert_eq!(monopolies(&tables, &format!("{first} CHJ CHS AMS")), 3);
    // The second player: Blight strikes exactly three colonies of the first.
    let left: BTreeSet<Area> = areas("CHG AMG CAJ CBJ CHJ AMS").into_iter().collect();
    let struck = beside(&tables, "CHS NAG");
    let struck: BTreeSet<Area> = struck.intersection(&left).copied().collect();
    assert_eq!(struck, areas("CHJ CHG AMG").into_iter().collect());
    assert_eq!(monopolies(&tables, "CHS CHJ CHG AMG NAG"), 2);
    // The third player: five in a chain, and no sixth beside them.
    assert!(connected(&tables, "AMS CHJ CHG CHS AMG"));
    let there: BTreeSet<Area> = areas("CAJ CBJ NAG").into_iter().collect();
    assert!(beside(&tables, "AMS CHJ CHG CHS AMG").is_disjoint(&there));
    assert!(connected(&tables, "AMG AMS AMF CBL"));
    assert_eq!(monopolies(&tables, "AMG AMS AMF CBL"), 1);
    // The tally: lumber and the Amazon, and four more without another monopoly.
    assert_eq!(
        monopolies(&tables, "CAL CBL NAL AMF AMG AMS CHG CHS CAJ CBF"),
        2
    );
    // Raiders: jewels, spice and gold in Cape Horn.
    let horn: BTreeSet<String> = ["CHJ", "CHS", "CHG"].map(export).into_iter().collect();
    assert_eq!(horn, ["gold", "jewels", "spice"].map(str::to_owned).into());
    // Five regions of three; no region has an export twice.
    assert_eq!((tables.map.regions.len(), tables.map.areas.len()), (5, 15));
    let all: Vec<Area> = tables.map.codes().collect();
    let whole = parts(all, |it| tables.map.area(it).beside.clone());
    assert_eq!(whole.len(), 1, "the map hangs together");
    let borders: usize = tables.map.areas.iter().map(|it| it.beside.len()).sum();
    assert_eq!(borders, 2 * 24);
    assert_eq!(tables.label(2, 6), "1550");
}

/// The deck as it was found, and the numbers that the rulebook names.
#[test]
fn there_are_112_cards() {
    let tables = tables();
    assert_eq!(tables.supply.all().len(), 112);
    let number = |code: &str| tables.card(code.parse().unwrap()).support;
    assert_eq!((number("FATE"), number("RESCUE")), (3, 1));
    let cards = &tables.deck.cards;
    let of = |kind: Timing| cards.iter().filter(|it| it.kind == kind).count();
    assert_eq!(
        (of(Timing::Action), of(Timing::Reaction), of(Timing::Tally)),
        (16, 5, 1)
    );
    let copies = |such: fn(i32) -> bool| {
        let such = cards.iter().filter(|it| such(it.support));
        such.map(|it| it.copies).sum::<u32>()
    };
    assert_eq!((copies(|it| it > 0), copies(|it| it < 0)), (66, 46));
}

/// The first gate with these hands, and a colony of Blue on the map.
fn with(options: &[(&str, Setting)], blue: &str, green: &str) -> Box<dyn Table> {
    let mut all = vec![
        ("seat_order", Setting::Word("listed".to_owned())),
        ("pace", Setting::Word("seat".to_owned())),
    ];
    all.extend(options.iter().cloned());
    let files = founded(GAME, &all, 3, 7).save();
    let mut state: Tree = files.state.parse().unwrap();
    let hand = |cards: &str| Value::Array(cards.split(' ').map(Into::into).collect());
    *part(&mut state, &["hands", "red"]) = hand("WAR");
    *part(&mut state, &["hands", "blue"]) = hand(blue);
    *part(&mut state, &["hands", "green"]) = hand(green);
    let colony: Tree = "CHS = { seat = 'blue', state = 'successful' }"
        .parse()
        .unwrap();
    *part(&mut state, &["world", "colonies"]) = Value::Table(colony);
    opened(GAME, &state, files)
}

/// Who could have answered, by hand or by policy, shows nobody else.
#[test]
fn who_could_have_answered_shows_nowhere() {
    let seen = |blue: &str, lines: &str| {
        let table = with(&[], blue, "WAR");
        let sheets = [
            ("red", "PLAY WAR REDUCE CHS"),
            ("blue", lines),
            ("green", "REACT NONE"),
        ];
        read_by(
            table,
            &sheets,
            &[seat("red"), seat("green"), Viewer::Public],
        )
    };
    let plain = seen("UPRISING", "REACT NONE");
    assert!(plain.contains("\"played\""), "{plain}");
    for (hand, lines) in [
        ("LOYALTY", "REACT NONE"),
        ("FATE", "REACT FATE VS RESCUE"),
        ("FATE", "REACT HOLD FATE\nREACT FATE"),
        ("UPRISING", "REACT FATE\nREACT LOYALTY"),
        ("LOYALTY", "REACT LOYALTY HITS AT LEAST 2"),
    ] {
        assert_eq!(plain, seen(hand, lines), "{hand}, {lines}");
    }
    // And it can fail: a card that answers is seen.
    assert_ne!(plain, seen("LOYALTY", "REACT LOYALTY"));
}

/// That a player would have answered what another has answered before is shown to them alone.
#[test]
fn who_came_too_late_shows_nowhere_else() {
    let seen = |green: &str, lines: &str, viewers: &[Viewer]| {
        let table = with(&[], "FATE", green);
        let sheets = [
            ("red", "PLAY WAR REDUCE CHS"),
            ("blue", "REACT FATE"),
            ("green", lines),
        ];
        read_by(table, &sheets, viewers)
    };
    let others = [seat("red"), seat("blue"), Viewer::Public];
    let plain = seen("WAR", "REACT NONE", &others);
    assert!(plain.contains("\"answered\""), "{plain}");
    for (hand, lines) in [
        ("FATE", "REACT FATE VS WAR"),
        ("WAR", "REACT FATE VS WAR"),
        ("FATE", "PASS"),
    ] {
        assert_eq!(plain, seen(hand, lines, &others), "{hand}, {lines}");
    }
    let own = seen("FATE", "REACT FATE VS WAR", &[seat("green")]);
    assert!(own.contains("too-late"), "{own}");
}

/// The handbook's tables are those of the game: areas, cards, the track of Royal Support.
#[test]
fn the_handbook_has_the_tables_of_the_game() {
    let tables = tables();
    let pack = GAME.pack();
    let handbook = &pack.files["handbook.md"];
    let has = |row: &str| assert!(handbook.contains(row), "the handbook lacks `{row}`");
    for area in &tables.map.areas {
        let beside: Vec<String> = area.beside.iter().map(ToString::to_string).collect();
        let beside = beside.join(", ");
        let (code, name) = (area.code, &area.name);
        has(&format!(
            "| `{code}` | {name} | {} | {} | {beside} |",
            area.region, area.export
        ));
    }
    for card in &tables.deck.cards {
        let (code, name, says) = (card.code, &card.name, card.says());
        has(&format!(
            "| {code} | {name} | {} | {:+} | {says} |",
            card.copies, card.support
        ));
    }
    let squares: Vec<String> = tables
        .tracks
        .royal_support
        .cards
        .iter()
        .map(ToString::to_string)
        .collect();
    let (last, first) = squares.split_last().unwrap();
    has(&format!(
        "from 0 to {}, show {} and {last}.",
        first.len(),
        first.join(", ")
    ));
    let starts = &tables.tracks.royal_support.start_index_by_seat;
    assert_eq!(
        starts[..],
        [0, 1, 1, 2, 2, 3],
        "the handbook tells where each begins"
    );
}

/// Cards that are shown are seen by those to whom they are, and by nobody else.
#[test]
fn cards_are_shown_to_whom_they_are() {
    let seen = |lines: &str, viewers: &[Viewer]| {
        let table = with(&[], "FATE", "WAR");
        let sheets = [("red", "PASS"), ("blue", lines), ("green", "REACT NONE")];
        read_by(table, &sheets, viewers)
    };
    let others = [seat("green"), Viewer::Public];
    let plain = seen("REACT NONE", &others);
    assert_eq!(plain, seen("REACT NONE\nSHOW FATE TO red", &others));
    let red = seen("REACT NONE\nSHOW FATE TO red", &[seat("red")]);
    assert!(red.contains("\"shown\""), "{red}");
}

/// What is reported of points, added up over whole games, is what everybody has.
#[test]
fn events_add_up_to_the_points() {
    for (seats, seed) in [(2, 1), (3, 2), (4, 3), (5, 4), (6, 5)] {
        let mut points: BTreeMap<String, i64> = BTreeMap::new();
        let mut kinds = BTreeSet::new();
        robots_play((GAME, seats, seed), |table, events| {
            for event in events {
                let name = event["event"].as_str().unwrap();
                let sign = match name {
                    "struck" | "tallied" => 1,
                    "struggles" | "humbled" | "paid" | "checked" => -1,
                    _ => continue,
                };
                kinds.insert(name.to_owned());
                let number = |field: &str| event[field].as_integer().unwrap();
                let sum = points.entry(event["seat"].as_str().unwrap().to_owned());
                let sum = sum.or_default();
                *sum += sign * number("vp");
                assert_eq!(*sum, number("total"), "{event}");
            }
            let scores = table.scores().into_iter();
            let scores: BTreeMap<String, i64> =
                scores.map(|(it, vp)| (it.to_string(), vp)).collect();
            let all = scores.keys().cloned();
            let told = all.map(|seat| {
                let sum = points.get(&seat).copied().unwrap_or(0);
                (seat, sum)
            });
            assert_eq!(told.collect::<BTreeMap<String, i64>>(), scores);
            true
        });
        assert!(
            kinds.contains("tallied") && kinds.contains("struck"),
            "{kinds:?}"
        );
    }
}

/// Robots play every card, in every way in which it can be, and are met by every event.
#[test]
fn robots_come_upon_everything() {
    let tables = tables();
    let uses = ["build", "reduce", "repair", "support"];
    let cards = tables.deck.cards.iter().flat_map(|card| {
        let own = match card.kind {
            Timing::Action => "text",
            Timing::Reaction => "answered",
            Timing::Tally => "gripped",
        };
        let all = uses.iter().chain([&own]);
        all.map(|of| format!("{of} {}", card.code))
            .collect::<Vec<_>>()
    });
    let events = [
        "cancelled",
        "spared",
        "plague",
        "tallied",
        "discarded",
        "game-over",
    ];
    let wanted = events.into_iter().map(str::to_owned);
    let wanted: BTreeSet<String> = wanted.chain(cards).collect();
    robots_come_upon((GAME, 4, GAMES_MAX), wanted, |event| {
        let word = |name: &str| event.get(name).and_then(Value::as_str);
        let name = word("event").expect("events have names");
        let card = word("card").map(|it| format!("{} {it}", word("use").unwrap_or(name)));
        card.into_iter().chain([name.to_owned()]).collect()
    });
}
