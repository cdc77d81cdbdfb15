//! What is drawn of goods, tiles and houses.

use crate::data::{Good, Level, Tables, Tile};
use packetboat_core::engine::scene::{Colour, Face, Look, Pen, Point, Shape};
use packetboat_core::engine::seat::Seat;
use packetboat_kit::chart::{self, colours, mark_in};

/// A seat's mark with its letter.
pub(super) fn marked(tables: &Tables, seat: Seat, at: Point, radius: i32) -> Vec<Shape> {
    let letter = chart::letter(&tables.title(seat));
    chart::marked(at, radius, mark_in(&tables.seats, seat), &letter)
}

/// An area in a square of 100 around its middle.
fn area(at: Point, size: i32, points: &[(i32, i32)], look: Look) -> Shape {
    Shape::areas(vec![placed(at, size, points)], look)
}

/// Points of a square of 100 around its middle.
fn placed(at: Point, size: i32, points: &[(i32, i32)]) -> Vec<Point> {
    let place = |it: &(i32, i32)| (at.0 + it.0 * size / 100, at.1 + it.1 * size / 100);
    points.iter().map(place).collect()
}

/// A good.
pub(super) fn good(at: Point, size: i32, good: Good) -> Vec<Shape> {
    let edge = (size / 22).max(10);
    let look = |fill: u32| Look::filled(Colour(fill)).edged(colours::INK, edge);
    let place = |x: i32, y: i32| (at.0 + x * size / 100, at.1 + y * size / 100);
    let plain = |fill: u32, points: &[(i32, i32)]| area(at, size, points, look(fill));
    let leaf = [(-44, 40), (-34, -8), (0, -36), (44, -44), (36, 2), (4, 34)];
    match good {
        Good::Stone => vec![plain(
            0xb4bcc0,
            &[(-44, 34), (-36, -14), (-6, -38), (32, -22), (46, 34)],
        )],
        Good::Wood => vec![
            plain(0x9c7236, &[(-46, -20), (26, -20), (26, 22), (-46, 22)]),
            Shape::disc(place(28, 1), size * 21 / 100, look(0xe1ba7c)),
        ],
        Good::Tool => vec![
            plain(0x9c7236, &[(-8, -20), (8, -20), (8, 46), (-8, 46)]),
            plain(
                0x6f7b80,
                &[(-38, -42), (28, -42), (42, -28), (28, -12), (-38, -12)],
            ),
        ],
        Good::Cloth => vec![
            plain(0x3b7fdc, &[(-42, -26), (30, -38), (42, 26), (-30, 38)]),
            Shape::lines(
                vec![vec![place(-18, -30), place(-6, 34)]],
                Look::lined(colours::WHITE, edge * 2),
            ),
        ],
        Good::Spice => {
            let seeds = [(-22, 18), (22, 18), (0, -20)];
            let seed = |spot: (i32, i32)| {
                Shape::disc(place(spot.0, spot.1), size * 22 / 100, look(0xd0352b))
            };
            seeds.map(seed).to_vec()
        }
        Good::Tobacco => vec![
            Shape::bent_areas(vec![placed(at, size, &leaf)], look(0x6fae73)),
            Shape::lines(
                vec![vec![place(-42, 38), place(28, -28)]],
                Look::lined(colours::INK, edge),
            ),
        ],
    }
}

/// A trade agreement: a scroll with a seal.
pub(super) fn scroll(at: Point, size: i32) -> Vec<Shape> {
    let edge = (size / 22).max(10);
    let place = |x: i32, y: i32| (at.0 + x * size / 100, at.1 + y * size / 100);
    let sheet = [(-34, -44), (34, -44), (34, 40), (-34, 40)];
    let lines = vec![
        vec![place(-22, -26), place(22, -26)],
        vec![place(-22, -8), place(22, -8)],
    ];
    let paper = Look::filled(colours::CLEAR).edged(colours::INK, edge);
    vec![
        area(at, size, &sheet, paper),
        Shape::lines(lines, Look::lined(colours::INK, edge)),
        Shape::disc(
            place(10, 24),
            size * 16 / 100,
            Look::filled(Colour(0x00b8_202a)),
        ),
    ]
}

/// The face of a tile, and what it is in a word.
pub(super) fn face(at: Point, size: i32, tile: Tile) -> (Vec<Shape>, String) {
    match (tile, tile.good()) {
        (_, Some(good_of)) => (good(at, size, good_of), good_of.to_string()),
        (Tile::Agreement, _) => (scroll(at, size), "agreement".to_owned()),
        (Tile::Gold, _) => (chart::gold(at, size * 40 / 100), "treasure".to_owned()),
        _ => {
            let rise = [
                (-18, 44),
                (-18, 0),
                (-42, 0),
                (0, -46),
                (42, 0),
                (18, 0),
                (18, 44),
            ];
            let look = Look::filled(colours::GOLD).edged(colours::INK, (size / 22).max(10));
            (vec![area(at, size, &rise, look)], "upgrade".to_owned())
        }
    }
}

/// A tile that is face-down.
pub(super) fn unseen(at: Point, size: i32) -> Vec<Shape> {
    let pen = Pen::new(Face::Plain, size * 82 / 100, colours::TITLE);
    vec![
        card(at, size, colours::PANEL),
        Shape::middle((at.0, at.1 + size * 29 / 100), "?", pen),
    ]
}

/// A card without anything on it.
pub(super) fn card(at: Point, size: i32, fill: Colour) -> Shape {
    let look = Look::filled(fill).edged(colours::FRAME, (size / 24).max(14));
    let corner = (at.0 - size / 2, at.1 - size / 2);
    Shape::rounded(corner, (size, size), size / 10, look)
}

/// Where an inhabitant lives: a house that grows with their level.
pub(super) fn home(at: Point, size: i32, level: Level) -> Vec<Shape> {
    let edge = |fill: u32| Look::filled(Colour(fill)).edged(colours::INK, 14);
    let plain = |fill: u32, points: &[(i32, i32)]| area(at, size, points, edge(fill));
    match level {
        Level::Pioneer => vec![plain(0x9c7236, &[(-40, 50), (0, -24), (40, 50)])],
        Level::Settler => vec![
            plain(0xf4e8c4, &[(-38, 50), (-38, 2), (38, 2), (38, 50)]),
            plain(0x9c7236, &[(-50, 6), (0, -38), (50, 6)]),
        ],
        Level::Citizen => vec![
            plain(0xf4e8c4, &[(-36, 50), (-36, -18), (36, -18), (36, 50)]),
            plain(0xb8202a, &[(-48, -14), (0, -58), (48, -14)]),
        ],
        Level::Merchant => vec![
            plain(0xf4e8c4, &[(-54, 50), (-54, -10), (14, -10), (14, 50)]),
            plain(0xb8202a, &[(-62, -6), (-20, -44), (22, -6)]),
            plain(0xffffff, &[(14, 50), (14, -44), (54, -44), (54, 50)]),
            plain(0xf2c12e, &[(6, -40), (34, -84), (62, -40)]),
        ],
    }
}
