//! Who and what is on which ship (3.12).

use super::scene::{SPAIN, Scene, leader, lot, men, tables};
use packetboat_conquistador::men::Hull::{Caravel, Carrack, Galleon};
use packetboat_conquistador::men::{Kind, Men};
use packetboat_conquistador::reckon::cargo;
use packetboat_conquistador::state::Stage;

#[test]
fn each_unit_goes_where_most_room_is_and_nothing_beyond_it() {
    let mut scene = Scene::at(Stage::Hemispheric);
    let fleet = scene.ships(SPAIN, "S1", "europe", &[Caravel, Carrack, Carrack]);
    let left = cargo::load(tables(), fleet, men(3, 7, 0), &[]);
    assert_eq!(left, men(0, 1, 0));
    let aboard: Vec<Men> = fleet.ships.iter().map(|it| it.men).collect();
    // Colonists: second, third, second. Then Soldiers by what is left; of equals the Carracks.
    assert_eq!(aboard, [men(0, 1, 0), men(2, 2, 0), men(1, 3, 0)]);
    assert_eq!(cargo::room(tables(), fleet), 0);
}

#[test]
fn galleon_fleets_carry_soldiers_and_gold_only() {
    let mut scene = Scene::at(Stage::Hemispheric);
    let fleet = scene.ships(SPAIN, "S1", "europe", &[Galleon, Caravel]);
    assert_eq!(cargo::room_for(tables(), fleet, Kind::Colonist), 1);
    assert_eq!(cargo::room_for(tables(), fleet, Kind::Soldier), 21);
    let left = cargo::load(tables(), fleet, men(2, 3, 1), &[]);
    assert_eq!(left, men(1, 0, 1));
    assert_eq!(fleet.ships[0].men, men(0, 3, 0));
}

#[test]
fn leaders_go_to_soldiers_one_a_ship_while_ships_last() {
    let mut scene = Scene::at(Stage::Hemispheric);
    let fleet = scene.ships(SPAIN, "S1", "europe", &[Carrack, Caravel]);
    fleet.ships[1].men = men(0, 1, 0);
    let all = ["balboa", "ponce", "solis"].map(leader);
    cargo::load(tables(), fleet, Men::NONE, &all);
    assert_eq!(fleet.ships[1].leaders, [all[0], all[2]]);
    assert_eq!(fleet.ships[0].leaders, [all[1]]);
}

#[test]
fn gold_takes_a_point_for_ten_ducats_or_part() {
    let mut scene = Scene::at(Stage::Hemispheric);
    let fleet = scene.ships(SPAIN, "S1", "europe", &[Carrack]);
    fleet.ships[0].men = men(0, 2, 0);
    assert_eq!(cargo::gold_room(tables(), fleet), 20);
    assert_eq!(cargo::load_gold(tables(), fleet, lot(SPAIN, 5)), 5);
    assert_eq!(cargo::free(tables(), &fleet.ships[0]), 1);
    assert_eq!(cargo::load_gold(tables(), fleet, lot(SPAIN, 30)), 15);
    assert_eq!(cargo::room(tables(), fleet), 0);
    assert!(fleet.ships[0].gold.iter().all(|it| it.shipped));
    let lots = cargo::unload_gold(fleet, Some(12));
    assert_eq!(lots.iter().map(|it| it.ducats).sum::<u32>(), 12);
    assert_eq!(fleet.gold(), 8);
}

#[test]
fn men_leave_the_lowest_ship_first() {
    let mut scene = Scene::at(Stage::Hemispheric);
    let fleet = scene.ships(SPAIN, "S1", "europe", &[Carrack, Carrack]);
    cargo::load(tables(), fleet, men(0, 4, 0), &[leader("cortes")]);
    let off = cargo::unload(fleet, men(0, 3, 0), &[leader("cortes")]);
    assert_eq!(off[0], (0, men(0, 2, 0), vec![leader("cortes")]));
    assert_eq!(off[1], (1, men(0, 1, 0), vec![]));
}
