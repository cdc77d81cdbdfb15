//! Which expeditions will sail home in D1, as far as their power can tell in phase C: by their
//! SAIL line, their block's RETURN, or the default (7.1).

use crate::ids::{At, Label};
use crate::orders::{Course, Order, Return};
use crate::reckon::voyage;
use crate::state::Expedition;
use crate::view::View;
use packetboat_core::engine::decide::Lines;

/// By label.
pub(super) fn homeward(view: &View, lines: &Lines<'_, Order>) -> Vec<Label> {
    let expeditions = view.mine().expeditions.iter();
    let home = expeditions.filter(|(label, it)| sails_home(view, **label, it, lines));
    home.map(|(label, _)| *label).collect()
}

fn sails_home(
    view: &View,
    label: Label,
    expedition: &Expedition,
    lines: &Lines<'_, Order>,
) -> bool {
    if expedition.at == At::Europe {
        return false;
    }
    let ordered = lines.lines.iter().find_map(|line| match line.order {
        Order::Sail {
            label: whose, to, ..
        } if whose.is_none_or(|it| it == label) => Some(*to),
        _ => None,
    });
    match ordered {
        Some(Course::Home | Course::Circumnavigate) => return true,
        Some(Course::Stay | Course::Across { .. }) => return false,
        None => {}
    }
    let bounds = voyage::crossing_bounds(&view.tables, expedition.at, At::Europe);
    let affords = |bounds: u32| voyage::affords(expedition, expedition.sailed_b + bounds, None);
    let empty = expedition.men().is_empty();
    match expedition.returns {
        Some(Return::Stay) => false,
        Some(Return::Home) => bounds.is_ok_and(affords),
        None => (expedition.gold() > 0 || empty) && bounds.is_ok_and(affords),
    }
}
