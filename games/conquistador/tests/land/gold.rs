//! C1: prospecting, mining, looting, depletion (4.9).

use super::scene::{Scene, area, at, hex, seat, tables};
use packetboat_conquistador::land::events::Event;
use packetboat_conquistador::orders::{Miners, Order};
use packetboat_conquistador::reckon::income;
use packetboat_conquistador::state::{City, Stage};

/// What a first try at a site comes to: capacity, or `None` for a barren site, 0 for nothing.
fn tried(place: &str, die: u32, leaders: &[&str]) -> Option<u32> {
    let scene = Scene::new(&["spain"]).put("spain", place, "1S", leaders);
    let scene = scene.play(Stage::Gold, &[die]);
    match scene.state.open.mines.get(&hex(place)) {
        None => Some(0),
        Some(mine) if mine.capacity == 0 => None,
        Some(mine) => {
            assert_eq!(mine.owner, Some(seat("spain")));
            Some(mine.capacity)
        }
    }
}

#[test]
fn every_row_of_prospecting() {
    let nothing = Some(0);
    let rows = [
        (
            "vir_piedmont",
            [Some(15), Some(10), Some(5), nothing, nothing, None],
        ),
        (
            "cal_sierra",
            [Some(20), Some(15), Some(15), Some(10), Some(10), nothing],
        ),
        (
            "car_cuba",
            [Some(10), Some(5), nothing, nothing, nothing, None],
        ),
        (
            "inc_potosi",
            [Some(15), Some(15), Some(15), nothing, nothing, nothing],
        ),
    ];
    for (place, row) in rows {
        for (die, found) in (1..).zip(row) {
            assert_eq!(tried(place, die, &[]), found, "{place} {die}");
        }
    }
}

#[test]
fn an_explorer_or_conquistador_takes_one_from_the_die() {
    assert_eq!(tried("vir_piedmont", 6, &["ojeda"]), Some(0));
    assert_eq!(tried("vir_piedmont", 4, &["cortes"]), Some(5));
    assert_eq!(tried("vir_piedmont", 1, &["cortes", "ojeda"]), Some(15));
    assert_eq!(tried("inc_potosi", 4, &["ojeda"]), Some(15));
}

#[test]
fn a_line_may_forbid_prospecting() {
    let no = Order::Prospect {
        place: None,
        yes: false,
    };
    let scene = Scene::new(&["spain"]).put("spain", "car_cuba", "1C", &[]);
    let scene = scene.order("spain", no).play(Stage::Gold, &[]);
    assert!(scene.state.open.mines.is_empty());
}

#[test]
fn a_mine_found_is_worked_at_once() {
    // Prospecting 1: capacity 10. Two Colonists dig, then depletion: 4 is below 5.
    let scene = Scene::new(&["spain"]).put("spain", "car_cuba", "3C", &[]);
    let dig = Order::Mine {
        place: Some(at("car_cuba")),
        miners: Miners::Max,
    };
    let scene = scene.order("spain", dig).play(Stage::Gold, &[1, 4]);
    assert_eq!(scene.ducats("spain", "car_cuba"), 10);
    let mine = &scene.state.open.mines[&hex("car_cuba")];
    assert_eq!((mine.capacity, mine.worked), (10, Some(seat("spain"))));
    assert_eq!(scene.count("mine-lasts"), 1);
}

#[test]
fn mines_run_low() {
    let dig = || Order::Mine {
        place: None,
        miners: Miners::Max,
    };
    let worked = |place: &str, capacity: u32, dice: &[u32]| {
        let scene = Scene::new(&["spain"]).put("spain", place, "2C", &[]);
        let scene = scene.mine("spain", place, capacity).order("spain", dig());
        let scene = scene.play(Stage::Gold, dice);
        scene.state.open.mines[&hex(place)].capacity
    };
    assert_eq!(worked("car_cuba", 10, &[4]), 10);
    assert_eq!(worked("car_cuba", 10, &[5]), 5);
    assert_eq!(worked("azt_zacatecas", 15, &[5]), 15);
    assert_eq!(worked("azt_zacatecas", 15, &[6]), 10);
    assert_eq!(worked("azt_zacatecas", 5, &[6]), 0);
    assert_eq!(worked("inc_potosi", 15, &[6, 3]), 15);
    assert_eq!(worked("inc_potosi", 15, &[6, 4]), 0);
    assert_eq!(worked("inc_potosi", 15, &[5]), 15);
}

