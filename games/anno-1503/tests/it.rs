//! Anno 1503 as a whole: what a look or a draw shows nobody else, and that robots come upon
//! everything there is. Single rules are cases (`cases/`).

#![allow(
    clippy::unwrap_used,
    reason = "a test that cannot go on fails by panicking"
)]

mod help;

use packetboat_anno_1503::GAME;
use packetboat_core::engine::data::Setting;
use packetboat_core::engine::game::Table;
use packetboat_core::engine::seat::Viewer;
use packetboat_testkit::position::{dice, founded, opened, part, read_by, robots_come_upon, seat};
use std::collections::BTreeSet;
use toml::{Table as Tree, Value};

packetboat_testkit::owes!(GAME);

/// Far more games than robots need to come upon everything.
const GAMES_MAX: u8 = 60;

/// The first gate, with the cells and hands of the state as this makes them.
fn with(options: &[(&str, Setting)], change: impl Fn(&mut Tree)) -> Box<dyn Table> {
    let files = founded(GAME, options, 3, 7).save();
    let mut state: Tree = files.state.parse().unwrap();
    change(&mut state);
    opened(GAME, &state, files)
}

/// Exchanges the tile of C3 for one of this face, wherever one is.
fn with_tile(options: &[(&str, Setting)], face: &str) -> Box<dyn Table> {
    with(options, |state| {
        let sea = part(state, &["sea"]).as_table_mut().unwrap();
        let there = sea["C3"].clone();
        let other = sea.iter().find(|it| it.1.as_str() == Some(face));
        let other = other
            .map(|it| it.0.clone())
            .expect("such a tile lies there");
        sea.insert(other, there);
        sea.insert("C3".to_owned(), face.into());
    })
}

fn others() -> [Viewer; 3] {
    [seat("green"), seat("blue"), Viewer::Public]
}

/// What the others read of a round in which Red does this and they do nothing.
fn read(table: Box<dyn Table>, red: &str, viewers: &[Viewer]) -> String {
    let sheets = [("red", red), ("blue", "PASS"), ("green", "PASS")];
    read_by(table, &sheets, viewers)
}

/// Whether a tile is put back by order, since no TAKE line names it, by silence or because it
/// cannot be used shows nobody else; nor does its face.
#[test]
fn why_a_tile_is_put_back_shows_nowhere() {
    let seen = |face: &str, lines: &str| {
        let sheet = format!("SAIL 1: LOOK C3, 9 E\n{lines}");
        read(with_tile(&[], face), &sheet, &others())
    };
    let plain = seen("spice", "SKIP spice");
    assert!(plain.contains("\"looked\""), "{plain}");
    for (face, lines) in [
        ("spice", "TAKE AGREEMENT"),
        ("cloth", ""),
        ("upgrade", "SKIP TREASURE"),
        ("agreement", "SKIP ALL"),
    ] {
        assert_eq!(plain, seen(face, lines), "{face}, {lines}");
    }
    // And it can fail: a tile that is used is seen.
    assert_ne!(plain, seen("spice", "TAKE spice"));
}

/// Who is asked about a tile by mail shows nobody else: not its face, nor what may be done.
#[test]
fn a_look_that_is_asked_by_mail_shows_nowhere() {
    let interrupts = [("interrupts", Setting::Switch(true))];
    let seen = |face: &str| {
        let table = with_tile(&interrupts, face);
        read(table, "SAIL 1: LOOK C3", &others())
    };
    let plain = seen("spice");
    assert!(plain.contains("Asking"), "{plain}");
    for face in ["cloth", "agreement", "upgrade", "gold"] {
        assert_eq!(plain, seen(face), "{face}");
    }
}

/// Only the two whom it concerns see which card the Big Branch Office draws.
#[test]
fn a_card_drawn_shows_only_to_the_two() {
    // Which cards are in hands together is everybody's to know, so they change hands.
    let seen = |(blue, red): (&str, &str), viewers: &[Viewer]| {
        let table = with(&[], |state| {
            let isles = part(state, &["world", "isles"]).as_array_mut().unwrap();
            let own = isles
                .iter_mut()
                .find(|it| it["seat"].as_str() == Some("red"));
            let people = own.unwrap()["people"].as_array_mut().unwrap();
            let built = "[{ level = 'pioneer' }, { level = 'pioneer', building = 'bigbranch' }]";
            let built: Tree = format!("built = {built}").parse().unwrap();
            people.extend(built["built"].as_array().unwrap().iter().cloned());
            *part(state, &["hands", "blue"]) = Value::Array(vec![blue.into()]);
            *part(state, &["hands", "red"]) = Value::Array(vec![red.into()]);
        });
        read(table, "DRAW FROM blue", viewers)
    };
    let green = [seat("green"), Viewer::Public];
    let plain = seen(("tobacco", "spice"), &green);
    assert!(plain.contains("\"drew\""), "{plain}");
    assert_eq!(plain, seen(("spice", "tobacco"), &green));
    for name in ["red", "blue"] {
        let own = seen(("tobacco", "spice"), &[seat(name)]);
        assert!(own.contains("\"good\":\"tobacco\""), "{own}");
    }
}

