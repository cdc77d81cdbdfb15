//! Outlines on a canvas: their insides, and their lines.

use super::units::color;
use packetboat_core::engine::scene::Colour;
use tiny_skia::{FillRule, Paint, Path, Pixmap, Stroke, Transform};

/// Fills an outline.
pub(super) fn fill(
    canvas: &mut Pixmap,
    path: &Path,
    (colour, smooth): (Colour, bool),
    there: Transform,
) {
    // What is a line has no inside.
    let around = path.bounds();
    if around.width() > 0.0 && around.height() > 0.0 {
        let paint = paint_of(colour, smooth);
        canvas.fill_path(path, &paint, FillRule::Winding, there, None);
    }
}

/// Draws the line of an outline.
pub(super) fn stroke(
    canvas: &mut Pixmap,
    path: &Path,
    stroke: &Stroke,
    (colour, smooth): (Colour, bool),
    there: Transform,
) {
    let paint = paint_of(colour, smooth);
    canvas.stroke_path(path, &paint, stroke, there, None);
}

fn paint_of(colour: Colour, smooth: bool) -> Paint<'static> {
    let mut paint = Paint {
        anti_alias: smooth,
        ..Paint::default()
    };
    paint.set_color(color(colour.0));
    paint
}
