//! D1: SAIL and its defaults (7.1), round the world (N20), the duty of a civil war (Q67).

use super::scene::{ENGLAND, SPAIN, Scene, at, label, leader, lot, men, sail, seat};
use packetboat_conquistador::ids::At;
use packetboat_conquistador::men::Hull::{Caravel, Carrack, Galleon};
use packetboat_conquistador::orders::{Course, Order, Return};
use packetboat_conquistador::sea::events::Event;
use packetboat_conquistador::state::{Expedition, Stage};

/// An expedition of Spain at Veracruz, 5 Bounds from Europe.
fn at_veracruz(scene: &mut Scene) -> &mut Expedition {
    scene.ships(SPAIN, "S1", "azt_veracruz", &[Carrack])
}

fn is_home(scene: &Scene) -> bool {
    scene.expedition(SPAIN, "S1").at == At::Europe
}

#[test]
fn return_home_goes_home_if_its_bounds_suffice() {
    for (bounds, exceed, home) in [(9, 0, false), (10, 0, true), (9, 1, true)] {
        let mut scene = Scene::at(Stage::Sailing);
        let s1 = at_veracruz(&mut scene);
        s1.returns = Some(Return::Home);
        (s1.bounds, s1.exceed, s1.sailed_b) = (bounds, exceed, 5);
        scene.play(&[]);
        assert_eq!(is_home(&scene), home, "{bounds} {exceed}");
        assert_eq!(
            scene.expedition(SPAIN, "S1").sailed_d,
            if home { 5 } else { 0 }
        );
    }
}

#[test]
fn without_a_word_gold_and_leaders_alone_go_home() {
    let cases = [
        (men(0, 0, 0), 0, true),
        (men(0, 1, 0), 0, false),
        (men(0, 1, 0), 10, true),
        (men(1, 0, 0), 0, false),
    ];
    for (aboard, gold, home) in cases {
        let mut scene = Scene::at(Stage::Sailing);
        let s1 = at_veracruz(&mut scene);
        s1.ships[0].men = aboard;
        s1.ships[0].leaders.push(leader("magellan"));
        if gold > 0 {
            s1.ships[0].gold.push(lot(SPAIN, gold));
        }
        scene.play(&[]);
        assert_eq!(is_home(&scene), home, "{aboard:?} {gold}");
    }
    let mut scene = Scene::at(Stage::Sailing);
    at_veracruz(&mut scene).returns = Some(Return::Stay);
    scene.play(&[]);
    assert!(!is_home(&scene));
}

#[test]
fn a_line_says_otherwise() {
    let mut scene = Scene::at(Stage::Sailing);
    at_veracruz(&mut scene).returns = Some(Return::Home);
    scene.ships(SPAIN, "S2", "europe", &[Carrack]).ships[0].men = men(2, 0, 0);
    scene.ships(SPAIN, "S3", "car_cuba", &[Carrack]);
    scene.line(SPAIN, sail("S1", Course::Stay));
    scene.line(
        SPAIN,
        sail(
            "S2",
            Course::Across {
                place: at("car_cuba"),
            },
        ),
    );
    scene.line(
        SPAIN,
        Order::Sail {
            label: None,
            to: Course::Home,
            exceed: None,
        },
    );
    scene.play(&[]);
    assert!(!is_home(&scene), "the first line that fits");
    let s2 = scene.expedition(SPAIN, "S2");
    assert_eq!(
        (s2.at, s2.men()),
        (at("car_cuba"), men(2, 0, 0)),
        "they stay aboard"
    );
    assert_eq!(scene.expedition(SPAIN, "S3").at, At::Europe);
}

#[test]
fn what_cannot_be_sailed_is_passed_over_for_the_default() {
    let mut scene = Scene::at(Stage::Sailing);
    let s1 = at_veracruz(&mut scene);
    s1.bounds = 3;
    scene.ships(SPAIN, "S2", "can_hochelaga", &[Caravel]);
    scene.ships(SPAIN, "S3", "europe", &[Galleon]);
    scene.ships(SPAIN, "S4", "car_cuba", &[Caravel]);
    scene.line(SPAIN, sail("S1", Course::Home));
    scene.line(SPAIN, sail("S2", Course::Home));
    scene.line(
        SPAIN,
        sail(
            "S3",
            Course::Across {
                place: at("car_cuba"),
            },
        ),
    );
    scene.line(
        SPAIN,
        sail(
            "S4",
            Course::Across {
                place: at("azt_veracruz"),
            },
        ),
    );
    scene.play(&[]);
    let wanted = [
        "it needs 5 Bounds this turn and has 3",
        "no crossing begins at Hochelaga",
        "a Galleon Fleet sails to Europe and own Ports only",
        "a crossing begins or ends in Europe",
    ];
    assert_eq!(scene.passed_over, wanted);
    assert!(!is_home(&scene));
    assert_eq!(scene.expedition(SPAIN, "S4").at, At::Europe, "by default");
}

