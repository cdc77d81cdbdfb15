//! Every condition both ways, on what the power sees.

use super::bench::{Bench, hex, men, seat};
use packetboat_conquistador::holds::holds;
use packetboat_conquistador::ids::Label;
use packetboat_conquistador::men::{Hull, Ships};
use packetboat_conquistador::state::Lot;
use packetboat_core::engine::orders::Guard;

/// Whether the IF of a line holds.
fn so(bench: &Bench, line: &str) -> bool {
    let (lines, faults) = bench.build(line);
    assert!(faults.is_empty(), "{line}: {faults:?}");
    let branch = &lines[0].branches[0];
    let guard: &Guard<_> = &branch.when;
    assert!(!guard.is_always(), "{line}");
    guard.holds(|it| holds(&bench.view, &branch.order, it))
}

/// Whether a test holds in a line of no odds.
fn test(bench: &Bench, test: &str) -> bool {
    so(bench, &format!("SAIL S1 HOME IF {test}"))
}

fn label(text: &str) -> Label {
    text.parse().expect("a label")
}

fn gold(bench: &mut Bench, place: &str, ducats: u32) {
    let lot = Lot {
        origin: "azt_zacatecas".parse().expect("a place"),
        ducats,
        shipped: false,
        owner: seat("france"),
    };
    let ashore = bench.view.open.hexes.entry(hex(place)).or_default();
    ashore.gold.push(lot);
}

fn caravels(number: u32) -> Ships {
    Ships::of(Hull::Caravel, number)
}

#[test]
fn who_is_there() {
    let bench = Bench::of("spain")
        .ashore("france", "azt_veracruz", men(2, 3, 0))
        .ashore("spain", "car_cuba", men(1, 0, 0))
        .foreign("england", "car_havana", caravels(2), 0);
    for yes in [
        "france AT veracruz",
        "france AT AREA azt",
        "france AT ZONE wgul",
        "england AT havana",
        "england AT AREA car",
        "spain AT cuba",
        "NOBODY AT cuba",
        "NOBODY AT AREA inc",
        "NOBODY AT europe",
        "france SOLDIERS >= 3 AT veracruz",
        "france SOLDIERS = 3 AT AREA azt",
        "england SOLDIERS = 0 AT havana",
        "NOT france SOLDIERS > 3 AT veracruz",
    ] {
        assert!(test(&bench, yes), "{yes}");
    }
    for no in [
        "england AT veracruz",
        "france AT AREA inc",
        "france AT europe",
        "NOBODY AT veracruz",
        "NOBODY AT AREA car",
        "NOBODY AT havana",
        "france SOLDIERS < 3 AT veracruz",
        "france SOLDIERS <= 9 AT europe",
    ] {
        assert!(!test(&bench, no), "{no}");
    }
}

#[test]
fn men_of_others_aboard_and_in_europe_are_not_seen() {
    let mut bench = Bench::of("spain");
    bench.own().europe = men(0, 4, 0);
    assert!(test(&bench, "spain SOLDIERS >= 4 AT europe"));
    assert!(!test(&bench, "spain SOLDIERS >= 5 AT europe"));
    assert!(!test(&bench, "england SOLDIERS >= 0 AT europe"));
    assert!(test(&bench, "NOT england SOLDIERS >= 0 AT europe"));
}

#[test]
fn own_expeditions() {
    let mut bench = Bench::of("spain").fleet("S1", "car_cuba", &[Hull::Carrack], men(0, 3, 0));
    let lot = Lot {
        origin: "azt_zacatecas".parse().expect("a place"),
        ducats: 25,
        shipped: true,
        owner: seat("spain"),
    };
    let fleet = bench.own().expeditions.get_mut(&label("S1"));
    fleet.expect("it sails").ships[0].gold.push(lot);
    bench.own().lost.insert(label("S2"), 2);
    for yes in [
        "GOLD S1 >= 20",
        "GOLD S1 = 25",
        "ABOARD S1 soldier = 3",
        "ABOARD S1 colonist = 0",
        "LOST S1 = 0",
        "LOST S2 >= 2",
        "NOT GOLD S9 >= 0",
    ] {
        assert!(test(&bench, yes), "{yes}");
    }
    for no in [
        "GOLD S1 > 25",
        "GOLD S9 >= 0",
        "ABOARD S1 soldier > 3",
        "ABOARD S9 soldier = 0",
        "LOST S1 > 0",
        "LOST S9 = 0",
    ] {
        assert!(!test(&bench, no), "{no}");
    }
}

#[test]
fn gold_in_a_hex_is_what_lies_there_and_what_foreign_ships_hold() {
    let mut bench = Bench::of("spain").foreign("england", "azt_veracruz", caravels(1), 10);
    gold(&mut bench, "azt_veracruz", 30);
    assert!(test(&bench, "GOLD AT veracruz = 40"));
    assert!(!test(&bench, "GOLD AT cuba > 0"));
    // Without label or place it is that of a target, and a voyage has none.
    assert!(!test(&bench, "GOLD >= 0"));
}

