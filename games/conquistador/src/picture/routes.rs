//! Voyages and marches as lines with an arrow: dashes are ships, dots are marches.

use super::super::map::{Ground, Map};
use super::super::view::View;
use super::facts::{self, Route};
use super::sheet::Sheet;
use packetboat_core::engine::scene::{Colour, Look, Point, Shape};
use packetboat_kit::chart::colours;
use packetboat_kit::hex::Hex;

/// How thick they are drawn: the line, what keeps it off the ground, dashes, and how far an end
/// stays away from the middle of a hex.
pub(super) struct Strokes {
    pub line: i32,
    pub under: i32,
    pub dash: [i32; 2],
    pub off: i32,
}

/// A line to be drawn.
pub(super) struct Drawn {
    pub colour: Colour,
    pub by_land: bool,
    pub points: Vec<Point>,
    /// Whether it has an arrow at its first and its last point.
    pub heads: (bool, bool),
}

/// A route as a line on the sheet; at sea as straight as the land lets it be.
pub(super) fn drawn(view: &View, sheet: Sheet, route: &Route) -> Drawn {
    let hexes = if route.by_land {
        route.hexes.clone()
    } else {
        straightened(&view.tables.map, sheet, &route.hexes)
    };
    let points = hexes.iter().map(|it| sheet.middle(*it)).collect();
    Drawn {
        colour: facts::mark(view, route.seat).0.trail,
        by_land: route.by_land,
        points,
        heads: (route.ways.1, route.ways.0),
    }
}

/// Of the hexes of a voyage those at which it must turn.
fn straightened(map: &Map, sheet: Sheet, hexes: &[Hex]) -> Vec<Hex> {
    let water = |it: Hex| matches!(map.kind(it), Ground::Sea | Ground::Ocean);
    let clear = |from: Hex, to: Hex| {
        let (one, other) = (sheet.middle(from), sheet.middle(to));
        let steps = 3 * i32::try_from(from.distance(to)).unwrap_or(1).max(1);
        (1..steps).all(|it| {
            let right = one.0 + (other.0 - one.0) * it / steps;
            let down = one.1 + (other.1 - one.1) * it / steps;
            let here = sheet.hex_at((right, down));
            here == from || here == to || water(here)
        })
    };
    let mut kept: Vec<Hex> = hexes.first().copied().into_iter().collect();
    let mut at = 0;
    while at + 1 < hexes.len() {
        let ahead = (at + 1..hexes.len()).rev();
        let next = ahead.into_iter().find(|it| clear(hexes[at], hexes[*it]));
        at = next.unwrap_or(at + 1);
        kept.push(hexes[at]);
    }
    kept
}

/// How many of these voyages lie beside this one, because they begin or end in the same hex.
pub(super) fn before(earlier: &[&Route], route: &Route) -> usize {
    let ends = |it: &Route| [it.hexes.first().copied(), it.hexes.last().copied()];
    let mine = ends(route);
    let same =
        |it: &&&Route| it.by_land == route.by_land && ends(it).iter().any(|end| mine.contains(end));
    earlier.iter().filter(same).count()
}

/// Moves a line aside, so that it does not lie on so many others.
pub(super) fn aside(line: &mut Drawn, before: usize, step: i32) {
    let number = i32::try_from(before).unwrap_or(0);
    let by = (number + 1) / 2 * step * if number % 2 == 1 { 1 } else { -1 };
    line.points.iter_mut().for_each(|it| it.1 += by);
}

/// The shapes of lines.
pub(super) fn shapes(lines: &[Drawn], strokes: &Strokes) -> Vec<Shape> {
    let mut all = Vec::new();
    for line in lines {
        let mut points = line.points.clone();
        if points.len() < 2 {
            continue;
        }
        shorten(&mut points, strokes.off);
        points.reverse();
        shorten(&mut points, strokes.off);
        points.reverse();
        let under = Look::lined(colours::WHITE, strokes.under).rounded();
        let dash = if line.by_land {
            [1, strokes.line * 2]
        } else {
            strokes.dash
        };
        let look = Look::lined(line.colour, strokes.line).dashed(&dash);
        let look = if line.by_land { look.rounded() } else { look };
        all.push(Shape::bent(points.clone(), under));
        all.push(Shape::bent(points.clone(), look));
        if line.heads.1 {
            all.push(head(&points, line.colour, strokes));
        }
        if line.heads.0 {
            points.reverse();
            all.push(head(&points, line.colour, strokes));
        }
    }
    all
}

/// Takes so much off the end of a line.
fn shorten(points: &mut [Point], by: i32) {
    let [.., before, last] = points else { return };
    let (x, y) = (before.0 - last.0, before.1 - last.1);
    let length = length(x, y);
    if length > by * 3 / 2 {
        *last = (last.0 + x * by / length, last.1 + y * by / length);
    }
}

fn length(x: i32, y: i32) -> i32 {
    let square = i64::from(x) * i64::from(x) + i64::from(y) * i64::from(y);
    i32::try_from(square.isqrt()).unwrap_or(i32::MAX).max(1)
}

/// An arrow at the end.
fn head(points: &[Point], colour: Colour, strokes: &Strokes) -> Shape {
    let (last, before) = (points[points.len() - 1], points[points.len() - 2]);
    let (x, y) = (last.0 - before.0, last.1 - before.1);
    let long = length(x, y);
    let size = strokes.line * 13 / 2;
    let at = |ahead: i32, aside: i32| {
        (
            last.0 + (x * ahead / 10 - y * aside / 10) * size / long / 10,
            last.1 + (y * ahead / 10 + x * aside / 10) * size / long / 10,
        )
    };
    let outline = vec![at(60, 0), at(-50, 50), at(-25, 0), at(-50, -50)];
    let look = Look::filled(colour).edged(colours::WHITE, strokes.line / 2);
    Shape::areas(vec![outline], look)
}
