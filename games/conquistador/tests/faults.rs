//! Faults that a form cannot see: where, why, and what to do.

use super::bench::{Bench, hex, men, seat};
use packetboat_conquistador::men::Hull;
use packetboat_conquistador::state::{Bond, Deal, EventChoice, Party};
use packetboat_core::lang::diagnostic::Diagnostic;

/// The one fault of a line.
fn fault(bench: &Bench, line: &str) -> Diagnostic {
    let (lines, faults) = bench.build(line);
    match faults.as_slice() {
        [fault] => fault.clone(),
        other => panic!("{line}: {lines:?} {other:?}"),
    }
}

/// The words under the carets, the reason, and the hint.
fn refused(bench: &Bench, line: &str, under: &str, reason: &str, hint: &str) {
    let fault = fault(bench, line);
    let from = fault.span.column as usize - 1;
    let to = from + fault.span.width as usize;
    let marked: String = line.chars().take(to).skip(from).collect();
    assert_eq!(marked, under, "{line}: {fault:?}");
    assert_eq!(
        (fault.reason.as_str(), fault.hint.as_str()),
        (reason, hint),
        "{line}"
    );
}

fn taken(bench: &Bench, line: &str) {
    let (lines, faults) = bench.build(line);
    assert!(faults.is_empty() && lines.len() == 1, "{line}: {faults:?}");
}

#[test]
fn unknown_places_and_numbers() {
    let bench = Bench::of("spain");
    refused(
        &bench,
        "RETREAT TO veracrux",
        "veracrux",
        "no place is called `veracrux`",
        "did you mean `veracruz`?",
    );
    refused(
        &bench,
        "RETREAT TO 0101",
        "0101",
        "0101 is not a hex of the map",
        &fault(&bench, "RETREAT TO 0101").hint,
    );
    assert!(
        fault(&bench, "RETREAT TO 0101")
            .hint
            .starts_with("the nearest named place")
    );
    refused(
        &bench,
        "RETREAT TO 9900",
        "9900",
        "9900 is not a hex of the map",
        "rows are 01 to 62, columns 01 to 42",
    );
    taken(&bench, "RETREAT TO cuzco");
}

#[test]
fn hexes_of_the_wrong_kind() {
    let bench = Bench::of("spain");
    let reasons = [
        (
            "EXPEDITION S1 FROM europe SHIPS ALL LAND cuzco",
            "is inland: a crossing starts and ends",
        ),
        (
            "EXPEDITION S1 FROM europe SHIPS ALL LAND 2318",
            "is at sea: a crossing starts and ends",
        ),
        (
            "EXPEDITION S1 FROM europe SHIPS ALL LAND hochelaga",
            "no crossing starts or ends up-river",
        ),
        (
            "EXPEDITION S1 FROM cuzco SHIPS ALL",
            "cuzco is inland: no ship gets there",
        ),
        ("HEMI S1 TO cuzco", "cuzco is inland: no ship gets there"),
        (
            "HEMI S1 TO europe",
            "voyages along the coasts stay in the New World",
        ),
        (
            "HEMI S1 VIA tenochtitlan TO veracruz",
            "tenochtitlan is inland",
        ),
        ("ATTACK S1 france AT cuzco", "no ship gets there"),
        ("INVADE S1 2318", "2318 is at sea: nobody lands there"),
        (
            "MOVE 1 soldier FROM cuba TO bermuda",
            "bermuda is at sea: no land unit gets there",
        ),
        (
            "MOVE 1 soldier FROM europe TO cuba",
            "nobody marches in Europe",
        ),
        ("PROSPECT veracruz", "there is no gold site in Veracruz"),
        (
            "MINE tenochtitlan 2",
            "there is no gold site in Tenochtitlan",
        ),
        ("LOOT veracruz", "there is no treasure city in Veracruz"),
        ("STOW S1 GOLD 40 OF veracruz", "no gold comes from Veracruz"),
        (
            "SAIL S1 TO tenochtitlan",
            "is inland: a crossing starts and ends",
        ),
        (
            "KEEP carrack AT cuzco",
            "cuzco is inland: no ship gets there",
        ),
        (
            "KEEP soldier AT bermuda",
            "bermuda is at sea: no land unit gets there",
        ),
        ("DISBAND 1 caravel AT cuzco", "cuzco is inland"),
        (
            "NATIVES azt WITH 5 FROM cuzco",
            "Cuzco is not in the Aztec Empire",
        ),
        (
            "BUY 1 soldier AT cuba",
            "a soldier is bought in Europe only",
        ),
        (
            "BUY 1 caravel AT cuzco",
            "cuzco is inland: nobody lands there",
        ),
        (
            "BUY 1 galleon AT cuba",
            "Galleon Fleets are built in Europe only",
        ),
    ];
    for (line, reason) in reasons {
        let fault = fault(&bench, line);
        assert!(fault.reason.contains(reason), "{line}: {fault:?}");
    }
    for line in [
        "EXPEDITION S1 FROM europe SHIPS ALL LAND bermuda",
        "HEMI S1 TO 2318",
        "HEMI S1 VIA AREA inc TO veracruz",
        "INVADE S1 hochelaga",
        "KEEP soldier AT europe, carrack AT bermuda",
        "MINE potosi 2",
        "LOOT cuzco NO",
        "STOW S1 GOLD ALL OF cuzco",
        "BUY 1 carrack AT europe, 1 caravel AT hochelaga",
    ] {
        taken(&bench, line);
    }
}

