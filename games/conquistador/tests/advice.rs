//! Notes on receipts: money, room, Bounds, odds, and what cannot work.

use super::bench::{Bench, hex, men, seat};
use packetboat_conquistador::advise::advise;
use packetboat_conquistador::ids::At;
use packetboat_conquistador::men::{Hull, Ships};
use packetboat_conquistador::state::{Bond, City, Deal, Lot, Mine, Stage};

/// The notes on a sheet, each with its line.
fn notes(bench: &Bench, text: &str) -> Vec<String> {
    let (lines, faults) = bench.build(text);
    assert!(faults.is_empty(), "{faults:?}");
    let lines: Vec<_> = lines.iter().collect();
    let notes = advise(&bench.view, &lines);
    notes
        .into_iter()
        .map(|it| format!("{} {}", it.at.line, it.what.words().unwrap()))
        .collect()
}

fn says(bench: &Bench, text: &str, want: &[&str]) {
    assert_eq!(notes(bench, text), want, "{text}");
}

pub(super) fn has(bench: &Bench, text: &str, want: &str) {
    let notes = notes(bench, text);
    assert!(
        notes.iter().any(|it| it.contains(want)),
        "{text}: {notes:#?}"
    );
}

pub(super) fn quiet(bench: &Bench, text: &str, unwanted: &str) {
    let notes = notes(bench, text);
    assert!(
        !notes.iter().any(|it| it.contains(unwanted)),
        "{text}: {notes:#?}"
    );
}

fn treasury(mut bench: Bench, power: &str, ducats: u32) -> Bench {
    let power = bench.view.open.powers.get_mut(&seat(power));
    power.expect("it plays").treasury = ducats;
    bench
}

/// Spain at the gate of its first sheet: 190 Ducats and a Caravel.
fn first() -> Bench {
    let bench = Bench::of("spain").ashore("spain", "car_hispaniola", men(1, 0, 0));
    let mut bench = treasury(bench, "spain", 190);
    bench
        .own()
        .docks
        .insert(At::Europe, Ships::of(Hull::Caravel, 1));
    bench.own().charts = ["bahc", "wind", "less"]
        .map(|it| it.parse().expect("a zone"))
        .into();
    bench
}

/// Sheet b of turn 6.
pub(super) fn second(power: &str) -> Bench {
    Bench::of(power).turn(6).stage(Stage::GateB)
}

#[test]
fn costs_are_added_up_in_order() {
    says(
        &first(),
        "BUY 2 carracks, 5 soldiers, 1 missionary, 3 colonists
EXPEDITION S1 FROM europe SHIPS 2 carracks LOAD 3 colonists, 4 soldiers, \
         leader columbus LAND hispaniola RETURN HOME
EXPEDITION S2 FROM europe SHIPS 1 caravel LOAD 1 soldier LAND nombre-de-dios RETURN STAY",
        &[
            "1 64 Ducats; 126 left",
            "2 8 Bounds for 16 Ducats; 110 left",
            "2 out 4 Bounds, die -1 (Explorer): no ship can be lost",
            "2 final crossing 4 Bounds, die -1 (Explorer): no ship can be lost",
            "3 5 Bounds for 5 Ducats; 105 left",
            "3 out 5 Bounds, die +0 (only Caravels, unknown waters): loses a ship on 6",
        ],
    );
}

#[test]
fn what_cannot_be_bought() {
    let bench = first();
    says(
        &bench,
        "BUY 9 colonists",
        &[
            "1 4 Colonists may be bought",
            "1 20 Ducats; 170 left",
            "1 4 Colonists not in any EXPEDITION: Colonists who do not sail this turn are lost",
        ],
    );
    has(&bench, "BUY 2 missionaries", "1 Missionary may be bought");
    has(&bench, "BUY 1 galleon", "no Galleon Fleets before turn 8");
    has(
        &bench.clone().turn(9),
        "BUY 1 galleon",
        "needs 40 Ducats of overseas gold",
    );
    has(
        &Bench::of("england"),
        "BUY missionary",
        "only Spain has Missionaries",
    );
    let poor = treasury(first(), "spain", 20);
    says(
        &poor,
        "BUY 2 carracks, 1 soldier",
        &[
            "1 the money pays for 1 Carrack, not 2",
            "1 16 Ducats; 4 left",
        ],
    );
    says(&poor, "BUY max carracks", &["1 12 Ducats; 8 left"]);
    let mut war = first();
    let power = war
        .view
        .open
        .powers
        .get_mut(&seat("spain"))
        .expect("it plays");
    (power.civil_war, power.graft) = (true, true);
    says(
        &war,
        "BUY 2 soldiers, 1 carrack",
        &[
            "1 no Soldiers are bought in a civil war",
            "1 24 Ducats; 166 left",
        ],
    );
    says(
        &treasury(first(), "spain", 5),
        "GIFT france 9",
        &["1 you have 5 Ducats for it, not 9"],
    );
}

