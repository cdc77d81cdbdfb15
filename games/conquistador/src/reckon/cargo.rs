//! Who and what is on which ship of an expedition (3.12), and how much room is left.
//!
//! A land unit takes one point, gold one point per 10 Ducats or part; leaders take none. Galleon
//! Fleets carry gold and Soldiers only (2.5).

use super::super::data::Tables;
use super::super::ids::LeaderId;
use super::super::men::{Hull, Kind, Men};
use super::super::state::{Expedition, Lot, Ship};
use std::cmp::Reverse;

/// Cargo points a ship carries.
pub fn holds(tables: &Tables, ship: &Ship) -> u32 {
    tables.units.ship(ship.hull).holds
}

/// Points its cargo takes.
pub fn taken(tables: &Tables, ship: &Ship) -> u32 {
    let men = |kind| ship.men.get(kind) * tables.units.land(kind).cargo;
    let men: u32 = Kind::ALL.into_iter().map(men).sum();
    men + ducats(ship).div_ceil(tables.units.ducats_per_point)
}

/// Points that are left on a ship.
pub fn free(tables: &Tables, ship: &Ship) -> u32 {
    holds(tables, ship).saturating_sub(taken(tables, ship))
}

/// Points that are left on all ships of an expedition.
pub fn room(tables: &Tables, expedition: &Expedition) -> u32 {
    let ships = expedition.ships.iter();
    ships.map(|it| free(tables, it)).sum()
}

/// How many more units of a kind would find room: Galleon Fleets take Soldiers only.
pub fn room_for(tables: &Tables, expedition: &Expedition, kind: Kind) -> u32 {
    let ships = expedition.ships.iter().filter(|it| carries(it.hull, kind));
    let free: u32 = ships.map(|it| free(tables, it)).sum();
    free / tables.units.land(kind).cargo.max(1)
}

/// How many Ducats more would find room.
pub fn gold_room(tables: &Tables, expedition: &Expedition) -> u32 {
    let ships = expedition.ships.iter();
    ships.map(|it| gold_room_on(tables, it)).sum()
}

/// Whether a kind of ship carries a kind of land unit.
pub fn carries(hull: Hull, kind: Kind) -> bool {
    hull != Hull::Galleon || kind == Kind::Soldier
}

fn ducats(ship: &Ship) -> u32 {
    ship.gold.iter().map(|it| it.ducats).sum()
}

/// Free points, and what still fits into a point begun.
fn gold_room_on(tables: &Tables, ship: &Ship) -> u32 {
    free(tables, ship) * tables.units.ducats_per_point + begun(tables, ship)
}

/// What still fits into the point that the last few Ducats have begun.
fn begun(tables: &Tables, ship: &Ship) -> u32 {
    let point = tables.units.ducats_per_point;
    (point - ducats(ship) % point) % point
}

/// Among ships with equal room: the larger kind, then the lowest number.
fn rank(hull: Hull) -> u32 {
    match hull {
        Hull::Galleon => 0,
        Hull::Carrack => 1,
        Hull::Caravel => 2,
    }
}

/// Deals men and leaders out to the ships; returns the men who found no room. Leaders always do.
pub fn load(tables: &Tables, expedition: &mut Expedition, men: Men, leaders: &[LeaderId]) -> Men {
    let mut left = men;
    for kind in Kind::ALL {
        while left.get(kind) > 0 {
            let ships = expedition.ships.iter_mut().enumerate();
            let fit = ships
                .filter(|(_, it)| carries(it.hull, kind))
                .filter(|(_, it)| free(tables, it) >= tables.units.land(kind).cargo)
                .min_by_key(|(at, it)| (Reverse(free(tables, it)), rank(it.hull), *at));
            let Some((_, ship)) = fit else {
                break;
            };
            *ship.men.slot(kind) += 1;
            left.take(kind, 1);
        }
    }
    for leader in leaders {
        berth(expedition, *leader);
    }
    left
}

/// Gives a leader a berth: where most Soldiers are, one each while ships last.
///
/// # Panics
/// If there is no ship.
pub fn berth(expedition: &mut Expedition, leader: LeaderId) {
    let ships = expedition.ships.iter_mut().enumerate();
    let best = ships.min_by_key(|(at, it)| {
        (
            it.leaders.len(),
            Reverse(it.men.soldiers),
            rank(it.hull),
            *at,
        )
    });
    let (_, ship) = best.expect("an expedition has a ship");
    ship.leaders.push(leader);
}

/// Takes men and leaders off the ships, the lowest number first, as far as they are aboard:
/// from which ship who was taken.
pub fn unload(
    expedition: &mut Expedition,
    men: Men,
    leaders: &[LeaderId],
) -> Vec<(usize, Men, Vec<LeaderId>)> {
    let mut wanted = men;
    let mut taken = Vec::new();
    for (at, ship) in expedition.ships.iter_mut().enumerate() {
        let off = wanted.at_most(&ship.men);
        ship.men -= off;
        wanted -= off;
        let (gone, stay) = ship.leaders.iter().partition(|it| leaders.contains(it));
        let gone: Vec<LeaderId> = gone;
        ship.leaders = stay;
        if !off.is_empty() || !gone.is_empty() {
            taken.push((at, off, gone));
        }
    }
    taken
}

/// Stows gold of one lot, point by point; returns how many Ducats found room. What has been
/// aboard has been shipped (4.9).
pub fn load_gold(tables: &Tables, expedition: &mut Expedition, lot: Lot) -> u32 {
    let point = tables.units.ducats_per_point;
    let mut left = lot.ducats;
    while left > 0 {
        let ships = expedition.ships.iter_mut().enumerate();
        let best = ships
            .filter(|(_, it)| gold_room_on(tables, it) > 0)
            .min_by_key(|(at, it)| (Reverse(free(tables, it)), rank(it.hull), *at));
        let Some((_, ship)) = best else {
            break;
        };
        let fits = match free(tables, ship) {
            0 => begun(tables, ship),
            _ => point,
        };
        let ducats = left.min(fits);
        let part = Lot {
            ducats,
            shipped: true,
            ..lot
        };
        add_lot(&mut ship.gold, part);
        left -= ducats;
    }
    lot.ducats - left
}

/// Takes gold off the ships, so many Ducats or all; the lowest ship first.
pub fn unload_gold(expedition: &mut Expedition, sum: Option<u32>) -> Vec<Lot> {
    let mut left = sum.unwrap_or(u32::MAX);
    let mut lots = Vec::new();
    for lot in expedition.ships.iter_mut().flat_map(|it| &mut it.gold) {
        let ducats = lot.ducats.min(left);
        if ducats == 0 {
            continue;
        }
        lot.ducats -= ducats;
        left -= ducats;
        add_lot(&mut lots, Lot { ducats, ..*lot });
    }
    for ship in &mut expedition.ships {
        ship.gold.retain(|it| it.ducats > 0);
    }
    lots
}

/// Puts gold to other gold of the same kind, if there is some.
pub fn add_lot(lots: &mut Vec<Lot>, lot: Lot) {
    let same =
        |it: &&mut Lot| (it.origin, it.shipped, it.owner) == (lot.origin, lot.shipped, lot.owner);
    match lots.iter_mut().find(same) {
        Some(it) => it.ducats += lot.ducats,
        None => lots.push(lot),
    }
}
