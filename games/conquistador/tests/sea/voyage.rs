//! Bounds, ways, odds as they are seen (3.2 to 3.4, 3.11).

use super::scene::{ENGLAND, SPAIN, Scene, at, hemi, hex, label, men, seat, tables};
use packetboat_conquistador::ids::At;
use packetboat_conquistador::men::Hull::{Caravel, Carrack};
use packetboat_conquistador::orders::{Chase, Order, Return, Spot};
use packetboat_conquistador::reckon::{odds, voyage};
use packetboat_conquistador::state::Stage;
use packetboat_conquistador::view::View;
use packetboat_core::engine::seat::Viewer;
use packetboat_kit::hex::Hex;
use std::collections::BTreeSet;

fn way(from: &str, to: &str, caravels: bool) -> Vec<Hex> {
    let none = BTreeSet::new();
    voyage::route(tables(), hex(from), &[], hex(to), caravels, &none).expect("a way")
}

#[test]
fn crossings_cost_the_bounds_of_their_coast() {
    // Vector 10.
    let bounds = |to| voyage::crossing_bounds(tables(), At::Europe, at(to)).expect("a crossing");
    assert_eq!(bounds("pan_nombre"), 5);
    assert_eq!(bounds("inc_lima"), 10);
    assert_eq!(bounds("bermuda"), 4);
    let back = voyage::crossing_bounds(tables(), at("pan_panama"), At::Europe);
    assert_eq!(back, Ok(12));
}

#[test]
fn no_crossing_begins_or_ends_up_river_or_leads_from_coast_to_coast() {
    let bounds = |from, to| voyage::crossing_bounds(tables(), at(from), at(to));
    assert!(bounds("can_hochelaga", "europe").is_err());
    assert!(bounds("europe", "can_hochelaga").is_err());
    assert!(bounds("europe", "azt_tenochtitlan").is_err());
    assert!(bounds("car_cuba", "azt_veracruz").is_err());
}

#[test]
fn who_lands_short_has_sailed_to_where_he_ends() {
    // Vector 14: New England is 3 Bounds, Virginia 4.
    let virginia = at("vir_delaware");
    assert_eq!(voyage::sailed_b(tables(), 3, 1, true, virginia), 4);
    // Homeward and on the spot each leg counts by itself (Q87).
    assert_eq!(voyage::sailed_b(tables(), 0, 1, false, virginia), 1);
}

#[test]
fn excess_is_counted_in_the_phase_that_makes_it() {
    // Vector 15: 9 bought, 6 in B, 5 in D.
    assert_eq!(voyage::excess(9, 6, 5), (0, 2));
    assert_eq!(voyage::excess(4, 6, 5), (2, 5));
}

#[test]
fn movement_points_make_bounds() {
    // Vector 16: 9 hexes and a fight.
    assert_eq!(voyage::hemispheric_bounds(tables(), 9 + 3), 2);
    assert_eq!(voyage::hemispheric_bounds(tables(), 6), 1);
    assert_eq!(voyage::hemispheric_bounds(tables(), 7), 2);
}

#[test]
fn rivers_are_for_caravels_and_others_stop_below() {
    let up = way("can_tadoussac", "can_hochelaga", true);
    assert_eq!(up.last(), Some(&hex("can_hochelaga")));
    let none = BTreeSet::new();
    let from = hex("nfl_ray");
    let to = hex("can_hochelaga");
    let stopped = voyage::route(tables(), from, &[], to, false, &none).expect("a way");
    let end = stopped.last().expect("it moves");
    assert!(tables().map.is_coast(*end), "Q88: {end}");
    assert_eq!(
        tables().map.area(*end).map(|it| it.to_string()),
        Some("CAN".into())
    );
}

#[test]
fn a_way_leads_through_its_points_and_round_others_where_that_is_free() {
    let none = BTreeSet::new();
    let zone = Spot::Zone {
        zone: "wcar".parse().expect("a zone"),
    };
    let (from, to) = (hex("car_cuba"), hex("azt_veracruz"));
    let straight = voyage::route(tables(), from, &[], to, false, &none).expect("a way");
    let round = voyage::route(tables(), from, &[zone], to, false, &none).expect("a way");
    let west = |it: &&Hex| {
        tables()
            .map
            .zone(**it)
            .is_some_and(|it| it.as_str() == "wcar")
    };
    assert!(round.iter().any(|it| west(&it)));
    assert!(round.len() >= straight.len());
    let avoid: BTreeSet<Hex> = straight[..straight.len() - 1].iter().copied().collect();
    let other = voyage::route(tables(), from, &[], to, false, &avoid).expect("a way");
    assert_eq!(other.len(), straight.len(), "it costs nothing");
}