#[test]
fn blocks_that_cannot_be() {
    let bench = Bench::of("spain");
    refused(
        &bench,
        "EXPEDITION S1 FROM europe SHIPS 1 caravel LOAD 2 soldiers LAND cuba",
        "2 soldiers",
        "2 units of cargo do not fit into ships that carry 1",
        "a Caravel carries 1, a Carrack 4; leaders take no room",
    );
    let galleon = "EXPEDITION S1 FROM europe SHIPS 1 galleon LOAD 4 colonists";
    assert_eq!(
        fault(&bench, galleon).reason,
        "a Galleon Fleet carries gold and Soldiers only"
    );
    taken(
        &bench,
        "EXPEDITION S1 FROM europe SHIPS 1 galleon, 1 carrack LOAD 4 colonists, 9 soldiers",
    );
    taken(
        &bench,
        "EXPEDITION S1 FROM europe SHIPS 1 caravel LOAD 1 soldier, leader columbus",
    );
    taken(
        &bench,
        "EXPEDITION S1 FROM europe SHIPS max caravels LOAD 9 soldiers",
    );
    refused(
        &bench,
        "EXPEDITION S1 FROM hochelaga SHIPS 1 carrack",
        "1 carrack",
        "no carrack gets up a river",
        "only Caravels do",
    );
    let up = fault(&bench, "BUY 1 carrack AT hochelaga");
    assert_eq!(
        up.reason,
        "Hochelaga is up a river: only Caravels are built there"
    );
    for (line, reason) in [
        (
            "EXPEDITION S1 FROM europe SHIPS ALL LAND cuba HOME",
            "LAND or HOME, not both",
        ),
        (
            "EXPEDITION S1 FROM europe SHIPS ALL HOME",
            "it is in Europe already",
        ),
        (
            "EXPEDITION S1 FROM cuba SHIPS ALL LAND veracruz",
            "a crossing begins or ends in Europe",
        ),
        (
            "EXPEDITION S1 FROM hochelaga SHIPS ALL HOME",
            "Hochelaga is up a river",
        ),
    ] {
        assert!(fault(&bench, line).reason.contains(reason), "{line}");
    }
}

/// Ships overseas that are to land along the coasts are told both lines.
#[test]
fn a_landing_along_the_coasts_is_two_lines() {
    let bench = Bench::of("spain").fleet("S1", "car_cuba", &[Hull::Carrack], men(0, 1, 0));
    let fault = fault(&bench, "EXPEDITION S1 FROM cuba SHIPS ALL LAND veracruz");
    assert_eq!(
        fault.hint,
        "take LAND out of this line, and write HEMI S1 TO veracruz below it: HEMI sails along the \
         coasts"
    );
}

