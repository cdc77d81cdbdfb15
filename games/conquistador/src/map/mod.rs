//! The map: what lies in each hex, and what borders on what.
//!
//! `read` turns `map.toml` into it, `check` sees that it hangs together, `ways` finds routes.
//! Hexes outside the grid and hexes out of play are the same: [`Ground::Out`].
//!
//! Not here: who stands where (`state`), gold sites (`data::gold`).

mod check;
mod read;
pub mod ways;

use super::ids::{AreaId, At, PlaceId, ZoneId};
use packetboat_kit::grid::Grid;
use packetboat_kit::hex::Hex;
use serde::Deserialize;

/// What kind of hex it is (game file 0.4).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Ground {
    /// Not in play: nothing enters or passes.
    Out,
    /// A lake: nobody enters.
    Lake,
    /// Deep ocean: only crossings to and from Europe pass it.
    Ocean,
    /// Sea of a zone.
    Sea,
    /// Land units stand in it and ships lie in it.
    Coast,
    /// Land without a coast.
    Land,
}

/// What the land of a hex is like (4.1).
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Terrain {
    /// Open country.
    Clear,
    /// Rough country.
    Rough,
    /// Jungle.
    Jungle,
    /// Mountains.
    Mountain,
}

impl Terrain {
    /// All.
    pub const ALL: [Terrain; 4] = [
        Terrain::Clear,
        Terrain::Rough,
        Terrain::Jungle,
        Terrain::Mountain,
    ];

    /// The word for it.
    pub fn word(self) -> &'static str {
        match self {
            Terrain::Clear => "clear",
            Terrain::Rough => "rough",
            Terrain::Jungle => "jungle",
            Terrain::Mountain => "mountain",
        }
    }
}

/// Which of the two oceans a zone belongs to; the Cape parts them (3.5).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
pub enum Ocean {
    /// The Atlantic, with the Caribbean and Hudson Bay.
    #[serde(rename = "ATL")]
    Atlantic,
    /// The South Cape.
    #[serde(rename = "CAPE")]
    Cape,
    /// The Pacific.
    #[serde(rename = "PAC")]
    Pacific,
}

/// An Area (6.1).
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Area {
    /// Its code: `AZT`.
    pub id: AreaId,
    /// Its name.
    pub name: String,
    /// Its coasts; none: an inland Area.
    #[serde(rename = "coast")]
    pub coasts: Vec<Coast>,
    /// Native Level at the start.
    pub native: u32,
    /// Attrition Level.
    pub attrition: u32,
    /// Whether resources count double.
    pub r2: bool,
    /// Victory points for control.
    pub vp: i32,
    /// On whose side of the line of Tordesillas it lies: `S` or `P`.
    pub tordesillas: Option<char>,
    /// In how many pieces it lies on the mainland; islands are not counted.
    #[serde(default = "one")]
    pub pieces: u32,
    /// Where a drawing writes its name.
    pub label: Hex,
}

fn one() -> u32 {
    1
}

/// One side of an Area as ships from Europe see it.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Coast {
    /// `e`, `nw`, …, or `all`.
    pub side: String,
    /// The zones of its coast hexes.
    pub zones: Vec<ZoneId>,
    /// Bounds to Europe.
    pub bounds: u32,
}

/// A sea zone (6.4).
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Zone {
    /// Its code: `wcar`.
    pub id: ZoneId,
    /// Its name.
    pub name: String,
    /// Which ocean it belongs to.
    pub ocean: Ocean,
    /// Bounds to Europe.
    pub bounds: u32,
    /// Where a drawing writes its name.
    pub label: Hex,
}

/// A named hex (6.3).
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Place {
    /// Its id: `azt_veracruz`.
    pub id: PlaceId,
    /// Its name: `Nombre de Dios`.
    pub name: String,
    /// What orders print: `nombre-de-dios`.
    pub slug: String,
    /// Where it is.
    pub hex: Hex,
    /// Whether it is an anchorage: a sea hex with a name (3.7).
    pub anchorage: bool,
}

/// A river: hexes from the mouth upwards, or from where it joins another.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct River {
    /// Its name.
    pub name: String,
    /// What Caravels go up (3.6).
    pub navigable: Vec<Hex>,
    /// What lies above.
    pub upper: Vec<Hex>,
}

/// The map, read and checked.
#[derive(Debug, Clone)]
pub struct Map {
    /// Movement points of ships that make a Bound (0.3).
    pub mp_per_bound: u32,
    cells: Grid<Cell>,
    areas: Vec<Area>,
    /// The hexes of each Area, in the order of `areas`.
    hexes: Vec<Vec<Hex>>,
    /// Whether two Areas border on each other by land: a table of `areas` by `areas`.
    touching: Vec<bool>,
    zones: Vec<Zone>,
    places: Vec<Place>,
    rivers: Vec<River>,
    lakes: Vec<String>,
    /// By [`Terrain`].
    land_mp: [u32; 4],
}

