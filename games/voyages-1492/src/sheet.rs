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
            "your turn in round {} is over; write orders for your next one below TURN {next}",
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
        said.push("your ship must move: it goes away from the nearest armed ship");
    }
    if !any(|it| matches!(it, Order::Extra { .. })) {
        said.push(
            "a Fair Wind also carries your ship one hex further towards the goal of its MOVE \
             TOWARD, if it has one",
        );
    }
    if !any(|it| matches!(it, Order::Any { .. })) {
        said.push(
            "when a card lets you choose blocks, you get what your next purchase still needs, \
             or gold",
        );
    }
    said.into_iter().map(str::to_owned).collect()
}
