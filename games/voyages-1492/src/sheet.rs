//! What is in the order sheet between opener and closer (4.6).

use super::{orders::Order, view::View};
use packetboat_core::engine::language::SheetText;

/// What the program plays; a ship that has had its turn plans for the next.
pub fn order_sheet(view: &View, own: &[&Order], mut silence: Vec<String>) -> SheetText {
    if view.me.is_none() || view.over {
        return SheetText::default();
    }
    if view.is_past() {
        let next = view.round + 1;
        let lead = format!(
            "your turn of round {} is over; plan the next below TURN {next}",
            view.round
        );
        silence.retain(|it| it.starts_with("REACT"));
        return SheetText {
            lead,
            silence,
            ..SheetText::default()
        };
    }
    let moves = view.ways.must_move && !view.own().becalmed;
    if moves {
        silence.retain(|it| it != STAY);
    }
    SheetText {
        silence: silence.into_iter().chain(unsaid(view, own)).collect(),
        ..SheetText::default()
    }
}

/// What silence does with a move.
const STAY: &str = "MOVE STAY";

/// What silence does that no line can say, as far as these lines leave it to do (D1, D2, D4).
fn unsaid(view: &View, own: &[&Order]) -> Vec<String> {
    let any = |such: fn(&Order) -> bool| own.iter().any(|it| such(it));
    let mut said = Vec::new();
    if view.ways.must_move && !view.own().becalmed {
        said.push("it must move: away from the nearest armed ship");
    }
    if !any(|it| matches!(it, Order::Extra { .. })) {
        said.push("a Fair Wind carries your ship on to where MOVE TOWARD was bound for");
    }
    if !any(|it| matches!(it, Order::Any { .. })) {
        said.push("blocks of your choice go towards your first unfilled purchase, otherwise gold");
    }
    said.into_iter().map(str::to_owned).collect()
}
