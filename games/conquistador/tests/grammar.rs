//! Every line of the game's handbook is read, prints as it should, and becomes an order.

use super::bench::{Bench, rules};
use packetboat_conquistador::state::EventChoice;
use packetboat_core::engine::language::Language;
use packetboat_core::lang::form::Grammar;
use packetboat_core::lang::write::{usage, write};
use serde::Deserialize;

#[derive(Deserialize)]
struct Examples {
    reads: Vec<(String, String)>,
}

fn examples() -> Vec<(String, String)> {
    let text = include_str!("../../../tests/lang/examples/conquistador.toml");
    let examples: Examples = toml::from_str(text).expect("examples");
    examples.reads
}

/// A position in which events wait for every answer.
fn bench(power: &str, turn: u32) -> Bench {
    let mut bench = Bench::of(power).turn(turn);
    let seat = bench.view.me();
    let choices = [6, 11, 14, 17].map(|event| EventChoice {
        event,
        settlements: 1,
        leader: true,
        missionary: true,
    });
    let power = bench.view.open.powers.get_mut(&seat).expect("it plays");
    power.choices = choices.to_vec();
    bench
}

/// Examples whose hex numbers were written before the map: at sea, or inland.
const NO_SUCH_HEX: [&str; 3] = [
    "EVENT 11 LOSE SETTLEMENT AT 2318",
    "HEMI S1 VIA 1511 TO nombre-de-dios IF france AT veracruz",
    "MOVE 6 soldiers FROM 1721 STORM 1722 IF ODDS >= 2:1 ELSE TO 1620",
];

