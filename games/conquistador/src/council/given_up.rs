//! Units and ships that are given up: disbanded by order, or for want of pay (5.1, Q116).

use super::super::data::Tables;
use super::super::events::Cx;
use super::super::ids::{At, Label, LeaderId};
use super::super::land::{loss, parties};
use super::super::men::{Hull, Kind, Men};
use super::super::orders::Ware;
use super::super::reckon::{cargo, ground, units};
use super::super::state::{Lot, Open, Sealed, Ship, State};
use super::super::view::View;
use super::events::{Event, Why};
use super::ledger;
use super::plan::{GivenUp, Post};
use packetboat_core::prelude::*;
use packetboat_kit::hex::Hex;
use packetboat_kit::words::commas;
use std::cmp::Reverse;

/// How many of a ware a power has at a post.
pub(super) fn number(open: &Open, own: &Sealed, power: Seat, what: Ware, post: Post) -> u32 {
    match (post, what.kind(), what.hull()) {
        (Post::Ashore { hex }, Some(kind), _) => open.men(hex, power).get(kind),
        (Post::Europe, Some(kind), _) => own.europe.get(kind),
        (Post::Docks { at }, _, Some(hull)) => own.docks.get(&at).map_or(0, |it| it.get(hull)),
        (Post::Expedition { label }, kind, hull) => {
            let Some(expedition) = own.expeditions.get(&label) else {
                return 0;
            };
            let men = kind.map_or(0, |it| expedition.men().get(it));
            men + hull.map_or(0, |it| expedition.fleet().get(it))
        }
        _ => 0,
    }
}

/// Where a post is.
pub(super) fn place(own: &Sealed, post: Post) -> At {
    match post {
        Post::Ashore { hex } => At::Hex(hex),
        Post::Docks { at } => at,
        Post::Europe => At::Europe,
        Post::Expedition { label } => own.expeditions.get(&label).map_or(At::Europe, |it| it.at),
    }
}

/// Whether all that is to be given up is there.
pub(super) fn are_there(view: &View, given_up: &[GivenUp]) -> Result<(), String> {
    for (at, it) in given_up.iter().enumerate() {
        let there = number(&view.open, view.mine(), view.me(), it.what, it.post);
        let again = given_up[..at].iter();
        let mut again = again.filter(|other| (other.what, other.post) == (it.what, it.post));
        if it.number > there || again.next().is_some() {
            return Err("there are not so many".to_owned());
        }
    }
    Ok(())
}

/// Gives units and ships up: men first, so that nobody is lost twice.
pub(super) fn give_up(
    tables: &Tables,
    state: &mut State,
    power: Seat,
    given_up: &[GivenUp],
    ordered: bool,
    cx: &mut Cx<'_>,
) {
    let (men, ships): (Vec<&GivenUp>, Vec<&GivenUp>) =
        given_up.iter().partition(|it| it.what.kind().is_some());
    for it in men.into_iter().chain(ships) {
        let at = place(state.own(power), it.post);
        let (post, number) = (it.post, it.number);
        // Others see ships, and men ashore.
        let audience = match (it.what.hull(), post) {
            (Some(_), _) | (_, Post::Ashore { .. }) => Audience::All,
            (None, _) => Audience::one(power),
        };
        cx.tell(
            audience,
            Event::Disbanded {
                power,
                what: it.what,
                number,
                place: tables.map.at_name(at),
                ordered,
            }
            .into(),
        );
        if let Some(kind) = it.what.kind() {
            take_men(state, power, kind, number, post);
        }
        if let Some(hull) = it.what.hull() {
            match post {
                Post::Expedition { label } => {
                    scrap(tables, state, power, label, hull, number, cx);
                }
                _ => {
                    let docks = &mut state.own_mut(power).docks;
                    let dock = docks.get_mut(&at).expect("the ships are there");
                    *dock.slot(hull) -= number;
                    docks.retain(|_, it| !it.is_empty());
                }
            }
        }
    }
}

fn take_men(state: &mut State, power: Seat, kind: Kind, number: u32, post: Post) {
    match post {
        Post::Ashore { hex } => {
            loss::men(state, power, hex, kind, number);
        }
        Post::Expedition { label } => {
            let expeditions = &mut state.own_mut(power).expeditions;
            let expedition = expeditions.get_mut(&label).expect("it lives");
            cargo::unload(expedition, Men::of(kind, number), &[]);
            parties::drowned(state, power, label);
        }
        Post::Europe | Post::Docks { .. } => {
            state.own_mut(power).europe.take(kind, number);
        }
    }
}