#[test]
fn the_board() {
    let mut bench = Bench::of("spain");
    let power = bench.view.open.powers.get_mut(&seat("france"));
    power.expect("it plays").treasury = 60;
    bench.view.open.initiative = ["france", "spain", "england", "portugal"]
        .map(seat)
        .to_vec();
    bench.own().agreed.insert(seat("england"));
    for yes in [
        "NL azt = 5",
        "NL car <= 2",
        "TREASURY = 200",
        "TREASURY france < 100",
        "FIRST england",
        "AGREED england",
    ] {
        assert!(test(&bench, yes), "{yes}");
    }
    for no in [
        "NL azt < 5",
        "TREASURY > 200",
        "FIRST france",
        "AGREED portugal",
    ] {
        assert!(!test(&bench, no), "{no}");
    }
}

/// Test vector 23: three empty Carracks against one Carrack, whatever is aboard her.
#[test]
fn odds_at_sea() {
    let bench = Bench::of("england")
        .fleet("E3", "car_havana", &[Hull::Carrack; 3], men(0, 0, 0))
        .foreign("spain", "car_cuba", Ships::of(Hull::Carrack, 1), 30);
    assert!(so(
        &bench,
        "ATTACK E3 spain WITHIN 12 IF ODDS >= 3:1 AND GOLD >= 30"
    ));
    assert!(!so(&bench, "ATTACK E3 spain WITHIN 12 IF ODDS > 3:1"));
    assert!(!so(&bench, "ATTACK E3 spain WITHIN 12 IF GOLD > 30"));
    assert!(so(&bench, "ATTACK E3 spain AT cuba IF ODDS IS 6:2"));
    assert!(!so(&bench, "ATTACK E3 spain WITHIN 0 IF ODDS >= 1:2"));
    assert!(!so(&bench, "ATTACK E3 france WITHIN 12 IF ODDS >= 1:2"));
    // Own Soldiers count: four add one.
    let manned = Bench::of("england")
        .fleet("E3", "car_havana", &[Hull::Carrack; 3], men(0, 4, 0))
        .foreign("spain", "car_cuba", Ships::of(Hull::Carrack, 1), 0);
    assert!(so(&manned, "ATTACK E3 spain WITHIN 12 IF ODDS IS 7:2"));
}

#[test]
fn odds_of_an_invasion() {
    let mut bench = Bench::of("england")
        .fleet("E3", "car_havana", &[Hull::Carrack; 2], men(0, 4, 0))
        .ashore("spain", "pan_nombre", men(2, 1, 0))
        .foreign("spain", "pan_nombre", Ships::of(Hull::Carrack, 1), 0);
    gold(&mut bench, "pan_nombre", 50);
    // Four Soldiers and two Carracks against a Soldier, two Colonists, and a Carrack in port.
    assert!(so(&bench, "INVADE E3 nombre-de-dios RAID IF ODDS IS 6:3"));
    assert!(so(&bench, "INVADE E3 nombre-de-dios WITH 1 IF ODDS IS 3:3"));
    assert!(so(&bench, "INVADE E3 nombre-de-dios IF GOLD >= 50"));
    assert!(!so(&bench, "INVADE E3 nombre-de-dios IF GOLD > 50"));
    assert!(!so(&bench, "INVADE E9 nombre-de-dios IF ODDS >= 1:2"));
}

#[test]
fn odds_of_a_storm() {
    let mut bench = Bench::of("spain")
        .ashore("spain", "azt_veracruz", men(1, 6, 0))
        .ashore("france", "azt_tlaxcala", men(3, 1, 0));
    gold(&mut bench, "azt_tlaxcala", 20);
    let storm = |rest: &str| format!("MOVE 6 soldiers FROM veracruz STORM {rest}");
    assert!(so(&bench, &storm("tlaxcala IF ODDS >= 2:1")));
    assert!(so(&bench, &storm("tlaxcala IF ODDS IS 6:3 AND GOLD = 20")));
    assert!(!so(&bench, &storm("tlaxcala IF ODDS > 2:1")));
    assert!(!so(&bench, &storm("tenochtitlan IF ODDS >= 1:2")));
    assert!(!so(&bench, &storm("UNGUARDED france IF ODDS >= 1:2")));
    // Without the Soldier the Colonists stand alone.
    let stack = bench
        .view
        .open
        .stack_mut(hex("azt_tlaxcala"), seat("france"));
    stack.men = men(3, 0, 0);
    assert!(so(
        &bench,
        &storm("UNGUARDED france IF ODDS IS 6:2 AND GOLD = 20")
    ));
    assert!(!so(&bench, "MOVE P1 STORM tlaxcala IF ODDS >= 1:2"));
}

#[test]
fn odds_against_natives() {
    let bench = Bench::of("spain")
        .ashore("spain", "azt_veracruz", men(0, 4, 0))
        .ashore("spain", "azt_tlaxcala", men(0, 1, 0))
        .ashore("spain", "car_cuba", men(0, 9, 0));
    assert!(so(&bench, "NATIVES azt WITH all IF ODDS IS 1:1"));
    assert!(so(&bench, "NATIVES azt WITH 4 IF ODDS < 1:1"));
    assert!(so(
        &bench,
        "NATIVES azt WITH all FROM veracruz IF ODDS IS 4:5"
    ));
    assert!(!so(&bench, "NATIVES azt WITH all IF ODDS > 1:1"));
    assert!(!so(&bench, "NATIVES inc WITH all IF ODDS >= 1:9"));
    let mut calm = bench;
    let azt = "AZT".parse().expect("an Area");
    calm.view.open.areas.get_mut(&azt).expect("an Area").natives = 0;
    assert!(!so(&calm, "NATIVES azt WITH all IF ODDS >= 1:1"));
}
