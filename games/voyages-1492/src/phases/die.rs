//! The die and the four decks: what each card does (2.3).

use super::super::choice::Choice;
use super::super::data::{Card, CardCode, Deck, Kept, Op, Part, Tables, Versus};
use super::super::events::{Event, Idleness, Moved, Source};
use super::super::state::{Monster, Phase, State};
use super::{fight, sail, turn};
use packetboat_core::prelude::*;

/// The ship rolls, draws, and carries out the card. Attacks and purchases follow (R4).
pub fn roll(tables: &Tables, state: &mut State, cx: &mut Cx<'_, Event>) {
    let seat = state.active();
    let die = cx.dice.one(Bowl::Open, &format!("the die of {seat}"), 6);
    let deck = tables.stats.faces[(die - 1) as usize];
    let supply = tables.supply(deck);
    let why = format!("a {deck} card for {seat}");
    let drawn = supply.draw_again([], state.sea.discards_mut(deck), cx.dice, &why);
    let card = tables.card(drawn.expect("a deck of cards that all come back"));
    cx.announce(Event::Drew {
        seat,
        die,
        deck,
        card: card.code,
        name: card.name.clone(),
    });
    state.phase = Phase::Act;
    let afloat = match card.op {
        Op::Trap => trap(tables, state, cx),
        _ => carry_out(tables, state, card, cx),
    };
    state.sea.discards_mut(deck).push(card.code);
    let phase = state.phase.clone();
    turn::go_on(state, afloat, phase, cx);
}

/// A trap card: kept, laid open, or carried out. Whether the ship is still afloat. It is drawn
/// wherever the ship is (R30), and a hand of shots grows without limit (D13).
fn trap(tables: &Tables, state: &mut State, cx: &mut Cx<'_, Event>) -> bool {
    let seat = state.active();
    let held: Vec<CardCode> = state.traps_out().copied().collect();
    let supply = tables.supply(Deck::Trap);
    let why = format!("a trap card for {seat}");
    let drawn = supply.draw_again(&held, &mut state.sea.trap_discards, cx.dice, &why);
    let Some(card) = drawn.map(|it| tables.card(it)) else {
        cx.announce(Event::NoTrap { seat });
        return true;
    };
    let (code, name) = (card.code, card.name.clone());
    match card.kept {
        Some(Kept::Shot) => {
            state
                .hands
                .get_mut(&seat)
                .expect("every ship has a hand")
                .push(code);
            state.turn.locked.push(code);
            let kept = Event::Kept {
                seat,
                card: Some(code),
                name: Some(name),
            };
            cx.tell_part(Audience::All, [seat].into(), kept);
            return true;
        }
        Some(Kept::Collectible) => {
            cx.announce(Event::Trap {
                seat,
                card: code,
                name,
                collectible: true,
            });
            let ship = state.sea.ship_mut(seat);
            let before = ship.collects(tables);
            ship.collectibles.push(code);
            if !before && ship.collects(tables) {
                turn::point(tables, state, seat, Source::Collectibles, cx);
            }
            return true;
        }
        None => cx.announce(Event::Trap {
            seat,
            card: code,
            name,
            collectible: false,
        }),
    }
    let afloat = carry_out(tables, state, card, cx);
    if card.op != Op::Monster {
        state.sea.trap_discards.push(code);
    }
    afloat
}

/// What a card does at once, or which question it asks; whether the ship is still afloat. A monster
/// stays where it was drawn, the Central Isle or a port too (R19).
fn carry_out(tables: &Tables, state: &mut State, card: &Card, cx: &mut Cx<'_, Event>) -> bool {
    let seat = state.active();
    match card.op {
        Op::Gain => gain(tables, state, card, cx),
        Op::GainAny => {
            let left = card.number().min(state.sea.bank(tables).total());
            if left > 0 {
                state.phase = Phase::Free { left, from: None };
            }
        }
        Op::Hull => return change(tables, state, card, Part::Hull, cx),
        Op::Crew => return change(tables, state, card, Part::Crew, cx),
        Op::HullThenGain => {
            if !change(tables, state, card, Part::Hull, cx) {
                return false;
            }
            gain(tables, state, card, cx);
        }
        Op::ExtraMove => {
            if state.turn.still {
                cx.announce(Event::Idle {
                    seat,
                    why: Idleness::Still,
                });
            }
            state.phase = Phase::Extra;
        }
        Op::Drift => return drift(tables, state, cx),
        Op::LoseMove => {
            state.sea.ship_mut(seat).becalmed = true;
            cx.announce(Event::Doldrums { seat });
        }
        Op::Monster => {
            let hex = state.sea.ship(seat).hex;
            let (monster, name) = (card.code, card.name.clone());
            state.sea.monsters.push(Monster { card: monster, hex });
            cx.announce(Event::Rose {
                seat,
                monster,
                name,
                hex,
            });
            return fight::monster(tables, state, monster, cx);
        }
        Op::Duel => return duel(tables, state, card, cx),
        Op::Steal => {
            if state.sea.victims(seat).is_empty() {
                cx.announce(Event::Idle {
                    seat,
                    why: Idleness::Nobody,
                });
            } else {
                state.phase = Phase::Press {
                    blocks: card.number(),
                }
            }
        }
        Op::Trap | Op::Keep => unreachable!("these are seen to before"),
    }
    true
}

