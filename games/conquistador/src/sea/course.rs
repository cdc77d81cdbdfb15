//! How ships move: crossings and single hexes, with what follows for charts, the Cape and
//! discoveries (3.3 to 3.5).

use super::super::data::Tables;
use super::super::events::Cx;
use super::super::ids::{At, Label, LeaderId, ZoneId};
use super::super::map::Ocean;
use super::super::reckon::voyage::{self, Passage};
use super::super::state::{Expedition, Open, State};
use super::events::Event;
use super::{marks, words};
use packetboat_core::prelude::*;
use packetboat_kit::hex::Hex;

/// In which phase a crossing is made.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in super::super) enum Phase {
    /// B1.
    Initial,
    /// D1.
    Final,
}

/// Takes an expedition across the ocean (3.3). The caller has looked whether it may.
pub(super) fn cross(
    tables: &Tables,
    state: &mut State,
    seat: Seat,
    label: Label,
    to: At,
    phase: Phase,
    cx: &mut Cx<'_>,
) {
    let State { open, sealed, .. } = state;
    let own = sealed.get_mut(&seat).expect("it plays");
    let expedition = own.expeditions.get_mut(&label).expect("it sails");
    let from = expedition.at;
    let bounds = voyage::crossing_bounds(tables, from, to).expect("the crossing was looked at");
    let (came, passage) = voyage::cape(tables, expedition.from_pacific, from, to);
    expedition.from_pacific = came;
    pass(tables, open, expedition, passage);
    let hex = from.hex().or(to.hex()).expect("one end is overseas");
    let touched = zones_of_crossing(tables, hex);
    expedition.touched.extend(touched.iter().copied());
    expedition.zones.extend(touched);
    expedition.at = to;
    if let At::Hex(hex) = to {
        marks::touch(tables, open, expedition, hex);
    }
    match phase {
        Phase::Initial => {
            expedition.crossed_b = bounds;
            expedition.left_europe = from == At::Europe;
            expedition.sailed_b = voyage::sailed_b(tables, bounds, 0, expedition.left_europe, to);
        }
        Phase::Final => expedition.sailed_d = bounds,
    }
    let ships = expedition.fleet().words();
    let (from, to) = (tables.map.at_name(from), tables.map.at_name(to));
    let crossed = Event::ExpeditionCrossed {
        seat,
        label,
        ships,
        from,
        to,
        bounds,
        passage: passage.is_some(),
    };
    cx.announce_part(seat, crossed.into());
}

/// A crossing touches the zone of its hex overseas, and that of the Cape on the way to or from
/// the Pacific (3.3).
pub(in super::super) fn zones_of_crossing(tables: &Tables, hex: Hex) -> Vec<ZoneId> {
    let mut zones: Vec<ZoneId> = tables.map.zone(hex).into_iter().collect();
    if tables.map.ocean(hex) == Some(Ocean::Pacific) {
        let cape = tables.map.zones().iter();
        zones.extend(cape.filter(|it| it.ocean == Ocean::Cape).map(|it| it.id));
    }
    zones
}

/// Takes an expedition one hex on, without movement points.
pub(super) fn step(tables: &Tables, state: &mut State, seat: Seat, label: Label, to: Hex) {
    let State { open, sealed, .. } = state;
    let own = sealed.get_mut(&seat).expect("it plays");
    let expedition = own.expeditions.get_mut(&label).expect("it sails");
    let (came, passage) = voyage::cape(tables, expedition.from_pacific, expedition.at, At::Hex(to));
    expedition.from_pacific = came;
    pass(tables, open, expedition, passage);
    if let Some(zone) = tables.map.zone(to) {
        expedition.touched.insert(zone);
        expedition.zones.insert(zone);
    }
    expedition.at = At::Hex(to);
    marks::touch(tables, open, expedition, to);
}

/// Takes an expedition along a way, past foreign ships and Ports, and spends movement points (3.4);
/// tells of it if it moves.
pub(super) fn sail(
    tables: &Tables,
    state: &mut State,
    seat: Seat,
    label: Label,
    way: &[Hex],
    asked: Hex,
    cx: &mut Cx<'_>,
) {
    let from = state.own(seat).expeditions[&label].at;
    for hex in way {
        step(tables, state, seat, label, *hex);
    }
    spend(tables, state, seat, label, voyage::mp_of(way));
    let Some(to) = way.last() else {
        return;
    };
    let expedition = &state.own(seat).expeditions[&label];
    let ships = expedition.fleet().words();
    let (from, short) = (tables.map.at_name(from), *to != asked);
    let to = tables.map.name_of(*to);
    let moved = Event::ExpeditionMoved {
        seat,
        label,
        ships,
        from,
        to,
        mp: voyage::mp_of(way),
        bounds: expedition.sailed_b,
        short,
    };
    cx.announce_part(seat, moved.into());
}

/// Spends movement points in B2.
pub(super) fn spend(tables: &Tables, state: &mut State, seat: Seat, label: Label, mp: u32) {
    let own = state.own_mut(seat);
    let Some(expedition) = own.expeditions.get_mut(&label) else {
        return;
    };
    expedition.mp += mp;
    expedition.sailed_b = voyage::sailed_b(
        tables,
        expedition.crossed_b,
        expedition.mp,
        expedition.left_europe,
        expedition.at,
    );
}

fn pass(tables: &Tables, open: &Open, expedition: &mut Expedition, passage: Option<Passage>) {
    match passage {
        Some(Passage::West) => {
            expedition.passage = true;
            marks::cape(tables, open, expedition);
        }
        Some(Passage::East) => expedition.passage = true,
        None => {}
    }
}

/// Leaders whose service has ended leave when their ships end a segment in a coast hex or in
/// Europe (4.10, Q98).
pub(super) fn retire(tables: &Tables, state: &mut State, seat: Seat, cx: &mut Cx<'_>) {
    let turn = i64::from(state.open.turn);
    let over = |leader: LeaderId, state: &State| {
        let shift = state.shifts.get(&leader).copied().unwrap_or(0);
        i64::from(tables.leader(leader).exit) + i64::from(shift) < turn
    };
    let landed = |at: At| at.hex().is_none_or(|it| tables.map.is_land(it));
    let mut gone: Vec<(Label, LeaderId)> = Vec::new();
    for (label, expedition) in &state.own(seat).expeditions {
        let leaders = expedition.leaders();
        let leave = leaders.into_iter().filter(|it| over(*it, state));
        gone.extend(
            leave
                .filter(|_| landed(expedition.at))
                .map(|it| (*label, it)),
        );
    }
    for (label, leader) in gone {
        let own = state.own_mut(seat);
        let expedition = own.expeditions.get_mut(&label).expect("seen above");
        for ship in &mut expedition.ships {
            ship.leaders.retain(|it| *it != leader);
        }
        state.bury(seat, leader);
        let leader = words::leader(tables, leader);
        let event = Event::LeaderServedOut {
            seat,
            label,
            leader,
        };
        cx.tell(Audience::one(seat), event.into());
    }
}
