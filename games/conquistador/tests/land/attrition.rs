//! C5: land attrition (4.8).

use super::scene::{Scene, hex, leader, men, seat, tables};
use packetboat_conquistador::map::Terrain;
use packetboat_conquistador::men::Men;
use packetboat_conquistador::reckon::ground;
use packetboat_conquistador::state::Stage;

/// A land hex of this adjusted level.
fn of_level(level: u32) -> String {
    let tables = tables();
    let mut hexes = tables.map.all().filter(|it| tables.map.is_land(*it));
    let found = hexes.find(|it| ground::attrition_level(&tables, *it) == level);
    found.expect("all levels are on the map").to_string()
}

/// What is lost by a power of 4C4S2M in a hex of a level.
fn lost(power: &str, level: u32, die: u32) -> Men {
    let place = of_level(level);
    let scene = Scene::new(&[power]).put(power, &place, "4C4S2M", &[]);
    let scene = scene.play(Stage::LandAttrition, &[die]);
    let mut lost = men("4C4S2M");
    lost -= scene.at(power, &place);
    lost
}

#[test]
fn all_thirty_cells() {
    let rows = [
        ["", "", "", "", ""],
        ["", "", "", "", "1C"],
        ["", "", "", "1C", "1S"],
        ["", "", "1C", "1S", "1C1S"],
        ["", "1C", "1S", "1C1S", "2C1S"],
        ["1C", "1S", "1C1S", "2C1S", "4C4S2M"],
    ];
    for (die, row) in (1..).zip(rows) {
        for (level, cell) in (1..).zip(row) {
            assert_eq!(
                lost("england", level, die),
                men(cell),
                "level {level}, die {die}"
            );
        }
    }
}

#[test]
fn the_star_spares_spain_or_by_the_option_nobody() {
    assert_eq!(lost("spain", 5, 2), men(""));
    assert_eq!(lost("spain", 4, 3), men(""));
    assert_eq!(lost("spain", 3, 4), men("1C"), "no star there");
    let place = of_level(5);
    let scene = Scene::new(&["spain"])
        .options(|it| it.star_by_colonist = true)
        .put("spain", &place, "2C", &[]);
    let scene = scene.play(Stage::LandAttrition, &[2]);
    assert_eq!(scene.at("spain", &place), men("1C"));
}

#[test]
fn two_cs_may_take_two_soldiers() {
    let place = of_level(4);
    let scene = Scene::new(&["spain"])
        .options(|it| it.two_soldiers = true)
        .put("spain", &place, "4C4S", &[]);
    let scene = scene.play(Stage::LandAttrition, &[6]);
    assert_eq!(scene.at("spain", &place), men("2C2S"));
}

#[test]
fn a_missing_kind_is_replaced_by_the_option_only() {
    let left = |substitute: bool| {
        let place = of_level(3);
        let scene = Scene::new(&["spain"])
            .options(|it| it.substitute = substitute)
            .put("spain", &place, "3S", &[]);
        let scene = scene.play(Stage::LandAttrition, &[6]);
        scene.at("spain", &place)
    };
    assert_eq!(left(false), men("2S"));
    assert_eq!(left(true), men("1S"));
}

#[test]
fn a_leader_without_soldiers_counts_as_one() {
    // Balboa leaves in turn 5, Solis too: of these two the first by id.
    let place = of_level(3);
    let scene = Scene::new(&["spain"]).put("spain", &place, "1C", &["solis", "balboa", "ponce"]);
    let scene = scene.play(Stage::LandAttrition, &[5]);
    assert_eq!(
        scene.led("spain", &place),
        [leader("ponce"), leader("solis")]
    );
    assert!(
        scene
            .state
            .own(seat("spain"))
            .gone
            .contains(&leader("balboa"))
    );
    let scene = Scene::new(&["spain"]).put("spain", &place, "1S", &["ponce"]);
    let scene = scene.play(Stage::LandAttrition, &[5]);
    assert_eq!(scene.led("spain", &place), [leader("ponce")]);
}

#[test]
fn where_all_are_lost_each_leader_has_a_die() {
    let place = of_level(5);
    let scene = Scene::new(&["spain"]).put("spain", &place, "2C2S1M", &["balboa", "ponce"]);
    let scene = scene.play(Stage::LandAttrition, &[6, 4, 5]);
    assert_eq!(scene.at("spain", &place), men(""));
    assert_eq!(scene.led("spain", &place), [leader("balboa")]);
}

#[test]
fn terrain_and_water_adjust_the_level() {
    // Vector 7. Veracruz: 2 + 1 − 1. Cuzco: 3 + 1.
    let tables = tables();
    assert_eq!(ground::attrition_level(&tables, hex("azt_veracruz")), 2);
    assert_eq!(ground::attrition_level(&tables, hex("inc_cuzco")), 4);
    let mut spared = 0;
    for it in tables.map.all().filter(|it| tables.map.is_land(*it)) {
        let area = tables.map.area(it).expect("land");
        let base = tables.map.area_of(area).attrition;
        let hard = u32::from(tables.map.terrain(it) != Some(Terrain::Clear));
        let water = u32::from(tables.map.by_water(it));
        let level = (base + hard - water).clamp(1, 5);
        assert_eq!(ground::attrition_level(&tables, it), level, "{it}");
        spared += 1;
    }
    assert!(spared > 600);
    let scene = Scene::new(&["spain"])
        .put("spain", "azt_veracruz", "2S", &[])
        .put("spain", "inc_cuzco", "2C2S", &[]);
    let scene = scene.play(Stage::LandAttrition, &[6, 5]);
    assert_eq!(scene.at("spain", "azt_veracruz"), men("1S"));
    assert_eq!(scene.at("spain", "inc_cuzco"), men("1C1S"));
}

#[test]
fn powers_that_share_a_hex_check_apart() {
    // Q111.
    let place = of_level(3);
    let scene = Scene::new(&["spain", "england"])
        .put("spain", &place, "2C", &[])
        .put("england", &place, "2S", &[]);
    let scene = scene.play(Stage::LandAttrition, &[4, 5]);
    assert_eq!(scene.at("spain", &place), men("1C"));
    assert_eq!(scene.at("england", &place), men("1S"));
}

#[test]
fn hexes_check_in_the_order_of_areas() {
    // Newfoundland stands before Canada in the list, whatever the numbers of the hexes say.
    assert!(hex("can_gaspe") < hex("nfl_avalon"));
    let scene = Scene::new(&["england"])
        .put("england", "can_gaspe", "2C2S", &[])
        .put("england", "nfl_avalon", "2C2S", &[]);
    let scene = scene.play(Stage::LandAttrition, &[6, 1]);
    assert!(scene.at("england", "nfl_avalon").total() < 4);
    assert_eq!(scene.at("england", "can_gaspe"), men("2C2S"));
}
