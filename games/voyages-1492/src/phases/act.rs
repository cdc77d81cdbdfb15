//! Actions: trade, purchases, the outpost, the King, attacks and what answers them (1.3, 1.4, 1.9).

use super::super::data::{Deck, Part, Resource, Tables, Upgrade, Weapon, volley};
use super::super::decide::Choice;
use super::super::events::{Event, Source};
use super::super::sea::harm;
use super::super::state::{Blockade, Phase, State};
use super::turn::{point, point_lost};
use super::{fight, turn};
use packetboat_core::engine::chronicle::Cx;
use packetboat_core::engine::dice::Bowl;
use packetboat_core::engine::seat::Seat;
use packetboat_kit::supply::take;

/// The ship does one thing, or is done.
pub fn act(tables: &Tables, state: &mut State, choice: &Choice, cx: &mut Cx<'_, Event>) {
    let (seat, prices) = (state.active(), &tables.prices);
    let mut afloat = true;
    match choice {
        Choice::Trade { give, take } => trade(state, seat, *give, *take, cx),
        Choice::Buy { upgrade } => buy(tables, state, seat, *upgrade, cx),
        Choice::Outpost => outpost(tables, state, seat, cx),
        Choice::Blockade { passage } => {
            state.sea.ship_mut(seat).blocks -= prices.blockade;
            state.turn.bought = true;
            let passage = passage.clone();
            state.sea.blockades.push(Blockade {
                passage: passage.clone(),
                owner: seat,
            });
            cx.announce(Event::Blockade { seat, passage });
        }
        Choice::King => {
            let ship = state.sea.ship_mut(seat);
            ship.blocks -= prices.king;
            ship.kings += 1;
            cx.announce(Event::King { seat });
            point(tables, state, seat, Source::King, cx);
        }
        Choice::Attack { target, weapon } => {
            if let Some(floats) = attack(tables, state, *target, *weapon, cx) {
                afloat = floats;
            } else {
                return;
            }
        }
        _ => return turn::end(state, cx),
    }
    turn::go_on(state, afloat, Phase::Act, cx);
}

fn trade(state: &mut State, seat: Seat, give: Resource, take: Resource, cx: &mut Cx<'_, Event>) {
    let blocks = &mut state.sea.ship_mut(seat).blocks;
    blocks.take(give, 2);
    *blocks.slot(take) += 1;
    state.turn.traded = true;
    cx.announce(Event::Traded { seat, give, take });
}

fn buy(tables: &Tables, state: &mut State, seat: Seat, what: Upgrade, cx: &mut Cx<'_, Event>) {
    let ship = state.sea.ship_mut(seat);
    ship.blocks -= tables.prices.upgrade(what);
    ship.upgrades.push(what);
    state.turn.bought = true;
    cx.announce(Event::Bought { seat, what });
}

/// The outpost and its point change hands (1.6).
fn outpost(tables: &Tables, state: &mut State, seat: Seat, cx: &mut Cx<'_, Event>) {
    let price = state.sea.outpost_price(tables);
    state.sea.ship_mut(seat).blocks -= price;
    let from = state.sea.outpost.replace(seat);
    cx.announce(Event::Outpost { seat, from });
    if let Some(from) = from {
        point_lost(tables, state, from, Source::Isle, cx);
    }
    point(tables, state, seat, Source::Isle, cx);
}

/// An attack: it is paid, the card is laid off, the die is thrown (4.3). Whether the ship is still
/// afloat; `None`: the target is asked first whether it answers. What was paid is in the bank by
/// then, and no loot (R44).
fn attack(
    tables: &Tables,
    state: &mut State,
    target: Seat,
    weapon: Weapon,
    cx: &mut Cx<'_, Event>,
) -> Option<bool> {
    let seat = state.active();
    state.sea.ship_mut(seat).blocks -= tables.prices.ammunition(weapon);
    state.turn.attacks += 1;
    let name = match weapon.card() {
        Some(card) => {
            lay_off(state, seat, card);
            tables.card(card).name.clone()
        }
        None if weapon == Weapon::Mortar => Upgrade::Mortar.words().to_owned(),
        None => Upgrade::Cannon.words().to_owned(),
    };
    let die = if weapon.is_rolled() {
        cx.dice.one(Bowl::Open, &format!("{name} of {seat}"), 6)
    } else {
        0
    };
    cx.announce(Event::Attack {
        seat,
        target,
        weapon,
        name,
        die,
    });
    match weapon {
        Weapon::Hook => Some(fight::duel(tables, state, Some(target), Part::Crew, cx)),
        Weapon::Ram => {
            state.turn.rammed = true;
            let harm = harm(tables, weapon, die, state.sea.ship(target));
            fight::lose(tables, state, (target, Some(seat)), harm, cx);
            Some(true)
        }
        _ => {
            state.phase = Phase::Volley {
                target,
                weapon,
                die,
            };
            None
        }
    }
}

/// A specialty shot goes from a hand to the discards.
fn lay_off(state: &mut State, seat: Seat, card: super::super::data::CardCode) {
    let hand = state.hands.get_mut(&seat).expect("every ship has a hand");
    take(hand, &card);
    state.sea.discards_mut(Deck::Trap).push(card);
}

/// The target has answered: the shot hits it, or comes back (R11, R12).
pub fn hit(
    tables: &Tables,
    state: &mut State,
    (target, weapon, die): (Seat, Weapon, u32),
    choice: &Choice,
    cx: &mut Cx<'_, Event>,
) {
    let shooter = state.active();
    let (victim, by) = match choice {
        Choice::Volley { back: true } => {
            lay_off(state, target, volley());
            cx.announce(Event::Volleyed {
                seat: target,
                shooter,
            });
            (shooter, target)
        }
        _ => (target, shooter),
    };
    let harm = harm(tables, weapon, die, state.sea.ship(victim));
    let afloat = fight::lose(tables, state, (victim, Some(by)), harm, cx);
    if weapon == Weapon::Chain && afloat {
        state.sea.ship_mut(victim).becalmed = true;
        cx.announce(Event::Chained { seat: victim });
    }
    turn::go_on(state, afloat || victim != shooter, Phase::Act, cx);
}
