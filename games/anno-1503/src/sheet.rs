//! What is in the order sheet between opener and closer (4.7).

use super::facts::Anno;
use super::orders::{Order, wishes};
use super::view::View;
use packetboat_core::engine::language::SheetText;

/// Live lines are what silence does in the seat's own turn.
pub fn order_sheet(game: &Anno, view: &View, own: &[&Order], silence: Vec<String>) -> SheetText {
    if view.me.is_none() || view.over {
        return SheetText::default();
    }
    let (policies, live): (Vec<String>, Vec<String>) =
        silence.into_iter().partition(|it| is_policy(it));
    let each = if view.ways.legs > 1 { "EACH " } else { "" };
    SheetText {
        lead: "where no wish of yours stands, the program plays:".to_owned(),
        live: live.into_iter().map(|it| format!("{each}{it}")).collect(),
        silence: policies.into_iter().chain(unsaid(own)).collect(),
        perhaps: perhaps(game, view, own),
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

/// A few orders that fit the position, each valid as it is written.
fn perhaps(game: &Anno, view: &View, own: &[&Order]) -> Vec<String> {
    let (tables, isle) = (&game.tables, view.own());
    let mut lines = Vec::new();
    let planned = own.iter().any(|it| wishes(it));
    if !view.hand.is_empty() && !planned {
        lines.push("SELL SPARE".to_owned());
    }
    let price = isle.price(tables);
    lines.push(format!("BUY tobacco IF GOLD AT LEAST {}", 2 * price));
    let known = view.chart.iter();
    let mut known = known.filter(|entry| {
        isle.can_use(tables, tables.home(isle.seat), entry.1.tile)
            .is_ok()
    });
    if let Some((cell, _)) = known.next()
        && let Some(ship) = isle.ships.first()
    {
        lines.push(format!("SAIL {}: LOOK {cell}", ship.number));
    }
    lines
}
