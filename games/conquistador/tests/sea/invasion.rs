//! Naval invasion (3.9).

use super::scene::{
    ENGLAND, FRANCE, SPAIN, Scene, at, hex, invade, label, leader, men, seat, units,
};
use packetboat_conquistador::men::Hull::{Caravel, Carrack, Galleon};
use packetboat_conquistador::men::{Kind, Men, Ships};
use packetboat_conquistador::orders::Order;
use packetboat_conquistador::sea::events::Event;
use packetboat_conquistador::state::{Bond, Stage};
use packetboat_core::engine::seat::Viewer;

/// England's E1 with so many Soldiers off Cuba, which Spain holds with these men.
fn landing(soldiers: u32, garrison: Men, raid: bool) -> Scene {
    let mut scene = Scene::at(Stage::Hemispheric);
    // Caravels add nothing to an invasion.
    let ships = scene.ships(ENGLAND, "E1", "car_cuba", &[Caravel; 12]);
    for ship in ships.ships.iter_mut().take(soldiers as usize) {
        ship.men = men(0, 1, 0);
    }
    scene.ashore(SPAIN, "car_cuba", garrison, &[]);
    scene.line(ENGLAND, invade("E1", "car_cuba", raid));
    scene
}

fn aboard(scene: &Scene) -> u32 {
    scene.expedition(ENGLAND, "E1").men().soldiers
}

fn odds(scene: &Scene) -> (String, String) {
    let told = scene.heard(Viewer::Public);
    let odds = told.iter().find_map(|it| match it {
        Event::Invasion { odds, result, .. } => Some((odds.clone(), result.clone())),
        _ => None,
    });
    odds.expect("an invasion")
}

#[test]
fn results_for_the_attacker_cost_soldiers_aboard_and_nobody_lands() {
    // 4 against 4 Soldiers, 1:1: EX, EX, EX are 1 each, then AR, A1R, A1R; what is left aboard
    // lands nowhere.
    let cases = [
        (3, "EX", 3, 3),
        (4, "AR", 4, 4),
        (5, "A1R", 3, 4),
        (6, "A1R", 3, 4),
    ];
    for (die, result, ours, theirs) in cases {
        let mut scene = landing(4, men(0, 4, 0), false);
        scene.play(&[die]);
        assert_eq!(odds(&scene), ("1:1".to_owned(), result.to_owned()));
        assert_eq!(aboard(&scene), ours, "die {die}");
        assert_eq!(
            scene.men_at(SPAIN, "car_cuba").soldiers,
            theirs,
            "die {die}"
        );
        assert!(scene.men_at(ENGLAND, "car_cuba").is_empty());
    }
    // 1:2: A2R.
    let mut scene = landing(4, men(0, 8, 0), false);
    scene.play(&[6]);
    assert_eq!((odds(&scene).1.as_str(), aboard(&scene)), ("A2R", 2));
}

#[test]
fn an_eliminated_attack_loses_those_who_attacked() {
    // A Conquistador defends: 6 and 1 is 7, AE at 1:2.
    let mut scene = landing(4, men(0, 8, 0), false);
    scene.ashore(SPAIN, "car_cuba", Men::NONE, &["cortes"]);
    scene.play(&[6]);
    assert_eq!((odds(&scene).1.as_str(), aboard(&scene)), ("AE", 0));
    assert!(!scene.is_gone(ENGLAND, "E1"), "the ships are not lost");
}

