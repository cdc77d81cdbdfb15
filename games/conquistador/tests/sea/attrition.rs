//! Naval attrition (3.10).

use super::scene::{ENGLAND, SPAIN, Scene, hex, label, leader, lot, men, seat, tables};
use packetboat_conquistador::ids::At;
use packetboat_conquistador::men::Hull;
use packetboat_conquistador::men::Hull::{Caravel, Carrack, Galleon};
use packetboat_conquistador::sea::events::Event;
use packetboat_conquistador::state::{Expedition, Landed, Stage};
use packetboat_core::engine::seat::Viewer;

/// One expedition of Spain at Cuba, in known waters, that has sailed so many Bounds in B.
fn voyage(hulls: &[Hull], bounds: u32) -> Scene {
    let mut scene = Scene::at(Stage::NavalAttrition);
    scene.ships(SPAIN, "S1", "car_cuba", hulls).sailed_b = bounds;
    scene
}

fn s1(scene: &mut Scene) -> &mut Expedition {
    let own = scene.own(SPAIN);
    own.expeditions.get_mut(&label("S1")).expect("there")
}

/// The modifier of the check, and its reasons.
fn told(scene: &Scene) -> (i32, String, u32) {
    let told = scene.told(SPAIN);
    let check = told.iter().find_map(|it| match it {
        Event::AttritionAtSea {
            modifier,
            causes,
            lost,
            ..
        } => Some((*modifier, causes.clone(), *lost)),
        _ => None,
    });
    check.expect("a check")
}

#[test]
fn every_column_of_the_table() {
    let all = 99;
    let wanted = [
        (1, [0, 0, 0, 0, 0, 0, 1]),
        (3, [0, 0, 0, 0, 0, 0, 1]),
        (4, [0, 0, 0, 0, 0, 1, 1]),
        (6, [0, 0, 0, 0, 0, 1, 1]),
        (7, [0, 0, 0, 0, 1, 1, 2]),
        (9, [0, 0, 0, 0, 1, 1, 2]),
        (10, [0, 0, 0, 1, 1, 2, 2]),
        (12, [0, 0, 0, 1, 1, 2, 2]),
        (13, [0, 0, 1, 1, 2, 2, 3]),
        (15, [0, 0, 1, 1, 2, 2, 3]),
        (16, [0, 1, 1, 2, 2, 3, all]),
        (40, [0, 1, 1, 2, 2, 3, all]),
    ];
    let rules = &tables().naval_attrition;
    for (bounds, losses) in wanted {
        for (loss, die) in losses.iter().zip(1..) {
            assert_eq!(
                rules.losses(bounds, die),
                *loss,
                "{bounds} Bounds, die {die}"
            );
        }
    }
    assert_eq!(rules.losses(5, -3), 0);
    assert_eq!(rules.losses(5, 12), 1);
    // Per three ships or part.
    assert_eq!(rules.ships_lost(4, 6, 4), 2);
    assert_eq!(rules.ships_lost(16, 7, 4), 4);
    assert_eq!(rules.ships_lost(13, 7, 2), 2);
}

#[test]
fn a_caravel_is_seaworthy() {
    // Vector 6.
    let mut scene = voyage(&[Caravel], 4);
    scene.play(&[6]);
    assert_eq!(told(&scene), (-1, "only Caravels -1".to_owned(), 0));
    assert_eq!(scene.expedition(SPAIN, "S1").ships.len(), 1);
}

#[test]
fn an_explorer_saves_two_of_four() {
    // The worked example: with and without.
    let mut scene = voyage(&[Carrack; 4], 4);
    s1(&mut scene).ships[0].leaders.push(leader("magellan"));
    scene.play(&[6]);
    assert_eq!(told(&scene), (-1, "Explorer -1".to_owned(), 0));
    let mut scene = voyage(&[Carrack; 4], 4);
    scene.play(&[6, 1, 1]);
    assert_eq!(told(&scene), (0, String::new(), 2));
    assert_eq!(scene.expedition(SPAIN, "S1").ships.len(), 2);
    assert_eq!(scene.own(SPAIN).lost[&label("S1")], 2);
}

