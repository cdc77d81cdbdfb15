//! Checks that a map read from its file hangs together: names, Areas, marches, ships.

use super::{Area, Ground, Map, Ocean, Ring, Zone};
use packetboat_core::prelude::*;
use packetboat_kit::hex::Hex;
use packetboat_kit::ways;
use std::fmt::Display;

/// Whether all of it can be played on; the first thing that cannot is the error.
pub(super) fn check(map: &Map) -> Result<(), DataError> {
    names(map)?;
    marches(map)?;
    voyages(map)?;
    map.areas().iter().try_for_each(|it| coasts(map, it))
}

/// Ids and names stand once.
fn names(map: &Map) -> Result<(), DataError> {
    once("Area", map.areas().iter().map(|it| it.id))?;
    once("zone", map.zones().iter().map(|it| it.id))?;
    once("place", map.places().iter().map(|it| it.id))?;
    once("place", map.places().iter().map(|it| it.slug.as_str()))
}

fn once<T: Ord + Display>(kind: &str, names: impl Iterator<Item = T>) -> Result<(), DataError> {
    let mut seen = BTreeSet::new();
    for name in names {
        if seen.contains(&name) {
            return Err(wrong(format!("the {kind} {name} stands twice")));
        }
        seen.insert(name);
    }
    Ok(())
}

/// The mainland is one piece; what marches cannot reach is islands, which have coast hexes only.
/// Each Area is in as many pieces on the mainland as it says, islands apart.
fn marches(map: &Map) -> Result<(), DataError> {
    let lands: Vec<Hex> = map.grid().filter(|it| map.is_land(*it)).collect();
    let around = |hex| map.cell(hex).land;
    let pieces = parts(&lands, around, |_, _| true);
    let Some(mainland) = pieces.iter().max_by_key(|it| it.len()) else {
        return Err(wrong("there is no land".to_owned()));
    };
    let islands = pieces.iter().filter(|it| it[0] != mainland[0]);
    if let Some(hex) = islands.flatten().find(|it| map.kind(**it) == Ground::Land) {
        return Err(wrong(format!(
            "no march reaches {hex} from the rest of the land"
        )));
    }
    let mainland: BTreeSet<Hex> = mainland.iter().copied().into_set();
    let mut found = vec![Vec::new(); map.areas().len()];
    for piece in parts(&lands, around, |here, next| {
        map.area(here) == map.area(next)
    }) {
        let index = map.area(piece[0]).and_then(|it| map.area_index(it));
        if mainland.contains(&piece[0]) {
            found[index.expect("land has an Area")].push(piece[0]);
        }
    }
    for (area, found) in map.areas().iter().zip(found) {
        let id = area.id;
        if map.hexes_of(id).is_empty() {
            return Err(wrong(format!("Area {id} has no hex")));
        }
        // An Area of islands has none on the mainland.
        if !found.is_empty() && found.len() != area.pieces as usize {
            let (number, wanted) = (found.len(), area.pieces);
            let what = format!("Area {id} is in {number} pieces, not {wanted}: {found:?}");
            return Err(wrong(what));
        }
    }
    Ok(())
}

/// Ships reach every coast hex from every other, each zone without leaving it, and the Pacific by
/// the Cape only. Caravels reach all of the navigable rivers.
fn voyages(map: &Map) -> Result<(), DataError> {
    let waters: Vec<Hex> = map.grid().filter(|it| map.zone(*it).is_some()).collect();
    let around = |hex| map.cell(hex).sea;
    let pieces = parts(&waters, around, |_, _| true);
    if let Some(piece) = pieces.get(1) {
        let (hex, first) = (piece[0], pieces[0][0]);
        return Err(wrong(format!("no ship reaches {hex} from {first}")));
    }
    let mut seen = BTreeSet::new();
    for piece in parts(&waters, around, |here, next| {
        map.zone(here) == map.zone(next)
    }) {
        let zone = map.zone(piece[0]).expect("water of a zone");
        if !seen.insert(zone) {
            let hex = piece[0];
            return Err(wrong(format!(
                "{hex} is cut off from the rest of zone {zone}"
            )));
        }
    }
    let absent = |it: &&Zone| !seen.contains(&it.id);
    if let Some(zone) = map.zones().iter().find(absent) {
        return Err(wrong(format!("zone {} has no hex", zone.id)));
    }
    canals(map, &waters)?;
    let rivers = |it: &Hex| map.zone(*it).is_some() || map.navigable(*it);
    let rivers: Vec<Hex> = map.grid().filter(rivers).collect();
    match parts(&rivers, |hex| map.ship_ring(hex, true), |_, _| true).get(1) {
        Some(piece) => Err(wrong(format!("no Caravel reaches {} up-river", piece[0]))),
        None => Ok(()),
    }
}

/// No Atlantic hex touches a Pacific one.
fn canals(map: &Map, waters: &[Hex]) -> Result<(), DataError> {
    let atlantic = waters
        .iter()
        .filter(|it| map.ocean(**it) == Some(Ocean::Atlantic));
    for hex in atlantic {
        let zone = map.zone(*hex);
        let mut others = map
            .sea_neighbours(*hex)
            .iter()
            .filter(|it| map.zone(**it) != zone);
        if let Some(next) = others.find(|it| map.ocean(**it) == Some(Ocean::Pacific)) {
            let what = "join the Atlantic and the Pacific away from the Cape";
            return Err(wrong(format!("{hex} and {next} {what}")));
        }
    }
    Ok(())
}

/// The coasts an Area lists are the zones of its coast hexes.
fn coasts(map: &Map, area: &Area) -> Result<(), DataError> {
    let id = area.id;
    let listed: BTreeSet<_> = area.coasts.iter().flat_map(|it| &it.zones).into_set();
    for hex in map.hexes_of(id) {
        if let Some(zone) = map.zone(*hex).filter(|it| !listed.contains(it)) {
            return Err(wrong(format!(
                "Area {id} lists no coast on {zone}, where {hex} lies"
            )));
        }
    }
    let zones: BTreeSet<_> = map
        .hexes_of(id)
        .iter()
        .filter_map(|it| map.zone(*it))
        .into_set();
    match listed.into_iter().find(|it| !zones.contains(it)) {
        Some(zone) => Err(wrong(format!("Area {id} has no coast on {zone}"))),
        None => Ok(()),
    }
}

/// Parts hexes into those that can be reached from each other by steps that `joins` allows.
fn parts(
    hexes: &[Hex],
    around: impl Fn(Hex) -> Ring,
    joins: impl Fn(Hex, Hex) -> bool,
) -> Vec<Vec<Hex>> {
    let joins = &joins;
    let beside = |here| around(here).iter().filter(move |it| joins(here, *it));
    ways::parts(hexes.iter().copied(), beside)
}

pub(super) fn wrong(what: String) -> DataError {
    DataError::new("map.toml", what)
}
