//! D1: who sails where (3.3). With option `privateer_cruise` nobody leaves before Privateers who
//! lie in wait have attacked (3.8).

use super::super::data::{LeaderType, Tables};
use super::super::events::Cx;
use super::super::ids::{At, Label};
use super::super::reckon::{deals, voyage};
use super::super::state::{Expedition, Open, SeaFight, State};
use super::course::{self, Phase};
use super::events::Event;
use super::plan::Voyage;
use super::{combat, credit, crossing, marks};
use packetboat_core::prelude::*;
use std::cmp::Reverse;

/// The expedition to be asked next: each of the power whose go it is, by label. In its first step
/// a power is not asked: its duty is looked at.
pub(super) fn next(state: &State) -> Option<(Seat, Label)> {
    let seat = state.open.acting()?;
    let number = state.go.done.checked_sub(1)?;
    let mut labels = state.own(seat).expeditions.keys();
    labels.nth(number as usize).map(|it| (seat, *it))
}

/// A step in which nobody was asked: the beginning or the end of a power's go.
pub(super) fn unasked(tables: &Tables, state: &mut State, cx: &mut Cx<'_>) {
    let seat = state.open.acting().expect("somebody's go");
    if state.go.done == 0 {
        duty_sinks(state, seat, cx);
        state.go.done = 1;
        return;
    }
    if !state.open.options.privateer_cruise {
        finish(tables, state, seat, cx);
        state.next_power();
        return;
    }
    let last = state.open.turn_of as usize + 1 == state.open.order().len();
    if last {
        if lie_in_wait(tables, state, cx) {
            return;
        }
        for seat in state.open.initiative.clone() {
            leave(tables, state, seat, cx);
            finish(tables, state, seat, cx);
        }
    }
    state.next_power();
}

/// Impossible is impossible: the duty never asks for more Soldiers than are overseas (Q67 c).
fn duty_sinks(state: &mut State, seat: Seat, cx: &mut Cx<'_>) {
    let ashore: u32 = state
        .open
        .stacks_of(seat)
        .map(|(_, it)| it.men.soldiers)
        .sum();
    let own = state.own_mut(seat);
    let overseas = own.expeditions.values().filter(|it| it.at != At::Europe);
    let aboard: u32 = overseas.map(|it| it.men().soldiers).sum();
    if own.duty > ashore + aboard {
        own.duty = ashore + aboard;
        let event = Event::DutySinks {
            seat,
            duty: own.duty,
        };
        cx.tell(Audience::one(seat), event.into());
    }
}

/// An expedition is told where to sail.
pub(super) fn sail(
    tables: &Tables,
    state: &mut State,
    (seat, label): (Seat, Label),
    voyage: Voyage,
    cx: &mut Cx<'_>,
) {
    state.go.done += 1;
    let own = state.own_mut(seat);
    let expedition = own.expeditions.get_mut(&label).expect("it was asked about");
    match voyage {
        Voyage::Stay => return,
        Voyage::Cross { to, .. } => expedition.crossing = Some(to),
        Voyage::Circumnavigate { .. } => expedition.circumnavigates = true,
    }
    if !state.open.options.privateer_cruise {
        leave(tables, state, seat, cx);
    }
}

/// Expeditions of a power that were told to sail do so.
fn leave(tables: &Tables, state: &mut State, seat: Seat, cx: &mut Cx<'_>) {
    let labels: Vec<Label> = state.own(seat).expeditions.keys().copied().collect();
    for label in labels {
        let own = state.own_mut(seat);
        let expedition = own.expeditions.get_mut(&label).expect("listed above");
        if let Some(to) = expedition.crossing.take() {
            course::cross(tables, state, seat, label, to, Phase::Final, cx);
        } else if expedition.circumnavigates && expedition.at != At::Europe {
            round_the_world(tables, state, seat, label, cx);
        }
    }
}

/// Round the world to Europe: no passage of the Cape (Q95).
fn round_the_world(tables: &Tables, state: &mut State, seat: Seat, label: Label, cx: &mut Cx<'_>) {
    let State { open, sealed, .. } = state;
    let own = sealed.get_mut(&seat).expect("it plays");
    let expedition = own.expeditions.get_mut(&label).expect("it sails");
    let bounds = tables.naval_attrition.world_bounds;
    let from = tables.map.at_name(expedition.at);
    if let Some(zone) = expedition.at.hex().and_then(|it| tables.map.zone(it)) {
        expedition.touched.insert(zone);
        expedition.zones.insert(zone);
    }
    expedition.at = At::Europe;
    expedition.from_pacific = None;
    expedition.sailed_d = bounds;
    marks::world(tables, open, expedition);
    let ships = expedition.fleet().words();
    let sailed = Event::RoundTheWorld {
        seat,
        label,
        ships,
        from,
        to: tables.map.at_name(At::Europe),
        bounds,
    };
    cx.announce_part(seat, sailed.into());
}

