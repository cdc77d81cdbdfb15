//! What is worth knowing of the lines of a seat, besides what the engine finds out itself.
//!
//! Whether a card can be played depends on the pile when its line is reached, which nobody knows
//! before: of a line only what it names and the seat does not hold is said.

use super::orders::{Order, Pick, TheseNewWorlds};
use super::refusal::{Refusal, missing};
use super::{data::Tables, view::View};
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
    let Order::Play { picks, colours } = order else {
        return Vec::new();
    };
    let mut notes = Vec::new();
    if line.sheet().is_some() && view.me.is_some() {
        notes.extend(picks.iter().filter_map(|it| missing(view, it)));
    }
    let wild = |it: &Pick| matches!(it, Pick::Card { card } if tables.action(*card).is_wild());
    if !colours.is_empty() && !picks.iter().any(wild) {
        notes.push(Refusal::NoEffect);
    }
    notes
}
