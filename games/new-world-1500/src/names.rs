//! The names that orders and tests may use.

use super::data::{Area, Face, Tables};
use super::group::{Group, HEADS, LEADER, MOST, Target};
use packetboat_core::lang::form::{either, name, refused};
use packetboat_core::lang::said::{Value, find};
use packetboat_core::prelude::*;
use packetboat_kit::words::commas;
use std::str::FromStr;

/// Words that narrow a group by what is there.
const NARROWING: [&str; 4] = ["FREE", "MAKES", "BREAKS", "ADJ"];

pub(super) fn cards(tables: &Tables) -> Names {
    Names::of("card", tables.deck.cards.iter().map(noun))
}

pub(super) fn reactions(tables: &Tables) -> Names {
    Names::of("Reaction card", tables.deck.reactions().map(noun))
}

fn noun(face: &Face) -> Noun {
    Noun::new(face.code).or(&face.name)
}

/// An area by its code, its name, or its region and export.
pub(super) fn areas(tables: &Tables) -> Names {
    let map = &tables.map;
    Names::of(
        "area",
        map.areas.iter().map(|area| {
            let mut noun = Noun::new(area.code).or(&area.name);
            let region = map.region(area.region);
            let export = map.exports.iter().filter(|it| it.code == area.export);
            let words =
                export.flat_map(|it| [it.code.to_string()].into_iter().chain(it.also.clone()));
            for word in words {
                noun = noun
                    .or(format!("{}-{word}", region.code))
                    .or(format!("{}-{word}", region.name));
            }
            noun
        }),
    )
}

pub(super) fn regions(tables: &Tables) -> Names {
    let nouns = tables.map.regions.iter();
    Names::of("region", nouns.map(|it| Noun::new(it.code).or(&it.name)))
}

pub(super) fn exports(tables: &Tables) -> Names {
    let nouns = tables.map.exports.iter().map(|export| {
        let noun = Noun::new(export.code.as_str().to_uppercase());
        export.also.iter().fold(noun, Noun::or)
    });
    Names::of("export", nouns)
}

pub(super) fn seats(tables: &Tables) -> Names {
    Names::new("player", tables.seats.iter().map(|it| it.name.as_str()))
}

pub(super) fn players(tables: &Tables) -> Names {
    let seats = tables.seats.iter().map(|it| it.name.as_str());
    Names::new("player", seats.chain([LEADER, MOST]))
}

pub(super) fn group(tables: &Tables, name: &'static str) -> Slot {
    let seats = tables.seats.iter().map(|it| it.name.as_str());
    let mut filters: Vec<Noun> = regions(tables).of.to_vec();
    filters.extend(exports(tables).of.to_vec());
    filters.extend(tables.map.codes().map(Noun::new));
    filters.push(Noun::new("SUCC").or("SUCCESSFUL"));
    filters.push(Noun::new("STRUG").or("STRUGGLING"));
    filters.extend(NARROWING.map(Noun::new));
    Slot::Dotted {
        name,
        heads: Names::new("group", HEADS.into_iter().chain(seats)),
        filters: Names::of("filter", filters),
    }
}

/// One target.
pub(super) fn area_or_group(tables: &Tables) -> Vec<Slot> {
    vec![either(vec![
        vec![name("area", areas(tables))],
        vec![group(tables, "group")],
        vec![refused(
            vec![name("region", regions(tables))],
            "{region} is a region, and an area or a group is wanted",
            "for any area of it write OPEN.{region}, MINE.{region} or FOE.{region}",
        )],
    ])]
}

/// The target that was read by it.
pub(super) fn target(values: &[Value]) -> Target {
    if let Some(group) = find(values, "group").and_then(Value::as_group) {
        return Target::Group(Group {
            head: group.head.clone(),
            filters: group.filters.clone(),
        });
    }
    let area = find(values, "area").and_then(Value::as_name);
    let code = area.and_then(|it| it.parse().ok());
    Target::Area(code.expect("the form has an area or a group"))
}

/// The thing that one of these names means, in full.
fn meant<T: FromStr>(names: &Names, word: &str) -> Option<T> {
    names.exact(word)?.name.parse().ok()
}

/// The areas that a word names: one, those of a region, or those of an export.
pub(super) fn areas_of(tables: &Tables, word: &str) -> Vec<Area> {
    let (one, region) = (meant(&areas(tables), word), meant(&regions(tables), word));
    let exports = exports(tables);
    let export = exports.exact(word).map(|it| it.name.to_lowercase());
    let such = tables.map.areas.iter().filter(|area| {
        one == Some(area.code)
            || region == Some(area.region)
            || export.as_deref() == Some(area.export.as_str())
    });
    such.map(|it| it.code).collect()
}

/// What is printed on a card or on the map, by its code or name.
pub(super) fn explain(tables: &Tables, wanted: &str) -> Option<String> {
    if let Some(code) = meant(&cards(tables), wanted) {
        let face = tables.card(code);
        let (name, copies, says) = (&face.name, face.copies, face.says());
        let also = match name {
            name if name.to_uppercase() == code.as_str() => String::new(),
            name => format!(", {name}"),
        };
        return Some(format!(
            "{code}{also}: a card numbered {:+}, of which there are {copies}; {says}.",
            face.support
        ));
    }
    if let Some(code) = meant(&regions(tables), wanted) {
        let found = tables.map.region(code);
        let areas = commas(tables.map.of_region(code));
        return Some(format!("{code}, {}: the region of {areas}.", found.name));
    }
    let found = tables.map.area(meant(&areas(tables), wanted)?);
    let beside = commas(&found.beside);
    Some(format!(
        "{}, {}: an area of {} that exports {}, beside {beside}.",
        found.code, found.name, found.region, found.export
    ))
}