#[test]
fn large_ships_do_not_go_up_rivers() {
    let large = [Hull::Carrack, Hull::Caravel];
    let bench = Bench::of("england").fleet("E1", "can_gaspe", &large, men(0, 1, 0));
    refused(
        &bench,
        "HEMI E1 TO hochelaga",
        "hochelaga",
        "Hochelaga is up a river, and E1 has a carrack",
        "only Caravels go up rivers",
    );
    assert!(
        fault(&bench, "INVADE E1 hochelaga")
            .reason
            .contains("E1 has a carrack")
    );
    let small = Bench::of("england").fleet("E1", "can_gaspe", &[Hull::Caravel], men(0, 1, 0));
    taken(&small, "HEMI E1 TO hochelaga");
    // In a Port of its own its ships may be dealt out anew.
    let port = bench.ashore("england", "can_gaspe", men(2, 0, 0));
    taken(&port, "HEMI E1 TO hochelaga");
}

#[test]
fn ways_that_do_not_connect() {
    let bench = Bench::of("spain");
    refused(
        &bench,
        "MOVE 1 soldier FROM cuba TO veracruz",
        "veracruz",
        "there is no way by land from Cuba to Veracruz",
        "ships carry men across: EMBARK, HEMI, DEBARK",
    );
    refused(
        &bench,
        "MOVE 1 soldier FROM cuba TO santiago",
        "santiago",
        "there is no way by land from Cuba to Santiago",
        "there is also Santiago de Cuba (2321): write santiago-de-cuba",
    );
    let islands = fault(&bench, "MOVE P1 VIA cuba TO veracruz");
    assert!(islands.reason.contains("there is no way by land from Cuba"));
    taken(
        &bench,
        "MOVE 1 soldier FROM veracruz VIA AREA MAY TO panama",
    );
    let inland = fault(&bench, "HEMI S1 VIA AREA ohi TO veracruz");
    assert!(
        inland.reason.starts_with("there is no way by water"),
        "{inland:?}"
    );
    let far = fault(&bench, "RETREAT FROM veracruz TO cuzco");
    assert_eq!(
        far.reason,
        "Cuzco is not beside Veracruz: a retreat goes one hex"
    );
    assert!(far.hint.starts_with("beside it: "), "{far:?}");
    for (line, reason) in [
        ("MOVE 1 soldier FROM cuba", "this march leads nowhere"),
        (
            "MOVE 1 soldier FROM cuba TO havana STORM havana",
            "not both",
        ),
        (
            "MOVE 1 soldier FROM cuba STORM cuba",
            "from a hex beside it",
        ),
        (
            "MOVE 1 soldier FROM cuba STORM havana ABOARD S1",
            "do not go aboard",
        ),
        (
            "MOVE 1 soldier FROM cuba STORM UNGUARDED spain",
            "that is you",
        ),
    ] {
        let said = fault(&bench, line).reason;
        assert!(said.contains(reason), "{line}: {said}");
    }
}

