//! Setting up a campaign by scenario and options (game file 5.4, 7.6).
//!
//! The only draws are those of option `random_leaders`: a hidden die for each leader of a power
//! that plays, in the order of the schedule.

use super::super::data::{Scenario, Start, Tables};
use super::super::events::Cx;
use super::super::men::Ships;
use super::super::reckon::ports;
use super::super::state::{
    AbsentPower, AreaState, City, Go, Mine, Open, Options, Power, Sealed, Shared, Stage, State,
};
use super::events::Event;
use super::leaders;
use packetboat_core::prelude::*;
use packetboat_kit::hex::Hex;

/// A new campaign, about to begin its first Royal Council.
///
/// # Errors
/// A seat the scenario does not start, or a last turn before the first.
pub(super) fn campaign(
    tables: &Tables,
    founding: &Founding,
    cx: &mut Cx<'_>,
) -> Result<State, DataError> {
    let scenario = tables.scenario(&founding.scenario);
    let options = options(tables, scenario, founding);
    let mut state = State {
        open: Shared::new(board(tables, scenario, options, &founding.seats)?),
        sealed: BTreeMap::new(),
        deals: Vec::new(),
        deals_made: 0,
        go: Go::default(),
        fight: None,
        shifts: BTreeMap::new(),
    };
    for seat in &founding.seats {
        let start = &scenario.powers[seat];
        place(tables, &mut state, *seat, start);
    }
    if state.open.options.random_leaders {
        shift_leaders(tables, &mut state, cx);
    }
    leaders::start(tables, &mut state);
    let (turn, last_turn) = (state.open.turn, state.open.options.last_turn);
    cx.announce(
        Event::Founded {
            scenario: founding.scenario.clone(),
            turn,
            last_turn,
        }
        .into(),
    );
    Ok(state)
}

/// The options as founded. In a shorter game the last turns without quests come as much earlier
/// (Q121).
fn options(tables: &Tables, scenario: &Scenario, founding: &Founding) -> Options {
    let last_turn = match founding.number("turns") {
        0 => scenario.last_turn,
        turns => scenario.last_turn.min(scenario.first_turn + turns - 1),
    };
    let longest = tables.scenarios.iter().map(|it| it.last_turn).max();
    let shorter = longest.unwrap_or(last_turn) - last_turn;
    let at_table = |name: &str| founding.seats.iter().any(|it| it.as_str() == name);
    Options {
        scenario: scenario.name.clone(),
        last_turn,
        rounds_per_turn: founding.number("rounds_per_turn"),
        council_deals: founding.word("deals") == "council",
        star_by_colonist: founding.word("lat_star") == "colonist_if_any",
        two_soldiers: founding.word("two_cs") == "2C2S",
        substitute: founding.switch("substitute"),
        resent_strict: founding.switch("resent_strict"),
        cibola_last_start: founding.number("cibola_last_start").saturating_sub(shorter),
        eldorado_last_start: founding
            .number("eldorado_last_start")
            .saturating_sub(shorter),
        tordesillas: scenario.tordesillas
            && founding.switch("tordesillas")
            && at_table("spain")
            && at_table("portugal"),
        bankers: founding.switch("bankers"),
        privateer_cruise: founding.switch("privateer_cruise"),
        random_leaders: founding.switch("random_leaders"),
        march_factor: founding.number("march_factor"),
        last_turn_upkeep: founding.switch("last_turn_upkeep"),
        lend_leaders: founding.switch_since("lend_leaders"),
        absent_power: match founding.word("absent_power") {
            "drop" => AbsentPower::Drop,
            "robot" => AbsentPower::Robot,
            _ => AbsentPower::Hold,
        },
        hold_after_missed: founding.number("hold_after_missed"),
    }
}

