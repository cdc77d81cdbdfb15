//! Cards are announced and carried out (1.4, 1.6).

use super::super::data::{Answer, Card, Shape, Timing};
use super::super::deed::{Deed, Item, carry_out};
use super::super::events::{Event, changed, played};
use super::super::{choice::Choice, facts::Play, refusal::Refusal, state::Phase, world::Isolation};
use super::deal;
use packetboat_core::prelude::*;
use packetboat_kit::{supply::take, words::few};

/// A card is announced with all its targets (R40); others may answer it, but for Plague Ship (R21).
pub fn play(play: &mut Play<'_>, choice: &Choice) {
    let Choice::Play { card, deed, silent } = choice else {
        play.phase = Phase::Tally;
        return;
    };
    let (seat, card) = (play.active(), *card);
    play.moment.silent = play.moment.silent.max(*silent);
    play.announce(played(&play.world, seat, card, deed));
    lay(play, seat, card, Some(deed.clone()));
    play.phase = match deed.shape(play.tables, card) {
        Some(Shape::Plague) => Phase::Land,
        _ => Phase::Answer,
    };
}

/// A card goes from a hand to the table; everybody but its player may answer it, from that player's
/// left (R10). An answer is answered in the same way, by the player of the card below it too (R9).
pub fn lay(play: &mut Play<'_>, seat: Seat, card: Card, deed: Option<Deed>) {
    take(play.hand_mut(seat), &card);
    let item = Item {
        left: play.world.others(seat),
        ..Item::laid(seat, card, deed)
    };
    let table = &mut play.state.moment.table;
    play.cx.begins(seat, item.name(table.len()));
    table.push(item);
}

/// Carries out the card on the table, without what an answer has taken from it; whether Revolt may
/// follow (R12).
pub fn carry(play: &mut Play<'_>, answer: Option<(Answer, Seat)>) -> bool {
    let item = play.moment.table[0].clone();
    let (seat, Some(card)) = (item.seat, item.card) else {
        return false;
    };
    play.moment.done.push(card);
    let Some(deed) = &item.deed else {
        play.moment.gripped |= play.tables.card(card).kind == Timing::Tally;
        return false;
    };
    match (answer, item.token(play.tables)) {
        (Some((Answer::Halt, by)), _) => {
            play.announce(Event::Halted { seat: by });
            deal::draw_some(play, by, play.tables.tracks.draws.embargo);
            stopped(play, true);
        }
        (_, Some((whose, by))) => shift(play, whose, by),
        _ => {}
    }
    match (deed.shape(play.tables, card), deed.region, deed.whom) {
        (Some(Shape::Isolate), Some(region), _) => {
            let isolation = Isolation { region, seat, card };
            play.world.isolations.push(isolation);
            play.moment.table[0].card = None;
            play.announce(Event::Isolated { seat, region });
        }
        (Some(Shape::Lift), Some(region), _) => {
            if let Some(gone) = play.world.lift(region, seat) {
                play.discards.push(gone.card);
                let seat = gone.seat;
                play.announce(Event::Opened { seat, region });
            }
        }
        (Some(Shape::Player), _, Some(whom)) => {
            let vp = play.state.world.lose(whom, play.state.world.all_of(whom));
            let total = play.world.crown(whom).vp;
            let seat = whom;
            play.announce(Event::Humbled { seat, vp, total });
        }
        _ => {}
    }
    let spared = answer.filter(|it| it.0 == Answer::Spare).map(|it| it.1);
    if let Some(seat) = spared {
        play.announce(Event::Spared { seat });
    }
    let changes = carry_out(play.tables, &mut play.world, seat, &deed.hits, spared);
    for event in changed(seat, &changes) {
        play.announce(event);
    }
    if spared.is_some() {
        stopped(play, changes.is_empty());
    }
    let struck = few(changes.iter().filter(|it| it.strikes(seat)));
    let vp = struck * play.tables.tracks.points.struck;
    if vp > 0 {
        let crown = play.world.crown_mut(seat);
        crown.vp += vp;
        let total = crown.vp;
        play.announce(Event::Struck { seat, vp, total });
    }
    changes.iter().any(|it| it.stirs(play.ways.struggle_stirs))
}

/// The player of a card is notified that an answer has taken some of it, or all.
fn stopped(play: &mut Play<'_>, wholly: bool) {
    let [first, by, ..] = &play.moment.table[..] else {
        return;
    };
    let why = Refusal::by(play.tables, by, wholly);
    if wholly {
        play.cx.undone(first.seat, first.name(0), &why);
    } else {
        play.cx.ended_short(first.seat, first.name(0), &why);
    }
}

/// A token of Royal Support moves, as far as the track goes; no hand changes for it now (R46).
fn shift(play: &mut Play<'_>, whose: Seat, by: i32) {
    let before = play.limit(play.tables, whose);
    let by = play.state.world.move_token(play.tables, whose, by);
    play.announce(Event::Moved {
        seat: whose,
        by,
        number: play.limit(play.tables, whose),
        before: Some(before),
    });
}
