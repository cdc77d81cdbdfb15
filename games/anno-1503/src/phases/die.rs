//! The die at the beginning of a turn: production and the three events (1.3, 1.6).

use super::super::data::{Building, Tile};
use super::super::events::{Calamity, Event};
use super::super::state::{Phase, State};
use super::super::{choice::Choice, facts::Play, orders::Loss};
use super::turn::to_wishes;
use packetboat_core::prelude::*;

/// The face that brings an event.
const EVENT: u32 = 6;

/// The turn begins with the die. A 6 brings no goods; the same seat rolls again, for the event
/// (R27).
pub fn roll(play: &mut Play<'_>) {
    let (seat, round) = (play.active(), play.round);
    let die = play.die(Bowl::Open, &format!("the die of {seat}"), EVENT);
    play.announce(Event::Turn { seat, round, die });
    play.turn.roll = die;
    let routes = play.routes.get(&seat).into_iter().flatten();
    play.turn.resume = routes.map(|it| it.ship).collect();
    let all = play.world.from(seat);
    if die != EVENT {
        return produce(play.state, die, all);
    }
    let die = play.die(Bowl::Open, &format!("the event of {seat}"), EVENT);
    let what = match die {
        1 | 2 => Calamity::Pirate,
        3 | 4 => Calamity::Fire,
        _ => Calamity::GoldenTimes,
    };
    let isles = &play.world.isles;
    let idle = match what {
        Calamity::Pirate => isles.iter().all(|it| it.island_tiles() == 0),
        Calamity::Fire => isles.iter().all(|it| it.at_risk(play.tables) == 0),
        Calamity::GoldenTimes => false,
    };
    play.announce(Event::Happens { die, what, idle });
    match what {
        Calamity::Pirate => pirate(play, &all),
        Calamity::Fire => fire(play, &all),
        Calamity::GoldenTimes => {
            let twice = |it: &Seat| 1 + usize::from(play.world.isle(*it).owns(Building::Church));
            let left = all.iter().flat_map(|it| vec![*it; twice(it)]).collect();
            produce(play.state, 0, left);
        }
    }
}

fn produce(state: &mut State, number: u32, left: Vec<Seat>) {
    state.phase = Phase::Produce { number, left };
}

/// A seat takes a good; then the next does.
pub fn take(play: &mut Play<'_>, (number, mut left): (u32, Vec<Seat>), choice: &Choice) {
    let seat = left.remove(0);
    match choice {
        Choice::Take { good, branch } => {
            let (good, branch) = (*good, *branch);
            play.give(seat, good);
            play.announce(Event::Produced { seat, good, branch });
        }
        _ => play.announce(Event::NoGoods { seat }),
    }
    if left.is_empty() {
        to_wishes(play.state);
    } else {
        produce(play.state, number, left);
    }
}

/// Pays for all; whether it could.
fn pay(play: &mut Play<'_>, seat: Seat, gold: u32) -> bool {
    let isle = play.world.isle_mut(seat);
    let can = isle.gold >= gold;
    if can && gold > 0 {
        isle.gold -= gold;
        play.announce(Event::Paid { seat, gold });
    }
    can
}

fn spared(play: &mut Play<'_>, seat: Seat, building: Building) -> bool {
    let owns = play.world.isle(seat).owns(building);
    if owns {
        play.announce(Event::Spared { seat, building });
    }
    owns
}

/// Gold for each island tile, or one of them (R9, R35).
fn pirate(play: &mut Play<'_>, all: &[Seat]) {
    let mut left = Vec::new();
    for seat in all.iter().copied() {
        let gold = play.world.isle(seat).island_tiles();
        let safe = gold == 0 || spared(play, seat, Building::Smithy);
        if !safe && !pay(play, seat, gold) {
            left.push(seat);
        }
    }
    lose_next(play.state, left);
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
pub fn lose(play: &mut Play<'_>, mut left: Vec<Seat>, choice: &Choice) {
    let seat = left.remove(0);
    let isle = play.world.isle_mut(seat);
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
    play.announce(Event::Robbed { seat, tile, number });
    let seats = play.world.seats();
    let in_use = |stack: u32| !play.ways.in_use || stack <= seats;
    let mut far = play.tables.board.far.iter();
    let free = far.find(|it| !play.sea.contains_key(it) && in_use(play.tables.board.islands[it]));
    if let Some(cell) = free.copied() {
        let mut lying: Vec<Tile> = play.sea.values().copied().collect();
        lying.extend(play.world.laid_open());
        let supply = play.tables.tiles(seats);
        let drawn = supply.draw(lying.iter(), play.cx.dice, &format!("the tile on {cell}"));
        play.state
            .sea
            .insert(cell, drawn.expect("a tile has just come to the reserve"));
        for chart in play.charts.values_mut() {
            chart.remove(&cell);
        }
        play.announce(Event::Laid { cell });
    }
    lose_next(play.state, left);
}

/// Gold for each inhabitant outside the red area, or the last of them (R7, R35, R36).
fn fire(play: &mut Play<'_>, all: &[Seat]) {
    for seat in all.iter().copied() {
        let gold = play.world.isle(seat).at_risk(play.tables);
        let safe = gold == 0 || spared(play, seat, Building::Firebrigade);
        if safe || pay(play, seat, gold) {
            continue;
        }
        let people = &mut play.world.isle_mut(seat).people;
        let space = u32::try_from(people.len()).expect("few");
        let lost = people.pop().expect("somebody lives outside the red area");
        let (level, building) = (lost.level, lost.building);
        play.announce(Event::Burnt {
            seat,
            level,
            space,
            building,
        });
    }
    to_wishes(play.state);
}