/// The robot's sheet, which is the advice too, names no building that its seat cannot take: for
/// three players there is one each of these, and they are built, two by others.
#[test]
fn the_robot_names_only_buildings_that_it_can_take() {
    let table = with(&[], |state| {
        let isles = part(state, &["world", "isles"]).as_array_mut().unwrap();
        for isle in isles {
            let built = match isle["seat"].as_str() {
                Some("red") => "smithy",
                Some("blue") => "firebrigade",
                _ => "restaurant",
            };
            let built = format!("built = [{{ level = 'pioneer', building = '{built}' }}]");
            let built: Tree = built.parse().unwrap();
            let people = isle["people"].as_array_mut().unwrap();
            people.push(toml::from_str("level = 'pioneer'").unwrap());
            people.extend(built["built"].as_array().unwrap().iter().cloned());
        }
    });
    let sheet = table.robot(seat("red").seat().unwrap(), &mut dice(7, 1));
    assert!(
        sheet.contains("PIONEER BUILDING SCHOOL/BATHHOUSE/"),
        "{sheet}"
    );
}

/// Robots take every good, build every building, and are met by every event.
#[test]
fn robots_come_upon_everything() {
    let goods = ["stone", "wood", "tool", "cloth", "spice", "tobacco"];
    let buildings = [
        "firebrigade",
        "smithy",
        "church",
        "school",
        "bathhouse",
        "restaurant",
        "shipyard",
        "bigbranch",
    ];
    let events = ["pirate", "fire", "golden-times", "drew"];
    let wanted = goods.into_iter().chain(buildings).chain(events);
    let wanted: BTreeSet<String> = wanted.map(str::to_owned).collect();
    robots_come_upon((GAME, 4, GAMES_MAX), wanted, |event| {
        let fields = event.as_table().unwrap().values();
        fields
            .filter_map(|it| it.as_str().map(str::to_owned))
            .collect()
    });
}

/// The cells of each row of the handbook's table that begins with these words, its head first.
fn handbook_table(head: &str) -> Vec<Vec<String>> {
    let handbook = &GAME.pack().files["handbook.md"];
    let from = handbook.find(head).expect("such a table");
    let lines = handbook[from..].lines();
    let lines = lines.take_while(|it| it.starts_with('|'));
    let rows = lines.filter(|it| !it.starts_with("|---"));
    let cells = rows.map(|row| {
        let cells = row.trim_matches('|').split('|');
        cells.map(|it| it.trim().to_owned()).collect()
    });
    cells.collect()
}

/// The sum of what this says, of the stacks that so many players use.
fn by_stack(players: i64, of: impl Fn(i64) -> Option<i64>) -> i64 {
    (2..=players).filter_map(of).sum()
}

#[test]
fn the_handbook_counts_tiles_as_they_are() {
    let tiles: Tree = GAME.pack().files["tiles.toml"].parse().unwrap();
    let stacks = tiles["stack"].as_array().unwrap();
    let count = |players: i64, name: &str| {
        by_stack(players, |number| {
            let mut stacks = stacks.iter();
            let stack = stacks.find(|it| it["number"].as_integer() == Some(number))?;
            let own = stack.get(name).or_else(|| stack["branch"].get(name));
            own.and_then(Value::as_integer)
        })
    };
    let names = [
        "agreement",
        "treasure_gold",
        "treasure_upgrade",
        "spice",
        "tobacco",
        "cloth",
        "stone",
        "tool",
        "wood",
    ];
    let table = handbook_table("| Tiles |");
    assert_eq!(table.len(), names.len() + 2, "{table:?}");
    for (players, column) in (2_u8..=4).zip(1..) {
        let mut all = 0;
        for (row, name) in table[1..].iter().zip(names) {
            let tiles = count(i64::from(players), name);
            let none = if tiles == 0 {
                "-".to_owned()
            } else {
                tiles.to_string()
            };
            assert_eq!(row[column], none, "{name} of {players}");
            all += tiles;
        }
        let files = founded(GAME, &[], usize::from(players), 7).save();
        let mut state: Tree = files.state.parse().unwrap();
        let board = part(&mut state, &["sea"]).as_table().unwrap().len();
        assert_eq!(table[names.len() + 1][column], format!("{all}, {board}"));
    }
}

#[test]
fn the_handbook_counts_buildings_as_they_are() {
    let tiles: Tree = GAME.pack().files["tiles.toml"].parse().unwrap();
    let buildings = tiles["building"].as_array().unwrap();
    let table = handbook_table("| Players |");
    let mut named = 0;
    for (column, head) in table[0].iter().enumerate().skip(1) {
        let codes: Vec<&str> = head.split(", ").collect();
        for code in &codes {
            named += 1;
            let is_it = |it: &&Value| it["code"].as_str().unwrap().eq_ignore_ascii_case(code);
            let copies = &buildings.iter().find(is_it).unwrap()["copies_by_stack"];
            for row in &table[1..] {
                let of = |it: i64| copies.get(it.to_string()).and_then(Value::as_integer);
                let wanted = match (by_stack(row[0].parse().unwrap(), of), codes.len()) {
                    (0, _) => "none".to_owned(),
                    (copies, 1) => copies.to_string(),
                    (copies, _) => format!("{copies} each"),
                };
                assert_eq!(row[column], wanted, "{code} of {}", row[0]);
            }
        }
    }
    assert_eq!(named, buildings.len());
}
