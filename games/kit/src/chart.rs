//! What the pictures of all games are drawn with: colours, the marks of seats, panels, frames and
//! small signs, in the manner of old charts.
//!
//! Sizes are in tenths of a pixel. Ornament is where nothing happens; facts are flat and bold. Not
//! here: what a game's picture shows (each game's `picture`).

use packetboat_core::engine::data::SeatCard;
use packetboat_core::engine::scene::{Colour, Face, Look, NewsMark, Pen, Point, Shape};
use packetboat_core::engine::seat::Seat;
use serde::Deserialize;

/// Colours, told apart in the three common kinds of colour blindness where it matters.
pub mod colours {
    use packetboat_core::engine::scene::Colour;

    /// What charts are drawn on.
    pub const PAPER: Colour = Colour(0x00f3_ebd6);
    /// The inside of panels.
    pub const PANEL: Colour = Colour(0x00f8_f1de);
    /// Letters and lines.
    pub const INK: Colour = Colour(0x002e_2620);
    /// The edge of a chart.
    pub const FRAME: Colour = Colour(0x003b_2f25);
    /// Titles.
    pub const TITLE: Colour = Colour(0x005b_1f14);
    /// Borders on land.
    pub const BORDER: Colour = Colour(0x008a_3324);
    /// What is of less weight.
    pub const SOFT: Colour = Colour(0x006b_5d49);
    /// The open sea.
    pub const DEEP: Colour = Colour(0x00d9_e3dd);
    /// The sea that matters.
    pub const SEA: Colour = Colour(0x00bf_d5d6);
    /// The sea beside a coast, further out and nearer.
    pub const SHADES: [Colour; 2] = [Colour(0x00a9_c7cc), Colour(0x008f_b5be)];
    /// Coasts.
    pub const COAST: Colour = Colour(0x0033_464d);
    /// Names at sea.
    pub const SEA_INK: Colour = Colour(0x002f_5661);
    /// Hex sides and lines on the sea.
    pub const SEA_LINE: Colour = Colour(0x00aa_c3c6);
    /// Rivers.
    pub const RIVER: Colour = Colour(0x0044_788f);
    /// Flat land.
    pub const CLEAR: Colour = Colour(0x00f4_e8c4);
    /// Hills; what is drawn on them.
    pub const ROUGH: [Colour; 2] = [Colour(0x00e1_ba7c), Colour(0x009c_7236)];
    /// Jungle; trees, and their trunks.
    pub const JUNGLE: [Colour; 3] = [
        Colour(0x00a3_c3a2),
        Colour(0x007c_a37e),
        Colour(0x0047_704f),
    ];
    /// Mountains; peaks, and their shadow.
    pub const MOUNTAIN: [Colour; 3] = [
        Colour(0x00af_9484),
        Colour(0x005f_4a41),
        Colour(0x008a_6f61),
    ];
    /// Hex sides on land.
    pub const LAND_LINE: Colour = Colour(0x00c9_b084);
    /// What has failed, or is in danger.
    pub const RED: Colour = Colour(0x00b3_161b);
    /// Gold.
    pub const GOLD: Colour = Colour(0x00f2_c12e);
    /// Snow, sails, cards.
    pub const WHITE: Colour = Colour(0x00ff_ffff);
}

use colours::{FRAME, GOLD, INK, PANEL, PAPER, SOFT, TITLE, WHITE};

/// How a seat is distinguished from others: by shape, letter and colour.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Mark {
    /// Its outline.
    pub outline: Outline,
    /// Its inside, and lines and bands of the seat.
    pub fill: Colour,
    /// Its letter.
    pub letter: Colour,
    /// Its edge.
    pub edge: Colour,
    /// The seat's lines where they must be seen on paper.
    pub trail: Colour,
}

/// The outline of a seat's mark.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Outline {
    /// A square.
    Square,
    /// A shield.
    Shield,
    /// A disc.
    Disc,
    /// A lozenge.
    Lozenge,
    /// A hexagon.
    Hexagon,
    /// A triangle that stands on its side.
    Triangle,
    /// The hull of a ship.
    Hull,
}

/// A mark in these colours: its inside, its letter, its edge and the seat's lines.
pub const fn mark(outline: Outline, fill: u32, letter: u32, edge: u32, trail: u32) -> Mark {
    Mark {
        outline,
        fill: Colour(fill),
        letter: Colour(letter),
        edge: Colour(edge),
        trail: Colour(trail),
    }
}

