//! What is worth knowing of the lines of a seat, besides what the engine finds out itself.

use super::data::{CardCode, Tables};
use super::orders::{Describes, Order, Pay, Pick, TheseNewWorlds};
use super::view::View;
use packetboat_core::engine::advice::{Advice, Line};
use packetboat_core::engine::note::Note;
use packetboat_core::lang::sheet::{Scope, SheetNo};

/// All that is worth knowing, line by line.
pub fn advise(game: &TheseNewWorlds, view: &View, lines: &[&Line<Order>]) -> Vec<Note> {
    let tables = &game.tables;
    let advice = Advice {
        facts: &game.facts,
        sheet: SheetNo::whole(view.round),
        inside: |it| match it {
            Order::Hold { until, .. } => until.as_ref(),
            _ => None,
        },
        remarks: &|line, order| remarks(tables, view, line, order),
        covers: &|first, then| covers(tables, first, then),
    };
    advice.notes(lines)
}

fn remarks(tables: &Tables, view: &View, line: &Line<Order>, order: &Order) -> Vec<String> {
    let Order::Play { picks, colours } = order else {
        return Vec::new();
    };
    let card = |it: &Pick| match it {
        Pick::Card { card } => Some(*card),
        _ => None,
    };
    let mut notes = Vec::new();
    if matches!(line.scope, Scope::Sheet { .. }) && view.me.is_some() {
        let missing = picks.iter().filter_map(card).filter(|it| !view.holds(*it));
        notes.extend(missing.map(|it| match view.seen(it) {
            true => format!("{it} has been played in this round"),
            false => format!("you do not hold {it} now"),
        }));
    }
    let mut cards = picks.iter().filter_map(card);
    if !colours.is_empty() && !cards.any(|it| tables.action(it).is_wild()) {
        notes.push("COLOUR has no effect here: only WC and WR take a colour".to_owned());
    }
    notes
}

fn covers(tables: &Tables, first: &Order, then: &Order) -> bool {
    match (first, then) {
        (Order::Play { picks: first, .. }, Order::Play { picks: then, .. }) => {
            let taken = |it: &Pick| first.iter().any(|by| takes(tables, *by, *it));
            then.iter().all(taken)
        }
        (Order::Dome { pay: first }, Order::Dome { pay: then }) => pay_covers(first, then),
        (Order::Hold { wild, .. }, Order::Hold { wild: other, .. }) => wild == other,
        (Order::Fallback { .. }, Order::Fallback { .. })
        | (Order::Prefer { .. }, Order::Prefer { .. }) => true,
        _ => false,
    }
}

/// Whether a line of silence never does anything behind this order of a seat's own.
pub fn overrules(tables: &Tables, own: &Order, silent: &Order) -> bool {
    match (own, silent) {
        (Order::Fallback { .. }, Order::Play { picks, .. }) => {
            picks.iter().all(|it| matches!(it, Pick::Word { .. }))
        }
        (Order::Hold { wild, until: None }, Order::Play { picks, .. }) => picks
            .iter()
            .all(|it| matches!(it, Pick::Card { card } if card == wild)),
        _ => covers(tables, own, silent),
    }
}

/// Whether whenever `then` can be played, `by` plays something before it.
fn takes(tables: &Tables, by: Pick, then: Pick) -> bool {
    use Describes::{Highest, Lowest, Reward};
    let wild = |card: CardCode| tables.action(card).is_wild();
    match (by, then) {
        (
            Pick::Word {
                word: Lowest | Highest | Reward,
            },
            then,
        ) => !matches!(then, Pick::Card { card } if wild(card)),
        (by, then) => by == then,
    }
}

fn pay_covers(first: &Pay, then: &Pay) -> bool {
    let in_time = |at_last: bool, last: bool| !at_last || last;
    match (first, then) {
        (Pay::Never {}, _) => true,
        (Pay::Cheapest { keep, last: false }, _) if keep.is_empty() => true,
        (Pay::Cheapest { keep, last: at }, Pay::Cheapest { keep: other, last }) => {
            in_time(*at, *last) && keep.iter().all(|it| other.contains(it))
        }
        (Pay::Cheapest { keep, last: at }, Pay::Pair { pair, last }) => {
            in_time(*at, *last) && !keep.iter().any(|it| pair.has(*it))
        }
        (Pay::Pair { pair, last: at }, Pay::Pair { pair: other, last }) => {
            in_time(*at, *last) && pair == other
        }
        _ => false,
    }
}
