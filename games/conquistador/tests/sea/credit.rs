//! Banking behind B3, credit in D3, corsairs (1.1, 5.3, Q94, Q96, Q119).

use super::scene::{ENGLAND, SPAIN, Scene, at, hex, label, leader, lot, men, seat};
use packetboat_conquistador::ids::{At, DiscoveryId};
use packetboat_conquistador::men::Hull::{Caravel, Carrack, Galleon};
use packetboat_conquistador::men::Ships;
use packetboat_conquistador::sea::events::Event;
use packetboat_conquistador::state::{Bond, Party, Stage};
use packetboat_core::engine::seat::Viewer;

fn mark(id: &str) -> DiscoveryId {
    id.parse().expect("a discovery")
}

#[test]
fn only_what_survives_the_voyage_is_credited() {
    // Vector 20: two Carracks home in B1, one is lost in B3.
    let mut scene = Scene::at(Stage::NavalAttrition);
    let s1 = scene.ships(SPAIN, "S1", "europe", &[Carrack, Carrack]);
    s1.sailed_b = 5;
    s1.ships[0].gold.push(lot(SPAIN, 40));
    s1.ships[1].gold.push(lot(SPAIN, 25));
    scene.play(&[6, 1]);
    scene.then(Stage::Banking, &[]);
    assert_eq!(scene.own(SPAIN).banked_gold, 25);
    assert_eq!(
        scene.state.open.power(seat(SPAIN)).treasury,
        100,
        "not before D3"
    );
    scene.state.enter(Stage::Credit);
    scene.play(&[]);
    let power = scene.state.open.power(seat(SPAIN));
    assert_eq!((power.treasury, power.gold_credited), (125, [25, 0]));
}

#[test]
fn who_is_home_in_b1_may_leave_again_and_has_banked_all_the_same() {
    // Q96.
    let mut scene = Scene::at(Stage::Banking);
    let s1 = scene.ships(SPAIN, "S1", "europe", &[Carrack]);
    s1.ships[0].gold.push(lot(SPAIN, 40));
    s1.marks.insert(mark("N10"));
    s1.zones.insert("wgul".parse().expect("a zone"));
    s1.passed_cape = true;
    scene.play(&[]);
    let own = scene.own(SPAIN);
    let s1 = own.expeditions.get_mut(&label("S1")).expect("it lasts");
    assert_eq!((s1.gold(), s1.marks.len(), s1.zones.len()), (0, 0, 0));
    s1.at = at("car_cuba");
    assert!(own.rutter_banked && !own.rutter);
    scene.state.enter(Stage::Credit);
    scene.play(&[]);
    assert_eq!(scene.state.open.discovered[&mark("N10")], seat(SPAIN));
    assert_eq!(scene.state.open.power(seat(SPAIN)).discovery_vp, 15);
    assert_eq!(scene.state.open.power(seat(SPAIN)).treasury, 140);
    let own = scene.own(SPAIN);
    assert!(own.rutter && own.charts.contains(&"wgul".parse().expect("a zone")));
    assert!(own.banked_marks.is_empty() && own.banked_charts.is_empty());
}

#[test]
fn the_first_in_initiative_has_the_discovery() {
    let mut scene = Scene::at(Stage::Credit);
    scene.state.open.initiative.swap(0, 1);
    for power in [SPAIN, ENGLAND] {
        scene
            .ships(power, "X1", "europe", &[Caravel])
            .marks
            .insert(mark("N03"));
    }
    scene.play(&[]);
    assert_eq!(scene.state.open.discovered[&mark("N03")], seat(ENGLAND));
    assert_eq!(scene.state.open.power(seat(SPAIN)).discovery_vp, 0);
    let late = scene.told(SPAIN);
    assert!(
        late.iter()
            .any(|it| matches!(it, Event::DiscoveryTooLate { .. }))
    );
    assert!(
        !scene
            .told(ENGLAND)
            .iter()
            .any(|it| matches!(it, Event::DiscoveryTooLate { .. }))
    );
}

#[test]
fn a_port_in_the_area_discovered_is_no_safe_port_for_it() {
    for (port, safe) in [
        ("azt_acapulco", false),
        ("car_cuba", true),
        ("may_campeche", true),
    ] {
        let mut scene = Scene::at(Stage::Banking);
        scene.port(SPAIN, port);
        let s1 = scene.ships(SPAIN, "S1", port, &[Carrack]);
        s1.marks.insert(mark("N10"));
        s1.marks.insert(mark("N03"));
        scene.play(&[]);
        let banked = &scene.own(SPAIN).banked_marks;
        assert!(
            banked.contains(&mark("N03")),
            "a zone has no Port of its own"
        );
        assert_eq!(banked.contains(&mark("N10")), safe, "{port}");
    }
}

#[test]
fn foreign_ports_are_friendly_by_deal_for_discoveries_not_for_charts() {
    for deal in [false, true] {
        let mut scene = Scene::at(Stage::Banking);
        scene.port(ENGLAND, "car_cuba");
        if deal {
            scene.deal(Bond::Ports {
                grantor: seat(ENGLAND),
                guest: seat(SPAIN),
                until: 5,
            });
        }
        let s1 = scene.ships(SPAIN, "S1", "car_cuba", &[Carrack]);
        s1.marks.insert(mark("N10"));
        s1.zones.insert("wgul".parse().expect("a zone"));
        s1.passed_cape = true;
        scene.play(&[]);
        let own = scene.own(SPAIN);
        assert_eq!(own.banked_marks.contains(&mark("N10")), deal);
        assert!(own.banked_charts.is_empty() && !own.rutter_banked);
        assert!(!scene.expedition(SPAIN, "S1").zones.is_empty());
    }
}

