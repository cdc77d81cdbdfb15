//! C6: loading of gold and resources (4.9, 4.11).

use super::scene::{Scene, area, at, hex, label, seat, tables};
use packetboat_conquistador::men::Hull;
use packetboat_conquistador::orders::{Amount, Course, Miners, Order, Return};
use packetboat_conquistador::reckon::{income, shipping};
use packetboat_conquistador::state::{Bond, Lot, Stage};

fn lot(origin: &str, shipped: bool) -> Lot {
    Lot {
        origin: origin.parse().expect("a place"),
        ducats: 10,
        shipped,
        owner: seat("spain"),
    }
}

#[test]
fn gold_leaves_by_its_own_area_or_a_neighbour_of_an_inland_one() {
    let tables = tables();
    let may =
        |origin: &str, port: &str| shipping::from_port(&tables, &lot(origin, false), hex(port));
    assert!(may("azt_zacatecas", "azt_veracruz"));
    assert!(!may("azt_zacatecas", "pan_nombre"));
    assert!(may("inc_cuzco", "inc_lima"));
    assert!(!may("inc_cuzco", "rdp_buenosaires"));
    // Exceptions: Potosí by the Plate too; the Rockies by the Pacific only.
    assert!(may("inc_potosi", "rdp_buenosaires"));
    assert!(may("inc_potosi", "inc_arica"));
    assert!(!may("inc_potosi", "chl_santiago"));
    assert!(may("roc_sangre", "cal_monterey"));
    assert!(may("roc_sangre", "son_culiacan"));
    assert!(!may("roc_sangre", "tex_malhado"));
    assert!(!may("roc_sangre", "azt_veracruz"));
    // What was aboard once may leave anywhere.
    assert!(shipping::from_port(
        &tables,
        &lot("inc_cuzco", true),
        hex("pan_nombre")
    ));
}

fn stow(gold: Amount, of: Option<&str>) -> Order {
    Order::Stow {
        label: label("S1"),
        gold,
        of: of.map(at),
    }
}

/// Veracruz, a Port with 30 Ducats of Zacatecas and 20 of Oaxaca, and a Carrack.
fn veracruz() -> Scene {
    Scene::new(&["spain"])
        .put("spain", "azt_veracruz", "2C", &[])
        .gold("spain", "azt_veracruz", "azt_zacatecas", 30)
        .gold("spain", "azt_veracruz", "azt_oaxaca", 20)
        .ships("spain", "S1", "azt_veracruz", &[Hull::Carrack])
}

fn aboard(scene: &Scene, name: &str) -> u32 {
    scene.state.own(seat("spain")).expeditions[&label(name)].gold()
}

#[test]
fn a_line_says_how_much_of_what_goes_aboard() {
    let scene = veracruz().order("spain", stow(Amount::Ducats(25), Some("azt_zacatecas")));
    let scene = scene.play(Stage::Loading, &[]);
    assert_eq!(aboard(&scene, "S1"), 25);
    let ship = &scene.state.own(seat("spain")).expeditions[&label("S1")].ships[0];
    assert!(ship.gold.iter().all(|it| it.shipped));
    assert_eq!(ship.gold[0].origin.as_str(), "azt_zacatecas");
    assert_eq!(scene.ducats("spain", "azt_veracruz"), 25);
    assert_eq!(scene.count("gold-stowed"), 1);
}

#[test]
fn no_more_goes_aboard_than_there_is_room() {
    let scene = veracruz().order("spain", stow(Amount::All, None));
    let scene = scene.play(Stage::Loading, &[]);
    assert_eq!(aboard(&scene, "S1"), 40);
    // By the name of its origin: Oaxaca before Zacatecas.
    assert_eq!(scene.ducats("spain", "azt_veracruz"), 10);
}

#[test]
fn gold_is_loaded_in_friendly_ports_only() {
    let wild = Scene::new(&["spain"])
        .put("spain", "azt_veracruz", "1C", &[])
        .gold("spain", "azt_veracruz", "azt_oaxaca", 20)
        .ships("spain", "S1", "azt_veracruz", &[Hull::Carrack])
        .order("spain", stow(Amount::All, None));
    let wild = wild.play(Stage::Loading, &[]);
    assert_eq!((aboard(&wild, "S1"), wild.refused.len()), (0, 1));
    let guest = Scene::new(&["spain", "england"])
        .put("spain", "azt_veracruz", "1S", &[])
        .put("england", "azt_veracruz", "2C", &[])
        .gold("spain", "azt_veracruz", "azt_oaxaca", 20)
        .ships("spain", "S1", "azt_veracruz", &[Hull::Carrack])
        .deal(Bond::Ports {
            grantor: seat("england"),
            guest: seat("spain"),
            until: 9,
        })
        .order("spain", stow(Amount::All, None));
    assert_eq!(aboard(&guest.play(Stage::Loading, &[]), "S1"), 20);
}

