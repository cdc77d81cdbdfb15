//! Tenths of a pixel and colours of scenes → those of the canvas.

use tiny_skia::Color;

/// Tenths of a pixel in pixels.
pub(super) fn px(tenths: i32) -> f32 {
    tenths as f32 / 10.0
}

/// The pixel in the middle of which a point is, or right of and below it.
pub(super) fn nearest(tenths: i32) -> i32 {
    tenths.saturating_add(5).div_euclid(10)
}

/// Red, green and blue.
pub(super) fn color(rgb: u32) -> Color {
    let [_, red, green, blue] = rgb.to_be_bytes();
    Color::from_rgba8(red, green, blue, 255)
}