/// The open board before anybody is on it.
fn board(
    tables: &Tables,
    scenario: &Scenario,
    options: Options,
    seats: &[Seat],
) -> Result<Open, DataError> {
    let mut powers = BTreeMap::new();
    let mut discovered = BTreeMap::new();
    for seat in seats {
        let Some(start) = scenario.powers.get(seat) else {
            let what = format!("{} does not say how {seat} starts", scenario.name);
            return Err(DataError::new("scenarios.toml", what));
        };
        for id in &start.discovered {
            discovered.insert(*id, *seat);
        }
        powers.insert(*seat, power(tables, start));
    }
    let areas = tables.map.areas().iter().map(|it| {
        let natives = scenario.natives.get(&it.id).copied().unwrap_or(it.native);
        let area = AreaState {
            natives,
            attacked: std::collections::BTreeSet::new(),
        };
        (it.id, area)
    });
    let spent = scenario.spent_cities.iter().map(|place| {
        let city = City {
            exhausted: true,
            ..City::default()
        };
        (hex_of(tables, *place), city)
    });
    Ok(Open {
        turn: scenario.first_turn,
        stage: Stage::RandomEvents,
        turn_of: 0,
        cape_navigated: scenario.cape_navigated,
        no_uprisings: false,
        doubled: None,
        breakthrough: false,
        options,
        table: seats.to_vec(),
        initiative: seats.to_vec(),
        powers,
        areas: areas.into_map(),
        hexes: BTreeMap::new(),
        mines: BTreeMap::new(),
        cities: spent.into_map(),
        discovered,
        made_before: scenario.made_before.clone(),
        outcome: None,
    })
}

fn power(tables: &Tables, start: &Start) -> Power {
    let discovered = start.discovered.iter();
    Power {
        monarch: start.monarch,
        treasury: start.treasury,
        discovery_vp: discovered.map(|it| tables.discovery(*it).vp).sum(),
        penalty_vp: 0,
        level: 0,
        multiplier_change: 0,
        colonists_left: 0,
        graft: false,
        civil_war: false,
        choices: Vec::new(),
        quests: Vec::new(),
        gold_credited: [0, 0],
        bank: Vec::new(),
        dropped: false,
        missed: 0,
    }
}

/// Puts a power's men, ships and mines on the board, and the charts into its drawer: those it is
/// given, and those of the zones where it has a Port.
fn place(tables: &Tables, state: &mut State, seat: Seat, start: &Start) {
    for (place, men) in &start.men {
        let hex = hex_of(tables, *place);
        state.open.stack_mut(hex, seat).men += *men;
    }
    for (place, capacity) in &start.mines {
        let mine = Mine {
            capacity: *capacity,
            owner: Some(seat),
            worked: None,
        };
        state.open.mines.insert(hex_of(tables, *place), mine);
    }
    let mut sealed = Sealed {
        rutter: start.rutter,
        charts: start.charts.clone(),
        ..Sealed::default()
    };
    for ships in &start.ships {
        let dock = sealed.docks.entry(ships.at(&tables.map)).or_default();
        *dock += ships.ships();
    }
    sealed.docks.retain(|_, it| *it != Ships::NONE);
    let open = &state.open;
    let harbours = ports::settlements(open, seat);
    let harbours = harbours.filter(|it| ports::is_port(tables, open, seat, *it, true));
    let zones = harbours.filter_map(|it| tables.map.zone(it));
    sealed.charts.extend(zones);
    state.sealed.insert(seat, Shared::new(sealed));
}

/// `random_leaders`: leaders come up to a turn earlier or later than history has them.
fn shift_leaders(tables: &Tables, state: &mut State, cx: &mut Cx<'_>) {
    for leader in &tables.leaders {
        if !state.open.powers.contains_key(&leader.power) {
            continue;
        }
        let why = format!("when {} comes", leader.name);
        let shift = match cx.dice.one(Bowl::Hidden, &why, 6) {
            1 | 2 => -1,
            3 | 4 => 0,
            _ => 1,
        };
        // Nobody comes before turn 1; he then stays as long as he would have.
        if shift != 0 && leader.enter.checked_add_signed(shift) >= Some(1) {
            let shift = i8::try_from(shift).expect("one turn");
            state.shifts.insert(leader.id, shift);
        }
    }
}

fn hex_of(tables: &Tables, place: super::super::ids::PlaceId) -> Hex {
    let place = tables.map.place(place);
    place.expect("scenarios are checked against the map").hex
}
