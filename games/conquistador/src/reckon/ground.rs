//! Who holds the ground: entry, stacking, zones of control, and how hard a hex is to live in
//! (game file 4.1 to 4.3, 4.8).

use super::super::data::Tables;
use super::super::map::Terrain;
use super::super::men::Men;
use super::super::state::{Deal, Open};
use super::deals;
use packetboat_core::engine::seat::Seat;
use packetboat_kit::hex::Hex;

/// Other powers with land units in a hex, in seat order. Leaders and Missionaries hold it too
/// (Q99).
pub fn others_in(open: &Open, seat: Seat, hex: Hex) -> Vec<Seat> {
    let there = |other: &Seat| *other != seat && open.stack(hex, *other).is_some();
    open.table.iter().copied().filter(there).collect()
}

/// Whether a hex is shut to a power: somebody holds it who has not granted PASSAGE there; that
/// others have units elsewhere in the Area does not matter (Q12). A hex where it stands itself,
/// beside guests or hosts, is not.
pub fn shut(tables: &Tables, open: &Open, deals: &[Deal], seat: Seat, hex: Hex) -> bool {
    let Some(area) = tables.map.area(hex) else {
        return true;
    };
    let others = others_in(open, seat, hex).into_iter();
    let mut strangers = others.filter(|host| !deals::passage(deals, open.turn, seat, *host, area));
    strangers.next().is_some() && open.stack(hex, seat).is_none()
}

/// How many more Colonists and Soldiers of a power may stand in a hex (4.2). Of Missionaries any
/// number may.
pub fn room_for(tables: &Tables, open: &Open, seat: Seat, hex: Hex) -> Men {
    let here = open.men(hex, seat);
    let units = &tables.units;
    Men {
        colonists: units.stack_colonists.saturating_sub(here.colonists),
        soldiers: units.stack_soldiers.saturating_sub(here.soldiers),
        missionaries: u32::MAX,
    }
}

/// Whether a hex is in an enemy zone of control: beside enough Soldiers of one power that has
/// granted neither PEACE nor PASSAGE here (4.3); not across a side that no march crosses (Q101).
pub fn controlled(tables: &Tables, open: &Open, deals: &[Deal], seat: Seat, hex: Hex) -> bool {
    let area = tables.map.area(hex);
    let enemy = |other: Seat| {
        let passes = area.is_some_and(|it| deals::passage(deals, open.turn, seat, other, it));
        other != seat && !passes && !deals::peace(deals, open.turn, seat, other, area)
    };
    let enough = tables.units.control_soldiers;
    let beside = tables.map.land_neighbours(hex).iter();
    let mut stacks = beside
        .filter_map(|it| open.hexes.get(it))
        .flat_map(|it| &it.stacks);
    stacks.any(|(other, stack)| stack.men.soldiers >= enough && enemy(*other))
}

/// The Adjusted Attrition Level of a hex, 1 to 5 (4.8): that of its Area, one more in rough,
/// jungle and mountain, one less by water.
///
/// # Panics
/// For a hex that is no land.
pub fn attrition_level(tables: &Tables, hex: Hex) -> u32 {
    let area = tables.map.area(hex).expect("land lies in an Area");
    let hard = match tables.map.terrain(hex) {
        None | Some(Terrain::Clear) => 0,
        Some(Terrain::Rough | Terrain::Jungle | Terrain::Mountain) => 1,
    };
    let watered = u32::from(tables.map.by_water(hex));
    let level = (tables.map.area_of(area).attrition + hard).saturating_sub(watered);
    level.clamp(1, 5)
}
