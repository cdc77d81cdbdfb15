//! Gold on its way: the Port to which it is carried, and the ships that fetch it there.

use super::super::men::Men;
use super::super::reckon::shipping;
use super::fleet::{Route, cheapest};
use super::mind::{DUCAT, Mind};
use super::outfit::{Outfit, Venture};
use packetboat_kit::hex::Hex;

/// Ships are sent for gold alone when they cost at most this part of it, in hundredths.
const SHIPS_MAY_COST: i64 = 55;

/// The coast hex of its Area to which Soldiers bring gold from a hex in a turn: an own Port before
/// others, the Atlantic before the Pacific, the nearest.
pub(super) fn port_for(mind: &Mind<'_>, from: Hex) -> Option<Hex> {
    let map = mind.map();
    if map.is_coast(from) {
        return Some(from);
    }
    let far = mind.by_land(from, mind.paces().0);
    let coasts = map.hexes_of(map.area(from)?).iter();
    let coasts = coasts.filter(|it| map.is_coast(**it));
    let near = coasts.filter_map(|it| Some((far.to(*it)?, *it)));
    near.min_by_key(|(cost, hex)| {
        let rank = (!mind.is_port(*hex), !mind.is_atlantic(*hex));
        (rank.1, rank.0, *cost, *hex)
    })
    .map(|it| it.1)
}

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
    for port in mind.ports() {
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
    let route = Route {
        returns: true,
        ..Route::to(mind, port)
    };
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
