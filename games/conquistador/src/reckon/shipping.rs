//! Through which Ports gold may leave (game file 4.9): its first voyage begins in its own Area,
//! or beside it if that has no coast. Gold that has been aboard once may be shipped anywhere.

use super::super::data::Tables;
use super::super::ids::AreaId;
use super::super::map::Ocean;
use super::super::state::{Lot, Stage};
use super::super::view::View;
use super::income;
use packetboat_kit::hex::Hex;
use packetboat_kit::words::counted;

/// Whether a lot may be shipped from a Port in this hex.
pub fn from_port(tables: &Tables, lot: &Lot, hex: Hex) -> bool {
    let pacific = tables.map.ocean(hex) == Some(Ocean::Pacific);
    let area = tables.map.area(hex);
    let fits = area.is_some_and(|it| from_area(tables, lot, it));
    lot.shipped || (fits && (pacific || !pacific_only(tables, lot)))
}

/// Why ships in a hex find no gold to load, of this origin if one is named: it may not leave from
/// there, or there is none; of an own mine, whether anybody dug in it this turn.
pub fn nothing_to_load(view: &View, hex: Hex, origin: Option<Hex>) -> String {
    let (tables, open, me) = (&*view.tables, &*view.open, view.me());
    let name = tables.map.name_of(hex);
    let place = |it: &Lot| tables.map.place(it.origin);
    let lots = open.hexes.get(&hex).map_or(&[][..], |it| &it.gold);
    let meant = |it: &&Lot| origin.is_none() || place(it).map(|it| it.hex) == origin;
    let mut own = lots.iter().filter(meant).filter(|it| it.owner == me);
    if let Some(lot) = own.find(|it| !from_port(tables, it, hex)) {
        let from = place(lot).map_or("", |it| &it.name);
        return format!("gold of {from} may not be shipped from {name}");
    }
    let site = origin.unwrap_or(hex);
    let of = match origin {
        Some(it) if it != hex => format!("no gold of {} is", tables.map.name_of(it)),
        _ => "there is no gold".to_owned(),
    };
    let mine = open.mines.get(&site);
    let dug = match mine.filter(|it| it.owner == Some(me)) {
        Some(mine) if mine.worked != Some(me) => not_dug(view, hex, site),
        Some(_) => String::new(),
        None if site == hex => "; gold is dug in a mine or looted in a city".to_owned(),
        None => String::new(),
    };
    format!("{of} at {name}{dug}")
}

/// That nobody digs in an own mine, why, and which order would have them dig.
fn not_dug(view: &View, hex: Hex, site: Hex) -> String {
    let (tables, open, me) = (&*view.tables, &*view.open, view.me());
    let there = if site == hex {
        "there".to_owned()
    } else {
        format!("at {}", tables.map.name_of(site))
    };
    let dug = if open.stage <= Stage::Gold {
        "digs"
    } else {
        "dug"
    };
    let most = income::most_diggers(tables, open, me, site);
    if most == 0 {
        return format!(": none of your Colonists can dig {there}");
    }
    let ducats = income::mine_yield(tables, open, me, site, most);
    let ducats = counted(ducats, "Ducat");
    let said = tables.map.place_at(site).map_or("", |it| &it.slug);
    let why = if income::best_diggers(tables, open, me, site) == 0 {
        ", as resources earn more"
    } else {
        ""
    };
    format!(": nobody {dug} in your mine {there} this turn{why} (MINE {said} {most} digs {ducats})")
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