/// Takes ships out of an expedition, those with the least aboard first. Their load goes ashore on a
/// coast free of others, and is lost at sea (Q116).
fn scrap(
    tables: &Tables,
    state: &mut State,
    power: Seat,
    label: Label,
    hull: Hull,
    number: u32,
    cx: &mut Cx<'_>,
) {
    let expeditions = &mut state.own_mut(power).expeditions;
    let expedition = expeditions.get_mut(&label).expect("it lives");
    let at = expedition.at;
    let mut places: Vec<usize> = (0..expedition.ships.len()).collect();
    places.retain(|it| expedition.ships[*it].hull == hull);
    places.sort_by_key(|it| {
        let ship = &expedition.ships[*it];
        (cargo::taken(tables, ship), ship.leaders.len(), Reverse(*it))
    });
    places.truncate(number as usize);
    places.sort_by_key(|it| Reverse(*it));
    let gone: Vec<Ship> = places
        .into_iter()
        .map(|it| expedition.ships.remove(it))
        .collect();
    if expedition.ships.is_empty() {
        expeditions.remove(&label);
    }
    let load = Load::of(&gone);
    if load.is_empty() {
        parties::drowned(state, power, label);
        return;
    }
    let safe = match at {
        At::Europe => true,
        At::Hex(hex) => {
            let held = ground::others_in(&state.open, power, hex);
            tables.map.is_land(hex) && held.is_empty()
        }
    };
    cx.tell(
        Audience::one(power),
        Event::LoadOfLostShips {
            power,
            place: tables.map.at_name(at),
            men: load.men.words(),
            leaders: names(tables, &load.leaders),
            gold: load.gold.iter().map(|it| it.ducats).sum(),
            ashore: safe,
        }
        .into(),
    );
    match at {
        At::Europe => land_in_europe(state, power, &load, cx),
        At::Hex(hex) if safe => land(tables, state, power, label, hex, load),
        At::Hex(_) => state.own_mut(power).gone.extend(load.leaders),
    }
    parties::drowned(state, power, label);
}

/// What was aboard ships that are gone.
struct Load {
    men: Men,
    leaders: Vec<LeaderId>,
    gold: Vec<Lot>,
}

impl Load {
    fn of(ships: &[Ship]) -> Load {
        let mut load = Load {
            men: Men::NONE,
            leaders: Vec::new(),
            gold: Vec::new(),
        };
        for ship in ships {
            load.men += ship.men;
            load.leaders.extend(&ship.leaders);
            for lot in &ship.gold {
                cargo::add_lot(&mut load.gold, *lot);
            }
        }
        load
    }

    fn is_empty(&self) -> bool {
        self.men.is_empty() && self.leaders.is_empty() && self.gold.is_empty()
    }
}

/// Leaders by name.
pub(super) fn names(tables: &Tables, leaders: &[LeaderId]) -> String {
    commas(units::names(tables, leaders))
}

fn land_in_europe(state: &mut State, power: Seat, load: &Load, cx: &mut Cx<'_>) {
    let own = state.own_mut(power);
    own.europe += load.men;
    own.leaders.extend(&load.leaders);
    let ducats = load.gold.iter().map(|it| it.ducats).sum();
    state.power_mut(power).gold_credited[0] += ducats;
    ledger::receive(state, power, ducats, Why::Gold, "", cx);
}

/// Puts the load ashore, as far as the hex has room for men.
fn land(tables: &Tables, state: &mut State, power: Seat, label: Label, hex: Hex, load: Load) {
    let room = ground::room_for(tables, &state.open, power, hex);
    let men = load.men.at_most(&room);
    parties::ashore(state, power, label, hex, &men, &load.leaders);
    loss::put(state, power, hex, &men, &load.leaders);
    let ashore = state.open.hexes.entry(hex).or_default();
    for lot in load.gold {
        cargo::add_lot(
            &mut ashore.gold,
            Lot {
                owner: power,
                ..lot
            },
        );
    }
    state.open.sweep();
}
