//! B2: HEMI, EMBARK, DEBARK (3.4 to 3.6).

use super::scene::{
    ENGLAND, PORTUGAL, SPAIN, Scene, at, debark, embark, everybody, hemi, hex, label, leader, lot,
    men, seat, units,
};
use packetboat_conquistador::men::Hull::{Caravel, Carrack, Galleon};
use packetboat_conquistador::men::Kind;
use packetboat_conquistador::orders::{Order, Spot};
use packetboat_conquistador::sea::events::Event;
use packetboat_conquistador::state::{Bond, Stage};

#[test]
fn lines_are_carried_out_from_top_to_bottom() {
    let mut scene = Scene::at(Stage::Hemispheric);
    scene
        .ships(ENGLAND, "E1", "nfl_avalon", &[Caravel])
        .left_europe = true;
    scene.line(ENGLAND, hemi("E1", "can_hochelaga"));
    scene.line(ENGLAND, hemi("E1", "can_gaspe"));
    scene.play(&[]);
    let e1 = scene.expedition(ENGLAND, "E1");
    assert_eq!(e1.at, at("can_gaspe"));
    assert!(
        e1.new_marks.iter().any(|it| it.as_str() == "N02"),
        "St Lawrence"
    );
    let moved = scene.told(ENGLAND);
    let moved = moved
        .iter()
        .filter(|it| matches!(it, Event::ExpeditionMoved { .. }));
    assert_eq!(moved.count(), 2);
    assert_eq!(
        e1.sailed_b,
        e1.mp.div_ceil(6).max(3),
        "at least as far as it ends"
    );
}

#[test]
fn a_river_costs_a_point_for_each_hex_and_carracks_stay_below() {
    let mut scene = Scene::at(Stage::Hemispheric);
    scene.ships(ENGLAND, "E1", "can_tadoussac", &[Caravel]);
    scene.ships(ENGLAND, "E2", "nfl_ray", &[Carrack]);
    scene.line(ENGLAND, hemi("E1", "can_hochelaga"));
    scene.line(ENGLAND, hemi("E2", "can_hochelaga"));
    scene.play(&[]);
    assert_eq!(scene.expedition(ENGLAND, "E1").at, at("can_hochelaga"));
    let e2 = scene.expedition(ENGLAND, "E2");
    assert_ne!(e2.at, at("can_hochelaga"));
    let short = scene.told(ENGLAND);
    assert!(
        short
            .iter()
            .any(|it| matches!(it, Event::ExpeditionMoved { short: true, .. }))
    );
}

#[test]
fn a_line_that_would_exceed_is_passed_over_unless_it_says_so() {
    for (exceed, moves) in [(None, false), (Some(1), true)] {
        let mut scene = Scene::at(Stage::Hemispheric);
        let e1 = scene.ships(ENGLAND, "E1", "nfl_avalon", &[Caravel]);
        e1.bounds = 0;
        scene.line(
            ENGLAND,
            Order::Hemi {
                label: label("E1"),
                via: Vec::new(),
                to: at("nfl_breton"),
                exceed,
            },
        );
        scene.play(&[]);
        let there = scene.expedition(ENGLAND, "E1").at == at("nfl_breton");
        assert_eq!(there, moves);
        assert_eq!(scene.passed_over.is_empty(), moves);
    }
}

#[test]
fn refused_lines_say_why() {
    let mut scene = Scene::at(Stage::Hemispheric);
    scene.ships(ENGLAND, "E1", "europe", &[Caravel]);
    scene.ships(ENGLAND, "E2", "nfl_avalon", &[Galleon]);
    scene.line(ENGLAND, hemi("E1", "nfl_avalon"));
    scene.line(ENGLAND, hemi("E2", "nfl_breton"));
    scene.line(ENGLAND, hemi("E3", "nfl_breton"));
    scene.line(ENGLAND, hemi("E2", "azt_tenochtitlan"));
    scene.line(ENGLAND, hemi("E2", "europe"));
    scene.line(ENGLAND, debark("E2", units(&[(Kind::Soldier, 1)], &[])));
    scene.line(ENGLAND, embark("E2", everybody()));
    scene.play(&[]);
    let wanted = [
        "E1 is in Europe",
        "a Galleon Fleet sails to Europe and own Ports only",
        "there is no expedition E3",
        "ships cannot reach Tenochtitlan",
        "ships sail to Europe by a crossing only",
        "none of those named is aboard and finds room ashore",
        "you have no units at Avalon",
    ];
    assert_eq!(scene.passed_over, wanted);
}

#[test]
fn galleon_fleets_go_from_port_to_port() {
    let mut scene = Scene::at(Stage::Hemispheric);
    scene.port(SPAIN, "car_cuba");
    scene.ships(SPAIN, "S1", "car_hispaniola", &[Galleon]);
    scene.line(SPAIN, hemi("S1", "car_cuba"));
    scene.play(&[]);
    assert_eq!(scene.expedition(SPAIN, "S1").at, at("car_cuba"), "Q97 too");
}

