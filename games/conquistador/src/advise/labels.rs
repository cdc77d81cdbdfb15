//! Labels that nothing bears, or that two things of one sheet would bear (Q66).

use super::super::ids::Label;
use super::super::orders::{Marchers, Order};
use super::super::view::View;
use super::notes::{Line, Notes};
use packetboat_core::prelude::*;

/// Two blocks, or two parties, of one label; lines about an expedition or party that is not
/// there, and that no line makes.
pub(super) fn note(view: &View, lines: &[&Line], notes: &mut Notes) {
    let mut made: BTreeMap<(bool, Label), u32> = BTreeMap::new();
    for line in lines {
        for order in line.branches.iter().map(|it| &it.order) {
            let Some((party, label)) = makes(order) else {
                continue;
            };
            let first = made.entry((party, label)).or_insert(line.at.line);
            if *first != line.at.line {
                let text =
                    format!("{label} is named in line {first} already: one label, one thing");
                notes.add(line.at, text);
            } else if made.contains_key(&(!party, label)) {
                let text = format!("{label} would name an expedition and a party");
                notes.add(line.at, text);
            }
        }
    }
    let own = view.mine();
    let mut fleets: BTreeSet<Label> = own.expeditions.keys().copied().into_set();
    let mut parties: BTreeSet<Label> = own.parties.keys().copied().into_set();
    for (party, label) in made.keys() {
        if *party {
            parties.insert(*label);
        } else {
            fleets.insert(*label);
        };
    }
    for line in lines {
        for order in line.branches.iter().map(|it| &it.order) {
            if let Some(label) = fleet(order).filter(|it| !fleets.contains(it)) {
                let text = format!(
                    "there is no expedition {label}, and no order that was understood makes one"
                );
                notes.add(line.at, text);
            }
            if let Some(label) = party(order).filter(|it| !parties.contains(it)) {
                notes.add(
                    line.at,
                    format!(
                        "there is no party {label}, and no order that was understood makes \
                        one"
                    ),
                );
            }
        }
    }
}

fn makes(order: &Order) -> Option<(bool, Label)> {
    match order {
        Order::Expedition(block) => Some((false, block.label)),
        Order::Party { label, .. } => Some((true, *label)),
        _ => None,
    }
}

/// The expedition an order is about.
pub(super) fn fleet(order: &Order) -> Option<Label> {
    match order {
        Order::Embark { label, .. }
        | Order::Debark { label, .. }
        | Order::DebarkGold { label, .. }
        | Order::Hemi { label, .. }
        | Order::Attack { label, .. }
        | Order::Invade { label, .. }
        | Order::Stow { label, .. } => Some(*label),
        Order::Stance { label, .. } | Order::Sail { label, .. } => *label,
        Order::Move(march) => march.aboard,
        _ => None,
    }
}

fn party(order: &Order) -> Option<Label> {
    match order {
        Order::Move(march) => match march.who {
            Marchers::Party { label } => Some(label),
            Marchers::Units { .. } => None,
        },
        _ => None,
    }
}