/// The marks of up to six seats.
pub const MARKS: [Mark; 6] = [
    mark(Outline::Square, 0xf0b323, 0x2a1d00, 0x2a1d00, 0x8a5a00),
    mark(Outline::Shield, 0xd0352b, 0xffffff, 0x4a0a06, 0xd0352b),
    mark(Outline::Disc, 0x2b66c4, 0xffffff, 0x0b1f45, 0x2b66c4),
    mark(Outline::Lozenge, 0xffffff, 0x0a2e24, 0x0a2e24, 0x0a2e24),
    mark(Outline::Hexagon, 0x14101a, 0xffffff, 0x000000, 0x14101a),
    mark(Outline::Triangle, 0x9fd8b4, 0x0d3b22, 0x0d3b22, 0x1f7a4a),
];

/// The mark of the seat in this place of the table, from 0.
pub fn mark_of(place: usize) -> Mark {
    MARKS[place % MARKS.len()]
}

/// The marks of seats that are called after colours.
pub const COLOURED: [(&str, Mark); 6] = [
    (
        "red",
        mark(Outline::Shield, 0xb8202a, 0xffffff, 0x4a0a06, 0xb8202a),
    ),
    (
        "blue",
        mark(Outline::Disc, 0x3b7fdc, 0xffffff, 0x0b1f45, 0x2b66c4),
    ),
    (
        "green",
        mark(Outline::Triangle, 0x9fd8b4, 0x0d3b22, 0x0d3b22, 0x1f7a4a),
    ),
    (
        "yellow",
        mark(Outline::Square, 0xffe14d, 0x2a1d00, 0x2a1d00, 0xd2a800),
    ),
    (
        "orange",
        mark(Outline::Lozenge, 0xee7a1b, 0x2a1000, 0x4a1d00, 0xee7a1b),
    ),
    (
        "purple",
        mark(Outline::Hexagon, 0x5b2d8a, 0xffffff, 0x23093f, 0x5b2d8a),
    ),
];

/// The mark of a seat that is called after a colour, or of its place at the table.
pub fn mark_called(name: &str, place: usize) -> Mark {
    let found = COLOURED.iter().find(|it| it.0 == name);
    found.map_or_else(|| mark_of(place), |it| it.1)
}

/// The mark of a seat among those of a game's card.
pub fn mark_in(seats: &[SeatCard], seat: Seat) -> Mark {
    let place = seats.iter().position(|it| it.name == seat);
    mark_called(seat.as_str(), place.unwrap_or(0))
}

/// A seat's mark with its letter.
pub fn marked(at: Point, radius: i32, mark: Mark, letter: &str) -> Vec<Shape> {
    let look = Look::filled(mark.fill).edged(mark.edge, (radius / 8).max(10));
    let low = if mark.outline == Outline::Triangle {
        62
    } else {
        42
    };
    let size = radius * 118 / 100;
    let pen = Pen::new(Face::Plain, size, mark.letter);
    vec![
        body(at, radius, mark.outline, look),
        Shape::middle((at.0, at.1 + size * low / 118), letter, pen),
    ]
}

/// The body of a mark, without a letter.
pub fn body(at: Point, radius: i32, outline: Outline, look: Look) -> Shape {
    let corners = |all: &[(i32, i32)]| -> Vec<Point> {
        let each = all.iter();
        each.map(|it| (at.0 + it.0 * radius / 100, at.1 + it.1 * radius / 100))
            .collect()
    };
    let outline: Vec<Point> = match outline {
        Outline::Disc => Vec::new(),
        Outline::Square => corners(&[(-88, -88), (88, -88), (88, 88), (-88, 88)]),
        Outline::Shield => corners(&[
            (-88, -92),
            (88, -92),
            (88, 10),
            (74, 48),
            (44, 78),
            (0, 104),
            (-44, 78),
            (-74, 48),
            (-88, 10),
        ]),
        Outline::Lozenge => corners(&[(0, -118), (118, 0), (0, 118), (-118, 0)]),
        Outline::Hexagon => corners(&[
            (-52, -94),
            (52, -94),
            (106, 0),
            (52, 94),
            (-52, 94),
            (-106, 0),
        ]),
        Outline::Triangle => corners(&[(-108, 88), (0, -112), (108, 88)]),
        Outline::Hull => corners(&[
            (-132, -92),
            (132, -92),
            (118, 10),
            (88, 62),
            (45, 92),
            (-45, 92),
            (-88, 62),
            (-118, 10),
        ]),
    };
    if outline.is_empty() {
        Shape::disc(at, radius, look)
    } else {
        Shape::areas(vec![outline], look)
    }
}

