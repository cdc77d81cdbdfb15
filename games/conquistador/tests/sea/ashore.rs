//! Who goes ashore when B2 ends (7.1).

use super::scene::{ENGLAND, SPAIN, Scene, everybody, hemi, leader, men, nobody, seat, units};
use packetboat_conquistador::men::Hull::{Carrack, Galleon};
use packetboat_conquistador::men::Kind;
use packetboat_conquistador::state::{Bond, Expedition, Party, Stage};

fn full(scene: &mut Scene, place: &str) {
    let s1 = scene.ships(SPAIN, "S1", place, &[Carrack, Carrack]);
    s1.ships[0].men = men(2, 1, 0);
    s1.ships[1].men = men(0, 2, 1);
    s1.ships[1].leaders = vec![leader("cortes"), leader("magellan")];
}

#[test]
fn men_and_conquistadors_land_by_default_explorers_stay() {
    let mut scene = Scene::at(Stage::Hemispheric);
    full(&mut scene, "car_cuba");
    scene.line(SPAIN, hemi("S1", "azt_veracruz"));
    scene.play(&[]);
    assert_eq!(scene.men_at(SPAIN, "azt_veracruz"), men(2, 3, 1));
    let stack = scene
        .state
        .open
        .stack(super::scene::hex("azt_veracruz"), seat(SPAIN));
    assert!(stack.expect("there").leaders.contains(&leader("cortes")));
    let s1 = scene.expedition(SPAIN, "S1");
    assert_eq!(
        s1.leaders().into_iter().collect::<Vec<_>>(),
        [leader("magellan")]
    );
    let tied: u32 = s1
        .ships
        .iter()
        .flat_map(|it| &it.landed)
        .map(|it| it.men.total())
        .sum();
    assert_eq!(tied, 6);
}

#[test]
fn nobody_lands_at_sea_in_europe_or_where_others_stand() {
    for place in ["europe", "bermuda", "car_jamaica"] {
        let mut scene = Scene::at(Stage::Hemispheric);
        scene.ashore(ENGLAND, "car_jamaica", men(0, 0, 0), &["hawkins"]);
        full(&mut scene, place);
        scene.play(&[]);
        assert_eq!(scene.expedition(SPAIN, "S1").men(), men(2, 3, 1), "{place}");
    }
}

#[test]
fn where_only_foreign_ships_lie_is_free() {
    // Q77.
    let mut scene = Scene::at(Stage::Hemispheric);
    scene.ships(ENGLAND, "E1", "car_jamaica", &[Carrack]);
    full(&mut scene, "car_jamaica");
    scene.play(&[]);
    assert_eq!(scene.men_at(SPAIN, "car_jamaica"), men(2, 3, 1));
}

#[test]
fn the_block_says_otherwise() {
    let cases = [
        (nobody(), men(0, 0, 0)),
        (
            units(&[(Kind::Colonist, 1), (Kind::Soldier, 9)], &[]),
            men(1, 3, 0),
        ),
        (everybody(), men(2, 3, 1)),
    ];
    for (listed, ashore) in cases {
        let mut scene = Scene::at(Stage::Hemispheric);
        full(&mut scene, "car_cuba");
        let all = listed.all;
        let own = &mut scene.own(SPAIN).expeditions;
        let s1: &mut Expedition = own.values_mut().next().expect("there");
        s1.ashore = Some(listed);
        scene.play(&[]);
        assert_eq!(scene.men_at(SPAIN, "car_cuba"), ashore);
        assert_eq!(scene.expedition(SPAIN, "S1").leaders().is_empty(), all);
    }
}

#[test]
fn guests_land_when_the_block_lists_them_not_by_default() {
    for listed in [false, true] {
        let mut scene = Scene::at(Stage::Hemispheric);
        scene.ashore(ENGLAND, "car_jamaica", men(1, 0, 0), &[]);
        scene.deal(Bond::Passage {
            grantor: seat(ENGLAND),
            guest: seat(SPAIN),
            area: "CAR".parse().expect("an Area"),
            until: 5,
        });
        full(&mut scene, "car_jamaica");
        if listed {
            let own = &mut scene.own(SPAIN).expeditions;
            own.values_mut().next().expect("there").ashore = Some(everybody());
        }
        scene.play(&[]);
        assert_eq!(scene.men_at(SPAIN, "car_jamaica").is_empty(), !listed);
    }
}

#[test]
fn stacking_keeps_the_rest_aboard_of_several_expeditions_too() {
    let mut scene = Scene::at(Stage::Hemispheric);
    scene.ashore(SPAIN, "car_cuba", men(3, 0, 0), &[]);
    scene.ships(SPAIN, "S1", "car_cuba", &[Carrack]).ships[0].men = men(2, 2, 0);
    scene
        .ships(SPAIN, "S2", "car_cuba", &[Galleon, Carrack])
        .ships[0]
        .men = men(0, 11, 0);
    let own = scene.own(SPAIN);
    own.expeditions
        .get_mut(&super::scene::label("S2"))
        .expect("there")
        .ships[1]
        .men = men(3, 0, 0);
    scene.play(&[]);
    assert_eq!(scene.men_at(SPAIN, "car_cuba"), men(6, 12, 0));
    assert_eq!(scene.expedition(SPAIN, "S1").men(), men(0, 0, 0));
    assert_eq!(scene.expedition(SPAIN, "S2").men(), men(2, 1, 0));
}

#[test]
fn a_party_begins_a_new_march_ashore() {
    let mut scene = Scene::at(Stage::Hemispheric);
    full(&mut scene, "azt_veracruz");
    let old = super::scene::hex("car_cuba");
    let party = Party {
        hex: None,
        aboard: Some(super::scene::label("S1")),
        men: men(0, 3, 0),
        leaders: [leader("cortes")].into(),
        quests: Vec::new(),
        trail: vec![old],
        march_from: 0,
    };
    scene
        .own(SPAIN)
        .parties
        .insert(super::scene::label("P1"), party);
    scene.play(&[]);
    let party = &scene.state.own(seat(SPAIN)).parties[&super::scene::label("P1")];
    let here = super::scene::hex("azt_veracruz");
    assert_eq!((party.hex, party.aboard), (Some(here), None));
    assert_eq!(
        (party.trail.as_slice(), party.march_from),
        (&[old, here][..], 1)
    );
}