#[test]
fn every_example_is_read_and_built() {
    let powers = ["spain", "england", "france", "portugal"];
    let tried: Vec<Bench> = powers
        .iter()
        .flat_map(|power| [1, 3, 5, 8, 10].map(|turn| bench(power, turn)))
        .collect();
    let mut wrong = Vec::new();
    for (line, want) in examples() {
        let want = if want == "=" { &line } else { &want };
        if want.starts_with("CLEAR") || NO_SUCH_HEX.contains(&line.as_str()) {
            continue;
        }
        let mut why = String::new();
        let fits = tried.iter().any(|bench| {
            let (lines, faults) = bench.build(&line);
            let printed: Vec<&str> = lines.iter().map(|it| it.text.as_str()).collect();
            let fits = faults.is_empty() && printed == [want.as_str()];
            if !fits && why.is_empty() {
                why = format!("{line}\n  {printed:?} {faults:?}");
            }
            fits
        });
        if !fits {
            wrong.push(why);
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn first_turns_are_read_and_built() {
    for (power, sheet) in FIRST_TURNS {
        let (lines, faults) = Bench::of(power).build(sheet);
        assert!(faults.is_empty(), "{power}: {faults:?}");
        assert!(lines.len() >= 4, "{power}: {lines:?}");
    }
}

const FIRST_TURNS: [(&str, &str); 4] = [
    (
        "spain",
        "BUY 2 carracks, 5 soldiers, 1 missionary, 3 colonists
EXPEDITION S1 FROM europe SHIPS 2 carracks
  LOAD 3 colonists, 4 soldiers, 1 missionary, leader columbus
  LAND hispaniola RETURN HOME
EXPEDITION S2 FROM europe SHIPS 1 caravel LOAD 1 soldier, leader ojeda
  LAND nombre-de-dios ASHORE all RETURN STAY
NATIVES car WITH all  ; 4 Soldiers against level 2
; sights the South Sea, 50 VP + 5
MOVE 1 soldier, leader ojeda FROM nombre-de-dios TO panama
KEEP colonist, missionary, soldier, carrack, caravel",
    ),
    (
        "england",
        "BUY 1 caravel, 2 carracks, 3 soldiers, 5 colonists
EXPEDITION E1 FROM europe SHIPS 1 caravel LOAD leader jcabot
  LAND avalon RETURN HOME
HEMI E1 TO hochelaga                             ; up the St Lawrence …
HEMI E1 TO gaspe  ; … and out again: no crossing starts up-river
EXPEDITION E2 FROM europe SHIPS 2 carracks LOAD 3 soldiers, 5 colonists
  LAND avalon RETURN HOME
NATIVES nfl WITH all  ; 3 Soldiers against level 1",
    ),
    (
        "france",
        "BUY 1 caravel, 2 carracks, 3 soldiers, 5 colonists
EXPEDITION F1 FROM europe SHIPS 2 carracks LOAD 3 soldiers, 5 colonists
  LAND massachusetts-bay RETURN HOME
EXPEDITION F2 FROM europe SHIPS 1 caravel LAND hudson-mouth RETURN HOME
HEMI F1 TO acadia IF england AT massachusetts-bay
NATIVES nen WITH all IF ODDS >= 1:1
KEEP colonist, soldier, carrack, caravel",
    ),
    (
        "portugal",
        "BUY 1 carrack, 1 caravel, 1 soldier, 3 colonists
EXPEDITION L1 FROM europe SHIPS 1 caravel LOAD leader cabral
  LAND maranhao RETURN HOME
HEMI L1 TO para  ; Brazil and the Amazon mouth in one voyage
EXPEDITION L2 FROM europe SHIPS 1 carrack LOAD 1 soldier, 3 colonists
  LAND pernambuco RETURN HOME
EXPEDITION L3 FROM europe SHIPS 1 caravel LOAD leader cortereal
  LAND ungava RETURN HOME
HEMI L3 TO james-bay
NATIVES bra WITH all IF ODDS >= 1:1",
    ),
];

fn grammar_of(bench: &Bench) -> Grammar {
    rules().grammar(&bench.view)
}

#[test]
fn the_language_follows_the_campaign() {
    let mut bench = Bench::of("england");
    let has = |bench: &Bench, name: &str| grammar_of(bench).orders.iter().any(|it| it.name == name);
    assert!(has(&bench, "BANK"));
    assert!(grammar_of(&bench).orders.iter().all(|it| it.part.is_none()));
    bench.view.open.options.bankers = false;
    bench.view.open.options.privateer_cruise = false;
    bench.view.open.options.rounds_per_turn = 2;
    assert!(!has(&bench, "BANK"));
    let grammar = grammar_of(&bench);
    let part = |name: &str| {
        let form = grammar.orders.iter().find(|it| it.name == name);
        form.expect("an order").part
    };
    assert_eq!(
        (part("BUY"), part("MOVE"), part("DEAL")),
        (Some(1), Some(2), None)
    );
    let cruise = "EXPEDITION E1 FROM europe SHIPS ALL CRUISE";
    assert_eq!(bench.read(cruise).faults.len(), 1);
    bench.view.open.options.privateer_cruise = true;
    assert!(bench.read(cruise).faults.is_empty());
    bench.view.open.options.council_deals = true;
    let deal = grammar_of(&bench);
    let deal = deal.orders.iter().find(|it| it.name == "DEAL");
    assert_eq!(deal.expect("an order").part, Some(1));
}

#[test]
fn powers_and_leaders_are_those_at_hand() {
    let mut bench = Bench::of("england");
    let reads = |bench: &Bench, line: &str| bench.read(line).faults.is_empty();
    assert!(reads(&bench, "GIFT portugal 10"));
    assert!(reads(&bench, "EMBARK E1 leader jcabot"));
    assert!(!reads(&bench, "EMBARK E1 leader columbus"));
    let spain = "spain".parse().expect("a seat");
    bench
        .view
        .open
        .table
        .retain(|it| *it == spain || it.as_str() == "england");
    assert!(!reads(&bench, "GIFT portugal 10"));
    bench.view.seat = None;
    assert!(reads(&bench, "EMBARK S1 leader columbus"));
}

#[test]
fn names_are_understood_as_people_write_them() {
    let bench = Bench::of("spain");
    let place = |text: &str| {
        let reading = bench.read(&format!("RETREAT TO {text}"));
        reading.lines.first().map(|it| it.printed.clone())
    };
    let wanted = |slug: &str| Some(format!("RETREAT TO {slug}"));
    assert_eq!(place("azt_veracruz"), wanted("veracruz"));
    assert_eq!(place("Rio Grande Mouth"), wanted("rio-grande-mouth"));
    assert_eq!(place("lima"), wanted("rimac"));
    // An exact name before a longer one, a printed name before the half of an id.
    assert_eq!(place("para"), wanted("para"));
    assert_eq!(place("santiago"), wanted("santiago"));
    assert_eq!(place("2113"), wanted("2113"));
}

#[test]
fn every_form_has_help_and_a_usage_line() {
    let grammar = grammar_of(&Bench::of("spain"));
    assert_eq!(grammar.orders.len(), 24);
    assert_eq!(grammar.tests.len(), 11);
    for form in grammar.orders.iter().chain(&grammar.tests) {
        assert!(form.help.ends_with('.'), "{}", form.name);
        assert!(usage(&form.slots).len() > 3, "{}", form.name);
    }
}

/// Whatever fits a form is built or refused, never a panic; and it is read as it is printed.
#[test]
fn lines_at_random_are_built_or_refused() {
    for (turn, power) in [(1, "spain"), (17, "england"), (10, "portugal")] {
        let bench = bench(power, turn);
        let grammar = grammar_of(&bench);
        let mut seed = 12345_u32;
        let mut dice = move |sides: u32| {
            seed = seed.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            (seed >> 8) % sides.max(1)
        };
        for form in &grammar.orders {
            for _ in 0..20 {
                let line = write(&grammar, form, &mut dice);
                let (lines, faults) = bench.build(&line);
                assert_eq!(lines.len() + faults.len(), 1, "{line}: {faults:?}");
            }
        }
    }
}
