//! Where everything is in the picture of the islands.

use crate::board::Cell;
use packetboat_core::engine::scene::Point;

/// Width and height of the picture.
pub(super) const SIZE: Point = (12_000, 9_300);
/// How wide the frame is.
pub(super) const MARGIN: i32 = 220;
/// The side of a space of the sea board: whole pixels, so that all are painted alike and the
/// picture packs well.
pub(super) const SPACE: i32 = 930;
/// The upper left corner of the sea board.
pub(super) const BOARD: Point = (540, 1_190);
/// The line of signs below the board.
pub(super) const SIGNS: i32 = 6_040;
/// The panel of the own island.
pub(super) const HOME: (Point, Point) = ((310, 6_190), (5_820, 2_800));
/// The panel of all players.
pub(super) const TABLE: (Point, Point) = ((6_220, 6_190), (5_470, 2_800));
/// A space for an inhabitant in it: width and height.
pub(super) const PLOT: Point = (780, 1_020);

/// The middle of a space of the board.
pub(super) fn middle(cell: Cell) -> Point {
    let at = |first: i32, number: u8| first + (i32::from(number) - 1) * SPACE + SPACE / 2;
    (at(BOARD.0, cell.column), at(BOARD.1, cell.row))
}

/// The upper left corner of a space for an inhabitant.
pub(super) fn plot(space: u32) -> Point {
    let place = i32::try_from(space).unwrap_or(1) - 1;
    (HOME.0.0 + 180 + place * PLOT.0, HOME.0.1 + 430)
}
