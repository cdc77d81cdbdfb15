//! The registry: every game in it pays what it owes, and no folder of a game is forgotten.

use crate::sources::{members, read};
use packetboat::games::SHIPPED;
use packetboat_testkit::contract::draws_in_the_open;
use packetboat_tools::games;
use std::collections::BTreeSet;

/// Its tests are made by the macro that holds them all.
#[test]
fn every_game_owes() {
    for game in games::all() {
        let tests = read(&format!("games/{}/tests/it.rs", game.id()));
        assert!(tests.contains("owes!("), "{} owes nothing", game.id());
    }
}

#[test]
fn every_folder_of_a_game_has_its_row() {
    let ids: BTreeSet<String> = games::all().iter().map(|it| it.id().to_owned()).collect();
    let folders = members().into_iter().filter_map(|member| {
        let id = member.strip_prefix("games/")?;
        (!["kit", "toy"].contains(&id)).then(|| id.to_owned())
    });
    assert_eq!(folders.collect::<BTreeSet<_>>(), ids);
}

/// Where no die were ever thrown in the open, that all are told of them would prove nothing.
#[test]
fn most_games_draw_in_the_open() {
    let drawn = games::all().into_iter().filter(|it| draws_in_the_open(*it));
    let drawn: Vec<&str> = drawn.map(packetboat::engine::game::Game::id).collect();
    assert!(drawn.len() >= 5, "{drawn:?}");
}

/// Of the toys the program that clubs run has the one that `doctor` plays.
#[test]
fn one_toy_is_shipped() {
    let toys = SHIPPED.all().filter(|it| it.id().starts_with("toy/"));
    let toys: Vec<&str> = toys.map(packetboat::engine::game::Game::id).collect();
    assert_eq!(toys, ["toy/sealed"]);
}