#[test]
fn a_river_port_is_a_port_for_caravels() {
    let mut scene = Scene::at(Stage::Banking);
    scene.port(ENGLAND, "can_hochelaga");
    let e1 = scene.ships(ENGLAND, "E1", "can_hochelaga", &[Caravel]);
    e1.marks.extend([mark("N01"), mark("N02")]);
    scene.play(&[]);
    let banked = &scene.own(ENGLAND).banked_marks;
    assert!(banked.contains(&mark("N01")) && !banked.contains(&mark("N02")));
}

#[test]
fn in_europe_ships_are_paid_off_and_colonists_do_not_wait() {
    let mut scene = Scene::at(Stage::Credit);
    let s1 = scene.ships(SPAIN, "S1", "europe", &[Galleon, Carrack]);
    s1.ships[0].men = men(0, 3, 0);
    s1.ships[1].men = men(1, 0, 1);
    s1.ships[1].leaders = vec![leader("cortes")];
    let party = Party {
        hex: None,
        aboard: Some(label("S1")),
        men: men(0, 2, 0),
        leaders: [].into(),
        quests: Vec::new(),
        trail: vec![hex("car_cuba")],
        march_from: 0,
    };
    let own = scene.own(SPAIN);
    own.parties.insert(label("P1"), party);
    own.docks.insert(At::Europe, Ships::of(Carrack, 1));
    scene.ships(SPAIN, "S2", "car_cuba", &[Caravel]);
    scene.play(&[]);
    let own = scene.own(SPAIN);
    let docks = Ships {
        carracks: 2,
        galleons: 1,
        caravels: 0,
    };
    assert_eq!(own.docks[&At::Europe], docks);
    assert_eq!(own.europe, men(0, 3, 1));
    assert!(own.leaders.contains(&leader("cortes")));
    assert!(own.parties.is_empty());
    let labels: Vec<String> = own
        .expeditions
        .keys()
        .map(std::string::ToString::to_string)
        .collect();
    assert_eq!(labels, ["S2"]);
    assert!(scene.told(ENGLAND).is_empty(), "that is nobody's business");
}

#[test]
fn the_turn_forgets_bounds_and_blocks() {
    let mut scene = Scene::at(Stage::Credit);
    let s1 = scene.ships(SPAIN, "S1", "car_cuba", &[Caravel]);
    s1.exceed = 2;
    s1.sailed_b = 4;
    s1.mp = 7;
    s1.ashore = Some(super::scene::everybody());
    s1.returns = Some(packetboat_conquistador::orders::Return::Home);
    s1.attacked.push((seat(ENGLAND), hex("car_cuba")));
    s1.invaded.push(hex("car_cuba"));
    s1.marks.insert(mark("N10"));
    scene.play(&[]);
    let s1 = scene.expedition(SPAIN, "S1");
    let mut fresh = packetboat_conquistador::state::Expedition::new(s1.at, s1.ships.clone());
    fresh.marks.insert(mark("N10"));
    assert_eq!(*s1, fresh, "the mark is still to be brought home");
}

#[test]
fn gold_in_europe_is_seen_by_all_reports_by_their_owner() {
    let mut scene = Scene::at(Stage::Banking);
    let s1 = scene.ships(SPAIN, "S1", "europe", &[Carrack]);
    s1.ships[0].gold.push(lot(SPAIN, 40));
    s1.marks.insert(mark("N10"));
    scene.play(&[]);
    let seen = scene.heard(Viewer::Public);
    assert!(
        matches!(seen[..], [Event::GoldInEurope { ducats: 40, .. }]),
        "{seen:?}"
    );
    assert_eq!(scene.told(SPAIN).len(), 2);
}

#[test]
fn corsairs_come_to_who_plays_alone() {
    for (turn, dice, lost) in [
        (12, &[][..], None),
        (13, &[4][..], None),
        (13, &[5, 2][..], Some("car_hispaniola")),
        (16, &[4, 1][..], Some("car_cuba")),
    ] {
        let mut scene = Scene::of(Stage::Banking, &[SPAIN], "solo_spain");
        scene.state.open.turn = turn;
        for place in ["car_cuba", "car_hispaniola"] {
            scene.port(SPAIN, place);
            scene.gold(SPAIN, place, 30);
        }
        // No Port: safe.
        scene.gold(SPAIN, "azt_tenochtitlan", 30);
        scene.play(dice);
        for place in ["car_cuba", "car_hispaniola", "azt_tenochtitlan"] {
            let gold = &scene.state.open.hexes[&hex(place)].gold;
            assert_eq!(gold.is_empty(), lost == Some(place), "turn {turn}, {place}");
        }
    }
    let mut scene = Scene::at(Stage::Banking);
    scene.state.open.turn = 20;
    scene.play(&[]);
}
