//! Where everything is in the picture of the sea.

use crate::board::Board;
use packetboat_core::engine::scene::Point;
use packetboat_kit::hex::Hex;

/// Width and height of the picture.
pub(super) const SIZE: Point = (12_000, 8_800);
/// How wide the frame is.
pub(super) const MARGIN: i32 = 220;
/// From the middle of a hex to each corner.
pub(super) const SIDE: i32 = 440;
/// Half the width of a hex: whole pixels, as the way from row to row, so that all hexes are painted
/// alike and the picture packs well.
pub(super) const HALF: i32 = 380;
/// From row to row.
const STEP: i32 = 660;
/// The middle of the sea.
pub(super) const MIDDLE: Point = (4_635, 4_400);
/// The column of panels: its left edge and its width.
pub(super) const COLUMN: (i32, i32) = (9_010, 2_690);
/// The upper edge of what is in it.
pub(super) const TOP: i32 = 310;
/// So many ships leave room for prices below them.
pub(super) const PRICED_MAX: usize = 4;
/// The panel of prices: its upper edge and its height.
pub(super) const PRICES: (i32, i32) = (6_210, 2_280);

/// The middle of a hex.
pub(super) fn middle(board: &Board, hex: Hex) -> Point {
    let at = board.place(hex);
    (MIDDLE.0 + (2 * at.q + at.r) * HALF, MIDDLE.1 + at.r * STEP)
}

/// The corners of a hex.
pub(super) fn corners(at: Point) -> Vec<Point> {
    vec![
        (at.0, at.1 - SIDE),
        (at.0 + HALF, at.1 - SIDE / 2),
        (at.0 + HALF, at.1 + SIDE / 2),
        (at.0, at.1 + SIDE),
        (at.0 - HALF, at.1 + SIDE / 2),
        (at.0 - HALF, at.1 - SIDE / 2),
    ]
}

/// The side between two hexes beside each other.
pub(super) fn side(board: &Board, [one, other]: [Hex; 2]) -> [Point; 2] {
    let (a, b) = (middle(board, one), middle(board, other));
    let (right, down) = (b.0 - a.0, b.1 - a.1);
    let half = ((a.0 + b.0) / 2, (a.1 + b.1) / 2);
    // A side is as long as the way from the middle to a corner, and is across that to the
    // neighbour.
    let (x, y) = (down * SIDE / (4 * HALF), right * SIDE / (4 * HALF));
    [(half.0 - x, half.1 + y), (half.0 + x, half.1 - y)]
}

/// A passage as one line through the sides it closes.
pub(super) fn line(board: &Board, sides: &[[Hex; 2]]) -> Vec<Point> {
    let near = |a: Point, b: Point| (a.0 - b.0).abs() + (a.1 - b.1).abs() < 60;
    let mut line: Vec<Point> = Vec::new();
    for pair in sides {
        let [from, to] = side(board, *pair);
        match line.as_slice() {
            [.., last] if near(*last, from) => line.push(to),
            [.., last] if near(*last, to) => line.push(from),
            [first, ..] if near(*first, from) => line.insert(0, to),
            [first, ..] if near(*first, to) => line.insert(0, from),
            _ => line.extend([from, to]),
        }
    }
    line
}

/// The middle of a line of points: the place of what is on it.
pub(super) fn halfway(line: &[Point]) -> Point {
    match line {
        [a, b] => ((a.0 + b.0) / 2, (a.1 + b.1) / 2),
        _ => line[line.len() / 2],
    }
}

/// The shore in the hex of a port: away from the middle of the sea.
pub(super) fn shore(board: &Board, hex: Hex) -> Point {
    let at = middle(board, hex);
    let (right, down) = (at.0 - MIDDLE.0, at.1 - MIDDLE.1);
    let far = right.abs().max(down.abs()).max(1);
    (at.0 + right * 140 / far, at.1 + down * 140 / far)
}

/// Where ships are in a hex: in the middle, or off the shore of a port.
pub(super) fn roads(board: &Board, hex: Hex) -> Point {
    let at = middle(board, hex);
    match board.port_at(hex) {
        Some(_) => {
            let shore = shore(board, hex);
            let by = |here: i32, there: i32| here - (there - here) * 3 / 4;
            (by(at.0, shore.0), by(at.1, shore.1))
        }
        None => at,
    }
}
