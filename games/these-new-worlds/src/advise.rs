//! What is worth knowing of the lines of a seat, besides what the engine finds out itself.
//!
//! Whether a card can be played depends on the pile when its line is reached, which nobody knows
//! before: of a line only what it names and the seat does not hold is said, and which price of a
//! dome its whole hand would not pay.

use super::data::{Action, Tables, Tally};
use super::orders::{Order, Pay, Pick, TheseNewWorlds};
use super::reckon::Pair;
use super::refusal::{Refusal, missing};
use super::view::View;
use packetboat_core::prelude::*;

/// All that is worth knowing, line by line.
pub fn advise(game: &TheseNewWorlds, view: &View, lines: &[&TableLine<Order>]) -> Vec<Note> {
    let advice = Advice {
        inside: |order| match order {
            Order::Hold { until, .. } => until.as_ref(),
            _ => None,
        },
        remarks: &|view, line, order| {
            let said = remarks(&game.tables, view, line, order).into_iter();
            said.map(|it| (Weight::Doubt, Reason::of(&it))).collect()
        },
        ..Advice::on(SheetNo::whole(view.round), &game.tables, &game.facts, view)
    };
    advice.notes(lines)
}

fn remarks(tables: &Tables, view: &View, line: &TableLine<Order>, order: &Order) -> Vec<Refusal> {
    let here = line.sheet().is_some() && view.me.is_some();
    let (picks, colours) = match order {
        Order::Play { picks, colours } => (picks, colours),
        Order::Dome {
            pay: Pay::Pair { pair, .. },
        } if here && view.prize.is_some() => {
            return too_dear(tables, view, *pair).into_iter().collect();
        }
        Order::Hold { wild, .. } if here => {
            let wild = Pick::Card { card: *wild };
            return missing(view, &wild).into_iter().collect();
        }
        _ => return Vec::new(),
    };
    let named = picks.iter().filter(|_| here);
    let mut notes: Vec<Refusal> = named.filter_map(|it| missing(view, it)).collect();
    if !colours.is_empty() && !picks.iter().any(|it| it.is_wild(tables)) {
        notes.push(Refusal::NoEffect);
    }
    notes
}

/// The first price of a pair that is higher than the seat's tokens and all that its hand can give.
pub(super) fn too_dear(tables: &Tables, view: &View, pair: Pair) -> Option<Refusal> {
    // What a Raid finds depends on what the other player gains.
    let mut at = view.position(tables);
    at.theirs = Tally::of_each(tables.tokens_max);
    [pair.first, pair.second].into_iter().find_map(|colour| {
        let such = |it: &&Action| it.colour.is_none_or(|it| it == colour);
        let cards = view.cards(tables).filter(such);
        let gives: u32 = cards.map(|it| at.gives(it, Some(colour))).sum();
        let (most, price) = (at.tokens.get(colour) + gives, at.prices.get(colour));
        let dear = Refusal::TooDear {
            colour,
            most,
            price,
        };
        (most < price && !view.mine().dome).then_some(dear)
    })
}
