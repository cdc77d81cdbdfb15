//! The sea without anything on it: hexes, land, ports, passages, prices.

use super::pieces::{open, price};
use super::plan::{
    COLUMN, HALF, MARGIN, MIDDLE, PRICES, SIDE, SIZE, corners, halfway, line, middle, shore,
};
use crate::board::Board;
use crate::data::{Blocks, Tables};
use packetboat_core::engine::scene::{Colour, Face, Ground, Look, Pen, Point, Shape};
use packetboat_kit::chart::{self, colours};
use packetboat_kit::hex::Hex;

/// How far the outline of an island is from its middle, in hundredths, one direction after the
/// other.
const COAST: [i32; 14] = [92, 78, 88, 104, 96, 74, 86, 102, 110, 90, 80, 98, 84, 100];
/// The directions of the outline, in hundredths.
const AROUND: [(i32, i32); 14] = [
    (100, 0),
    (90, 43),
    (62, 78),
    (22, 97),
    (-22, 97),
    (-62, 78),
    (-90, 43),
    (-100, 0),
    (-90, -43),
    (-62, -78),
    (-22, -97),
    (22, -97),
    (62, -78),
    (90, -43),
];
/// Numbers of hexes.
const FAINT: Colour = Colour(0x0068_8f96);

/// The picture's ground, with prices if there is room for them.
pub(super) fn ground(tables: &Tables, priced: bool) -> Ground {
    let board = &tables.board;
    let mut shapes = water(board);
    shapes.extend(passages(board));
    shapes.extend(land(board));
    shapes.extend(ports(board));
    shapes.extend(chart::rose((8_060, 1_120), 480));
    shapes.extend(chart::frame(SIZE, MARGIN));
    if priced {
        shapes.extend(prices(tables));
    }
    Ground {
        size: SIZE,
        paper: colours::DEEP,
        shapes,
    }
}

fn water(board: &Board) -> Vec<Shape> {
    let hexes = board.rows().into_iter().flatten();
    let at: Vec<(Hex, Point)> = hexes.map(|it| (it, middle(board, it))).collect();
    let all: Vec<Vec<Point>> = at.iter().map(|it| corners(it.1)).collect();
    let look = Look::filled(colours::SEA).edged(colours::SEA_LINE, 10);
    let mut shapes = vec![Shape::areas(all, look)];
    let pen = Pen::new(Face::Plain, chart::LEGIBLE, FAINT);
    let free = at.iter().filter(|spot| {
        board.land(spot.0).is_none() && board.port_at(spot.0).is_none() && spot.0 != board.isle
    });
    // The first of a row says its number, the others are counted from there: more numbers of a size
    // that can be read on a phone would be too many bytes.
    let mut row = 0;
    for (hex, at) in free.filter(|it| std::mem::replace(&mut row, it.0.row) != it.0.row) {
        let at = (at.0, at.1 - SIDE * 34 / 100);
        shapes.push(Shape::middle(at, hex.to_string(), pen.clone()));
    }
    shapes
}

/// The outline of an island.
fn outline(at: Point, radius: i32, turn: usize) -> Vec<Point> {
    let far = |it: usize| COAST[(it + turn * 3) % COAST.len()] * radius;
    let each = AROUND.iter().enumerate();
    each.map(|(place, point)| {
        (
            at.0 + point.0 * far(place) / 10_000,
            at.1 + point.1 * far(place) / 10_000,
        )
    })
    .collect()
}

/// Islands of one kind, with the sea shaded around them.
fn islands(runs: &[Vec<Point>], fill: Colour) -> Vec<Shape> {
    let bent = |look| Shape::bent_areas(runs.to_vec(), look);
    vec![
        bent(Look::lined(colours::SHADES[0], 150)),
        bent(Look::filled(fill).edged(colours::COAST, 16)),
    ]
}

fn land(board: &Board) -> Vec<Shape> {
    let mut shapes = Vec::new();
    // Alike in a row, so that the picture packs well.
    let lands: Vec<(usize, Point, &str)> = board
        .lands()
        .map(|(hex, name)| (usize::from(hex.row), middle(board, hex), name))
        .collect();
    let keys = || lands.iter().filter(|it| it.2.contains("key"));
    let reefs = || lands.iter().filter(|it| !it.2.contains("key"));
    let runs: Vec<Vec<Point>> = keys().map(|it| outline(it.1, 310, it.0)).collect();
    shapes.extend(islands(&runs, colours::CLEAR));
    let runs: Vec<Vec<Point>> = reefs()
        .flat_map(|it| rocks(it.1).map(|(at, radius)| outline(at, radius, it.0)))
        .collect();
    shapes.extend(islands(&runs, colours::MOUNTAIN[0]));
    let peaks: Vec<Vec<Point>> = reefs()
        .flat_map(|it| rocks(it.1).map(|(at, radius)| peak(at, radius)))
        .collect();
    shapes.push(Shape::areas(peaks, Look::filled(colours::MOUNTAIN[1])));
    let trees: Vec<Vec<Point>> = keys().flat_map(|it| trees(it.1)).collect();
    // A colour that monsters have too, so that it stays in the palette.
    shapes.push(Shape::areas(trees, Look::filled(Colour(0x000d_3b22))));
    let pen = Pen::new(Face::Plain, chart::LEGIBLE, colours::TITLE).on(colours::PAPER, 46);
    shapes.extend(lands.iter().map(|(_, at, name)| {
        let name = name.rsplit(' ').next().unwrap_or(name);
        Shape::middle((at.0, at.1 + 230), name, pen.clone())
    }));
    let isle = middle(board, board.isle);
    shapes.extend(islands(&[outline(isle, 340, 2)], colours::ROUGH[0]));
    let wood = outline((isle.0, isle.1 - 40), 220, 4);
    let green = Look::filled(colours::JUNGLE[0]);
    shapes.push(Shape::bent_areas(vec![wood], green));
    let pen = Pen::new(Face::Name, 180, colours::TITLE).on(colours::PAPER, 46);
    let at = (isle.0, isle.1 - 350);
    shapes.push(Shape::middle(at, "Central Isle", pen));
    shapes
}

