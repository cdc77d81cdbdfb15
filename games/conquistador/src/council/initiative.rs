//! A2: who acts first (6.5): Initiative Level, then the Monarch's letter, then dice.

use super::super::data::Tables;
use super::super::events::Cx;
use super::super::state::{Open, State};
use super::events::Event;
use packetboat_core::prelude::*;
use std::cmp::Reverse;

/// The Multiplier of a power this turn: that of its Monarch (6.5.2), changed by an event.
pub fn multiplier(tables: &Tables, open: &Open, power: Seat) -> u32 {
    let it = open.power(power);
    let multiplier = tables.ret.multipliers[&it.monarch];
    multiplier.saturating_add_signed(it.multiplier_change)
}

/// Reckons the levels, Multiplier times Treasury (6.5.1), and sets the order by them (6.5).
pub(super) fn determine(tables: &Tables, state: &mut State, cx: &mut Cx<'_>) {
    for power in state.open.table.clone() {
        let multiplier = multiplier(tables, &state.open, power);
        let it = state.power_mut(power);
        it.level = if it.dropped {
            0
        } else {
            multiplier * it.treasury
        };
    }
    let open = &state.open;
    let rank = |power: &Seat| {
        let it = open.power(*power);
        (it.dropped, Reverse(it.level), it.monarch)
    };
    let mut order: Vec<Seat> = open.table.clone();
    // The sort is stable: equals stay in seat order, in which they throw.
    order.sort_by_key(rank);
    let groups: Vec<Vec<Seat>> = order
        .chunk_by(|a, b| rank(a) == rank(b))
        .map(<[Seat]>::to_vec)
        .collect();
    let mut initiative = Vec::new();
    for group in groups {
        let dropped = open.power(group[0]).dropped;
        initiative.extend(if dropped {
            group
        } else {
            throw(tables, group, cx)
        });
    }
    for (place, power) in (1..).zip(&initiative) {
        let it = state.open.power(*power);
        if it.dropped {
            continue;
        }
        let event = Event::InitiativeSet {
            power: *power,
            place,
            multiplier: multiplier(tables, &state.open, *power),
            treasury: it.treasury,
            level: it.level,
        };
        cx.announce(event.into());
    }
    state.open.initiative = initiative;
}

/// Equals throw a die each, high first; those who are still equal throw again (Q26).
fn throw(tables: &Tables, equals: Vec<Seat>, cx: &mut Cx<'_>) -> Vec<Seat> {
    if equals.len() < 2 {
        return equals;
    }
    let mut thrown: Vec<(u32, Seat)> = Vec::new();
    for power in equals {
        let why = format!("initiative of {}", tables.title(power));
        let die = cx.dice.one(Bowl::Open, &why, 6);
        cx.announce(Event::InitiativeThrow { power, die }.into());
        thrown.push((die, power));
    }
    thrown.sort_by_key(|(die, _)| Reverse(*die));
    let groups = thrown.chunk_by(|a, b| a.0 == b.0);
    let groups: Vec<Vec<Seat>> = groups
        .map(|it| it.iter().map(|(_, power)| *power).collect())
        .collect();
    let settled = groups.into_iter().map(|it| throw(tables, it, cx));
    settled.collect::<Vec<_>>().concat()
}
