//! Positions that must not be.

use super::pretend::{hex, it, state, tables};
use packetboat_conquistador::data::Tables;
use packetboat_conquistador::ids::At;
use packetboat_conquistador::men::{Hull, Men};
use packetboat_conquistador::state::{Ashore, Expedition, Mine, Ship, Stage, State};
use packetboat_conquistador::validate::validate;
use packetboat_core::engine::seat::Seat;
use packetboat_kit::hex::Hex;

/// A position spoilt like this is found out, with these words.
fn broken(spoil: impl Fn(&Tables, &mut State), words: &str) {
    let tables = tables();
    let mut state = state(&tables);
    spoil(&tables, &mut state);
    let error = validate(&tables, &state).expect_err(words).to_string();
    assert!(error.contains(words), "{error} instead of {words}");
}

fn spain() -> Seat {
    it("spain")
}

#[test]
fn the_pretended_position_holds() {
    let tables = tables();
    validate(&tables, &state(&tables)).expect("it is well put together");
}

#[test]
fn seats_and_stages_agree() {
    broken(|_, it| it.open.initiative.truncate(1), "initiative");
    broken(|_, it| it.open.stage = Stage::Over, "outcome");
    broken(|_, it| it.open.turn = 22, "turn 22 of 21");
    broken(
        |_, it| it.power_mut(spain()).penalty_vp = 5,
        "gains by penalties",
    );
    broken(
        |_, it| {
            it.sealed.remove(&spain());
        },
        "powers and seats differ",
    );
}

#[test]
fn nobody_stands_or_sails_where_he_may_not() {
    broken(
        |_, it| {
            let men = Ashore::default();
            it.open.hexes.insert(Hex::new(20, 30), men);
        },
        "2030 is not land",
    );
    broken(
        |tables, it| {
            let at = hex(tables, "azt_tenochtitlan");
            it.open.stack_mut(at, spain());
        },
        "nobody of spain",
    );
    broken(
        |tables, it| {
            let at = At::Hex(hex(tables, "azt_tenochtitlan"));
            let ship = Ship::new(Hull::Caravel);
            it.own_mut(spain()).docks.clear();
            let own = it.own_mut(spain());
            own.expeditions.insert(
                "S9".parse().expect("a label"),
                Expedition::new(at, vec![ship]),
            );
        },
        "S9 of spain is in 2411",
    );
}

#[test]
fn stacks_and_ships_hold_so_many() {
    broken(
        |tables, it| {
            let at = hex(tables, "azt_veracruz");
            it.open.stack_mut(at, spain()).men.soldiers = 13;
        },
        "too many of spain",
    );
    broken(
        |_, it| {
            let own = it.own_mut(spain());
            let s2 = own.expeditions.get_mut(&"S2".parse().expect("a label"));
            s2.expect("there").ships[1].men.soldiers = 5;
        },
        "carries 5",
    );
    broken(
        |tables, it| {
            let at = hex(tables, "nfl_avalon");
            it.open
                .stack_mut(at, "england".parse().expect("a seat"))
                .men
                .missionaries = 1;
        },
        "Missionaries of england",
    );
}

#[test]
fn a_leader_is_in_one_place() {
    broken(
        |_, state| {
            state.own_mut(spain()).leaders.insert(it("cortes"));
        },
        "cortes of spain is in two places",
    );
    broken(
        |_, state| {
            state.own_mut(spain()).leaders.insert(it("drake"));
        },
        "drake is not a leader of spain",
    );
}

#[test]
fn points_natives_and_mines_are_what_they_can_be() {
    broken(
        |_, it| it.power_mut(spain()).discovery_vp = 91,
        "discoveries",
    );
    broken(
        |_, it| it.power_mut(spain()).discovery_vp = 100,
        "discoveries",
    );
    broken(
        |_, state| {
            let area = state.open.areas.get_mut(&it("MAY"));
            area.expect("there").natives = 4;
        },
        "natives of MAY have grown",
    );
    broken(
        |tables, state| {
            let mine = Mine {
                capacity: 15,
                owner: None,
                worked: None,
            };
            state.open.mines.insert(hex(tables, "car_cuba"), mine);
        },
        "yields 15",
    );
}

#[test]
fn members_of_a_party_are_where_it_is() {
    broken(
        |tables, it| {
            let at = hex(tables, "azt_veracruz");
            it.open.stack_mut(at, spain()).men = Men {
                colonists: 2,
                soldiers: 2,
                missionaries: 0,
            };
        },
        "members of a party of spain",
    );
    broken(
        |_, state| {
            let own = state.own_mut(spain());
            let party = own.parties.remove(&it("P1")).expect("there");
            own.parties.insert(it("S1"), party);
        },
        "an expedition and a party",
    );
}
