//! The panels below the sea: the own island, and how far all players are.

use super::pieces::{good, home, marked, scroll};
use super::plan::{HOME, PLOT, TABLE, plot};
use crate::data::{Good, Tables};
use crate::state::{Isle, Person};
use crate::view::View;
use packetboat_core::engine::scene::{Colour, Face, Look, Pen, Point, Shape};
use packetboat_core::engine::seat::Seat;
use packetboat_kit::chart::{self, colours};
use packetboat_kit::words::{counted, leading};

fn pen(size: i32, colour: Colour) -> Pen {
    Pen::new(Face::Plain, size, colour)
}

/// Who leads, in words.
pub(super) fn lead(tables: &Tables, view: &View) -> String {
    let isles = || view.world.isles.iter();
    let most = isles().map(|it| it.vp(tables)).max().unwrap_or(0);
    let first = isles().filter(|it| most > 0 && it.vp(tables) == most);
    leading(&first.map(|it| tables.title(it.seat)).collect::<Vec<_>>())
}

/// The round, and who leads.
pub(super) fn title(tables: &Tables, view: &View) -> Vec<Shape> {
    let round = if view.over {
        format!("The end, in round {}", view.round)
    } else {
        format!("Round {} of {}", view.round, view.ways.turns)
    };
    let lead = format!("{}; {} points win", lead(tables, view), view.needed);
    let size = if lead.len() > 38 { 210 } else { 270 };
    vec![
        Shape::start((480, 780), "ANNO 1503", pen(470, colours::TITLE).spaced(20)),
        Shape::middle((5_400, 760), round, pen(340, colours::INK)),
        Shape::end((11_540, 755), lead, pen(size, colours::INK)),
    ]
}

/// The own island: inhabitants, what it produces, goods and gold.
pub(super) fn own(tables: &Tables, view: &View, me: Seat) -> Vec<Shape> {
    let (at, _) = HOME;
    let isle = view.world.isle(me);
    let name = format!("Your island ({})", isle.island(tables).id);
    let mut shapes = marked(tables, me, (at.0 + 330, at.1 + 235), 130);
    let heading = Pen::new(Face::Name, 260, colours::TITLE).spaced(16);
    shapes.push(Shape::start((at.0 + 530, at.1 + 320), name, heading));
    shapes.extend(chart::gold((at.0 + 3_560, at.1 + 235), 105));
    let (start, gold) = ((at.0 + 3_710, at.1 + 325), format!("{} gold", isle.gold));
    shapes.push(Shape::start(start, gold, pen(280, colours::INK)));
    let price = format!("a card costs {}", isle.price(tables));
    let end = (at.0 + 5_660, at.1 + 315);
    shapes.push(Shape::end(end, price, pen(170, colours::SOFT)));
    for space in &tables.island.spaces {
        let person = isle.people.get(space.n as usize - 1);
        shapes.extend(inhabitant(plot(space.n), space.red, person, space.n));
    }
    shapes.extend(production(tables, isle));
    shapes.extend(hand(tables, view));
    shapes
}

fn inhabitant(at: Point, red: bool, person: Option<&Person>, space: u32) -> Vec<Shape> {
    let edge = if red { colours::BORDER } else { colours::SOFT };
    let width = if red { 34 } else { 12 };
    let fill = if person.is_some() {
        colours::JUNGLE[0]
    } else {
        colours::PAPER
    };
    let middle = at.0 + PLOT.0 / 2;
    let look = Look::filled(fill).edged(edge, width);
    let number = (at.0 + 75, at.1 + 190);
    let mut shapes = vec![
        Shape::rounded((at.0 + 30, at.1), (PLOT.0 - 60, PLOT.1), 50, look),
        Shape::start(number, space.to_string(), pen(170, colours::INK)),
    ];
    let Some(person) = person else {
        return shapes;
    };
    shapes.extend(home((middle + 20, at.1 + 290), 330, person.level));
    let (base, words) = ((middle, at.1 + 620), person.level.words());
    shapes.push(Shape::middle(base, words, pen(160, colours::INK)));
    if let Some(building) = person.building {
        let small = pen(150, colours::TITLE);
        let lines: Vec<&str> = match building.words().split_once(' ') {
            Some((first, rest)) => vec![first, rest.trim_end_matches(" Office")],
            None => vec![building.words()],
        };
        for (line, text) in (0..).zip(lines) {
            let base = (middle, at.1 + 790 + line * 150);
            shapes.push(Shape::middle(base, text, small.clone()));
        }
    }
    shapes
}

/// What each number of the die brings, with branch offices and free bridges for them; trade
/// agreements.
fn production(tables: &Tables, isle: &Isle) -> Vec<Shape> {
    let (at, _) = HOME;
    let home = isle.island(tables);
    let top = at.1 + 1_720;
    let mut shapes = Vec::new();
    for (place, produced) in (0..).zip(&home.produce) {
        let number = u32::try_from(place + 1).unwrap_or(1);
        let left = at.0 + 210 + place * 760;
        let look = Look::filled(colours::WHITE).edged(colours::INK, 16);
        shapes.push(chart::plain_box((left, top - 150), (270, 300), look));
        let (base, die) = ((left + 135, top + 85), pen(240, colours::INK));
        shapes.push(Shape::middle(base, number.to_string(), die));
        let (base, small) = ((left + 425, top + 55), pen(170, colours::INK));
        match produced {
            Some(ware) => shapes.extend(good((left + 400, top), 220, *ware)),
            None => shapes.push(Shape::middle(base, "any", small)),
        }
        match isle.branch(number) {
            Some(branch) => shapes.extend(good((left + 640, top), 220, branch)),
            None if home.bridges.contains(&number) => shapes.push(free((left + 640, top))),
            None => {}
        }
    }
    for slot in 0..tables.island.agreement_slots {
        let left = at.0 + 4_280 + i32::try_from(slot).unwrap_or(0) * 470;
        if slot < isle.agreements {
            shapes.extend(scroll((left, top), 330));
        } else {
            shapes.push(free((left, top)));
        }
    }
    shapes
}