/// What lies in one hex.
#[derive(Debug, Clone, Copy)]
struct Cell {
    ground: Ground,
    terrain: Option<Terrain>,
    area: Option<AreaId>,
    zone: Option<ZoneId>,
    /// Its place in `Map::places`.
    place: Option<u16>,
    /// On a river, navigable or not, or on the shore of a lake.
    fresh_water: bool,
    /// On the navigable part of a river.
    navigable: bool,
    /// Where marches go.
    land: Ring,
    /// Where ships go.
    sea: Ring,
    /// Where only Caravels go: along the river.
    river: Ring,
}

const NOTHING: Cell = Cell {
    ground: Ground::Out,
    terrain: None,
    area: None,
    zone: None,
    place: None,
    fresh_water: false,
    navigable: false,
    land: Ring::EMPTY,
    sea: Ring::EMPTY,
    river: Ring::EMPTY,
};

/// Up to six of the hexes around one, in the order of their numbers.
#[derive(Debug, Clone, Copy)]
struct Ring {
    hexes: [Hex; 6],
    length: u8,
}

impl Ring {
    const EMPTY: Ring = Ring {
        hexes: [Hex::new(0, 0); 6],
        length: 0,
    };

    fn as_slice(&self) -> &[Hex] {
        &self.hexes[..usize::from(self.length)]
    }

    fn iter(self) -> impl Iterator<Item = Hex> {
        self.hexes.into_iter().take(usize::from(self.length))
    }

    fn push(&mut self, hex: Hex) {
        if self.as_slice().contains(&hex) {
            return;
        }
        let length = usize::from(self.length);
        self.hexes[length] = hex;
        self.length += 1;
        self.hexes[..=length].sort_unstable();
    }

    fn remove(&mut self, hex: Hex) {
        if let Some(place) = self.as_slice().iter().position(|it| *it == hex) {
            self.hexes.copy_within(place + 1.., place);
            self.length -= 1;
        }
    }
}

impl Map {
    /// Rows and columns of the grid.
    pub fn size(&self) -> (u8, u8) {
        self.cells.size()
    }