/// The end of a power's D1: Colonists who have not sailed are lost, and leaders whose service has
/// ended leave.
fn finish(tables: &Tables, state: &mut State, seat: Seat, cx: &mut Cx<'_>) {
    let own = state.own_mut(seat);
    let mut stayed = std::mem::take(&mut own.europe.colonists);
    let waiting = own.expeditions.values_mut();
    for expedition in waiting.filter(|it| it.at == At::Europe && it.sailed_d == 0) {
        for ship in &mut expedition.ships {
            stayed += std::mem::take(&mut ship.men.colonists);
        }
    }
    credit::colonists_stayed(seat, stayed, cx);
    course::retire(tables, state, seat, cx);
}

/// Whether an expedition may make a voyage in D1.
///
/// # Errors
/// Why not.
pub(super) fn may_sail(
    tables: &Tables,
    open: &Open,
    seat: Seat,
    expedition: &Expedition,
    voyage: Voyage,
) -> Result<(), String> {
    match voyage {
        Voyage::Stay => Ok(()),
        Voyage::Cross { to, exceed } => {
            crossing::may_cross(tables, open, seat, expedition, to, exceed).map(|_| ())
        }
        Voyage::Circumnavigate { exceed } => {
            let ocean = expedition.at.hex().and_then(|it| tables.map.ocean(it));
            let bounds = expedition.sailed_b + tables.naval_attrition.world_bounds;
            if ocean != Some(super::super::map::Ocean::Pacific) {
                Err("the way round the world begins in the Pacific".to_owned())
            } else if !voyage::explorer_aboard(tables, expedition) {
                Err("the way round the world needs an Explorer aboard".to_owned())
            } else if !voyage::affords(expedition, bounds, exceed) {
                Err(format!(
                    "it needs {bounds} Bounds this turn and has {}",
                    expedition.bounds
                ))
            } else {
                Ok(())
            }
        }
    }
}

/// The next Privateer who lies in wait attacks, if an expedition with gold leaves his zone for
/// Europe: that with most gold. Whether one was looked at.
fn lie_in_wait(tables: &Tables, state: &mut State, cx: &mut Cx<'_>) -> bool {
    let Some((seat, label)) = waiting(tables, state) else {
        return false;
    };
    let own = state.own_mut(seat);
    let cruiser = own.expeditions.get_mut(&label).expect("found above");
    cruiser.cruise = false;
    let zone = cruiser.at.hex().and_then(|it| tables.map.zone(it));
    let mut prey: Vec<(u32, Reverse<u32>, At, Seat)> = Vec::new();
    for (at, power) in (0u32..).zip(&state.open.table) {
        let area = |hex| tables.map.area(hex);
        for expedition in state.own(*power).expeditions.values() {
            let Some(hex) = expedition.at.hex() else {
                continue;
            };
            let peace = deals::peace(&state.deals, state.open.turn, seat, *power, area(hex));
            let leaves = expedition.crossing == Some(At::Europe);
            let here = zone.is_some() && tables.map.zone(hex) == zone;
            if *power != seat && leaves && here && !peace && expedition.gold() > 0 {
                prey.push((expedition.gold(), Reverse(at), expedition.at, *power));
            }
        }
    }
    let richest = prey
        .into_iter()
        .max_by_key(|(gold, table, at, _)| (*gold, *table, Reverse(*at)));
    if let Some((_, _, at, target)) = richest {
        let fight = SeaFight {
            attacker: seat,
            label,
            target,
            at,
            sink: false,
        };
        combat::begin(tables, state, fight, cx);
    }
    true
}

/// Who lies in wait: in the order of initiative, by label.
fn waiting(tables: &Tables, state: &State) -> Option<(Seat, Label)> {
    let privateer = |it: &Expedition| {
        let leaders = it.leaders();
        let mut kinds = leaders.iter().map(|it| tables.leader(*it).kind);
        kinds.any(|it| it == LeaderType::Privateer)
    };
    state.open.initiative.iter().find_map(|seat| {
        let mut expeditions = state.own(*seat).expeditions.iter();
        let found = expeditions.find(|(_, it)| it.cruise && it.at != At::Europe && privateer(it));
        found.map(|(label, _)| (*seat, *label))
    })
}
