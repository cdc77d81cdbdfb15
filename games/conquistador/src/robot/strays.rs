//! Expeditions that did not come home: whoever is aboard is put ashore, and the ships come home
//! if they are worth their Bounds.

use super::super::ids::{At, Label};
use super::super::map::ways::nearest_by_sea;
use super::super::men::Hull;
use super::super::orders::Ware;
use super::super::state::Expedition;
use super::fleet::price;
use super::mind::Mind;
use super::outfit::Outfit;
use super::pacific;
use packetboat_kit::hex::Hex;

/// Brings them home.
pub(super) fn recall(mind: &Mind<'_>, outfit: &mut Outfit) {
    for (label, expedition) in &mind.own().expeditions {
        if pacific::sail_on(mind, outfit, *label, expedition) {
            continue;
        }
        if let At::Hex(hex) = expedition.at {
            bring(mind, outfit, *label, expedition, hex);
        }
    }
}

fn bring(mind: &Mind<'_>, outfit: &mut Outfit, label: Label, it: &Expedition, hex: Hex) {
    let map = mind.map();
    let men = it.men().total() > 0;
    let coast = |it: Hex| map.is_coast(it) && (!men || !mind.taken(it));
    // Men go ashore at the nearest free coast; from up-river no crossing starts.
    let Some(shore) = nearest_by_sea(map, hex, &coast, it.only_caravels()) else {
        return;
    };
    let Some(bounds) = map.bounds(shore) else {
        return;
    };
    let ships = it.fleet();
    let each = Hull::ALL.map(|hull| ships.get(hull) * mind.tables().units.ship(hull).bound);
    let detour = u32::from(shore != hex || men);
    let cost = i64::from((bounds + detour) * each.iter().sum::<u32>() * mind.graft);
    let hulls = Hull::ALL.map(|hull| i64::from(ships.get(hull)) * price(mind, Ware::from(hull)));
    let marks = it
        .marks
        .iter()
        .map(|id| i64::from(mind.tables().discovery(*id).vp) / 2);
    let cargo = i64::from(it.gold()) + marks.sum::<i64>() + i64::from(it.men().total() * 5);
    let ships_worth = if mind.left > 1 { hulls.iter().sum() } else { 0 };
    if cost > outfit.purse || cost > cargo + ships_worth {
        return;
    }
    outfit.purse -= cost;
    let from = mind.name(hex);
    if shore == hex && !men {
        outfit.order(format!("EXPEDITION {label} FROM {from} SHIPS all HOME"));
        return;
    }
    outfit.order(format!(
        "EXPEDITION {label} FROM {from} SHIPS all RETURN HOME"
    ));
    if shore != hex {
        outfit.order(format!("HEMI {label} TO {}", mind.name(shore)));
    }
}
