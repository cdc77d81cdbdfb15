//! Names on the map: of Areas, places and waters. They find their places by what they may lie on.

use super::super::data::Tables;
use super::super::data::charts::{Chart, Name};
use super::super::ids::AreaId;
use super::super::map::{Map, Zone};
use super::sheet::{Sheet, far};
use packetboat_core::engine::scene::{Face, Label, Pen, Point, Shape, Spot};
use packetboat_kit::chart::{self, Mark, colours};
use packetboat_kit::hex::Hex;
use std::sync::Arc;

/// Places tried for the name of an Area.
const TRIED: [usize; 2] = [14, 40];

/// How far away from the middle of a hex, in halves of a hex and of a row.
const STEPS: [Point; 9] = [
    (0, 0),
    (1, 0),
    (0, 1),
    (0, -1),
    (-1, 0),
    (3, 0),
    (-3, 0),
    (0, 3),
    (0, -3),
];

/// A place that a name is tried at: how bad it is, where, and whether in two lines.
type Try = (i64, Point, usize);

/// The name of an Area, in capitals, with the mark of who controls it before it. It is written
/// whatever is in the way if as many of its hexes as `must` are seen.
pub(super) fn area(
    (tables, chart): (&Tables, &Chart),
    sheet: Sheet,
    id: AreaId,
    (size, inset): (i32, i32),
    holder: Option<(Mark, String)>,
    must: usize,
) -> Option<Shape> {
    let room = if holder.is_some() { size * 5 / 4 } else { 0 };
    let key = (id, (size, inset), holder.is_some());
    let make = || name(&tables.map, sheet, id, (size, inset, room));
    let kept = chart.names.get(key, make);
    let name = Option::as_ref(&kept)?;
    let label = Label {
        spots: name.spots.clone(),
        pen: area_pen(size),
        lines: name.lines.clone(),
        must: name.seen >= must,
    };
    Some(match holder {
        None => Shape::Label(label),
        Some((mark, letter)) => Shape::Badged {
            label,
            badge: chart::marked((0, 0), size / 2, mark, &letter),
            room,
        },
    })
}

/// The name of an Area, and where it is tried, with so much room before it.
fn name(map: &Map, sheet: Sheet, id: AreaId, (size, inset, room): (i32, i32, i32)) -> Option<Name> {
    let shown = |it: Point| {
        it.0 > inset && it.1 > inset && it.0 < sheet.size.0 - inset && it.1 < sheet.size.1 - inset
    };
    let middles: Vec<Point> = map
        .hexes_of(id)
        .iter()
        .map(|it| sheet.middle(*it))
        .filter(|it| shown(*it))
        .collect();
    if middles.is_empty() {
        return None;
    }
    let count = i32::try_from(middles.len()).unwrap_or(1);
    let centre = (
        middles.iter().map(|it| it.0 / count).sum::<i32>(),
        middles.iter().map(|it| it.1 / count).sum::<i32>(),
    );
    let mut ways = layouts(&map.area_of(id).name.to_uppercase());
    let tries = tries(
        map,
        sheet,
        id,
        (size, inset, room),
        (&middles, centre),
        &ways,
    );
    let kind = tries.first()?.2;
    let best = tries
        .iter()
        .filter(|it| it.2 == kind)
        .take(TRIED[usize::from(room > 0)]);
    Some(Name {
        spots: best.map(|it| Spot::beside(it.1, (0, 0))).collect(),
        lines: ways.swap_remove(kind),
        seen: middles.len(),
    })
}

/// Where the name of an Area is tried, best first: around each of its hexes that are seen.
fn tries(
    map: &Map,
    sheet: Sheet,
    id: AreaId,
    (size, inset, room): (i32, i32, i32),
    (middles, centre): (&[Point], Point),
    ways: &[Vec<String>],
) -> Vec<Try> {
    let mut tries: Vec<Try> = Vec::new();
    for (kind, lines) in ways.iter().enumerate() {
        let wide = lines.iter().map(|it| width(it, size)).max().unwrap_or(0) + room;
        let high = size * 11 / 10 * i32::try_from(lines.len()).unwrap_or(1);
        for middle in middles {
            for step in STEPS {
                let at = (
                    middle.0 + step.0 * sheet.hex / 2,
                    middle.1 + step.1 * sheet.row / 2,
                );
                let room = (wide, high);
                let clipped = at.0 - wide / 2 < inset
                    || at.0 + wide / 2 > sheet.size.0 - inset
                    || at.1 - high / 2 < inset
                    || at.1 + high / 2 > sheet.size.1 - inset;
                if !clipped {
                    tries.push((cost(map, sheet, id, at, room, centre), at, kind));
                }
            }
        }
    }
    tries.sort();
    tries
}

/// How names of Areas are written.
fn area_pen(size: i32) -> Pen {
    let pen = Pen::new(Face::Name, size, colours::TITLE);
    pen.on(colours::PAPER, size / 6).spaced(size / 14)
}