    /// All hexes in play, by number.
    pub fn all(&self) -> impl Iterator<Item = Hex> + '_ {
        self.grid().filter(|it| self.exists(*it))
    }

    /// All hexes of the grid, by number.
    fn grid(&self) -> impl Iterator<Item = Hex> + use<> {
        let places = self.cells.places();
        places.map(|(row, column)| Hex::new(row, column))
    }

    fn cell(&self, hex: Hex) -> &Cell {
        self.cells.get(hex.row, hex.column).unwrap_or(&NOTHING)
    }

    /// The same to be changed, of a hex inside the grid.
    fn cell_mut(&mut self, hex: Hex) -> &mut Cell {
        let cell = self.cells.get_mut(hex.row, hex.column);
        cell.expect("inside the grid")
    }

    /// Whether it is a hex in play.
    pub fn exists(&self, hex: Hex) -> bool {
        self.kind(hex) != Ground::Out
    }

    /// What kind of hex it is.
    pub fn kind(&self, hex: Hex) -> Ground {
        self.cell(hex).ground
    }

    /// Its terrain, if it is land or coast.
    pub fn terrain(&self, hex: Hex) -> Option<Terrain> {
        self.cell(hex).terrain
    }

    /// Its Area, if it is land or coast.
    pub fn area(&self, hex: Hex) -> Option<AreaId> {
        self.cell(hex).area
    }

    /// Its zone, if it is coast or sea near land.
    pub fn zone(&self, hex: Hex) -> Option<ZoneId> {
        self.cell(hex).zone
    }

    /// Which ocean its zone belongs to, if it has one.
    pub fn ocean(&self, hex: Hex) -> Option<Ocean> {
        self.zone(hex).map(|it| self.zone_of(it).ocean)
    }

    /// Whether land units may stand in it: land or coast.
    pub fn is_land(&self, hex: Hex) -> bool {
        matches!(self.kind(hex), Ground::Land | Ground::Coast)
    }

    /// Whether it is a coast hex.
    pub fn is_coast(&self, hex: Hex) -> bool {
        self.kind(hex) == Ground::Coast
    }

    /// Whether it is a sea hex of a zone.
    pub fn is_sea(&self, hex: Hex) -> bool {
        self.kind(hex) == Ground::Sea
    }

    /// Whether land attrition counts it as by water (4.8): coast, river or lake shore.
    pub fn by_water(&self, hex: Hex) -> bool {
        self.is_coast(hex) || self.cell(hex).fresh_water
    }

    /// Whether it is on the navigable part of a river, its mouth included (3.6).
    pub fn navigable(&self, hex: Hex) -> bool {
        self.cell(hex).navigable
    }

    /// Where marches go from here, by number.
    pub fn land_neighbours(&self, hex: Hex) -> &[Hex] {
        self.cell(hex).land.as_slice()
    }

    /// Where ships go from here, rivers apart: coast and sea of zones, by number.
    pub fn sea_neighbours(&self, hex: Hex) -> &[Hex] {
        self.cell(hex).sea.as_slice()
    }

    /// Where ships go from here; with `caravels`, up and down rivers too. By number.
    pub fn ship_neighbours(&self, hex: Hex, caravels: bool) -> Vec<Hex> {
        self.ship_ring(hex, caravels).as_slice().to_vec()
    }

    fn ship_ring(&self, hex: Hex, caravels: bool) -> Ring {
        let cell = self.cell(hex);
        let mut ring = cell.sea;
        if caravels {
            cell.river.iter().for_each(|it| ring.push(it));
        }
        ring
    }

    /// The Areas in the order of 6.1.
    pub fn areas(&self) -> &[Area] {
        &self.areas
    }

    /// The place of an Area in that order.
    fn area_index(&self, id: AreaId) -> Option<usize> {
        self.areas.iter().position(|it| it.id == id)
    }

    /// An Area.
    ///
    /// # Panics
    /// If there is none of that code: states and orders are checked.
    pub fn area_of(&self, id: AreaId) -> &Area {
        let index = self.area_index(id);
        &self.areas[index.expect("an Area of the map")]
    }

    /// The land and coast hexes of an Area, by number.
    pub fn hexes_of(&self, id: AreaId) -> &[Hex] {
        self.area_index(id).map_or(&[], |it| &self.hexes[it])
    }

    /// Whether two different Areas border on each other by land (4.9).
    pub fn areas_touch(&self, one: AreaId, other: AreaId) -> bool {
        match (self.area_index(one), self.area_index(other)) {
            (Some(one), Some(other)) => self.touching[one * self.areas.len() + other],
            _ => false,
        }
    }

    /// The zones in the order of 6.4.
    pub fn zones(&self) -> &[Zone] {
        &self.zones
    }

    /// A zone.
    ///
    /// # Panics
    /// If there is none of that code: states and orders are checked.
    pub fn zone_of(&self, id: ZoneId) -> &Zone {
        let zone = self.zones.iter().find(|it| it.id == id);
        zone.expect("a zone of the map")
    }

    /// Bounds from Europe to a coast hex or a sea hex of a zone (3.3): the figure of the Area's
    /// side that lists the zone, else that of the zone itself.
    pub fn bounds(&self, hex: Hex) -> Option<u32> {
        let zone = self.zone(hex)?;
        let coasts = self
            .area(hex)
            .map_or(&[][..], |it| &self.area_of(it).coasts);
        let side = coasts.iter().find(|it| it.zones.contains(&zone));
        Some(side.map_or_else(|| self.zone_of(zone).bounds, |it| it.bounds))
    }

    /// Movement points to enter it by land (4.1); 0 where nobody marches.
    pub fn land_mp(&self, hex: Hex) -> u32 {
        self.terrain(hex).map_or(0, |it| self.terrain_mp(it))
    }

    /// Movement points of a kind of ground by land (4.1).
    pub fn terrain_mp(&self, terrain: Terrain) -> u32 {
        self.land_mp[terrain as usize]
    }

    /// The named places, in the order of the file.
    pub fn places(&self) -> &[Place] {
        &self.places
    }

    /// A place by id.
    pub fn place(&self, id: PlaceId) -> Option<&Place> {
        self.places.iter().find(|it| it.id == id)
    }

    /// The place in a hex, if it has a name.
    pub fn place_at(&self, hex: Hex) -> Option<&Place> {
        let index = self.cell(hex).place?;
        Some(&self.places[usize::from(index)])
    }

    /// What a hex is called: `Veracruz`, or its number.
    pub fn name_of(&self, hex: Hex) -> String {
        self.place_at(hex)
            .map_or_else(|| hex.to_string(), |it| it.name.clone())
    }

    /// What a hex or Europe is called.
    pub fn at_name(&self, at: At) -> String {
        match at {
            At::Europe => "Europe".to_owned(),
            At::Hex(hex) => self.name_of(hex),
        }
    }

    /// The rivers.
    pub fn rivers(&self) -> &[River] {
        &self.rivers
    }

    /// The names of the lakes.
    pub fn lakes(&self) -> &[String] {
        &self.lakes
    }
}

/// A name as orders print it: small letters with hyphens.
pub fn slug(name: &str) -> String {
    let letters = name.chars().filter(|it| !matches!(it, '\'' | '.'));
    let plain = letters.map(|it| match it {
        ' ' => '-',
        letter => letter.to_ascii_lowercase(),
    });
    plain.collect()
}
