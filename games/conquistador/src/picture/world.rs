//! The whole New World.

use super::super::data::charts::Chart;
use super::super::events::Event;
use super::super::faces;
use super::super::map::Map;
use super::super::reckon::score;
use super::super::view::View;
use super::facts::{self, Post};
use super::routes::{self, Strokes};
use super::sheet::{PITCH, WORLD};
use super::{alt, control, marks, names};
use packetboat_core::engine::scene::{Face, Look, Pen, Point, Shape};
use packetboat_core::prelude::*;
use packetboat_kit::chart::{self, colours};
use packetboat_kit::hex::Hex;

/// Where the panels lie: corner and size.
const TITLE: (Point, Point) = ((400, 400), (3700, 1830));
const EUROPE: (Point, Point) = ((8750, 400), (2850, 3080));
const POINTS: (Point, Point) = ((400, 9900), (3400, 2950));
const KEY: (Point, Point) = ((400, 12_950), (3400, 3380));

/// The picture.
pub(super) fn picture(view: &View, heard: &[&Event]) -> Picture {
    let posts = facts::posts(view);
    let routes = facts::routes(view, heard);
    let mut picture = Picture::new("world", WORLD.size, colours::DEEP);
    picture.ground = Some(("world".to_owned(), (0, 0)));
    picture.if_changed = true;
    picture.alt = alt::world(view, &posts);
    let mut all = control::bands(view, WORLD, 45);
    all.extend(ways(view, &routes));
    all.extend(panels(view));
    all.extend(marked(view, &posts));
    for (number, hex) in faces::places(view, heard) {
        let at = WORLD.middle(hex);
        all.extend(chart::news((at.0 - 130, at.1 - 140), 95, number));
    }
    all.extend(named(view, &posts));
    picture.shapes = all;
    picture
}

fn ways(view: &View, routes: &[facts::Route]) -> Vec<Shape> {
    let strokes = Strokes {
        line: 26,
        under: 50,
        dash: [90, 60],
        off: 150,
    };
    let voyages: Vec<_> = routes.iter().filter(|it| !it.by_land).collect();
    let lines = voyages.iter().enumerate().map(|(place, it)| {
        let mut line = routes::drawn(view, WORLD, it);
        routes::aside(&mut line, routes::before(&voyages[..place], it), 45);
        if it.europe {
            let row = europe_row(view, facts::place(view, it.seat));
            // The last hexes lie off Europe; the arrow ends at the row of its power.
            while line.points.len() > 1
                && line.points.last().is_some_and(|it| it.0 > EUROPE.0.0 - 500)
            {
                line.points.pop();
            }
            line.points.push((EUROPE.0.0 - 30, row));
        }
        line
    });
    routes::shapes(&lines.collect::<Vec<_>>(), &strokes)
}

/// How far down a power's row in the panel of Europe lies.
fn europe_row(view: &View, place: usize) -> i32 {
    let seats = &view.tables.card.seats;
    let here = |it: &usize| view.open.table.contains(&seats[*it].name);
    let before = (0..place).filter(here).count();
    EUROPE.0.1 + 1070 + 540 * i32::try_from(before).unwrap_or(0)
}

fn panels(view: &View) -> Vec<Shape> {
    let mut all = title(view);
    all.extend(europe(view));
    all.extend(points(view));
    all.extend(key());
    all.extend(chart::rose((10_000, 6_100), 800));
    all.extend(scale());
    all.extend(chart::ship(
        (1700, 9200),
        620,
        colours::WHITE,
        colours::FRAME,
    ));
    let sea = |size: i32| Pen::new(Face::Italic, size, colours::SEA_INK).spaced(50);
    for (at, text, turn) in [
        ((7900, 5100), "The Western", 0),
        ((7900, 5480), "Ocean", 0),
        ((1750, 8350), "The South Sea", 28),
    ] {
        let mut shape = Shape::middle(at, text, sea(300));
        if let Shape::Text { turn: it, .. } = &mut shape {
            *it = turn;
        }
        all.push(shape);
    }
    all
}

