//! Actions: trade, purchases, the outpost, the King, attacks and what answers them (1.3, 1.4, 1.9).

use super::super::data::{CardCode, Deck, Part, Tables, Upgrade, Weapon, volley};
use super::super::events::{Event, Source};
use super::super::state::{Blockade, Phase, Sea, State, Turn};
use super::super::{choice::Choice, facts::Play, sea::harm};
use super::turn::{point, point_lost};
use super::{fight, turn};
use packetboat_core::prelude::*;
use packetboat_kit::supply::take;

/// The ship does one thing, or is done.
pub fn act(play: &mut Play<'_>, choice: &Choice) {
    let seat = play.active();
    let from = play.sea.outpost;
    let State { sea, turn, .. } = &mut *play.state;
    pay(play.tables, sea, turn, (seat, choice));
    match choice {
        Choice::Trade { give, take } => {
            let (give, take) = (*give, *take);
            play.announce(Event::Traded { seat, give, take });
        }
        Choice::Buy { upgrade } => {
            let what = *upgrade;
            play.announce(Event::Bought { seat, what });
        }
        Choice::Outpost => {
            play.announce(Event::Outpost { seat, from });
            // Its point changes hands (1.6).
            if let Some(from) = from {
                point_lost(play, from, Source::Isle);
            }
            point(play, seat, Source::Isle);
        }
        Choice::Blockade { passage } => {
            let passage = passage.clone();
            play.announce(Event::Blockade { seat, passage });
        }
        Choice::King => {
            play.announce(Event::King { seat });
            point(play, seat, Source::King);
        }
        Choice::Attack { target, weapon } => return attack(play, *target, *weapon),
        _ => return turn::end(play),
    }
    turn::go_on(play, true, Phase::Act);
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

/// An attack, which is paid: the card is laid off, the die is thrown (4.3), and who is shot at is
/// asked whether it answers. What was paid is in the bank by then, and no loot (R44).
fn attack(play: &mut Play<'_>, target: Seat, weapon: Weapon) {
    let seat = play.active();
    play.turn.attacks += 1;
    let name = match weapon.card() {
        Some(card) => {
            lay_off(play.state, seat, card);
            play.tables.card(card).name.clone()
        }
        None if weapon == Weapon::Mortar => Upgrade::Mortar.words().to_owned(),
        None => Upgrade::Cannon.words().to_owned(),
    };
    let die = if weapon.is_rolled() {
        play.die(Bowl::Open, &format!("{name} of {seat}"), 6)
    } else {
        0
    };
    play.announce(Event::Attack {
        seat,
        target,
        weapon,
        name,
        die,
    });
    let afloat = match weapon {
        Weapon::Hook => fight::duel(play, Some(target), Part::Crew),
        Weapon::Ram => {
            play.turn.rammed = true;
            let harm = harm(play.tables, weapon, die, play.sea.ship(target));
            fight::lose(play, (target, Some(seat)), harm);
            true
        }
        _ => {
            play.phase = Phase::Volley {
                target,
                weapon,
                die,
            };
            return;
        }
    };
    turn::go_on(play, afloat, Phase::Act);
}

/// A specialty shot goes from a hand to the discards.
fn lay_off(state: &mut State, seat: Seat, card: CardCode) {
    let hand = state.hand_mut(seat);
    take(hand, &card);
    state.sea.discards_mut(Deck::Trap).push(card);
}

/// The target has answered: the shot hits it, or comes back (R11, R12).
pub fn hit(play: &mut Play<'_>, (target, weapon, die): (Seat, Weapon, u32), choice: &Choice) {
    let shooter = play.active();
    let (victim, by) = match choice {
        Choice::Volley { back: true } => {
            lay_off(play.state, target, volley());
            play.announce(Event::Volleyed {
                seat: target,
                shooter,
            });
            (shooter, target)
        }
        _ => (target, shooter),
    };
    let harm = harm(play.tables, weapon, die, play.sea.ship(victim));
    let afloat = fight::lose(play, (victim, Some(by)), harm);
    if weapon == Weapon::Chain && afloat {
        play.sea.ship_mut(victim).becalmed = true;
        play.announce(Event::Chained { seat: victim });
    }
    turn::go_on(play, afloat || victim != shooter, Phase::Act);
}
