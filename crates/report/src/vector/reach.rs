//! What part of a picture a shape may cover: rectangles, somewhat larger than it is.
//!
//! Not here: who asks (`album`), which puts shapes into another order where nobody sees it.

use super::super::picture::Painter;
use super::super::picture::outline::{self, Step};
use packetboat_core::engine::scene::{Anchor, Look, Path, Pen, Point, Shape};

/// A rectangle: left, top, right, bottom.
pub(crate) type Rect = (i32, i32, i32, i32);

/// A line is covered by rectangles no longer than this, in tenths of a pixel: one around all of a
/// slanted line would cover half the picture.
const LONGEST: i32 = 400;
/// A bend is cut into this many pieces.
const PIECES: i32 = 12;
/// What edges that are smoothed take besides.
const RIM: i32 = 15;

/// The rectangles that cover a shape which was placed.
pub(crate) fn reach(painter: &Painter, shape: &Shape) -> Vec<Rect> {
    match shape {
        Shape::Path(path) => of_path(path),
        Shape::Disc { at, radius, look } => {
            let far = radius + edge(look);
            vec![(at.0 - far, at.1 - far, at.0 + far, at.1 + far)]
        }
        Shape::Box { at, size, look, .. } => {
            let corner = (at.0 + size.0, at.1 + size.1);
            vec![grown(around(*at, corner), edge(look))]
        }
        Shape::Text {
            at,
            anchor,
            pen,
            text,
            turn,
        } => vec![of_text(painter, (*at, *turn), *anchor, pen, text)],
        Shape::Within { shapes, .. } => {
            let inside = shapes.iter();
            inside.flat_map(|it| reach(painter, it)).collect()
        }
        Shape::Label(_) | Shape::Badged { .. } | Shape::Keep { .. } => Vec::new(),
    }
}

/// Whether two have something in common.
pub(crate) fn meet(one: Rect, other: Rect) -> bool {
    one.0 < other.2 && other.0 < one.2 && one.1 < other.3 && other.1 < one.3
}

/// One that covers all of these; `None`: there are none.
pub(crate) fn hull(all: &[Rect]) -> Option<Rect> {
    let cover = |a: Rect, b: Rect| (a.0.min(b.0), a.1.min(b.1), a.2.max(b.2), a.3.max(b.3));
    all.iter().copied().reduce(cover)
}

fn around(one: Point, other: Point) -> Rect {
    let (left, right) = (one.0.min(other.0), one.0.max(other.0));
    let (top, bottom) = (one.1.min(other.1), one.1.max(other.1));
    (left, top, right, bottom)
}

fn grown(rect: Rect, by: i32) -> Rect {
    (rect.0 - by, rect.1 - by, rect.2 + by, rect.3 + by)
}

/// How far a line goes beyond an outline. Corners are round.
fn edge(look: &Look) -> i32 {
    look.line.map_or(0, |_| look.width / 2) + RIM
}

fn of_text(
    painter: &Painter,
    (at, turn): (Point, i32),
    anchor: Anchor,
    pen: &Pen,
    text: &str,
) -> Rect {
    // Letters that replace ours may be larger, and those of two are not fitted in.
    let wide = painter.width(pen, text) + pen.size / 2;
    let halo = pen.halo.map_or(0, |it| it.1) + RIM;
    if turn != 0 {
        return grown(around(at, at), wide + pen.size + halo);
    }
    let left = match anchor {
        Anchor::Start => at.0 - pen.size / 4,
        Anchor::Middle => at.0 - wide / 2,
        Anchor::End => at.0 - wide + pen.size / 4,
    };
    let (top, bottom) = (at.1 - pen.size, at.1 + pen.size * 2 / 5);
    grown((left, top, left + wide, bottom), halo)
}

