//! Discoveries still open, and where each is made.

use super::super::data::{Discovery, Tables, Trigger};
use super::super::ids::{AreaId, PlaceId};
use super::super::view::View;
use super::words;
use packetboat_core::prelude::*;
use packetboat_kit::words::commas;

/// A discovery that nobody has made.
#[derive(Debug, Clone, Serialize, JsonSchema)]
pub struct OpenDiscovery {
    /// Its name.
    pub name: String,
    /// Where it is made, or what it takes: `2413, AZT`.
    pub place: String,
    /// The Areas of that.
    #[serde(skip)]
    pub(super) areas: Vec<AreaId>,
    /// Victory points.
    pub vp: i32,
    /// Whether it is made by sea, and credited when the ship is home.
    pub by_sea: bool,
}

/// Discoveries still open, in the order of the list.
pub(super) fn open(view: &View) -> Vec<OpenDiscovery> {
    let all = view.tables.discoveries.iter();
    let open = all.filter(|it| {
        !view.open.discovered.contains_key(&it.id) && !view.open.made_before.contains(&it.id)
    });
    open.map(|it| OpenDiscovery {
        name: it.name.clone(),
        place: place(&view.tables, it),
        areas: areas(&view.tables, it),
        vp: it.vp,
        by_sea: it.is_naval(),
    })
    .collect()
}

/// Where a discovery is made.
pub(super) fn place(tables: &Tables, it: &Discovery) -> String {
    match &it.trigger {
        Trigger::Start => "Europe".to_owned(),
        Trigger::SeaArea(area) => format!("any coast of {}", words::area(tables, *area)),
        Trigger::SeaZone(zone) => words::waters(&tables.map.zone_of(*zone).name),
        Trigger::SeaPlaces(places) | Trigger::LandPlaces(places) => hexes(tables, places),
        Trigger::LandArea(area) => format!("any hex of {}", words::area(tables, *area)),
        Trigger::MarchInto(place) => {
            format!(
                "by a march into {}",
                hexes(tables, std::slice::from_ref(place))
            )
        }
        Trigger::CapePassage => "round it into the Pacific, an Explorer aboard".to_owned(),
        Trigger::Circumnavigation => "home from the Pacific round the world".to_owned(),
        Trigger::Amazon => "down the river from its upper course".to_owned(),
        Trigger::MarchHolds(places) => {
            format!(
                "one party comes to both, {}",
                hexes_by(tables, places, " and ")
            )
        }
        Trigger::CrossContinent(areas) => {
            let areas: Vec<&str> = areas.iter().map(AreaId::as_str).collect();
            let areas = areas.join("/");
            format!("one party, from the Atlantic to a Pacific coast of {areas}")
        }
    }
}

/// The Areas in which a discovery is made.
fn areas(tables: &Tables, it: &Discovery) -> Vec<AreaId> {
    let places = it.trigger.places().iter();
    let hexes = places.filter_map(|it| tables.map.place(*it));
    let areas = hexes.filter_map(|it| tables.map.area(it.hex));
    areas
        .chain(it.trigger.areas().iter().copied())
        .chain(it.area)
        .collect()
}

/// Hexes with the Area they lie in: `2413, AZT`; `3629 or 3731, INC`.
fn hexes(tables: &Tables, places: &[PlaceId]) -> String {
    hexes_by(tables, places, " or ")
}

fn hexes_by(tables: &Tables, places: &[PlaceId], between: &str) -> String {
    let map = &tables.map;
    let hexes: Vec<_> = places
        .iter()
        .filter_map(|it| map.place(*it))
        .map(|it| it.hex)
        .collect();
    let numbers: Vec<String> = hexes.iter().map(ToString::to_string).collect();
    let mut areas: Vec<AreaId> = hexes.iter().filter_map(|it| map.area(*it)).collect();
    areas.dedup();
    commas(
        [numbers.join(between)]
            .into_iter()
            .chain(areas.iter().map(ToString::to_string)),
    )
}
