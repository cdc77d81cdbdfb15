//! What is worth knowing of the lines of a seat, besides what the engine finds out itself.

use super::data::Tables;
use super::orders::{Order, Pick, TheseNewWorlds};
use super::view::View;
use packetboat_core::engine::advice::{Advice, TableLine};
use packetboat_core::engine::note::{Note, Weight};
use packetboat_core::engine::reason::Reason;
use packetboat_core::lang::sheet::{Scope, SheetNo};

/// All that is worth knowing, line by line.
pub fn advise(game: &TheseNewWorlds, view: &View, lines: &[&TableLine<Order>]) -> Vec<Note> {
    let tables = &game.tables;
    let advice = Advice {
        tables,
        facts: &game.facts,
        view,
        sheet: SheetNo::whole(view.round),
        inside: |order| match order {
            Order::Hold { until, .. } => until.as_ref(),
            _ => None,
        },
        remarks: &|_, line, order| {
            let said = remarks(tables, view, line, order).into_iter();
            said.map(|it| (Weight::Doubt, Reason::of(&it))).collect()
        },
        trial: None,
    };
    advice.notes(lines)
}

fn remarks(tables: &Tables, view: &View, line: &TableLine<Order>, order: &Order) -> Vec<String> {
    let Order::Play { picks, colours } = order else {
        return Vec::new();
    };
    let card = |pick: &Pick| match pick {
        Pick::Card { card } => Some(*card),
        _ => None,
    };
    let mut notes = Vec::new();
    if matches!(line.scope, Scope::Sheet { .. }) && view.me.is_some() {
        let missing = picks.iter().filter_map(card).filter(|it| !view.holds(*it));
        notes.extend(missing.map(|code| {
            if view.seen(code) {
                format!("{code} has been played in this round")
            } else {
                format!("you do not hold {code} now")
            }
        }));
    }
    let mut cards = picks.iter().filter_map(card);
    if !colours.is_empty() && !cards.any(|it| tables.action(it).is_wild()) {
        notes.push("COLOUR has no effect here: only WC and WR take a colour".to_owned());
    }
    notes
}
