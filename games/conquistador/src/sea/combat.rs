//! Naval combat (3.8): one expedition attacks all ships of a power in one hex, which defend
//! together. First the odds are looked at, then the target is asked whether it flees, then the
//! die is thrown.

use super::super::council::tordesillas;
use super::super::data::combat::{odds_column, odds_words};
use super::super::data::{NavalResult, Tables};
use super::super::events::Cx;
use super::super::ids::{At, Label};
use super::super::map::ways::sea_way;
use super::super::men::{Hull, Ships};
use super::super::reckon::ports;
use super::super::reckon::{deals, odds, voyage};
use super::super::state::{Expedition, Fight, SeaFight, Ship, Stage, State};
use super::course;
use super::events::Event;
use super::sides::{Side, Wreck, fleet_of};
use packetboat_core::prelude::*;
use packetboat_kit::hex::Hex;

/// Why a fight does not take place, if it does not: odds below 1:2 in truth, or a target that has
/// gone into port by a deal the attacker knows nothing of.
fn called_off(tables: &Tables, state: &State, fight: &SeaFight) -> Option<&'static str> {
    let hex = fight.at.hex().expect("fights are overseas");
    let target = target_side(state, fight);
    if target.fleet(state).is_empty() {
        return Some("the ships are gone");
    }
    let caravels = only_caravels(&target.fleet(state));
    let friendly = ports::in_port(
        tables,
        &state.open,
        &state.deals,
        fight.target,
        fight.at,
        caravels,
    );
    if friendly && state.open.stage == Stage::Hemispheric {
        return Some("the ships are in port");
    }
    let area = tables.map.area(hex);
    if deals::peace(
        &state.deals,
        state.open.turn,
        fight.attacker,
        fight.target,
        area,
    ) {
        return Some("there is peace");
    }
    let (attack, defence) = strengths(tables, state, fight);
    match odds_column(attack, defence) {
        None => Some("the odds are below 1:2"),
        Some(_) => None,
    }
}

/// In D1 only the expedition that is lain in wait for; else all ships in the hex.
fn target_side(state: &State, fight: &SeaFight) -> Side {
    let hex = fight.at.hex().expect("fights are overseas");
    let all = Side::at(state, fight.target, hex);
    if state.open.stage == Stage::Hemispheric {
        return all;
    }
    let leaving = all.labels.iter().copied();
    let leaving =
        leaving.filter(|it| state.own(fight.target).expeditions[it].crossing == Some(At::Europe));
    let richest = leaving.max_by_key(|it| {
        let gold = state.own(fight.target).expeditions[it].gold();
        (gold, std::cmp::Reverse(*it))
    });
    Side {
        seat: fight.target,
        labels: richest.into_iter().collect(),
        docks: None,
    }
}

fn strengths(tables: &Tables, state: &State, fight: &SeaFight) -> (u32, u32) {
    let strength =
        |side: &Side| odds::naval_strength(tables, &side.fleet(state), side.soldiers(state));
    let attacker = Side::of(fight.attacker, fight.label);
    (strength(&attacker), strength(&target_side(state, fight)))
}

fn only_caravels(fleet: &Ships) -> bool {
    fleet.total() == fleet.get(Hull::Caravel)
}

/// An expedition has reached its target: it attacks, unless that turns out to be impossible.
pub(super) fn begin(tables: &Tables, state: &mut State, fight: SeaFight, cx: &mut Cx<'_>) {
    let (seat, label) = (fight.attacker, fight.label);
    if let Some(why) = called_off(tables, state, &fight) {
        let event = Event::FightCalledOff {
            seat,
            label,
            at: tables.map.at_name(fight.at),
            why: why.to_owned(),
        };
        cx.tell(Audience::one(seat), event.into());
        return;
    }
    state.fight = Some(Fight::Sea(fight));
}

/// The target has said whether it flees: the fight is fought.
pub(super) fn resolve(tables: &Tables, state: &mut State, flees: bool, cx: &mut Cx<'_>) {
    let Some(Fight::Sea(fight)) = state.fight.take() else {
        unreachable!("a stance is asked for in a naval combat");
    };
    let at = fight.at.hex().expect("fights are overseas");
    let attacker = Side::of(fight.attacker, fight.label);
    let target = target_side(state, &fight);
    let (attack, defence) = strengths(tables, state, &fight);
    let column = odds_column(attack, defence).expect("the odds were looked at");
    let shift = odds::privateer_shift(tables, attacker.leaders(state));
    let shift = shift.min(5 - column);
    let rules = &tables.naval_combat;
    let mut modifier = 0;
    if only_caravels(&target.fleet(state)) {
        modifier += rules.only_caravels;
    }
    if flees {
        modifier += rules.flees;
    }
    let die = cx.dice.one(Bowl::Open, "naval combat", 6);
    let total = i32::try_from(die).expect("a die") + modifier;
    let result = rules.result(column + shift, total);
    cx.announce(
        Event::SeaFight {
            seat: fight.attacker,
            target: fight.target,
            at: tables.map.at_name(fight.at),
            attack,
            defence,
            odds: odds_words(column + shift).to_owned(),
            shift,
            flees,
            die,
            modifier,
            result: format!("{result:?}"),
        }
        .into(),
    );
    let own = state.own_mut(fight.attacker);
    if let Some(expedition) = own.expeditions.get_mut(&fight.label) {
        expedition.attacked.push((fight.target, at));
    }
    if state.open.stage == Stage::Hemispheric {
        course::spend(
            tables,
            state,
            fight.attacker,
            fight.label,
            tables.units.fight_mp,
        );
    }
    tordesillas::attacked(tables, state, fight.attacker, &[fight.target], cx);
    lose(tables, state, &fight, &attacker, &target, result, cx);
    if flees && state.open.stage == Stage::Hemispheric {
        flee(tables, state, &target, at, cx);
    }
}