/// A seat's ship: its mark as the sail over a hull, with the number of the ship on it if it has
/// one. The reader's own is on a disc with a thick edge.
pub fn vessel(
    (at, radius): (Point, i32),
    mark: Mark,
    (letter, number): (&str, &str),
    own: bool,
) -> Vec<Shape> {
    let place = |x: i32, y: i32| (at.0 + x * radius / 100, at.1 + y * radius / 100);
    let mut all = Vec::new();
    if own {
        let look = Look::filled(WHITE).edged(INK, radius / 4);
        all.push(Shape::disc(place(0, 10), radius * 165 / 100, look));
    }
    let deep = if number.is_empty() { 112 } else { 140 };
    let hull = vec![
        place(-125, 52),
        place(125, 52),
        place(88, deep),
        place(-78, deep),
    ];
    let look = Look::filled(FRAME).edged(WHITE, radius / 12);
    all.push(Shape::areas(vec![hull], look));
    all.extend(marked(place(0, -22), radius, mark, letter));
    if !number.is_empty() {
        let pen = Pen::new(Face::Plain, radius * 76 / 100, WHITE);
        all.push(Shape::middle(place(0, 130), number, pen));
    }
    all.push(keep_around(at, radius * 14 / 10));
    all
}

/// The letter on a seat's mark: the first of its title.
pub fn letter(title: &str) -> String {
    title.chars().next().map(String::from).unwrap_or_default()
}

/// A panel for words: paper with a fine rule inside. Kept free of labels.
pub fn panel(at: Point, size: Point) -> Vec<Shape> {
    let inner = ((at.0 + 50, at.1 + 50), (size.0 - 100, size.1 - 100));
    vec![
        Shape::Keep { at, size },
        plain_box(at, size, Look::filled(PANEL).edged(FRAME, 22)),
        plain_box(inner.0, inner.1, Look::lined(colours::BORDER, 9)),
    ]
}

/// The size of letters that can be read on a phone: nine pixels where a drawing of the usual width,
/// 12,000, is 320 pixels wide. What orders name is written no smaller.
pub const LEGIBLE: i32 = 340;

/// A frame around a picture: a margin of paper, with a chequered edge; `margin` is how wide it is.
pub fn frame(size: Point, margin: i32) -> Vec<Shape> {
    let (wide, high) = size;
    let sides = [
        ((0, 0), (wide, margin)),
        ((0, high - margin), (wide, margin)),
        ((0, 0), (margin, high)),
        ((wide - margin, 0), (margin, high)),
    ];
    let mut all: Vec<Shape> = Vec::new();
    for (at, size) in sides {
        all.push(plain_box(at, size, Look::filled(PAPER)));
    }
    let edge = 50;
    let step = 400;
    let mut dark: Vec<Vec<Point>> = Vec::new();
    let square = |left: i32, top: i32, right: i32, bottom: i32| {
        vec![(left, top), (right, top), (right, bottom), (left, bottom)]
    };
    for start in (margin..wide - margin).step_by(2 * 400) {
        let end = (start + step).min(wide - margin);
        dark.push(square(start, margin - edge, end, margin));
        dark.push(square(start, high - margin, end, high - margin + edge));
    }
    for start in (margin..high - margin).step_by(2 * 400) {
        let end = (start + step).min(high - margin);
        dark.push(square(margin - edge, start, margin, end));
        dark.push(square(wide - margin, start, wide - margin + edge, end));
    }
    all.push(Shape::areas(dark, Look::filled(FRAME).crisp()));
    let inside = (wide - 2 * margin, high - 2 * margin);
    all.push(plain_box((margin, margin), inside, Look::lined(FRAME, 14)));
    let out = (margin - edge, margin - edge);
    all.push(plain_box(
        out,
        (wide - 2 * out.0, high - 2 * out.1),
        Look::lined(FRAME, 9),
    ));
    all.push(plain_box(
        (8, 8),
        (wide - 16, high - 16),
        Look::lined(FRAME, 16),
    ));
    all
}

/// A rectangle with sharp corners and edges.
pub fn plain_box(at: Point, size: Point, look: Look) -> Shape {
    let (round, mut look) = (0, look.crisp());
    // What is thinner than a pixel would vanish.
    look.width = look.width.max(if look.line.is_some() { 10 } else { 0 });
    Shape::rounded(at, size, round, look)
}

