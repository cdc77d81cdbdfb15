//! What is in the order sheet between opener and closer (4.6).

use super::{data::Tables, state::Phase, view::View};
use packetboat_core::engine::language::SheetText;

/// What silence means.
pub fn order_sheet(tables: &Tables, view: &View, mut silence: Vec<String>) -> SheetText {
    if view.me.is_none() || view.phase == Phase::Over {
        return SheetText::default();
    }
    // What comes after every plan, as far as it speaks of the hand.
    let wild = tables.actions.iter().filter(|it| it.is_wild());
    let others = wild.filter(|it| !view.holds(it.code));
    let others: Vec<&str> = others.map(|it| it.code.as_str()).collect();
    silence.retain(|it| !it.split(' ').any(|word| others.contains(&word)));
    SheetText {
        silence,
        ..SheetText::default()
    }
}
