//! Working mines, and their depletion (4.9).

use super::super::events::Cx;
use super::events::Event;
use crate::data::Tables;
use crate::reckon::{cargo, income};
use crate::state::{Lot, State};
use packetboat_core::prelude::*;
use packetboat_kit::hex::Hex;

/// So many Colonists dig.
pub(super) fn work(
    tables: &Tables,
    state: &mut State,
    seat: Seat,
    hex: Hex,
    diggers: u32,
    cx: &mut Cx<'_>,
) {
    let ducats = income::mine_yield(tables, &state.open, seat, hex, diggers);
    if ducats == 0 {
        return;
    }
    let mine = state.open.mines.get_mut(&hex).expect("a mine is worked");
    mine.worked = Some(seat);
    raise(tables, state, seat, hex, ducats);
    let place = tables.map.name_of(hex);
    cx.announce(
        Event::MineWorked {
            seat,
            place,
            diggers,
            ducats,
        }
        .into(),
    );
}

/// Puts gold that was raised or looted into its hex, where it stays, whatever becomes of the
/// diggers (Q113).
pub(super) fn raise(tables: &Tables, state: &mut State, seat: Seat, hex: Hex, ducats: u32) {
    let site = tables.gold.sites.get(&hex).map(|it| it.place);
    let origin = site.or_else(|| tables.gold.cities.get(&hex).map(|it| it.place));
    let lot = Lot {
        origin: origin.expect("gold comes from a site or a city"),
        ducats,
        shipped: false,
        owner: seat,
    };
    let ashore = state.open.hexes.entry(hex).or_default();
    cargo::add_lot(&mut ashore.gold, lot);
}

/// Rolls for a mine that this power has worked in this C1.
pub(super) fn deplete(tables: &Tables, state: &mut State, seat: Seat, hex: Hex, cx: &mut Cx<'_>) {
    let mine = state.open.mines.get_mut(&hex);
    let Some(mine) = mine.filter(|it| it.worked == Some(seat)) else {
        return;
    };
    let place = tables.map.name_of(hex);
    let why = format!("depletion of {place}");
    let die = cx.dice.one(Bowl::Open, &why, 6);
    let hit = die >= tables.gold.depletes_from[&tables.gold.sites[&hex].class];
    let potosi = income::is_potosi(tables, hex);
    let second_die = (hit && potosi).then(|| cx.dice.one(Bowl::Open, &why, 6));
    let confirmed = second_die.is_none_or(|it| it >= tables.gold.potosi.confirmed_from);
    if !hit || !confirmed {
        cx.announce(
            Event::MineLasts {
                seat,
                place,
                die,
                second_die,
            }
            .into(),
        );
        return;
    }
    mine.capacity = if potosi {
        0
    } else {
        mine.capacity.saturating_sub(tables.gold.depletion)
    };
    let capacity = mine.capacity;
    if capacity == 0 {
        mine.owner = None;
    }
    if potosi {
        state.open.doubled = None;
    }
    cx.announce(
        Event::MineDepleted {
            seat,
            place,
            die,
            second_die,
            capacity,
        }
        .into(),
    );
}
