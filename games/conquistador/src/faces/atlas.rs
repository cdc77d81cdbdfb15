//! The map on request: the whole of it, or the part around a place with what is known of that.
//!
//! Not here: the windows of a report (`chart`).

use super::super::council::tordesillas;
use super::super::ids::{AreaId, At, ZoneId};
use super::super::map::{Area, Coast, Ocean, Place, slug};
use super::super::reckon::ground;
use super::super::view::View;
use super::chart::{self, Chart};
use super::prices::Prices;
use super::{discovery, words, world};
use packetboat_core::lang::names::nearest;
use packetboat_core::prelude::*;
use packetboat_kit::hex::Hex;
use packetboat_kit::words::{commas, list};

/// What MAP brings.
#[derive(Debug, Clone, Serialize)]
pub(crate) struct MapPage {
    /// What it shows.
    pub title: String,
    /// What is known of it, a sentence each; none of the whole map.
    pub facts: Vec<String>,
    /// What the letters mean.
    pub legend: Vec<String>,
    /// The drawings, from north to south.
    pub charts: Vec<Chart>,
}

/// What a player may ask the map for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Spot {
    Hex(Hex),
    Area(AreaId),
    Zone(ZoneId),
}

/// The map as the viewer sees it, whole or around what is named.
///
/// # Errors
/// A name that means nothing here: why, in a sentence.
pub(crate) fn map(view: &View, around: Option<&str>) -> Result<MapPage, String> {
    let legend = chart::legend(view);
    let Some(around) = around else {
        return Ok(MapPage {
            title: "The whole map".to_owned(),
            facts: Vec::new(),
            legend,
            charts: chart::whole(view),
        });
    };
    let map = &view.tables.map;
    let spot = find(view, around)?;
    let (title, facts, hexes) = match spot {
        Spot::Hex(hex) => {
            let mut facts = about_hex(view, hex);
            facts.extend(
                map.area(hex)
                    .into_iter()
                    .flat_map(|it| about_area(view, it)),
            );
            (words::hex(&view.tables, hex), facts, vec![hex])
        }
        Spot::Area(area) => (
            format!("{} ({area})", map.area_of(area).name),
            about_area(view, area),
            map.hexes_of(area).to_vec(),
        ),
        Spot::Zone(zone) => (
            format!("{} ({zone})", map.zone_of(zone).name),
            about_zone(view, zone),
            map.all().filter(|it| map.zone(*it) == Some(zone)).collect(),
        ),
    };
    Ok(MapPage {
        title,
        facts,
        legend,
        charts: chart::around(view, &hexes),
    })
}

/// What a player means: a hex by its number, a place, an Area or waters by name or code.
fn find(view: &View, text: &str) -> Result<Spot, String> {
    let map = &view.tables.map;
    let wanted = slug(text);
    if let Some(hex) = text.trim().parse().ok().filter(|it| map.exists(*it)) {
        return Ok(Spot::Hex(hex));
    }
    if wanted == "europe" {
        return Err(
            "Europe is off the map. How many Bounds it is from there to each Area is under AREAS \
             in your report."
                .to_owned(),
        );
    }
    let areas = map.areas().iter();
    let areas = areas.map(|it| (Spot::Area(it.id), it.id.to_string(), slug(&it.name)));
    let zones = map.zones().iter();
    let zones = zones.map(|it| (Spot::Zone(it.id), it.id.to_string(), slug(&it.name)));
    let places = map.places().iter();
    let places = places.map(|it| (Spot::Hex(it.hex), it.slug.clone(), slug(&it.name)));
    let all = areas.chain(zones).chain(places);
    let all: Vec<(Spot, String, String)> = all.chain(discoveries(view)).collect();
    let named = |it: &&(Spot, String, String)| it.1.eq_ignore_ascii_case(&wanted) || it.2 == wanted;
    if let Some((spot, _, _)) = all.iter().find(named) {
        return Ok(*spot);
    }
    let spelt = view.tables.place_names.exact(text);
    let called = |it: &&Place| spelt.is_some_and(|noun| noun.name == it.slug.as_str());
    if let Some(place) = map.places().iter().find(called) {
        return Ok(Spot::Hex(place.hex));
    }
    let part = |it: &&(Spot, String, String)| wanted.len() > 3 && it.2.contains(&wanted);
    let parts: Vec<&(Spot, String, String)> = all.iter().filter(part).collect();
    if let [(spot, _, _)] = parts[..] {
        return Ok(*spot);
    }
    let near = if parts.is_empty() {
        nearest(&wanted, all.iter().map(|it| (it.2.as_str(), it.2.as_str())))
    } else {
        parts.iter().map(|it| it.2.clone()).collect()
    };
    let near: Vec<String> = near.iter().take(5).map(|it| format!("MAP {it}")).collect();
    Err(if near.is_empty() {
        "Neither a place nor an Area nor waters are called so. MAP alone brings the whole \
                 map with its names."
            .to_owned()
    } else {
        format!("Nothing is called just so. Perhaps {}?", near.join(", or "))
    })
}

