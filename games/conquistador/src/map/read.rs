//! Reads `map.toml` into a [`Map`]. What does not fit the grid is found here; whether all of it
//! hangs together is for `check`.

use super::super::ids::{AreaId, PlaceId, ZoneId};
use super::check::{check, wrong};
use super::{Area, Cell, Ground, Map, NOTHING, Place, Ring, River, Terrain, Zone, slug};
use packetboat_core::prelude::*;
use packetboat_kit::grid::Grid;
use packetboat_kit::hex::Hex;
use serde::de::IgnoredAny;

/// The file as it stands. Legends and remarks are for readers.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    map: Head,
    #[serde(rename = "legend")]
    _legend: IgnoredAny,
    layers: Layers,
    sides: Sides,
    area: Vec<Area>,
    zone: Vec<Zone>,
    lake: Vec<LakeRow>,
    river: Vec<RiverRow>,
    place: Vec<PlaceRow>,
}

/// What the program needs of `[map]`; the rest of it explains the projection.
#[derive(Deserialize)]
struct Head {
    rows: u8,
    columns: u8,
    mp_per_bound: u32,
    land_mp: LandMp,
    neighbours: Neighbours,
}

/// The six steps from a hex, as row and column steps by direction.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Neighbours {
    odd: BTreeMap<String, (i8, i8)>,
    even: BTreeMap<String, (i8, i8)>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct LandMp {
    clear: u32,
    rough: u32,
    jungle: u32,
    mountain: u32,
}

/// One string a row; blanks part the columns.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Layers {
    terrain: Vec<String>,
    area: Vec<String>,
    zone: Vec<String>,
}

/// Hexsides closed to marches or to ships: `0420-0421`.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Sides {
    no_march: Vec<String>,
    no_ship: Vec<String>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct LakeRow {
    #[serde(rename = "id")]
    _id: IgnoredAny,
    name: String,
    hexes: Vec<Hex>,
    shore: Vec<Hex>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct RiverRow {
    #[serde(rename = "id")]
    _id: IgnoredAny,
    name: String,
    navigable: Vec<Hex>,
    upper: Vec<Hex>,
}

/// A place. Gold and treasure are read from `gold.toml`; a test compares.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct PlaceRow {
    id: PlaceId,
    name: String,
    hex: Hex,
    area: String,
    kind: PlaceKind,
    #[serde(default, rename = "gold")]
    _gold: IgnoredAny,
    #[serde(default, rename = "treasure")]
    _treasure: IgnoredAny,
}

#[derive(PartialEq, Deserialize)]
#[serde(rename_all = "lowercase")]
enum PlaceKind {
    /// With a purpose in the rules, or told of in 6.3.
    Location,
    /// A name to speak of.
    Landmark,
    /// At sea.
    Anchorage,
}

impl Map {
    /// Reads `map.toml` and checks it.
    ///
    /// # Errors
    /// Names the hex, side, Area, zone or place that does not fit.
    pub fn read(pack: &DataPack) -> Result<Map, DataError> {
        let map = map(pack)?;
        check(&map)?;
        Ok(map)
    }
}

/// The map, its hexes and sides fitting each other.
fn map(pack: &DataPack) -> Result<Map, DataError> {
    let file: File = pack.read("map.toml")?;
    let mp = &file.map.land_mp;
    let mut map = Map {
        mp_per_bound: file.map.mp_per_bound,
        cells: cells(&file)?,
        areas: file.area,
        hexes: Vec::new(),
        touching: Vec::new(),
        zones: file.zone,
        places: Vec::new(),
        rivers: Vec::new(),
        lakes: Vec::new(),
        land_mp: [mp.clear, mp.rough, mp.jungle, mp.mountain],
    };
    if map.mp_per_bound == 0 || map.land_mp.contains(&0) {
        return Err(wrong("mp_per_bound and land_mp must be above 0".to_owned()));
    }
    steps(&file.map.neighbours)?;
    borders(&mut map, &file.sides)?;
    lakes(&mut map, file.lake)?;
    rivers(&mut map, file.river)?;
    places(&mut map, file.place)?;
    areas(&mut map);
    Ok(map)
}

/// Neighbours are those of [`Hex`], whatever the file says; so it must say the same.
fn steps(neighbours: &Neighbours) -> Result<(), DataError> {
    for (row, steps) in [(21_u8, &neighbours.odd), (20, &neighbours.even)] {
        let here = Hex::new(row, 20);
        let step = |(down, right): &(i8, i8)| {
            Some(Hex::new(
                row.checked_add_signed(*down)?,
                20_u8.checked_add_signed(*right)?,
            ))
        };
        let said: BTreeSet<Hex> = steps.values().filter_map(step).into_set();
        if said != here.neighbours().into_set() {
            return Err(wrong("even rows stand half a hex further east".to_owned()));
        }
    }
    Ok(())
}

