//! What stands in hexes: the marks of powers, gold, treasure, and small signs.

use super::super::view::View;
use super::sheet::Sheet;
use packetboat_core::engine::scene::{Colour, Look, Point, Shape};
use packetboat_kit::chart::{self, colours};
use packetboat_kit::hex::Hex;

/// What of gold sites and treasure cities is to be shown: where, whether there is still something
/// or may be, and whether it is a city.
pub(super) fn riches(view: &View, sheet: Sheet) -> Vec<(Hex, bool, bool)> {
    let tables = &view.tables.gold;
    let sites = tables.sites.keys().map(|hex| {
        let mine = view.open.mines.get(hex);
        (*hex, mine.is_none_or(|it| it.capacity > 0), false)
    });
    let cities = tables.cities.keys().map(|hex| {
        let city = view.open.cities.get(hex);
        (*hex, city.is_none_or(|it| !it.exhausted), true)
    });
    let all = sites.chain(cities);
    all.filter(|it| sheet.has(sheet.middle(it.0), 0)).collect()
}

/// A gold site: a ringed dot, pale when nothing is left.
pub(super) fn site(at: Point, radius: i32, rich: bool) -> Vec<Shape> {
    if rich {
        return chart::gold(at, radius);
    }
    let look = Look::filled(colours::PAPER).edged(colours::SOFT, radius / 6);
    vec![
        Shape::Disc { at, radius, look },
        Shape::Disc {
            at,
            radius: radius / 4,
            look: Look::filled(colours::SOFT),
        },
    ]
}

/// A treasure city: a stepped pyramid, pale when it is spent.
pub(super) fn city(at: Point, size: i32, rich: bool) -> Shape {
    let (fill, ink) = if rich {
        (colours::GOLD, colours::INK)
    } else {
        (colours::PAPER, colours::SOFT)
    };
    let outline = [
        (-50, 40),
        (-50, 14),
        (-32, 14),
        (-32, -10),
        (-16, -10),
        (-16, -36),
        (16, -36),
        (16, -10),
        (32, -10),
        (32, 14),
        (50, 14),
        (50, 40),
    ];
    let look = Look::filled(fill).edged(ink, (size / 16).max(9));
    sign(at, size, &outline, look)
}

/// A cross: Missionaries.
pub(super) fn cross(at: Point, size: i32, ink: Colour) -> Shape {
    let outline = [
        (-10, 50),
        (-10, -8),
        (-34, -8),
        (-34, -26),
        (-10, -26),
        (-10, -50),
        (10, -50),
        (10, -26),
        (34, -26),
        (34, -8),
        (10, -8),
        (10, 50),
    ];
    sign(at, size, &outline, Look::filled(ink))
}

/// A star: a leader.
pub(super) fn star(at: Point, size: i32, ink: Colour) -> Shape {
    let outline = [
        (0, -52),
        (13, -17),
        (50, -16),
        (20, 7),
        (31, 43),
        (0, 22),
        (-31, 43),
        (-20, 7),
        (-50, -16),
        (-13, -17),
    ];
    sign(at, size, &outline, Look::filled(ink))
}

fn sign(at: Point, size: i32, outline: &[(i32, i32)], look: Look) -> Shape {
    let place = |it: &(i32, i32)| (at.0 + it.0 * size / 100, at.1 + it.1 * size / 100);
    Shape::areas(vec![outline.iter().map(place).collect()], look)
}
