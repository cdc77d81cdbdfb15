//! Where the viewer is and something happened, from nearby.

use super::super::data::charts::Chart;
use super::super::events::Event;
use super::super::faces;
use super::super::reckon::score;
use super::super::view::View;
use super::edge::edge;
use super::facts::{self, Post, Route};
use super::routes::{self, Drawn, Strokes};
use super::sheet::{MARGIN, PITCH, Sheet, beyond, far};
use super::window::{self, SIZE, Weight};
use super::{alt, control, marks, names};
use packetboat_core::engine::scene::{Colour, Face, Label, Look, Pen, Point, Shape, Spot};
use packetboat_core::prelude::*;
use packetboat_kit::chart::{self, colours};
use packetboat_kit::hex::Hex;

/// Size of the title and of the key.
const TITLE: Point = (4300, 1000);
const KEY: Point = (4500, 1830);

/// The picture.
pub(super) fn picture(view: &View, heard: &[&Event]) -> Picture {
    let posts = facts::posts(view);
    let weights = window::weights(view, heard, &posts);
    let (ground, at, sheet) = window::choose(&weights);
    let mut picture = Picture::new("zoom", SIZE, colours::DEEP);
    picture.ground = Some((ground.to_owned(), at));
    let news = faces::places(view, heard);
    let desk = Desk {
        view,
        sheet,
        posts: posts
            .into_iter()
            .filter(|it| sheet.has(sheet.middle(it.hex), -MARGIN))
            .collect(),
    };
    picture.alt = alt::zoom(view, &desk.posts, &alt::seen(view, heard, sheet));
    let mut all = margins();
    all.extend(control::bands(view, sheet, 100));
    let routes = facts::routes(view, heard);
    let mut lines: Vec<(&Route, Drawn)> = routes
        .iter()
        .enumerate()
        .map(|(place, it)| {
            let earlier: Vec<&Route> = routes[..place].iter().collect();
            (it, desk.line(it, routes::before(&earlier, it)))
        })
        .filter(|it| it.1.points.len() > 1)
        .collect();
    let pills: Vec<Shape> = lines
        .iter_mut()
        .flat_map(|it| desk.pill(it.0, &it.1))
        .collect();
    let drawn: Vec<Drawn> = lines.into_iter().map(|it| it.1).collect();
    all.extend(routes::shapes(&drawn, &STROKES));
    all.extend(desk.dots());
    all.extend(desk.riches());
    all.extend(desk.cards());
    all.extend(desk.panels(&weights));
    all.extend(pills);
    all.extend(desk.news(&news));
    all.extend(desk.names());
    all.extend(edge(sheet));
    picture.shapes = all;
    picture
}

/// Names stay out of the margin.
fn margins() -> Vec<Shape> {
    let (wide, high) = SIZE;
    let sides = [
        ((0, 0), (wide, MARGIN)),
        ((0, high - MARGIN), (wide, MARGIN)),
        ((0, 0), (MARGIN, high)),
        ((wide - MARGIN, 0), (MARGIN, high)),
    ];
    sides.map(|(at, size)| Shape::Keep { at, size }).into()
}

const STROKES: Strokes = Strokes {
    line: 48,
    under: 95,
    dash: [160, 90],
    off: 500,
};

struct Desk<'v> {
    view: &'v View,
    sheet: Sheet,
    /// What is in the picture.
    posts: Vec<Post>,
}

