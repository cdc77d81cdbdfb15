//! What is in the order sheet between opener and closer (4.7).

use super::{orders::Order, view::View};
use packetboat_core::engine::language::SheetText;

/// What a player must know of wishes that are played by default.
const LEAD: &str = "\
    if you give any order to place, develop, build, sell or sail, none of the defaults for these \
    is played";

/// What the program plays, wishes before policies.
pub fn order_sheet(view: &View, own: &[&Order], silence: Vec<String>) -> SheetText {
    if view.me.is_none() || view.over {
        return SheetText::default();
    }
    let (policies, wishes): (Vec<String>, Vec<String>) =
        silence.into_iter().partition(|it| is_policy(it));
    let lead = wishes.first().map_or("", |_| LEAD).to_owned();
    let each = if view.ways.legs > 1 { "EACH " } else { "" };
    let wishes = wishes.into_iter().map(|it| format!("{each}{it}"));
    SheetText {
        lead,
        silence: wishes.chain(policies).chain(unsaid(own)).collect(),
        ..SheetText::default()
    }
}

/// Whether a line of silence answers questions of any turn.
fn is_policy(line: &str) -> bool {
    ["PRODUCE", "TAKE"].iter().any(|it| line.starts_with(it))
}

/// What silence does that no line of it says, as far as these lines leave it to do.
fn unsaid(own: &[&Order]) -> Vec<String> {
    let any = |such: fn(&Order) -> bool| own.iter().any(|it| such(it));
    let mut said = Vec::new();
    if !any(|it| matches!(it, Order::Bridge { number, .. } if number.0 == 0)) {
        said.push("BRIDGE ALL AUTO");
    }
    if !any(|it| matches!(it, Order::Autosell { .. })) {
        said.push("AUTOSELL ON");
    }
    said.into_iter().map(str::to_owned).collect()
}
