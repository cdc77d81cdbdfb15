//! What a seat does in its turn: placing, developing, building, selling, buying, drawing, and what
//! it gives up at the end (1.3 to 1.5).

use super::super::data::{Goods, Level, Tables};
use super::super::state::{Isle, Person, Phase, Route, Ship, State, Turn, World};
use super::super::{choice::Choice, events::Event, facts::Play};
use packetboat_core::prelude::*;

/// The seat does one thing, or is done.
pub fn act(play: &mut Play<'_>, choice: &Choice) {
    let seat = play.active();
    let told = sold(play.tables, play.state, choice, false);
    let gold = play.world.isle(seat).price(play.tables);
    settle(play.tables, play.state, choice);
    for good in choice.bought().singly() {
        play.announce(Event::Bought { seat, good, gold });
    }
    let isle = play.world.isle(seat);
    match choice {
        Choice::Pioneer { building, .. } => play.announce(Event::Pioneer {
            seat,
            space: u32::try_from(isle.people.len()).expect("few"),
            building: *building,
        }),
        Choice::Develop { space, .. } => play.announce(developed(isle, *space)),
        Choice::Ship { .. } => {
            let built = isle.ships.last().expect("it was just built");
            let (ship, cell) = (built.number, built.at);
            play.announce(Event::Launched { seat, ship, cell });
        }
        Choice::Sell { .. } if told.is_empty() => play.cx.ends(seat, 0, How::Nothing, None),
        Choice::Sell { .. } => told.into_iter().for_each(|it| play.announce(it)),
        Choice::Buy { .. } => {}
        Choice::Sail {
            ship,
            steps,
            lasting,
            of,
        } => {
            let routes = play.routes.entry(seat).or_default();
            routes.retain(|it| it.ship != *ship);
            routes.push(Route::new((*ship, steps), *lasting, *of));
            play.cx.begins(seat, format!("ship {ship}"));
            play.phase = Phase::Sail { ship: *ship };
        }
        Choice::Draw { from } => draw(play, seat, *from),
        _ => to_end(play.tables, play.state),
    }
}

/// The sales of a choice: `forced`, as a hand holds too many cards.
fn sold(tables: &Tables, state: &State, choice: &Choice, forced: bool) -> Vec<Event> {
    let Choice::Sell { deals } = choice else {
        return Vec::new();
    };
    let seat = state.active();
    let isle = state.world.isle(seat);
    let sold = deals.iter().filter_map(|deal| {
        let (good, space) = (deal.good, deal.space);
        let gold = isle.pays(tables, &state.turn, space, good)?;
        Some(Event::Sold {
            seat,
            good,
            space,
            gold,
            forced,
        })
    });
    sold.collect()
}

/// An inhabitant has become more.
pub fn developed(isle: &Isle, space: u32) -> Event {
    Event::Developed {
        seat: isle.seat,
        space,
        level: isle.people[(space - 1) as usize].level,
    }
}

/// The seat whose turn it is pays, and has what it pays for.
fn settle(tables: &Tables, state: &mut State, choice: &Choice) {
    let seat = state.active();
    let hand = state.hands.get_mut(&seat).expect("every seat has a hand");
    let mut cards = Goods::cards(hand.iter());
    let all = (&mut state.world, &mut state.turn, &mut cards);
    pay(tables, all, (seat, choice));
    *hand = cards.singly();
}

/// What a wish changes, but for the card that is drawn; so play and the notes on lines reckon
/// alike. A new ship is on the start space, fresh (R24).
pub fn pay(
    tables: &Tables,
    (world, turn, hand): (&mut World, &mut Turn, &mut Goods),
    (seat, choice): (Seat, &Choice),
) {
    let isle = world.isle_mut(seat);
    let (bought, cost) = (choice.bought(), isle.cost(tables, choice));
    isle.gold -= isle.price(tables) * bought.total();
    turn.bought += bought.total();
    *hand += bought;
    *hand -= cost;
    match choice {
        Choice::Pioneer { building, .. } => isle.people.push(Person {
            level: Level::Pioneer,
            building: *building,
        }),
        Choice::Develop { space, .. } => rise(tables, isle, *space),
        Choice::Ship { .. } => {
            let number = isle.free_ship(tables).expect("it was permitted");
            let at = tables.board.start;
            isle.ships.push(Ship { number, at });
            turn.used.retain(|it| it.ship != number);
        }
        // Gold has no ceiling (R25).
        Choice::Sell { deals } => {
            for deal in deals {
                let gold = isle.pays(tables, turn, deal.space, deal.good);
                isle.gold += gold.expect("it was permitted");
                turn.sold.push(deal.space);
                hand.take(deal.good, 1);
            }
        }
        Choice::Draw { from } => {
            isle.gold -= tables.costs.draw;
            world.isle_mut(*from).gold += tables.costs.draw;
            turn.drawn = true;
        }
        Choice::Drop { good } => {
            hand.take(*good, 1);
        }
        _ => {}
    }
}

/// An inhabitant becomes more; the building on the space stays (R6).
pub fn rise(tables: &Tables, isle: &mut Isle, space: u32) {
    let level = isle.can_rise(tables, space).expect("it was permitted");
    isle.people[(space - 1) as usize].level = level;
}

/// A card of another player, for gold (R15).
fn draw(play: &mut Play<'_>, seat: Seat, from: Seat) {
    let sides = u32::try_from(play.hands[&from].len()).expect("cards are few");
    let at = play.die(Bowl::Hidden, &format!("a card of {from} for {seat}"), sides) - 1;
    let good = play.hand_mut(from).remove(at as usize);
    play.give(seat, good);
    let gold = play.tables.costs.draw;
    let drew = Event::Drew {
        seat,
        from,
        gold,
        good: Some(good),
    };
    let players = play.world.order.iter().copied().collect();
    play.cx
        .tell_part(Audience::Only(players), [seat, from].into(), drew);
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
pub fn give_up(play: &mut Play<'_>, choice: &Choice) {
    let seat = play.active();
    let told = sold(play.tables, play.state, choice, true);
    settle(play.tables, play.state, choice);
    told.into_iter().for_each(|it| play.announce(it));
    if let Choice::Drop { good } = choice {
        play.announce(Event::Discarded { seat, good: *good });
    }
    to_end(play.tables, play.state);
}