#[test]
fn silence_loads_galleons_first_then_ships_that_sail_home() {
    let set = |returns: Option<Return>| {
        let mut scene = veracruz().ships("spain", "S2", "azt_veracruz", &[Hull::Galleon]);
        let own = scene.state.own_mut(seat("spain"));
        own.expeditions.get_mut(&label("S1")).expect("S1").returns = returns;
        scene
    };
    let scene = set(Some(Return::Home)).play(Stage::Loading, &[]);
    assert_eq!((aboard(&scene, "S1"), aboard(&scene, "S2")), (0, 50));
    let mut scene = veracruz();
    scene.run(Stage::Loading, &[]);
    assert_eq!(
        aboard(&scene, "S1"),
        40,
        "no RETURN and nobody aboard: home"
    );
    let mut scene = veracruz();
    let own = scene.state.own_mut(seat("spain"));
    own.expeditions.get_mut(&label("S1")).expect("S1").returns = Some(Return::Stay);
    scene.run(Stage::Loading, &[]);
    assert_eq!(aboard(&scene, "S1"), 0, "it stays");
}

#[test]
fn a_sail_line_says_who_sails_home() {
    let mut scene = veracruz();
    let own = scene.state.own_mut(seat("spain"));
    own.expeditions.get_mut(&label("S1")).expect("S1").returns = Some(Return::Stay);
    let home = Order::Sail {
        label: None,
        to: Course::Home,
        exceed: None,
    };
    let scene = scene.order("spain", home).play(Stage::Loading, &[]);
    assert_eq!(aboard(&scene, "S1"), 40);
}

#[test]
fn a_stow_line_takes_the_default_out() {
    let scene = veracruz().order("spain", stow(Amount::None, None));
    assert_eq!(aboard(&scene.play(Stage::Loading, &[]), "S1"), 0);
    let scene = veracruz().order("spain", stow(Amount::Ducats(10), None));
    assert_eq!(aboard(&scene.play(Stage::Loading, &[]), "S1"), 10);
}

/// What Colonists in these hexes of an Area earn.
fn earned(id: &str, hexes: &[(&str, &str)]) -> u32 {
    let scene = Scene::new(&["spain"]);
    let scene = hexes
        .iter()
        .fold(scene, |it, (place, text)| it.put("spain", place, text, &[]));
    let before = scene.state.open.power(seat("spain")).treasury;
    let scene = scene.play(Stage::Resources, &[]);
    let harvest = income::resources(&tables(), &scene.state.open, seat("spain"), area(id));
    let credited = scene.state.open.power(seat("spain")).treasury - before;
    assert_eq!(harvest.ducats(), credited);
    credited
}

#[test]
fn resources_count_double_from_five_colonists_and_in_rich_land() {
    // Vectors 8 and 12.
    assert_eq!(earned("VIR", &[("vir_chesapeake", "4C")]), 8);
    assert_eq!(earned("VIR", &[("vir_chesapeake", "6C")]), 24);
    assert_eq!(
        earned("VIR", &[("vir_chesapeake", "3C"), ("vir_roanoke", "2C")]),
        20
    );
    assert_eq!(earned("NEN", &[("nen_massbay", "4C")]), 4);
    assert_eq!(earned("NEN", &[("nen_massbay", "5C")]), 10);
}

#[test]
fn mining_ruins_farming() {
    // Mexico is R2: beside a worked mine 2 Ducats each, and nothing in the mine's hex.
    let scene = Scene::new(&["spain"])
        .mine("spain", "azt_zacatecas", 15)
        .put("spain", "azt_zacatecas", "5C", &[])
        .put("spain", "azt_veracruz", "6C", &[])
        .order(
            "spain",
            Order::Mine {
                place: None,
                miners: Miners::Number(1),
            },
        );
    let scene = scene.play(Stage::Gold, &[1]);
    assert_eq!(scene.ducats("spain", "azt_zacatecas"), 5);
    let scene = scene.play(Stage::Resources, &[]);
    assert_eq!(scene.state.open.power(seat("spain")).treasury, 100 + 12);
}