#[test]
fn who_wins_lands_his_soldiers_and_has_the_gold() {
    // 6:3 is 2:1, a 3: DR.
    let mut scene = landing(6, men(1, 2, 0), false);
    scene.gold(SPAIN, "car_cuba", 30);
    scene.play(&[3]);
    assert_eq!(odds(&scene), ("2:1".to_owned(), "DR".to_owned()));
    assert_eq!(scene.men_at(ENGLAND, "car_cuba"), men(0, 6, 0));
    assert!(scene.men_at(SPAIN, "car_cuba").is_empty());
    let gold = &scene.state.open.hexes[&hex("car_cuba")].gold;
    assert_eq!((gold[0].owner, gold[0].ducats), (seat(ENGLAND), 30));
    // The beaten have gone to a neighbour of the game's choice.
    let spain: Vec<_> = scene.state.open.stacks_of(seat(SPAIN)).collect();
    assert_eq!(spain.len(), 1);
    assert_eq!(spain[0].1.men, men(1, 2, 0));
    // They have been seen to arrive (Q7).
    let e1 = scene.expedition(ENGLAND, "E1");
    assert!(e1.ships.iter().all(|it| it.landed.is_empty()));
    assert_eq!((e1.mp, e1.invaded.as_slice()), (3, &[hex("car_cuba")][..]));
}

#[test]
fn a_raid_takes_what_there_is_room_for_and_goes() {
    // 11:3 is 3:1, a 3: D1R.
    let mut scene = landing(11, men(1, 2, 0), true);
    scene.gold(SPAIN, "car_cuba", 30);
    let own = scene.own(ENGLAND);
    own.expeditions.get_mut(&label("E1")).expect("there").ashore = Some(super::scene::nobody());
    scene.play(&[3]);
    assert!(scene.men_at(ENGLAND, "car_cuba").is_empty());
    let e1 = scene.expedition(ENGLAND, "E1");
    assert_eq!(
        (e1.men().soldiers, e1.gold()),
        (11, 10),
        "one ship was free"
    );
    let gold = &scene.state.open.hexes[&hex("car_cuba")].gold;
    assert_eq!((gold[0].owner, gold[0].ducats), (seat(SPAIN), 20));
    let left: u32 = scene
        .state
        .open
        .stacks_of(seat(SPAIN))
        .map(|it| it.1.men.soldiers)
        .sum();
    assert_eq!(left, 1);
}

#[test]
fn the_loser_says_where_he_goes() {
    let mut scene = landing(6, men(1, 2, 0), false);
    let to = hex("car_havana");
    let map = &super::scene::tables().map;
    let to = map
        .land_neighbours(hex("car_cuba"))
        .iter()
        .copied()
        .max()
        .unwrap_or(to);
    scene.line(
        SPAIN,
        Order::Retreat {
            from: None,
            to: packetboat_conquistador::ids::At::Hex(to),
        },
    );
    scene.play(&[3]);
    assert_eq!(scene.state.open.men(to, seat(SPAIN)), men(1, 2, 0));
}

#[test]
fn colonists_whom_nobody_defends_scatter() {
    // 4 against half of 3, rounded up: 2:1, a 3: DR; each Colonist is lost on 4 to 6.
    let mut scene = landing(4, men(3, 0, 0), false);
    scene.play(&[3, 4, 1, 6]);
    let left: u32 = scene
        .state
        .open
        .stacks_of(seat(SPAIN))
        .map(|it| it.1.men.colonists)
        .sum();
    assert_eq!(left, 1);
}

#[test]
fn leaders_and_missionaries_alone_yield_without_a_die() {
    // Q99.
    let mut scene = landing(1, men(0, 0, 1), false);
    scene.ashore(SPAIN, "car_cuba", Men::NONE, &["magellan"]);
    scene.play(&[]);
    assert_eq!(scene.men_at(ENGLAND, "car_cuba"), men(0, 1, 0));
    let spain: Vec<_> = scene.state.open.stacks_of(seat(SPAIN)).collect();
    assert_eq!(
        (spain[0].1.men, spain[0].1.leaders.len()),
        (men(0, 0, 1), 1)
    );
}

