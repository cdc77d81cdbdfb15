//! Gold mines as settlers see them: what a site may yield, how many dig, who carries the gold to
//! a Port, and what is left of it in Europe.
//!
//! A mine pays where it lies in a Port, or where Soldiers stand who carry its gold to one: they
//! quieten the natives besides.

use super::super::data::SiteClass;
use super::super::ids::AreaId;
use super::super::map::Ocean;
use super::super::map::ways::land_way;
use super::super::men::Men;
use super::mind::{DUCAT, Mind};
use packetboat_kit::hex::Hex;
use std::collections::BTreeMap;

/// What is left in Europe of gold dug in a Port, in hundredths: ships cost, and are lost.
const KEPT_AT_PORT: i64 = 75;

/// The same of gold that is carried to a Port first.
const KEPT_INLAND: i64 = 65;

/// A place where gold may be dug.
#[derive(Debug, Clone, Copy)]
pub(super) struct Site {
    /// Where.
    pub(super) hex: Hex,
    /// Ducats a turn at most: as found, or as it may be hoped.
    pub(super) capacity: u32,
    /// Colonists who raise that.
    pub(super) diggers: u32,
    /// Whether it is a Port itself, if two Colonists are there.
    pub(super) coast: bool,
}

/// The site in a hex, if there is one that this power may still open or work.
pub(super) fn site(mind: &Mind<'_>, hex: Hex) -> Option<Site> {
    let gold = &mind.tables().gold;
    let class = gold.sites.get(&hex)?.class;
    let capacity = match mind.open().mines.get(&hex) {
        None => hoped(mind, class),
        Some(mine) if mine.owner.is_none_or(|it| it == mind.me) => mine.capacity,
        Some(_) => 0,
    };
    if capacity == 0 || mind.taken(hex) {
        return None;
    }
    let diggers = match class {
        SiteClass::Potosi => gold.potosi.diggers,
        _ => capacity.div_ceil(gold.per_colonist),
    };
    let coast = is_atlantic_coast(mind, hex);
    Some(Site {
        hex,
        capacity,
        diggers: diggers.max(if coast { 2 } else { 1 }),
        coast,
    })
}

/// All sites that this power may still open or work.
pub(super) fn all(mind: &Mind<'_>) -> Vec<Site> {
    let sites = mind.tables().gold.sites.keys();
    sites.filter_map(|it| site(mind, *it)).collect()
}

/// Own mines, worked or to be opened: Colonists stand there.
pub(super) fn own(mind: &Mind<'_>) -> Vec<Site> {
    let settled = mind.settlements();
    settled.keys().filter_map(|it| site(mind, *it)).collect()
}

/// What prospecting brings on the average before a site is found barren.
fn hoped(mind: &Mind<'_>, class: SiteClass) -> u32 {
    let gold = &mind.tables().gold;
    let Some(rows) = gold.prospecting.get(&class) else {
        return gold.potosi.capacity;
    };
    let ends = rows.iter().filter(|it| **it != Some(0)).count();
    let sum: u32 = rows.iter().flatten().sum();
    sum / u32::try_from(ends.max(1)).expect("six rows")
}

fn is_atlantic_coast(mind: &Mind<'_>, hex: Hex) -> bool {
    let map = mind.map();
    map.is_coast(hex) && map.ocean(hex) == Some(Ocean::Atlantic)
}

/// What mines of an Area bring to Europe until the end, in hundredths of a Ducat, and how many
/// Colonists stand in their hexes; `heads` are Colonists by hex, `soldiers` those in the Area.
pub(super) fn worth(
    mind: &Mind<'_>,
    area: AreaId,
    heads: &BTreeMap<Hex, u32>,
    soldiers: u32,
) -> (i64, u32) {
    let in_area = |it: &Hex| mind.map().area(*it) == Some(area);
    let settled = || heads.iter().filter(|(hex, _)| in_area(hex));
    let port = settled().any(|(hex, heads)| *heads >= 2 && is_atlantic_coast(mind, *hex));
    let each = mind.tables().units.overland_ducats;
    let (mut carriers, mut sum, mut there) = (soldiers, 0, 0);
    for (hex, heads) in settled() {
        let Some(site) = site(mind, *hex) else {
            continue;
        };
        let raised = site.capacity * site.diggers.min(*heads) / site.diggers;
        let (raised, kept) = if site.coast && *heads >= 2 {
            (raised, KEPT_AT_PORT)
        } else if port {
            // There and back takes two turns.
            let carried = raised.min(carriers * each / 2);
            carriers -= carried.div_ceil(each / 2).min(carriers);
            (carried, KEPT_INLAND)
        } else {
            (0, 0)
        };
        if raised > 0 {
            sum += until_end(mind, *hex, raised) * kept;
            there += *heads;
        }
    }
    (sum, there)
}

/// Ducats that a mine raises until the end, if it raises so many now; mines run low.
fn until_end(mind: &Mind<'_>, hex: Hex, now: u32) -> i64 {
    let gold = &mind.tables().gold;
    let class = gold.sites[&hex].class;
    let faces = 7 - i64::from(gold.depletes_from[&class]);
    let known = mind.open().mines.contains_key(&hex);
    // A try or two go by before gold is found.
    let turns = i64::from(mind.left) - if known { 1 } else { 2 };
    let now = i64::from(now) * DUCAT;
    let less = i64::from(gold.depletion) * DUCAT * faces / 6;
    let raised = (0..turns).map(|it| (now - less * it).max(0));
    raised.sum::<i64>() / DUCAT
}

/// Soldiers who carry the gold of an Area's inland mines, when men stand ashore like this.
pub(super) fn carriers(mind: &Mind<'_>, area: AreaId, ashore: &BTreeMap<Hex, Men>) -> u32 {
    let dug = |it: &Site| ashore.get(&it.hex).is_some_and(|it| it.colonists > 0);
    let sites = all(mind).into_iter().filter(dug);
    let here = sites.filter(|it| mind.map().area(it.hex) == Some(area));
    here.map(|it| carriers_of(mind, &it)).sum()
}

/// Soldiers who carry all that a mine raises to a Port, and come back.
pub(super) fn carriers_of(mind: &Mind<'_>, site: &Site) -> u32 {
    if site.coast {
        0
    } else {
        (2 * site.capacity).div_ceil(mind.tables().units.overland_ducats)
    }
}

/// The coast hex to which gold is carried from a hex: an own Port in its Area if there is one a
/// march away, for there it may leave.
pub(super) fn port_for(mind: &Mind<'_>, from: Hex) -> Option<Hex> {
    let map = mind.map();
    let mp = mind.tables().units.soldier.land_mp * mind.open().options.march_factor;
    let coasts = map.hexes_of(map.area(from)?).iter().copied();
    let coasts = coasts.filter(|it| is_atlantic_coast(mind, *it) && !mind.taken(*it));
    let near = coasts.filter_map(|it| Some((cost(mind, it, from)?, it)));
    let near = near.filter(|(cost, _)| *cost <= mp);
    near.min_by_key(|(cost, hex)| (!mind.is_port(*hex), *cost, *hex))
        .map(|it| it.1)
}

/// Movement points of a march.
fn cost(mind: &Mind<'_>, from: Hex, to: Hex) -> Option<u32> {
    let closed = |hex: Hex| mind.taken(hex);
    let way = land_way(mind.map(), from, &|it| it == to, &closed, &|_| false)?;
    Some(way.iter().map(|it| mind.map().land_mp(*it)).sum())
}