/// A disc with a number: news, as numbered in the list of what changed.
pub fn news(at: Point, radius: i32, number: usize) -> Vec<Shape> {
    let look = Look::filled(FRAME).edged(WHITE, (radius / 8).max(12));
    let pen = Pen::new(Face::Plain, radius * 13 / 10, WHITE);
    vec![
        Shape::disc(at, radius, look),
        Shape::middle((at.0, at.1 + radius * 46 / 100), number.to_string(), pen),
        keep_around(at, radius),
    ]
}

/// A disc for a number: an event, as numbered in the list of what changed; `step` from it is the
/// next one at the same place.
pub fn news_mark(event: usize, at: Point, radius: i32, step: Point) -> NewsMark {
    NewsMark {
        event,
        at,
        step,
        radius,
        look: Look::filled(FRAME).edged(WHITE, (radius / 8).max(12)),
        pen: Pen::new(Face::Plain, radius * 13 / 10, WHITE),
    }
}

/// Keeps labels away from a disc.
pub fn keep_around(at: Point, radius: i32) -> Shape {
    Shape::Keep {
        at: (at.0 - radius, at.1 - radius),
        size: (2 * radius, 2 * radius),
    }
}

/// A ring around a number, as for distances.
pub fn ringed(at: Point, radius: i32, text: &str, ink: Colour) -> Vec<Shape> {
    let look = Look::filled(PAPER).edged(ink, (radius / 9).max(9));
    let pen = Pen::new(Face::Plain, radius * 13 / 10, ink);
    vec![
        Shape::disc(at, radius, look),
        Shape::middle((at.0, at.1 + radius * 46 / 100), text, pen),
    ]
}

/// A coin or a site of gold.
pub fn gold(at: Point, radius: i32) -> Vec<Shape> {
    let ring = Look::filled(GOLD).edged(INK, (radius / 6).max(10));
    let dot = Look::filled(INK);
    vec![
        Shape::disc(at, radius, ring),
        Shape::disc(at, radius / 4, dot),
    ]
}

/// A sign out of straight lines, in a square of 100 around its middle.
fn sign(at: Point, size: i32, runs: &[&[(i32, i32)]], look: &Look) -> Shape {
    let place = |it: &(i32, i32)| (at.0 + it.0 * size / 100, at.1 + it.1 * size / 100);
    let runs = runs.iter().map(|run| run.iter().map(place).collect());
    Shape::areas(runs.collect(), look.clone())
}

/// A house: people who have settled.
pub fn house(at: Point, size: i32, ink: Colour) -> Shape {
    let walls = &[(-50, 50), (-50, -5), (0, -50), (50, -5), (50, 50)];
    sign(at, size, &[walls], &Look::filled(ink))
}

/// A pennant: soldiers.
pub fn pennant(at: Point, size: i32, ink: Colour) -> Shape {
    let staff = &[(-36, -50), (-24, -50), (-24, 50), (-36, 50)];
    let cloth = &[(-24, -48), (46, -22), (-24, 6)];
    sign(at, size, &[staff, cloth], &Look::filled(ink))
}

/// An anchor: a port.
pub fn anchor(at: Point, size: i32, ink: Colour) -> Vec<Shape> {
    let width = size / 8;
    let place = |x: i32, y: i32| (at.0 + x * size / 100, at.1 + y * size / 100);
    let line = Look::lined(ink, width).rounded();
    vec![
        Shape::disc(place(0, -38), size / 9, line.clone()),
        Shape::lines(
            vec![
                vec![place(0, -26), place(0, 46)],
                vec![place(-22, -12), place(22, -12)],
            ],
            line.clone(),
        ),
        Shape::bent(
            vec![
                place(-44, 10),
                place(-30, 36),
                place(0, 47),
                place(30, 36),
                place(44, 10),
            ],
            line,
        ),
    ]
}

/// A ship under sail, on a line of 100 from its bow to its stern.
pub fn ship(at: Point, size: i32, sail: Colour, ink: Colour) -> Vec<Shape> {
    let hull = &[(-50, 18), (50, 18), (38, 46), (-34, 46)];
    let masts = &[(-24, -40), (-20, -40), (-20, 18), (-24, 18)];
    let main = &[(8, -50), (12, -50), (12, 18), (8, 18)];
    let sails: &[&[(i32, i32)]] = &[
        &[(-42, -32), (-6, -32), (-2, -10), (-40, 8)],
        &[(-8, -42), (30, -42), (38, -16), (34, 10), (-4, 10)],
    ];
    let edge = Look::filled(sail).edged(ink, (size / 40).max(8));
    vec![
        sign(at, size, &[masts, main], &Look::filled(ink)),
        sign(at, size, sails, &edge),
        sign(at, size, &[hull], &Look::filled(ink)),
    ]
}

