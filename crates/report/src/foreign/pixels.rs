//! A decoded picture.

/// Red, green, blue, and how much of that covers what is below: 255 is all.
pub(super) type Rgba = [u8; 4];

/// A decoded picture.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Pixels {
    /// Pixels in a row, and rows.
    pub(super) size: (u32, u32),
    /// All its pixels, row by row.
    pub(super) all: Vec<Rgba>,
}
