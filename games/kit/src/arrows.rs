//! Orders as lines on a map, told apart by their shape and not by colour alone.
//!
//! Not here: which orders there are, and where they lead (each game's `picture`).

use super::chart::Mark;
use super::chart::colours::{PANEL, RED};
use packetboat_core::engine::scene::{Look, Point, Shape};

/// How wide a line is.
const WIDTH: i32 = 44;

/// How an order is drawn.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Line {
    /// Somebody goes there: an arrow.
    Goes,
    /// Help from afar: dashes that end in a bar.
    Helps,
    /// Somebody is carried: dots that end in a ring.
    Carries,
}

/// An order from one piece to another, whose discs have this radius, in the colours of its seat:
/// its line, which names may cover, and what must be seen: its end, and a cross if it failed.
pub fn order(
    line: Line,
    mark: Mark,
    (from, to): (Point, Point),
    radius: i32,
    failed: bool,
) -> [Vec<Shape>; 2] {
    let start = towards(from, to, radius + 20);
    let end = towards(to, from, if line == Line::Goes { radius + 30 } else { 30 });
    let dash: &[i32] = match line {
        Line::Goes => &[],
        Line::Helps => &[110, 70],
        Line::Carries => &[20, 70],
    };
    let run = |look: Look| Shape::lines(vec![vec![start, end]], look);
    let lines = vec![
        run(Look::lined(PANEL, WIDTH * 2)),
        run(Look::lined(mark.edge, WIDTH + 16).dashed(dash)),
        run(Look::lined(mark.fill, WIDTH).dashed(dash)),
    ];
    let side = |far: i32, wide: i32| across((end, start), far, wide);
    let mut ends = vec![match line {
        Line::Goes => {
            let tip = towards(to, from, radius - 10);
            let look = Look::filled(mark.fill).edged(mark.edge, 16);
            Shape::areas(vec![vec![tip, side(150, 90), side(150, -90)]], look)
        }
        Line::Helps => {
            let bar = vec![side(0, 85), side(0, -85)];
            Shape::lines(vec![bar], Look::lined(mark.edge, 40))
        }
        Line::Carries => Shape::disc(end, 70, Look::lined(mark.edge, 30)),
    }];
    if failed {
        ends.extend(cross(middle(start, end)));
    }
    [lines, ends]
}

/// A cross: what has failed.
fn cross((x, y): Point) -> [Shape; 2] {
    let one = vec![(x - 75, y - 75), (x + 75, y + 75)];
    let other = vec![(x - 75, y + 75), (x + 75, y - 75)];
    [(PANEL, 84), (RED, 42)].map(|(ink, width)| {
        let look = Look::lined(ink, width).rounded();
        Shape::lines(vec![one.clone(), other.clone()], look)
    })
}

/// The point halfway between two.
pub fn middle(one: Point, other: Point) -> Point {
    ((one.0 + other.0) / 2, (one.1 + other.1) / 2)
}

/// The point so far on the way from one to the other.
fn towards(from: Point, to: Point, far: i32) -> Point {
    across((from, to), far, 0)
}

/// The point so far on the way from one to the other, and so far beside it.
fn across((from, to): (Point, Point), far: i32, wide: i32) -> Point {
    let (right, down) = (i64::from(to.0 - from.0), i64::from(to.1 - from.1));
    let length = (right * right + down * down).isqrt().max(1);
    let part = |one: i64, other: i64| {
        let all = one * i64::from(far) + other * i64::from(wide);
        i32::try_from(all / length).unwrap_or(0)
    };
    (from.0 + part(right, -down), from.1 + part(down, right))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn points_lie_on_the_way_and_beside_it() {
        let (from, to) = ((100, 100), (400, 500));
        assert_eq!(towards(from, to, 250), (250, 300));
        assert_eq!(across((from, to), 0, 50), (60, 130));
        assert_eq!(towards(from, from, 250), from, "there is no way");
        assert_eq!(middle(from, to), (250, 300));
    }
}