#[test]
fn potosi_needs_two_diggers_and_may_be_doubled() {
    // Vector 9.
    let dug = |colonists: &str, doubled: bool, miners: Miners| {
        let mut scene = Scene::new(&["spain"]).put("spain", "inc_potosi", colonists, &[]);
        scene.state.open.doubled = doubled.then(|| seat("spain"));
        let line = Order::Mine {
            place: None,
            miners,
        };
        let mut scene = scene.mine("spain", "inc_potosi", 15).order("spain", line);
        let dice: &[u32] = if colonists == "1C" || miners == Miners::Number(1) {
            &[]
        } else {
            &[1]
        };
        scene.run(Stage::Gold, dice);
        (
            scene.ducats("spain", "inc_potosi"),
            scene.state.open.doubled.is_some(),
        )
    };
    assert_eq!(dug("2C", false, Miners::Max), (15, false));
    assert_eq!(dug("2C", true, Miners::Max), (30, true));
    assert_eq!(dug("5C", true, Miners::Number(5)), (30, true));
    assert_eq!(dug("1C", true, Miners::Max), (0, false));
}

#[test]
fn doubling_ends_when_potosi_is_left_for_a_turn() {
    let stop = Order::Mine {
        place: None,
        miners: Miners::None,
    };
    let mut scene = Scene::new(&["spain"]).put("spain", "inc_potosi", "2C", &[]);
    scene.state.open.doubled = Some(seat("spain"));
    let mut scene = scene.mine("spain", "inc_potosi", 15).order("spain", stop);
    scene.run(Stage::Gold, &[]);
    assert_eq!(scene.state.open.doubled, None);
    assert_eq!(scene.count("potosi-undoubled"), 1);
}

#[test]
fn a_mine_without_a_colonist_is_abandoned_and_reopened() {
    let dig = || Order::Mine {
        place: None,
        miners: Miners::Max,
    };
    let scene = Scene::new(&["spain", "england"]).mine("spain", "car_cuba", 10);
    let scene = scene
        .put("england", "car_cuba", "2C", &[])
        .order("england", dig());
    // England reopens it on any die but 6, and digs; the dice: 6 fails.
    let mut failed = scene;
    failed.run(Stage::Gold, &[6]);
    assert_eq!(failed.state.open.mines[&hex("car_cuba")].owner, None);
    assert_eq!(failed.count("mine-abandoned"), 1);
    failed.run(Stage::Gold, &[5, 1]);
    let mine = &failed.state.open.mines[&hex("car_cuba")];
    assert_eq!((mine.owner, mine.capacity), (Some(seat("england")), 10));
    assert_eq!(failed.ducats("england", "car_cuba"), 10);
}

#[test]
fn only_the_owner_works_a_mine() {
    // Q112: England's Colonist is a guest; he digs nothing and earns nothing there.
    let scene = Scene::new(&["spain", "england"])
        .mine("spain", "azt_zacatecas", 15)
        .put("spain", "azt_zacatecas", "3C", &[])
        .put("england", "azt_zacatecas", "1C", &[]);
    let mut scene = scene.order(
        "spain",
        Order::Mine {
            place: None,
            miners: Miners::Max,
        },
    );
    scene.run(Stage::Gold, &[1]);
    assert_eq!(scene.ducats("spain", "azt_zacatecas"), 15);
    assert_eq!(scene.ducats("england", "azt_zacatecas"), 0);
    let english = income::resources(&tables(), &scene.state.open, seat("england"), area("AZT"));
    assert_eq!(english.ducats(), 0);
}

