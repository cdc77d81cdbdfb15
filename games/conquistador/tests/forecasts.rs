//! Notes on receipts that depend on other lines of the sheet, or on what others do first.

use super::advice::{has, quiet, second};
use super::bench::{Bench, hex, men, seat};
use packetboat_conquistador::men::Hull;

/// Whatever the order of the lines: NATIVES counts who is ashore after EMBARK, DEBARK and MOVE.
#[test]
fn natives_are_fought_by_those_who_are_there_then() {
    let bench = second("spain")
        .ashore("spain", "azt_veracruz", men(2, 4, 0))
        .fleet("S1", "azt_veracruz", &[Hull::Carrack], men(0, 1, 0));
    let natives = "NATIVES azt WITH all";
    has(&bench, natives, "4 Soldiers against level 5");
    let embark = format!("{natives}\nEMBARK S1 1 soldier");
    has(&bench, &embark, "3 Soldiers against level 5");
    let debark = format!("DEBARK S1 1 soldier\n{natives}");
    has(&bench, &debark, "5 Soldiers against level 5");
    let away = format!("{natives}\nMOVE 4 soldiers FROM veracruz TO 2414 ABOARD S1");
    has(
        &bench,
        &away,
        "you have no Soldiers ashore in the Aztec Empire by then",
    );
    let party = format!("PARTY P1 2 soldiers AT veracruz\n{natives}\nEMBARK S1 2 soldiers");
    has(&bench, &party, "2 Soldiers against level 5");
}

/// EMBARK says so if it costs the control of an Area; several are added up.
#[test]
fn control_lost_by_going_aboard_is_said() {
    let bench = Bench::of("spain")
        .turn(6)
        .ashore("spain", "car_hispaniola", men(5, 4, 0))
        .fleet("S1", "car_hispaniola", &[Hull::Carrack; 3], men(0, 0, 0));
    let lost = "with 2 Colonists left ashore there you no longer control the Caribbean";
    has(&bench, "EMBARK S1 3 colonists", lost);
    quiet(
        &bench,
        "EMBARK S1 2 colonists, 2 soldiers",
        "no longer control",
    );
    let both = "EMBARK S1 2 colonists\nEMBARK S1 1 colonist";
    has(&bench, both, lost);
}

/// Odds of natives are not above 3:1, however many attack.
#[test]
fn the_highest_odds_against_natives_are_called_so() {
    let with = |soldiers: u32| second("spain").ashore("spain", "azt_veracruz", men(2, soldiers, 0));
    let natives = "NATIVES azt WITH all";
    has(&with(15), natives, "15 Soldiers against level 5 (3:1).");
    has(
        &with(20),
        natives,
        "20 Soldiers against level 5 (3:1, the highest).",
    );
}

/// A PARTY of the same sheet can march; a Port that its people leave is said to be none.
#[test]
fn a_party_of_the_same_sheet_marches() {
    let bench = second("spain").ashore("spain", "azt_veracruz", men(1, 4, 0));
    let march = "MOVE P1 TO tlaxcala";
    has(&bench, march, "there is no party P1");
    let formed = format!("PARTY P1 4 soldiers AT veracruz\n{march}");
    quiet(&bench, &formed, "there is no party P1");
    has(&bench, &formed, "MP of 6, to Tlaxcala");
    has(&bench, &formed, "Veracruz is no longer a Port then");
    let few = "MOVE 3 soldiers FROM veracruz TO tlaxcala";
    quiet(&bench, few, "no longer a Port");
}

/// Who holds a coast and moves before the invader may have more there by then.
#[test]
fn an_invasion_is_warned_of_those_who_move_before() {
    let mut bench = Bench::of("england")
        .fleet("E3", "car_havana", &[Hull::Carrack; 3], men(0, 4, 0))
        .ashore("spain", "pan_nombre", men(2, 1, 0));
    let invade = "INVADE E3 nombre-de-dios";
    has(&bench, invade, "Spain moves before you");
    bench.view.open.initiative = ["england", "spain", "france", "portugal"].map(seat).into();
    quiet(&bench, invade, "before you");
    let empty = "INVADE E3 cuba HOLD";
    has(&bench, empty, "it sails there as by HEMI");
    let stack = bench.view.open.stack_mut(hex("pan_nombre"), seat("spain"));
    (stack.men.colonists, stack.men.soldiers) = (1, 0);
    has(&bench, invade, "7:1 as seen (counts as 5:1)");
}

/// SAIL does not lead along the coasts: the note says what does.
#[test]
fn sailing_along_the_coast_is_hemi() {
    let bench = second("spain").fleet("S1", "azt_veracruz", &[Hull::Caravel], men(0, 0, 0));
    let sail = "SAIL S1 TO hispaniola";
    has(&bench, sail, "it stays where it is");
    has(&bench, sail, "HEMI S1 TO hispaniola");
}

/// A test of Soldiers without a power says what is missing.
#[test]
fn a_test_of_soldiers_names_a_power() {
    let bench = second("spain").ashore("spain", "azt_veracruz", men(1, 4, 0));
    let line = "MOVE 1 soldier FROM veracruz TO tlaxcala IF SOLDIERS AT 2020 > 0";
    let (_, faults) = bench.build(line);
    let hints: Vec<_> = faults.iter().map(|it| it.hint.to_string()).collect();
    let said = hints.iter().any(|it| it.contains("IF england SOLDIERS"));
    assert!(said, "{faults:?}");
}