#[test]
fn deals_that_are_none() {
    let bench = Bench::of("spain").turn(6);
    refused(
        &bench,
        "DEAL spain LENDS france 40 REPAY 50 BY 22",
        "22",
        "turn 22 never comes: the game ends with turn 21",
        "at most 21",
    );
    refused(
        &bench,
        "DEAL spain PAYS france 5 EACH TURN UNTIL 5",
        "5",
        "turn 5 is over",
        "it is turn 6",
    );
    let strangers = fault(&bench, "DEAL england LENDS france 40 REPAY 50 BY 9");
    assert_eq!(strangers.reason, "spain is not a party to this deal");
    refused(
        &bench,
        "DEAL PEACE spain WITH spain UNTIL 9",
        "spain",
        "spain makes no deal with itself",
        "name another power",
    );
    let unknown = fault(&bench, "DEAL PEACE spain WITH holland UNTIL 9");
    assert_eq!(unknown.reason, "no power is called `holland`");
    assert_eq!(fault(&bench, "GIFT spain 10").reason, "that is you");
    taken(&bench, "DEAL spain PAYS france 5, france PAYS england 5");
    taken(
        &bench,
        "DEAL PEACE spain WITH portugal IN bra UNTIL 99, TORDESILLAS WAIVED",
    );
    let waived = "DEAL TORDESILLAS WAIVED";
    taken(&bench, waived);
    assert!(
        fault(&bench.clone().turn(12), waived)
            .reason
            .contains("ended with turn 11")
    );
    let mut without = bench;
    without.view.open.options.tordesillas = false;
    assert!(fault(&without, waived).reason.contains("no Treaty"));
}

#[test]
fn both_sides_mean_the_same_peace_and_charts() {
    let order = |bench: &Bench, line: &str| {
        let (lines, faults) = bench.build(line);
        assert!(faults.is_empty(), "{faults:?}");
        lines[0].branches[0].order.clone()
    };
    let (spain, france) = (Bench::of("spain"), Bench::of("france"));
    assert_eq!(
        order(&spain, "DEAL PEACE spain WITH france UNTIL 9"),
        order(&france, "DEAL PEACE france WITH spain UNTIL 9"),
    );
    assert_eq!(
        order(&spain, "DEAL spain SHOWS france CHARTS wind + bahc"),
        order(&france, "DEAL spain SHOWS france CHARTS bahc+wind"),
    );
}

#[test]
fn leaders_who_are_not_there() {
    let bench = Bench::of("spain").turn(3);
    refused(
        &bench,
        "EMBARK S1 leader cortes",
        "cortes",
        "Cortes comes on turn 5",
        "nobody commands the leader until then",
    );
    let left = fault(&bench, "EMBARK S1 leader columbus");
    assert_eq!(left.reason, "Columbus left at the end of turn 2");
    taken(&bench, "EMBARK S1 leader ojeda");
    let twice = fault(&bench, "EMBARK S1 leader ojeda, leader ojeda");
    assert_eq!(twice.reason, "Ojeda is named twice");
    let mut dead = bench.clone();
    dead.own().gone.insert("ojeda".parse().expect("a leader"));
    assert_eq!(
        fault(&dead, "EMBARK S1 leader ojeda").reason,
        "Ojeda is dead or has left"
    );
    // With shifted dates nobody knows the turn.
    let mut shifted = bench.turn(4);
    shifted.view.open.options.random_leaders = true;
    taken(&shifted, "EMBARK S1 leader cortes");
    let about = fault(&shifted, "EMBARK S1 leader alvarado");
    assert_eq!(about.reason, "Alvarado comes on about turn 6");
}

#[test]
fn one_label_for_one_thing() {
    let mut bench = Bench::of("spain").fleet("S1", "car_cuba", &[Hull::Caravel], men(0, 1, 0));
    let party = Party {
        hex: Some(hex("car_cuba")),
        aboard: None,
        men: men(0, 1, 0),
        leaders: Default::default(),
        quests: Vec::new(),
        trail: vec![hex("car_cuba")],
        march_from: 0,
    };
    bench
        .own()
        .parties
        .insert("P1".parse().expect("a label"), party);
    refused(
        &bench,
        "EXPEDITION P1 FROM europe SHIPS ALL",
        "P1",
        "P1 is a party, not an expedition",
        "your expeditions are S1",
    );
    refused(
        &bench,
        "PARTY S1 3 soldiers AT cuba",
        "S1",
        "S1 is an expedition, not a party",
        "your parties are P1",
    );
    let again = fault(&bench, "PARTY P1 3 soldiers AT cuba");
    assert_eq!(again.reason, "P1 is a party of yours already, at Cuba");
    assert!(
        fault(&bench, "MOVE S1 TO havana")
            .reason
            .contains("not a party")
    );
    assert!(
        fault(&bench, "SAIL P1 HOME")
            .reason
            .contains("not an expedition")
    );
    taken(&bench, "EXPEDITION S1 FROM cuba SHIPS ALL");
    taken(&bench, "MOVE P1 TO havana ABOARD S1");
}

