//! Cards are announced and carried out (1.4, 1.6).

use super::super::choice::Choice;
use super::super::data::{Answer, Card, Shape, Tables, Timing};
use super::super::deed::{Deed, Item, carry_out};
use super::super::events::{Event, changed, played};
use super::super::refusal::Refusal;
use super::super::state::{Phase, State};
use super::super::world::Isolation;
use super::deal;
use packetboat_core::prelude::*;
use packetboat_kit::supply::take;

/// A card is announced with all its targets (R40); others may answer it, but for Plague Ship (R21).
pub fn play(tables: &Tables, state: &mut State, choice: &Choice, cx: &mut Cx<'_, Event>) {
    let Choice::Play { card, deed, silent } = choice else {
        state.phase = Phase::Tally;
        return;
    };
    let (seat, card) = (state.active(), *card);
    state.moment.silent = state.moment.silent.max(*silent);
    cx.announce(played(&state.world, seat, card, deed));
    lay(state, seat, card, Some(deed.clone()), cx);
    state.phase = match deed.shape(tables, card) {
        Some(Shape::Plague) => Phase::Land,
        _ => Phase::Answer,
    };
}

/// A card goes from a hand to the table; everybody but its player may answer it, from that player's
/// left (R10). An answer is answered in the same way, by the player of the card below it too (R9).
pub fn lay(state: &mut State, seat: Seat, card: Card, deed: Option<Deed>, cx: &mut Cx<'_, Event>) {
    let hand = state.hands.get_mut(&seat).expect("every seat has a hand");
    take(hand, &card);
    let left = state.world.others(seat);
    let item = Item {
        seat,
        card: Some(card),
        deed,
        left,
    };
    let table = &mut state.moment.table;
    cx.begins(seat, item.name(table.len()));
    table.push(item);
}

/// Carries out the card on the table, without what an answer has taken from it; whether Revolt may
/// follow (R12).
pub fn carry(
    tables: &Tables,
    state: &mut State,
    answer: Option<(Answer, Seat)>,
    cx: &mut Cx<'_, Event>,
) -> bool {
    let item = state.moment.table[0].clone();
    let (seat, Some(card)) = (item.seat, item.card) else {
        return false;
    };
    state.moment.done.push(card);
    let Some(deed) = &item.deed else {
        state.moment.gripped |= tables.card(card).kind == Timing::Tally;
        return false;
    };
    match (answer, item.token(tables)) {
        (Some((Answer::Halt, by)), _) => {
            cx.announce(Event::Halted { seat: by });
            deal::draw_some(tables, state, by, tables.tracks.draws.embargo, cx);
            stopped(tables, state, true, cx);
        }
        (_, Some((whose, by))) => shift(tables, state, whose, by, cx),
        _ => {}
    }
    match (deed.shape(tables, card), deed.region, deed.whom) {
        (Some(Shape::Isolate), Some(region), _) => {
            let isolation = Isolation { region, seat, card };
            state.world.isolations.push(isolation);
            state.moment.table[0].card = None;
            cx.announce(Event::Isolated { seat, region });
        }
        (Some(Shape::Lift), Some(region), _) => {
            if let Some(gone) = state.world.lift(region, seat) {
                state.discards.push(gone.card);
                let seat = gone.seat;
                cx.announce(Event::Opened { seat, region });
            }
        }
        (Some(Shape::Player), _, Some(whom)) => {
            let vp = state.world.lose(whom, state.world.all_of(whom));
            let total = state.world.crown(whom).vp;
            let seat = whom;
            cx.announce(Event::Humbled { seat, vp, total });
        }
        _ => {}
    }
    let spared = answer.filter(|it| it.0 == Answer::Spare).map(|it| it.1);
    if let Some(seat) = spared {
        cx.announce(Event::Spared { seat });
    }
    let changes = carry_out(tables, &mut state.world, seat, &deed.hits, spared);
    for event in changed(seat, &changes) {
        cx.announce(event);
    }
    if spared.is_some() {
        stopped(tables, state, changes.is_empty(), cx);
    }
    let struck = changes.iter().filter(|it| it.strikes(seat)).count();
    let vp = u32::try_from(struck).expect("few") * tables.tracks.points.struck;
    if vp > 0 {
        let crown = state.world.crown_mut(seat);
        crown.vp += vp;
        let total = crown.vp;
        cx.announce(Event::Struck { seat, vp, total });
    }
    changes.iter().any(|it| it.stirs(state.ways.struggle_stirs))
}

/// The player of a card is notified that an answer has taken some of it, or all.
fn stopped(tables: &Tables, state: &State, wholly: bool, cx: &mut Cx<'_, Event>) {
    let [first, by, ..] = &state.moment.table[..] else {
        return;
    };
    let why = Refusal::by(tables, by, wholly);
    if wholly {
        cx.undone(first.seat, first.name(0), &why);
    } else {
        cx.ended_short(first.seat, first.name(0), &why);
    }
}

/// A token of Royal Support moves, as far as the track goes; no hand changes for it now (R46).
fn shift(tables: &Tables, state: &mut State, whose: Seat, by: i32, cx: &mut Cx<'_, Event>) {
    let before = state.limit(tables, whose);
    let by = state.world.move_token(tables, whose, by);
    cx.announce(Event::Moved {
        seat: whose,
        by,
        number: state.limit(tables, whose),
        before: Some(before),
    });
}
