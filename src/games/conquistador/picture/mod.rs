//! Pictures of the position: `zoom` where the viewer is and something happened, and `world`, all of
//! the New World. They are made of the view and what was heard alone.
//!
//! What never changes is drawn once (`ground`): the world on one sheet, what is seen from nearby on
//! two, which overlap.

mod alt;
mod control;
mod facts;
mod ground;
mod marks;
mod names;
mod routes;
mod sheet;
mod terrain;
mod window;
mod world;
mod zoom;

use super::data::Tables;
use super::events::Event;
use super::view::View;
use crate::engine::scene::{Ground, Picture, Shape};
use crate::games::chart;
use sheet::Sheet;

/// The whole map.
const WORLD: Sheet = Sheet {
    hex: 300,
    row: 260,
    origin: (600, 0),
    size: (12_000, 16_700),
};

/// Hexes from nearby, in tenths of a pixel, and their rows.
const HEX: i32 = 840;
const ROW: i32 = 730;

/// What is seen from nearby: the north and the south, each with its name.
const NEAR: [(&str, Sheet); 2] = [
    (
        "zoom-north",
        Sheet {
            hex: HEX,
            row: ROW,
            origin: (2 * HEX, 0),
            size: (33 * HEX, 33 * ROW),
        },
    ),
    (
        "zoom-south",
        Sheet {
            hex: HEX,
            row: ROW,
            origin: (7 * HEX, 24 * ROW),
            size: (36 * HEX, 39 * ROW + 400),
        },
    ),
];

/// The pictures of a report.
pub(super) fn pictures(view: &View, heard: &[&Event]) -> Vec<Picture> {
    if view.tables.coast.is_none() {
        return Vec::new();
    }
    vec![zoom::picture(view, heard), world::picture(view, heard)]
}

/// What never changes in them.
pub(super) fn ground(tables: &Tables, name: &str) -> Option<Ground> {
    let coast = tables.coast.as_ref()?;
    if name == "world" {
        let mut drawn = ground::ground(&tables.map, coast, WORLD, &ground::WORLD);
        drawn.shapes.extend(edge(WORLD));
        return Some(drawn);
    }
    let near = NEAR.iter().find(|it| it.0 == name)?;
    Some(ground::ground(&tables.map, coast, near.1, &ground::NEAR))
}

/// How wide the margin around a map is, for numbers of rows and columns.
const MARGIN: i32 = 330;

/// The frame, with the numbers of columns above (odd rows) and beneath (even rows) and of rows on
/// both sides: all of them from nearby, every fifth of the world.
fn edge(sheet: Sheet) -> Vec<Shape> {
    use crate::engine::scene::{Face, Pen};
    use crate::games::hex::Hex;
    let near = sheet.hex > 500;
    let mut all = chart::frame(sheet.size, MARGIN);
    let pen = Pen::new(
        Face::Plain,
        if near { 170 } else { 160 },
        chart::colours::INK,
    );
    let (wide, high) = sheet.size;
    let shown = |number: u8| near || number.is_multiple_of(5);
    let inside = |at: i32, end: i32| (MARGIN + 100..end - MARGIN - 100).contains(&at);
    for column in (1..=42).filter(|it| shown(*it)) {
        for (row, down) in [(1, 215), (2, high - 120)] {
            let at = sheet.middle(Hex::new(row, column)).0;
            if inside(at, wide) {
                all.push(Shape::middle(
                    (at, down),
                    format!("{column:02}"),
                    pen.clone(),
                ));
            }
        }
    }
    for row in (1..=62).filter(|it| shown(*it)) {
        let at = sheet.middle(Hex::new(row, 1)).1;
        if inside(at, high) {
            for right in [150, wide - 150] {
                all.push(Shape::middle(
                    (right, at + 55),
                    format!("{row:02}"),
                    pen.clone(),
                ));
            }
        }
    }
    all
}