/// Blocks from the bank, as far as it has them (R22).
fn gain(tables: &Tables, state: &mut State, card: &Card, cx: &mut Cx<'_, Event>) {
    let seat = state.active();
    let gain = card.gain.at_most(&state.sea.bank(tables));
    state.sea.ship_mut(seat).blocks += gain;
    cx.announce(Event::Gained {
        seat,
        what: gain.words(),
    });
}

/// Hull or crew lost or made good (R23); whether the ship is still afloat.
fn change(
    tables: &Tables,
    state: &mut State,
    card: &Card,
    part: Part,
    cx: &mut Cx<'_, Event>,
) -> bool {
    let seat = state.active();
    if card.n < 0 {
        return fight::lose(tables, state, (seat, None), (part, card.number()), cx);
    }
    let full = full(tables, part);
    let has = state.sea.ship_mut(seat).part_mut(part);
    let left = (*has + card.number()).min(full);
    if *has == left {
        cx.announce(Event::Idle {
            seat,
            why: Idleness::Full,
        });
    } else {
        cx.announce(Event::Mended { seat, part, left });
    }
    *has = left;
    true
}

fn full(tables: &Tables, part: Part) -> u32 {
    match part {
        Part::Hull => tables.stats.hull,
        Part::Crew => tables.stats.crew,
    }
}

/// A current: one hex the way of the die, unless that is closed (R38).
fn drift(tables: &Tables, state: &mut State, cx: &mut Cx<'_, Event>) -> bool {
    let seat = state.active();
    let die = cx
        .dice
        .one(Bowl::Open, &format!("the current of {seat}"), 6);
    let way = tables.board.drift[(die - 1) as usize];
    let steps = state.sea.steps(&tables.board, seat);
    match steps.into_iter().find(|it| it.0 == way) {
        Some((_, hex)) => sail::enter(tables, state, hex, Moved::Current, cx),
        None => {
            cx.announce(Event::Held { seat, way });
            true
        }
    }
}

/// A duel card: with pirates at once, with a rival once one is named (R20, R21).
fn duel(tables: &Tables, state: &mut State, card: &Card, cx: &mut Cx<'_, Event>) -> bool {
    let seat = state.active();
    let part = card.part.expect("the tables were checked");
    match card.versus {
        Some(Versus::Rival) if state.sea.duellists(seat).is_empty() => {
            cx.announce(Event::Idle {
                seat,
                why: Idleness::NoRival,
            });
            true
        }
        Some(Versus::Rival) => {
            state.phase = Phase::Rival { part };
            true
        }
        _ => fight::duel(tables, state, None, part, cx),
    }
}

/// A rival is named, and the duel fought.
pub fn rival(
    tables: &Tables,
    state: &mut State,
    part: Part,
    choice: &Choice,
    cx: &mut Cx<'_, Event>,
) {
    let Choice::Name { seat: rival } = choice else {
        unreachable!("a rival is named");
    };
    let afloat = fight::duel(tables, state, Some(*rival), part, cx);
    turn::go_on(state, afloat, Phase::Act, cx);
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
pub fn take(
    state: &mut State,
    (left, from): (u32, Option<Seat>),
    choice: &Choice,
    cx: &mut Cx<'_, Event>,
) {
    let (Choice::Take { resource }, seat) = (choice, state.active()) else {
        unreachable!("a block is taken");
    };
    let resource = *resource;
    if let Some(victim) = from {
        state.sea.ship_mut(victim).blocks.take(resource, 1);
    }
    *state.sea.ship_mut(seat).blocks.slot(resource) += 1;
    cx.announce(match from {
        Some(from) => Event::Stole {
            seat,
            from,
            resource,
        },
        None => Event::Took { seat, resource },
    });
    state.phase = match left {
        0..=1 => Phase::Act,
        _ => Phase::Free {
            left: left - 1,
            from,
        },
    };
}
