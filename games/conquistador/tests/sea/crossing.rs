//! B1: crossings (3.3).

use super::scene::{ENGLAND, SPAIN, Scene, at, label, men, seat, tables};
use packetboat_conquistador::ids::At;
use packetboat_conquistador::men::Hull::{Caravel, Carrack, Galleon};
use packetboat_conquistador::sea::events::Event;
use packetboat_conquistador::state::Stage;
use packetboat_core::engine::seat::Viewer;

#[test]
fn crosses_to_the_hex_of_its_block_and_keeps_its_men_aboard() {
    let mut scene = Scene::at(Stage::Crossing);
    let s1 = scene.ships(SPAIN, "S1", "europe", &[Carrack, Carrack]);
    s1.crossing = Some(at("pan_nombre"));
    s1.ships[0].men = men(2, 2, 0);
    scene.play(&[]);
    let s1 = scene.expedition(SPAIN, "S1");
    assert_eq!(s1.at, at("pan_nombre"));
    assert_eq!((s1.crossed_b, s1.sailed_b, s1.left_europe), (5, 5, true));
    assert_eq!(s1.men(), men(2, 2, 0));
    assert_eq!(s1.crossing, None);
    assert_eq!(scene.state.open.stage, Stage::Hemispheric);
    let own = matches!(
        scene.told(SPAIN)[..],
        [Event::ExpeditionCrossed { bounds: 5, .. }]
    );
    assert!(own, "{:?}", scene.told(SPAIN));
    let seen = matches!(
        scene.heard(Viewer::Public)[..],
        [Event::ShipsCrossed { ships, .. }] if ships == "2 Carracks"
    );
    assert!(seen, "others see ships, and no label");
}

#[test]
fn comes_home_and_counts_the_hex_it_leaves() {
    let mut scene = Scene::at(Stage::Crossing);
    scene
        .ships(SPAIN, "S1", "azt_veracruz", &[Caravel])
        .crossing = Some(At::Europe);
    scene.play(&[]);
    let s1 = scene.expedition(SPAIN, "S1");
    assert_eq!((s1.at, s1.sailed_b, s1.left_europe), (At::Europe, 5, false));
    assert!(s1.touched.contains(&"wgul".parse().expect("a zone")));
}

#[test]
fn nobody_exceeds_his_bounds_unless_told_to() {
    let mut scene = Scene::at(Stage::Crossing);
    for (name, exceed) in [("S1", 0), ("S2", 1)] {
        let ships = scene.ships(SPAIN, name, "europe", &[Caravel]);
        ships.crossing = Some(at("pan_nombre"));
        ships.bounds = 4;
        ships.exceed = exceed;
    }
    scene.play(&[]);
    assert_eq!(scene.expedition(SPAIN, "S1").at, At::Europe);
    assert_eq!(scene.expedition(SPAIN, "S2").at, at("pan_nombre"));
    let refused = scene.told(SPAIN);
    let refused = refused.iter().find_map(|it| match it {
        Event::VoyagePassedOver { label, why, .. } => Some((*label, why.as_str())),
        _ => None,
    });
    let why = "it needs 5 Bounds this turn and has 4";
    assert_eq!(refused, Some((label("S1"), why)));
    assert!(
        scene
            .told(ENGLAND)
            .iter()
            .all(|it| !matches!(it, Event::VoyagePassedOver { .. }))
    );
}

#[test]
fn galleon_fleets_cross_to_own_ports_only() {
    let mut scene = Scene::at(Stage::Crossing);
    scene.port(SPAIN, "car_cuba");
    for (name, to) in [("S1", "car_cuba"), ("S2", "car_hispaniola")] {
        scene.ships(SPAIN, name, "europe", &[Galleon]).crossing = Some(at(to));
    }
    scene.play(&[]);
    assert_eq!(scene.expedition(SPAIN, "S1").at, at("car_cuba"));
    assert_eq!(scene.expedition(SPAIN, "S2").at, At::Europe);
}

