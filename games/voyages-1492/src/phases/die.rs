//! The die and the four decks: what each card does (2.3).

use super::super::data::{Card, CardCode, Deck, Kept, Op, Part, Tables, Versus};
use super::super::events::{Event, Idleness, Moved};
use super::super::state::{Monster, Phase, State};
use super::super::{choice::Choice, facts::Play};
use super::{fight, sail, turn};
use packetboat_core::prelude::*;

/// The ship rolls, draws, and carries out the card. Attacks and purchases follow (R4).
pub fn roll(play: &mut Play<'_>) {
    let seat = play.active();
    let die = play.die(Bowl::Open, &format!("the die of {seat}"), 6);
    let deck = play.tables.stats.faces[(die - 1) as usize];
    let supply = play.tables.supply(deck);
    let why = format!("a {deck} card for {seat}");
    let drawn = supply.draw_again([], play.state.sea.discards_mut(deck), play.cx.dice, &why);
    let drawn = drawn.expect("a deck of cards that all come back");
    let card = play.tables.card(drawn);
    play.announce(Event::Drew {
        seat,
        die,
        deck,
        card: card.code,
        name: card.name.clone(),
    });
    play.phase = Phase::Act;
    let afloat = match card.op {
        Op::Trap => trap(play),
        _ => carry_out(play, card),
    };
    play.sea.discards_mut(deck).push(card.code);
    let phase = play.phase.clone();
    turn::go_on(play, afloat, phase);
}

/// A trap card: kept, laid open, or carried out. Whether the ship is still afloat. It is drawn
/// wherever the ship is (R30), and a hand of shots grows without limit (D13).
fn trap(play: &mut Play<'_>) -> bool {
    let seat = play.active();
    let held: Vec<CardCode> = play.traps_out().copied().collect();
    let supply = play.tables.supply(Deck::Trap);
    let why = format!("a trap card for {seat}");
    let drawn = supply.draw_again(&held, &mut play.state.sea.trap_discards, play.cx.dice, &why);
    let Some(card) = drawn.map(|it| play.tables.card(it)) else {
        play.announce(Event::NoTrap { seat });
        return true;
    };
    let (code, name) = (card.code, card.name.clone());
    if card.kept == Some(Kept::Shot) {
        play.hand_mut(seat).push(code);
        play.turn.locked.push(code);
        let kept = Event::Kept {
            seat,
            card: Some(code),
            name: Some(name),
        };
        play.cx.announce_part(seat, kept);
        return true;
    }
    let collectible = card.kept == Some(Kept::Collectible);
    play.announce(Event::Trap {
        seat,
        card: code,
        name,
        collectible,
    });
    if collectible {
        turn::collect(play, seat, vec![code]);
        return true;
    }
    let afloat = carry_out(play, card);
    if card.op != Op::Monster {
        play.sea.trap_discards.push(code);
    }
    afloat
}

/// What a card does at once, or which question it asks; whether the ship is still afloat. A monster
/// stays where it was drawn, the Central Isle or a port too (R19).
fn carry_out(play: &mut Play<'_>, card: &Card) -> bool {
    let seat = play.active();
    match card.op {
        Op::Gain => gain(play, card),
        Op::GainAny => {
            let left = card.number().min(play.sea.bank(play.tables).total());
            if left > 0 {
                play.phase = Phase::Free { left, from: None };
            }
        }
        Op::Hull => return change(play, card, Part::Hull),
        Op::Crew => return change(play, card, Part::Crew),
        Op::HullThenGain => {
            if !change(play, card, Part::Hull) {
                return false;
            }
            gain(play, card);
        }
        Op::ExtraMove => {
            if play.turn.still {
                idle(play, Idleness::Still);
            }
            play.phase = Phase::Extra;
        }
        Op::Drift => return drift(play),
        Op::LoseMove => {
            play.sea.ship_mut(seat).becalmed = true;
            play.announce(Event::Doldrums { seat });
        }
        Op::Monster => {
            let hex = play.sea.ship(seat).hex;
            let (monster, name) = (card.code, card.name.clone());
            play.sea.monsters.push(Monster { card: monster, hex });
            play.announce(Event::Rose {
                seat,
                monster,
                name,
                hex,
            });
            return fight::monster(play, monster);
        }
        Op::Duel => return duel(play, card),
        Op::Steal => {
            if play.sea.victims(seat).is_empty() {
                idle(play, Idleness::Nobody);
            } else {
                play.phase = Phase::Press {
                    blocks: card.number(),
                }
            }
        }
        Op::Trap | Op::Keep => unreachable!("these are seen to before"),
    }
    true
}

