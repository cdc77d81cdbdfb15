//! The die at the beginning of a turn: production and the three events (1.3, 1.6).

use super::super::choice::Choice;
use super::super::data::{Building, Tables, Tile};
use super::super::events::{Calamity, Event};
use super::super::orders::Loss;
use super::super::state::{Phase, State};
use super::turn::to_wishes;
use packetboat_core::prelude::*;

/// The face that brings an event.
const EVENT: u32 = 6;

/// The turn begins with the die. A 6 brings no goods; the same seat rolls again, for the event
/// (R27).
pub fn roll(tables: &Tables, state: &mut State, cx: &mut Cx<'_, Event>) {
    let (seat, round) = (state.active(), state.round);
    let die = cx
        .dice
        .one(Bowl::Open, &format!("the die of {seat}"), EVENT);
    cx.announce(Event::Turn { seat, round, die });
    state.turn.roll = die;
    let routes = state.routes.get(&seat).into_iter().flatten();
    state.turn.resume = routes.map(|it| it.ship).collect();
    let all = state.world.from(seat);
    if die != EVENT {
        return produce(state, die, all);
    }
    let die = cx
        .dice
        .one(Bowl::Open, &format!("the event of {seat}"), EVENT);
    let what = match die {
        1 | 2 => Calamity::Pirate,
        3 | 4 => Calamity::Fire,
        _ => Calamity::GoldenTimes,
    };
    let isles = &state.world.isles;
    let idle = match what {
        Calamity::Pirate => isles.iter().all(|it| it.island_tiles() == 0),
        Calamity::Fire => isles.iter().all(|it| it.at_risk(tables) == 0),
        Calamity::GoldenTimes => false,
    };
    cx.announce(Event::Happens { die, what, idle });
    match what {
        Calamity::Pirate => pirate(state, &all, cx),
        Calamity::Fire => fire(tables, state, &all, cx),
        Calamity::GoldenTimes => {
            let twice = |it: &Seat| 1 + usize::from(state.world.isle(*it).owns(Building::Church));
            let left = all.iter().flat_map(|it| vec![*it; twice(it)]).collect();
            produce(state, 0, left);
        }
    }
}

fn produce(state: &mut State, number: u32, left: Vec<Seat>) {
    state.phase = Phase::Produce { number, left };
}

/// A seat takes a good; then the next does.
pub fn take(
    state: &mut State,
    (number, mut left): (u32, Vec<Seat>),
    choice: &Choice,
    cx: &mut Cx<'_, Event>,
) {
    let seat = left.remove(0);
    match choice {
        Choice::Take { good, branch } => {
            let (good, branch) = (*good, *branch);
            state.give(seat, good);
            cx.announce(Event::Produced { seat, good, branch });
        }
        _ => cx.announce(Event::NoGoods { seat }),
    }
    if left.is_empty() {
        to_wishes(state);
    } else {
        produce(state, number, left);
    }
}

/// Pays for all; whether it could.
fn pay(state: &mut State, seat: Seat, gold: u32, cx: &mut Cx<'_, Event>) -> bool {
    let isle = state.world.isle_mut(seat);
    let can = isle.gold >= gold;
    if can && gold > 0 {
        isle.gold -= gold;
        cx.announce(Event::Paid { seat, gold });
    }
    can
}

fn spared(state: &State, seat: Seat, building: Building, cx: &mut Cx<'_, Event>) -> bool {
    let owns = state.world.isle(seat).owns(building);
    if owns {
        cx.announce(Event::Spared { seat, building });
    }
    owns
}

/// Gold for each island tile, or one of them (R9, R35).
fn pirate(state: &mut State, all: &[Seat], cx: &mut Cx<'_, Event>) {
    let mut left = Vec::new();
    for seat in all.iter().copied() {
        let gold = state.world.isle(seat).island_tiles();
        let safe = gold == 0 || spared(state, seat, Building::Smithy, cx);
        if !safe && !pay(state, seat, gold, cx) {
            left.push(seat);
        }
    }
    lose_next(state, left);
}

fn lose_next(state: &mut State, left: Vec<Seat>) {
    if left.is_empty() {
        to_wishes(state);
    } else {
        state.phase = Phase::Lose { left };
    }
}

/// A seat loses a tile: it goes to the reserve, and one of the reserve to the free island space
/// farthest from the start (R8 to R10, R40).
pub fn lose(
    tables: &Tables,
    state: &mut State,
    mut left: Vec<Seat>,
    choice: &Choice,
    cx: &mut Cx<'_, Event>,
) {
    let seat = left.remove(0);
    let isle = state.world.isle_mut(seat);
    let (tile, number) = match choice {
        Choice::Lose {
            loss: Loss::Branch { number },
        } => {
            let at = isle.branches.iter().position(|it| it.number == *number);
            let branch = isle.branches.remove(at.expect("only own tiles are lost"));
            (Tile::branch(branch.good), Some(*number))
        }
        _ => {
            isle.agreements -= 1;
            (Tile::Agreement, None)
        }
    };
    cx.announce(Event::Robbed { seat, tile, number });
    let seats = state.world.seats();
    let in_use = |stack: u32| !state.ways.in_use || stack <= seats;
    let mut far = tables.board.far.iter();
    let free = far.find(|it| !state.sea.contains_key(it) && in_use(tables.board.islands[it]));
    if let Some(cell) = free.copied() {
        let mut lying: Vec<Tile> = state.sea.values().copied().collect();
        lying.extend(state.world.laid_open());
        let supply = tables.tiles(seats);
        let drawn = supply.draw(lying.iter(), cx.dice, &format!("the tile on {cell}"));
        state
            .sea
            .insert(cell, drawn.expect("a tile has just come to the reserve"));
        for chart in state.charts.values_mut() {
            chart.remove(&cell);
        }
        cx.announce(Event::Laid { cell });
    }
    lose_next(state, left);
}

/// Gold for each inhabitant outside the red area, or the last of them (R7, R35, R36).
fn fire(tables: &Tables, state: &mut State, all: &[Seat], cx: &mut Cx<'_, Event>) {
    for seat in all.iter().copied() {
        let gold = state.world.isle(seat).at_risk(tables);
        let safe = gold == 0 || spared(state, seat, Building::Firebrigade, cx);
        if safe || pay(state, seat, gold, cx) {
            continue;
        }
        let people = &mut state.world.isle_mut(seat).people;
        let space = u32::try_from(people.len()).expect("few");
        let lost = people.pop().expect("somebody lives outside the red area");
        let (level, building) = (lost.level, lost.building);
        cx.announce(Event::Burnt {
            seat,
            level,
            space,
            building,
        });
    }
    to_wishes(state);
}
