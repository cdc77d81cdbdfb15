//! Gold on its way: the Port to which it is carried, the ships that wait for it there or fetch it;
//! and expeditions that did not come home: whoever is aboard goes ashore, and the ships come home.

use super::super::ids::{At, Label};
use super::super::men::Men;
use super::super::reckon::shipping;
use super::super::state::Expedition;
use super::conquest;
use super::fleet::{Route, cheapest, holds};
use super::mind::{DUCAT, Mind};
use super::outfit::{Outfit, Venture};
use packetboat_kit::hex::Hex;

/// Ships are sent for gold alone when they cost at most this part of it, in hundredths.
const SHIPS_MAY_COST: i64 = 55;

/// Gold in an own Port that may be shipped from it.
pub(super) fn waiting(mind: &Mind<'_>, port: Hex) -> u32 {
    let ashore = mind.open().hexes.get(&port);
    let lots = ashore.into_iter().flat_map(|it| &it.gold);
    let lots = lots.filter(|it| it.owner == mind.me);
    let lots = lots.filter(|it| shipping::from_port(mind.tables(), it, port));
    lots.map(|it| it.ducats).sum()
}

/// Sends ships for gold that lies in Ports.
pub(super) fn fetch(mind: &Mind<'_>, outfit: &mut Outfit) {
    let stacks = mind.open().stacks_of(mind.me).map(|it| it.0);
    for port in stacks.filter(|it| mind.is_port(*it)) {
        if let Some(venture) = voyage(mind, outfit, port) {
            outfit.commit(mind, venture);
        }
    }
}

/// A voyage for the gold in a Port, if it pays.
fn voyage(mind: &Mind<'_>, outfit: &Outfit, port: Hex) -> Option<Venture> {
    let gold = waiting(mind, port).saturating_sub(outfit.fetched(port));
    if gold == 0 {
        return None;
    }
    let mut route = Route::to(mind, port);
    route.returns = true;
    let explorer = outfit.explorer(mind);
    let worth = i64::from(gold) * DUCAT;
    let load = gold.div_ceil(mind.tables().units.ducats_per_point);
    let fleet = cheapest(mind, outfit.idle, &route, load, worth, explorer.is_some())?;
    let cost = fleet.total(0) + worth * (fleet.out_loss + fleet.home_loss) / 100;
    let most = if mind.left > 2 { SHIPS_MAY_COST } else { 90 };
    if cost > worth * most / 100 || fleet.cash > outfit.purse {
        return None;
    }
    Some(Venture::new(fleet, route, Men::NONE, [explorer, None]))
}

/// Brings expeditions home.
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
    mind.is_port(hex) && !men && hoped && waiting(mind, hex) < room && mind.left > 2
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
