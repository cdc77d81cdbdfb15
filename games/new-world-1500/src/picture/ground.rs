//! What never changes in the picture: sea, land, borders, names, the key.

use super::plan::{Plan, Spot};
use super::signs;
use crate::data::{AreaCard, Map};
use packetboat_core::engine::scene::{Colour, Face, Ground, Look, Pen, Point, Shape};
use packetboat_kit::chart::colours::{
    BORDER, COAST, DEEP, FRAME, INK, PANEL, SEA_INK, SHADES, TITLE,
};
use packetboat_kit::chart::{LEGIBLE, frame, marked, panel, rose, ship, words};

/// Letters of this many fill a line of a name.
const LINE: usize = 11;

/// How wide the margin is.
pub(super) const MARGIN: i32 = 260;
/// Where the column of panels begins, and how wide it is.
pub(super) const COLUMN: (i32, i32) = (360, 3_700);
/// Where the rose is.
const ROSE: Point = (10_900, 3_050);
/// Where a ship is.
const SHIP: Point = (5_500, 8_800);
/// How high the key is.
const KEY: i32 = 2_680;

/// All of it.
pub(super) fn ground(map: &Map, plan: &Plan) -> Ground {
    let size = plan.size();
    let mut shapes = rose(ROSE, 400);
    shapes.extend(ship(SHIP, 900, PANEL, FRAME));
    shapes.extend(land(map, plan));
    for area in &map.areas {
        let tint = plan.regions.iter().find(|it| it.code == area.region);
        let tint = tint.map_or(DEEP, |it| it.tint);
        shapes.extend(written(area, plan.area(area.code), tint));
    }
    for tint in &plan.regions {
        let name = &map.region(tint.code).name;
        let pen = Pen::new(Face::Italic, 230, SEA_INK);
        let (x, y) = tint.at();
        for (row, line) in (0..).zip(name.split(' ')) {
            shapes.push(Shape::middle((x, y + 250 * row), line, pen.clone()));
        }
    }
    shapes.extend(key(map, size));
    shapes.extend(frame(size, MARGIN));
    Ground {
        size,
        paper: DEEP,
        shapes,
    }
}

fn land(map: &Map, plan: &Plan) -> Vec<Shape> {
    let all: Vec<Vec<Point>> = plan.areas.iter().flat_map(Spot::outlines).collect();
    let shade = Look::lined(SHADES[0], 200).rounded().crisp();
    let mut shapes = vec![Shape::areas(all, shade)];
    for tint in &plan.regions {
        let areas = plan.areas.iter();
        let inside = areas.filter(|it| map.area(it.code).region == tint.code);
        let outlines = inside.flat_map(Spot::outlines).collect();
        let look = Look::filled(tint.tint).edged(tint.tint, 8).crisp();
        shapes.push(Shape::areas(outlines, look));
    }
    let lines = plan.lines(map);
    let border = |width| Look::lined(BORDER, width).rounded().crisp();
    shapes.push(Shape::lines(lines.inner, border(16)));
    shapes.push(Shape::lines(lines.outer, border(32)));
    let ways = plan.ways();
    shapes.push(Shape::lines(ways, seaway()));
    let coast = Look::lined(COAST, 20).rounded().crisp();
    shapes.push(Shape::lines(lines.coasts, coast));
    shapes
}

/// Name, export and code of an area; between the last two a colony finds its place.
fn written(area: &AreaCard, spot: &Spot, tint: Colour) -> Vec<Shape> {
    let (x, y) = spot.at();
    let pen = Pen::new(Face::Name, 208, TITLE).on(tint, 50);
    let lines = broken(&area.name);
    let rows = i32::try_from(lines.len()).unwrap_or(1);
    let first = y - 210 * (rows - 1) - 40;
    let mut shapes: Vec<Shape> = (0..)
        .zip(lines)
        .map(|(row, line)| Shape::middle((x, first + 210 * row), line, pen.clone()))
        .collect();
    shapes.extend(signs::export(area.export.as_str(), (x - 480, y + 335), 320));
    let pen = Pen::new(Face::Plain, LEGIBLE, INK).on(tint, 50);
    shapes.push(Shape::start((x + 250, y + 440), area.code.as_str(), pen));
    shapes
}

/// Where the colony of an area is.
pub(super) fn slot(spot: &Spot) -> Point {
    let (x, y) = spot.at();
    (x, y + 335)
}

/// A name in one line or two.
fn broken(name: &str) -> Vec<String> {
    match name.rsplit_once(' ').filter(|_| name.len() > LINE) {
        Some((one, other)) => vec![one.to_owned(), other.to_owned()],
        None => vec![name.to_owned()],
    }
}

/// What signs mean.
fn key(map: &Map, size: Point) -> Vec<Shape> {
    let top = size.1 - MARGIN - 100 - KEY;
    let left = COLUMN.0;
    let mut shapes = panel((left, top), (COLUMN.1, KEY));
    let row = |at: i32| top + 330 + 340 * at;
    let letters = 182;
    let one = left + 330;
    let other = left + COLUMN.1 / 2 + 230;
    // From left to right, then down.
    let at = |place: i32| (if place % 2 == 0 { one } else { other }, row(place / 2));
    let mut signs = vec![
        (marked(at(0), 150, signs::BLANK, ""), "Successful"),
        (
            signs::struggling(at(1), 150, signs::BLANK, ""),
            "Struggling",
        ),
        (signs::empty(at(2), 150), "no colony"),
        (vec![signs::bars(at(3), 150)], "isolated"),
    ];
    for (place, export) in (4..).zip(&map.exports) {
        let name = export.code.as_str();
        signs.push((signs::export(name, at(place), 290), name));
    }
    let (x, y) = at(9);
    let ways = vec![vec![(x - 150, y), (x + 180, y)]];
    signs.push((vec![Shape::lines(ways, seaway())], "sea border"));
    let (x, y) = at(10);
    signs.push((vec![signs::card((x - 60, y - 100))], "in hand"));
    signs.push((vec![signs::tick(at(11))], "has played"));
    for (place, (sign, name)) in (0..).zip(signs) {
        let (x, y) = at(place);
        shapes.extend(sign);
        shapes.push(words((x + 250, y + 65), letters, name));
    }
    let colonies = "+2 \u{2013}1 colonies: Successful, Struggling";
    shapes.push(words((one - 150, row(6) + 65), letters, colonies));
    shapes
}

/// How ways by sea are drawn.
fn seaway() -> Look {
    Look::lined(SEA_INK, 30).dashed(&[90, 60]).crisp()
}
