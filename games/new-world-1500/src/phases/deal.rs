//! Cards are dealt, drawn, given up and shown (1.3, R26, R33, R36, R37).

use super::super::data::{Card, Tables};
use super::super::events::{Event, cards as listed, joined};
use super::super::state::{Phase, State};
use super::super::{choice::Choice, facts::Play};
use packetboat_core::prelude::*;
use packetboat_kit::supply::take;

/// Deals every player as many cards as their number, one a lap in seat order (R26).
pub fn deal(tables: &Tables, state: &mut State, cx: &mut Cx<'_, Event>) {
    cx.announce(Event::Deal { turn: state.turn });
    let order = state.world.order.iter();
    let limits: Vec<(Seat, u32)> = order.map(|it| (*it, state.limit(tables, *it))).collect();
    let mut dealt: BTreeMap<Seat, Vec<Card>> = BTreeMap::new();
    let laps = limits.iter().map(|it| it.1).max().unwrap_or(0);
    for lap in 0..laps {
        for (seat, _) in limits.iter().filter(|it| lap < it.1) {
            let card = draw(tables, state, *seat, cx);
            dealt.entry(*seat).or_default().extend(card);
        }
    }
    for (seat, _) in limits {
        let cards = listed(tables, dealt.get(&seat).map_or(&[], Vec::as_slice));
        cx.tell(Audience::one(seat), Event::Dealt { seat, cards });
    }
}

/// A player draws some cards, which are in hand at once (R33); they alone see which.
pub fn draw_some(play: &mut Play<'_>, seat: Seat, number: u32) {
    let mut drawn = Vec::new();
    for _ in 0..number {
        drawn.extend(draw(play.tables, play.state, seat, &mut play.cx));
    }
    let number = u32::try_from(drawn.len()).expect("few");
    let drew = Event::Drew {
        seat,
        number,
        cards: Some(listed(play.tables, &drawn)),
    };
    play.cx.announce_part(seat, drew);
}

/// One card by chance; where the pile is empty the discards are the new one.
fn draw(tables: &Tables, state: &mut State, seat: Seat, cx: &mut Cx<'_, Event>) -> Option<Card> {
    let used = state.in_use();
    let before = state.discards.len();
    let why = format!("a card of {seat}");
    let card = tables
        .supply
        .draw_again(&used, &mut state.discards, cx.dice, &why);
    if state.discards.len() < before {
        cx.announce(Event::Reshuffled);
    }
    state.hand_mut(seat).extend(card);
    card
}

/// Hands come down to their limits, all at once (R25).
pub fn discard(play: &mut Play<'_>, answers: &[Answer<Choice>]) {
    for answer in answers {
        let (seat, Choice::Discard { cards }) = (answer.seat, &answer.choice) else {
            continue;
        };
        for card in cards {
            if take(play.hand_mut(seat), card) {
                play.discards.push(*card);
            }
        }
        let cards = listed(play.tables, cards);
        play.announce(Event::Discarded { seat, cards });
    }
    play.prepared = true;
    play.phase = Phase::Begin;
}

/// Cards are shown (D10), to each player in their own part of the report.
pub fn show(play: &mut Play<'_>, answers: &[Answer<Choice>]) {
    for answer in answers {
        let (seat, Choice::Show { shows }) = (answer.seat, &answer.choice) else {
            continue;
        };
        for show in shows {
            let shown = Event::Shown {
                seat,
                cards: listed(play.tables, &show.cards),
                to: Some(joined(&show.to)),
            };
            let seen = show.to.iter().chain([&seat]).copied().collect();
            let audience = Audience::Only(seen);
            play.cx.tell_part(audience, [seat].into(), shown);
        }
    }
    let above = !play.prepared && !play.above(play.tables).is_empty();
    play.prepared |= !above;
    play.phase = if above { Phase::Discard } else { Phase::Begin };
}