#[test]
fn ships_of_two_powers_may_lie_in_one_hex_others_hold() {
    // Q76, Q77.
    let mut scene = Scene::at(Stage::Crossing);
    scene.port("portugal", "azt_veracruz");
    scene.ships(SPAIN, "S1", "europe", &[Caravel]).crossing = Some(at("azt_veracruz"));
    scene.ships(ENGLAND, "E1", "europe", &[Caravel]).crossing = Some(at("azt_veracruz"));
    scene.play(&[]);
    assert_eq!(scene.expedition(SPAIN, "S1").at, at("azt_veracruz"));
    assert_eq!(scene.expedition(ENGLAND, "E1").at, at("azt_veracruz"));
}

#[test]
fn nothing_crosses_from_up_river_or_along_the_coast() {
    let mut scene = Scene::at(Stage::Crossing);
    scene
        .ships(SPAIN, "S1", "can_hochelaga", &[Caravel])
        .crossing = Some(At::Europe);
    scene.ships(SPAIN, "S2", "car_cuba", &[Caravel]).crossing = Some(at("azt_veracruz"));
    scene.play(&[]);
    assert_eq!(scene.expedition(SPAIN, "S1").at, at("can_hochelaga"));
    assert_eq!(scene.expedition(SPAIN, "S2").at, at("car_cuba"));
}

#[test]
fn a_crossing_ends_at_an_anchorage_too_and_touches_its_zone_only() {
    let mut scene = Scene::at(Stage::Crossing);
    scene.ships(ENGLAND, "E1", "europe", &[Caravel]).crossing = Some(at("bermuda"));
    scene.play(&[]);
    let e1 = scene.expedition(ENGLAND, "E1");
    let zones: Vec<String> = e1
        .touched
        .iter()
        .map(std::string::ToString::to_string)
        .collect();
    assert_eq!((e1.at, zones), (at("bermuda"), vec!["virc".to_owned()]));
    assert!(tables().map.is_sea(super::scene::hex("bermuda")));
    assert!(e1.new_marks.is_empty());
}

#[test]
fn where_a_crossing_ends_is_discovered_unless_somebody_has() {
    let mut scene = Scene::at(Stage::Crossing);
    scene.ships(ENGLAND, "E1", "europe", &[Caravel]).crossing = Some(at("azt_veracruz"));
    scene.ships(ENGLAND, "E2", "europe", &[Caravel]).crossing = Some(at("bra_bahia"));
    let brazil = "N14".parse().expect("a discovery");
    scene.state.open.discovered.insert(brazil, seat(SPAIN));
    scene.play(&[]);
    let marks = |name| -> Vec<String> {
        let marks = &scene.expedition(ENGLAND, name).new_marks;
        marks.iter().map(std::string::ToString::to_string).collect()
    };
    assert_eq!(marks("E1"), ["N10"]);
    assert!(marks("E2").is_empty());
}

#[test]
fn a_leader_whose_time_is_over_leaves_where_he_lands() {
    // Columbus serves until turn 2; this is turn 5.
    let mut scene = Scene::at(Stage::Crossing);
    for (name, to) in [("S1", "car_cuba"), ("S2", "bermuda")] {
        let ships = scene.ships(SPAIN, name, "europe", &[Caravel]);
        ships.crossing = Some(at(to));
        let id = if name == "S1" { "columbus" } else { "ojeda" };
        ships.ships[0].leaders.push(super::scene::leader(id));
    }
    scene.play(&[]);
    assert!(scene.expedition(SPAIN, "S1").leaders().is_empty());
    assert!(
        !scene.expedition(SPAIN, "S2").leaders().is_empty(),
        "still at sea"
    );
    assert!(
        scene
            .own(SPAIN)
            .gone
            .contains(&super::scene::leader("columbus"))
    );
}
