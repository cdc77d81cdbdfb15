//! Naval combat (3.8).

use super::scene::{
    ENGLAND, FRANCE, PORTUGAL, SPAIN, Scene, at, attack, hex, label, leader, lot, men, seat,
    stance, tables,
};
use packetboat_conquistador::data::NavalResult;
use packetboat_conquistador::data::combat::odds_column;
use packetboat_conquistador::men::Hull::{Caravel, Carrack, Galleon};
use packetboat_conquistador::men::{Hull, Ships};
use packetboat_conquistador::orders::{Chase, Order, Stance};
use packetboat_conquistador::reckon::odds::privateer_shift;
use packetboat_conquistador::sea::events::Event;
use packetboat_conquistador::state::{Bond, Stage};
use packetboat_core::engine::seat::Viewer;

/// England's E1 attacks Spain's S1 on the open sea; Spain fights.
fn duel(attacker: &[Hull], target: &[Hull]) -> Scene {
    let mut scene = Scene::at(Stage::Hemispheric);
    scene.ships(ENGLAND, "E1", "bermuda", attacker);
    scene.ships(SPAIN, "S1", "bermuda", target);
    scene.line(ENGLAND, attack("E1", SPAIN, "bermuda"));
    scene.line(SPAIN, stance(Stance::Fight));
    scene
}

fn left(scene: &Scene, power: &str, name: &str) -> Ships {
    if scene.is_gone(power, name) {
        Ships::NONE
    } else {
        scene.expedition(power, name).fleet()
    }
}

fn result(scene: &Scene) -> String {
    let told = scene.heard(Viewer::Public);
    let result = told.iter().find_map(|it| match it {
        Event::SeaFight { result, .. } => Some(result.clone()),
        _ => None,
    });
    result.expect("a fight")
}

#[test]
fn the_table_is_that_of_the_game_file() {
    use NavalResult::{A1, AE, AH, D1, DC, DH, EX, NE};
    let rows = [
        [D1, D1, DH, DH, DC, DC],
        [EX, D1, D1, DH, DH, DC],
        [NE, EX, D1, D1, DH, DH],
        [A1, NE, EX, D1, D1, DH],
        [A1, A1, NE, EX, D1, D1],
        [AH, A1, A1, NE, EX, D1],
        [AE, AH, A1, A1, NE, EX],
    ];
    for (row, die) in rows.iter().zip(1..) {
        for (wanted, column) in row.iter().zip(0..) {
            let got = tables().naval_combat.result(column, die);
            assert_eq!(got, *wanted, "die {die}, column {column}");
        }
    }
    let columns = [
        (1, 3),
        (1, 2),
        (2, 3),
        (1, 1),
        (3, 2),
        (2, 1),
        (9, 2),
        (5, 1),
        (40, 1),
    ];
    let wanted = [
        None,
        Some(0),
        Some(0),
        Some(1),
        Some(1),
        Some(2),
        Some(4),
        Some(5),
        Some(5),
    ];
    assert_eq!(columns.map(|(a, d)| odds_column(a, d)), wanted);
}

#[test]
fn every_result_takes_its_ships() {
    // 3 against 3 Carracks, 1:1: D1, D1, EX, NE, A1, A1; shifts of the die are tested apart.
    // Ships of a side are drawn one by one: three, then two are left.
    let cases: [(&[u32], u32, u32); 6] = [
        (&[1, 3], 3, 2),
        (&[2, 1], 3, 2),
        (&[3, 1, 1], 2, 2),
        (&[4], 3, 3),
        (&[5, 2], 2, 3),
        (&[6, 2], 2, 3),
    ];
    for (dice, ours, theirs) in cases {
        let mut scene = duel(&[Carrack; 3], &[Carrack; 3]);
        scene.play(dice);
        assert_eq!(left(&scene, ENGLAND, "E1").total(), ours, "{dice:?}");
        assert_eq!(left(&scene, SPAIN, "S1").total(), theirs, "{dice:?}");
    }
}

#[test]
fn half_is_rounded_up_and_all_is_all() {
    // 3:1 on a 1: DH, two of three Carracks (and the attackers' nine).
    let mut scene = duel(&[Carrack; 9], &[Carrack; 3]);
    scene.play(&[1, 1, 1]);
    assert_eq!(left(&scene, SPAIN, "S1").total(), 1);
    assert_eq!(result(&scene), "DH");
    // 1:2 on a 6: AH; and a 6 with Caravels only, 7: AE.
    let mut scene = duel(&[Carrack; 3], &[Carrack; 6]);
    scene.play(&[6, 1, 1]);
    assert_eq!(
        (result(&scene).as_str(), left(&scene, ENGLAND, "E1").total()),
        ("AH", 1)
    );
    let mut scene = duel(&[Caravel; 3], &[Caravel; 6]);
    scene.play(&[6]);
    assert_eq!(result(&scene), "AE");
    assert!(scene.is_gone(ENGLAND, "E1"));
    assert_eq!(scene.own(ENGLAND).lost[&label("E1")], 3);
}

