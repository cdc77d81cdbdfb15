//! C1 goes by places (4.9): first every site where the power may prospect, then its mines, then
//! treasure cities, each in the order of Areas and hexes. Depletion follows when all powers have
//! done so.

use super::super::events::Cx;
use super::events::Event;
use super::plan::{Ask, Deed};
use super::{looting, mining, prospecting};
use crate::data::Tables;
use crate::reckon::income;
use crate::reckon::loot::loot;
use crate::state::{Lot, Open, State};
use packetboat_core::engine::ends::How;
use packetboat_core::engine::seat::Seat;
use packetboat_kit::hex::Hex;

/// What comes next in a power's go: its place in the order of things, and the question.
pub(super) fn next(tables: &Tables, state: &State, seat: Seat) -> Option<(u32, Ask)> {
    if fresh(state) && stale(&state.open) {
        return None;
    }
    let open = &state.open;
    let sites = in_order(tables, tables.gold.sites.keys());
    let cities = in_order(tables, tables.gold.cities.keys());
    let prospects = sites.iter().map(|hex| {
        let may = prospecting::may(open, seat, *hex);
        may.then_some(Ask::Prospect { hex: *hex })
    });
    let mines = sites.iter().map(|hex| {
        let may = income::workable(open, seat, *hex).is_some();
        may.then_some(Ask::Mine { hex: *hex })
    });
    let looting = cities.iter().map(|hex| {
        let treasure = loot(tables, open, seat, *hex);
        (treasure > 0).then_some(Ask::Loot { hex: *hex })
    });
    let things = (0u32..).zip(prospects.chain(mines).chain(looting));
    let mut left = things.skip(state.go.done as usize);
    left.find_map(|(at, ask)| Some((at, ask?)))
}

/// One step: the answer to what was asked; without one the segment begins, or the next power's
/// go.
pub(super) fn advance(
    tables: &Tables,
    state: &mut State,
    answer: Option<(Seat, &Ask, Deed)>,
    cx: &mut Cx<'_>,
) {
    let Some((seat, ask, deed)) = answer else {
        return go_on(tables, state, cx);
    };
    let (at, _) = next(tables, state, seat).expect("it was asked for something");
    state.go.done = at + 1;
    match (ask, deed) {
        (Ask::Prospect { hex }, Deed::Prospect { yes: true }) => {
            prospecting::prospect(tables, state, seat, *hex, cx);
        }
        // Resources earn more: no order to dig was called for.
        (Ask::Mine { hex }, Deed::Mine { diggers: 0 })
            if income::best_diggers(tables, &state.open, seat, *hex) == 0 =>
        {
            cx.ends(seat, 0, How::NotNeeded, None);
        }
        (Ask::Mine { hex }, Deed::Mine { diggers }) => {
            mining::work(tables, state, seat, *hex, diggers, cx);
        }
        (Ask::Loot { hex }, Deed::Loot { yes: true }) => {
            looting::take(tables, state, seat, *hex, cx);
        }
        _ => {}
    }
}

fn go_on(tables: &Tables, state: &mut State, cx: &mut Cx<'_>) {
    if fresh(state) && stale(&state.open) {
        begin(tables, state, cx);
        return;
    }
    let last = state.open.turn_of as usize + 1 == state.open.order().len();
    if last {
        end(tables, state, cx);
    }
    state.next_power();
}

/// Whether nobody has done anything in this C1 yet.
fn fresh(state: &State) -> bool {
    state.open.turn_of == 0 && state.go.done == 0
}

/// Whether something of the last turn must be forgotten, or a mine is abandoned.
fn stale(open: &Open) -> bool {
    open.mines.values().any(|it| it.worked.is_some())
        || open.cities.values().any(|it| it.by.is_some())
        || open.areas.values().any(|it| !it.attacked.is_empty())
        || abandoned(open).next().is_some()
}

/// Mines without a Colonist of their owner (4.9).
fn abandoned(open: &Open) -> impl Iterator<Item = (Hex, Seat)> + '_ {
    let owned = open.mines.iter();
    let owned = owned.filter_map(|(hex, it)| Some((*hex, it.owner?)));
    owned.filter(|(hex, owner)| open.men(*hex, *owner).colonists == 0)
}