/// Ships lost by attacker and target.
fn toll(result: NavalResult, attacker: u32, target: u32) -> (u32, u32) {
    match result {
        NavalResult::A1 => (1, 0),
        NavalResult::AH => (attacker.div_ceil(2), 0),
        NavalResult::AE => (attacker, 0),
        NavalResult::D1 => (0, 1),
        NavalResult::DH => (0, target.div_ceil(2)),
        NavalResult::DC => (0, target),
        NavalResult::EX => (1, 1),
        NavalResult::NE => (0, 0),
    }
}

/// Both sides lose ships; what was aboard goes to who is still afloat. Where both lose their last
/// ships nobody has room for gold or leaders, and they are lost (Q82).
fn lose(
    tables: &Tables,
    state: &mut State,
    fight: &SeaFight,
    attacker: &Side,
    target: &Side,
    result: NavalResult,
    cx: &mut Cx<'_>,
) {
    let ships = |side: &Side, state: &State| side.fleet(state).total();
    let (ours, theirs) = toll(result, ships(attacker, state), ships(target, state));
    let mut lost = attacker.lose(state, ours, true, cx);
    let mut sunk = target.lose(state, theirs, true, cx);
    if result == NavalResult::DC && !fight.sink {
        prizes(state, attacker, target, &sunk, cx);
    }
    plunder(tables, state, attacker, target, &mut sunk, cx);
    plunder(tables, state, target, attacker, &mut lost, cx);
    attacker.settle(tables, state, &lost, "naval combat", cx);
    target.settle(tables, state, &sunk, "naval combat", cx);
}

/// The winner keeps as many taken ships as he has himself, the largest first; Galleon Fleets are
/// sunk (Q81).
pub(super) fn prizes(
    state: &mut State,
    winner: &Side,
    loser: &Side,
    taken: &[Wreck],
    cx: &mut Cx<'_>,
) {
    let room = winner.fleet(state).total();
    let fleet = fleet_of(taken);
    let carracks = fleet.carracks.min(room);
    let prizes = Ships {
        caravels: fleet.caravels.min(room - carracks),
        carracks,
        galleons: 0,
    };
    let label = winner.labels.first().expect("an expedition has won");
    let own = state.own_mut(winner.seat);
    let expedition: &mut Expedition = own.expeditions.get_mut(label).expect("it has won");
    for hull in [Hull::Carrack, Hull::Caravel] {
        for _ in 0..prizes.get(hull) {
            expedition.ships.push(Ship::new(hull));
        }
    }
    if !prizes.is_empty() {
        let event = Event::PrizesTaken {
            seat: winner.seat,
            target: loser.seat,
            ships: prizes.words(),
        };
        cx.announce(event.into());
    }
}

/// Gold of lost ships, as far as the other side has room for it: that of ships that stay where they
/// are is at risk too (Q10).
pub(super) fn plunder(
    tables: &Tables,
    state: &mut State,
    taker: &Side,
    loser: &Side,
    wrecks: &mut [Wreck],
    cx: &mut Cx<'_>,
) {
    let taken = taker.salvage(tables, state, wrecks);
    if taken > 0 {
        let event = Event::GoldTaken {
            seat: taker.seat,
            target: loser.seat,
            ducats: taken,
        };
        cx.announce(event.into());
    }
}

/// Survivors of a side that fled go to a neighbouring coast or sea hex without foreign ships:
/// the nearest to an own Port, then the lowest. If there is none they stay.
fn flee(tables: &Tables, state: &mut State, side: &Side, from: Hex, cx: &mut Cx<'_>) {
    let labels: Vec<Label> = {
        let alive = &state.own(side.seat).expeditions;
        let labels = side.labels.iter().copied();
        labels.filter(|it| alive.contains_key(it)).collect()
    };
    if labels.is_empty() {
        return;
    }
    let Some(to) = refuge(tables, state, side.seat, &labels, from) else {
        return;
    };
    for label in labels {
        course::step(tables, state, side.seat, label, to);
        course::spend(tables, state, side.seat, label, 0);
    }
    let event = Event::ShipsFled {
        seat: side.seat,
        from: tables.map.name_of(from),
        to: tables.map.name_of(to),
    };
    cx.announce(event.into());
}

fn refuge(tables: &Tables, state: &State, seat: Seat, labels: &[Label], from: Hex) -> Option<Hex> {
    let map = &tables.map;
    let expeditions = || labels.iter().map(|it| &state.own(seat).expeditions[it]);
    let caravels = expeditions().all(Expedition::only_caravels);
    let foreign = |hex: Hex| {
        let others = state.sealed.iter().filter(|(it, _)| **it != seat);
        let mut ships = others.flat_map(|(_, own)| own.expeditions.values());
        ships.any(|it| it.at == At::Hex(hex))
    };
    // Nobody flees round a Cape that is closed to him.
    let closed = |hex: Hex| {
        expeditions().any(|it| {
            voyage::cape_closed(tables, &state.open, it)
                && voyage::passes_cape(tables, it.from_pacific, it.at, &[hex])
        })
    };
    let to_port = |hex: Hex| {
        let port = |it: Hex| ports::is_port(tables, &state.open, seat, it, caravels);
        let way = sea_way(map, hex, &port, caravels, &|_| false);
        way.map_or(usize::MAX, |it| it.len())
    };
    let around = map.sea_neighbours(from).iter().copied();
    around
        .filter(|it| !foreign(*it) && !closed(*it))
        .min_by_key(|it| (to_port(*it), *it))
}
