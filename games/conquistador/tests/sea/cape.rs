//! The South Cape (3.5): passages, Explorers, Rutter.

use super::scene::{SPAIN, Scene, at, hemi, leader, seat};
use packetboat_conquistador::ids::At;
use packetboat_conquistador::men::Hull::Caravel;
use packetboat_conquistador::sea::events::Event;
use packetboat_conquistador::state::Stage;

fn mark(scene: &Scene) -> bool {
    let s1 = scene.expedition(SPAIN, "S1");
    s1.new_marks
        .iter()
        .chain(&s1.marks)
        .any(|it| it.as_str() == "N16")
}

#[test]
fn until_it_is_navigated_a_passage_needs_an_explorer() {
    for (guide, passes) in [
        (None, false),
        (Some("balboa"), false),
        (Some("magellan"), true),
    ] {
        let mut scene = Scene::at(Stage::Crossing);
        let s1 = scene.ships(SPAIN, "S1", "europe", &[Caravel]);
        s1.crossing = Some(at("inc_lima"));
        s1.ships[0].leaders.extend(guide.map(leader));
        scene.play(&[]);
        let there = scene.expedition(SPAIN, "S1").at == at("inc_lima");
        assert_eq!(there, passes, "{guide:?}");
        assert_eq!(scene.expedition(SPAIN, "S1").passage, passes);
        assert_eq!(mark(&scene), passes);
    }
    let mut scene = Scene::at(Stage::Crossing);
    scene.state.open.cape_navigated = true;
    scene.ships(SPAIN, "S1", "europe", &[Caravel]).crossing = Some(at("inc_lima"));
    scene.play(&[]);
    assert!(scene.expedition(SPAIN, "S1").passage, "then anybody may");
}

#[test]
fn a_privateer_of_drakes_kind_counts_as_an_explorer() {
    for (guide, passes) in [("drake", true), ("hawkins", false)] {
        let mut scene = Scene::at(Stage::Crossing);
        let e1 = scene.ships("england", "S1", "europe", &[Caravel]);
        e1.crossing = Some(at("chl_santiago"));
        e1.ships[0].leaders.push(leader(guide));
        scene.play(&[]);
        assert_eq!(scene.expedition("england", "S1").passage, passes, "{guide}");
    }
}

#[test]
fn a_crossing_to_the_pacific_touches_the_cape_too() {
    let mut scene = Scene::at(Stage::Crossing);
    scene.state.open.cape_navigated = true;
    scene.ships(SPAIN, "S1", "europe", &[Caravel]).crossing = Some(at("inc_lima"));
    scene.play(&[]);
    let zones = &scene.expedition(SPAIN, "S1").touched;
    let zones: Vec<String> = zones.iter().map(std::string::ToString::to_string).collect();
    assert_eq!(zones, ["cape", "peru"]);
}

#[test]
fn a_passage_over_two_turns_is_made_where_the_far_side_is_reached() {
    // Q91: into the zone of the Cape, then out on the other side.
    let mut scene = Scene::at(Stage::Crossing);
    let s1 = scene.ships(SPAIN, "S1", "europe", &[Caravel]);
    s1.crossing = Some(at("pat_strait"));
    scene.play(&[]);
    let s1 = scene.expedition(SPAIN, "S1");
    assert_eq!((s1.passage, s1.from_pacific), (false, Some(false)));
    scene.line(SPAIN, hemi("S1", "pat_chonos"));
    scene.play(&[]);
    assert_eq!(
        scene.expedition(SPAIN, "S1").at,
        at("pat_strait"),
        "no Explorer"
    );
    let ships = &mut scene.own(SPAIN).expeditions;
    let s1 = ships.values_mut().next().expect("there");
    s1.ships[0].leaders.push(leader("magellan"));
    scene.state.enter(Stage::Hemispheric);
    scene.play(&[]);
    let s1 = scene.expedition(SPAIN, "S1");
    assert_eq!(
        (s1.at, s1.passage, s1.from_pacific),
        (at("pat_chonos"), true, None)
    );
    assert!(mark(&scene));
}

#[test]
fn going_back_the_way_one_came_is_no_passage() {
    let mut scene = Scene::at(Stage::Crossing);
    let s1 = scene.ships(SPAIN, "S1", "pat_strait", &[Caravel]);
    s1.from_pacific = Some(false);
    s1.crossing = Some(At::Europe);
    scene.play(&[]);
    assert_eq!(scene.expedition(SPAIN, "S1").at, At::Europe);
    assert!(!scene.expedition(SPAIN, "S1").passage);

    let mut scene = Scene::at(Stage::Crossing);
    scene.state.open.cape_navigated = true;
    let s1 = scene.ships(SPAIN, "S1", "pat_strait", &[Caravel]);
    s1.from_pacific = Some(true);
    s1.crossing = Some(At::Europe);
    scene.play(&[]);
    assert!(
        scene.expedition(SPAIN, "S1").passage,
        "from the Pacific it is one"
    );
    assert!(!mark(&scene), "but not the one that is discovered");
}

#[test]
fn it_is_navigated_by_who_survives_and_the_rutter_is_had_at_home() {
    let mut scene = Scene::at(Stage::NavalAttrition);
    scene.known(SPAIN, &["cape", "peru"]);
    let s1 = scene.ships(SPAIN, "S1", "inc_lima", &[Caravel, Caravel]);
    s1.passage = true;
    s1.sailed_b = 10;
    // Die 4, Caravels −1, Cape +1: column 10–12 loses one per three.
    scene.play(&[4, 2]);
    assert!(scene.state.open.cape_navigated);
    assert!(scene.expedition(SPAIN, "S1").passed_cape);
    scene.then(Stage::Banking, &[]);
    assert!(!scene.own(SPAIN).rutter_banked, "Lima is not a Port");
    scene.port(SPAIN, "inc_lima");
    scene.state.enter(Stage::Credit);
    scene.play(&[]);
    assert!(scene.own(SPAIN).rutter);
    assert!(
        scene
            .told(SPAIN)
            .iter()
            .any(|it| matches!(it, Event::RutterKept { .. }))
    );
    let england = scene.told("england");
    assert!(
        !england
            .iter()
            .any(|it| matches!(it, Event::RutterKept { .. }))
    );
    assert!(!scene.state.own(seat("england")).rutter);
}

#[test]
fn who_is_lost_has_navigated_nothing() {
    let mut scene = Scene::at(Stage::NavalAttrition);
    let s1 = scene.ships(SPAIN, "S1", "inc_lima", &[Caravel]);
    s1.passage = true;
    s1.sailed_b = 10;
    scene.play(&[4]);
    assert!(scene.is_gone(SPAIN, "S1"));
    assert!(!scene.state.open.cape_navigated);
}