/// A rose of the winds, whose needle is as long as the radius.
pub fn rose(at: Point, radius: i32) -> Vec<Shape> {
    let place = |x: i32, y: i32| (at.0 + x * radius / 100, at.1 + y * radius / 100);
    let star = |far: i32, near: i32, turned: bool| -> Vec<Vec<Point>> {
        let tips: [(i32, i32); 4] = if turned {
            [(far, -far), (far, far), (-far, far), (-far, -far)]
        } else {
            [(0, -far), (far, 0), (0, far), (-far, 0)]
        };
        let sides: [(i32, i32); 4] = if turned {
            [(near, 0), (0, near), (-near, 0), (0, -near)]
        } else {
            [(near, -near), (near, near), (-near, near), (-near, -near)]
        };
        let half = |tip: (i32, i32), side: (i32, i32)| {
            vec![place(0, 0), place(tip.0, tip.1), place(side.0, side.1)]
        };
        (0..4).map(|it| half(tips[it], sides[it])).collect()
    };
    let line = Look::lined(colours::COAST, 10);
    let dark = Look::filled(colours::COAST);
    vec![
        Shape::disc(at, radius * 62 / 100, line.clone()),
        Shape::disc(at, radius * 56 / 100, line),
        Shape::areas(star(46, 12, true), dark.clone()),
        Shape::areas(star(100, 12, false), dark),
        Shape::disc(
            at,
            radius / 12,
            Look::filled(PAPER).edged(colours::COAST, 10),
        ),
        Shape::middle(place(0, -112), "N", Pen::new(Face::Name, radius / 3, TITLE)),
    ]
}

/// A heading in a panel or over a picture.
pub fn heading(at: Point, size: i32, text: &str) -> Shape {
    heading_in(TITLE, at, size, text)
}

/// The same in another colour.
pub fn heading_in(ink: Colour, at: Point, size: i32, text: &str) -> Shape {
    let pen = Pen::new(Face::Name, size, ink).spaced(size / 12);
    Shape::middle(at, text.to_uppercase(), pen)
}

/// Words that explain, in a panel.
pub fn words(at: Point, size: i32, text: impl Into<String>) -> Shape {
    Shape::start(at, text, Pen::new(Face::Plain, size, INK))
}

/// Words of less weight.
pub fn soft_words(at: Point, size: i32, text: impl Into<String>) -> Shape {
    Shape::start(at, text, Pen::new(Face::Plain, size, SOFT))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A colour as somebody sees it who lacks one kind of cones: matrices of Machado and others
    /// (2009), in thousandths, for all three kinds; the first is everybody else.
    const EYES: [[[i64; 3]; 3]; 4] = [
        [[1000, 0, 0], [0, 1000, 0], [0, 0, 1000]],
        [[152, 1053, -205], [115, 786, 99], [-4, -48, 1052]],
        [[367, 861, -228], [280, 673, 47], [-12, 43, 969]],
        [[1256, -77, -179], [-78, 931, 148], [5, 691, 304]],
    ];

    fn seen(colour: Colour, eye: &[[i64; 3]; 3]) -> [i64; 3] {
        let [_, red, green, blue] = colour.0.to_be_bytes();
        let rgb = [red, green, blue].map(i64::from);
        eye.map(|row| (row[0] * rgb[0] + row[1] * rgb[1] + row[2] * rgb[2]) / 1000)
    }

    #[test]
    fn seats_are_told_apart_by_every_eye() {
        for (eye, marks) in EYES.iter().flat_map(|eye| {
            let coloured = COLOURED.map(|it| it.1);
            [(eye, MARKS), (eye, coloured)]
        }) {
            for (at, one) in marks.iter().enumerate() {
                for other in &marks[..at] {
                    let (a, b) = (seen(one.fill, eye), seen(other.fill, eye));
                    let far: i64 = (0..3).map(|it| (a[it] - b[it]) * (a[it] - b[it])).sum();
                    assert!(far > 60 * 60, "{one:?} and {other:?}: {far}");
                    assert_ne!(one.outline, other.outline);
                }
                assert_ne!(one.fill, one.letter);
            }
        }
    }
}