fn of_path(path: &Path) -> Vec<Rect> {
    let far = edge(&path.look);
    let mut all = Vec::new();
    for run in path.runs.iter().filter(|it| it.len() > 1) {
        let points = if path.bent {
            bent(run, path.closed)
        } else {
            run.clone()
        };
        if path.look.fill.is_some() {
            let rects: Vec<Rect> = points.iter().map(|it| around(*it, *it)).collect();
            all.extend(hull(&rects).map(|it| grown(it, far)));
            continue;
        }
        let back = points.first().copied().filter(|_| path.closed);
        let ends = points.iter().copied().chain(back);
        let pairs = ends.clone().zip(ends.skip(1));
        pairs.for_each(|(from, to)| line(from, to, far, &mut all));
    }
    all
}

/// Covers a straight line.
fn line(from: Point, to: Point, far: i32, all: &mut Vec<Rect>) {
    let long = (to.0 - from.0).abs().min((to.1 - from.1).abs());
    let parts = 1 + long / LONGEST;
    let at = |part: i32| {
        let along = |one: i32, other: i32| one + (other - one) * part / parts;
        (along(from.0, to.0), along(from.1, to.1))
    };
    all.extend((0..parts).map(|it| grown(around(at(it), at(it + 1)), far)));
}

/// Points along a curve.
fn bent(run: &[Point], closed: bool) -> Vec<Point> {
    let mut from = run[0];
    let mut points = vec![from];
    for step in outline::bent(run, closed) {
        if let Step::Curve(out, into, to) = step {
            let at = |t: i32| {
                let (t, rest) = (i64::from(t), i64::from(PIECES - t));
                let weights = [
                    rest * rest * rest,
                    3 * rest * rest * t,
                    3 * rest * t * t,
                    t * t * t,
                ];
                let mixed = |all: [i32; 4]| {
                    let sum: i64 = weights
                        .iter()
                        .zip(all)
                        .map(|it| it.0 * i64::from(it.1))
                        .sum();
                    i32::try_from(sum / i64::from(PIECES).pow(3)).unwrap_or(0)
                };
                (
                    mixed([from.0, out.0, into.0, to.0]),
                    mixed([from.1, out.1, into.1, to.1]),
                )
            };
            points.extend((1..=PIECES).map(at));
            from = to;
        }
    }
    points
}

#[cfg(test)]
mod tests {
    use super::*;
    use packetboat_core::engine::scene::{Colour, Face};

    fn covers(shape: &Shape, at: Point) -> bool {
        let all = reach(&Painter::new(), shape);
        all.iter().any(|it| meet(*it, grown(around(at, at), 1)))
    }

    #[test]
    fn a_slanted_line_covers_no_more_than_what_is_near_it() {
        let look = Look::lined(Colour(0), 40);
        let slanted = Shape::lines(vec![vec![(0, 0), (9_000, 9_000)]], look.clone());
        assert!(covers(&slanted, (4_500, 4_500)) && covers(&slanted, (9_010, 9_010)));
        assert!(!covers(&slanted, (1_000, 8_000)) && !covers(&slanted, (3_000, 2_000)));
        let area = Shape::areas(
            vec![vec![(0, 0), (900, 0), (900, 900)]],
            Look::filled(Colour(0)),
        );
        assert!(covers(&area, (100, 800)), "it is covered whole");
        let bend = Shape::bent(vec![(0, 0), (3_000, 3_000), (6_000, 0)], look);
        assert!(covers(&bend, (3_000, 3_000)) && !covers(&bend, (3_000, 500)));
    }

    #[test]
    fn words_cover_their_letters() {
        let pen = Pen::new(Face::Plain, 200, Colour(0)).on(Colour(0), 30);
        let words = Shape::middle((1_000, 500), "Hispaniola", pen.clone());
        assert!(covers(&words, (700, 400)) && covers(&words, (1_300, 540)));
        assert!(!covers(&words, (1_000, 800)) && !covers(&words, (3_000, 450)));
        let words = Shape::end((1_000, 500), "Hispaniola", pen);
        assert!(covers(&words, (800, 400)) && !covers(&words, (1_300, 400)));
    }
}