impl Desk<'_> {
    /// The part of a route that is in the picture.
    fn line(&self, route: &Route, before: usize) -> Drawn {
        let mut line = routes::drawn(self.view, self.sheet, route);
        routes::aside(&mut line, before, 130);
        let inside = |it: &Point| self.sheet.has(*it, -MARGIN - 100);
        let first = line.points.iter().position(inside);
        let last = line.points.iter().rposition(inside);
        let (Some(first), Some(last)) = (first, last) else {
            line.points.clear();
            return line;
        };
        // One point beyond the edge, so that the line goes on; its arrow is then out of sight.
        let (from, to) = (
            first.saturating_sub(1),
            (last + 1).min(line.points.len() - 1),
        );
        line.points = line.points[from..=to].to_vec();
        line
    }

    /// `F1 5 Bounds` on the line of an own expedition.
    fn pill(&self, route: &Route, line: &Drawn) -> Vec<Shape> {
        let Some((label, bounds)) = route.label else {
            return Vec::new();
        };
        let unit = if bounds == 1 { "Bound" } else { "Bounds" };
        let text = format!("{label} {bounds} {unit}");
        let (mark, _) = facts::mark(self.view, route.seat);
        let letters = i32::try_from(text.len()).unwrap_or(0);
        let size = (letters * 112 + 200, 320);
        let free = |it: &&Point| {
            self.sheet.has(**it, -MARGIN - 700)
                && self
                    .posts
                    .iter()
                    .all(|post| far(self.sheet.middle(post.hex), **it) > 900 * 900)
        };
        let mut candidates: Vec<Point> = line.points.clone();
        for pair in line.points.windows(2) {
            candidates.push(((pair[0].0 + pair[1].0) / 2, (pair[0].1 + pair[1].1) / 2));
        }
        let free: Vec<&Point> = candidates.iter().filter(free).collect();
        let Some(at) = free.get(free.len() / 2) else {
            return Vec::new();
        };
        let corner = (at.0 - size.0 / 2, at.1 - size.1 / 2);
        let look = Look::filled(mark.fill).edged(mark.edge, 18);
        vec![
            Shape::Keep { at: corner, size },
            Shape::Box {
                at: corner,
                size,
                round: 160,
                look,
            },
            Shape::middle(
                (at.0, at.1 + 75),
                text,
                Pen::new(Face::Plain, 215, mark.letter),
            ),
        ]
    }

    /// Title and key in the corners where least is hidden.
    fn panels(&self, weights: &[Weight]) -> Vec<Shape> {
        let corners = |size: Point| {
            let (left, top) = (MARGIN + 110, MARGIN + 110);
            let (right, low) = (SIZE.0 - left - size.0, SIZE.1 - top - size.1);
            [(left, top), (right, top), (left, low), (right, low)]
        };
        let cost = |at: Point, size: Point| -> i64 {
            let over = |it: &&Weight| {
                let it = self.sheet.middle(it.0);
                (at.0 - 450..at.0 + size.0 + 450).contains(&it.0)
                    && (at.1 - 350..at.1 + size.1 + 350).contains(&it.1)
            };
            weights.iter().filter(over).map(|it| it.1).sum()
        };
        let (titles, keys) = (corners(TITLE), corners(KEY));
        let order = [0, 3, 1, 2];
        let mut weights = weights.to_vec();
        let map = &self.view.tables.map;
        let places = map.places().iter();
        weights.extend(places.map(|it| (it.hex, 2)));
        let land = map.all().filter(|it| map.is_land(*it));
        weights.extend(land.map(|it| (it, 2)));
        let others = [3, 2, 1, 0];
        let pairs = order
            .iter()
            .flat_map(|one| others.iter().map(move |it| (*one, *it)));
        let pairs = pairs.filter(|it| it.0 != it.1);
        let best = pairs.min_by_key(|it| cost(titles[it.0], TITLE) + cost(keys[it.1], KEY));
        let (title, key) = best.unwrap_or((0, 3));
        let mut all = self.title(titles[title]);
        all.extend(self.key(keys[key]));
        all
    }

    fn title(&self, at: Point) -> Vec<Shape> {
        let middle = at.0 + TITLE.0 / 2;
        let who = self
            .view
            .seat
            .map_or("The New World", |it| self.view.tables.title(it));
        let mut all = chart::panel(at, TITLE);
        all.push(chart::heading((middle, at.1 + 470), 340, who));
        let when = format!("{} · {}", alt::turn(self.view), alt::years(self.view));
        let pen = Pen::new(Face::Plain, 235, colours::INK);
        all.push(Shape::middle((middle, at.1 + 800), when, pen));
        all
    }

    fn key(&self, at: Point) -> Vec<Shape> {
        let mut all = chart::panel(at, KEY);
        let ink = colours::INK;
        let columns = [260, 1780, 3180].map(|it| at.0 + it);
        let rows = [300, 640, 980, 1300, 1650].map(|it| at.1 + it);
        let words = |x: i32, y: i32, text: &str| chart::words((x + 160, y + 75), 210, text);
        all.push(chart::house((columns[0], rows[0]), 200, ink));
        all.push(words(columns[0], rows[0], "Colonists"));
        all.push(chart::pennant((columns[1], rows[0]), 210, ink));
        all.push(words(columns[1], rows[0], "Soldiers"));
        all.extend(chart::anchor((columns[2], rows[0]), 230, ink));
        all.push(words(columns[2], rows[0], "Port"));
        all.push(marks::cross((columns[0], rows[1]), 210, ink));
        all.push(words(columns[0], rows[1], "Missionary"));
        all.push(marks::star((columns[1], rows[1]), 210, ink));
        all.push(words(columns[1], rows[1], "leader"));
        all.extend(chart::ship((columns[2], rows[1]), 240, colours::WHITE, ink));
        all.push(words(columns[2], rows[1], "ships"));
        let line = |x: i32, look: Look| {
            Shape::lines(vec![vec![(x - 100, rows[2]), (x + 320, rows[2])]], look)
        };
        let trail = self
            .view
            .seat
            .map_or(ink, |it| facts::mark(self.view, it).0.trail);
        all.push(line(columns[0], Look::lined(trail, 48).dashed(&[130, 80])));
        all.push(words(columns[0] + 250, rows[2], "voyage"));
        all.push(line(
            columns[1],
            Look::lined(trail, 48).dashed(&[1, 95]).rounded(),
        ));
        all.push(words(columns[1] + 250, rows[2], "march"));
        all.extend(chart::news((columns[2], rows[2]), 130, 1));
        all.push(words(columns[2], rows[2], "news"));
        let closed = |x: i32, look: Look| {
            Shape::lines(
                vec![vec![(x - 100, rows[3]), (x + 160, rows[3])]],
                look.rounded(),
            )
        };
        all.push(closed(columns[0], Look::lined(ink, 40)));
        all.push(words(columns[0] + 80, rows[3], "no ships"));
        let dots = Look::lined(colours::RIVER, 40).dashed(&[1, 80]);
        all.push(closed(columns[1], dots));
        all.push(words(columns[1] + 80, rows[3], "no marches"));
        let unit = 5000 * self.sheet.hex / PITCH;
        let bar = (at.0 + 200, rows[4] - 50);
        let dark = Look::filled(colours::FRAME).edged(colours::FRAME, 14);
        let light = Look::filled(colours::PAPER).edged(colours::FRAME, 14);
        all.push(chart::plain_box(bar, (unit / 2, 80), dark));
        all.push(chart::plain_box(
            (bar.0 + unit / 2, bar.1),
            (unit / 2, 80),
            light,
        ));
        all.push(chart::words(
            (bar.0 + unit + 120, bar.1 + 100),
            195,
            "500 km",
        ));
        all
    }

    /// Where named places lie at which nothing else is drawn.
    fn dots(&self) -> Vec<Shape> {
        let gold = &self.view.tables.gold;
        let mut all = Vec::new();
        for place in self.view.tables.map.places() {
            let (hex, at) = (place.hex, self.sheet.middle(place.hex));
            let drawn = gold.sites.contains_key(&hex)
                || gold.cities.contains_key(&hex)
                || self.posts.iter().any(|it| it.hex == hex);
            if !drawn && self.sheet.has(at, -MARGIN) {
                let look = Look::filled(colours::PAPER).edged(colours::INK, 16);
                let radius = 42;
                all.push(Shape::Disc { at, radius, look });
                all.push(chart::keep_around(at, 52));
            }
        }
        all
    }

    /// Gold sites and treasure cities; where somebody stands they move aside.
    fn riches(&self) -> Vec<Shape> {
        let mut all = Vec::new();
        for (hex, rich, city) in marks::riches(self.view, self.sheet) {
            let at = self.sheet.middle(hex);
            let taken = self.posts.iter().any(|it| it.hex == hex);
            let at = if taken { (at.0, at.1 - 370) } else { at };
            if city {
                all.push(marks::city(at, if taken { 330 } else { 430 }, rich));
            } else {
                all.extend(marks::site(at, if taken { 105 } else { 140 }, rich));
            }
            all.push(chart::keep_around(at, if city { 200 } else { 140 }));
        }
        all
    }

    fn cards(&self) -> Vec<Shape> {
        let mut hexes: BTreeMap<Hex, Vec<&Post>> = BTreeMap::new();
        for post in &self.posts {
            hexes.entry(post.hex).or_default().push(post);
        }
        let mut all = Vec::new();
        for (hex, posts) in hexes {
            let middle = self.sheet.middle(hex);
            match posts[..] {
                [post] => all.extend(self.card(middle, post)),
                _ => all.extend(self.shared(middle, &posts)),
            }
        }
        all
    }

    /// A card of several powers: a row each.
    fn shared(&self, at: Point, posts: &[&Post]) -> Vec<Shape> {
        let all_rows = posts
            .iter()
            .map(|it| (*it, rows(it, facts::mark(self.view, it.seat).0.edge)));
        let all_rows: Vec<(&Post, Vec<Row>)> = all_rows.collect();
        let long = |rows: &Vec<Row>| rows.iter().map(|it| room(it.0)).sum::<i32>();
        let wide = 300 + all_rows.iter().map(|it| long(&it.1)).max().unwrap_or(0);
        let size = (wide, 300 * i32::try_from(posts.len()).unwrap_or(1) + 40);
        // It is wider than a hex: away from a neighbour.
        let beside = |side: usize| {
            let next = posts.first().map(|it| beyond(it.hex, side));
            self.posts.iter().any(|it| Some(it.hex) == next)
        };
        let shift = match (beside(0), beside(3)) {
            (true, false) => -150,
            (false, true) => 150,
            _ => 0,
        };
        let corner = (at.0 - size.0 / 2 + shift, at.1 - size.1 / 2);
        let own = posts.iter().any(|it| Some(it.seat) == self.view.seat);
        let edge = if own { 34 } else { 16 };
        let look = Look::filled(colours::WHITE).edged(colours::INK, edge);
        let mut all = card_box(corner, size, look);
        for (place, (post, rows)) in (0..).zip(all_rows) {
            let down = corner.1 + 170 + 300 * place;
            let (mark, letter) = facts::mark(self.view, post.seat);
            all.extend(chart::marked((corner.0 + 170, down), 110, mark, &letter));
            let mut right = corner.0 + 270;
            for row in rows {
                right += room(row.0);
                all.extend(entry((right - 85, down), row));
            }
        }
        all
    }

    /// A card: the mark on the left; numbers and signs, one below another, on the right.
    fn card(&self, at: Point, post: &Post) -> Vec<Shape> {
        let (mark, letter) = facts::mark(self.view, post.seat);
        let own = Some(post.seat) == self.view.seat;
        let rows = rows(post, mark.edge);
        let count = i32::try_from(rows.len()).unwrap_or(1).max(2);
        let step = if count > 3 { 185 } else { 200 };
        let size = (760, count * step + 90);
        let corner = (at.0 - size.0 / 2, at.1 - size.1 / 2);
        let edge = if own { 34 } else { 16 };
        let look = Look::filled(colours::WHITE).edged(mark.edge, edge);
        let mut all = card_box(corner, size, look);
        all.extend(chart::marked((at.0 - 170, at.1), 175, mark, &letter));
        let first = at.1 - step * (i32::try_from(rows.len()).unwrap_or(1) - 1) / 2;
        for (place, row) in (0..).zip(rows) {
            all.extend(entry((at.0 + 270, first + place * step), row));
        }
        all
    }

    fn news(&self, news: &[(usize, Hex)]) -> Vec<Shape> {
        let mut taken: BTreeMap<Hex, i32> = BTreeMap::new();
        let mut all = Vec::new();
        for (number, hex) in news {
            let at = self.sheet.middle(*hex);
            if !self.sheet.has(at, -MARGIN) {
                continue;
            }
            let before = taken.entry(*hex).or_default();
            let at = (at.0 - 370 + *before * 300, at.1 - 330);
            *before += 1;
            all.extend(chart::news(at, 140, *number));
        }
        all
    }

    fn names(&self) -> Vec<Shape> {
        let (view, map, sheet) = (self.view, &self.view.tables.map, self.sheet);
        let inside = |hex: &Hex| sheet.has(sheet.middle(*hex), -MARGIN - 60);
        let chart = control::chart(&view.tables, sheet);
        let mut all = Vec::new();
        let occupied: BTreeSet<Hex> = self.posts.iter().map(|it| it.hex).into_set();
        for hex in &occupied {
            if let Some(place) = map.place_at(*hex) {
                let pen = names::place_pen(240);
                all.push(names::beside(
                    sheet.middle(*hex),
                    (400, 330),
                    &place.name,
                    pen,
                    true,
                ));
            }
        }
        for (hex, ..) in marks::riches(view, sheet).iter().filter(|it| it.2) {
            if let Some(place) = map.place_at(*hex).filter(|it| !occupied.contains(&it.hex)) {
                let pen = names::place_pen(240);
                all.push(names::beside(
                    sheet.middle(*hex),
                    (210, 190),
                    &place.name,
                    pen,
                    true,
                ));
            }
        }
        let held = score::controlled(&view.tables, &view.open);
        let mut areas: Vec<_> = map.areas().iter().collect();
        areas.sort_by_key(|it| (!held.contains_key(&it.id), map.hexes_of(it.id).len()));
        for area in areas {
            let size = if map.hexes_of(area.id).len() > 15 {
                320
            } else {
                270
            };
            let holder = held.get(&area.id).map(|it| facts::mark(view, *it));
            all.extend(names::area(
                (&view.tables, &chart),
                sheet,
                area.id,
                (size, MARGIN + 60),
                holder,
                usize::MAX,
            ));
        }
        let places = map.places().iter();
        for place in places.filter(|it| inside(&it.hex) && !occupied.contains(&it.hex)) {
            if !view.tables.gold.cities.contains_key(&place.hex) {
                let gold = view.tables.gold.sites.contains_key(&place.hex);
                let half = if gold { 150 } else { 55 };
                let pen = names::place_pen(190);
                let at = sheet.middle(place.hex);
                all.push(names::beside(at, (half, half), &place.name, pen, true));
            }
        }
        all.extend(self.waters(&chart));
        all.extend(self.numbers());
        all
    }

    /// The zones: their Bounds in a ring, their names.
    fn waters(&self, chart: &Chart) -> Vec<Shape> {
        let (map, sheet) = (&self.view.tables.map, self.sheet);
        let seas = names::seas(map, sheet, chart);
        let zones = map.zones().iter().zip(seas.iter());
        let seen = zones.filter_map(|(zone, hexes)| {
            let seen = |it: &&Hex| sheet.has(sheet.middle(**it), -MARGIN);
            let hexes: Vec<Hex> = hexes.iter().filter(seen).copied().collect();
            (!hexes.is_empty()).then(|| names::water(sheet, zone, &hexes, 140, 200))
        });
        seen.collect()
    }

    /// The numbers of hexes of land that have no name.
    fn numbers(&self) -> impl Iterator<Item = Shape> {
        let (map, sheet) = (&self.view.tables.map, self.sheet);
        let nameless = |it: &Hex| map.is_land(*it) && map.place_at(*it).is_none();
        let hexes = map.all().filter(nameless);
        let seen = hexes.filter(move |it| sheet.has(sheet.middle(*it), -MARGIN));
        seen.map(move |it| {
            let (x, y) = sheet.middle(it);
            let spots = [0, -240, 240].map(|down| Spot::beside((x, y + down), (0, 0)));
            Shape::Label(Label {
                spots: spots.to_vec(),
                pen: Pen::new(Face::Plain, 155, colours::SOFT).on(colours::PAPER, 24),
                lines: vec![it.to_string()],
                must: false,
            })
        })
    }
}

