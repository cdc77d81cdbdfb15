//! Option `privateer_cruise` (3.8): Privateers lie in wait for gold that leaves for Europe.

use super::scene::{ENGLAND, FRANCE, SPAIN, Scene, at, label, leader, lot, seat, stance};
use packetboat_conquistador::ids::At;
use packetboat_conquistador::men::Hull::Carrack;
use packetboat_conquistador::orders::Stance;
use packetboat_conquistador::sea::events::Event;
use packetboat_conquistador::state::{Bond, Stage};
use packetboat_core::engine::seat::Viewer;

/// Drake lies off Cuba; two Spanish expeditions with gold leave Cuba for Europe.
fn plate_fleet(option: bool) -> Scene {
    let mut scene = Scene::at(Stage::Sailing);
    scene.state.open.turn = 18;
    scene.state.open.options.privateer_cruise = option;
    scene.port(SPAIN, "car_cuba");
    for (name, gold) in [("S1", 10), ("S2", 40)] {
        let ships = scene.ships(SPAIN, name, "car_cuba", &[Carrack]);
        ships.ships[0].gold.push(lot(SPAIN, gold));
    }
    let e1 = scene.ships(ENGLAND, "E1", "car_cuba", &[Carrack, Carrack]);
    e1.cruise = true;
    e1.returns = Some(packetboat_conquistador::orders::Return::Home);
    e1.ships[0].leaders.push(leader("drake"));
    scene.line(SPAIN, stance(Stance::Fight));
    scene
}

fn fights(scene: &Scene) -> usize {
    let told = scene.heard(Viewer::Public);
    told.iter()
        .filter(|it| matches!(it, Event::SeaFight { .. }))
        .count()
}

#[test]
fn he_attacks_the_richest_before_anything_sails_and_all_then_sail() {
    let mut scene = plate_fleet(true);
    // 4:2 shifted to 3:1, a 3: D1 (one of one).
    scene.play(&[3]);
    assert_eq!(fights(&scene), 1);
    assert!(scene.is_gone(SPAIN, "S2"));
    assert_eq!(scene.expedition(SPAIN, "S1").at, At::Europe);
    let e1 = scene.expedition(ENGLAND, "E1");
    assert_eq!((e1.at, e1.gold(), e1.cruise), (At::Europe, 40, false));
    assert_eq!(scene.state.open.stage, Stage::FinalAttrition);
}

#[test]
fn without_the_option_nobody_fights_in_d() {
    let mut scene = plate_fleet(false);
    scene.play(&[]);
    assert_eq!(fights(&scene), 0);
    assert_eq!(scene.expedition(SPAIN, "S2").at, At::Europe);
}

#[test]
fn not_without_a_privateer_not_in_peace_not_in_another_zone() {
    let mut scene = plate_fleet(true);
    let own = scene.own(ENGLAND);
    own.expeditions.get_mut(&label("E1")).expect("there").ships[0]
        .leaders
        .clear();
    scene.play(&[]);
    assert_eq!(fights(&scene), 0);
    let mut scene = plate_fleet(true);
    scene.deal(Bond::Peace {
        one: seat(SPAIN),
        other: seat(ENGLAND),
        area: None,
        until: 20,
    });
    scene.play(&[]);
    assert_eq!(fights(&scene), 0);
    let mut scene = plate_fleet(true);
    let own = scene.own(ENGLAND);
    own.expeditions.get_mut(&label("E1")).expect("there").at = at("bermuda");
    scene.play(&[]);
    assert_eq!(fights(&scene), 0);
    assert_eq!(scene.told(FRANCE).len(), 3, "three crossings are seen");
}