#[test]
fn taken_ships_join_the_winner_as_far_as_he_has_ships() {
    // 5:1 on a 1: DC. One Galleon Fleet takes one ship, the largest; Q81.
    let mut scene = duel(&[Galleon], &[Caravel, Carrack]);
    let s1 = scene
        .own(SPAIN)
        .expeditions
        .get_mut(&label("S1"))
        .expect("there");
    s1.ships[1].men = men(0, 3, 0);
    s1.marks.insert("N01".parse().expect("a discovery"));
    scene.play(&[1]);
    let e1 = scene.expedition(ENGLAND, "E1");
    assert_eq!((e1.fleet().galleons, e1.fleet().carracks), (1, 1));
    assert_eq!((e1.men(), e1.marks.len()), (men(0, 0, 0), 0));
    assert!(scene.is_gone(SPAIN, "S1"));
}

#[test]
fn sink_keeps_no_prizes() {
    let mut scene = Scene::at(Stage::Hemispheric);
    scene.ships(ENGLAND, "E1", "bermuda", &[Carrack; 5]);
    scene.ships(SPAIN, "S1", "bermuda", &[Carrack]);
    scene.line(
        ENGLAND,
        Order::Attack {
            label: label("E1"),
            power: seat(SPAIN),
            chase: Chase::At {
                place: hex("bermuda"),
            },
            sink: true,
            exceed: None,
        },
    );
    scene.line(SPAIN, stance(Stance::Fight));
    scene.play(&[2]);
    assert_eq!(left(&scene, ENGLAND, "E1").total(), 5);
    assert!(scene.is_gone(SPAIN, "S1"));
}

#[test]
fn galleon_fleets_go_last_and_taken_ones_are_sunk() {
    let mut scene = duel(&[Galleon; 3], &[Caravel, Galleon]);
    // 36:13 = 2:1; die 1: DH, one of two: the Caravel, without a draw.
    scene.play(&[1]);
    let s1 = left(&scene, SPAIN, "S1");
    assert_eq!((s1.caravels, s1.galleons), (0, 1));
    let mut scene = duel(&[Galleon; 5], &[Galleon]);
    scene.play(&[1]);
    assert!(scene.is_gone(SPAIN, "S1"));
    assert_eq!(left(&scene, ENGLAND, "E1").galleons, 5);
}

#[test]
fn soldiers_aboard_add_one_for_each_full_four() {
    // Vector 23: seen 6:2, fought at 6:3.
    let mut scene = duel(&[Carrack; 3], &[Carrack]);
    let s1 = scene
        .own(SPAIN)
        .expeditions
        .get_mut(&label("S1"))
        .expect("there");
    s1.ships[0].men = men(0, 4, 0);
    scene.play(&[5]);
    let told = scene.heard(Viewer::Public);
    let odds = told.iter().find_map(|it| match it {
        Event::SeaFight {
            attack,
            defence,
            odds,
            ..
        } => Some((*attack, *defence, odds.as_str())),
        _ => None,
    });
    assert_eq!(odds, Some((6, 3, "2:1")));
    assert_eq!(result(&scene), "NE");
}

#[test]
fn privateers_shift_two_columns_at_most_and_never_beyond_the_last() {
    let odds = |ships: u32, privateers: u32| {
        let names = ["drake", "cavendish", "grenville"];
        let aboard = names[..privateers as usize].iter().map(|it| leader(it));
        let shift = privateer_shift(tables(), aboard);
        (odds_column(ships, 1).expect("odds") + shift).min(5)
    };
    assert_eq!(
        (odds(1, 0), odds(1, 1), odds(1, 2), odds(1, 3)),
        (1, 2, 3, 3)
    );
    assert_eq!(odds(5, 2), 5);
}

#[test]
fn the_shift_is_told_and_used() {
    let mut scene = duel(&[Carrack], &[Carrack]);
    scene.state.open.turn = 18;
    let e1 = scene
        .own(ENGLAND)
        .expeditions
        .get_mut(&label("E1"))
        .expect("there");
    e1.ships[0].leaders = vec![leader("drake"), leader("cavendish"), leader("grenville")];
    // 1:1 shifted to 3:1, die 6: NE instead of A1.
    scene.play(&[6]);
    assert_eq!(result(&scene), "NE");
}

