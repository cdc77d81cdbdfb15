//! Expeditions that did not come home: whoever is aboard goes ashore, and the ships come home, or
//! wait in a Port for gold.

use super::super::ids::{At, Label};
use super::super::state::Expedition;
use super::conquest;
use super::fleet::holds;
use super::gold;
use super::mind::Mind;
use super::outfit::Outfit;
use packetboat_kit::hex::Hex;

/// Brings them home.
pub(super) fn recall(mind: &Mind<'_>, outfit: &mut Outfit) {
    for (label, expedition) in &mind.own().expeditions {
        if let At::Hex(hex) = expedition.at
            && !waits(mind, expedition, hex)
        {
            bring(mind, outfit, *label, expedition, hex);
        }
    }
}

/// Whether ships wait for gold of a city that is besieged: they have still room for it.
fn waits(mind: &Mind<'_>, it: &Expedition, hex: Hex) -> bool {
    let room = holds(mind, it.fleet()) * mind.tables().units.ducats_per_point;
    let area = mind.map().area(hex);
    let hoped = area.is_some_and(|it| conquest::needs_port(mind, it));
    let men = it.men().total() > 0;
    mind.is_port(hex) && !men && hoped && gold::waiting(mind, hex) < room && mind.left > 2
}

fn bring(mind: &Mind<'_>, outfit: &mut Outfit, label: Label, it: &Expedition, hex: Hex) {
    // From up-river no crossing starts.
    let Some(bounds) = mind.map().bounds(hex) else {
        return;
    };
    let each = it.fleet().each();
    let each = each.map(|(hull, ships)| ships * mind.tables().units.ship(hull).bound);
    let cost = i64::from(bounds * each.sum::<u32>() * mind.graft);
    let useful = mind.left > 1 || it.gold() > 0 || !it.marks.is_empty();
    if useful && cost <= outfit.purse {
        outfit.purse -= cost;
        let from = mind.name(hex);
        let line = format!("EXPEDITION {label} FROM {from} SHIPS all RETURN HOME");
        outfit.order(line);
    }
}