/// The hexes as the three layers have them.
fn cells(file: &File) -> Result<Grid<Cell>, DataError> {
    let (rows, columns) = (file.map.rows, file.map.columns);
    let layer = |lines| {
        let grid = Grid::words(lines).map_err(wrong)?;
        let what = || format!("every layer must have {rows} rows and {columns} columns");
        (grid.size() == (rows, columns))
            .then_some(grid)
            .ok_or_else(|| wrong(what()))
    };
    let known_areas: BTreeSet<AreaId> = file.area.iter().map(|it| it.id).into_set();
    let known_zones: BTreeSet<ZoneId> = file.zone.iter().map(|it| it.id).into_set();
    let (areas, zones) = (layer(&file.layers.area)?, layer(&file.layers.zone)?);
    layer(&file.layers.terrain)?.try_map(|row, column, terrain| {
        let hex = Hex::new(row, column);
        let layers = areas.get(row, column).zip(zones.get(row, column));
        let (area, zone) = layers.expect("layers of one size");
        let cell = cell(hex, terrain, area, zone)?;
        if let Some(it) = cell.area.filter(|it| !known_areas.contains(it)) {
            return Err(wrong(format!(
                "{hex} lies in Area {it}, which is not listed"
            )));
        }
        if let Some(it) = cell.zone.filter(|it| !known_zones.contains(it)) {
            return Err(wrong(format!(
                "{hex} lies in zone {it}, which is not listed"
            )));
        }
        Ok(cell)
    })
}

/// What the three layers say about a hex, which must agree: land has an Area, water a zone. One
/// that is out of play has neither, and nobody goes there; one with any water in play is given as
/// sea or coast (2.1).
fn cell(hex: Hex, terrain: &str, area: &str, zone: &str) -> Result<Cell, DataError> {
    let (ground, terrain) = match terrain {
        "c" => (Ground::Land, Some(Terrain::Clear)),
        "r" => (Ground::Land, Some(Terrain::Rough)),
        "j" => (Ground::Land, Some(Terrain::Jungle)),
        "m" => (Ground::Land, Some(Terrain::Mountain)),
        "C" => (Ground::Coast, Some(Terrain::Clear)),
        "R" => (Ground::Coast, Some(Terrain::Rough)),
        "J" => (Ground::Coast, Some(Terrain::Jungle)),
        "M" => (Ground::Coast, Some(Terrain::Mountain)),
        "~" if zone == "...." => (Ground::Ocean, None),
        "~" => (Ground::Sea, None),
        "o" => (Ground::Lake, None),
        "#" => (Ground::Out, None),
        other => return Err(wrong(format!("{hex}: `{other}` is not terrain"))),
    };
    let area_read = match area {
        "---" | "###" => None,
        code => Some(code.parse().map_err(|it| wrong(format!("{hex}: {it}")))?),
    };
    let zone_read = match zone {
        "...." | "----" | "####" => None,
        code => Some(code.parse().map_err(|it| wrong(format!("{hex}: {it}")))?),
    };
    let wants_area = matches!(ground, Ground::Land | Ground::Coast);
    let wants_zone = matches!(ground, Ground::Sea | Ground::Coast);
    if wants_area != area_read.is_some() {
        return Err(wrong(format!(
            "{hex} is {ground:?} and has the Area `{area}`"
        )));
    }
    if wants_zone != zone_read.is_some() {
        return Err(wrong(format!(
            "{hex} is {ground:?} and has the zone `{zone}`"
        )));
    }
    Ok(Cell {
        ground,
        terrain,
        area: area_read,
        zone: zone_read,
        ..NOTHING
    })
}

/// Fills in where marches and ships go: to all neighbours but those behind closed sides.
///
/// Marches do not cross straits (`no_march`, Q27), and rivers close nothing to them (2.2). Ships
/// leave a coast hex between two waters by the side of its harbour only (`no_ship`, Q89).
fn borders(map: &mut Map, sides: &Sides) -> Result<(), DataError> {
    for hex in map.grid() {
        let (land, water) = (map.is_land(hex), is_water(map, hex));
        if !land && !water {
            continue;
        }
        for next in hex.neighbours() {
            if land && map.is_land(next) {
                map.cell_mut(hex).land.push(next);
            }
            if water && is_water(map, next) {
                map.cell_mut(hex).sea.push(next);
            }
        }
    }
    close(map, "no_march", &sides.no_march, |it| &mut it.land)?;
    close(map, "no_ship", &sides.no_ship, |it| &mut it.sea)
}

fn is_water(map: &Map, hex: Hex) -> bool {
    map.is_coast(hex) || map.is_sea(hex)
}

