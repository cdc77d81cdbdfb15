//! Routes of ships and marches. Of equally good ones each step leads to the lowest hex.

use super::Map;
use packetboat_kit::hex::Hex;
use packetboat_kit::ways::{nearest, rings, way};

/// The way for ships from a hex to the nearest that is a goal: hexes entered, in order. Fewest
/// hexes; of these fewest of `avoid`; of these the lowest hexes. Empty if it starts at a goal.
///
/// With `caravels` it may lead along navigable rivers.
pub fn sea_way(
    map: &Map,
    from: Hex,
    goal: &dyn Fn(Hex) -> bool,
    caravels: bool,
    avoid: &dyn Fn(Hex) -> bool,
) -> Option<Vec<Hex>> {
    let sailed = |hex| map.is_sea(hex) || map.is_coast(hex) || map.navigable(hex);
    let goals = map.grid().filter(|it| goal(*it) && sailed(*it));
    let around = |hex| map.ship_ring(hex, caravels).iter();
    way(from, goals, around, |hex| Some((1, u32::from(avoid(hex)))))
}

/// The way for land units from a hex to the cheapest that is a goal: hexes entered, in order.
/// Fewest movement points; of these fewest of `avoid`, then the lowest hexes.
/// It never enters a `closed` hex, though it may start in one. Empty if it starts at a goal.
pub fn land_way(
    map: &Map,
    from: Hex,
    goal: &dyn Fn(Hex) -> bool,
    closed: &dyn Fn(Hex) -> bool,
    avoid: &dyn Fn(Hex) -> bool,
) -> Option<Vec<Hex>> {
    let goals = map.grid().filter(|it| goal(*it) && map.is_land(*it));
    let cost = |hex| (!closed(hex)).then(|| (map.land_mp(hex), u32::from(avoid(hex))));
    way(from, goals, |hex| map.cell(hex).land.iter(), cost)
}

/// How many hexes a march between two hexes enters at least; none: there is no way.
pub fn distance_by_land(map: &Map, from: Hex, to: Hex) -> Option<u32> {
    let mut rings = (0..).zip(rings(from, |hex| map.cell(hex).land.iter()));
    let found = rings.find(|(_, ring)| ring.contains(&to));
    found.map(|(steps, _)| steps)
}

/// Of the hexes that are wanted the nearest by march: fewest hexes, then the lowest.
pub fn nearest_by_land(map: &Map, from: Hex, wanted: &dyn Fn(Hex) -> bool) -> Option<Hex> {
    nearest(from, wanted, |hex| map.cell(hex).land.iter())
}

/// Of the hexes that are wanted the nearest for ships: fewest hexes, then the lowest.
pub fn nearest_by_sea(
    map: &Map,
    from: Hex,
    wanted: &dyn Fn(Hex) -> bool,
    caravels: bool,
) -> Option<Hex> {
    nearest(from, wanted, |hex| map.ship_ring(hex, caravels).iter())
}
