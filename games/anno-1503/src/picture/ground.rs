//! The sea board without anything on it.

use super::pieces::{card, unseen};
use super::plan::{BOARD, HOME, MARGIN, SIGNS, SIZE, SPACE, TABLE, middle};
use crate::board::{Board, Cell};
use crate::data::Tables;
use packetboat_core::engine::scene::{Colour, Face, Ground, Look, Pen, Point, Shape};
use packetboat_kit::chart::{self, colours};

/// The outline of an island, in hundredths of half a space.
const COAST: [(i32, i32); 12] = [
    (84, -8),
    (76, 44),
    (38, 70),
    (2, 82),
    (-46, 72),
    (-82, 44),
    (-74, 0),
    (-84, -46),
    (-40, -78),
    (4, -70),
    (48, -82),
    (80, -50),
];

/// The picture's ground.
pub(super) fn ground(tables: &Tables) -> Ground {
    let board = &tables.board;
    let mut shapes = water(board);
    shapes.extend(islands(board));
    shapes.extend(start(board));
    shapes.extend(edges(board));
    shapes.extend(signs());
    shapes.extend(chart::frame(SIZE, MARGIN));
    shapes.extend(chart::panel((310, 310), (11_380, 620)));
    shapes.extend(chart::panel(HOME.0, HOME.1));
    shapes.extend(chart::panel(TABLE.0, TABLE.1));
    Ground {
        size: SIZE,
        paper: colours::DEEP,
        shapes,
    }
}

fn water(board: &Board) -> Vec<Shape> {
    let (rows, columns) = (i32::from(board.size.0), i32::from(board.size.1));
    let size = (columns * SPACE, rows * SPACE);
    let mut lines = Vec::new();
    for column in 1..columns {
        let x = BOARD.0 + column * SPACE;
        lines.push(vec![(x, BOARD.1), (x, BOARD.1 + size.1)]);
    }
    for row in 1..rows {
        let y = BOARD.1 + row * SPACE;
        lines.push(vec![(BOARD.0, y), (BOARD.0 + size.0, y)]);
    }
    let look = Look::filled(colours::SEA).edged(colours::SHADES[1], 40);
    vec![
        chart::plain_box(BOARD, size, look),
        Shape::lines(lines, Look::lined(colours::SEA_LINE, 14)),
    ]
}

/// The outline of an island around its middle: one for all, turned in some.
fn outline(cell: Cell, hundredths: i32) -> Vec<Point> {
    let at = middle(cell);
    let mirrored = (cell.row + cell.column).is_multiple_of(3);
    let flip = if mirrored { -1 } else { 1 };
    let turned = cell.column.is_multiple_of(4);
    let far = |it: i32| it * SPACE / 2 * hundredths / 10_000;
    COAST
        .iter()
        .map(|it| if turned { (it.1, it.0) } else { *it })
        .map(|it| (at.0 + flip * far(it.0), at.1 + far(it.1)))
        .collect()
}

fn islands(board: &Board) -> Vec<Shape> {
    let all = |hundredths: i32| -> Vec<Vec<Point>> {
        let islands = board.islands.keys();
        islands.map(|it| outline(*it, hundredths)).collect()
    };
    let land = Look::filled(colours::CLEAR).edged(colours::COAST, 16);
    let mut shapes = vec![
        Shape::bent_areas(all(100), Look::lined(colours::SHADES[0], 150)),
        Shape::bent_areas(all(100), land),
        Shape::bent_areas(all(74), Look::filled(colours::JUNGLE[0])),
    ];
    for (cell, number) in &board.islands {
        let at = middle(*cell);
        let at = (at.0 + SPACE / 2 - 130, at.1 - SPACE / 2 + 130);
        let number = number.to_string();
        shapes.extend(chart::ringed(at, 105, &number, colours::SEA_INK));
    }
    shapes
}

/// Where ships start: a quay.
fn start(board: &Board) -> Vec<Shape> {
    let at = middle(board.start);
    let low = (at.0 - SPACE / 2, at.1 + SPACE / 2 - 250);
    let pen = Pen::new(Face::Plain, 180, colours::TITLE);
    let look = Look::filled(colours::ROUGH[0]).edged(colours::COAST, 14);
    vec![
        chart::plain_box(low, (SPACE, 250), look),
        Shape::middle((at.0, low.1 + 190), "Start", pen),
    ]
}

/// The letters of rows and the numbers of columns.
fn edges(board: &Board) -> Vec<Shape> {
    let pen = Pen::new(Face::Plain, chart::LEGIBLE, colours::SEA_INK);
    let mut shapes = Vec::new();
    for row in 1..=board.size.0 {
        let cell = Cell { row, column: 1 };
        let at = (BOARD.0 - 140, middle(cell).1 + 125);
        shapes.push(Shape::middle(at, &cell.to_string()[..1], pen.clone()));
    }
    for column in 1..=board.size.1 {
        let at = (middle(Cell { row: 1, column }).0, BOARD.1 - 35);
        shapes.push(Shape::middle(at, column.to_string(), pen.clone()));
    }
    shapes
}

/// What the signs mean.
fn signs() -> Vec<Shape> {
    let pen = |colour: Colour| Pen::new(Face::Plain, 180, colour);
    let base = SIGNS + 60;
    let word = |x: i32, text: &str| Shape::start((x, base), text, pen(colours::SEA_INK));
    let mut shapes = unseen((700, SIGNS), 230);
    shapes.push(word(870, "a tile face-down"));
    shapes.push(card((2_640, SIGNS), 230, colours::WHITE));
    shapes.push(word(2_810, "a tile you have looked at"));
    let own = Look::filled(colours::WHITE).edged(colours::INK, 42);
    shapes.push(Shape::disc((5_240, SIGNS), 110, own));
    shapes.push(word(5_410, "your ship, with its number"));
    shapes.push(word(7_900, "2, 3, 4: in use from so many players"));
    shapes
}