/// Closes a list of sides: pairs of neighbours in order that are open.
fn close(
    map: &mut Map,
    list: &str,
    sides: &[String],
    ring: impl Fn(&mut Cell) -> &mut Ring,
) -> Result<(), DataError> {
    for side in sides {
        let pair = side.split_once('-');
        let pair = pair.and_then(|(one, other)| Some((one.parse().ok()?, other.parse().ok()?)));
        let Some((one, other)): Option<(Hex, Hex)> = pair else {
            return Err(wrong(format!(
                "{list}: `{side}` is not a side: two hexes with a -"
            )));
        };
        if one > other || one.distance(other) != 1 {
            return Err(wrong(format!("{list}: {side} are not neighbours in order")));
        }
        for (here, next) in [(one, other), (other, one)] {
            let cell = map.cells.get_mut(here.row, here.column);
            match cell.map(&ring).filter(|it| it.as_slice().contains(&next)) {
                Some(ring) => ring.remove(next),
                None => return Err(wrong(format!("{list}: {side} is closed already"))),
            }
        }
    }
    Ok(())
}

fn lakes(map: &mut Map, rows: Vec<LakeRow>) -> Result<(), DataError> {
    let mut named = BTreeSet::new();
    for row in rows {
        for hex in &row.hexes {
            if map.kind(*hex) != Ground::Lake {
                return Err(wrong(format!("{}: {hex} is not a lake", row.name)));
            }
            named.insert(*hex);
        }
        for hex in row.shore {
            if !map.is_land(hex) && map.kind(hex) != Ground::Lake {
                return Err(wrong(format!("{}: {hex} is not a shore", row.name)));
            }
            map.cell_mut(hex).fresh_water = true;
        }
        map.lakes.push(row.name);
    }
    let lake = |it: &Hex| map.kind(*it) == Ground::Lake && !named.contains(it);
    match map.grid().find(lake) {
        Some(hex) => Err(wrong(format!("{hex} is a lake without a name"))),
        None => Ok(()),
    }
}

fn rivers(map: &mut Map, rows: Vec<RiverRow>) -> Result<(), DataError> {
    for row in rows {
        for part in [&row.navigable, &row.upper] {
            chain(map, &row.name, part)?;
        }
        let joined = |from: Hex| row.navigable.iter().any(|it| from.distance(*it) == 1);
        let first = row.upper.first().filter(|_| !row.navigable.is_empty());
        if let Some(hex) = first.filter(|it| !joined(**it)) {
            let name = &row.name;
            return Err(wrong(format!(
                "{name}: {hex} is away from its navigable part"
            )));
        }
        for hex in row.navigable.iter().chain(&row.upper) {
            map.cell_mut(*hex).fresh_water = true;
        }
        for hex in &row.navigable {
            map.cell_mut(*hex).navigable = true;
        }
        for pair in row.navigable.windows(2) {
            map.cell_mut(pair[0]).river.push(pair[1]);
            map.cell_mut(pair[1]).river.push(pair[0]);
        }
        map.rivers.push(River {
            name: row.name,
            navigable: row.navigable,
            upper: row.upper,
        });
    }
    Ok(())
}

/// A chain of neighbours over land.
fn chain(map: &Map, name: &str, hexes: &[Hex]) -> Result<(), DataError> {
    if let Some(hex) = hexes.iter().find(|it| !map.is_land(**it)) {
        return Err(wrong(format!("{name}: {hex} is not land")));
    }
    let gap = hexes.windows(2).find(|it| it[0].distance(it[1]) != 1);
    match gap {
        Some(pair) => {
            let (one, other) = (pair[0], pair[1]);
            Err(wrong(format!(
                "{name}: {one} and {other} are not neighbours"
            )))
        }
        None => Ok(()),
    }
}

fn places(map: &mut Map, rows: Vec<PlaceRow>) -> Result<(), DataError> {
    for row in rows {
        let hex = row.hex;
        let anchorage = row.kind == PlaceKind::Anchorage;
        let fits = if anchorage {
            map.is_sea(hex)
        } else {
            map.area(hex).is_some_and(|it| it.as_str() == row.area)
        };
        if !fits {
            let (id, area) = (row.id, row.area);
            return Err(wrong(format!("{id} lies in {hex}, which is not in {area}")));
        }
        let number = u16::try_from(map.places.len()).expect("a map has fewer names");
        if map.cell_mut(hex).place.replace(number).is_some() {
            return Err(wrong(format!(
                "{hex} has two names, one of them {}",
                row.id
            )));
        }
        map.places.push(Place {
            id: row.id,
            slug: slug(&row.name),
            name: row.name,
            hex,
            anchorage,
        });
    }
    Ok(())
}

/// Gathers the hexes of the Areas, and which Areas border on which.
fn areas(map: &mut Map) {
    let count = map.areas.len();
    let mut hexes = vec![Vec::new(); count];
    let mut touching = vec![false; count * count];
    for hex in map.grid() {
        let Some(area) = map.area(hex) else {
            continue;
        };
        let here = map.area_index(area).expect("layers have listed Areas");
        hexes[here].push(hex);
        let around = map
            .land_neighbours(hex)
            .iter()
            .filter_map(|it| map.area(*it));
        for other in around.filter(|it| *it != area) {
            let other = map.area_index(other).expect("layers have listed Areas");
            touching[here * count + other] = true;
        }
    }
    map.hexes = hexes;
    map.touching = touching;
}
