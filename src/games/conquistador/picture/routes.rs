//! Voyages and marches as lines with an arrow: dashes are ships, dots are marches.

use super::super::view::View;
use super::facts::{self, Route};
use super::sheet::Sheet;
use crate::engine::scene::{Colour, Look, Point, Shape};
use crate::games::chart::colours;

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

/// A route as a line on the sheet; of hexes in a row at sea every third is enough for a bend.
pub(super) fn drawn(view: &View, sheet: Sheet, route: &Route) -> Drawn {
    let last = route.hexes.len().saturating_sub(1);
    let step = if route.by_land { 1 } else { 3 };
    let kept = |at: &usize| at.is_multiple_of(step) && at + step <= last || *at == last;
    let hexes = route.hexes.iter().enumerate();
    let hexes = hexes.filter(|it| kept(&it.0));
    let points = hexes.map(|it| sheet.middle(*it.1)).collect();
    Drawn {
        colour: facts::mark(view, route.seat).0.trail,
        by_land: route.by_land,
        points,
        heads: (route.ways.1, route.ways.0),
    }
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
        let dash = match line.by_land {
            true => [1, strokes.line * 2],
            false => strokes.dash,
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
    let size = strokes.line * 4;
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
