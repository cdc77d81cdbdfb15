//! Gold sites and treasure cities (`gold.toml`; game file 4.9).

use super::super::ids::{AreaId, PlaceId};
use super::super::map::Map;
use packetboat_core::prelude::*;
use packetboat_kit::hex::Hex;

/// `gold.toml`, its places found on the map.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct GoldTables {
    /// Ducats each Colonist raises a turn.
    pub per_colonist: u32,
    /// What an Explorer or Conquistador takes from the prospecting die.
    pub leader: i32,
    /// Ducats each Soldier and Conquistador loots.
    pub per_looter: u32,
    /// Ducats a worked-out mine loses.
    pub depletion: u32,
    /// Ducats a Colonist outside the mine earns in an Area that is mined; twice that in R2 (4.9).
    pub beside_mine: u32,
    /// Fewest Colonists that make resources count double per head (4.11).
    pub level_two: u32,
    /// Colonists that control an Area at least.
    pub control: u32,
    /// Reopening an abandoned mine fails on this die.
    pub reopen_fails: u32,
    /// Potosí.
    pub potosi: Potosi,
    /// Prospecting by class: rows by the modified die, 1 to 6; 0: nothing found; absent: barren.
    pub prospecting: BTreeMap<SiteClass, Vec<Option<u32>>>,
    /// Depletion by class: lowest die.
    pub depletes_from: BTreeMap<SiteClass, u32>,
    /// The sites by hex.
    pub sites: BTreeMap<Hex, Site>,
    /// The treasure cities by hex.
    pub cities: BTreeMap<Hex, Treasure>,
    /// Areas through whose Ports gold of an inland Area may leave besides its neighbours': e.g.
    /// Potosí through the River Plate.
    pub routes: Vec<Route>,
}

/// Potosí (4.9).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Potosi {
    /// Ducats a turn.
    pub capacity: u32,
    /// Ducats a turn behind the breakthrough (6.4.10).
    pub doubled: u32,
    /// Colonists that must dig.
    pub diggers: u32,
    /// Found up to this modified die.
    pub found_to: u32,
    /// Depletion is confirmed by a second die from this.
    pub confirmed_from: u32,
}

/// A class of gold site.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum SiteClass {
    /// Mainland.
    Ordinary,
    /// Rich mainland.
    Rich,
    /// Caribbean.
    Caribbean,
    /// Potosí alone.
    Potosi,
}

/// A gold site.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Site {
    /// Its name on the map.
    pub place: PlaceId,
    /// Its class.
    pub class: SiteClass,
}

/// A treasure city.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Treasure {
    /// Its name on the map.
    pub place: PlaceId,
    /// Ducats a turn at most.
    pub rate: u32,
}

/// A way out for gold that is not through its own Area or a neighbour's (4.9).
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Route {
    /// Gold of this place, or of a place in `area`.
    #[serde(default)]
    pub place: Option<PlaceId>,
    /// Gold of any place of this Area.
    #[serde(default)]
    pub area: Option<AreaId>,
    /// May leave by any Port of this Area too.
    #[serde(default)]
    pub also: Option<AreaId>,
    /// Must leave by a Port on the Pacific.
    #[serde(default)]
    pub pacific_only: bool,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    per_colonist: u32,
    leader: i32,
    per_looter: u32,
    depletion: u32,
    beside_mine: u32,
    level_two: u32,
    control: u32,
    reopen_fails: u32,
    potosi: Potosi,
    prospecting: BTreeMap<SiteClass, Vec<i64>>,
    depletes_from: BTreeMap<SiteClass, u32>,
    sites: BTreeMap<PlaceId, SiteClass>,
    cities: BTreeMap<PlaceId, u32>,
    #[serde(default, rename = "route")]
    routes: Vec<Route>,
}

impl GoldTables {
    /// Reads the file; in `prospecting`, −1 stands for barren.
    pub(super) fn read(pack: &DataPack, map: &Map) -> Result<GoldTables, DataError> {
        let file: File = pack.read("gold.toml")?;
        let wrong = |what: String| DataError::new("gold.toml", what);
        let hex = |id: PlaceId| {
            let place = map.place(id);
            place
                .map(|it| it.hex)
                .ok_or_else(|| wrong(format!("the map has no place {id}")))
        };
        let mut sites = BTreeMap::new();
        for (place, class) in file.sites {
            sites.insert(hex(place)?, Site { place, class });
        }
        let mut cities = BTreeMap::new();
        for (place, rate) in file.cities {
            cities.insert(hex(place)?, Treasure { place, rate });
        }
        let mut prospecting = BTreeMap::new();
        for (class, rows) in file.prospecting {
            if rows.len() != 6 {
                return Err(wrong(format!("{class:?} needs six rows")));
            }
            let rows = rows.iter().map(|it| u32::try_from(*it).ok()).collect();
            prospecting.insert(class, rows);
        }
        for route in &file.routes {
            if let Some(place) = route.place {
                hex(place)?;
            }
            let mut areas = route.area.iter().chain(&route.also);
            if let Some(area) = areas.find(|it| map.hexes_of(**it).is_empty()) {
                return Err(wrong(format!("the map has no Area {area}")));
            }
        }
        Ok(GoldTables {
            per_colonist: file.per_colonist,
            leader: file.leader,
            per_looter: file.per_looter,
            depletion: file.depletion,
            beside_mine: file.beside_mine,
            level_two: file.level_two,
            control: file.control,
            reopen_fails: file.reopen_fails,
            potosi: file.potosi,
            prospecting,
            depletes_from: file.depletes_from,
            sites,
            cities,
            routes: file.routes,
        })
    }
}