/// Discoveries by name, each where it is made.
fn discoveries(view: &View) -> impl Iterator<Item = (Spot, String, String)> {
    let all = view.tables.discoveries.iter();
    all.filter_map(|it| {
        let place = it.trigger.places().first();
        let hex = place.and_then(|it| view.tables.map.place(*it));
        let spot = match (hex, it.trigger.areas().first()) {
            (Some(place), _) => Spot::Hex(place.hex),
            (None, Some(area)) => Spot::Area(*area),
            (None, None) => return None,
        };
        Some((spot, it.id.to_string(), slug(&it.name)))
    })
}

fn about_hex(view: &View, hex: Hex) -> Vec<String> {
    let (tables, map) = (&view.tables, &view.tables.map);
    let mut facts = Vec::new();
    if let Some(terrain) = map.terrain(hex) {
        let lies = if map.is_coast(hex) {
            "on the coast"
        } else {
            "inland"
        };
        facts.push(format!(
            "The hex is {} and lies {lies}; to march into it takes {} MP. Attrition Level: \
             {}.",
            terrain.word(),
            map.land_mp(hex),
            ground::attrition_level(tables, hex)
        ));
    }
    if let Some(zone) = map.zone(hex) {
        let bounds = map.bounds(hex).map(words::bounds).unwrap_or_default();
        let zone = waters(view, zone);
        facts.push(format!("Europe is {bounds} away, by way of {zone}."));
    } else if let Some(bounds) = map.bounds(hex) {
        facts.push(format!("Europe is {} away.", words::bounds(bounds)));
    }
    facts
}

fn about_area(view: &View, id: AreaId) -> Vec<String> {
    let (tables, map) = (&view.tables, &view.tables.map);
    let area = map.area_of(id);
    let resources = if area.r2 {
        ", resources count double"
    } else {
        ""
    };
    let mut facts = vec![format!(
        "{} ({id}): natives {} of {}, Attrition Level {}{resources}; {} VP for control.",
        area.name,
        view.open.natives(id),
        area.native,
        area.attrition,
        super::super::reckon::score::area_vp(tables, &view.open, id)
    )];
    facts.push(distances(view, area));
    facts.extend(treaty(view, id));
    for seat in &view.open.table {
        let there = world::ashore_where(view, *seat, |hex| map.area(hex) == Some(id));
        facts.extend(
            there
                .iter()
                .map(|it| format!("{} at {it}.", tables.title(*seat))),
        );
    }
    for fleet in &view.fleets {
        if fleet.at.hex().and_then(|it| map.area(it)) == Some(id) {
            let (power, at) = (tables.title(fleet.power), words::place(tables, fleet.at));
            facts.push(format!(
                "Ships of {power} at {at}: {}.",
                fleet.ships.words()
            ));
        }
    }
    facts.extend(riches(view, id));
    let open = discovery::open(view).into_iter();
    let here = open.filter(|it| it.areas.contains(&id));
    let here: Vec<String> = here
        .map(|it| format!("{} ({}) {} VP", it.name, it.place, it.vp))
        .collect();
    if !here.is_empty() {
        facts.push(format!("Discoveries still open: {}.", here.join("; ")));
    }
    facts.push(format!("Marches: {}.", commas(Prices::of(view).ground)));
    facts
}

/// Whom the Treaty of Tordesillas forbids to settle in an Area.
fn treaty(view: &View, id: AreaId) -> Option<String> {
    let powers = tordesillas::powers();
    let barred = powers
        .iter()
        .find(|it| tordesillas::wrong_side(view, **it, id))?;
    let owner = powers.iter().find(|it| *it != barred)?;
    let (tables, ret) = (&view.tables, &view.tables.ret);
    Some(format!(
        "It is on {}'s side of the line of Tordesillas: each settlement of {} here costs it {} VP \
         each turn, until turn {}.",
        tables.title(*owner),
        tables.title(*barred),
        ret.tordesillas_settlement_vp,
        ret.tordesillas_last
    ))
}

