//! What a seat does in its turn: placing, developing, building, selling, buying, drawing, and what
//! it gives up at the end (1.3 to 1.5).

use super::super::choice::{Choice, Deal};
use super::super::data::{Building, Goods, Level, Tables};
use super::super::events::Event;
use super::super::state::{Person, Phase, Route, Ship, State};
use super::super::steps::printed;
use packetboat_core::engine::chronicle::{Audience, Cx};
use packetboat_core::engine::dice::Bowl;
use packetboat_core::engine::seat::Seat;
use packetboat_kit::words::commas;

/// The seat does one thing, or is done.
pub fn act(tables: &Tables, state: &mut State, choice: &Choice, cx: &mut Cx<'_, Event>) {
    let seat = state.active();
    match choice {
        Choice::Pioneer { building, fill } => {
            pioneer(tables, state, seat, *building, fill, cx);
        }
        Choice::Develop { space, fill } => {
            let isle = state.world.isle(seat);
            let level = isle.can_rise(tables, *space).expect("it was permitted");
            bill(tables, state, seat, (fill, &tables.cost(level)), cx);
            rise(tables, state, seat, *space, cx);
        }
        Choice::Ship { fill } => {
            bill(tables, state, seat, (fill, &tables.ship_cost()), cx);
            launch(tables, state, seat, cx);
        }
        Choice::Sell { deals } => {
            if deals.is_empty() {
                cx.to_nothing(seat, &"it found nothing to sell, or nobody who bought it");
            }
            deals
                .iter()
                .for_each(|it| sell(tables, state, seat, *it, cx));
        }
        Choice::Buy { good } => buy(tables, state, seat, &Goods::of(*good, 1), cx),
        Choice::Sail {
            ship,
            steps,
            lasting,
            of,
        } => {
            let routes = state.routes.entry(seat).or_default();
            routes.retain(|it| it.ship != *ship);
            routes.push(Route {
                ship: *ship,
                steps: steps.clone(),
                lasting: *lasting,
                of: *of,
                said: format!("SAIL {ship}: {}", commas(steps.iter().map(printed))),
            });
            cx.begins(seat, format!("ship {ship}"));
            state.phase = Phase::Sail { ship: *ship };
        }
        Choice::Draw { from } => draw(tables, state, seat, *from, cx),
        _ => to_end(tables, state),
    }
}

fn buy(tables: &Tables, state: &mut State, seat: Seat, goods: &Goods, cx: &mut Cx<'_, Event>) {
    for good in goods.singly() {
        let gold = state.world.isle(seat).price(tables);
        state.world.isle_mut(seat).gold -= gold;
        state.turn.bought += 1;
        state.give(seat, good);
        cx.announce(Event::Bought { seat, good, gold });
    }
}

/// Buys what is lacking, and pays.
fn bill(
    tables: &Tables,
    state: &mut State,
    seat: Seat,
    (fill, cost): (&Goods, &Goods),
    cx: &mut Cx<'_, Event>,
) {
    buy(tables, state, seat, fill, cx);
    state.pay(seat, cost);
}

fn pioneer(
    tables: &Tables,
    state: &mut State,
    seat: Seat,
    building: Option<Building>,
    fill: &Goods,
    cx: &mut Cx<'_, Event>,
) {
    bill(
        tables,
        state,
        seat,
        (fill, &tables.cost(Level::Pioneer)),
        cx,
    );
    let people = &mut state.world.isle_mut(seat).people;
    people.push(Person {
        level: Level::Pioneer,
        building,
    });
    let space = u32::try_from(people.len()).expect("few");
    cx.announce(Event::Pioneer {
        seat,
        space,
        building,
    });
}

/// An inhabitant becomes more; the building on the space stays (R6).
pub fn rise(tables: &Tables, state: &mut State, seat: Seat, space: u32, cx: &mut Cx<'_, Event>) {
    let isle = state.world.isle_mut(seat);
    let level = isle.can_rise(tables, space).expect("it was permitted");
    isle.people[(space - 1) as usize].level = level;
    cx.announce(Event::Developed { seat, space, level });
}

/// A ship appears on the start space, fresh (R24).
fn launch(tables: &Tables, state: &mut State, seat: Seat, cx: &mut Cx<'_, Event>) {
    let isle = state.world.isle_mut(seat);
    let mut numbers = 1..=tables.fleet.ships;
    let free = numbers.find(|it| isle.ship(*it).is_none());
    let ship = free.expect("it was permitted");
    let cell = tables.board.start;
    isle.ships.push(Ship {
        number: ship,
        at: cell,
    });
    state.turn.used.retain(|it| it.ship != ship);
    cx.announce(Event::Launched { seat, ship, cell });
}

/// A card is sold; gold has no ceiling (R25).
pub fn sell(tables: &Tables, state: &mut State, seat: Seat, deal: Deal, cx: &mut Cx<'_, Event>) {
    let Deal { good, space } = deal;
    let isle = state.world.isle(seat);
    let gold = isle
        .pays(tables, &state.turn, space, good)
        .expect("it was permitted");
    state.world.isle_mut(seat).gold += gold;
    state.turn.sold.push(space);
    state.pay(seat, &Goods::of(good, 1));
    cx.announce(Event::Sold {
        seat,
        good,
        space,
        gold,
    });
}

/// A card of another player, for gold (R15).
fn draw(tables: &Tables, state: &mut State, seat: Seat, from: Seat, cx: &mut Cx<'_, Event>) {
    let hand = state.hands.get_mut(&from).expect("every seat has a hand");
    let sides = u32::try_from(hand.len()).expect("cards are few");
    let at = cx
        .dice
        .one(Bowl::Hidden, &format!("a card of {from} for {seat}"), sides)
        - 1;
    let good = hand.remove(at as usize);
    state.give(seat, good);
    state.turn.drawn = true;
    let gold = tables.costs.draw;
    state.world.isle_mut(seat).gold -= gold;
    state.world.isle_mut(from).gold += gold;
    let others = state
        .world
        .order
        .iter()
        .filter(|it| ![seat, from].contains(it));
    for other in others {
        cx.tell(Audience::one(*other), Event::Taken { seat, from, gold });
    }
    for other in [seat, from] {
        cx.tell(
            Audience::one(other),
            Event::Drew {
                seat,
                from,
                gold,
                good,
            },
        );
    }
}

/// On to the end of the turn, by way of the cards that are too many. Only the hand of the seat
/// whose turn it is is counted (R17).
pub fn to_end(tables: &Tables, state: &mut State) {
    let held = state.hands[&state.active()].len();
    state.phase = if held > tables.cards.hand_limit as usize {
        Phase::Discard
    } else {
        Phase::End
    };
}

/// A card is given up.
pub fn give_up(tables: &Tables, state: &mut State, choice: &Choice, cx: &mut Cx<'_, Event>) {
    let seat = state.active();
    match choice {
        Choice::Sell { deals, .. } => sell(tables, state, seat, deals[0], cx),
        Choice::Drop { good } => {
            let good = *good;
            state.pay(seat, &Goods::of(good, 1));
            cx.announce(Event::Discarded { seat, good });
        }
        _ => unreachable!("a card is given up"),
    }
    to_end(tables, state);
}
