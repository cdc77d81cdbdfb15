//! Through which Ports gold may leave (game file 4.9): its first voyage begins in its own Area,
//! or beside it if that has no coast. Gold that has been aboard once may be shipped anywhere.

use super::super::data::Tables;
use super::super::ids::AreaId;
use super::super::map::Ocean;
use super::super::state::Lot;
use packetboat_kit::hex::Hex;

/// Whether a lot may be shipped from a Port in this hex.
pub fn from_port(tables: &Tables, lot: &Lot, hex: Hex) -> bool {
    let pacific = tables.map.ocean(hex) == Some(Ocean::Pacific);
    let area = tables.map.area(hex);
    let fits = area.is_some_and(|it| from_area(tables, lot, it));
    lot.shipped || (fits && (pacific || !pacific_only(tables, lot)))
}

/// Whether a lot may be shipped from some Port of an Area.
pub fn from_area(tables: &Tables, lot: &Lot, area: AreaId) -> bool {
    let home = home(tables, lot);
    let inland = tables.map.area_of(home).coasts.is_empty();
    let near = if inland {
        area != home && tables.map.areas_touch(home, area)
    } else {
        area == home
    };
    let mut routes = routes(tables, lot);
    lot.shipped || near || routes.any(|it| it.also == Some(area))
}

fn pacific_only(tables: &Tables, lot: &Lot) -> bool {
    let mut routes = routes(tables, lot);
    routes.any(|it| it.pacific_only)
}

fn routes<'a>(
    tables: &'a Tables,
    lot: &'a Lot,
) -> impl Iterator<Item = &'a super::super::data::gold::Route> {
    let home = home(tables, lot);
    let routes = tables.gold.routes.iter();
    routes.filter(move |it| it.place == Some(lot.origin) || it.area == Some(home))
}

/// The Area a lot comes from.
fn home(tables: &Tables, lot: &Lot) -> AreaId {
    let place = tables
        .map
        .place(lot.origin)
        .expect("gold comes from a place of the map");
    tables.map.area(place.hex).expect("gold comes from land")
}
