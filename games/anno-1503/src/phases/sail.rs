//! Ships: step by step along their routes, looks at tiles, and what becomes of these (1.4).

use super::super::board::Cell;
use super::super::choice::Choice;
use super::super::data::{Tables, Tile};
use super::super::events::Event;
use super::super::facts::Play;
use super::super::pick::barred;
use super::super::refusal::Refusal;
use super::super::state::{Branch, Phase, Route, State};
use super::super::steps::Step;
use super::act::{developed, rise};
use super::turn::{is_cut, route_ends, to_wishes};
use packetboat_core::prelude::*;
use std::slice;

/// A ship goes on, looks, or goes no farther. A look takes an action point, as a step does (R26).
pub fn sail(play: &mut Play<'_>, ship: u32, choice: &Choice) {
    let seat = play.active();
    if let Some(why) = left_out(play.tables, play.state, ship, choice) {
        play.cx.ended_short(seat, format!("ship {ship}"), &why);
    }
    match choice {
        Choice::Go { to, rest, .. } => {
            go_on_with(play.state, seat, ship, rest);
            play.turn.uses(ship);
            let ships = &mut play.world.isle_mut(seat).ships;
            let own = ships.iter_mut().find(|it| it.number == ship);
            let to = *to;
            own.expect("it is at sea").at = to;
            play.announce(Event::Sailed { seat, ship, to });
        }
        Choice::Look { cell, rest, .. } => {
            go_on_with(play.state, seat, ship, rest);
            play.turn.uses(ship);
            look(play, (seat, ship), *cell);
        }
        Choice::Halt { rest, .. } => {
            go_on_with(play.state, seat, ship, rest);
            let goes_on = |it: &Route| it.lasting && !it.steps.is_empty();
            let at = play.world.isle(seat).ship(ship).map(|it| it.at);
            keep_routes(&mut play.state.routes, seat, |route| {
                let ends = route.ship == ship && !goes_on(route);
                if ends {
                    route_ends(play.tables, seat, (route, at), &mut play.cx);
                }
                !ends
            });
            to_wishes(play.state);
        }
        _ => unreachable!("a ship sails"),
    }
}

/// Why steps of the route of a ship are left out by this choice, if its owner would ask: they
/// cannot be made, or a line of a newer sheet takes their place (R41). Then all are left out, and
/// one of them could be made, or the ship has no action point.
fn left_out(tables: &Tables, state: &State, ship: u32, choice: &Choice) -> Option<Refusal> {
    let seat = state.active();
    let mut routes = state.routes.get(&seat)?.iter();
    let route = routes.find(|it| it.ship == ship)?;
    let from = state.world.isle(seat).ship(ship)?.at;
    let (Choice::Go { rest, .. } | Choice::Look { rest, .. } | Choice::Halt { rest }) = choice
    else {
        return None;
    };
    let out = &route.steps[..route.steps.len().saturating_sub(rest.len())];
    let why = |steps: &[Step]| barred(tables, |it| state.sea.contains_key(&it), from, steps);
    let makes = |step: &Step| match step {
        Step::Go { .. } | Step::Look { .. } => why(slice::from_ref(step)).is_none(),
        Step::To { cell } => from != tables.board.berth(from, *cell),
        Step::LookNear | Step::Hunt { .. } => false,
    };
    let halts = matches!(choice, Choice::Halt { .. }) && !out.is_empty();
    let points = state.world.points_left(tables, seat, &state.turn, ship);
    if halts && route.lasting && (points == 0 || out.iter().any(makes)) {
        return Some(Refusal::Replaced { ship });
    }
    let near = !matches!(choice, Choice::Look { .. }) && out.contains(&Step::LookNear);
    why(out).or(near.then_some(Refusal::NothingWanted { ship }))
}

/// Drops the routes of a seat that are not such.
fn keep_routes(
    routes: &mut BTreeMap<Seat, Vec<Route>>,
    seat: Seat,
    such: impl FnMut(&Route) -> bool,
) {
    let own = routes.entry(seat).or_default();
    own.retain(such);
    if own.is_empty() {
        routes.remove(&seat);
    }
}

/// What is left of its route.
fn go_on_with(state: &mut State, seat: Seat, ship: u32, rest: &[Step]) {
    let mut routes = state.routes.entry(seat).or_default().iter_mut();
    if let Some(route) = routes.find(|it| it.ship == ship) {
        route.steps = rest.to_vec();
    }
}

/// A look; a tile that can be used asks what becomes of it (R13). There is no other way to use a
/// tile, a known one neither (R12).
fn look(play: &mut Play<'_>, (seat, ship): (Seat, u32), cell: Cell) {
    let tile = play.sea[&cell];
    let round = play.round;
    play.charts.entry(seat).or_default().insert(cell, round);
    let looked = Event::Looked {
        seat,
        ship,
        cell,
        tile: Some(tile),
    };
    play.cx.announce_part(seat, looked);
    let isle = play.world.isle(seat);
    if isle.can_use(play.tables, tile).is_ok() {
        play.phase = Phase::Tile { ship, cell };
    }
}

/// A tile is put back or used; who uses one loses the ship to the stock (R14). One that is put back
/// stays where it was, for the player who looks at it next (R32).
pub fn find(play: &mut Play<'_>, (ship, cell): (u32, Cell), choice: &Choice) {
    let seat = play.active();
    let Choice::Use { at } = choice else {
        play.phase = Phase::Sail { ship };
        return;
    };
    let tile = play.sea.remove(&cell).expect("it was looked at");
    let number = tile.good().map(|_| *at);
    play.announce(Event::Used {
        seat,
        ship,
        cell,
        tile,
        number,
    });
    let isle = play.state.world.isle_mut(seat);
    isle.ships.retain(|it| it.number != ship);
    let name = format!("ship {ship}");
    let mut own = play.state.routes.get(&seat).into_iter().flatten();
    if own.any(|it| it.ship == ship && it.steps.iter().any(is_cut)) {
        play.cx
            .ended_short(seat, name, &Refusal::ShipUsed { ship, cell });
    } else {
        play.cx.done(seat, name);
    }
    play.state.turn.resume.retain(|it| *it != ship);
    if let Some(chart) = play.state.charts.get_mut(&seat) {
        chart.remove(&cell);
    }
    keep_routes(&mut play.state.routes, seat, |it| it.ship != ship);
    match tile {
        Tile::Agreement => isle.agreements += 1,
        Tile::Gold => {
            isle.gold += play.tables.treasure;
            play.world.gone.push(tile);
        }
        Tile::Upgrade => {
            rise(play.tables, isle, *at);
            play.cx.announce(developed(isle, *at));
            play.world.gone.push(tile);
        }
        branch => isle.branches.push(Branch {
            number: *at,
            good: branch.good().expect("all others are branch offices"),
        }),
    }
    to_wishes(play.state);
}