#[test]
fn one_against_one_both_go_down_with_gold_and_leaders() {
    // Q82.
    let mut scene = duel(&[Carrack], &[Carrack]);
    let s1 = scene
        .own(SPAIN)
        .expeditions
        .get_mut(&label("S1"))
        .expect("there");
    s1.ships[0].leaders = vec![leader("cortes")];
    s1.ships[0].gold = vec![lot(SPAIN, 20)];
    scene.play(&[3]);
    assert!(scene.is_gone(ENGLAND, "E1") && scene.is_gone(SPAIN, "S1"));
    assert!(scene.own(SPAIN).gone.contains(&leader("cortes")));
}

#[test]
fn gold_of_lost_ships_is_taken_as_far_as_there_is_room() {
    let mut scene = duel(&[Carrack, Carrack], &[Carrack, Carrack]);
    let e1 = scene
        .own(ENGLAND)
        .expeditions
        .get_mut(&label("E1"))
        .expect("there");
    e1.ships[0].men = men(0, 3, 0);
    e1.ships[1].men = men(0, 3, 0);
    let s1 = scene
        .own(SPAIN)
        .expeditions
        .get_mut(&label("S1"))
        .expect("there");
    s1.ships[0].gold = vec![lot(SPAIN, 40)];
    // 5:4: D1, the first of the two ships.
    scene.play(&[1, 1]);
    let e1 = scene.expedition(ENGLAND, "E1");
    assert_eq!(e1.gold(), 20);
    let gold = e1.ships.iter().flat_map(|it| &it.gold);
    assert!(
        gold.into_iter()
            .all(|it| it.owner == seat(ENGLAND) && it.shipped)
    );
    let sunk = scene.told(SPAIN);
    assert!(sunk.iter().any(|it| matches!(
        it,
        Event::WentDown {
            gold: 20,
            ended: false,
            ..
        }
    )));
}

#[test]
fn leaders_of_a_lost_ship_reach_another_on_three_or_less() {
    for (die, saved) in [(3, true), (4, false)] {
        let mut scene = duel(&[Carrack, Carrack], &[Carrack, Carrack]);
        let s1 = scene
            .own(SPAIN)
            .expeditions
            .get_mut(&label("S1"))
            .expect("there");
        s1.ships[0].leaders = vec![leader("cortes")];
        scene.play(&[1, 1, die]);
        assert_eq!(
            scene.expedition(SPAIN, "S1").leaders().len(),
            usize::from(saved)
        );
        let tells = |power: &str| {
            let told = scene.told(power);
            told.iter()
                .any(|it| matches!(it, Event::LeaderOfLostShip { .. }))
        };
        assert!(tells(SPAIN) && !tells(ENGLAND) && !tells(FRANCE));
    }
}

#[test]
fn expeditions_of_a_power_stand_together_and_keep_their_labels() {
    // Q83: 4 against 2 and 2 is 1:1.
    let mut scene = duel(&[Carrack, Carrack], &[Carrack]);
    scene.ships(SPAIN, "S2", "bermuda", &[Carrack]);
    scene.play(&[1, 2]);
    assert!(scene.is_gone(SPAIN, "S2"));
    assert_eq!(left(&scene, SPAIN, "S1").total(), 1);
    assert_eq!(scene.own(SPAIN).lost[&label("S2")], 1);
}

#[test]
fn a_fight_costs_three_points_and_is_fought_once() {
    let mut scene = duel(&[Carrack], &[Carrack]);
    scene.line(ENGLAND, attack("E1", SPAIN, "bermuda"));
    scene.play(&[4]);
    assert_eq!(scene.expedition(ENGLAND, "E1").mp, 3);
    assert_eq!(scene.expedition(ENGLAND, "E1").sailed_b, 1);
    assert_eq!(scene.passed_over, ["E1 has attacked them in this segment"]);
}

#[test]
fn ships_in_port_are_safe_ships_in_the_roads_are_not() {
    let mut scene = Scene::at(Stage::Hemispheric);
    scene.port(SPAIN, "car_cuba");
    scene.ships(ENGLAND, "E1", "car_cuba", &[Carrack; 2]);
    scene.ships(SPAIN, "S1", "car_cuba", &[Carrack]);
    scene.ships(FRANCE, "F1", "car_cuba", &[Carrack]);
    scene.line(ENGLAND, attack("E1", SPAIN, "car_cuba"));
    scene.line(ENGLAND, attack("E1", FRANCE, "car_cuba"));
    scene.line(FRANCE, stance(Stance::Fight));
    scene.play(&[5]);
    assert_eq!(scene.passed_over.len(), 1);
    assert_eq!(result(&scene), "NE");
}

