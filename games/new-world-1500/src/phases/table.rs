//! Windows: who answers what is on the table, and what results from it (1.5, 4.3).
//!
//! Each card on the table answers the one below. The slot of a card that was answered stays used,
//! even if the answer is cancelled (R35).

use super::super::data::{Answer, Timing};
use super::super::deed::{GRIP, Item};
use super::super::refusal::{Answered, Refusal};
use super::super::state::Phase;
use super::super::{choice::Choice, events::Event, facts::Play};
use super::{deal, play, tally};
use packetboat_core::prelude::*;

/// The first of those who may answer has said whether they do. If so, the others are not asked any
/// more, and keep their cards (R50).
pub fn answer(play: &mut Play<'_>, choice: &Choice) {
    let table = &mut play.moment.table;
    let top = table.last_mut().expect("something lies on the table");
    let seat = top.left.remove(0);
    if let Choice::Answer { card } = *choice {
        let (to, against) = (top.seat, top.card);
        if !top.left.is_empty() {
            play.phase = Phase::Missed;
        }
        play.announce(Event::Answered {
            seat,
            card,
            to,
            against,
        });
        play.spent
            .push((seat, Refusal::Spent { card, to, against }));
        play::lay(play, seat, card, None);
    }
    if play.phase == Phase::Answer {
        go_on(play);
    }
}

/// Anyone who would have answered too has been notified that they came too late (R50). The slot of
/// the card stays used, whatever becomes of the answer (R35).
pub fn missed(play: &mut Play<'_>) {
    let table = play.moment.table.iter_mut();
    table.rev().skip(1).for_each(|it| it.left.clear());
    play.phase = Phase::Answer;
    go_on(play);
}

fn go_on(play: &mut Play<'_>) {
    let top = play.moment.table.last();
    if top.is_none_or(|it| it.left.is_empty()) {
        close(play);
    }
}

/// Nobody answers any more: what is not cancelled takes its effect. A card that Fate has cancelled
/// does nothing at all (R8); Revolt may follow a card only if its slot is free (R35).
fn close(play: &mut Play<'_>) {
    let standing = standing(play);
    let tallies = play.moment.table[0].card.is_none() && play.moment.table[0].deed.is_none();
    if tallies {
        let plundered = standing.is_some_and(|it| it.0 == Answer::Plunder);
        if let (true, true, Some(by)) = (plundered, play.moment.gripped, play.moment.table.get(1)) {
            play.cx
                .undone(play.active(), GRIP, &Refusal::by(play.tables, by, true));
        }
        clear(play);
        return tally::book(play, plundered);
    }
    if play.moment.after {
        if let Some((Answer::Stir, seat)) = standing {
            deal::draw_some(play, seat, play.tables.tracks.draws.revolt);
        }
    } else if standing.is_none_or(|it| it.0 != Answer::Cancel) {
        let before = play.world.colonies.clone();
        let stirred = play::carry(play, standing);
        if stirred && play.moment.table.len() == 1 {
            play.moment.after = true;
            play.moment.before = before;
            let left = play.world.others(play.moment.table[0].seat);
            play.moment.table[0].left = left;
            return;
        }
    }
    finish(play);
}

/// The answer to the lowest card that is not cancelled, with its player; cards that are cancelled
/// are reported. An answer that is itself cancelled cancels nothing (R9).
fn standing(play: &mut Play<'_>) -> Option<(Answer, Seat)> {
    let table = &play.state.moment.table;
    let answer = |at: usize| table[at].card.and_then(|it| play.tables.card(it).answer);
    let mut stands = true;
    for at in (1..table.len()).rev() {
        let cancels = stands && answer(at) == Some(Answer::Cancel);
        if let (true, Some(card)) = (cancels, table[at - 1].card) {
            let seat = table[at - 1].seat;
            play.cx.announce(Event::Cancelled { seat, card });
            let why = Refusal::by(play.tables, &table[at], true);
            play.cx.undone(seat, table[at - 1].name(at - 1), &why);
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
pub fn finish(play: &mut Play<'_>) {
    let card = play.moment.table.first().and_then(|it| it.card);
    let gripping = card.is_some_and(|it| play.tables.card(it).kind == Timing::Tally)
        && play.moment.table[0].deed.is_none();
    clear(play);
    if !gripping {
        play.phase = Phase::Play;
    } else if play.moment.gripped {
        tally::open(play);
    } else {
        play.phase = Phase::Tally;
    }
}

/// What has not come to nothing has done what its line says; of Iron Grip the tally tells.
fn clear(play: &mut Play<'_>) {
    let state = &mut *play.state;
    let mut below: Option<Item> = None;
    for (at, item) in state.moment.table.drain(..).enumerate() {
        let (seat, name) = (item.seat, item.name(at));
        match below.and_then(|it| Answered::by(play.tables, &item, &it)) {
            Some(did) => play.cx.did(seat, name, &did),
            None if name == GRIP => {}
            None => play.cx.done(seat, name),
        }
        state.discards.extend(item.card);
        below = Some(item);
    }
    state.moment.after = false;
    state.moment.before.clear();
}
