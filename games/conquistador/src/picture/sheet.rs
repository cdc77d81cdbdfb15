//! Where hexes and points of the plane lie on a sheet of paper.
//!
//! On the plane of the map, columns lie 256.8 km apart and rows 222.4 km; hex 0000 would lie at its
//! origin. A sheet is a part of it at a scale, in tenths of a pixel.

use packetboat_core::engine::scene::Point;
use packetboat_kit::hex::Hex;

/// Kilometres between two columns and two rows, in tenths.
pub const PITCH: i32 = 2568;
const ROW: i32 = 2224;

/// A part of the plane at a scale.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct Sheet {
    /// How wide a hex is: a whole number of pixels, so that hexes are painted alike, which makes
    /// smaller files.
    pub hex: i32,
    /// How far two rows are apart, in whole pixels too.
    pub row: i32,
    /// What of the whole plane lies in the upper left corner.
    pub origin: Point,
    /// Width and height.
    pub size: Point,
}

/// The six sides: east, north-east, north-west, west, south-west, south-east.
pub const SIDES: [usize; 6] = [0, 1, 2, 3, 4, 5];

/// The whole map.
pub const WORLD: Sheet = Sheet {
    hex: 300,
    row: 260,
    origin: (600, 0),
    size: (12_000, 16_700),
};

/// Hexes from nearby, in tenths of a pixel, and their rows.
const NEAR_HEX: i32 = 840;
const NEAR_ROW: i32 = 730;

/// What is seen from nearby: the north and the south, each with its name.
pub const NEAR: [(&str, Sheet); 2] = [
    (
        "zoom-north",
        Sheet {
            hex: NEAR_HEX,
            row: NEAR_ROW,
            origin: (2 * NEAR_HEX, 0),
            size: (33 * NEAR_HEX, 33 * NEAR_ROW),
        },
    ),
    (
        "zoom-south",
        Sheet {
            hex: NEAR_HEX,
            row: NEAR_ROW,
            origin: (7 * NEAR_HEX, 24 * NEAR_ROW),
            size: (36 * NEAR_HEX, 39 * NEAR_ROW + 400),
        },
    ),
];

/// How wide the margin around a map is, for numbers of rows and columns.
pub const MARGIN: i32 = 330;

impl Sheet {
    /// The sheet whose upper left corner shows this point of another.
    pub fn cut(self, at: Point, size: Point) -> Sheet {
        let origin = (self.origin.0 + at.0, self.origin.1 + at.1);
        Sheet {
            origin,
            size,
            ..self
        }
    }

    /// The middle of a hex.
    pub fn middle(self, hex: Hex) -> Point {
        let (row, column) = (i32::from(hex.row), i32::from(hex.column));
        let even = i32::from(row % 2 == 0);
        let right = (2 * column + even) * self.hex / 2;
        (right - self.origin.0, row * self.row - self.origin.1)
    }

    /// The six corners of a hex, from the top to the right.
    pub fn corners(self, hex: Hex) -> Vec<Point> {
        let (x, y) = self.middle(hex);
        let (wide, high) = (self.hex / 2, self.row * 2 / 3);
        let low = self.row - high;
        vec![
            (x, y - high),
            (x + wide, y - low),
            (x + wide, y + low),
            (x, y + high),
            (x - wide, y + low),
            (x - wide, y - low),
        ]
    }

    /// The two ends of a side of a hex.
    pub fn side(self, hex: Hex, side: usize) -> Vec<Point> {
        let ends = [(1, 2), (0, 1), (5, 0), (4, 5), (3, 4), (2, 3)][side];
        let corners = self.corners(hex);
        vec![corners[ends.0], corners[ends.1]]
    }

    /// The first three sides of a hex, in one line.
    pub fn half_round(self, hex: Hex) -> Vec<Point> {
        let corners = self.corners(hex);
        [2, 1, 0, 5].map(|it| corners[it]).to_vec()
    }

    /// A point of the plane, of kilometres to the east and south.
    pub fn at(self, km: &[i32; 2]) -> Point {
        let right = km[0] * 10 * self.hex / PITCH;
        let down = km[1] * 10 * self.row / ROW;
        (right - self.origin.0, down - self.origin.1)
    }

    /// The hex of this row in which a point lies, if it is far from the rows above and below: most
    /// points are.
    fn surely(self, point: Point, row: i32) -> Option<Hex> {
        let shift = if row % 2 == 0 { self.hex / 2 } else { 0 };
        let right = point.0 + self.origin.0 - shift;
        let column = (right + self.hex / 2).div_euclid(self.hex);
        let hex = Hex::new(u8::try_from(row).ok()?, u8::try_from(column).ok()?);
        let middle = self.middle(hex);
        let (wide, high) = ((point.0 - middle.0).abs(), (point.1 - middle.1).abs());
        // Nearer to its middle than to that of the nearest hex of the next row.
        let near = self.hex * wide + 2 * self.row * high;
        (near < self.hex * self.hex / 4 + self.row * self.row).then_some(hex)
    }

    /// The hex in which a point lies.
    pub fn hex_at(self, point: Point) -> Hex {
        let down = point.1 + self.origin.1;
        let near = (down + self.row / 2).div_euclid(self.row);
        if let Some(hex) = self.surely(point, near) {
            return hex;
        }
        let candidates = (near - 1..=near + 1).filter_map(|row| {
            let shift = if row % 2 == 0 { self.hex / 2 } else { 0 };
            let right = point.0 + self.origin.0 - shift;
            let column = (right + self.hex / 2).div_euclid(self.hex);
            let (row, column) = (u8::try_from(row).ok()?, u8::try_from(column).ok()?);
            Some(Hex::new(row, column))
        });
        let best = candidates.min_by_key(|it| far(self.middle(*it), point));
        best.unwrap_or(Hex::new(0, 0))
    }

    /// Whether a point lies on the sheet, or no further away than this.
    pub fn has(self, at: Point, slack: i32) -> bool {
        let within = |it: i32, end: i32| (-slack..=end + slack).contains(&it);
        within(at.0, self.size.0) && within(at.1, self.size.1)
    }
}

/// The hex on the other side of a side.
pub fn beyond(hex: Hex, side: usize) -> Hex {
    let even = i32::from(hex.row.is_multiple_of(2));
    let (row, column) = [
        (0, 1),
        (-1, even),
        (-1, even - 1),
        (0, -1),
        (1, even - 1),
        (1, even),
    ][side];
    let moved = |it: u8, by: i32| u8::try_from(i32::from(it) + by).unwrap_or(0);
    Hex::new(moved(hex.row, row), moved(hex.column, column))
}

/// The square of the distance of two points.
pub fn far(one: Point, other: Point) -> i64 {
    let (x, y) = (i64::from(one.0 - other.0), i64::from(one.1 - other.1));
    x * x + y * y
}
