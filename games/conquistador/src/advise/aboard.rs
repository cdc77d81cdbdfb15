//! Who is still aboard when ships end the voyage out, and when they sail home: by SAIL, by RETURN,
//! or by default. Colonists are lost in Europe (Q22).

use super::super::ids::Label;
use super::super::orders::Order;
use super::super::reckon::landing;
use super::super::sea::plan::Voyage;
use super::super::sea::unordered;
use super::super::state::{Expedition, Stage};
use super::super::view::View;
use super::notes::{Line, Notes};
use packetboat_core::prelude::*;

/// Those who were to go ashore and will not, as things are. `there`: the expedition after all have
/// landed; `at`: its block.
pub(super) fn kept(
    view: &View,
    lines: &[&Line],
    label: Label,
    there: &Expedition,
    at: OrderRef,
    notes: &mut Notes,
) {
    let fights = |it: &Order| matches!(it, Order::Invade { label: whose, .. } if *whose == label);
    if view.open.stage > Stage::Hemispheric || orders(lines).any(fights) {
        return;
    }
    let (tables, open, me) = (&view.tables, &view.open, view.me());
    if let Some(why) = landing::kept_aboard(tables, open, &view.deals, me, there) {
        notes.add(at, format!("as things are, {why}"));
    }
}

/// A SAIL order that comes to nothing, and why: what its expedition does all the same.
pub(super) fn not_sailed(
    view: &View,
    lines: &[&Line],
    label: Label,
    there: &Expedition,
    (at, why): (OrderRef, String),
    notes: &mut Notes,
) {
    let mut others = lines.iter().filter(|it| it.at != at);
    let ordered = others.any(|it| it.branches.iter().any(|it| is_sail(&it.order, label)));
    if ordered {
        notes.add(at, why);
    } else if unordered(view, there) == Voyage::Stay {
        notes.add(at, format!("it stays where it is: {why}"));
    } else {
        notes.add(at, why);
        notes.add(
            at,
            "by default it sails home, unless another SAIL says otherwise",
        );
        lost(there, at, notes);
    }
}

/// Colonists whom the way home loses.
pub(super) fn lost(there: &Expedition, at: OrderRef, notes: &mut Notes) {
    if let Some(who) = landing::lost_in_europe(&there.men()) {
        notes.add(at, who);
    }
}

/// Whether it says where this expedition sails.
pub(super) fn is_sail(order: &Order, label: Label) -> bool {
    matches!(order, Order::Sail { label: whose, .. } if whose.is_none_or(|it| it == label))
}

fn orders<'a>(lines: &'a [&Line]) -> impl Iterator<Item = &'a Order> {
    lines.iter().flat_map(|it| &it.branches).map(|it| &it.order)
}
