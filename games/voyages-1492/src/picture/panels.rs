//! The panels beside the sea: the round, the ships and what they carry, the key.

use super::pieces::{hold, marked, open, serpent, vessel};
use super::plan::{COLUMN, PRICED_MAX, PRICES, SIZE, TOP};
use crate::data::Tables;
use crate::view::{ShipView, View};
use packetboat_core::engine::scene::{Face, Look, Pen, Point, Shape};
use packetboat_core::engine::seat::Seat;
use packetboat_kit::chart::{self, colours};
use packetboat_kit::words::leading;

/// The panels in the west: their left edge and width.
const WEST: (i32, i32) = (310, 1_520);
/// A line of the ships' panel at most.
const ROW_MAX: i32 = 1_060;
/// What is above the lines.
const HEAD: i32 = 520;

/// Who leads, in words.
pub(super) fn lead(view: &View) -> String {
    let most = view.ships.iter().map(|it| it.points).max().unwrap_or(0);
    let first = view.ships.iter();
    let first = first.filter(|it| most > 0 && it.points == most);
    leading(&first.map(|it| &it.title).collect::<Vec<_>>())
}

/// The round.
pub(super) fn title(view: &View) -> Vec<Shape> {
    let (left, wide) = WEST;
    let middle = left + wide / 2;
    let plain = |size: i32| Pen::new(Face::Plain, size, colours::INK);
    let (first, second) = if view.over {
        ("The end".to_owned(), format!("in round {}", view.round))
    } else {
        (
            format!("Round {}", view.round),
            format!("of {}", view.ways.turns),
        )
    };
    let year = Pen::new(Face::Plain, 540, colours::TITLE).spaced(30);
    let mut shapes = chart::panel((left, TOP), (wide, 1_480));
    shapes.push(Shape::middle((middle, TOP + 580), "1492", year));
    let rule = vec![vec![
        (left + 220, TOP + 700),
        (left + wide - 220, TOP + 700),
    ]];
    shapes.push(Shape::lines(rule, Look::lined(colours::BORDER, 12)));
    shapes.push(Shape::middle((middle, TOP + 1_030), first, plain(320)));
    shapes.push(Shape::middle((middle, TOP + 1_310), second, plain(240)));
    shapes
}

/// The ships, with points, state and goods.
pub(super) fn ships(tables: &Tables, view: &View) -> Vec<Shape> {
    let (left, wide) = COLUMN;
    let count = i32::try_from(view.ships.len()).unwrap_or(1).max(1);
    let end = if view.ships.len() <= PRICED_MAX {
        PRICES.0 - 120
    } else {
        SIZE.1 - TOP
    };
    let room = end - TOP;
    let row = ((room - HEAD - 60) / count).min(ROW_MAX);
    let size = (wide, HEAD + 60 + row * count);
    let mut shapes = chart::panel((left, TOP), size);
    let middle = left + wide / 2;
    shapes.push(chart::heading((middle, TOP + 290), 240, "Prestige"));
    let lead = format!("{}; {} win", lead(view), view.win_pp);
    let size = if lead.len() > 32 { 150 } else { 180 };
    let pen = Pen::new(Face::Plain, size, colours::SOFT);
    shapes.push(Shape::middle((middle, TOP + 490), lead, pen));
    let mut lines = Vec::new();
    for (place, shown) in (0..).zip(&view.ships) {
        let top = TOP + HEAD + place * row;
        lines.push(vec![(left + 120, top + 40), (left + wide - 120, top + 40)]);
        shapes.extend(ship(tables, view, shown, (left, top + (row - 850) / 3)));
    }
    let look = Look::lined(colours::LAND_LINE, 10);
    shapes.push(Shape::lines(lines, look));
    shapes
}

