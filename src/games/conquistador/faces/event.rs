//! An event as templates see it: its places with their Areas.

use super::super::data::Tables;
use super::super::events::Event;
use super::super::ids::At;
use crate::engine::plain;
use crate::games::hex::Hex;
use serde_json::Value;

/// The fields in which events name places, as numbers of hexes or by their names.
const PLACES: [&str; 5] = ["at", "from", "to", "place", "sails"];

/// The data of an event; its places are printed with the Area or the waters in which they lie.
pub(crate) fn event(tables: &Tables, event: &Event) -> Value {
    let mut face = plain::of(event).expect("events are plain data with names");
    for field in PLACES {
        if let Some(Value::String(place)) = face.get_mut(field)
            && let Some(hex) = named(tables, place)
        {
            *place = with_area(tables, hex);
        }
    }
    face
}

/// Where an event happened, if it names one place.
pub(super) fn place_of(tables: &Tables, event: &Event) -> Option<Hex> {
    let plain = plain::of(event).expect("events are plain data with names");
    let mut fields = ["at", "place", "to"].iter();
    fields.find_map(|it| named(tables, plain.get(it)?.as_str()?))
}

/// The hex that a field names.
pub(crate) fn named(tables: &Tables, place: &str) -> Option<Hex> {
    let number = place.parse().ok().filter(|it| tables.map.exists(*it));
    let named = || tables.map.places().iter().find(|it| it.name == place);
    number.or_else(|| named().map(|it| it.hex))
}

/// A place with its surroundings: `0418 (Labrador)`, `Veracruz (Aztec Empire)`.
fn with_area(tables: &Tables, hex: Hex) -> String {
    let map = &tables.map;
    let name = map.at_name(At::Hex(hex));
    match (map.area(hex), map.zone(hex)) {
        (Some(area), _) => format!("{name} ({})", map.area_of(area).name),
        (None, Some(zone)) => format!("{name} ({})", map.zone_of(zone).name),
        (None, None) => name,
    }
}
