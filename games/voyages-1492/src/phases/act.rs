//! Actions: trade, purchases, the outpost, the King, attacks and what answers them (1.3, 1.4, 1.9).

use super::super::choice::Choice;
use super::super::data::{Deck, Part, Tables, Upgrade, Weapon, volley};
use super::super::events::{Event, Source};
use super::super::sea::harm;
use super::super::state::{Blockade, Phase, Sea, State, Turn};
use super::turn::{point, point_lost};
use super::{fight, turn};
use packetboat_core::prelude::*;
use packetboat_kit::supply::take;

/// The ship does one thing, or is done.
pub fn act(tables: &Tables, state: &mut State, choice: &Choice, cx: &mut Cx<'_, Event>) {
    let seat = state.active();
    let mut afloat = true;
    let from = state.sea.outpost;
    pay(tables, &mut state.sea, &mut state.turn, (seat, choice));
    match choice {
        Choice::Trade { give, take } => {
            let (give, take) = (*give, *take);
            cx.announce(Event::Traded { seat, give, take });
        }
        Choice::Buy { upgrade } => {
            let what = *upgrade;
            cx.announce(Event::Bought { seat, what });
        }
        Choice::Outpost => {
            cx.announce(Event::Outpost { seat, from });
            // Its point changes hands (1.6).
            if let Some(from) = from {
                point_lost(tables, state, from, Source::Isle, cx);
            }
            point(tables, state, seat, Source::Isle, cx);
        }
        Choice::Blockade { passage } => {
            let passage = passage.clone();
            cx.announce(Event::Blockade { seat, passage });
        }
        Choice::King => {
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

/// What an action costs, and what a trade, a purchase or a payment changes; so play and the notes
/// on lines reckon alike.
pub fn pay(tables: &Tables, sea: &mut Sea, turn: &mut Turn, (seat, choice): (Seat, &Choice)) {
    let price = sea.price(tables, choice);
    let ship = sea.ship_mut(seat);
    ship.blocks -= price;
    match choice {
        Choice::Trade { give, take } => {
            ship.blocks.take(*give, 2);
            *ship.blocks.slot(*take) += 1;
            turn.traded = true;
        }
        Choice::Buy { upgrade } => {
            ship.upgrades.push(*upgrade);
            turn.bought = true;
        }
        Choice::Outpost => sea.outpost = Some(seat),
        Choice::Blockade { passage } => {
            turn.bought = true;
            sea.blockades.push(Blockade {
                passage: passage.clone(),
                owner: seat,
            });
        }
        Choice::King => ship.kings += 1,
        _ => {}
    }
}

/// An attack, which is paid: the card is laid off, the die is thrown (4.3). Whether the ship is
/// still afloat; `None`: the target is asked first whether it answers. What was paid is in the bank
/// by then, and no loot (R44).
fn attack(
    tables: &Tables,
    state: &mut State,
    target: Seat,
    weapon: Weapon,
    cx: &mut Cx<'_, Event>,
) -> Option<bool> {
    let seat = state.active();
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
