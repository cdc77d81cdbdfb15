//! C2: going aboard, coming ashore, civil war, guests (4.1, 7.1, Q55).

use super::scene::{Scene, hex, label, march, men, move_to, seat, to, units};
use packetboat_conquistador::men::Hull;
use packetboat_conquistador::orders::{Course, March, Order, Return};
use packetboat_conquistador::state::{Bond, Stage};

fn embark(text: &str) -> Order {
    Order::Embark {
        label: label("S1"),
        units: units(text, &[]),
    }
}

fn debark(text: &str, leaders: &[&str]) -> Order {
    Order::Debark {
        label: label("S1"),
        units: units(text, leaders),
    }
}

fn aboard(scene: &Scene) -> packetboat_conquistador::men::Men {
    scene.state.own(seat("spain")).expeditions[&label("S1")].men()
}

#[test]
fn units_go_aboard_at_the_end_of_their_march() {
    let order = Order::Move(March {
        aboard: Some(label("S1")),
        ..march("3S", &[], "azt_tlaxcala", to("azt_veracruz"))
    });
    let scene = Scene::new(&["spain"])
        .put("spain", "azt_tlaxcala", "3S", &[])
        .ships(
            "spain",
            "S1",
            "azt_veracruz",
            &[Hull::Caravel, Hull::Caravel],
        )
        .order("spain", order);
    let scene = scene.play(Stage::March, &[]);
    assert_eq!(aboard(&scene), men("2S"));
    assert_eq!(scene.at("spain", "azt_veracruz"), men("1S"));
    assert_eq!(scene.count("men-boarded"), 1);
    assert_eq!(scene.count("order-cut-short"), 1);
}

#[test]
fn who_goes_aboard_leaves_the_marches_of_others_alone() {
    let order = Order::Move(March {
        aboard: Some(label("S1")),
        ..march("2S", &[], "azt_tlaxcala", to("azt_veracruz"))
    });
    let scene = Scene::new(&["spain"])
        .put("spain", "azt_tlaxcala", "2S", &[])
        .put("spain", "azt_veracruz", "2S", &[])
        .ships("spain", "S1", "azt_veracruz", &[Hull::Carrack])
        .order("spain", order)
        .order("spain", move_to("2S", &[], "azt_veracruz", "azt_tlaxcala"));
    let scene = scene.play(Stage::March, &[]);
    assert_eq!(aboard(&scene), men("2S"));
    assert_eq!(scene.at("spain", "azt_tlaxcala"), men("2S"));
}

#[test]
fn embark_and_debark_count_on_sheet_b() {
    let scene = Scene::new(&["spain"])
        .put("spain", "azt_veracruz", "2S", &[])
        .ships("spain", "S1", "azt_veracruz", &[Hull::Carrack])
        .order("spain", embark("2S"));
    let mut scene = scene.play(Stage::March, &[]);
    assert_eq!(aboard(&scene), men("2S"));
    // Ashore again in the next turn: that is their whole move.
    scene = scene
        .order("spain", debark("2S", &[]))
        .order("spain", move_to("2S", &[], "azt_veracruz", "azt_tlaxcala"));
    let scene = scene.play(Stage::March, &[]);
    assert_eq!(scene.at("spain", "azt_veracruz"), men("2S"));
    assert_eq!(scene.refused.len(), 1);
}

#[test]
fn nobody_comes_ashore_in_a_hex_of_others() {
    let mut scene = Scene::new(&["spain", "france"])
        .put("france", "azt_veracruz", "1C", &[])
        .ships("spain", "S1", "azt_veracruz", &[Hull::Carrack]);
    let own = scene.state.own_mut(seat("spain"));
    let ships = own.expeditions.get_mut(&label("S1")).expect("S1");
    ships.ships[0].men = men("2S");
    let scene = scene
        .order("spain", debark("2S", &[]))
        .play(Stage::March, &[]);
    assert_eq!(scene.refused.len(), 1);
    assert_eq!(aboard(&scene), men("2S"));
}