#[test]
fn carracks_help_and_privateers_shift() {
    let mut scene = Scene::at(Stage::Hemispheric);
    scene.state.open.turn = 18;
    let e1 = scene.ships(ENGLAND, "E1", "car_cuba", &[Carrack, Carrack]);
    e1.ships[0].men = men(0, 2, 0);
    e1.ships[0].leaders = vec![leader("drake")];
    scene.ashore(SPAIN, "car_cuba", men(0, 4, 0), &[]);
    scene.line(ENGLAND, invade("E1", "car_cuba", false));
    // 2 Soldiers and 2 Carracks against 4: 1:1, shifted to 2:1; a 5: AR.
    scene.play(&[5]);
    assert_eq!(odds(&scene), ("2:1".to_owned(), "AR".to_owned()));
}

#[test]
fn a_conquistador_aboard_takes_one_off_the_die() {
    let mut scene = Scene::at(Stage::Hemispheric);
    let s1 = scene.ships(SPAIN, "S1", "car_cuba", &[Caravel, Caravel]);
    s1.ships[0].men = men(0, 1, 0);
    s1.ships[0].leaders = vec![leader("cortes")];
    scene.ashore(ENGLAND, "car_cuba", men(0, 1, 0), &[]);
    scene.line(SPAIN, invade("S1", "car_cuba", false));
    // 1:1, 2 less 1: D1R; the only defender is lost, and the hex is his at once.
    scene.play(&[2]);
    assert_eq!(odds(&scene).1, "D1R");
    assert_eq!(scene.men_at(SPAIN, "car_cuba"), men(0, 1, 0));
}

#[test]
fn ships_in_port_defend_and_one_is_lost() {
    let mut scene = landing(9, men(2, 1, 0), false);
    scene.ships(SPAIN, "S1", "car_cuba", &[Carrack, Carrack]);
    // 9 against 1 + 1 + 2: 2:1, a 3: DR; then which Carrack is lost.
    scene.play(&[3, 2]);
    assert_eq!(odds(&scene).0, "2:1");
    assert_eq!(scene.expedition(SPAIN, "S1").fleet(), Ships::of(Carrack, 1));
}

#[test]
fn in_the_roads_they_do_not() {
    let mut scene = landing(2, men(1, 0, 0), false);
    scene.ships(SPAIN, "S1", "car_cuba", &[Galleon]);
    // One Colonist is no Port: 2:1, a 3: DR, and he is lost on a 4.
    scene.play(&[3, 4]);
    assert_eq!(scene.expedition(SPAIN, "S1").fleet(), Ships::of(Galleon, 1));
}

#[test]
fn with_the_defenders_gone_ships_in_port_are_taken() {
    let mut scene = landing(12, men(2, 0, 0), false);
    let docks = Ships::of(Carrack, 1);
    scene.own(SPAIN).docks.insert(at("car_cuba"), docks);
    // 12 against 1 + 1: 5:1, a 2: DE.
    scene.play(&[2]);
    assert_eq!(odds(&scene).1, "DE");
    assert!(scene.state.open.stacks_of(seat(SPAIN)).next().is_none());
    assert!(scene.own(SPAIN).docks.is_empty());
    assert_eq!(scene.expedition(ENGLAND, "E1").fleet().carracks, 1);
    assert_eq!(scene.men_at(ENGLAND, "car_cuba"), men(0, 12, 0));
}

#[test]
fn leaders_of_the_eliminated_are_captured_or_escape() {
    let mut scene = landing(12, men(0, 2, 1), false);
    scene.ashore(SPAIN, "car_cuba", Men::NONE, &["magellan", "solis"]);
    scene.ashore(SPAIN, "car_jamaica", men(1, 0, 0), &[]);
    // 6:1, a 1: DE; Magellan is captured on a 4, Solis escapes on a 5.
    scene.play(&[1, 4, 5]);
    assert!(scene.own(SPAIN).gone.contains(&leader("magellan")));
    let stack = scene
        .state
        .open
        .stack(hex("car_jamaica"), seat(SPAIN))
        .expect("there");
    assert!(stack.leaders.contains(&leader("solis")));
}

