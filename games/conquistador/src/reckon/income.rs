//! What land and mines bring (game file 4.9, 4.11).

use super::super::data::{SiteClass, Tables};
use super::super::ids::AreaId;
use super::super::state::{Mine, Open};
use packetboat_core::prelude::*;
use packetboat_kit::hex::Hex;

/// The mine in a hex, if this power may work it now: it owns it, and has a Colonist there.
pub fn workable(open: &Open, seat: Seat, hex: Hex) -> Option<&Mine> {
    let mine = open.mines.get(&hex)?;
    let workable = mine.owner == Some(seat) && mine.capacity > 0;
    (workable && open.men(hex, seat).colonists > 0).then_some(mine)
}

/// Ducats that so many diggers raise in a mine.
pub fn mine_yield(tables: &Tables, open: &Open, seat: Seat, hex: Hex, diggers: u32) -> u32 {
    let Some(mine) = open.mines.get(&hex).filter(|it| it.capacity > 0) else {
        return 0;
    };
    if is_potosi(tables, hex) {
        let potosi = &tables.gold.potosi;
        return match (diggers >= potosi.diggers, open.doubled == Some(seat)) {
            (false, _) => 0,
            (true, true) => potosi.doubled,
            (true, false) => mine.capacity,
        };
    }
    (tables.gold.per_colonist * diggers).min(mine.capacity)
}

/// Whether it is the hex of Potosí.
pub fn is_potosi(tables: &Tables, hex: Hex) -> bool {
    let site = tables.gold.sites.get(&hex);
    site.is_some_and(|it| it.class == SiteClass::Potosi)
}

/// The most diggers that bring anything in a mine, of those who are there.
pub fn most_diggers(tables: &Tables, open: &Open, seat: Seat, hex: Hex) -> u32 {
    let there = open.men(hex, seat).colonists;
    let best = mine_yield(tables, open, seat, hex, there);
    let enough = |it: &u32| mine_yield(tables, open, seat, hex, *it) == best;
    (0..=there).find(enough).unwrap_or(0)
}

/// What a power's Colonists in an Area earn from the land.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Harvest {
    /// Colonists that earn.
    pub colonists: u32,
    /// Ducats each.
    pub each: u32,
    /// Whether a mine of the power is worked in the Area.
    pub mined: bool,
}

impl Harvest {
    /// All of it.
    pub fn ducats(&self) -> u32 {
        self.colonists * self.each
    }
}

/// Resources of a power in an Area (4.11), as mines were worked in this turn's C1.
pub fn resources(tables: &Tables, open: &Open, seat: Seat, area: AreaId) -> Harvest {
    let own = |hex: &&Hex| {
        open.mines
            .get(hex)
            .is_some_and(|it| it.worked == Some(seat))
    };
    let worked = tables
        .map
        .hexes_of(area)
        .iter()
        .filter(own)
        .copied()
        .collect();
    harvest(tables, open, seat, area, &worked)
}

/// The same if the power worked its mines in these hexes. Colonists in the hex of a worked mine,
/// whoever works it, earn nothing (Q112).
fn harvest(
    tables: &Tables,
    open: &Open,
    seat: Seat,
    area: AreaId,
    worked: &BTreeSet<Hex>,
) -> Harvest {
    let foreign = |hex: &Hex| {
        let worker = open.mines.get(hex).and_then(|it| it.worked);
        worker.is_some_and(|it| it != seat)
    };
    let hexes = tables.map.hexes_of(area).iter();
    let hexes = hexes.filter(|it| !worked.contains(it) && !foreign(it));
    let colonists = hexes.map(|it| open.men(*it, seat).colonists).sum();
    let mined = !worked.is_empty();
    let level = match (mined, colonists >= tables.gold.level_two) {
        (true, _) => tables.gold.beside_mine,
        (false, true) => 2,
        (false, false) => 1,
    };
    let double = if tables.map.area_of(area).r2 { 2 } else { 1 };
    Harvest {
        colonists,
        each: level * double,
        mined,
    }
}

/// How many diggers make the Area's income highest, gold at its face value and resources
/// together; of equals the fewest (7.1). Mines of the Area that come later in C1 are taken to be
/// worked in the best way too.
///
/// # Panics
/// For a hex that is no land.
pub fn best_diggers(tables: &Tables, open: &Open, seat: Seat, hex: Hex) -> u32 {
    let area = tables.map.area(hex).expect("mines lie in Areas");
    let hexes = tables.map.hexes_of(area).iter().copied();
    let mines: Vec<Hex> = hexes
        .filter(|it| *it >= hex && workable(open, seat, *it).is_some())
        .collect();
    let before = tables.map.hexes_of(area).iter().filter(|it| **it < hex);
    let worked = before.filter(|it| {
        let mine = open.mines.get(it);
        mine.is_some_and(|it| it.worked == Some(seat))
    });
    let worked = worked.copied().collect();
    best(tables, open, seat, area, &mines, &worked).1
}

/// The best income of the mines left, and the diggers in the first of them.
fn best(
    tables: &Tables,
    open: &Open,
    seat: Seat,
    area: AreaId,
    mines: &[Hex],
    worked: &BTreeSet<Hex>,
) -> (u32, u32) {
    let Some((hex, rest)) = mines.split_first() else {
        return (harvest(tables, open, seat, area, worked).ducats(), 0);
    };
    let mut top = (0, 0);
    for diggers in 0..=most_diggers(tables, open, seat, *hex) {
        let gold = mine_yield(tables, open, seat, *hex, diggers);
        let mut worked = worked.clone();
        if gold > 0 {
            worked.insert(*hex);
        }
        let income = gold + best(tables, open, seat, area, rest, &worked).0;
        if diggers == 0 || income > top.0 {
            top = (income, diggers);
        }
    }
    top
}
