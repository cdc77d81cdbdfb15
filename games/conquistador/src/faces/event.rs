//! An event as templates see it: its places with their Areas.

use super::super::data::Tables;
use super::super::events::Event;
use super::super::ids::At;
use super::super::land::events::Event as Land;
use packetboat_core::engine::plain;
use packetboat_kit::hex::Hex;
use schemars::{JsonSchema, Schema, SchemaGenerator};
use serde_json::{Value, json};

/// The fields in which events name places, as numbers of hexes or by their names.
const PLACES: [&str; 5] = ["at", "from", "to", "place", "sails"];

/// The event that says how hard its Area is as well, in `area_level`.
const HARDSHIP: &str = "hardship-loss";

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
    if let (Event::Land(Land::HardshipLoss { place, .. }), Value::Object(face)) = (event, &mut face)
    {
        let hex = named(tables, place);
        let area = hex.and_then(|it| tables.map.area(it));
        if let Some(area) = area {
            let level = tables.map.area_of(area).attrition;
            face.insert("area_level".to_owned(), level.into());
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

/// The schema of that: as of the event itself, but that places are words.
pub(crate) fn event_schema(generator: &mut SchemaGenerator) -> Schema {
    let face = generator.subschema_for::<Event>();
    let places = [Hex::schema_name(), At::schema_name()];
    let places = places.map(|it| json!({ "$ref": format!("#/$defs/{it}") }));
    for part in ["CouncilEvent", "SeaEvent", "LandEvent"] {
        let part = &mut generator.definitions_mut()[part];
        for kind in part["oneOf"].as_array_mut().into_iter().flatten() {
            for field in PLACES {
                if let Some(schema) = kind.pointer_mut(&format!("/properties/{field}")) {
                    in_words(schema, &places);
                }
            }
            let is_hardship = kind.pointer("/properties/event/const") == Some(&json!(HARDSHIP));
            if let (true, Some(Value::Object(fields))) = (is_hardship, kind.get_mut("properties")) {
                fields.insert("area_level".to_owned(), json!({ "type": "integer" }));
            }
        }
    }
    face
}

/// A string instead of a place, also of one that may be missing.
fn in_words(schema: &mut Value, places: &[Value]) {
    match schema {
        Value::Object(fields) if places.iter().any(|it| fields.get("$ref") == it.get("$ref")) => {
            fields.remove("$ref");
            fields.insert("type".to_owned(), "string".into());
        }
        Value::Object(fields) => {
            if let Some(Value::Array(each)) = fields.get_mut("anyOf") {
                each.iter_mut().for_each(|it| in_words(it, places));
            }
        }
        _ => {}
    }
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
