//! What is drawn of ships, goods and monsters.

use crate::data::{Blocks, Resource, Tables};
use packetboat_core::engine::scene::{Colour, Face, Look, Pen, Point, Shape};
use packetboat_core::engine::seat::Seat;
use packetboat_kit::chart::{self, colours, mark_in};

/// A seat's mark with its letter.
pub(super) fn marked(tables: &Tables, seat: Seat, at: Point, radius: i32) -> Vec<Shape> {
    let letter = chart::letter(&tables.title(seat));
    chart::marked(at, radius, mark_in(&tables.seats, seat), &letter)
}

/// A seat's ship.
pub(super) fn vessel(tables: &Tables, seat: Seat, place: (Point, i32), own: bool) -> Vec<Shape> {
    let letter = chart::letter(&tables.title(seat));
    chart::vessel(place, mark_in(&tables.seats, seat), (&letter, ""), own)
}

/// The letter of a resource, its colour, and that of the letter: gunpowder is powder, since gold
/// has the other.
fn sign(resource: Resource) -> (&'static str, Colour, Colour) {
    match resource {
        Resource::Gold => ("G", colours::GOLD, colours::INK),
        Resource::Food => ("F", Colour(0x00a3_c3a2), colours::INK),
        Resource::Wood => ("W", Colour(0x009c_7236), colours::WHITE),
        Resource::Gunpowder => ("P", colours::FRAME, colours::WHITE),
        Resource::Metal => ("M", Colour(0x00b4_bcc0), colours::INK),
    }
}

/// A block with its letter, and how many there are.
fn block((at, size): (Point, i32), resource: Resource, number: u32) -> Vec<Shape> {
    let (letter, fill, ink) = sign(resource);
    let look = Look::filled(fill);
    let pen = Pen::new(Face::Plain, size * 79 / 100, ink);
    vec![
        Shape::rounded((at.0, at.1 - size / 2), (size, size), 30, look),
        Shape::middle((at.0 + size / 2, at.1 + size * 28 / 100), letter, pen),
        chart::words(
            (at.0 + size + 30, at.1 + size * 35 / 100),
            size,
            number.to_string(),
        ),
    ]
}

/// All blocks of a ship in a line.
pub(super) fn hold(at: Point, step: i32, blocks: &Blocks) -> Vec<Shape> {
    let each = (0..).zip(Resource::ALL);
    each.flat_map(|(place, it)| block(((at.0 + place * step, at.1), 190), it, blocks.get(it)))
        .collect()
}

/// What something costs, by the letters of blocks: `2 W, 2 M`.
pub(super) fn price(blocks: &Blocks) -> String {
    let each = blocks.each();
    let each = each.map(|(it, number)| format!("{number} {}", sign(it).0));
    each.collect::<Vec<_>>().join(", ")
}

/// A monster of the sea: coils, a head, and water before them.
pub(super) fn serpent(at: Point, size: i32) -> Vec<Shape> {
    let place = |x: i32, y: i32| (at.0 + x * size / 100, at.1 + y * size / 100);
    let arch = |from: i32, to: i32, high: i32| {
        let middle = (from + to) / 2;
        let quarter = (to - from) / 4;
        vec![
            place(from, 34),
            place(middle - quarter, 34 - high * 3 / 4),
            place(middle, 34 - high),
            place(middle + quarter, 34 - high * 3 / 4),
            place(to, 34),
        ]
    };
    let neck = vec![
        place(-14, 34),
        place(-30, -6),
        place(-26, -44),
        place(-46, -52),
        place(-64, -36),
    ];
    let thick = |colour: Colour, width: i32| Look::lined(colour, width * size / 100).rounded();
    let (ink, skin) = (Colour(0x000d_3b22), colours::JUNGLE[0]);
    let mut all: Vec<Shape> = Vec::new();
    for look in [thick(ink, 26), thick(skin, 16)] {
        for run in [neck.clone(), arch(-2, 40, 44), arch(46, 74, 26)] {
            all.push(Shape::bent(run, look.clone()));
        }
    }
    let eye = (size / 18).max(12);
    all.push(Shape::disc(place(-52, -46), eye, Look::filled(ink)));
    let waves = vec![
        vec![place(-46, 44), place(-24, 38), place(0, 44)],
        vec![place(10, 46), place(34, 40), place(60, 46)],
    ];
    let water = Look::lined(colours::SHADES[1], size / 10).rounded();
    all.push(Shape::lines(waves, water));
    all
}

/// Passages where blockades may be: darker sides.
pub(super) fn open(lines: Vec<Vec<Point>>) -> Shape {
    Shape::lines(lines, Look::lined(colours::SEA_INK, 26).rounded())
}

/// The outpost at the lower end of the hex of the Central Isle, with its owner's mark.
pub(super) fn outpost(tables: &Tables, owner: Seat, isle: Point) -> Vec<Shape> {
    let at = (isle.0, isle.1 + 400);
    let look = Look::filled(colours::WHITE).edged(colours::INK, 14);
    let mut all = vec![
        Shape::rounded((at.0 - 300, at.1 - 150), (600, 300), 60, look),
        chart::house((at.0 - 130, at.1 - 5), 220, colours::INK),
    ];
    all.extend(marked(tables, owner, (at.0 + 130, at.1), 105));
    all
}
