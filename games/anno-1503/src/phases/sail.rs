//! Ships: step by step along their routes, looks at tiles, and what becomes of these (1.4).

use super::super::board::Cell;
use super::super::choice::Choice;
use super::super::data::{Tables, Tile};
use super::super::events::Event;
use super::super::state::{Branch, Phase, Route, State};
use super::super::steps::{Step, printed};
use super::act::rise;
use super::turn::to_wishes;
use packetboat_core::engine::chronicle::{Audience, Cx};
use packetboat_core::engine::seat::Seat;
use packetboat_kit::words::commas;

/// A ship goes on, looks, or goes no farther. A look takes an action point, as a step does (R26).
pub fn sail(
    tables: &Tables,
    state: &mut State,
    ship: u32,
    choice: &Choice,
    cx: &mut Cx<'_, Event>,
) {
    let seat = state.active();
    if let Some(why) = choice.skipped() {
        cx.ended_short(seat, format!("ship {ship}"), &why);
    }
    match choice {
        Choice::Go { to, rest, .. } => {
            go_on_with(state, seat, ship, rest);
            state.turn.uses(ship);
            let ships = &mut state.world.isle_mut(seat).ships;
            let own = ships.iter_mut().find(|it| it.number == ship);
            own.expect("it is at sea").at = *to;
            cx.announce(Event::Sailed {
                seat,
                ship,
                to: *to,
            });
        }
        Choice::Look { cell, rest, .. } => {
            go_on_with(state, seat, ship, rest);
            state.turn.uses(ship);
            look(tables, state, (seat, ship), *cell, cx);
        }
        Choice::Halt { rest, .. } => {
            go_on_with(state, seat, ship, rest);
            let routes = state.routes.entry(seat).or_default();
            let goes_on = |it: &Route| it.lasting && !it.steps.is_empty();
            if let Some(route) = routes.iter().find(|it| it.ship == ship)
                && !goes_on(route)
            {
                route_ends(seat, route, cx);
            }
            routes.retain(|it| it.ship != ship || goes_on(it));
            if routes.is_empty() {
                state.routes.remove(&seat);
            }
            to_wishes(state);
        }
        _ => unreachable!("a ship sails"),
    }
}

/// A ship goes no farther: by then it has done what its line says, or what is left is dropped.
pub fn route_ends(seat: Seat, route: &Route, cx: &mut Cx<'_, Event>) {
    let name = format!("ship {}", route.ship);
    if route.steps.is_empty() {
        cx.done(seat, name);
    } else {
        let left = commas(route.steps.iter().map(printed));
        let why = format!("ship {} had no action point left for {left}", route.ship);
        cx.ended_short(seat, name, &why);
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
fn look(
    tables: &Tables,
    state: &mut State,
    (seat, ship): (Seat, u32),
    cell: Cell,
    cx: &mut Cx<'_, Event>,
) {
    let tile = state.sea[&cell];
    state
        .charts
        .entry(seat)
        .or_default()
        .insert(cell, state.round);
    cx.tell(Audience::but(seat), Event::Looked { seat, ship, cell });
    cx.tell(
        Audience::one(seat),
        Event::Saw {
            seat,
            ship,
            cell,
            tile,
        },
    );
    let usable = state
        .world
        .isle(seat)
        .can_use(tables, tables.home(seat), tile);
    if usable.is_ok() {
        state.phase = Phase::Tile { ship, cell };
    }
}

/// A tile is put back or used; who uses one loses the ship to the stock (R14). One that is put back
/// stays where it was, for the player who looks at it next (R32).
pub fn find(
    tables: &Tables,
    state: &mut State,
    (ship, cell): (u32, Cell),
    choice: &Choice,
    cx: &mut Cx<'_, Event>,
) {
    let seat = state.active();
    let Choice::Use { at } = choice else {
        state.phase = Phase::Sail { ship };
        return;
    };
    let tile = state.sea.remove(&cell).expect("it was looked at");
    let number = tile.good().map(|_| *at);
    cx.announce(Event::Used {
        seat,
        ship,
        cell,
        tile,
        number,
    });
    let isle = state.world.isle_mut(seat);
    isle.ships.retain(|it| it.number != ship);
    cx.done(seat, format!("ship {ship}"));
    state.turn.resume.retain(|it| *it != ship);
    if let Some(chart) = state.charts.get_mut(&seat) {
        chart.remove(&cell);
    }
    if let Some(routes) = state.routes.get_mut(&seat) {
        routes.retain(|it| it.ship != ship);
        if routes.is_empty() {
            state.routes.remove(&seat);
        }
    }
    match tile {
        Tile::Agreement => isle.agreements += 1,
        Tile::Gold => {
            isle.gold += tables.treasure;
            state.world.gone.push(tile);
        }
        Tile::Upgrade => {
            state.world.gone.push(tile);
            rise(tables, state, seat, *at, cx);
        }
        branch => isle.branches.push(Branch {
            number: *at,
            good: branch.good().expect("all others are branch offices"),
        }),
    }
    to_wishes(state);
}