fn begin(tables: &Tables, state: &mut State, cx: &mut Cx<'_>) {
    for mine in state.open.mines.values_mut() {
        mine.worked = None;
    }
    for city in state.open.cities.values_mut() {
        city.by = None;
    }
    for area in state.open.areas.values_mut() {
        area.attacked.clear();
    }
    let left: Vec<(Hex, Seat)> = abandoned(&state.open).collect();
    for (hex, seat) in left {
        let mine = state.open.mines.get_mut(&hex).expect("it is a mine");
        mine.owner = None;
        // A site that is worked out or barren is nobody's; there is nothing to tell.
        if mine.capacity > 0 {
            let place = tables.map.name_of(hex);
            cx.announce(Event::MineAbandoned { seat, place }.into());
        }
    }
}

/// Doubled output ends with a C1 in which its power does not work Potosí (4.9).
fn end(tables: &Tables, state: &mut State, cx: &mut Cx<'_>) {
    let Some(seat) = state.open.doubled else {
        return;
    };
    let mines = state.open.mines.iter();
    let mut potosi = mines.filter(|(hex, _)| income::is_potosi(tables, **hex));
    if !potosi.any(|(_, it)| it.worked == Some(seat)) {
        state.open.doubled = None;
        cx.announce(Event::PotosiUndoubled { seat }.into());
    }
}

/// Depletion of what a power has worked and looted, and the next power's go.
pub(super) fn deplete(tables: &Tables, state: &mut State, cx: &mut Cx<'_>) {
    let seat = state.open.acting().expect("it is somebody's go");
    for hex in in_order(tables, tables.gold.sites.keys()) {
        mining::deplete(tables, state, seat, hex, cx);
    }
    for hex in in_order(tables, tables.gold.cities.keys()) {
        looting::deplete(tables, state, seat, hex, cx);
    }
    state.next_power();
}

/// Gold ashore belongs to its owner as long as he has a land unit beside it; then to the first
/// power that has one there (4.9, Q32).
pub(super) fn settle(tables: &Tables, state: &mut State, cx: &mut Cx<'_>) {
    let order = state.open.initiative.clone();
    let mut taken: Vec<(Seat, Hex, u32)> = Vec::new();
    let open = &mut *state.open;
    let lonely = open.hexes.iter_mut().filter(|(_, it)| {
        let stacks = &it.stacks;
        !stacks.is_empty() && it.gold.iter().any(|lot| !stacks.contains_key(&lot.owner))
    });
    for (hex, ashore) in lonely {
        let heir = order.iter().find(|it| ashore.stacks.contains_key(it));
        let heir = *heir.expect("somebody is there");
        let stacks = &ashore.stacks;
        let mut ducats = 0;
        for lot in &mut ashore.gold {
            if !stacks.contains_key(&lot.owner) {
                lot.owner = heir;
                ducats += lot.ducats;
            }
        }
        taken.push((heir, *hex, ducats));
    }
    for (seat, hex, ducats) in taken {
        let place = tables.map.name_of(hex);
        cx.announce(
            Event::GoldInherited {
                seat,
                place,
                ducats,
            }
            .into(),
        );
    }
}

/// Whether [`settle`] has anything to do: looked at first, since it copies what views share.
pub(super) fn unsettled(open: &Open) -> bool {
    open.hexes.values().any(|it| {
        let held = |lot: &Lot| it.stacks.contains_key(&lot.owner);
        !it.stacks.is_empty() && !it.gold.iter().all(held)
    })
}

/// Hexes in the order of Areas (6.1), then by number.
pub(super) fn in_order<'a>(tables: &Tables, hexes: impl IntoIterator<Item = &'a Hex>) -> Vec<Hex> {
    let mut hexes: Vec<Hex> = hexes.into_iter().copied().collect();
    let areas = tables.map.areas();
    hexes.sort_by_key(|hex| {
        let area = tables.map.area(*hex);
        (areas.iter().position(|it| Some(it.id) == area), *hex)
    });
    hexes
}