#[test]
fn ships_are_built_in_large_ports() {
    let small = first();
    let line = "BUY 1 caravel AT hispaniola";
    has(&small, line, "it needs 5 Colonists of yours, and has 1");
    let large = small
        .clone()
        .ashore("spain", "car_hispaniola", men(5, 0, 0));
    says(
        &large,
        line,
        &["1 built at Hispaniola for 9 Ducats, 181 left"],
    );
    has(
        &large,
        "BUY 2 caravels AT hispaniola",
        "builds one ship a turn",
    );
    // It sails from there in the same turn.
    let sails = "BUY 1 caravel AT hispaniola
EXPEDITION S1 FROM hispaniola SHIPS 1 caravel
HEMI S1 TO cuba";
    quiet(&large, sails, "no ship is there");
    has(&small, sails, "2 no ship is there for it");
}

#[test]
fn blocks_are_formed_of_what_there_is() {
    let bench = first();
    has(
        &bench,
        "EXPEDITION S1 FROM europe SHIPS 2 caravels LAND cuba",
        "only 1 Caravel there",
    );
    has(
        &bench,
        "EXPEDITION S1 FROM europe SHIPS 1 carrack LAND cuba",
        "no ship is there",
    );
    let line = "EXPEDITION S1 FROM europe SHIPS all LOAD all LAND cuba";
    let mut full = bench.clone();
    full.own().europe = men(0, 3, 0);
    has(&full, line, "2 Soldiers do not fit and stay behind");
    has(
        &bench,
        "EXPEDITION S1 FROM europe SHIPS all LOAD 1 soldier, leader columbus LAND cuba",
        "not in Europe to load: 1 Soldier",
    );
    // One ship is in one block.
    has(
        &bench,
        "EXPEDITION S1 FROM europe SHIPS all LAND cuba
EXPEDITION S2 FROM europe SHIPS 1 caravel LAND jamaica",
        "2 no ship is there",
    );
}

#[test]
fn bounds_needed_against_bounds_bought() {
    let bench = first();
    let block = |rest: &str| format!("EXPEDITION S1 FROM europe SHIPS all LAND cuba {rest}");
    has(&bench, &block("RETURN HOME"), "8 Bounds for 8 Ducats");
    has(
        &bench,
        &block("BOUNDS 7 RETURN HOME EXCEED 1"),
        "S1 needs 8 Bounds, you bought 7: +1 to attrition",
    );
    has(
        &bench,
        &block("BOUNDS 6 RETURN HOME"),
        "S1 needs 8 Bounds, you bought 6: without EXCEED 2 the rest is not sailed",
    );
    has(
        &bench,
        &block("BOUNDS 7 RETURN HOME EXCEED 1"),
        "die +0 (only Caravels, Bounds exceeded)",
    );
    // What is not sailed faces no attrition, at sea or on the way home.
    let short = block("BOUNDS 3 RETURN HOME");
    has(
        &bench,
        &short,
        "it does not sail: it needs 4 Bounds this turn and has 3",
    );
    quiet(&bench, &short, "die ");
    let out = block("BOUNDS 4 RETURN HOME");
    has(
        &bench,
        &out,
        "out and home it needs 8 Bounds this turn and has 4: it will stay overseas",
    );
    has(&bench, &out, "out 4 Bounds");
    quiet(&bench, &out, "final crossing");
    let far = format!("{}\nHEMI S1 TO veracruz", block("BOUNDS 4"));
    has(&bench, &far, "it is not sailed: ");
    quiet(&bench, &far, "along the coast");
    let poor = treasury(bench, "spain", 3);
    has(
        &poor,
        &block(""),
        "4 Bounds cost 4 Ducats, 3 are left: it does not sail",
    );
    quiet(&poor, &block(""), "die ");
    has(
        &poor,
        &block("EXCEED 1"),
        "the money pays for 3 of 4 Bounds",
    );
}

