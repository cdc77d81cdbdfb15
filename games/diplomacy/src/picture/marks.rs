//! Small signs: units, centres, and arrows for orders, told apart by their shape.

use super::plan::Plan;
use crate::place::Kind;
use packetboat_core::engine::scene::{Colour, Face, Look, Pen, Point, Shape};
use packetboat_core::engine::seat::Seat;
use packetboat_kit::chart::Mark;
use packetboat_kit::chart::colours::{INK, PANEL, WHITE};

/// What failed.
const RED: Colour = Colour(0x00b3_161b);

/// Plain letters of this size.
pub(super) fn plain(size: i32) -> Pen {
    Pen::new(Face::Plain, size, INK)
}

/// The radius of a unit.
pub(super) const RADIUS: i32 = 150;

/// An army, a disc, or a fleet, a hull; with the letter of its power.
pub(super) fn unit(plan: &Plan, seat: Seat, kind: Kind, at: Point, radius: i32) -> Vec<Shape> {
    let mark = plan.mark(seat);
    let letter = seat.as_str().get(..1).unwrap_or_default().to_uppercase();
    let body = |look| match kind {
        Kind::Army => Shape::disc(at, radius, look),
        Kind::Fleet => {
            let corners = [(-132, -92), (132, -92), (118, 10), (88, 62), (45, 92)];
            let left = [(-45, 92), (-88, 62), (-118, 10)];
            let all = corners.into_iter().chain(left);
            let place = |it: (i32, i32)| (at.0 + it.0 * radius / 100, at.1 + it.1 * radius / 100);
            Shape::areas(vec![all.map(place).collect()], look)
        }
    };
    let pen = Pen::new(Face::Plain, radius * 132 / 100, mark.letter);
    vec![
        body(Look::filled(mark.fill).edged(PANEL, radius * 34 / 100)),
        body(Look::filled(mark.fill).edged(mark.edge, radius * 13 / 100)),
        Shape::middle((at.0, at.1 + radius * 46 / 100), letter, pen),
    ]
}

/// A unit that must retreat: in a broken ring.
pub(super) fn dislodged(plan: &Plan, seat: Seat, kind: Kind, at: Point) -> Vec<Shape> {
    let radius = RADIUS * 86 / 100;
    let mut shapes = unit(plan, seat, kind, at, radius);
    let look = Look::lined(RED, radius / 5).dashed(&[radius * 2 / 5, radius / 4]);
    shapes.push(Shape::disc(at, radius * 135 / 100, look));
    shapes
}

/// The dot of a supply centre, in the colour of its owner.
pub(super) fn dot(plan: &Plan, owner: Option<Seat>, at: Point) -> [Shape; 2] {
    let inside = owner.map_or(PANEL, |it| plan.mark(it).fill);
    [
        Shape::disc(at, 75, Look::filled(WHITE).edged(INK, 18)),
        Shape::disc(at, 42, Look::filled(inside).edged(INK, 6)),
    ]
}

/// How an order is drawn.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Line {
    /// A move: an arrow.
    Move,
    /// A support: dashes that end in a bar.
    Support,
    /// A convoy: dots that end in a ring.
    Convoy,
}

/// An order from one point to another; one that failed has a cross.
pub(super) fn order(
    line: Line,
    mark: Mark,
    (from, to): (Point, Point),
    failed: bool,
) -> Vec<Shape> {
    let start = towards(from, to, RADIUS + 20);
    let end = towards(to, from, if line == Line::Move { RADIUS + 30 } else { 30 });
    let width = 44;
    let run = |look: Look| Shape::lines(vec![vec![start, end]], look);
    let dash: &[i32] = match line {
        Line::Move => &[],
        Line::Support => &[110, 70],
        Line::Convoy => &[20, 70],
    };
    let mut shapes = vec![
        run(Look::lined(PANEL, width * 2)),
        run(Look::lined(mark.edge, width + 16).dashed(dash)),
        run(Look::lined(mark.fill, width).dashed(dash)),
    ];
    let side = |far: i32, wide: i32| across(end, start, far, wide);
    shapes.extend(match line {
        Line::Move => {
            let head = vec![
                towards(to, from, RADIUS - 10),
                side(150, 90),
                side(150, -90),
            ];
            let look = Look::filled(mark.fill).edged(mark.edge, 16);
            vec![Shape::areas(vec![head], look)]
        }
        Line::Support => {
            let bar = vec![side(0, 85), side(0, -85)];
            vec![Shape::lines(vec![bar], Look::lined(mark.edge, 40))]
        }
        Line::Convoy => vec![Shape::disc(end, 70, Look::lined(mark.edge, 30))],
    });
    if failed {
        let (x, y) = ((start.0 + end.0) / 2, (start.1 + end.1) / 2);
        let cross = || {
            let one = vec![(x - 75, y - 75), (x + 75, y + 75)];
            vec![one, vec![(x - 75, y + 75), (x + 75, y - 75)]]
        };
        for look in [Look::lined(PANEL, 84), Look::lined(RED, 42)] {
            shapes.push(Shape::lines(cross(), look.rounded()));
        }
    }
    shapes
}

/// The point so far from one as the other is.
fn towards(from: Point, to: Point, far: i32) -> Point {
    across(from, to, far, 0)
}

/// The point so far on the way from one to the other, and so far beside it.
fn across(from: Point, to: Point, far: i32, wide: i32) -> Point {
    let (right, down) = (i64::from(to.0 - from.0), i64::from(to.1 - from.1));
    let length = (right * right + down * down).isqrt().max(1);
    let part = |one: i64, other: i64| {
        let all = one * i64::from(far) + other * i64::from(wide);
        i32::try_from(all / length).unwrap_or(0)
    };
    (from.0 + part(right, -down), from.1 + part(down, right))
}