#[test]
fn events_wait_for_their_own_answer() {
    let mut bench = Bench::of("spain").turn(4);
    let none = fault(&bench, "EVENT 14 LOSE soldier AT cuba");
    assert_eq!(none.reason, "event 14 leaves you no choice now");
    assert_eq!(none.hint, "no event waits for your answer now");
    let choice = |event| EventChoice {
        event,
        settlements: 1,
        leader: false,
        missionary: false,
    };
    let power = bench
        .view
        .open
        .powers
        .get_mut(&seat("spain"))
        .expect("it plays");
    power.choices = vec![choice(6), choice(11), choice(14)];
    taken(&bench, "EVENT 6 IGNORE");
    taken(&bench, "EVENT 11 LOSE SETTLEMENT AT cuba");
    taken(&bench, "EVENT 14 LOSE soldier AT cuba, LEADER ponce");
    for (line, reason) in [
        ("EVENT 17 LOSE soldier AT cuba", "leaves you no choice now"),
        ("EVENT 6 LOSE soldier AT cuba", "are shipped, not named"),
        ("EVENT 11 IGNORE", "cannot be refused"),
        ("EVENT 11 LOSE soldier AT cuba", "takes a settlement"),
        ("EVENT 14 LOSE SETTLEMENT AT cuba", "takes units"),
        ("EVENT 14 LOSE soldier AT lima", "is not in the Caribbean"),
    ] {
        let said = fault(&bench, line).reason;
        assert!(said.contains(reason), "{line}: {said}");
    }
}

#[test]
fn parties_that_may_not_set_out() {
    let spain = Bench::of("spain").turn(10);
    for (line, reason) in [
        (
            "PARTY P1 1 colonist AT cuba",
            "a party needs a Soldier or a leader",
        ),
        (
            "PARTY P1 2 soldiers, 1 missionary AT cuba QUEST cibola",
            "a quest party sets out with at least 3 Soldiers",
        ),
        (
            "PARTY P1 3 soldiers AT cuba QUEST both",
            "a quest party of Spain takes a Missionary along",
        ),
    ] {
        assert_eq!(fault(&spain, line).reason, reason);
    }
    taken(
        &spain,
        "PARTY P1 3 soldiers, 1 missionary AT cuba QUEST both",
    );
    taken(&spain, "PARTY P1 ALL AT cuba QUEST both");
    taken(
        &Bench::of("france"),
        "PARTY P1 3 soldiers AT cuba QUEST eldorado",
    );
}

#[test]
fn tests_see_hexes_of_the_map_only() {
    let bench = Bench::of("spain");
    let wrong = fault(&bench, "SAIL S1 HOME IF france AT 0101");
    assert_eq!(wrong.reason, "0101 is not a hex of the map");
    assert_eq!(
        fault(&bench, "SAIL S1 HOME IF FIRST spain").reason,
        "that is you"
    );
    let odds = fault(&bench, "SAIL S1 HOME IF ODDS >= 2:1");
    assert!(
        odds.reason
            .contains("ODDS may be asked only in ATTACK, INVADE, MOVE"),
        "{odds:?}"
    );
    taken(
        &bench,
        "SAIL S1 HOME IF NOBODY AT ZONE wind AND NL car IS 0",
    );
}

#[test]
fn a_deal_of_ports_opens_rivers_to_nobody_but_its_guest() {
    let bond = Bond::Ports {
        grantor: seat("france"),
        guest: seat("england"),
        until: 9,
    };
    let mut bench = Bench::of("england").fleet("E1", "can_gaspe", &[Hull::Carrack], men(0, 0, 0));
    bench.view.deals.push(Deal { number: 1, bond });
    taken(&bench, "HEMI E1 TO hochelaga");
}