fn title(view: &View) -> Vec<Shape> {
    let (at, size) = TITLE;
    let middle = at.0 + size.0 / 2;
    let plain = |size: i32| Pen::new(Face::Plain, size, colours::INK);
    let mut all = chart::panel(at, size);
    all.push(chart::heading((middle, at.1 + 510), 370, "Conquistador"));
    all.push(Shape::middle(
        (middle, at.1 + 860),
        "a chart of the New World",
        Pen::new(Face::Italic, 270, colours::INK),
    ));
    all.push(Shape::middle(
        (middle, at.1 + 1270),
        alt::turn(view),
        plain(300),
    ));
    all.push(Shape::middle(
        (middle, at.1 + 1590),
        alt::years(view),
        plain(240),
    ));
    all
}

fn europe(view: &View) -> Vec<Shape> {
    let (at, size) = EUROPE;
    let rows = i32::try_from(view.open.table.len()).unwrap_or(4);
    let mut all = chart::panel(at, (size.0, size.1 - (4 - rows) * 540));
    all.push(chart::heading(
        (at.0 + size.0 / 2, at.1 + 440),
        300,
        "Europe",
    ));
    let small = Pen::new(Face::Plain, 155, colours::INK);
    for (right, name) in [(980, "Caravels"), (1650, "Carracks"), (2340, "Galleons")] {
        all.push(Shape::middle(
            (at.0 + right, at.1 + 700),
            name,
            small.clone(),
        ));
    }
    for seat in &view.open.table {
        let down = europe_row(view, facts::place(view, *seat));
        let (mark, letter) = facts::mark(view, *seat);
        all.extend(chart::marked((at.0 + 370, down), 190, mark, &letter));
        let ships = facts::in_europe(view, *seat);
        for (number, right) in ships.iter().zip([980, 1650, 2340]) {
            let pen = match number {
                0 => Pen::new(Face::Plain, 250, colours::SOFT),
                _ => Pen::new(Face::Plain, 330, colours::INK),
            };
            let text = if *number == 0 {
                "–".to_owned()
            } else {
                number.to_string()
            };
            all.push(Shape::middle((at.0 + right, down + 110), text, pen));
        }
    }
    all
}

fn points(view: &View) -> Vec<Shape> {
    let (at, size) = POINTS;
    let mut totals: Vec<_> = view
        .open
        .table
        .iter()
        .map(|it| (score::vp(&view.tables, &view.open, *it).total, *it))
        .collect();
    totals.sort_by_key(|it| (std::cmp::Reverse(it.0), facts::place(view, it.1)));
    let mut all = chart::panel(at, size);
    all.push(chart::heading(
        (at.0 + size.0 / 2, at.1 + 430),
        270,
        "Victory points",
    ));
    for (row, (total, seat)) in (0..).zip(totals) {
        let down = at.1 + 850 + 540 * row;
        let (mark, letter) = facts::mark(view, seat);
        all.extend(chart::marked((at.0 + 390, down), 190, mark, &letter));
        // Not which of them is the viewer: who sees the same gets the same picture, painted once.
        let name = view.tables.title(seat).to_owned();
        all.push(chart::words((at.0 + 700, down + 95), 270, name));
        let pen = Pen::new(Face::Plain, 310, colours::INK);
        all.push(Shape::end(
            (at.0 + size.0 - 250, down + 105),
            total.to_string(),
            pen,
        ));
    }
    all
}