/// Blocks from the bank, as far as it has them (R22).
fn gain(play: &mut Play<'_>, card: &Card) {
    let seat = play.active();
    let gain = card.gain.at_most(&play.sea.bank(play.tables));
    play.sea.ship_mut(seat).blocks += gain;
    play.announce(Event::Gained {
        seat,
        what: gain.words(),
    });
}

/// Hull or crew lost or made good (R23); whether the ship is still afloat.
fn change(play: &mut Play<'_>, card: &Card, part: Part) -> bool {
    let seat = play.active();
    if card.n < 0 {
        return fight::lose(play, (seat, None), (part, card.number()));
    }
    let full = full(play.tables, part);
    let has = play.state.sea.ship_mut(seat).part_mut(part);
    let left = (*has + card.number()).min(full);
    if std::mem::replace(has, left) == left {
        idle(play, Idleness::Full);
    } else {
        play.announce(Event::Mended { seat, part, left });
    }
    true
}

/// The card changes nothing.
fn idle(play: &mut Play<'_>, why: Idleness) {
    let seat = play.active();
    play.announce(Event::Idle { seat, why });
}

fn full(tables: &Tables, part: Part) -> u32 {
    match part {
        Part::Hull => tables.stats.hull,
        Part::Crew => tables.stats.crew,
    }
}

/// A current: one hex the way of the die, unless that is closed (R38).
fn drift(play: &mut Play<'_>) -> bool {
    let seat = play.active();
    let die = play.die(Bowl::Open, &format!("the current of {seat}"), 6);
    let way = play.tables.board.drift[(die - 1) as usize];
    let steps = play.sea.steps(&play.tables.board, seat);
    match steps.into_iter().find(|it| it.0 == way) {
        Some((_, hex)) => sail::enter(play, hex, Moved::Current),
        None => {
            play.announce(Event::Held { seat, way });
            true
        }
    }
}

/// A duel card: with pirates at once, with a rival once one is named (R20, R21).
fn duel(play: &mut Play<'_>, card: &Card) -> bool {
    let seat = play.active();
    let part = card.part.expect("the tables were checked");
    match card.versus {
        Some(Versus::Rival) if play.sea.duellists(seat).is_empty() => {
            idle(play, Idleness::NoRival);
            true
        }
        Some(Versus::Rival) => {
            play.phase = Phase::Rival { part };
            true
        }
        _ => fight::duel(play, None, part),
    }
}

/// A rival is named, and the duel fought.
pub fn rival(play: &mut Play<'_>, part: Part, choice: &Choice) {
    let Choice::Name { seat: rival } = choice else {
        unreachable!("a rival is named");
    };
    let afloat = fight::duel(play, Some(*rival), part);
    turn::go_on(play, afloat, Phase::Act);
}

/// A victim is named; blocks are taken one by one (R46).
pub fn press(state: &mut State, blocks: u32, choice: &Choice) {
    let Choice::Name { seat: victim } = choice else {
        unreachable!("a victim is named");
    };
    let left = blocks.min(state.sea.ship(*victim).blocks.total());
    state.phase = Phase::Free {
        left,
        from: Some(*victim),
    };
}

/// A block of the ship's choice is taken.
pub fn take(play: &mut Play<'_>, (left, from): (u32, Option<Seat>), choice: &Choice) {
    let (Choice::Take { resource }, seat) = (choice, play.active()) else {
        unreachable!("a block is taken");
    };
    let resource = *resource;
    if let Some(victim) = from {
        play.sea.ship_mut(victim).blocks.take(resource, 1);
    }
    *play.sea.ship_mut(seat).blocks.slot(resource) += 1;
    play.announce(match from {
        Some(from) => Event::Stole {
            seat,
            from,
            resource,
        },
        None => Event::Took { seat, resource },
    });
    play.phase = match left {
        0..=1 => Phase::Act,
        _ => Phase::Free {
            left: left - 1,
            from,
        },
    };
}
