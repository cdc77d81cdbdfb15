//! Leaders appear in Europe in A3 of their turn and leave at the end of their last one (4.10).

use super::super::data::Tables;
use super::super::events::Cx;
use super::super::ids::{At, LeaderId};
use super::super::land::loss;
use super::super::state::{Bond, State, lent};
use super::events::Event;
use packetboat_core::prelude::*;
use packetboat_kit::hex::Hex;

/// The turns on which a leader comes and leaves, his shift counted in.
pub fn service(tables: &Tables, state: &State, id: LeaderId) -> (u32, u32) {
    let leader = tables.leader(id);
    let shift = i32::from(state.shifts.get(&id).copied().unwrap_or(0));
    (
        leader.enter.saturating_add_signed(shift),
        leader.exit.saturating_add_signed(shift),
    )
}

/// Those whose service began before the game stand in Europe when it begins.
pub(super) fn start(tables: &Tables, state: &mut State) {
    let turn = state.open.turn;
    for leader in &tables.leaders {
        let (enter, exit) = service(tables, state, leader.id);
        if enter < turn && turn <= exit && state.sealed.contains_key(&leader.power) {
            let own = state.own_mut(leader.power);
            own.leaders.insert(leader.id);
        }
    }
}

/// Those due this turn come.
pub(super) fn appear(tables: &Tables, state: &mut State, cx: &mut Cx<'_>) {
    let turn = state.open.turn;
    for leader in &tables.leaders {
        let (enter, exit) = service(tables, state, leader.id);
        let plays = state.open.powers.get(&leader.power);
        if enter != turn || plays.is_none_or(|it| it.dropped) {
            continue;
        }
        state.own_mut(leader.power).leaders.insert(leader.id);
        let event = Event::LeaderAppeared {
            power: leader.power,
            leader: leader.name.clone(),
            exit,
        };
        cx.announce(event.into());
    }
}

/// Where a leader is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Whereabouts {
    /// In Europe.
    Europe,
    /// Ashore.
    Ashore(Hex),
    /// Aboard, there.
    Aboard(At),
}

/// Where a power's leader is; `None` if he has not come yet, or is gone.
pub(super) fn find(
    open: &super::super::state::Open,
    own: &super::super::state::Sealed,
    power: Seat,
    id: LeaderId,
) -> Option<Whereabouts> {
    if own.leaders.contains(&id) {
        return Some(Whereabouts::Europe);
    }
    let mut ashore = open.stacks_of(power);
    if let Some((hex, _)) = ashore.find(|(_, it)| it.leaders.contains(&id)) {
        return Some(Whereabouts::Ashore(hex));
    }
    let mut expeditions = own.expeditions.values();
    let aboard = expeditions.find(|it| it.leaders().contains(&id));
    aboard.map(|it| Whereabouts::Aboard(it.at))
}

/// Takes a leader out of the game, wherever he is.
pub(super) fn remove(state: &mut State, power: Seat, id: LeaderId) {
    take(state, power, id);
    state.bury(power, id);
}

/// Takes a leader away from where he serves a power.
fn take(state: &mut State, power: Seat, id: LeaderId) {
    match find(&state.open, state.own(power), power, id) {
        Some(Whereabouts::Ashore(hex)) => loss::leaves(state, power, hex, id),
        Some(Whereabouts::Europe | Whereabouts::Aboard(_)) | None => {
            let own = state.own_mut(power);
            own.leaders.remove(&id);
            let expeditions = own.expeditions.values_mut();
            for ship in expeditions.flat_map(|it| &mut it.ships) {
                ship.leaders.retain(|it| *it != id);
            }
            for party in own.parties.values_mut() {
                party.leaders.remove(&id);
            }
            let parties = &mut own.parties;
            parties.retain(|_, it| it.men.soldiers > 0 || !it.leaders.is_empty());
        }
    }
}

/// Those whose last turn has ended leave, wherever they are; but whoever is aboard a ship at sea
/// stays until she ends a segment in a coast hex or in Europe (4.10, Q98): the naval part calls
/// this at the end of its segments, the council at the end of the turn. `ended` is the last turn
/// that is over.
pub fn dismiss(tables: &Tables, state: &mut State, ended: u32, cx: &mut Cx<'_>) {
    for leader in &tables.leaders {
        let power = lent(&state.deals, leader.id).map_or(leader.power, |it| it.borrower);
        let (_, exit) = service(tables, state, leader.id);
        if exit > ended || !state.sealed.contains_key(&power) {
            continue;
        }
        let found = find(&state.open, state.own(power), power, leader.id);
        let audience = match found {
            None => continue,
            Some(it) if at_sea(tables, it) => continue,
            Some(Whereabouts::Ashore(_)) => Audience::All,
            Some(Whereabouts::Europe | Whereabouts::Aboard(_)) => Audience::one(power),
        };
        remove(state, power, leader.id);
        let leader = leader.name.clone();
        cx.tell(audience, Event::LeaderLeft { power, leader }.into());
    }
}

fn at_sea(tables: &Tables, at: Whereabouts) -> bool {
    matches!(at, Whereabouts::Aboard(At::Hex(hex)) if tables.map.is_sea(hex))
}

/// A lent leader goes over to whom he will serve, in Europe (Q29).
pub(super) fn lend(state: &mut State, lender: Seat, borrower: Seat, id: LeaderId) {
    state.own_mut(lender).leaders.remove(&id);
    state.own_mut(borrower).leaders.insert(id);
}

/// Lent leaders whose time is over go home to Europe, wherever they are, but not from a ship at
/// sea (as in 4.10); and who has lost one learns it (Q29).
pub(super) fn come_home(tables: &Tables, state: &mut State, ended: u32, cx: &mut Cx<'_>) {
    for leader in &tables.leaders {
        let Some(it) = lent(&state.deals, leader.id) else {
            continue;
        };
        let (lender, borrower, name) = (it.lender, it.borrower, leader.name.clone());
        let found = find(&state.open, state.own(borrower), borrower, leader.id);
        let (audience, event) = match found {
            None => (
                Audience::one(lender),
                Event::LentLeaderLost {
                    lender,
                    borrower,
                    leader: name,
                },
            ),
            Some(at) if it.until > ended || at_sea(tables, at) => continue,
            Some(at) => {
                take(state, borrower, leader.id);
                state.own_mut(lender).leaders.insert(leader.id);
                let both = Audience::Only([lender, borrower].into_iter().into_set());
                let seen = matches!(at, Whereabouts::Ashore(_));
                (
                    if seen { Audience::All } else { both },
                    Event::LentLeaderHome {
                        lender,
                        borrower,
                        leader: name,
                    },
                )
            }
        };
        let bond = |it: &Bond| matches!(it, Bond::Leader { leader: id, .. } if *id == leader.id);
        state.deals.retain(|it| !bond(&it.bond));
        cx.tell(audience, event.into());
    }
}

/// A power leaves the game: leaders lent to it go home, and those of its own leave with it.
pub(super) fn drop_lent(state: &mut State, power: Seat) {
    for deal in state.deals.clone() {
        let Bond::Leader {
            lender,
            borrower,
            leader,
            ..
        } = deal.bond
        else {
            continue;
        };
        if lender == power {
            remove(state, borrower, leader);
        } else if borrower == power && !state.own(lender).gone.contains(&leader) {
            take(state, borrower, leader);
            state.own_mut(lender).leaders.insert(leader);
        }
    }
}
