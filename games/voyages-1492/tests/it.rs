//! 1492 as a whole: what an answer to a shot shows nobody, and that robots come upon everything
//! there is. Single rules are cases (`cases/`).

#![allow(
    clippy::unwrap_used,
    reason = "a test that cannot go on fails by panicking"
)]

mod help;
mod picture;

use packetboat_core::engine::account::{Became, Why};
use packetboat_core::engine::game::Table;
use packetboat_core::engine::seat::Viewer;
use packetboat_testkit::position::{
    dice, file, founded, opened, part, read_by, robots_come_upon, seat,
};
use packetboat_voyages_1492::GAME;
use std::collections::BTreeSet;
use toml::{Table as Tree, Value};

packetboat_testkit::owes!(GAME);

/// Far more games than robots need to come upon everything.
const GAMES_MAX: u8 = 60;

/// Red is beside Blue with all guns, all cards but a Volley and all it needs; Blue holds `card`.
fn at_gunpoint(card: &str) -> Box<dyn Table> {
    let files = founded(GAME, &[], 3, 7).save();
    let mut state: Tree = files.state.parse().unwrap();
    let ships = part(&mut state, &["sea", "ships"]).as_array().unwrap();
    let places: Vec<String> = ships
        .iter()
        .map(|it| it["seat"].as_str().unwrap().to_owned())
        .collect();
    for (at, name) in places.iter().enumerate() {
        let at = at.to_string();
        let hex = match name.as_str() {
            "red" => "0506",
            "blue" => "0507",
            _ => "1106",
        };
        *part(&mut state, &["sea", "ships", &at, "hex"]) = hex.into();
        if name == "red" {
            let guns: Vec<Value> = vec!["cannon".into(), "mortar".into()];
            let ship = part(&mut state, &["sea", "ships", &at]);
            ship.as_table_mut()
                .unwrap()
                .insert("upgrades".to_owned(), guns.into());
            for kind in ["gold", "food", "wood", "gunpowder", "metal"] {
                *part(&mut state, &["sea", "ships", &at, "blocks", kind]) = 8.into();
            }
        }
    }
    let hand =
        |cards: &[&str]| Value::from(cards.iter().map(|it| Value::from(*it)).collect::<Vec<_>>());
    let own = ["CHAIN", "GRAPE", "BOMB", "HOOK", "RAM"];
    *part(&mut state, &["hands", "red"]) = hand(&own);
    *part(&mut state, &["hands", "blue"]) = hand(&[card]);
    opened(GAME, &state, files)
}

/// All that the others read after a round in which Red attacks Blue so, and Blue answers so.
fn read_by_others(card: &str, attack: &str, answer: &str) -> String {
    // Who rams moves into the other's hex.
    let to = if attack.ends_with("RAM") { "E" } else { "STAY" };
    let red = format!("MOVE {to}\n{attack}");
    let viewers = [seat("red"), seat("green"), Viewer::Public];
    read_by(
        at_gunpoint(card),
        &[("red", &red), ("blue", answer)],
        &viewers,
    )
}

/// Whether Blue holds a Volley it does not use, would use one it does not hold, or has nothing to
/// answer with, changes no byte of what others read, nor what is asked of whom.
#[test]
fn a_volley_that_is_not_used_shows_nowhere() {
    for weapon in ["CANNON", "MORTAR", "CHAIN", "GRAPE", "BOMB", "HOOK", "RAM"] {
        let attack = format!("ATTACK blue WITH {weapon}");
        let plain = read_by_others("HOOK", &attack, "REACT VOLLEY NEVER");
        assert!(plain.contains("\"attack\""), "{weapon}: {plain}");
        for (card, answer) in [
            ("VOLLEY", "REACT VOLLEY NEVER"),
            ("GRAPE", "REACT VOLLEY ALWAYS"),
            ("GRAPE", ""),
            ("VOLLEY", "REACT VOLLEY FROM green"),
            ("BOMB", "REACT VOLLEY IF SINKS SHOOTER"),
        ] {
            let other = read_by_others(card, &attack, answer);
            assert_eq!(plain, other, "{weapon}: {card}, {answer}");
        }
    }
    // And it can fail: a Volley that is used is seen.
    let attack = "ATTACK blue WITH CANNON";
    let back = read_by_others("VOLLEY", attack, "REACT VOLLEY ALWAYS");
    assert!(back.contains("\"volleyed\""), "{back}");
}

