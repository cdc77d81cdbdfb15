//! The line of Tordesillas: a word before a settlement on the wrong side of it costs points (2.6).

use super::super::council::tordesillas;
use super::super::ids::{At, Label};
use super::super::men::Kind;
use super::super::orders::{Block, Goal, Marchers, Order, Units};
use super::super::state::Expedition;
use super::super::view::View;
use super::blocks::{Fleets, block_of};
use super::landings;
use super::notes::{Line, Notes};
use packetboat_core::prelude::*;
use packetboat_kit::hex::Hex;

/// Colonists who land or march where they may not settle; `ahead`: expeditions after B2.
pub(super) fn note(
    view: &View,
    lines: &[&Line],
    fleets: &Fleets,
    ahead: &BTreeMap<Label, Expedition>,
    notes: &mut Notes,
) {
    for (label, expedition) in ahead {
        let it = &fleets[label];
        let block = block_of(lines, *label, it);
        if let (Some(at), Some(hex)) = (it.line, expedition.at.hex())
            && lands_colonists(view, *label, block, expedition)
        {
            warn(view, at, hex, notes);
        }
    }
    for line in lines {
        for branch in &line.branches {
            let hex = match &branch.order {
                Order::Debark { label, .. } => ahead.get(label).and_then(settled_on_the_way),
                Order::Move(march) => match (&march.who, &march.goal) {
                    (
                        Marchers::Units {
                            units,
                            from: At::Hex(from),
                        },
                        Some(Goal::To { place: At::Hex(to) }),
                    ) if has_colonists(units, view.open.men(*from, view.me()).colonists) => {
                        Some(*to)
                    }
                    _ => None,
                },
                _ => None,
            };
            if let Some(hex) = hex {
                warn(view, line.at, hex, notes);
            }
        }
    }
}

/// Where an expedition has put Colonists ashore before its last place.
fn settled_on_the_way(it: &Expedition) -> Option<Hex> {
    let mut landed = it.ships.iter().flat_map(|it| &it.landed);
    landed.find(|it| it.men.colonists > 0).map(|it| it.hex)
}

fn has_colonists(units: &Units, there: u32) -> bool {
    let named = units.men.iter().any(|it| it.kind == Kind::Colonist);
    there > 0 && (units.all || named)
}

fn lands_colonists(
    view: &View,
    label: Label,
    block: Option<&Block>,
    expedition: &Expedition,
) -> bool {
    let (home, _) = landings::homebound(view, label, block, expedition);
    home.men().colonists < expedition.men().colonists
}

fn warn(view: &View, at: OrderRef, hex: Hex, notes: &mut Notes) {
    let Some(area) = view.tables.map.area(hex) else {
        return;
    };
    let me = view.me();
    if tordesillas::wrong_side(view, me, area) && view.open.men(hex, me).colonists == 0 {
        let vp = view.tables.ret.tordesillas_settlement_vp;
        let last = view.tables.ret.tordesillas_last;
        let name = view.tables.map.name_of(hex);
        let text = format!(
            "the line of Tordesillas: a settlement of yours at {name} costs {vp} VP each turn, \
             until turn {last}"
        );
        notes.add(at, text);
    }
}