/// The rocks of a reef.
fn rocks(at: Point) -> [(Point, i32); 2] {
    [
        ((at.0 - 150, at.1 - 50), 130),
        ((at.0 + 130, at.1 - 110), 160),
    ]
}

fn peak(at: Point, radius: i32) -> Vec<Point> {
    vec![
        (at.0 - radius * 60 / 100, at.1 + radius * 45 / 100),
        (at.0, at.1 - radius * 75 / 100),
        (at.0 + radius * 30 / 100, at.1 + radius * 45 / 100),
    ]
}

fn trees(at: Point) -> Vec<Vec<Point>> {
    let tree = |x: i32, y: i32| {
        vec![
            (at.0 + x - 60, at.1 + y + 60),
            (at.0 + x, at.1 + y - 90),
            (at.0 + x + 60, at.1 + y + 60),
        ]
    };
    vec![tree(-60, -90), tree(60, -140), tree(110, -40)]
}

fn ports(board: &Board) -> Vec<Shape> {
    let shores: Vec<Point> = board.ports.iter().map(|it| shore(board, it.1)).collect();
    let runs: Vec<Vec<Point>> = shores.iter().map(|it| outline(*it, 230, 1)).collect();
    let mut shapes = islands(&runs, colours::CLEAR);
    let pen = Pen::new(Face::Name, 260, colours::TITLE).on(colours::PAPER, 50);
    let small = Pen {
        size: 220,
        ..pen.clone()
    };
    for (name, hex) in &board.ports {
        let (at, place) = (middle(board, *hex), board.place(*hex));
        // In the west and east names are over the sloping coast, beyond what is beside.
        let above = at.1 - SIDE * 120 / 100;
        shapes.push(match (place.r, place.q < 0) {
            (0, true) => Shape::start((at.0 - HALF - 10, above), name, small.clone()),
            (0, false) => Shape::end((at.0 + HALF + 10, above), name, small.clone()),
            (..0, _) => Shape::middle((at.0, at.1 - SIDE - 80), name, pen.clone()),
            _ => Shape::middle((at.0, at.1 + SIDE + 260), name, pen.clone()),
        });
    }
    shapes
}

/// Darker sides where blockades may be, and a buoy where there is no land at the end.
fn passages(board: &Board) -> Vec<Shape> {
    let lines: Vec<Vec<Point>> = board
        .passages
        .iter()
        .map(|it| line(board, &it.sides))
        .collect();
    let coast = board.passages.iter().filter(|it| it.sides.len() == 1);
    let mut shapes = vec![open(lines)];
    for passage in coast {
        let points = line(board, &passage.sides);
        let far = |point: &Point| {
            let (x, y) = (i64::from(point.0 - MIDDLE.0), i64::from(point.1 - MIDDLE.1));
            x * x + y * y
        };
        let out = points.iter().copied().max_by_key(far);
        let at = out.unwrap_or_else(|| halfway(&points));
        let look = Look::filled(colours::BORDER).edged(colours::WHITE, 24);
        shapes.push(Shape::disc(at, 75, look));
    }
    shapes
}

fn prices(tables: &Tables) -> Vec<Shape> {
    let (left, wide) = COLUMN;
    let (top, high) = PRICES;
    let mut shapes = chart::panel((left, top), (wide, high));
    shapes.push(chart::heading((left + wide / 2, top + 310), 240, "Prices"));
    let at = &tables.prices;
    let rows: [(&str, &Blocks); 9] = [
        ("Cannon", &at.cannon),
        ("Mortar", &at.mortar),
        ("Map", &at.map),
        ("Trading Post", &at.tradingpost),
        ("Blockade", &at.blockade),
        ("Outpost", &at.outpost_first),
        ("take it over", &at.outpost_takeover),
        ("The King", &at.king),
        ("Shot: cannon", &at.cannon_shot),
    ];
    let mut base = top + 500;
    for (name, price_of) in rows.into_iter().chain([("mortar", &at.mortar_shot)]) {
        let indent = i32::from(name.starts_with(char::is_lowercase)) * 120;
        let indent = if name == "mortar" { 440 } else { indent };
        shapes.push(chart::words((left + 130 + indent, base + 60), 170, name));
        let pen = Pen::new(Face::Plain, 170, colours::INK);
        let at = (left + wide - 130, base + 60);
        shapes.push(Shape::end(at, price(price_of), pen));
        base += 162;
    }
    let legend = "Gold Food Wood Powder Metal";
    shapes.push(chart::soft_words((left + 130, base + 70), 170, legend));
    shapes
}