#[test]
fn voyages_and_where_they_end() {
    let bench = first();
    let hemi = |to: &str| format!("EXPEDITION S1 FROM europe SHIPS all LAND cuba\nHEMI S1 {to}");
    has(
        &bench,
        &hemi("TO panama"),
        "nobody has navigated the South Cape",
    );
    // The crossing itself, too (3.5): before the money is spent.
    has(
        &bench,
        "EXPEDITION S1 FROM europe SHIPS all LAND panama RETURN HOME",
        "it does not sail: nobody has passed the South Cape, and no Explorer is aboard",
    );
    has(&bench, &hemi("TO havana"), "MP: 1 Bound along the coast");
    has(
        &bench,
        "EXPEDITION S1 FROM europe SHIPS all\nHEMI S1 TO cuba",
        "S1 is in Europe then",
    );
    has(
        &bench,
        "HEMI S9 TO cuba",
        "there is no expedition S9, and no order that was understood makes one",
    );
    let idle = bench.fleet("S3", "car_cuba", &[Hull::Caravel], men(0, 0, 0));
    has(
        &idle,
        "HEMI S3 TO havana",
        "S3 has no EXPEDITION order this turn",
    );
    let mut large = Bench::of("england");
    large
        .own()
        .docks
        .insert(At::Europe, Ships::of(Hull::Carrack, 1));
    has(
        &large,
        "EXPEDITION E1 FROM europe SHIPS all LAND gaspe\nHEMI E1 TO hochelaga",
        "only Caravels go up rivers",
    );
    let mut fleet = first();
    fleet
        .own()
        .docks
        .insert(At::Europe, Ships::of(Hull::Galleon, 1));
    has(
        &fleet,
        "EXPEDITION S1 FROM europe SHIPS all LAND cuba CRUISE",
        "a Galleon Fleet sails to your own Ports only, not to Cuba",
    );
    has(
        &fleet,
        "EXPEDITION S1 FROM europe SHIPS all LAND cuba CRUISE",
        "only a Privateer's expedition can lie in wait",
    );
}

#[test]
fn the_way_home_on_sheet_b() {
    let mut bench = second("spain").fleet("S1", "car_cuba", &[Hull::Carrack], men(0, 0, 0));
    has(
        &bench,
        "SAIL S1 HOME",
        "it needs 4 Bounds this turn and has 0: it will stay, unless you add EXCEED 4 (final \
         crossing 4 Bounds",
    );
    has(
        &bench,
        "SAIL S1 HOME EXCEED 4",
        "final crossing 4 Bounds, die +3",
    );
    let label = "S1".parse().expect("a label");
    bench
        .own()
        .expeditions
        .get_mut(&label)
        .expect("it sails")
        .bounds = 4;
    bench.own().charts = first().own().charts.clone();
    says(
        &bench,
        "SAIL S1 HOME",
        &["1 final crossing 4 Bounds: loses a ship on 6"],
    );
    has(&bench, "SAIL S1 CIRCUMNAVIGATE", "in the Pacific only");
    has(
        &bench,
        "SAIL S1 CIRCUMNAVIGATE",
        "an expedition with an Explorer aboard",
    );
    says(&bench, "SAIL S1 STAY", &[]);
}

#[test]
fn one_label_for_one_thing() {
    let mut bench = first();
    bench
        .own()
        .docks
        .insert(At::Europe, Ships::of(Hull::Caravel, 2));
    has(
        &bench,
        "EXPEDITION S1 FROM europe SHIPS 1 caravel LAND cuba
EXPEDITION S1 FROM europe SHIPS 1 caravel LAND jamaica",
        "2 S1 is named in line 1 already",
    );
    has(
        &bench,
        "EXPEDITION S1 FROM europe SHIPS 1 caravel LAND cuba
PARTY S1 3 soldiers AT cuba",
        "2 S1 would name an expedition and a party",
    );
    has(
        &bench,
        "MOVE P1 TO cuzco",
        "there is no party P1, and no order that was understood makes one",
    );
    quiet(
        &bench,
        "PARTY P1 3 soldiers AT cuba\nMOVE P1 TO havana",
        "no party",
    );
}