/// In one line, and in two.
fn layouts(name: &str) -> Vec<Vec<String>> {
    let mut all = vec![vec![name.to_owned()]];
    if let Some((first, second)) = name.split_once(' ') {
        all.push(vec![first.to_owned(), second.to_owned()]);
    }
    all
}

/// About how wide capitals are.
fn width(text: &str, size: i32) -> i32 {
    let letters = i32::try_from(text.chars().count()).unwrap_or(0);
    letters * size * 76 / 100
}

/// How bad it is to write a name here: what it lies on, and how far from the middle.
fn cost(map: &Map, sheet: Sheet, id: AreaId, at: Point, (wide, high): Point, centre: Point) -> i64 {
    let mut cost = 0;
    for down in [-1, 1] {
        for right in -4..=4 {
            let point = (at.0 + right * wide / 8, at.1 + down * high * 2 / 5);
            let hex = sheet.hex_at(point);
            cost += match map.area(hex) {
                Some(it) if it == id => 0,
                Some(_) => 12,
                None => 5,
            };
        }
    }
    let away = |one: i32, other: i32| i64::from((one - other).abs() * 10 / sheet.hex);
    cost + away(at.0, centre.0) + away(at.1, centre.1)
}

/// How places are written: large where somebody is.
pub(super) fn place_pen(size: i32) -> Pen {
    Pen::new(Face::Name, size, colours::INK).on(colours::PAPER, size / 5)
}

/// A name beside something of this half width and height; only straight beside, where others
/// stand so close that a corner would be theirs.
pub(super) fn beside(at: Point, half: Point, name: &str, pen: Pen, corners: bool) -> Shape {
    let straight: [(i8, i8); 4] = [(1, 0), (-1, 0), (0, 1), (0, -1)];
    let slanted: [(i8, i8); 4] = [(1, 1), (-1, 1), (1, -1), (-1, -1)];
    let all = straight.iter().chain(slanted.iter().filter(|_| corners));
    let line =
        |it: &(i8, i8), from: Point| (half.0 > 300 && it.0 != 0 && it.1 != 0).then_some(from);
    let spots = all.map(|side| {
        let point = (
            at.0 + i32::from(side.0) * half.0,
            at.1 + i32::from(side.1) * half.1,
        );
        Spot {
            line_from: line(side, point),
            ..Spot::beside(point, *side)
        }
    });
    Shape::Label(Label {
        spots: spots.collect(),
        pen,
        lines: vec![name.to_owned()],
        must: false,
    })
}

/// The Bounds of a zone in a ring, and its name if there is a size to write it in.
pub(super) fn water(sheet: Sheet, zone: &Zone, hexes: &[Hex], radius: i32, size: i32) -> Shape {
    let pen = Pen::new(
        Face::Italic,
        if size > 0 { size } else { 2 * radius },
        colours::SEA_INK,
    );
    let pen = pen.on(colours::SEA, 30);
    let lines = if size > 0 {
        halves(&zone.name)
    } else {
        vec![String::new()]
    };
    let spots = hexes.iter().take(9).flat_map(|it| {
        let (x, y) = sheet.middle(*it);
        let step = if size > 0 { sheet.hex / 3 } else { 0 };
        let aside = [(0, 0), (step, 0), (-step, 0), (0, step), (0, -step)];
        let aside = aside.into_iter().take(if size > 0 { 5 } else { 1 });
        aside.map(move |it| Spot::beside((x + it.0, y + it.1), (0, 0)))
    });
    Shape::Badged {
        label: Label {
            spots: spots.collect(),
            pen,
            lines,
            must: false,
        },
        badge: chart::ringed((0, 0), radius, &zone.bounds.to_string(), colours::SEA_INK),
        room: if size > 0 {
            radius * 5 / 2
        } else {
            radius * 2 + 20
        },
    }
}

/// In two lines, if it is long.
fn halves(name: &str) -> Vec<String> {
    let gaps = name.char_indices().filter(|it| it.1 == ' ').map(|it| it.0);
    match gaps.min_by_key(|it| it.abs_diff(name.len() / 2)) {
        Some(gap) if name.len() > 10 => vec![name[..gap].to_owned(), name[gap + 1..].to_owned()],
        _ => vec![name.to_owned()],
    }
}

/// The hexes of the sea of each zone, in the order of the map: those first that are nearest to
/// where its name is best written.
pub(super) fn seas(map: &Map, sheet: Sheet, chart: &Chart) -> Arc<Vec<Vec<Hex>>> {
    chart.seas.get((), || {
        let zones = map.zones().iter();
        zones.map(|it| sea(map, sheet, it)).collect()
    })
}

fn sea(map: &Map, sheet: Sheet, zone: &Zone) -> Vec<Hex> {
    let label = zone.label;
    let all = map
        .all()
        .filter(|it| map.is_sea(*it) && map.zone(*it) == Some(zone.id));
    let mut all: Vec<Hex> = all.collect();
    all.sort_by_key(|it| (far(sheet.middle(*it), sheet.middle(label)), *it));
    all
}
