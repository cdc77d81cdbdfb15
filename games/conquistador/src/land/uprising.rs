//! C4: native uprisings (4.7); the table is used by event 6.4.12 too.

use super::super::events::Cx;
use super::events::Event;
use super::{loss, natives};
use crate::data::combat::Uprising;
use crate::data::{Tables, Toll};
use crate::ids::{AreaId, LeaderId};
use crate::men::{Kind, Men};
use crate::state::State;
use packetboat_core::prelude::*;
use packetboat_kit::hex::Hex;
use std::cmp::Reverse;

/// One step: the next Area where natives may rise against the power whose go it is; without one
/// the next power's go.
pub(super) fn advance(tables: &Tables, state: &mut State, cx: &mut Cx<'_>) {
    let seat = state.open.acting().expect("it is somebody's go");
    let areas = tables.map.areas();
    while !state.open.no_uprisings && (state.go.done as usize) < areas.len() {
        let area = areas[state.go.done as usize].id;
        state.go.done += 1;
        let level = level(tables, state, seat, area);
        if level > 0 {
            check(tables, state, seat, area, level, cx);
            return;
        }
    }
    state.next_power();
}

/// The Uprising Level (4.7, step 1); 0 where nobody is to rise against, or where natives were
/// brought to 0 in C3 (Q109). Colonists of all powers in the Area count (Q23).
fn level(tables: &Tables, state: &State, seat: Seat, area: AreaId) -> u32 {
    let open = &state.open;
    let natives = open.natives(area);
    if natives == 0 || loss::held(tables, state, seat, area).is_empty() {
        return 0;
    }
    let hexes = tables.map.hexes_of(area).iter();
    let stacks = hexes
        .filter_map(|it| open.hexes.get(it))
        .flat_map(|it| it.stacks.values());
    let colonists: u32 = stacks.map(|it| it.men.colonists).sum();
    let attacked = open.areas[&area].attacked.contains(&seat);
    let own = ashore(tables, state, seat, area);
    let guard = own.soldiers + own.missionaries + natives::conquistadors(tables, state, seat, area);
    let crowd = colonists / tables.uprising.colonists_per_level;
    (natives + u32::from(attacked) + crowd).saturating_sub(guard)
}

fn check(
    tables: &Tables,
    state: &mut State,
    seat: Seat,
    area: AreaId,
    level: u32,
    cx: &mut Cx<'_>,
) {
    let name = tables.map.area_of(area).name.clone();
    let die = cx.dice.one(Bowl::Open, &format!("unrest in {name}"), 6);
    if die > level.min(tables.uprising.check_most) {
        let event = Event::NativesQuiet {
            seat,
            area: name,
            level,
            die,
        };
        cx.announce(event.into());
        return;
    }
    let event = Event::NativesRise {
        seat,
        area: name,
        level,
        die,
    };
    cx.announce(event.into());
    strike(tables, state, seat, area, cx);
}

/// An uprising against a power in an Area (4.7, step 2): one roll, whatever the number of hexes
/// (Q110). Whether there is one at all is the caller's business.
pub fn strike(tables: &Tables, state: &mut State, seat: Seat, area: AreaId, cx: &mut Cx<'_>) {
    let natives = state.open.natives(area);
    let own = ashore(tables, state, seat, area);
    let column = Uprising::column(natives, own.soldiers, own.colonists);
    let led = natives::conquistadors(tables, state, seat, area) > 0;
    let modifier = if led { tables.uprising.conquistador } else { 0 };
    let name = tables.map.area_of(area).name.clone();
    let die = cx.dice.one(Bowl::Open, &format!("uprising in {name}"), 6);
    let toll = tables
        .uprising
        .result(column, i32::try_from(die).expect("a die") + modifier);
    let hexes = loss::held(tables, state, seat, area);
    let lost = lose(tables, state, seat, area, &toll);
    let event = Event::Uprising {
        seat,
        area: name,
        natives,
        odds: ["under 1:1", "1:1", "2:1", "3:1", "4:1"][column as usize].to_owned(),
        die,
        modifier,
        lost: lost.words(),
    };
    cx.announce(event.into());
    if toll.all {
        for hex in hexes {
            leaders(tables, state, seat, hex, cx);
        }
    }
}

/// Own units of a power in an Area: they alone defend (Q23).
fn ashore(tables: &Tables, state: &State, seat: Seat, area: AreaId) -> Men {
    let mut own = Men::NONE;
    for hex in tables.map.hexes_of(area) {
        own += state.open.men(*hex, seat);
    }
    own
}

/// Losses one at a time: a Colonist where most of them are (ties: fewest Soldiers, then lowest
/// hex), a Soldier where most of them are. Kinds that are missing are not replaced.
fn lose(tables: &Tables, state: &mut State, seat: Seat, area: AreaId, toll: &Toll) -> Men {
    let mut lost = Men::NONE;
    if toll.all {
        for hex in loss::held(tables, state, seat, area) {
            lost += loss::all_men(state, seat, hex);
        }
        return lost;
    }
    for _ in 0..toll.colonists {
        let key = |men: Men, hex: Hex| (men.colonists, Reverse(men.soldiers), Reverse(hex));
        if let Some(hex) = most(tables, state, seat, area, Kind::Colonist, key) {
            lost.colonists += loss::men(state, seat, hex, Kind::Colonist, 1);
        }
    }
    for _ in 0..toll.soldiers {
        let key = |men: Men, hex: Hex| (men.soldiers, Reverse(0), Reverse(hex));
        if let Some(hex) = most(tables, state, seat, area, Kind::Soldier, key) {
            lost.soldiers += loss::men(state, seat, hex, Kind::Soldier, 1);
        }
    }
    lost
}

/// The own hex of an Area with a kind of unit that ranks highest.
fn most<K: Ord>(
    tables: &Tables,
    state: &State,
    seat: Seat,
    area: AreaId,
    kind: Kind,
    key: impl Fn(Men, Hex) -> K,
) -> Option<Hex> {
    let hexes = tables.map.hexes_of(area).iter().copied();
    let held = hexes.filter(|it| state.open.men(*it, seat).get(kind) > 0);
    held.max_by_key(|it| key(state.open.men(*it, seat), *it))
}

/// Leaders where all was lost: each dies on a high die.
fn leaders(tables: &Tables, state: &mut State, seat: Seat, hex: Hex, cx: &mut Cx<'_>) {
    let dies_from = tables.uprising.leaders_die_from;
    fates(tables, state, seat, hex, dies_from, cx);
}

/// Each leader in a hex dies on this die and above.
pub(super) fn fates(
    tables: &Tables,
    state: &mut State,
    seat: Seat,
    hex: Hex,
    dies_from: u32,
    cx: &mut Cx<'_>,
) {
    let stack = state.open.stack(hex, seat).cloned().unwrap_or_default();
    let leaders: Vec<LeaderId> = stack.leaders.into_iter().collect();
    for id in leaders {
        let leader = tables.leader(id).name.clone();
        let place = tables.map.name_of(hex);
        let die = cx.dice.one(Bowl::Open, &format!("fate of {leader}"), 6);
        let event = if die >= dies_from {
            loss::leader(state, seat, hex, id);
            Event::LeaderKilled {
                seat,
                leader,
                place,
                die,
            }
        } else {
            Event::LeaderSurvived {
                seat,
                leader,
                place,
                die,
            }
        };
        cx.announce(event.into());
    }
}
