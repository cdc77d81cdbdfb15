//! What HELP and MAP say of places.

use super::data::{Tables, Terrain};
use super::place::{Kind, Place, Province, Unit};
use super::view::View;
use packetboat_core::engine::data::title;
use packetboat_kit::words::commas;
use serde_json::{Value, json};

/// What HELP says of a place, by any of its names.
pub fn explain(tables: &Tables, wanted: &str) -> Option<String> {
    Some(place(tables, meant(tables, wanted)?))
}

/// The map, or what is known of one place and those beside it.
///
/// # Errors
/// A name that no place has.
pub fn map(tables: &Tables, view: &View, around: Option<&str>) -> Result<Value, String> {
    let row = |province: Province| {
        let unit = view.standing.get(&province);
        json!({
            "code": Place::inland(province).printed(),
            "name": tables.land(province).name,
            "sea": tables.is_sea(province),
            "centre": tables.is_centre(province),
            "owner": view.owners.get(&province),
            "unit": unit.map(|it| it.1.printed()),
            "holder": unit.map(|it| it.0),
        })
    };
    let Some(wanted) = around else {
        let places: Vec<Value> = tables.provinces.keys().map(|it| row(*it)).collect();
        return Ok(json!({ "places": places }));
    };
    let unknown = || format!("No place is called {wanted}: MAP alone sends the whole map.");
    let at = meant(tables, wanted).ok_or_else(unknown)?;
    let beside = tables.neighbours(at).into_iter();
    let beside: Vec<Value> = beside.map(row).collect();
    Ok(json!({ "places": beside, "said": place(tables, at), "at": row(at) }))
}

/// The province that a word means, by any of its names.
fn meant(tables: &Tables, wanted: &str) -> Option<Province> {
    let place: Place = tables.place_names.exact(wanted)?.name.parse().ok()?;
    Some(place.province)
}

fn place(tables: &Tables, province: Province) -> String {
    let land = tables.land(province);
    let kind = match land.kind {
        Terrain::Sea => "a sea, for fleets only",
        Terrain::Coast => "a coast, for armies and fleets",
        Terrain::Inland => "inland, for armies only",
    };
    let centre = match land.home {
        _ if !land.centre => String::new(),
        None => "; a supply centre, nobody's home".to_owned(),
        Some(seat) => format!("; a supply centre, home of {}", title(&tables.seats, seat)),
    };
    let code = Place::inland(province).printed();
    let places = tables.places().filter(|it| it.province == province);
    let units = places.flat_map(|at| [Kind::Army, Kind::Fleet].map(|kind| Unit { kind, at }));
    let ways = units.filter(|it| tables.may_hold(*it)).map(|unit| {
        let who = if unit.is_army() { "An army" } else { "A fleet" };
        let to = commas(tables.steps(unit).into_iter().map(Place::printed));
        format!(
            " {who} in {} can go to {to}.",
            tables.names[&unit.at.to_string()]
        )
    });
    let ways: String = ways.collect();
    format!("{code}, {}: {kind}{centre}.{ways}", land.name)
}