#[test]
fn a_line_may_let_it_exceed() {
    let mut scene = Scene::at(Stage::Sailing);
    let s1 = at_veracruz(&mut scene);
    (s1.bounds, s1.sailed_b) = (9, 6);
    scene.line(
        SPAIN,
        Order::Sail {
            label: Some(label("S1")),
            to: Course::Home,
            exceed: Some(2),
        },
    );
    scene.play(&[]);
    assert!(is_home(&scene), "vector 15");
}

#[test]
fn round_the_world_from_the_pacific_with_an_explorer() {
    let cases = [
        ("inc_lima", Some("magellan"), 20, true),
        ("inc_lima", Some("magellan"), 19, false),
        ("inc_lima", Some("cortes"), 20, false),
        ("azt_veracruz", Some("magellan"), 20, false),
        ("pat_strait", Some("magellan"), 20, false),
    ];
    for (place, guide, bounds, sails) in cases {
        let mut scene = Scene::at(Stage::Sailing);
        let s1 = scene.ships(SPAIN, "S1", place, &[Carrack]);
        s1.bounds = bounds;
        s1.returns = Some(Return::Stay);
        s1.ships[0].leaders.extend(guide.map(leader));
        scene.line(SPAIN, sail("S1", Course::Circumnavigate));
        scene.play(&[]);
        assert_eq!(is_home(&scene), sails, "{place} {guide:?} {bounds}");
        if sails {
            let s1 = scene.expedition(SPAIN, "S1");
            assert!(s1.new_marks.iter().any(|it| it.as_str() == "N20"));
            assert_eq!(
                (s1.sailed_d, s1.passage),
                (20, false),
                "no passage of the Cape"
            );
        }
    }
}

#[test]
fn the_circumnavigation_is_credited_if_a_ship_survives_the_last_column() {
    let mut scene = Scene::at(Stage::FinalAttrition);
    let s1 = scene.ships(SPAIN, "S1", "europe", &[Carrack, Carrack]);
    s1.sailed_d = 20;
    s1.new_marks.insert("N20".parse().expect("a discovery"));
    s1.ships[1].leaders.push(leader("magellan"));
    // 3, one less for Magellan: one of two.
    scene.play(&[3, 1]);
    scene.then(Stage::Credit, &[]);
    assert_eq!(scene.state.open.power(seat(SPAIN)).discovery_vp, 100);
}

#[test]
fn the_duty_sinks_to_the_soldiers_overseas() {
    // Q67 c; Soldiers in Europe are none of them.
    for (ashore, aboard, duty) in [(3, 1, 4), (1, 1, 2), (0, 0, 0)] {
        let mut scene = Scene::at(Stage::Sailing);
        let own = scene.own(SPAIN);
        own.duty = 4;
        own.europe = men(0, 9, 0);
        scene.ashore(SPAIN, "car_cuba", men(1, ashore, 0), &[]);
        at_veracruz(&mut scene).ships[0].men = men(0, aboard, 0);
        scene.ships(SPAIN, "S2", "europe", &[Carrack]).ships[0].men = men(0, 2, 0);
        scene.play(&[]);
        assert_eq!(scene.own(SPAIN).duty, duty);
        let sinks = |power: &str| {
            let told = scene.told(power);
            told.iter().any(|it| matches!(it, Event::DutySinks { .. }))
        };
        assert_eq!(sinks(SPAIN), duty < 4);
        assert!(!sinks(ENGLAND), "sealed");
    }
}

#[test]
fn colonists_who_have_not_left_europe_are_lost() {
    // Q21, Q60.
    let mut scene = Scene::at(Stage::Sailing);
    scene.own(SPAIN).europe = men(2, 1, 1);
    scene.ships(SPAIN, "S2", "europe", &[Carrack]).ships[0].men = men(3, 1, 0);
    scene.ships(SPAIN, "S3", "europe", &[Carrack]).ships[0].men = men(1, 0, 0);
    scene.line(
        SPAIN,
        sail(
            "S3",
            Course::Across {
                place: at("car_cuba"),
            },
        ),
    );
    scene.play(&[]);
    assert_eq!(scene.own(SPAIN).europe, men(0, 1, 1));
    assert_eq!(scene.expedition(SPAIN, "S2").men(), men(0, 1, 0));
    assert_eq!(scene.expedition(SPAIN, "S3").men(), men(1, 0, 0));
    let lost = scene.told(SPAIN);
    let lost = lost.iter().find_map(|it| match it {
        Event::ColonistsStayed { colonists, .. } => Some(*colonists),
        _ => None,
    });
    assert_eq!(lost, Some(5));
}

#[test]
fn every_power_has_its_go_in_the_order_of_initiative() {
    let mut scene = Scene::at(Stage::Sailing);
    scene.state.open.initiative.reverse();
    scene.ships(SPAIN, "S1", "car_cuba", &[Carrack]);
    scene.ships(ENGLAND, "E1", "car_cuba", &[Carrack]);
    scene.play(&[]);
    let told = scene.heard(packetboat_core::engine::seat::Viewer::Referee);
    let order: Vec<&str> = told
        .iter()
        .filter_map(|it| match it {
            Event::ExpeditionCrossed { seat, .. } => Some(seat.as_str()),
            _ => None,
        })
        .collect();
    assert_eq!(order, [ENGLAND, SPAIN]);
}
