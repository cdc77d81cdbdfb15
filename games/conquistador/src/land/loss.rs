//! Men and leaders ashore that are lost or leave a hex, whatever takes them: every part of the
//! rules removes them here, so that parties and marches keep count (4.12: members of a party are
//! lost after the others).

use super::parties;
use crate::data::Tables;
use crate::ids::{AreaId, LeaderId};
use crate::men::{Kind, Men};
use crate::state::State;
use packetboat_core::engine::seat::Seat;
use packetboat_kit::hex::Hex;

/// Takes so many of a kind out of the game, as far as there are; returns how many.
pub fn men(state: &mut State, seat: Seat, hex: Hex, kind: Kind, number: u32) -> u32 {
    let gone = number.min(state.open.men(hex, seat).get(kind));
    if gone > 0 {
        take_men(state, seat, hex, &Men::of(kind, gone));
        parties::shrink(state, seat, hex);
    }
    gone
}

/// A leader ashore dies or is captured: he does not come back (Q124).
pub fn leader(state: &mut State, seat: Seat, hex: Hex, leader: LeaderId) {
    leaves(state, seat, hex, leader);
    state.bury(seat, leader);
}

/// A leader ashore goes home.
pub fn leaves(state: &mut State, seat: Seat, hex: Hex, leader: LeaderId) {
    take_leaders(state, seat, hex, &[leader]);
    parties::shrink(state, seat, hex);
}

/// Every Colonist, Soldier and Missionary of a power in a hex; returns who they were. Leaders
/// stay.
pub fn all_men(state: &mut State, seat: Seat, hex: Hex) -> Men {
    let lost = state.open.men(hex, seat);
    for kind in Kind::ALL {
        men(state, seat, hex, kind, lost.get(kind));
    }
    lost
}

/// Takes units out of a hex that go elsewhere. Their parties are the caller's business
/// ([`parties::leaving`]).
///
/// # Panics
/// If they are not there.
pub fn take(state: &mut State, seat: Seat, hex: Hex, men: &Men, leaders: &[LeaderId]) {
    take_men(state, seat, hex, men);
    take_leaders(state, seat, hex, leaders);
}

/// Puts units into a hex.
pub fn put(state: &mut State, seat: Seat, hex: Hex, men: &Men, leaders: &[LeaderId]) {
    if men.is_empty() && leaders.is_empty() {
        return;
    }
    let stack = state.open.stack_mut(hex, seat);
    stack.men += *men;
    stack.leaders.extend(leaders);
}

/// Notes that units of a hex have marched in this C2: they do not march on.
pub fn mark_marched(state: &mut State, seat: Seat, hex: Hex, men: &Men, leaders: &[LeaderId]) {
    if men.is_empty() && leaders.is_empty() {
        return;
    }
    let stack = state.open.stack_mut(hex, seat);
    stack.marched += *men;
    stack.marched_leaders.extend(leaders);
}

fn take_men(state: &mut State, seat: Seat, hex: Hex, men: &Men) {
    let stack = state.open.stack_mut(hex, seat);
    stack.men -= *men;
    stack.marched = stack.marched.at_most(&stack.men);
    state.open.sweep();
}

fn take_leaders(state: &mut State, seat: Seat, hex: Hex, leaders: &[LeaderId]) {
    let stack = state.open.stack_mut(hex, seat);
    for leader in leaders {
        assert!(stack.leaders.remove(leader), "{leader} is not in {hex}");
        stack.marched_leaders.remove(leader);
    }
    state.open.sweep();
}

/// The hexes of an Area where a power has land units, by number.
pub fn held(tables: &Tables, state: &State, seat: Seat, area: AreaId) -> Vec<Hex> {
    let hexes = tables.map.hexes_of(area).iter().copied();
    hexes
        .filter(|it| state.open.stack(*it, seat).is_some())
        .collect()
}
