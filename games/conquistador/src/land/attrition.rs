//! C5: land attrition, one check for each hex of a power (4.8).

use super::super::events::Cx;
use super::events::Event;
use super::{gold, loss, uprising};
use crate::data::{Tables, Toll, is_spain};
use crate::ids::LeaderId;
use crate::men::{Kind, Men};
use crate::reckon::{ground, units};
use crate::state::State;
use packetboat_core::prelude::*;
use packetboat_kit::hex::Hex;

/// All checks of the power whose go it is, for its own units only where it shares a hex (Q111); and
/// the next power's go.
pub(super) fn advance(tables: &Tables, state: &mut State, cx: &mut Cx<'_>) {
    let seat = state.open.acting().expect("it is somebody's go");
    let hexes: Vec<Hex> = state.open.stacks_of(seat).map(|(hex, _)| hex).collect();
    let mut spared = 0;
    for hex in gold::in_order(tables, &hexes) {
        spared += u32::from(!check(tables, state, seat, hex, cx));
    }
    if spared > 0 {
        let hexes = spared;
        cx.announce(Event::HardshipSpared { seat, hexes }.into());
    }
    state.next_power();
}

/// One hex; whether anybody was lost.
fn check(tables: &Tables, state: &mut State, seat: Seat, hex: Hex, cx: &mut Cx<'_>) -> bool {
    let place = tables.map.name_of(hex);
    let level = ground::attrition_level(tables, hex);
    let die = cx.dice.one(Bowl::Open, &format!("attrition at {place}"), 6);
    let toll = read(state, seat, tables.land_attrition.result(level, die));
    let (men, leader) = lose(tables, state, seat, hex, &toll);
    let lost = units::words(tables, &men, &leader);
    let hit = !lost.is_empty();
    if hit || toll.all {
        let event = Event::HardshipLoss {
            seat,
            place,
            level,
            die,
            lost,
        };
        cx.announce(event.into());
    }
    if toll.all {
        let lost_from = tables.land_attrition.leaders_lost_from;
        uprising::fates(tables, state, seat, hex, lost_from, cx);
    }
    hit || toll.all
}

/// A result as the options read it (Q3, Q4).
fn read(state: &State, seat: Seat, toll: Toll) -> Toll {
    let options = &state.open.options;
    let mut toll = toll;
    // The star spares Spain; by the option it spares nobody who has a Colonist there.
    if toll.star && !options.star_by_colonist && is_spain(seat) {
        return Toll::default();
    }
    if options.two_soldiers && toll.colonists == 2 {
        toll.soldiers = 2;
    }
    toll
}

/// Takes what a result takes: men by kind, and a leader who counts as a Soldier because none is
/// there.
fn lose(
    tables: &Tables,
    state: &mut State,
    seat: Seat,
    hex: Hex,
    toll: &Toll,
) -> (Men, Option<LeaderId>) {
    if toll.all {
        return (loss::all_men(state, seat, hex), None);
    }
    let mut lost = Men::NONE;
    let mut leader = None;
    let bare = state.open.men(hex, seat).soldiers == 0;
    let mut missing = Men::NONE;
    for (kind, number) in [
        (Kind::Colonist, toll.colonists),
        (Kind::Soldier, toll.soldiers),
    ] {
        let taken = loss::men(state, seat, hex, kind, number);
        *lost.slot(kind) += taken;
        *missing.slot(kind) += number - taken;
    }
    if bare && missing.soldiers > 0 {
        leader = soonest(tables, state, seat, hex);
        if let Some(leader) = leader {
            loss::leader(state, seat, hex, leader);
            missing.soldiers -= 1;
        }
    }
    if state.open.options.substitute {
        for _ in 0..missing.total() {
            let here = state.open.men(hex, seat);
            let kind = Kind::ALL.into_iter().find(|it| here.get(*it) > 0);
            if let Some(kind) = kind {
                *lost.slot(kind) += loss::men(state, seat, hex, kind, 1);
            }
        }
    }
    (lost, leader)
}

/// The leader who leaves soonest, then by id.
fn soonest(tables: &Tables, state: &State, seat: Seat, hex: Hex) -> Option<LeaderId> {
    let leaders = state.open.stack(hex, seat).map(|it| &it.leaders);
    let leaders = leaders.into_iter().flatten().copied();
    leaders.min_by_key(|it| {
        let shift = state.shifts.get(it).copied().unwrap_or(0);
        (i64::from(tables.leader(*it).exit) + i64::from(shift), *it)
    })
}