/// What HELP says of an Area.
pub(crate) fn area_called(view: &View, name: &str) -> Option<String> {
    let wanted = slug(name);
    let mut areas = view.tables.map.areas().iter();
    let area = areas
        .find(|it| it.id.as_str().eq_ignore_ascii_case(&wanted) || slug(&it.name) == wanted)?;
    let mut facts = vec![about_area(view, area.id).swap_remove(0)];
    facts.extend(treaty(view, area.id));
    facts.push(format!("MAP {} shows it.", area.id));
    Some(facts.join(" "))
}

/// How far the coasts of an Area are.
fn distances(view: &View, area: &Area) -> String {
    if area.coasts.is_empty() {
        return "It has no coast: nobody sails there.".to_owned();
    }
    let coast = |it: &Coast| {
        let zones = it.zones.iter().map(|it| waters(view, *it));
        let zones = list(zones.collect::<Vec<_>>());
        format!("{} by way of {zones}", words::bounds(it.bounds))
    };
    let coasts: Vec<String> = area.coasts.iter().map(coast).collect();
    format!("Its coasts, from Europe: {}.", coasts.join("; "))
}

/// Waters by name; of those that the viewer does not know it says so.
fn waters(view: &View, zone: ZoneId) -> String {
    let name = words::waters(&view.tables.map.zone_of(zone).name);
    let unknown = view
        .own
        .as_deref()
        .is_some_and(|it| !it.charts.contains(&zone));
    if unknown {
        format!("{name} (unknown to you)")
    } else {
        name
    }
}

/// `The Bahama Channel lies`, `The Grand Banks lie`.
fn lies(waters: &str) -> String {
    let verb = if waters.starts_with("the Grand Banks") {
        "lie"
    } else {
        "lies"
    };
    let mut letters = waters.chars();
    let first: String = letters
        .next()
        .into_iter()
        .flat_map(char::to_uppercase)
        .collect();
    format!("{first}{} {verb}", letters.as_str())
}

/// Gold sites and treasure cities of an Area.
fn riches(view: &View, id: AreaId) -> Option<String> {
    let (tables, map) = (&view.tables, &view.tables.map);
    let here = |hex: &&Hex| map.area(**hex) == Some(id);
    let sites = tables.gold.sites.keys().filter(here);
    let sites = sites.map(|it| {
        let place = words::hex(tables, *it);
        match view.open.mines.get(it) {
            Some(mine) if mine.capacity == 0 => format!("{place}, no gold left to find or dig"),
            _ => format!("gold site {place}"),
        }
    });
    let cities = tables.gold.cities.iter().filter(|it| here(&it.0));
    let cities = cities.map(|(hex, city)| {
        let (rate, at) = (words::ducats(city.rate), words::hex(tables, *hex));
        format!("treasure city {at}, {rate} a turn at most")
    });
    let all: Vec<String> = sites.chain(cities).collect();
    (!all.is_empty()).then(|| format!("Riches: {}.", all.join("; ")))
}

fn about_zone(view: &View, id: ZoneId) -> Vec<String> {
    let map = &view.tables.map;
    let zone = map.zone_of(id);
    let ocean = match zone.ocean {
        Ocean::Atlantic => "on the Atlantic side",
        Ocean::Pacific => "on the Pacific side",
        Ocean::Cape => "at the South Cape",
    };
    let areas: BTreeSet<AreaId> = map
        .areas()
        .iter()
        .filter(|it| it.coasts.iter().any(|it| it.zones.contains(&id)))
        .map(|it| it.id)
        .into_set();
    let areas: Vec<String> = areas
        .iter()
        .map(|it| words::area(&view.tables, *it))
        .collect();
    let coasts = if areas.is_empty() {
        String::new()
    } else {
        format!(" Its coasts: {}.", list(areas))
    };
    let bounds = words::bounds(zone.bounds);
    let mut facts = vec![format!(
        "{} {ocean}; at the nearest, {bounds} from Europe.{coasts}",
        lies(&waters(view, id))
    )];
    for fleet in &view.fleets {
        if fleet.at.hex().and_then(|it| map.zone(it)) == Some(id) {
            let at = words::place(&view.tables, At::Hex(fleet.at.hex().expect("looked at")));
            let power = view.tables.title(fleet.power);
            facts.push(format!(
                "Ships of {power} at {at}: {}.",
                fleet.ships.words()
            ));
        }
    }
    facts
}
