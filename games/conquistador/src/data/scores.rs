//! The list of discoveries (`discoveries.toml`; game file 5.3).

use super::super::ids::{AreaId, DiscoveryId, PlaceId, ZoneId};
use super::super::map::Map;
use packetboat_core::prelude::*;

/// A discovery: credited once, to the first power that qualifies.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Discovery {
    /// N.. naval, L.. by land.
    pub id: DiscoveryId,
    /// Its name.
    pub name: String,
    /// Victory points.
    pub vp: i32,
    /// What makes it.
    pub trigger: Trigger,
    /// The Area in which a Port is no safe port for it, where it has one (5.3).
    #[serde(default)]
    pub area: Option<AreaId>,
}

impl Discovery {
    /// Whether it is made by sea, and credited on return.
    pub fn is_naval(&self) -> bool {
        self.id.as_str().starts_with('N')
    }
}

/// What makes a discovery.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Trigger {
    /// Credited at the start.
    Start,
    /// By sea: any hex of an Area.
    SeaArea(AreaId),
    /// By sea: any hex of a zone.
    SeaZone(ZoneId),
    /// By sea: one of these places.
    SeaPlaces(Vec<PlaceId>),
    /// By land: any hex of an Area.
    LandArea(AreaId),
    /// By land: one of these places.
    LandPlaces(Vec<PlaceId>),
    /// By land: this place, entered by a march and not from a ship.
    MarchInto(PlaceId),
    /// N16: the first passage of the Cape from the Atlantic to a Pacific zone.
    CapePassage,
    /// N20: round the world.
    Circumnavigation,
    /// L08: down the Amazon.
    Amazon,
    /// L14: one party's march holds both places.
    MarchHolds(Vec<PlaceId>),
    /// L15: one party's march leads from the Atlantic coast to the Pacific coast of these Areas.
    CrossContinent(Vec<AreaId>),
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    explorer_vp: i32,
    discovery: Vec<Discovery>,
}

impl Trigger {
    /// The places it names.
    pub fn places(&self) -> &[PlaceId] {
        match self {
            Trigger::SeaPlaces(places)
            | Trigger::LandPlaces(places)
            | Trigger::MarchHolds(places) => places,
            Trigger::MarchInto(place) => std::slice::from_ref(place),
            _ => &[],
        }
    }

    /// The Areas it names.
    pub fn areas(&self) -> &[AreaId] {
        match self {
            Trigger::SeaArea(area) | Trigger::LandArea(area) => std::slice::from_ref(area),
            Trigger::CrossContinent(areas) => areas,
            _ => &[],
        }
    }
}

/// The list, and what an Explorer adds to a discovery by land.
pub(super) fn read(pack: &DataPack, map: &Map) -> Result<(Vec<Discovery>, i32), DataError> {
    let file: File = pack.read("discoveries.toml")?;
    let mut ids = BTreeSet::new();
    for it in &file.discovery {
        let wrong = |what: String| DataError::new("discoveries.toml", format!("{}: {what}", it.id));
        if !ids.insert(it.id) {
            return Err(wrong("stands twice".to_owned()));
        }
        let mut places = it.trigger.places().iter();
        if let Some(place) = places.find(|it| map.place(**it).is_none()) {
            return Err(wrong(format!("the map has no place {place}")));
        }
        let mut areas = it.trigger.areas().iter().chain(&it.area);
        if let Some(area) = areas.find(|it| map.hexes_of(**it).is_empty()) {
            return Err(wrong(format!("the map has no Area {area}")));
        }
        if let Trigger::SeaZone(zone) = &it.trigger
            && map.zones().iter().all(|it| it.id != *zone)
        {
            return Err(wrong(format!("the map has no zone {zone}")));
        }
    }
    Ok((file.discovery, file.explorer_vp))
}