fn ship(tables: &Tables, view: &View, ship: &ShipView, (left, top): Point) -> Vec<Shape> {
    let wide = COLUMN.1;
    let at = (left + 300, top + 260);
    let mut shapes = marked(tables, ship.seat, at, 165);
    let own = view.me == Some(ship.seat);
    let you = if own { " (you)" } else { "" };
    let name = format!("{}{you}", ship.title);
    shapes.push(chart::words((left + 540, top + 250), 240, name));
    let pen = Pen::new(Face::Plain, 440, colours::TITLE);
    let (end, points) = ((left + wide - 130, top + 370), ship.points.to_string());
    shapes.push(Shape::end(end, points, pen));
    let (hull, crew) = (ship.ship.hull, ship.ship.crew);
    let mut state = format!("hull {hull}, crew {crew}");
    if ship.shots > 0 {
        state += &format!(", shots {}", ship.shots);
    }
    shapes.push(chart::words((left + 540, top + 450), 170, state));
    shapes.extend(hold((left + 130, top + 590), 500, &ship.ship.blocks));
    if !ship.upgrades.is_empty() {
        let owned = ship.upgrades.join(", ");
        shapes.push(chart::soft_words((left + 130, top + 830), 150, owned));
    }
    shapes
}

/// A sign around the line so far down, what it means, and whether it is there.
type Sign<'a> = (&'a dyn Fn(i32) -> Vec<Shape>, &'a str, bool);

/// What the signs mean.
pub(super) fn key(tables: &Tables, view: &View) -> Vec<Shape> {
    let (left, wide) = WEST;
    let seat = view.me.unwrap_or(view.ships[0].seat);
    let at = |down: i32| (left + 240, down);
    let own = |down: i32| vessel(tables, seat, (at(down), 72), true);
    let next = |down: i32| courses((left + 100, down), &[(left + 330, down)]);
    let wall = |down: i32| {
        let line = vec![(left + 110, down), (left + 370, down)];
        closed(tables, seat, line)
    };
    let open = |down: i32| vec![open(vec![vec![(left + 90, down), (left + 390, down)]])];
    let monster = |down: i32| serpent(at(down), 240);
    let all: [Sign<'_>; 5] = [
        (&own, "your ship", view.me.is_some()),
        (&next, "next move", view.me.is_some() && !view.over),
        (&wall, "blockade", true),
        (&open, "passage", true),
        (&monster, "monster", true),
    ];
    let rows: Vec<_> = all.into_iter().filter(|it| it.2).collect();
    let high = 160 + 275 * i32::try_from(rows.len()).unwrap_or(0);
    let top = SIZE.1 - TOP - high;
    let mut shapes = chart::panel((left, top), (wide, high));
    for (place, (sign, text, _)) in (0..).zip(rows) {
        let middle = top + 215 + place * 275;
        shapes.extend(sign(middle));
        shapes.push(chart::words((left + 490, middle + 62), 180, text));
    }
    shapes
}

/// Courses to hexes that are within the next move.
pub(super) fn courses(from: Point, to: &[Point]) -> Vec<Shape> {
    let runs: Vec<Vec<Point>> = to.iter().map(|it| vec![from, *it]).collect();
    let look = Look::filled(colours::WHITE).edged(colours::INK, 26);
    let buoy = |point: &Point| Shape::disc(*point, 85, look.clone());
    let line = |colour, width| Shape::lines(runs.clone(), Look::lined(colour, width));
    let mut shapes = vec![line(colours::WHITE, 64), line(colours::INK, 26)];
    shapes.extend(to.iter().map(buoy));
    shapes
}

/// A closed passage.
pub(super) fn closed(tables: &Tables, seat: Seat, line: Vec<Point>) -> Vec<Shape> {
    let mark = chart::mark_in(&tables.seats, seat);
    let look = |colour, width| Look::lined(colour, width).rounded();
    vec![
        Shape::lines(vec![line.clone()], look(colours::INK, 120)),
        Shape::lines(vec![line], look(mark.fill, 72)),
    ]
}
