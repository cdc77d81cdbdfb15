//! Small signs: units, centres, letters.

use super::plan::Plan;
use crate::place::Kind;
use packetboat_core::engine::scene::{Face, Look, Pen, Point, Shape};
use packetboat_core::engine::seat::Seat;
use packetboat_kit::chart::colours::{INK, PANEL, RED, WHITE};
use packetboat_kit::chart::{Mark, Outline, body, letter, marked};

/// Plain letters of this size.
pub(super) fn plain(size: i32) -> Pen {
    Pen::new(Face::Plain, size, INK)
}

/// The radius of a unit.
pub(super) const RADIUS: i32 = 150;

/// An army, a disc, or a fleet, a hull; with the letter of its power.
pub(super) fn unit(plan: &Plan, seat: Seat, kind: Kind, at: Point, radius: i32) -> Vec<Shape> {
    let outline = match kind {
        Kind::Army => Outline::Disc,
        Kind::Fleet => Outline::Hull,
    };
    let mark = Mark {
        outline,
        ..plan.mark(seat)
    };
    let halo = Look::filled(mark.fill).edged(PANEL, radius * 34 / 100);
    let mut shapes = vec![body(at, radius, outline, halo)];
    let letter = letter(seat.as_str()).to_uppercase();
    shapes.extend(marked(at, radius, mark, &letter));
    shapes
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