#[test]
fn modifiers_add_up_and_stop_at_their_limits() {
    let touch = |scene: &mut Scene| {
        s1(scene).touched.insert("wgul".parse().expect("a zone"));
    };
    // A Conquistador and a Carrack: nothing.
    let mut scene = voyage(&[Carrack], 1);
    s1(&mut scene).ships[0].leaders.push(leader("cortes"));
    scene.play(&[1]);
    assert_eq!(told(&scene).0, 0);
    // Unknown waters count once, however many.
    let mut scene = voyage(&[Carrack], 1);
    touch(&mut scene);
    s1(&mut scene)
        .touched
        .insert("egul".parse().expect("a zone"));
    scene.play(&[1]);
    assert_eq!(told(&scene).0, 1);
    let mut scene = voyage(&[Carrack], 1);
    touch(&mut scene);
    scene.known(SPAIN, &["wgul"]);
    scene.play(&[1]);
    assert_eq!(told(&scene).0, 0);
    // A Galleon Fleet among others; no more than −1 in all.
    let mut scene = voyage(&[Galleon, Carrack], 1);
    s1(&mut scene).ships[0].leaders.push(leader("magellan"));
    scene.play(&[1]);
    assert_eq!(told(&scene).0, -1);
    // Cape, unknown waters and excess: four, limited to three.
    let mut scene = voyage(&[Carrack], 10);
    touch(&mut scene);
    s1(&mut scene).passage = true;
    s1(&mut scene).bounds = 8;
    scene.play(&[1]);
    let (modifier, causes, _) = told(&scene);
    let wanted =
        "unknown waters +1, South Cape without Rutter +1, Bounds exceeded +2, +3 at most in all";
    assert_eq!((modifier, causes.as_str()), (3, wanted));
    // With the Rutter.
    let mut scene = voyage(&[Carrack], 10);
    scene.own(SPAIN).rutter = true;
    s1(&mut scene).passage = true;
    scene.play(&[1]);
    assert_eq!(told(&scene).0, 0);
}

#[test]
fn a_privateer_knows_unknown_waters_and_no_more() {
    for (name, modifier) in [("hawkins", 0), ("drake", -1)] {
        let mut scene = Scene::at(Stage::NavalAttrition);
        let e1 = scene.ships(ENGLAND, "E1", "car_cuba", &[Carrack]);
        e1.sailed_b = 4;
        e1.touched.insert("wind".parse().expect("a zone"));
        e1.ships[0].leaders.push(leader(name));
        scene.play(&[1]);
        let told = scene.told(ENGLAND);
        let got = told.iter().find_map(|it| match it {
            Event::AttritionAtSea { modifier, .. } => Some(*modifier),
            _ => None,
        });
        assert_eq!(got, Some(modifier), "{name}");
    }
}

#[test]
fn excess_counts_in_its_own_phase() {
    // Vector 15: 9 bought, 6 sailed in B, 5 in D.
    let mut scene = voyage(&[Carrack], 6);
    s1(&mut scene).bounds = 9;
    scene.play(&[1]);
    assert_eq!(told(&scene).0, 0);
    s1(&mut scene).sailed_d = 5;
    scene.state.enter(Stage::FinalAttrition);
    scene.play(&[1]);
    let told = scene.told(SPAIN);
    let last = told.iter().rev().find_map(|it| match it {
        Event::AttritionAtSea {
            modifier, bounds, ..
        } => Some((*modifier, *bounds)),
        _ => None,
    });
    assert_eq!(last, Some((2, 5)));
}

#[test]
fn who_has_not_moved_is_not_checked() {
    let mut scene = voyage(&[Carrack], 0);
    scene.play(&[]);
    assert!(scene.told(SPAIN).is_empty());
}

#[test]
fn those_landed_from_a_lost_ship_never_arrived() {
    // Q7: the first ship had landed 2 Soldiers and Cortes; one of them has died since.
    let mut scene = voyage(&[Carrack, Carrack], 4);
    scene.ashore(SPAIN, "car_cuba", men(1, 1, 0), &["cortes"]);
    s1(&mut scene).ships[0].landed.push(Landed {
        hex: hex("car_cuba"),
        men: men(0, 2, 0),
        leaders: vec![leader("cortes")],
    });
    s1(&mut scene).ships[1].landed.push(Landed {
        hex: hex("car_cuba"),
        men: men(1, 0, 0),
        leaders: vec![],
    });
    // Die 6: one of two, the first; Cortes is not taken up on a 4.
    scene.play(&[6, 1, 4]);
    assert_eq!(scene.men_at(SPAIN, "car_cuba"), men(1, 0, 0));
    assert!(scene.own(SPAIN).gone.contains(&leader("cortes")));
    let seen = scene.heard(Viewer::Public);
    let seen = seen.iter().find_map(|it| match it {
        Event::NeverArrived { who, .. } => Some(who.as_str()),
        _ => None,
    });
    assert_eq!(seen, Some("1 Soldier, Cortes"));
    let s1 = scene.expedition(SPAIN, "S1");
    assert!(s1.ships[0].landed.is_empty(), "the tie ends with the phase");
}

#[test]
fn leaders_aboard_reach_another_ship_on_three_or_less() {
    for (dice, left) in [([6, 1, 3], 1), ([6, 1, 4], 0)] {
        let mut scene = voyage(&[Carrack, Carrack], 4);
        s1(&mut scene).ships[0].leaders.push(leader("cortes"));
        scene.play(&dice);
        assert_eq!(scene.expedition(SPAIN, "S1").leaders().len(), left);
    }
}

