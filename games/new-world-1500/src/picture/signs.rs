//! Small signs: colonies, exports, an Isolation.

use crate::view::View;
use packetboat_core::engine::scene::{Colour, Face, Look, Pen, Point, Shape};
use packetboat_core::engine::seat::Seat;
use packetboat_kit::chart::colours::{INK, PANEL, SOFT, WHITE};
use packetboat_kit::chart::{MARKS, Mark, Outline, keep_around, mark_called, marked, plain_box};

/// A mark of nobody, for the key.
pub(super) const BLANK: Mark = Mark {
    outline: Outline::Disc,
    fill: SOFT,
    letter: WHITE,
    edge: INK,
    trail: INK,
};

/// The mark of a player.
pub(super) fn mark(view: &View, seat: Seat) -> Mark {
    let name = seat.to_string();
    if name == "white" {
        return MARKS[3];
    }
    // Where the name is not a colour: by place in the alphabet.
    let place = view.world.crowns.keys().position(|it| *it == seat);
    mark_called(&name, place.unwrap_or(0))
}

/// A Struggling colony: the outline of a Successful one, pale, with a bar through its foot.
pub(super) fn struggling(at: Point, radius: i32, mark: Mark, letter: &str) -> Vec<Shape> {
    let pale = Mark {
        fill: PANEL,
        letter: mark.edge,
        edge: mark.trail,
        ..mark
    };
    let mut shapes = marked(at, radius, pale, letter);
    let (far, near) = (radius, radius * 3 / 4);
    let bar = vec![vec![(at.0 - far, at.1 + near), (at.0 + far, at.1 - near)]];
    let look = Look::lined(mark.trail, (radius / 6).max(12));
    shapes.insert(1, Shape::lines(bar, look));
    shapes
}

/// A place without a colony.
pub(super) fn empty(at: Point, radius: i32) -> Vec<Shape> {
    let look = Look::lined(SOFT, 14).dashed(&[40, 35]);
    vec![
        Shape::disc(at, radius * 8 / 10, look),
        keep_around(at, radius),
    ]
}

/// An Isolation: a barred gate.
pub(super) fn bars(at: Point, size: i32) -> Shape {
    let place = |x: i32, y: i32| (at.0 + x * size / 100, at.1 + y * size / 100);
    let upright = [-60, -20, 20, 60].map(|x| vec![place(x, -80), place(x, 80)]);
    let across = [-40, 40].map(|y| vec![place(-90, y), place(90, y)]);
    let all = upright.into_iter().chain(across).collect();
    Shape::lines(all, Look::lined(INK, (size / 6).max(14)).rounded())
}

/// A card, by its upper left corner.
pub(super) fn card(at: Point) -> Shape {
    plain_box(at, (140, 190), Look::filled(PANEL).edged(INK, 20))
}

/// That a player has had their turn.
pub(super) fn tick(at: Point) -> Shape {
    let corners = [(-90, 0), (-30, 80), (110, -100), (-30, 30)];
    let corners = corners.map(|it| (at.0 + it.0, at.1 + it.1));
    Shape::areas(vec![corners.to_vec()], Look::filled(INK).crisp())
}

/// An export, in a square of this size.
pub(super) fn export(name: &str, at: Point, size: i32) -> Vec<Shape> {
    let area = |points: &[(i32, i32)], fill: u32| {
        let place = |it: &(i32, i32)| (at.0 + it.0 * size / 100, at.1 + it.1 * size / 100);
        let run = points.iter().map(place).collect();
        Shape::areas(vec![run], Look::filled(Colour(fill)).crisp())
    };
    // From the top down on the right, and the same on the left.
    let alike = |right: &[(i32, i32)], fill: u32| {
        let left = right.iter().filter(|it| it.0 != 0).map(|it| (-it.0, it.1));
        let mut points = [right.to_vec(), left.rev().collect()].concat();
        if right[0].0 != 0 {
            points.rotate_right(1);
        }
        area(&points, fill)
    };
    let disc = |x: i32, y: i32, radius: i32, fill: u32| {
        Shape::disc(
            (at.0 + x * size / 100, at.1 + y * size / 100),
            radius * size / 100,
            Look::filled(Colour(fill)).crisp(),
        )
    };
    match name {
        "gold" => {
            let ingot = |x: i32, y: i32| {
                let points = [(-14, -14), (14, -14), (24, 14), (-24, 14)];
                area(&points.map(|it| (it.0 + x, it.1 + y)), 0xb8_8400)
            };
            vec![ingot(-26, 24), ingot(26, 24), ingot(0, -10)]
        }
        "lumber" => vec![
            alike(&[(7, 18), (7, 46)], 0x8a_6f61),
            alike(&[(0, -50), (24, -14), (13, -14), (36, 24)], 0x47_704f),
        ],
        "fruit" => vec![
            area(&[(-2, -20), (14, -48), (40, -44), (24, -24)], 0x47_704f),
            disc(-18, 20, 24, 0xd0_352b),
            disc(22, 14, 24, 0xd0_352b),
        ],
        "jewels" => vec![
            alike(&[(28, -34), (48, -8), (0, 44)], 0x3b_7fdc),
            alike(&[(16, -8), (0, 44)], 0xff_ffff),
        ],
        "spice" => vec![
            alike(&[(18, -20), (40, 18), (30, 44)], 0x9c_7236),
            alike(&[(26, -46), (16, -22)], 0x9c_7236),
        ],
        other => {
            let pen = Pen::new(Face::Plain, size * 6 / 10, INK);
            let at = (at.0, at.1 + size / 4);
            vec![Shape::middle(at, other.get(..1).unwrap_or("?"), pen)]
        }
    }
}