#[test]
fn not_more_land_than_the_hex_holds() {
    // Q85.
    let mut scene = Scene::at(Stage::Hemispheric);
    let e1 = scene.ships(ENGLAND, "E1", "car_cuba", &[Galleon]);
    e1.ships[0].men = men(0, 14, 0);
    scene.ashore(SPAIN, "car_cuba", men(0, 2, 0), &[]);
    scene.line(ENGLAND, invade("E1", "car_cuba", false));
    scene.play(&[1]);
    assert_eq!(scene.men_at(ENGLAND, "car_cuba"), men(0, 12, 0));
    assert_eq!(aboard(&scene), 2);
}

#[test]
fn with_so_many_others_stay_aboard_unless_listed() {
    let mut scene = Scene::at(Stage::Hemispheric);
    let e1 = scene.ships(ENGLAND, "E1", "car_cuba", &[Carrack; 3]);
    e1.ships[0].men = men(2, 2, 0);
    e1.ships[1].men = men(0, 4, 0);
    e1.ashore = Some(units(&[(Kind::Colonist, 1)], &[]));
    scene.ashore(SPAIN, "car_cuba", men(0, 1, 0), &[]);
    scene.line(
        ENGLAND,
        Order::Invade {
            label: label("E1"),
            place: at("car_cuba"),
            with: Some(3),
            raid: false,
            exceed: None,
        },
    );
    // 3 + 3 Carracks against 1: 5:1, a 1: DE.
    scene.play(&[1]);
    // At the end of B2 the clause lands its Colonist again: there is one more aboard.
    assert_eq!(scene.men_at(ENGLAND, "car_cuba"), men(2, 3, 0));
    let tied: u32 = scene
        .expedition(ENGLAND, "E1")
        .ships
        .iter()
        .flat_map(|it| &it.landed)
        .map(|it| it.men.total())
        .sum();
    assert_eq!(
        tied, 2,
        "Colonists are tied to their ships, the Soldiers not (Q7)"
    );
}

#[test]
fn powers_that_share_a_hex_defend_together() {
    let mut scene = landing(12, men(0, 1, 0), false);
    scene.ashore(FRANCE, "car_cuba", men(0, 3, 0), &[]);
    // 3:1, a 3: D1R, France has more Soldiers; each then retreats.
    scene.play(&[3]);
    let soldiers = |power| -> u32 {
        let stacks = scene.state.open.stacks_of(seat(power));
        stacks.map(|it| it.1.men.soldiers).sum()
    };
    assert_eq!((soldiers(SPAIN), soldiers(FRANCE)), (1, 2));
    assert_eq!(scene.men_at(ENGLAND, "car_cuba"), men(0, 12, 0));
}

#[test]
fn a_friend_in_the_hex_makes_it_impossible() {
    // Q86.
    let mut scene = landing(12, men(0, 1, 0), false);
    scene.ashore(FRANCE, "car_cuba", men(0, 1, 0), &[]);
    scene.deal(Bond::Peace {
        one: seat(ENGLAND),
        other: seat(FRANCE),
        area: None,
        until: 9,
    });
    scene.play(&[]);
    assert_eq!(scene.passed_over, ["there is peace with France"]);
}

#[test]
fn refused_invasions_say_why() {
    let mut scene = Scene::at(Stage::Hemispheric);
    scene.ships(ENGLAND, "E1", "car_jamaica", &[Carrack]);
    scene.ships(ENGLAND, "E2", "car_jamaica", &[Carrack]).ships[0].men = men(0, 1, 0);
    scene.ashore(SPAIN, "car_cuba", men(0, 6, 0), &[]);
    scene.line(ENGLAND, invade("E1", "car_cuba", false));
    scene.line(ENGLAND, invade("E2", "car_cuba", false));
    scene.line(ENGLAND, invade("E2", "car_havana", false));
    scene.line(ENGLAND, invade("E2", "azt_tenochtitlan", false));
    scene.play(&[]);
    let wanted = [
        "no Soldiers are aboard",
        "the odds are 2:6, below 1:2",
        "nobody else holds Havana",
        "ships cannot reach Tenochtitlan",
    ];
    assert_eq!(scene.passed_over, wanted);
}