#[test]
fn with_the_last_ship_go_label_marks_and_leaders() {
    // Q78.
    let mut scene = voyage(&[Carrack], 4);
    let fleet = s1(&mut scene);
    fleet.ships[0].leaders.push(leader("cortes"));
    fleet.ships[0].gold.push(lot(SPAIN, 30));
    fleet.new_marks.insert("N10".parse().expect("a discovery"));
    scene.ashore(SPAIN, "car_cuba", men(2, 0, 0), &[]);
    scene.play(&[6]);
    assert!(scene.is_gone(SPAIN, "S1"));
    assert!(scene.own(SPAIN).gone.contains(&leader("cortes")));
    assert_eq!(
        scene.men_at(SPAIN, "car_cuba"),
        men(2, 0, 0),
        "earlier settlers live on"
    );
    let told = scene.told(SPAIN);
    let down = told.iter().any(|it| {
        matches!(
            it,
            Event::WentDown {
                gold: 30,
                ended: true,
                ..
            }
        )
    });
    assert!(down, "{told:?}");
}

#[test]
fn marks_are_made_by_who_survives() {
    let mut scene = voyage(&[Carrack], 4);
    let mark = "N10".parse().expect("a discovery");
    s1(&mut scene).new_marks.insert(mark);
    s1(&mut scene).left_europe = true;
    scene.play(&[1]);
    let s1 = scene.expedition(SPAIN, "S1");
    assert!(s1.marks.contains(&mark) && s1.new_marks.is_empty() && s1.touched.is_empty());
    assert!(!s1.left_europe);
}

#[test]
fn others_learn_of_lost_ships_only() {
    let mut scene = voyage(&[Carrack, Carrack], 4);
    scene.play(&[6, 1]);
    let seen = scene.told(ENGLAND);
    assert_eq!(seen.len(), 1);
    let lost = matches!(
        seen[0],
        Event::ShipsLost { seat: who, ships, .. } if *who == seat(SPAIN) && ships == "1 Carrack"
    );
    assert!(lost, "{seen:?}");
}

#[test]
fn galleon_fleets_are_lost_like_others() {
    let mut scene = voyage(&[Galleon, Carrack], 5);
    s1(&mut scene)
        .touched
        .insert("wgul".parse().expect("a zone"));
    scene.play(&[6, 1]);
    assert_eq!(scene.expedition(SPAIN, "S1").fleet().galleons, 0);
}

#[test]
fn soldiers_at_home_and_on_the_way_serve_in_a_civil_war() {
    // Vector 17: duty 2; one ship of two is lost on the way home.
    let mut scene = Scene::at(Stage::FinalAttrition);
    scene.own(SPAIN).duty = 2;
    let fleet = scene.ships(SPAIN, "S1", "europe", &[Carrack, Carrack]);
    fleet.sailed_d = 5;
    fleet.ships[0].men = men(0, 1, 0);
    fleet.ships[1].men = men(0, 1, 0);
    scene.play(&[6, 1]);
    assert_eq!(scene.own(SPAIN).duty, 0);
    assert_eq!(scene.expedition(SPAIN, "S1").men(), men(0, 0, 0));
    assert!(
        !scene
            .told(ENGLAND)
            .iter()
            .any(|it| matches!(it, Event::DutyServed { .. }))
    );
}

#[test]
fn more_than_the_duty_may_be_kept_and_outward_losses_do_not_count() {
    let mut scene = Scene::at(Stage::NavalAttrition);
    scene.own(SPAIN).duty = 2;
    let home = scene.ships(SPAIN, "S1", "europe", &[Carrack]);
    home.sailed_b = 5;
    home.ships[0].men = men(1, 4, 0);
    let out = scene.ships(SPAIN, "S2", "car_cuba", &[Carrack]);
    out.sailed_b = 4;
    out.ships[0].men = men(0, 2, 0);
    scene.play(&[1, 6]);
    assert_eq!(scene.own(SPAIN).duty, 0, "of the first");
    assert_eq!(scene.expedition(SPAIN, "S1").men(), men(1, 2, 0));
    assert_eq!(scene.expedition(SPAIN, "S1").at, At::Europe);
}

#[test]
fn whoever_ignores_the_duty_keeps_his_soldiers() {
    let mut scene = Scene::at(Stage::NavalAttrition);
    scene.own(SPAIN).duty = 2;
    scene.own(SPAIN).duty_ignored = true;
    let home = scene.ships(SPAIN, "S1", "europe", &[Carrack]);
    home.sailed_b = 5;
    home.ships[0].men = men(0, 4, 0);
    scene.play(&[1]);
    assert_eq!(scene.own(SPAIN).duty, 2);
    assert_eq!(scene.expedition(SPAIN, "S1").men(), men(0, 4, 0));
}
