//! Windows: who answers what is on the table, and what results from it (1.5, 4.3).
//!
//! Each card on the table answers the one below. The slot of a card that was answered stays used,
//! even if the answer is cancelled (R35).

use super::super::choice::Choice;
use super::super::data::{Answer, Tables, Timing};
use super::super::deed::GRIP;
use super::super::events::Event;
use super::super::refusal::Refusal;
use super::super::state::{Phase, State};
use super::{deal, play, tally};
use packetboat_core::prelude::*;

/// The first of those who may answer has said whether they do. If so, the others are not asked any
/// more, and keep their cards (R50).
pub fn answer(tables: &Tables, state: &mut State, choice: &Choice, cx: &mut Cx<'_, Event>) {
    let table = &mut state.moment.table;
    let top = table.last_mut().expect("something lies on the table");
    let seat = top.left.remove(0);
    if let Choice::Answer { card } = choice {
        let (to, against) = (top.seat, top.card);
        if !top.left.is_empty() {
            state.phase = Phase::Missed;
        }
        cx.announce(Event::Answered {
            seat,
            card: *card,
            to,
            against,
        });
        play::lay(state, seat, *card, None, cx);
    }
    if state.phase == Phase::Answer {
        go_on(tables, state, cx);
    }
}

/// Anyone who would have answered too has been notified that they came too late (R50). The slot of
/// the card stays used, whatever becomes of the answer (R35).
pub fn missed(tables: &Tables, state: &mut State, cx: &mut Cx<'_, Event>) {
    let table = state.moment.table.iter_mut();
    table.rev().skip(1).for_each(|it| it.left.clear());
    state.phase = Phase::Answer;
    go_on(tables, state, cx);
}

fn go_on(tables: &Tables, state: &mut State, cx: &mut Cx<'_, Event>) {
    let top = state.moment.table.last();
    if top.is_none_or(|it| it.left.is_empty()) {
        close(tables, state, cx);
    }
}

/// Nobody answers any more: what is not cancelled takes its effect. A card that Fate has cancelled
/// does nothing at all (R8); Revolt may follow a card only if its slot is free (R35).
fn close(tables: &Tables, state: &mut State, cx: &mut Cx<'_, Event>) {
    let standing = standing(tables, state, cx);
    let tallies = state.moment.table[0].card.is_none() && state.moment.table[0].deed.is_none();
    if tallies {
        let plundered = standing.is_some_and(|it| it.0 == Answer::Plunder);
        if let (true, true, Some(by)) = (plundered, state.moment.gripped, state.moment.table.get(1))
        {
            cx.undone(state.active(), GRIP, &Refusal::by(tables, by, true));
        }
        clear(state);
        return tally::book(tables, state, plundered, cx);
    }
    if state.moment.after {
        if let Some((Answer::Stir, seat)) = standing {
            deal::draw_some(tables, state, seat, tables.tracks.draws.revolt, cx);
        }
    } else if standing.is_none_or(|it| it.0 != Answer::Cancel) {
        let before = state.world.colonies.clone();
        let stirred = play::carry(tables, state, standing, cx);
        if stirred && state.moment.table.len() == 1 {
            state.moment.after = true;
            state.moment.before = before;
            let left = state.world.others(state.moment.table[0].seat);
            state.moment.table[0].left = left;
            return;
        }
    }
    finish(tables, state, cx);
}

/// The answer to the lowest card that is not cancelled, with its player; cards that are cancelled
/// are reported. An answer that is itself cancelled cancels nothing (R9).
fn standing(tables: &Tables, state: &State, cx: &mut Cx<'_, Event>) -> Option<(Answer, Seat)> {
    let table = &state.moment.table;
    let answer = |at: usize| table[at].card.and_then(|it| tables.card(it).answer);
    let mut stands = true;
    for at in (1..table.len()).rev() {
        let cancels = stands && answer(at) == Some(Answer::Cancel);
        if let (true, Some(card)) = (cancels, table[at - 1].card) {
            let seat = table[at - 1].seat;
            cx.announce(Event::Cancelled { seat, card });
            let why = Refusal::by(tables, &table[at], true);
            cx.undone(seat, table[at - 1].name(at - 1), &why);
        }
        if at == 1 {
            break;
        }
        stands = !cancels;
    }
    let first = table.get(1)?;
    answer(1).filter(|_| stands).map(|it| (it, first.seat))
}

/// The card and its answers go to the discards (R36), and its player goes on.
pub fn finish(tables: &Tables, state: &mut State, cx: &mut Cx<'_, Event>) {
    let card = state.moment.table.first().and_then(|it| it.card);
    let gripping = card.is_some_and(|it| tables.card(it).kind == Timing::Tally)
        && state.moment.table[0].deed.is_none();
    let laid = state.moment.table.iter().enumerate();
    for (at, item) in laid.filter(|it| it.1.name(it.0) != GRIP) {
        cx.done(item.seat, item.name(at));
    }
    clear(state);
    if !gripping {
        state.phase = Phase::Play;
    } else if state.moment.gripped {
        tally::open(tables, state, cx);
    } else {
        state.phase = Phase::Tally;
    }
}

fn clear(state: &mut State) {
    let cards = state.moment.table.drain(..).filter_map(|it| it.card);
    state.discards.extend(cards);
    state.moment.after = false;
    state.moment.before.clear();
}
