//! What the target of an attack does (3.8).

use super::scene::{ENGLAND, FRANCE, SPAIN, Scene, at, attack, label, men, stance, tables};
use packetboat_conquistador::men::Hull;
use packetboat_conquistador::men::Hull::{Caravel, Carrack};
use packetboat_conquistador::orders::{Order, Stance};
use packetboat_conquistador::sea::events::Event;
use packetboat_conquistador::state::Stage;
use packetboat_core::engine::seat::Viewer;

fn flees(attacker: &[Hull], target: &[Hull], soldiers: u32, lines: &[Order], dice: &[u32]) -> bool {
    let mut scene = Scene::at(Stage::Hemispheric);
    scene.ships(ENGLAND, "E1", "bermuda", attacker);
    scene.ships(SPAIN, "S1", "bermuda", target).ships[0].men = men(0, soldiers, 0);
    scene.line(ENGLAND, attack("E1", SPAIN, "bermuda"));
    for line in lines {
        scene.line(SPAIN, line.clone());
    }
    scene.play(dice);
    let told = scene.heard(Viewer::Public);
    let flees = told.iter().find_map(|it| match it {
        Event::SeaFight { flees, .. } => Some(*flees),
        _ => None,
    });
    flees.expect("a fight")
}

#[test]
fn by_itself_a_target_flees_from_twice_its_strength() {
    // 2:1, a 4 with one for flight: NE.
    assert!(flees(&[Carrack; 2], &[Carrack], 0, &[], &[4]));
    // 1:1, a 4: NE.
    assert!(!flees(&[Carrack; 3], &[Carrack; 2], 0, &[], &[4]));
    // Its own Soldiers count, the attacker's ships are what is seen: 6 against 3 is twice.
    assert!(flees(&[Carrack; 3], &[Carrack], 4, &[], &[4]));
    assert!(!flees(&[Carrack; 2], &[Carrack], 4, &[], &[4]));
}

#[test]
fn lines_say_otherwise() {
    let fight = [stance(Stance::Fight)];
    assert!(!flees(&[Carrack; 2], &[Carrack], 0, &fight, &[5]));
    let flee = [stance(Stance::Flee)];
    assert!(flees(&[Carrack], &[Carrack], 0, &flee, &[3]));
    let auto = [stance(Stance::Auto), stance(Stance::Fight)];
    assert!(
        flees(&[Carrack; 2], &[Carrack], 0, &auto, &[4]),
        "the first counts"
    );
    let other = Order::Stance {
        label: Some(label("S9")),
        stance: Stance::Flee,
    };
    let own = Order::Stance {
        label: Some(label("S1")),
        stance: Stance::Fight,
    };
    assert!(!flees(&[Carrack; 2], &[Carrack], 0, &[other, own], &[5]));
}

#[test]
fn caravels_alone_and_flight_each_add_one() {
    let mut scene = Scene::at(Stage::Hemispheric);
    scene.ships(ENGLAND, "E1", "bermuda", &[Carrack]);
    scene.ships(SPAIN, "S1", "bermuda", &[Caravel, Caravel]);
    scene.line(ENGLAND, attack("E1", SPAIN, "bermuda"));
    scene.line(SPAIN, stance(Stance::Flee));
    scene.play(&[2]);
    let told = scene.heard(Viewer::Public);
    let modifier = told.iter().find_map(|it| match it {
        Event::SeaFight {
            modifier, result, ..
        } => Some((*modifier, result.as_str())),
        _ => None,
    });
    assert_eq!(modifier, Some((2, "NE")));
}

/// A sea hex with open water on several sides.
fn open_sea() -> String {
    let map = &tables().map;
    let mut all = map.all().filter(|it| map.is_sea(*it));
    let hex = all.find(|it| map.sea_neighbours(*it).len() == 6);
    hex.expect("there is one").to_string()
}

#[test]
fn survivors_of_a_flight_go_where_no_foreign_ship_is_nearest_a_port() {
    let sea = open_sea();
    let mut scene = Scene::at(Stage::Hemispheric);
    scene.ships(ENGLAND, "E1", &sea, &[Carrack]);
    scene.ships(SPAIN, "S1", &sea, &[Carrack]);
    scene.ships(SPAIN, "S2", &sea, &[Carrack]);
    scene.port(SPAIN, "car_cuba");
    scene.line(ENGLAND, attack("E1", SPAIN, &sea));
    scene.line(SPAIN, stance(Stance::Flee));
    // 1:2, a 3 and one for flight: A1.
    scene.play(&[3]);
    let to = scene.expedition(SPAIN, "S1").at;
    assert_ne!(to, at(&sea));
    assert_eq!(scene.expedition(SPAIN, "S2").at, to, "together");
    assert_eq!(scene.expedition(SPAIN, "S1").mp, 0, "flight costs nothing");
    // The same again with a Frenchman in that hex.
    let taken = to.to_string();
    let mut scene = Scene::at(Stage::Hemispheric);
    scene.ships(ENGLAND, "E1", &sea, &[Carrack]);
    scene.ships(SPAIN, "S1", &sea, &[Carrack; 2]);
    scene.ships(FRANCE, "F1", &taken, &[Caravel]);
    scene.port(SPAIN, "car_cuba");
    scene.line(ENGLAND, attack("E1", SPAIN, &sea));
    scene.line(SPAIN, stance(Stance::Flee));
    scene.play(&[3]);
    let there = scene.expedition(SPAIN, "S1").at;
    assert!(there != to && there != at(&sea));
}

#[test]
fn whom_nobody_lets_out_stays() {
    let mut scene = Scene::at(Stage::Hemispheric);
    // Up the river there is neither coast nor sea beside it.
    scene.ships(ENGLAND, "E1", "can_hochelaga", &[Caravel]);
    scene.ships(SPAIN, "S1", "can_hochelaga", &[Caravel, Caravel]);
    scene.line(ENGLAND, attack("E1", SPAIN, "can_hochelaga"));
    scene.line(SPAIN, stance(Stance::Flee));
    scene.play(&[1]);
    assert_eq!(scene.expedition(SPAIN, "S1").at, at("can_hochelaga"));
}