#[test]
fn via_names_hexes_zones_and_areas() {
    let mut scene = Scene::at(Stage::Hemispheric);
    scene.ships(SPAIN, "S1", "car_cuba", &[Carrack]);
    let area = Spot::Area {
        area: "MAY".parse().expect("an Area"),
    };
    scene.line(
        SPAIN,
        Order::Hemi {
            label: label("S1"),
            via: vec![
                area,
                Spot::Place {
                    at: at("azt_veracruz"),
                },
            ],
            to: at("may_campeche"),
            exceed: None,
        },
    );
    scene.play(&[]);
    let s1 = scene.expedition(SPAIN, "S1");
    assert_eq!(s1.at, at("may_campeche"));
    assert!(
        s1.new_marks.iter().any(|it| it.as_str() == "N10"),
        "it was at Veracruz"
    );
}

#[test]
fn the_amazon_is_descended_by_caravels_in_one_voyage() {
    let mut scene = Scene::at(Stage::Hemispheric);
    scene.ships(PORTUGAL, "L1", "ama_para", &[Caravel]);
    scene.line(PORTUGAL, hemi("L1", "ama_maranon"));
    scene.line(PORTUGAL, hemi("L1", "ama_para"));
    scene.play(&[]);
    let marks = &scene.expedition(PORTUGAL, "L1").new_marks;
    assert!(marks.iter().any(|it| it.as_str() == "L08"), "{marks:?}");
}

#[test]
fn men_go_aboard_as_far_as_there_is_room_and_stay_there() {
    let mut scene = Scene::at(Stage::Hemispheric);
    scene.ashore(SPAIN, "car_cuba", men(3, 3, 0), &["balboa"]);
    scene.ships(SPAIN, "S1", "car_cuba", &[Carrack]);
    scene.line(
        SPAIN,
        embark("S1", units(&[(Kind::Soldier, 5)], &["balboa"])),
    );
    scene.line(SPAIN, embark("S1", everybody()));
    scene.line(SPAIN, hemi("S1", "car_jamaica"));
    scene.play(&[]);
    let s1 = scene.expedition(SPAIN, "S1");
    assert_eq!(
        s1.men(),
        men(1, 3, 0),
        "who embarked in this B2 stays aboard"
    );
    assert!(s1.leaders().contains(&leader("balboa")));
    assert_eq!(scene.men_at(SPAIN, "car_cuba"), men(2, 0, 0));
    let left = scene.told(SPAIN);
    let left = left.iter().find_map(|it| match it {
        Event::Embarked { left_out, .. } => Some(left_out.as_str()),
        _ => None,
    });
    assert_eq!(left, Some("2 Soldiers"));
}

#[test]
fn men_put_ashore_by_a_line_are_tied_to_their_ship() {
    // Q79: those embarked in this B2 like any other.
    let mut scene = Scene::at(Stage::Hemispheric);
    scene.ashore(SPAIN, "car_cuba", men(2, 1, 0), &[]);
    scene.ships(SPAIN, "S1", "car_cuba", &[Carrack]);
    scene.line(SPAIN, embark("S1", units(&[(Kind::Soldier, 1)], &[])));
    scene.line(SPAIN, hemi("S1", "car_jamaica"));
    scene.line(SPAIN, debark("S1", units(&[(Kind::Soldier, 1)], &[])));
    scene.play(&[]);
    assert_eq!(scene.men_at(SPAIN, "car_jamaica"), men(0, 1, 0));
    let landed = &scene.expedition(SPAIN, "S1").ships[0].landed;
    assert_eq!(landed[0].hex, hex("car_jamaica"));
    assert_eq!(landed[0].men, men(0, 1, 0));
}

#[test]
fn nobody_debarks_into_a_hex_of_others_without_passage() {
    for passage in [false, true] {
        let mut scene = Scene::at(Stage::Hemispheric);
        scene.ashore(ENGLAND, "car_jamaica", men(1, 0, 0), &[]);
        scene.ships(SPAIN, "S1", "car_jamaica", &[Carrack]).ships[0].men = men(0, 2, 0);
        if passage {
            scene.deal(Bond::Passage {
                grantor: seat(ENGLAND),
                guest: seat(SPAIN),
                area: "CAR".parse().expect("an Area"),
                until: 9,
            });
        }
        scene.line(SPAIN, debark("S1", everybody()));
        scene.play(&[]);
        let there = scene.men_at(SPAIN, "car_jamaica") == men(0, 2, 0);
        assert_eq!(there, passage);
    }
}

#[test]
fn gold_is_landed_in_friendly_ports_only() {
    for (port, deal, lands) in [
        (None, false, false),
        (Some(SPAIN), false, true),
        (Some(ENGLAND), false, false),
        (Some(ENGLAND), true, true),
    ] {
        let mut scene = Scene::at(Stage::Hemispheric);
        let s1 = scene.ships(SPAIN, "S1", "pan_panama", &[Carrack]);
        s1.ships[0].gold.push(lot(SPAIN, 30));
        if let Some(power) = port {
            scene.port(power, "pan_panama");
        }
        if deal {
            scene.deal(Bond::Ports {
                grantor: seat(ENGLAND),
                guest: seat(SPAIN),
                until: 9,
            });
        }
        scene.line(
            SPAIN,
            Order::DebarkGold {
                label: label("S1"),
                sum: Some(20),
            },
        );
        scene.play(&[]);
        let left = scene.expedition(SPAIN, "S1").gold();
        assert_eq!(left, if lands { 10 } else { 30 }, "{port:?} {deal}");
        if lands {
            let ashore = &scene.state.open.hexes[&hex("pan_panama")].gold;
            assert_eq!((ashore[0].ducats, ashore[0].owner), (20, seat(SPAIN)));
        }
    }
}
