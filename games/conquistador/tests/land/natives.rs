//! C3 and C4: native combat, preaching, uprisings (4.6, 4.7).

use super::scene::{Scene, area, at, hex, men, seat};
use packetboat_conquistador::land::events::Event;
use packetboat_conquistador::land::uprising;
use packetboat_conquistador::orders::Order;
use packetboat_conquistador::state::Stage;
use packetboat_core::engine::chronicle::Cx;
use packetboat_core::engine::dice::Dice;

fn attack(with: Option<u32>) -> Order {
    Order::Natives {
        area: area("AZT"),
        with,
        from: Vec::new(),
    }
}

/// Native Levels and Soldiers lost by so many Soldiers against a level, for the six dice.
fn fought(soldiers: u32, level: u32) -> Vec<(u32, u32)> {
    let mut results = Vec::new();
    for die in 1..=6 {
        let force = format!("{soldiers}S");
        let scene = Scene::new(&["spain"])
            .natives("AZT", level)
            .put("spain", "azt_veracruz", &force, &[])
            .order("spain", attack(None));
        let scene = scene.play(Stage::Natives, &[die]);
        let left = scene.state.open.natives(area("AZT"));
        let lost = soldiers - scene.at("spain", "azt_veracruz").soldiers;
        results.push((level - left, lost));
    }
    results
}

#[test]
fn every_cell_of_native_combat() {
    let under = [(1, 0), (1, 1), (0, 1), (0, 1), (0, 2), (0, 2)];
    let half = [(2, 0), (1, 0), (1, 1), (0, 1), (0, 1), (0, 2)];
    let even = [(3, 0), (2, 0), (2, 1), (1, 0), (1, 1), (0, 2)];
    let twice = [(4, 0), (3, 0), (2, 0), (2, 1), (1, 0), (1, 1)];
    let thrice = [(5, 0), (4, 0), (3, 0), (2, 0), (2, 0), (1, 0)];
    assert_eq!(fought(2, 5), under);
    assert_eq!(fought(4, 8), half);
    assert_eq!(fought(7, 4), even);
    assert_eq!(fought(11, 4), twice);
    // No level is that high on the map; the column is.
    assert_eq!(fought(12, 4)[1..], thrice[1..]);
    assert_eq!(fought(12, 4)[0], (4, 0), "not below 0");
}

#[test]
fn a_conquistador_helps_once() {
    let scene = Scene::new(&["spain"])
        .natives("AZT", 5)
        .put("spain", "azt_veracruz", "5S", &[])
        .put("spain", "azt_oaxaca", "1C", &["cortes", "alvarado"])
        .order("spain", attack(None));
    let scene = scene.play(Stage::Natives, &[3]);
    assert_eq!(scene.state.open.natives(area("AZT")), 3);
    assert_eq!(scene.at("spain", "azt_veracruz"), men("5S"));
}

#[test]
fn soldiers_of_many_hexes_join_and_share_losses() {
    // Q108: 4 of 3 + 2, so 3 and 1; two are lost, both where most of those who joined stand.
    let scene = Scene::new(&["spain"])
        .natives("AZT", 4)
        .put("spain", "azt_veracruz", "2S", &[])
        .put("spain", "azt_oaxaca", "3S", &[])
        .order("spain", attack(Some(4)));
    let scene = scene.play(Stage::Natives, &[6]);
    assert_eq!(scene.at("spain", "azt_oaxaca"), men("1S"));
    assert_eq!(scene.at("spain", "azt_veracruz"), men("2S"));
}

#[test]
fn from_says_whose_soldiers_join() {
    let order = Order::Natives {
        area: area("AZT"),
        with: None,
        from: vec![at("azt_veracruz")],
    };
    let scene = Scene::new(&["spain"])
        .natives("AZT", 4)
        .put("spain", "azt_veracruz", "2S", &[])
        .put("spain", "azt_oaxaca", "8S", &[])
        .order("spain", order);
    let scene = scene.play(Stage::Natives, &[6]);
    assert_eq!(scene.at("spain", "azt_veracruz"), men("0S"));
    assert_eq!(scene.at("spain", "azt_oaxaca"), men("8S"));
}

#[test]
fn an_area_is_attacked_once_a_turn_and_never_at_level_0() {
    let scene = Scene::new(&["spain"])
        .put("spain", "azt_veracruz", "5S", &[])
        .order("spain", attack(None))
        .order("spain", attack(None));
    let scene = scene.play(Stage::Natives, &[4]);
    assert_eq!(scene.refused.len(), 1);
    let scene = Scene::new(&["spain"])
        .natives("AZT", 0)
        .put("spain", "azt_veracruz", "5S", &[])
        .order("spain", attack(None));
    let scene = scene.play(Stage::Natives, &[]);
    assert_eq!(scene.refused.len(), 1);
}

fn preach() -> Order {
    Order::Preach { area: area("AZT") }
}

#[test]
fn a_missionary_preaches_with_success_on_a_one() {
    let level = |die: u32| {
        let scene = Scene::new(&["spain"])
            .put("spain", "azt_veracruz", "1M", &[])
            .order("spain", preach());
        let scene = scene.play(Stage::Natives, &[die]);
        scene.state.open.natives(area("AZT"))
    };
    assert_eq!((level(1), level(2)), (4, 5));
}

#[test]
fn nobody_preaches_where_he_fights_nor_twice() {
    let scene = Scene::new(&["spain"])
        .put("spain", "azt_veracruz", "1M5S", &[])
        .order("spain", attack(None))
        .order("spain", preach());
    assert_eq!(scene.play(Stage::Natives, &[4]).refused.len(), 1);
    let scene = Scene::new(&["spain"])
        .put("spain", "azt_veracruz", "2M", &[])
        .order("spain", preach())
        .order("spain", preach());
    let scene = scene.play(Stage::Natives, &[1]);
    assert_eq!(scene.state.open.natives(area("AZT")), 4);
}