fn key() -> Vec<Shape> {
    let (at, size) = KEY;
    let (left, right) = (at.0 + 320, at.0 + 1880);
    let mut all = chart::panel(at, size);
    let words = |at: Point, text: &str| chart::words((at.0 + 260, at.1 + 70), 205, text);
    let terrains = [
        ("clear 1", colours::CLEAR),
        ("rough 2", colours::ROUGH[0]),
        ("jungle 2", colours::JUNGLE[0]),
        ("mountain 3", colours::MOUNTAIN[0]),
    ];
    for ((text, tint), place) in terrains.into_iter().zip(0..) {
        let x = if place % 2 == 0 { left } else { right };
        let y = at.1 + 380 + 420 * (place / 2);
        let hexagon = [
            (0, -180),
            (156, -90),
            (156, 90),
            (0, 180),
            (-156, 90),
            (-156, -90),
        ];
        let corners = hexagon.iter().map(|it| (x + it.0, y + it.1)).collect();
        let look = Look::filled(tint).edged(colours::SOFT, 9);
        all.push(Shape::areas(vec![corners], look));
        all.push(words((x, y), text));
    }
    let sign = chart::mark_of(2);
    let rows = [1240, 1640, 2040, 2440, 2760, 3080].map(|it| at.1 + it);
    all.extend(marks::site((left, rows[0]), 85, true));
    all.push(words((left, rows[0]), "gold"));
    all.push(marks::city((right, rows[0]), 240, true));
    all.push(words((right, rows[0]), "treasure"));
    all.extend(chart::marked((left, rows[1]), 130, sign, "F"));
    all.push(words((left, rows[1]), "settled"));
    all.extend(chart::marked((right, rows[1]), 130, sign, "F"));
    all.push(chart::pennant(
        (right + 150, rows[1] - 120),
        190,
        colours::INK,
    ));
    all.push(words((right + 40, rows[1]), "soldiers"));
    all.extend(chart::ship(
        (left, rows[2]),
        260,
        colours::WHITE,
        colours::INK,
    ));
    all.push(words((left, rows[2]), "ships"));
    all.extend(chart::news((right, rows[2]), 105, 1));
    all.push(words((right, rows[2]), "news"));
    let line =
        |x: i32, y: i32, look: Look| Shape::lines(vec![vec![(x - 160, y), (x + 160, y)]], look);
    all.push(line(left, rows[3], Look::lined(colours::BORDER, 22)));
    all.push(words((left, rows[3]), "Area"));
    all.push(line(right, rows[3], Look::lined(sign.fill, 60)));
    all.push(words((right, rows[3]), "controlled"));
    all.extend(chart::ringed((left, rows[4]), 105, "5", colours::SEA_INK));
    all.push(words((left, rows[4]), "Bounds from Europe"));
    all.push(line(
        left,
        rows[5],
        Look::lined(colours::INK, 26).dashed(&[90, 60]),
    ));
    all.push(words((left, rows[5]), "crossings and voyages"));
    all
}

fn scale() -> Vec<Shape> {
    let at = (9300, 15_700);
    let half = 5000 * WORLD.hex / PITCH;
    let pen = Pen::new(Face::Plain, 185, colours::INK);
    let dark = Look::filled(colours::FRAME).edged(colours::FRAME, 12);
    let light = Look::filled(colours::PAPER).edged(colours::FRAME, 12);
    let mut all = vec![
        chart::plain_box(at, (half, 70), dark),
        chart::plain_box((at.0 + half, at.1), (half, 70), light),
        Shape::middle(
            (at.0 + half, at.1 - 90),
            "a hex is 257 km across",
            pen.clone(),
        ),
    ];
    for (right, text) in [(0, "0"), (half, "500"), (2 * half + 160, "1000 km")] {
        all.push(Shape::middle((at.0 + right, at.1 + 260), text, pen.clone()));
    }
    all
}