#[test]
fn auto_digs_only_where_it_pays() {
    // Cuba is R2: 6 Colonists earn 24 from the land. With two at the mine they earn 4 × 2
    // besides 10 in gold.
    let best = |at_mine: &str, elsewhere: &str| {
        let scene = Scene::new(&["spain"])
            .mine("spain", "car_cuba", 10)
            .put("spain", "car_cuba", at_mine, &[])
            .put("spain", "car_hispaniola", elsewhere, &[]);
        income::best_diggers(&tables(), &scene.state.open, seat("spain"), hex("car_cuba"))
    };
    assert_eq!(best("2C", "4C"), 0);
    assert_eq!(best("1C", "1C"), 1);
    assert_eq!(best("2C", "1C"), 2);
}

#[test]
fn auto_thinks_of_all_mines_of_an_area() {
    let scene = Scene::new(&["spain"])
        .mine("spain", "azt_zacatecas", 15)
        .mine("spain", "azt_oaxaca", 10)
        .put("spain", "azt_zacatecas", "3C", &[])
        .put("spain", "azt_oaxaca", "2C", &[]);
    // Silence digs: 15 + 10 is more than five Colonists' 20 from the land.
    let mut scene = scene;
    scene.run(Stage::Gold, &[1, 1]);
    assert_eq!(scene.ducats("spain", "azt_zacatecas"), 15);
    assert_eq!(scene.ducats("spain", "azt_oaxaca"), 10);
}

#[test]
fn silence_prospects_and_loots() {
    let scene = Scene::new(&["spain"]).natives("AZT", 0).put(
        "spain",
        "azt_tenochtitlan",
        "3S",
        &["cortes"],
    );
    let scene = scene.play(Stage::Gold, &[2]);
    assert_eq!(scene.ducats("spain", "azt_tenochtitlan"), 40);
    assert_eq!(scene.count("city-lasts"), 1);
}

#[test]
fn cities_give_up_to_their_rate_until_they_are_exhausted() {
    let looted = |soldiers: &str, turns: u32, die: u32| {
        let mut scene =
            Scene::new(&["spain"])
                .natives("MAY", 0)
                .put("spain", "may_chichen", soldiers, &[]);
        let city = City {
            looted: turns,
            by: None,
            exhausted: false,
        };
        scene.state.open.cities.insert(hex("may_chichen"), city);
        scene.run(Stage::Gold, &[die]);
        let spent = scene.state.open.cities[&hex("may_chichen")].exhausted;
        (scene.ducats("spain", "may_chichen"), spent)
    };
    assert_eq!(looted("3S", 0, 2), (30, false));
    assert_eq!(looted("9S", 0, 1), (40, true));
    assert_eq!(looted("1S", 2, 3), (10, true));
    assert_eq!(looted("1S", 2, 4), (10, false));
}

#[test]
fn natives_must_be_pacified_before_a_city_is_looted() {
    let scene = Scene::new(&["spain"]).put("spain", "azt_tenochtitlan", "5S", &[]);
    let scene = scene.natives("AZT", 1).play(Stage::Gold, &[]);
    assert_eq!(scene.ducats("spain", "azt_tenochtitlan"), 0);
}

#[test]
fn of_two_powers_in_a_city_the_one_with_more_soldiers_loots() {
    // Q114.
    let shared = |spain: &str, england: &str, dice: &[u32]| {
        let scene = Scene::new(&["spain", "england"])
            .natives("INC", 0)
            .put("spain", "inc_cuzco", spain, &[])
            .put("england", "inc_cuzco", england, &[]);
        let scene = scene.play(Stage::Gold, dice);
        (
            scene.ducats("spain", "inc_cuzco"),
            scene.ducats("england", "inc_cuzco"),
        )
    };
    assert_eq!(shared("2S", "2S", &[]), (0, 0));
    assert_eq!(shared("2S", "3S", &[6]), (0, 30));
    assert_eq!(shared("3S", "1S", &[6]), (30, 0));
}

#[test]
fn gold_that_is_left_belongs_to_the_first_power_there() {
    // Q32.
    let scene = Scene::new(&["spain", "england"])
        .gold("spain", "ven_coro", "ven_merida", 20)
        .put("england", "ven_coro", "1S", &[]);
    let scene = scene.play(Stage::Gold, &[]);
    assert_eq!(scene.ducats("england", "ven_coro"), 20);
    assert!(
        scene
            .events()
            .iter()
            .any(|it| matches!(it, Event::GoldInherited { .. }))
    );
}