/// Robots draw every card, buy every upgrade, fire every shot and kill every monster.
#[test]
fn robots_come_upon_everything() {
    let pack = GAME.pack();
    let cards: Tree = pack.files["cards.toml"].parse().unwrap();
    let codes = |it: &Value| it.get("code").and_then(Value::as_str).map(str::to_owned);
    let cards = cards.values().filter_map(Value::as_array).flatten();
    let mut wanted: BTreeSet<String> = cards.filter_map(codes).collect();
    assert!(wanted.len() > 30, "{wanted:?}");
    let bought = ["cannon", "mortar", "map", "tradingpost"].map(|it| format!("bought {it}"));
    let weapons = ["cannon", "mortar", "chain", "grape", "bomb", "hook", "ram"];
    let shots = weapons.map(|it| format!("attack {it}"));
    let others = [
        "volleyed", "outpost", "king", "blockade", "traded", "loot", "duel",
    ];
    wanted.extend(bought.into_iter().chain(shots));
    wanted.extend(others.map(str::to_owned));
    robots_come_upon((GAME, 6, GAMES_MAX), wanted, |event| {
        let text = |it: &str| event.get(it).and_then(Value::as_str).unwrap_or_default();
        let name = text("event").to_owned();
        let things = ["card", "what", "weapon"].map(text).into_iter();
        let pairs = things.clone().map(|it| format!("{name} {it}"));
        let kinds = pairs.chain(things.map(str::to_owned));
        kinds.chain([name.clone()]).collect()
    });
}

/// Of an attack that names nobody the report says what it lacks against who is in reach.
#[test]
fn an_attack_that_fails_says_what_it_lacks() {
    let files = at_gunpoint("HOOK").save();
    let mut state: Tree = files.state.parse().unwrap();
    let ships = part(&mut state, &["sea", "ships"]).as_array_mut().unwrap();
    let red = ships
        .iter_mut()
        .find(|it| it["seat"].as_str() == Some("red"));
    red.unwrap()["blocks"]["gunpowder"] = 0.into();
    let mut table = opened(GAME, &state, files);
    file(
        &mut *table,
        &[("red", "MOVE STAY\nATTACK WEAKEST WITH CANNON")],
    );
    table.play(&mut dice(7, 9), true).unwrap();
    let page = table.page(seat("red"), &[]).unwrap();
    let attack = page.accounts.iter().find(|it| it.line == 2).unwrap();
    let lacks = |it: &Why| it.reason.value()["lacks"] == "1 gunpowder";
    assert!(attack.why.iter().any(lacks), "{:?}", attack.why);
}

/// A standing line that has acted once is reported in later reports too, as long as it is in force.
#[test]
fn a_standing_line_that_has_acted_is_waiting_again() {
    let mut table = at_gunpoint("VOLLEY");
    let red = "MOVE STAY\nATTACK blue WITH CANNON";
    let blue = "STANDING REACT VOLLEY ALWAYS";
    file(&mut *table, &[("red", red), ("blue", blue)]);
    let became = |table: &dyn Table| {
        let page = table.page(seat("blue"), &[]).unwrap();
        let line = page.accounts.iter().find(|it| it.text == blue);
        line.map(|it| it.became)
    };
    table.play(&mut dice(7, 9), true).unwrap();
    assert_eq!(became(&*table), Some(Became::Done));
    table.stored();
    table.play(&mut dice(7, 10), true).unwrap();
    assert_eq!(became(&*table), Some(Became::Waiting));
}