#[test]
fn gold_comes_ashore_in_b2_only() {
    let order = Order::DebarkGold {
        label: label("S1"),
        sum: None,
    };
    let scene = Scene::new(&["spain"])
        .put("spain", "azt_veracruz", "2C", &[])
        .ships("spain", "S1", "azt_veracruz", &[Hull::Carrack])
        .order("spain", order);
    assert_eq!(scene.play(Stage::March, &[]).refused.len(), 1);
}

/// Spain owes two Soldiers; three stand at Veracruz with a Caravel and a Carrack.
fn civil_war(returns: Option<Return>) -> Scene {
    let mut scene = Scene::new(&["spain"])
        .put("spain", "azt_veracruz", "3S", &[])
        .ships("spain", "S1", "azt_veracruz", &[Hull::Carrack]);
    let own = scene.state.own_mut(seat("spain"));
    own.duty = 2;
    own.expeditions.get_mut(&label("S1")).expect("S1").returns = returns;
    scene
}

#[test]
fn civil_war_sends_soldiers_home_by_itself() {
    let scene = civil_war(Some(Return::Home)).play(Stage::March, &[]);
    assert_eq!(aboard(&scene), men("2S"));
    let scene = civil_war(Some(Return::Stay)).play(Stage::March, &[]);
    assert_eq!(aboard(&scene), men(""), "it does not sail home");
    let home = Order::Sail {
        label: Some(label("S1")),
        to: Course::Home,
        exceed: None,
    };
    let scene = civil_war(Some(Return::Stay)).order("spain", home);
    assert_eq!(aboard(&scene.play(Stage::March, &[])), men("2S"));
}

#[test]
fn who_ignores_the_civil_war_sends_nobody() {
    let mut scene = civil_war(Some(Return::Home));
    scene.state.own_mut(seat("spain")).duty_ignored = true;
    assert_eq!(aboard(&scene.play(Stage::March, &[])), men(""));
}

#[test]
fn soldiers_aboard_already_count_for_the_duty() {
    let scene = civil_war(Some(Return::Home)).order("spain", embark("1S"));
    assert_eq!(aboard(&scene.play(Stage::March, &[])), men("2S"));
}

#[test]
fn guests_leave_when_their_passage_has_ended() {
    let scene = Scene::new(&["spain", "france"])
        .put("spain", "azt_veracruz", "2C1S", &[])
        .put("france", "azt_veracruz", "2S", &[]);
    let scene = scene.play(Stage::March, &[]);
    assert_eq!(scene.at("spain", "azt_veracruz"), men("2C1S"));
    assert_eq!(scene.at("france", "azt_veracruz"), men(""));
    assert_eq!(scene.count("guests-moved"), 1);
    let moved = scene
        .state
        .open
        .stacks_of(seat("france"))
        .next()
        .expect("moved");
    assert_eq!(hex("azt_veracruz").distance(moved.0), 1);
}

#[test]
fn hosts_and_guests_share_a_hex_as_long_as_the_deal_holds() {
    // The guest is the stronger, and stays; the host may bring more of his own.
    let area = "AZT".parse().expect("an Area");
    let scene = Scene::new(&["spain", "france"])
        .put("spain", "azt_veracruz", "1S", &[])
        .put("spain", "azt_tlaxcala", "2S", &[])
        .put("france", "azt_veracruz", "2C2S", &[])
        .deal(Bond::Passage {
            grantor: seat("spain"),
            guest: seat("france"),
            area,
            until: 5,
        })
        .order("spain", move_to("2S", &[], "azt_tlaxcala", "azt_veracruz"));
    let scene = scene.play(Stage::March, &[]);
    assert_eq!(scene.at("spain", "azt_veracruz"), men("3S"));
    assert_eq!(scene.at("france", "azt_veracruz"), men("2C2S"));
}