/// What an uprising takes, for the six dice.
fn risen(level: u32, text: &str) -> Vec<String> {
    let mut lost = Vec::new();
    for die in 1..=6 {
        let mut scene =
            Scene::new(&["spain"])
                .natives("AZT", level)
                .put("spain", "azt_veracruz", text, &[]);
        let mut dice = Dice::scripted([die]);
        let mut cx = Cx::new(&mut dice, vec![seat("spain")]);
        let tables = scene.tables.clone();
        uprising::strike(
            &tables,
            &mut scene.state,
            seat("spain"),
            area("AZT"),
            &mut cx,
        );
        let before = men(text);
        let after = scene.at("spain", "azt_veracruz");
        lost.push(format!(
            "{}C{}S",
            before.colonists - after.colonists,
            before.soldiers - after.soldiers
        ));
    }
    lost
}

#[test]
fn every_column_of_the_uprising_table() {
    // Level against Soldiers and half the Colonists.
    let under = ["1C0S", "1C0S", "0C0S", "0C0S", "0C0S", "0C0S"];
    let even = ["1C1S", "1C1S", "1C0S", "0C1S", "0C0S", "0C0S"];
    let twice = ["2C1S", "2C1S", "1C1S", "1C0S", "1C0S", "0C0S"];
    let thrice = ["3C2S", "2C2S", "2C1S", "1C1S", "1C0S", "1C0S"];
    let four = ["4C2S", "3C2S", "2C2S", "2C1S", "1C1S", "1C0S"];
    assert_eq!(risen(5, "4C4S"), under);
    assert_eq!(risen(5, "4C3S"), even);
    assert_eq!(risen(9, "4C2S"), twice);
    assert_eq!(risen(12, "4C2S"), thrice);
    assert_eq!(risen(16, "4C2S"), four);
}

#[test]
fn losses_of_an_uprising_fall_one_by_one() {
    // Vector 13: 2C1S over X (3C) and Y (2C2S); level 9 against 4½ is 2:1, die 1.
    let mut scene = Scene::new(&["spain"])
        .natives("AZT", 9)
        .put("spain", "azt_veracruz", "3C", &[])
        .put("spain", "azt_oaxaca", "2C2S", &[]);
    let mut dice = Dice::scripted([1]);
    let mut cx = Cx::new(&mut dice, vec![seat("spain")]);
    let tables = scene.tables.clone();
    uprising::strike(
        &tables,
        &mut scene.state,
        seat("spain"),
        area("AZT"),
        &mut cx,
    );
    assert_eq!(scene.at("spain", "azt_veracruz"), men("1C"));
    assert_eq!(scene.at("spain", "azt_oaxaca"), men("2C1S"));
}

#[test]
fn where_all_is_lost_leaders_may_die() {
    let mut scene = Scene::new(&["spain"])
        .natives("AZT", 5)
        .put("spain", "azt_veracruz", "1C1M", &["ojeda"])
        .put("spain", "azt_oaxaca", "", &["ponce"]);
    let mut dice = Dice::scripted([1, 3, 4]);
    let mut cx = Cx::new(&mut dice, vec![seat("spain")]);
    let tables = scene.tables.clone();
    uprising::strike(
        &tables,
        &mut scene.state,
        seat("spain"),
        area("AZT"),
        &mut cx,
    );
    assert!(scene.at("spain", "azt_veracruz").is_empty());
    let gone = &scene.state.own(seat("spain")).gone;
    assert_eq!(gone.len(), 1);
    let order = [hex("azt_veracruz"), hex("azt_oaxaca")];
    let second = order.into_iter().max().expect("two");
    assert!(scene.state.open.stack(second, seat("spain")).is_none());
}

#[test]
fn the_check_looks_at_level_attack_crowd_and_guard() {
    // 5 − 2 Soldiers − 1 Missionary + 3 Colonists of all powers / 3 = 3.
    let scene = || {
        Scene::new(&["spain", "england"])
            .put("spain", "azt_veracruz", "1C2S1M", &[])
            .put("england", "azt_acapulco", "2C5S", &[])
    };
    let quiet = scene().play(Stage::Uprising, &[4, 6]);
    assert_eq!(quiet.count("natives-quiet"), 2, "England: 5 + 1 − 5 = 1");
    let risen = scene().play(Stage::Uprising, &[3, 6, 6]);
    assert_eq!(risen.count("natives-rise"), 1);
}

#[test]
fn no_check_is_rolled_where_the_guard_suffices_or_disease_rages() {
    let scene = Scene::new(&["spain"]).put("spain", "azt_veracruz", "5S", &[]);
    scene.play(Stage::Uprising, &[]);
    let mut scene = Scene::new(&["spain"]).put("spain", "azt_veracruz", "2C", &[]);
    scene.state.open.no_uprisings = true;
    scene.run(Stage::Uprising, &[]);
    let scene = Scene::new(&["spain"]).put("spain", "azt_veracruz", "2C", &[]);
    scene.natives("AZT", 0).play(Stage::Uprising, &[]);
}

#[test]
fn the_check_fails_on_a_six() {
    let scene = Scene::new(&["spain"]).put("spain", "inc_lima", "6C", &[]);
    let scene = scene.play(Stage::Uprising, &[6]);
    let quiet = Event::NativesQuiet {
        seat: seat("spain"),
        area: "Incan Empire".to_owned(),
        level: 8,
        die: 6,
    };
    assert_eq!(scene.events(), vec![quiet]);
}