#[test]
fn a_deal_unknown_to_the_attacker_shelters_guests() {
    let mut scene = Scene::at(Stage::Hemispheric);
    scene.port(SPAIN, "car_cuba");
    scene.ships(ENGLAND, "E1", "car_jamaica", &[Carrack; 2]);
    scene.ships(FRANCE, "F1", "car_cuba", &[Carrack]);
    scene.deal(Bond::Ports {
        grantor: seat(SPAIN),
        guest: seat(FRANCE),
        until: 9,
    });
    scene.line(ENGLAND, attack("E1", FRANCE, "car_cuba"));
    scene.play(&[]);
    assert_eq!(
        scene.expedition(ENGLAND, "E1").at,
        at("car_cuba"),
        "it has sailed there"
    );
    let told = scene.told(ENGLAND);
    assert!(
        told.iter()
            .any(|it| matches!(it, Event::FightCalledOff { .. }))
    );
}

#[test]
fn hidden_soldiers_may_call_a_fight_off() {
    // Seen 2:4, in truth 2:5.
    let mut scene = duel(&[Carrack], &[Carrack, Carrack]);
    let s1 = scene
        .own(SPAIN)
        .expeditions
        .get_mut(&label("S1"))
        .expect("there");
    s1.ships[0].men = men(0, 4, 0);
    scene.play(&[]);
    assert_eq!(scene.expedition(ENGLAND, "E1").mp, 0, "no points are spent");
    let called_off = |power| {
        let told = scene.told(power);
        told.iter()
            .any(|it| matches!(it, Event::FightCalledOff { .. }))
    };
    assert!(called_off(ENGLAND) && !called_off(SPAIN));
}

#[test]
fn peace_forbids_attacks_but_a_peace_for_an_area_not_at_sea() {
    // Q54, Q56.
    for (area, place, fights) in [
        (None, "bermuda", false),
        (Some("CAR"), "bermuda", true),
        (Some("CAR"), "car_cuba", false),
    ] {
        let mut scene = Scene::at(Stage::Hemispheric);
        scene.ships(ENGLAND, "E1", place, &[Carrack]);
        scene.ships(SPAIN, "S1", place, &[Carrack]);
        scene.deal(Bond::Peace {
            one: seat(SPAIN),
            other: seat(ENGLAND),
            area: area.map(|it| it.parse().expect("an Area")),
            until: 5,
        });
        scene.line(ENGLAND, attack("E1", SPAIN, place));
        scene.line(SPAIN, stance(Stance::Fight));
        let dice: &[u32] = if fights { &[4] } else { &[] };
        scene.play(dice);
        assert_eq!(scene.passed_over.is_empty(), fights, "{area:?} {place}");
    }
}

#[test]
fn the_treaty_of_tordesillas_costs_its_breaker() {
    for (turn, waived, vp) in [(5, false, -25), (12, false, 0), (5, true, 0)] {
        let mut scene = Scene::at(Stage::Hemispheric);
        scene.state.open.turn = turn;
        scene.ships(PORTUGAL, "L1", "bermuda", &[Carrack]);
        scene.ships(SPAIN, "S1", "bermuda", &[Carrack]);
        if waived {
            scene.deal(Bond::Waived {
                one: seat(SPAIN),
                other: seat(PORTUGAL),
            });
        }
        scene.line(PORTUGAL, attack("L1", SPAIN, "bermuda"));
        scene.line(SPAIN, stance(Stance::Fight));
        scene.play(&[4]);
        assert_eq!(
            scene.state.open.power(seat(PORTUGAL)).penalty_vp,
            vp,
            "turn {turn}"
        );
    }
}

#[test]
fn caravels_up_river_are_attacked_by_caravels_only() {
    // Q90.
    let mut scene = Scene::at(Stage::Hemispheric);
    scene.ships(SPAIN, "S1", "can_hochelaga", &[Caravel]);
    scene.ships(ENGLAND, "E1", "can_tadoussac", &[Carrack]);
    scene.ships(ENGLAND, "E2", "can_tadoussac", &[Caravel, Caravel]);
    scene.line(ENGLAND, attack("E1", SPAIN, "can_hochelaga"));
    scene.line(ENGLAND, attack("E2", SPAIN, "can_hochelaga"));
    scene.line(SPAIN, stance(Stance::Fight));
    // 2:1, die 5 and one for Caravels only: A1.
    scene.play(&[5, 1]);
    assert_eq!(scene.passed_over, ["only Caravels reach Hochelaga"]);
    assert_eq!(left(&scene, ENGLAND, "E2").total(), 1);
}

#[test]
fn lost_ships_are_seen_without_label_and_cargo() {
    let mut scene = duel(&[Carrack, Carrack], &[Carrack, Carrack]);
    scene.play(&[1, 1]);
    let seen = scene.heard(Viewer::Seat(seat(FRANCE)));
    let lost = seen.iter().find_map(|it| match it {
        Event::ShipsLost {
            seat, ships, cause, ..
        } => Some((*seat, ships.as_str(), cause.as_str())),
        _ => None,
    });
    assert_eq!(lost, Some((seat(SPAIN), "1 Carrack", "naval combat")));
    assert!(!seen.iter().any(|it| matches!(it, Event::WentDown { .. })));
}