#[test]
fn odds_and_what_each_face_brings() {
    let bench = Bench::of("england")
        .fleet("E3", "car_havana", &[Hull::Carrack; 3], men(0, 4, 0))
        .ashore("spain", "pan_nombre", men(2, 1, 0))
        .foreign("spain", "car_cuba", Ships::of(Hull::Caravel, 2), 30);
    has(
        &bench,
        "ATTACK E3 spain WITHIN 12",
        "at Cuba 7:2 as seen (3:1), die +1 (only Caravels): 1 they lose half, 2–3 they lose 1, \
         4 one each, 5 they slip away, 6 you lose 1",
    );
    has(
        &bench,
        "INVADE E3 nombre-de-dios",
        "at Nombre de Dios 7:2 as seen (3:1). Die 1: they lose 2 and retreat; 2–3: they lose 1 \
         and retreat; 4: they retreat; 5: one lost on each side, and you go back; 6: you go back",
    );
    has(&bench, "INVADE E3 cuba", "nobody is seen there");
    has(
        &bench,
        "INVADE E3 nombre-de-dios WITH 1",
        "4:2 as seen (2:1)",
    );
    // A block of the same sheet fights with what it will have.
    let mut fresh = bench.clone();
    fresh
        .own()
        .docks
        .insert(At::Europe, Ships::of(Hull::Carrack, 2));
    fresh.own().europe = men(0, 2, 0);
    has(
        &fresh,
        "EXPEDITION E4 FROM europe SHIPS all LOAD all LAND nombre-de-dios
INVADE E4 nombre-de-dios",
        "4:2 as seen (2:1)",
    );
    let mut friends = bench;
    friends.view.deals.push(Deal {
        number: 1,
        bond: Bond::Peace {
            one: seat("spain"),
            other: seat("england"),
            area: None,
            until: 9,
        },
    });
    has(
        &friends,
        "ATTACK E3 spain WITHIN 12",
        "you are at PEACE with Spain",
    );
}

#[test]
fn odds_ashore() {
    let mut bench = second("spain")
        .ashore("spain", "azt_veracruz", men(1, 6, 0))
        .ashore("france", "azt_tlaxcala", men(3, 1, 0));
    let storm = "MOVE 6 soldiers FROM veracruz STORM tlaxcala";
    has(
        &bench,
        storm,
        "at Tlaxcala 6:3 as seen (column 1:1). Die 1: they lose 1 and retreat; 2–3: one lost on \
         each side, and you go back; 4: you go back; 5–6: you lose 1 and go back",
    );
    has(
        &bench,
        "MOVE 1 soldier FROM veracruz STORM tlaxcala",
        "1:3 as seen: below 1:2",
    );
    has(
        &bench,
        "MOVE 1 soldier FROM veracruz STORM cuzco",
        "it does nothing: nobody holds Cuzco",
    );
    let natives = "NATIVES azt WITH 5";
    has(
        &bench,
        natives,
        "5 Soldiers against level 5 (1:1). Die 1: natives -3; 2: natives -2; 3: natives -2, 1 \
         Soldier lost; 4: natives -1; 5: natives -1, 1 Soldier lost; 6: 2 Soldiers lost",
    );
    let stack = bench
        .view
        .open
        .stack_mut(hex("azt_veracruz"), seat("spain"));
    stack.leaders.insert("cortes".parse().expect("a leader"));
    has(
        &bench,
        natives,
        "die -1 (Conquistador). Die 1–2: natives -3; 3: natives -2; 4: natives -2, 1 Soldier lost; \
         5: natives -1; 6: natives -1, 1 Soldier lost",
    );
    has(
        &bench,
        "NATIVES inc WITH all",
        "you have no Soldiers ashore in the Incan Empire by then",
    );
    // On sheet a nobody knows where men will stand.
    says(&bench.stage(Stage::GateA), natives, &[]);
}

#[test]
fn how_far_marches_get() {
    let bench = second("spain").ashore("spain", "azt_veracruz", men(1, 4, 0));
    let to = |to: &str| format!("MOVE 4 soldiers FROM veracruz {to}");
    has(&bench, &to("TO tlaxcala"), "MP of 6, to Tlaxcala");
    has(&bench, &to("TO panama"), "the movement points do not reach");
    has(
        &bench,
        "MOVE 5 soldiers FROM veracruz TO tlaxcala",
        "as things are now: 1 Soldier could not march from there",
    );
    has(
        &bench,
        "MOVE 5 soldiers FROM cuzco TO lima",
        "it does nothing: you have nobody at Cuzco",
    );
    has(
        &bench,
        &to("TO tlaxcala CARRY 50"),
        "they carry at most 40 Ducats",
    );
    has(
        &bench,
        &to("TO tlaxcala CARRY 40"),
        "40 Ducats were left behind",
    );
    has(
        &bench,
        &to("TO tlaxcala DROP 1 soldier AT oaxaca"),
        "they did not come through Oaxaca",
    );
    let held = bench.clone().ashore("france", "azt_tlaxcala", men(0, 1, 0));
    has(
        &held,
        &to("TO tlaxcala"),
        "France holds Tlaxcala: without PASSAGE they stop before it",
    );
    let mut guest = held;
    guest.view.deals.push(Deal {
        number: 1,
        bond: Bond::Passage {
            grantor: seat("france"),
            guest: seat("spain"),
            area: "AZT".parse().expect("an Area"),
            until: 9,
        },
    });
    quiet(&guest, &to("TO tlaxcala"), "PASSAGE");
    let aboard = bench.fleet("S1", "car_cuba", &[Hull::Caravel], men(0, 0, 0));
    has(
        &aboard,
        "MOVE 1 soldier FROM veracruz ABOARD S1",
        "S1 is at Cuba now",
    );
}