#[test]
fn auto_buys_out_about_and_back() {
    let mut scene = Scene::at(Stage::Log);
    scene.ships(ENGLAND, "E1", "europe", &[Caravel]);
    let view = View::of(tables(), &scene.state, Viewer::Seat(seat(ENGLAND)));
    let auto = |crossing: Option<&str>, returns, orders: &[Vec<&Order>]| {
        let crossing = crossing.map(at);
        voyage::auto_bounds(
            &view,
            label("E1"),
            At::Europe,
            crossing,
            returns,
            true,
            orders,
        )
    };
    assert_eq!(auto(Some("nfl_avalon"), None, &[]), 2);
    assert_eq!(auto(Some("nfl_avalon"), Some(Return::Home), &[]), 4);
    assert_eq!(auto(None, Some(Return::Home), &[]), 0);
    let up = hemi("E1", "can_hochelaga");
    let out = hemi("E1", "can_gaspe");
    let other = hemi("E2", "can_gaspe");
    let there = way("nfl_avalon", "can_hochelaga", true).len();
    let back = way("can_hochelaga", "can_gaspe", true).len();
    let mp = u32::try_from(there + back).expect("short");
    let lines = [vec![&up], vec![&other], vec![&out]];
    let wanted = (2 + mp.div_ceil(6)).max(3) + 3;
    assert_eq!(auto(Some("nfl_avalon"), Some(Return::Home), &lines), wanted);
    // Of IF … ELSE the dearer branch; WITHIN n counts n and the fight.
    let chase = Order::Attack {
        label: label("E1"),
        power: seat(SPAIN),
        chase: Chase::Within { mp: 9 },
        sink: false,
        exceed: None,
    };
    let near = hemi("E1", "nfl_breton");
    assert_eq!(auto(Some("nfl_avalon"), None, &[vec![&near, &chase]]), 4);
}

#[test]
fn chases_go_for_gold_then_for_the_weak() {
    let mut scene = Scene::at(Stage::Hemispheric);
    scene.ships(ENGLAND, "E1", "2320", &[Carrack, Carrack]);
    scene.ships(SPAIN, "S1", "car_havana", &[Carrack, Carrack]);
    scene.ships(SPAIN, "S2", "car_jamaica", &[Caravel]);
    let prey = |scene: &Scene, mp| {
        let view = View::of(tables(), &scene.state, Viewer::Seat(seat(ENGLAND)));
        odds::prey(&view, label("E1"), seat(SPAIN), Chase::Within { mp }).map(|it| it.0)
    };
    assert_eq!(prey(&scene, 6), Ok(hex("car_jamaica")), "the weakest");
    let rich = scene
        .own(SPAIN)
        .expeditions
        .get_mut(&label("S1"))
        .expect("there");
    rich.ships[0].gold.push(super::scene::lot(SPAIN, 10));
    assert_eq!(prey(&scene, 6), Ok(hex("car_havana")), "most gold");
    scene.port(SPAIN, "car_havana");
    assert_eq!(prey(&scene, 6), Ok(hex("car_jamaica")), "not those in port");
    assert!(prey(&scene, 0).is_err());
}

#[test]
fn seen_odds_count_own_men_and_the_others_ships_only() {
    // Vector 23: three empty Carracks against one with four Soldiers.
    let mut scene = Scene::at(Stage::Hemispheric);
    scene.ships(ENGLAND, "E1", "2320", &[Carrack, Carrack, Carrack]);
    scene.ships(SPAIN, "S1", "2320", &[Carrack]).ships[0].men = men(0, 4, 0);
    let view = View::of(tables(), &scene.state, Viewer::Seat(seat(ENGLAND)));
    let seen = odds::seen_naval(&view, label("E1"), seat(SPAIN), hex("2320"));
    assert_eq!(seen, Some((6, 2)));
    let ships = scene.expedition(SPAIN, "S1").fleet();
    assert_eq!(odds::naval_strength(tables(), &ships, 4), 3);
}