/// Who stands where; gold and treasure.
fn marked(view: &View, posts: &[Post]) -> Vec<Shape> {
    let mut all = Vec::new();
    let mut hexes: BTreeMap<Hex, Vec<&Post>> = BTreeMap::new();
    for post in posts {
        hexes.entry(post.hex).or_default().push(post);
    }
    for (hex, posts) in &hexes {
        let at = WORLD.middle(*hex);
        let count = i32::try_from(posts.len()).unwrap_or(1);
        let (radius, gap) = if count == 1 { (130, 0) } else { (88, 165) };
        for (place, post) in (0..).zip(posts) {
            let right = at.0 + place * gap - (count - 1) * gap / 2;
            all.extend(one(view, post, (right, at.1), radius));
        }
        all.push(Shape::Keep {
            at: (at.0 - 125 - (count - 1) * 82, at.1 - 130),
            size: (250 + (count - 1) * 165, 260),
        });
    }
    for (hex, rich, city) in marks::riches(view, WORLD) {
        let at = WORLD.middle(hex);
        let taken = hexes.contains_key(&hex);
        let at = if taken { (at.0 - 120, at.1 - 110) } else { at };
        if city {
            all.push(marks::city(at, if taken { 190 } else { 240 }, rich));
        } else {
            all.extend(marks::site(at, 65, rich));
        }
        all.push(chart::keep_around(at, if city { 120 } else { 70 }));
    }
    all
}

fn one(view: &View, post: &Post, at: Point, radius: i32) -> Vec<Shape> {
    let (mark, letter) = facts::mark(view, post.seat);
    if !post.ashore() {
        let radius = radius * 3 / 4;
        let mut all = chart::ship((at.0, at.1 + radius), 2 * radius, mark.fill, colours::INK);
        all.extend(chart::marked(
            (at.0, at.1 - radius / 2),
            radius * 4 / 5,
            mark,
            &letter,
        ));
        return all;
    }
    let mut all = Vec::new();
    if post.men.soldiers > 0 {
        let pennant = (at.0 + radius, at.1 - radius * 9 / 10);
        all.push(chart::pennant(pennant, radius * 3 / 2, mark.edge));
    }
    all.extend(chart::marked(at, radius, mark, &letter));
    all
}

/// Names: of where somebody is, of Areas, of treasure and other places, of waters.
fn named(view: &View, posts: &[Post]) -> Vec<Shape> {
    let map = &view.tables.map;
    let chart = control::chart(&view.tables, WORLD);
    let mut all = Vec::new();
    let held = score::controlled(&view.tables, &view.open);
    let pen = || names::place_pen(165);
    let near = (150, 130);
    let mut areas: Vec<_> = map.areas().iter().collect();
    areas.sort_by_key(|it| (!held.contains_key(&it.id), map.hexes_of(it.id).len()));
    for area in areas {
        let size = match map.hexes_of(area.id).len() {
            0..=8 => 165,
            9..=15 => 180,
            16..=40 => 220,
            _ => 280,
        };
        let holder = held.get(&area.id).map(|it| facts::mark(view, *it));
        all.extend(names::area(
            (&view.tables, &chart),
            WORLD,
            area.id,
            (size, MARGIN_INSIDE),
            holder,
            1,
        ));
    }
    for post in posts {
        if let Some(place) = map.place_at(post.hex) {
            all.push(names::beside(
                WORLD.middle(post.hex),
                near,
                &place.name,
                pen(),
                false,
            ));
        }
    }
    for hex in view.tables.gold.cities.keys() {
        if let Some(place) = map.place_at(*hex) {
            all.push(names::beside(
                WORLD.middle(*hex),
                (130, 100),
                &place.name,
                pen(),
                false,
            ));
        }
    }
    all.extend(waters(map, &chart));
    all
}

/// Names stay so far away from the edge.
const MARGIN_INSIDE: i32 = 380;

/// The Bounds of the zones.
fn waters(map: &Map, chart: &Chart) -> Vec<Shape> {
    let seas = names::seas(map, WORLD, chart);
    let zones = map.zones().iter().zip(seas.iter());
    zones
        .map(|(zone, hexes)| names::water(WORLD, zone, hexes, 98, 0))
        .collect()
}
