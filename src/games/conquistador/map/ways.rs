//! Routes: the same for the same map and the same closed hexes, so that a player can reckon them
//! beforehand.
//!
//! Every search runs backwards from the goals, and the way is then walked forwards, always into
//! the lowest hex that keeps to the best: that settles ties.

use super::Map;
use crate::games::hex::Hex;
use std::cmp::Reverse;
use std::collections::BinaryHeap;

/// What a way costs: what it is chosen by first and second.
type Cost = (u32, u32);

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
    let around = |hex| map.ship_neighbours(hex, caravels);
    let cost = |hex| Some((1, u32::from(avoid(hex))));
    let is_goal = |hex| goal(hex) && (map.is_sea(hex) || map.is_coast(hex) || map.navigable(hex));
    search(map, from, &is_goal, &around, &cost)
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
    let around = |hex| map.land_neighbours(hex).to_vec();
    let cost = |hex| (!closed(hex)).then(|| (map.land_mp(hex), u32::from(avoid(hex))));
    let is_goal = |hex| goal(hex) && map.is_land(hex);
    search(map, from, &is_goal, &around, &cost)
}

/// How many hexes a march between two hexes enters at least; none: there is no way.
pub fn distance_by_land(map: &Map, from: Hex, to: Hex) -> Option<u32> {
    let around = |hex| map.land_neighbours(hex).to_vec();
    let is_goal = |hex| hex == to && map.is_land(hex);
    let way = search(map, from, &is_goal, &around, &|_| Some((1, 0)))?;
    Some(u32::try_from(way.len()).expect("a way is shorter than the map"))
}

/// Of the hexes that are wanted the nearest by march: fewest hexes, then the lowest.
pub fn nearest_by_land(map: &Map, from: Hex, wanted: &dyn Fn(Hex) -> bool) -> Option<Hex> {
    nearest(from, wanted, &|hex| map.land_neighbours(hex).to_vec())
}

/// Of the hexes that are wanted the nearest for ships: fewest hexes, then the lowest.
pub fn nearest_by_sea(
    map: &Map,
    from: Hex,
    wanted: &dyn Fn(Hex) -> bool,
    caravels: bool,
) -> Option<Hex> {
    nearest(from, wanted, &|hex| map.ship_neighbours(hex, caravels))
}

/// Looks ring by ring, each in the order of numbers.
fn nearest(
    from: Hex,
    wanted: &dyn Fn(Hex) -> bool,
    around: &dyn Fn(Hex) -> Vec<Hex>,
) -> Option<Hex> {
    let mut seen = std::collections::BTreeSet::from([from]);
    let mut ring = vec![from];
    while !ring.is_empty() {
        if let Some(hex) = ring.iter().find(|it| wanted(**it)) {
            return Some(*hex);
        }
        let mut next: Vec<Hex> = ring.iter().flat_map(|it| around(*it)).collect();
        next.retain(|it| seen.insert(*it));
        next.sort_unstable();
        ring = next;
    }
    None
}

/// The best way. `cost` is what it takes to enter a hex; none: it is closed. `around` must be
/// mutual.
fn search(
    map: &Map,
    from: Hex,
    goal: &dyn Fn(Hex) -> bool,
    around: &dyn Fn(Hex) -> Vec<Hex>,
    cost: &dyn Fn(Hex) -> Option<Cost>,
) -> Option<Vec<Hex>> {
    let start = map.index(from)?;
    let mut left: Vec<Option<Cost>> = vec![None; map.cells.len()];
    let mut open = BinaryHeap::new();
    let goals = map.grid().filter(|it| goal(*it));
    for hex in goals.filter(|it| *it == from || cost(*it).is_some()) {
        left[map.index(hex)?] = Some((0, 0));
        open.push(Reverse(((0, 0), hex)));
    }
    while let Some(Reverse((so_far, hex))) = open.pop() {
        if hex == from {
            break;
        }
        let stale = left[map.index(hex)?] != Some(so_far);
        let Some(step) = cost(hex).filter(|_| !stale) else {
            continue;
        };
        for next in around(hex) {
            let total = add(so_far, step);
            let slot = &mut left[map.index(next)?];
            if slot.is_none_or(|it| total < it) {
                *slot = Some(total);
                open.push(Reverse((total, next)));
            }
        }
    }
    let mut left_here = left[start]?;
    let mut way = Vec::new();
    let mut here = from;
    while left_here != (0, 0) || !goal(here) {
        let next = around(here).into_iter().find(|it| {
            let behind = map.index(*it).and_then(|index| left[index]);
            let step = cost(*it);
            behind
                .zip(step)
                .is_some_and(|(behind, step)| add(behind, step) == left_here)
        });
        here = next.expect("a hex with a distance has a way to a goal");
        left_here = left[map.index(here)?]?;
        way.push(here);
    }
    Some(way)
}

fn add(one: Cost, other: Cost) -> Cost {
    (one.0 + other.0, one.1 + other.1)
}