#[test]
fn gold_that_cannot_be_had() {
    let mut bench = second("spain")
        .ashore("spain", "pan_nombre", men(2, 1, 0))
        .ashore("spain", "azt_tenochtitlan", men(0, 5, 0))
        .fleet("S1", "pan_nombre", &[Hull::Carrack], men(0, 0, 0));
    let lot = |shipped| Lot {
        origin: "azt_zacatecas".parse().expect("a place"),
        ducats: 30,
        shipped,
        owner: seat("spain"),
    };
    let store = |bench: &mut Bench, lot| {
        let ashore = bench.view.open.hexes.get_mut(&hex("pan_nombre"));
        ashore.expect("men are there").gold = vec![lot];
    };
    store(&mut bench, lot(false));
    let barred = "gold of Zacatecas may not be shipped from Nombre de Dios";
    has(&bench, "STOW S1 GOLD all", barred);
    store(&mut bench, lot(true));
    quiet(&bench, "STOW S1 GOLD all", barred);
    has(
        &bench,
        "LOOT tenochtitlan",
        "may be looted at Native Level 0, and it is 5",
    );
    has(
        &bench,
        "PROSPECT zacatecas",
        "none of your units is at Zacatecas now",
    );
    has(&bench, "MINE zacatecas 2", "you have no mine to work");
    let mine = Mine {
        capacity: 15,
        owner: Some(seat("spain")),
        worked: None,
    };
    bench.view.open.mines.insert(hex("azt_zacatecas"), mine);
    let city = City {
        looted: 3,
        by: None,
        exhausted: true,
    };
    bench.view.open.cities.insert(hex("azt_tenochtitlan"), city);
    let bench = bench.ashore("spain", "azt_zacatecas", men(4, 0, 0));
    has(
        &bench,
        "MINE zacatecas 2",
        "2 dig at Zacatecas for 10 Ducats",
    );
    has(
        &bench,
        "MINE zacatecas max",
        "3 dig at Zacatecas for 15 Ducats",
    );
    has(
        &bench,
        "MINE zacatecas 9",
        "only 4 Colonists at Zacatecas now",
    );
    has(
        &bench,
        "PROSPECT zacatecas",
        "the mine of Zacatecas is open",
    );
    has(&bench, "LOOT tenochtitlan", "there is nothing left");
    has(&bench, "PREACH azt", "no Missionary is ashore there now");
    has(
        &second("france"),
        "PREACH azt",
        "only Spain has Missionaries",
    );
    has(
        &bench,
        "SAIL S1 HOME IF GOLD >= 20",
        "GOLD without label or place asks about a target",
    );
}

#[test]
fn quests_and_their_parties() {
    let bench = second("spain")
        .turn(6)
        .ashore("spain", "son_culiacan", men(0, 2, 1));
    let line = "PARTY P1 3 soldiers, 1 missionary AT culiacan QUEST cibola";
    has(&bench, line, "no event has sent you after the Seven Cities");
    has(&bench, line, "not there now: 1 Soldier");
    has(&bench, line, "a quest needs 3 Soldiers, and 2 are there");
}

#[test]
fn spectators_get_no_advice() {
    let mut bench = first();
    let (lines, _) = bench.build("BUY 9 colonists");
    let lines: Vec<_> = lines.iter().collect();
    assert!(!advise(&bench.view, &lines).is_empty());
    bench.view.own = None;
    bench.view.seat = None;
    assert!(advise(&bench.view, &lines).is_empty());
}

/// Nobody lends or pays more than he has (Q36).
#[test]
fn deals_that_cannot_bind() {
    let bench = first();
    let lends =
        |sum: u32, by: u32| format!("DEAL spain LENDS england {sum} REPAY {} BY {by}", sum + 5);
    let spains = "you have 190 Ducats now, not 191";
    has(&bench, &lends(191, 9), spains);
    quiet(&bench, &lends(190, 21), "Ducats now");
    has(&bench, "DEAL spain PAYS england 191", spains);
}