/// A card, and room for it.
fn card_box(at: Point, size: Point, look: Look) -> Vec<Shape> {
    let round = 60;
    vec![
        Shape::Keep { at, size },
        Shape::Box {
            at,
            size,
            round,
            look,
        },
    ]
}

/// How much room a sign takes, with its number if it has one.
fn room(number: u32) -> i32 {
    if number > 0 { 280 } else { 180 }
}

/// A number, if there is one, and behind it its sign.
fn entry(at: Point, (number, sign): Row) -> Vec<Shape> {
    let mut all = sign(at);
    if number > 0 {
        let pen = Pen::new(Face::Plain, 215, colours::INK);
        all.push(Shape::end((at.0 - 95, at.1 + 75), number.to_string(), pen));
    }
    all
}

/// A number and its sign.
type Row = (u32, Box<dyn Fn(Point) -> Vec<Shape>>);

fn rows(post: &Post, ink: Colour) -> Vec<Row> {
    let mut rows: Vec<Row> = Vec::new();
    if post.men.colonists > 0 {
        rows.push((
            post.men.colonists,
            Box::new(move |it| vec![chart::house(it, 150, ink)]),
        ));
    }
    if post.men.soldiers > 0 {
        rows.push((
            post.men.soldiers,
            Box::new(move |it| vec![chart::pennant(it, 165, ink)]),
        ));
    }
    if post.men.missionaries > 0 {
        rows.push((
            post.men.missionaries,
            Box::new(move |it| vec![marks::cross(it, 165, ink)]),
        ));
    }
    if post.leaders > 0 {
        let number = u32::try_from(post.leaders).unwrap_or(0);
        rows.push((number, Box::new(move |it| vec![marks::star(it, 165, ink)])));
    }
    let ships = facts::count(post.ships);
    if ships > 0 {
        let ship = move |it| chart::ship(it, 180, colours::WHITE, ink);
        rows.push((ships, Box::new(ship)));
    }
    if post.port {
        rows.push((0, Box::new(move |it| chart::anchor(it, 175, ink))));
    }
    rows
}
