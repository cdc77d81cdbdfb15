//! The frame of the maps, with the numbers of columns and rows.

use super::sheet::{MARGIN, Sheet};
use packetboat_core::engine::scene::{Face, Pen, Shape};
use packetboat_kit::chart;
use packetboat_kit::hex::Hex;

/// The frame, with the numbers of columns above (odd rows) and beneath (even rows) and of rows on
/// both sides: all of them from nearby, every fifth of the world.
pub(super) fn edge(sheet: Sheet) -> Vec<Shape> {
    let near = sheet.hex > 500;
    let mut all = chart::frame(sheet.size, MARGIN);
    // On the map itself, so that they can be large enough for a phone.
    let pen = Pen::new(Face::Plain, chart::LEGIBLE, chart::colours::INK);
    let pen = pen.on(chart::colours::PAPER, 50);
    let (wide, high) = sheet.size;
    let shown = |number: u8| near || number.is_multiple_of(5);
    let inside = |at: i32, end: i32| (MARGIN + 100..end - MARGIN - 100).contains(&at);
    for column in (1..=42).filter(|it| shown(*it)) {
        for (row, down) in [(1, MARGIN + 300), (2, high - MARGIN - 60)] {
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
            for right in [MARGIN + 220, wide - MARGIN - 220] {
                all.push(Shape::middle(
                    (right, at + 120),
                    format!("{row:02}"),
                    pen.clone(),
                ));
            }
        }
    }
    all
}