/// A place for a tile.
fn free(at: Point) -> Shape {
    let look = Look::lined(colours::SOFT, 12).dashed(&[40, 30]);
    chart::plain_box((at.0 - 100, at.1 - 110), (200, 220), look)
}

/// The viewer's cards.
fn hand(tables: &Tables, view: &View) -> Vec<Shape> {
    let (at, _) = HOME;
    let top = at.1 + 2_370;
    let (count, limit) = (view.hand.total(), tables.cards.hand_limit);
    let words = format!("Hand: {count} of {limit}");
    let rule = vec![(at.0 + 180, top - 350), (at.0 + 5_640, top - 350)];
    let mut shapes = vec![
        Shape::lines(vec![rule], Look::lined(colours::LAND_LINE, 10)),
        Shape::start((at.0 + 210, top + 70), words, pen(210, colours::INK)),
    ];
    for (place, ware) in (0..).zip(Good::ALL) {
        let left = at.0 + 1_720 + place * 665;
        shapes.extend(good((left + 130, top - 30), 270, ware));
        let number = pen(280, colours::INK);
        let base = (left + 310, top + 70);
        shapes.push(Shape::start(base, view.hand.get(ware).to_string(), number));
        let word = pen(150, colours::SOFT);
        shapes.push(Shape::middle((left + 190, top + 290), ware.word(), word));
    }
    shapes
}

/// The standings of all players: points, and how far each is on the five tracks.
pub(super) fn table(tables: &Tables, view: &View) -> Vec<Shape> {
    let (at, size) = TABLE;
    let column = |place: i32| at.0 + 1_830 + place * 770;
    let head = pen(150, colours::SOFT);
    let mut shapes = Vec::new();
    let heading = Pen::new(Face::Name, 260, colours::TITLE).spaced(16);
    shapes.push(Shape::start((at.0 + 210, at.1 + 320), "Points", heading));
    let first = view.world.isles[0].tracks(tables);
    for (place, (goal, _, needed)) in (0..).zip(first) {
        let middle = column(place);
        let base = (middle, at.1 + 230);
        shapes.push(Shape::middle(base, goal.word(), head.clone()));
        let of = format!("of {needed}");
        shapes.push(Shape::middle((middle, at.1 + 400), of, head.clone()));
    }
    let count = i32::try_from(view.world.order.len()).unwrap_or(1);
    let row = ((size.1 - 520) / count).min(760);
    let mut lines = Vec::new();
    for (place, seat) in (0..).zip(&view.world.order) {
        let top = at.1 + 450 + place * row;
        lines.push(vec![(at.0 + 150, top), (at.0 + size.0 - 150, top)]);
        let base = top + row / 2;
        if view.me == Some(*seat) {
            let look = Look::filled(colours::WHITE).edged(colours::INK, 45);
            shapes.push(Shape::disc((at.0 + 380, base), 240, look));
        }
        shapes.extend(marked(tables, *seat, (at.0 + 380, base), 150));
        let isle = view.world.isle(*seat);
        let points = pen(440, colours::TITLE);
        let vp = isle.vp(tables).to_string();
        shapes.push(Shape::middle((at.0 + 900, base + 75), vp, points));
        let cards = counted(view.held[seat], "card");
        let small = pen(150, colours::SOFT);
        shapes.push(Shape::middle((at.0 + 900, base + 235), cards, small));
        for (place, (_, has, needed)) in (0..).zip(isle.tracks(tables)) {
            shapes.extend(track((column(place), base), has, needed));
        }
    }
    let look = Look::lined(colours::LAND_LINE, 10);
    shapes.push(Shape::lines(lines, look));
    shapes
}

/// A track: the number, gold behind it once it gives the point, and a bar that fills.
fn track(at: Point, has: u32, needed: u32) -> Vec<Shape> {
    let mut shapes = Vec::new();
    let reached = has >= needed;
    if reached {
        let look = Look::filled(colours::GOLD).edged(colours::INK, 16);
        shapes.push(Shape::disc((at.0, at.1 - 40), 175, look));
    }
    let number = pen(260, colours::INK);
    shapes.push(Shape::middle((at.0, at.1 + 50), has.to_string(), number));
    let wide = 560;
    let filled = i32::try_from(has.min(needed)).unwrap_or(0) * wide;
    let filled = filled / i32::try_from(needed).unwrap_or(1).max(1);
    let corner = (at.0 - wide / 2, at.1 + 160);
    let empty = Look::filled(colours::WHITE).edged(colours::SOFT, 10);
    shapes.push(chart::plain_box(corner, (wide, 80), empty));
    if filled > 0 {
        let look = Look::filled(colours::BORDER);
        shapes.push(chart::plain_box(corner, (filled, 80), look));
    }
    shapes
}
