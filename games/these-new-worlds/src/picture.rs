//! The picture of a round: both empires, the Collective, the prize and what a dome costs.
//!
//! It shows what is open and nothing else, and is the same for both players: what is painted for
//! one need not be painted again for the other.

use super::data::{Colour, Tables};
use super::view::{PlanetFace, SeatView, View};
use packetboat_core::engine::scene::{Colour as Tint, Face, Look, Pen, Point, Shape, WIDTH};
use packetboat_core::prelude::*;
use packetboat_kit::chart::{Mark, Outline, heading_in, letter, mark, marked, plain_box};
use packetboat_kit::words::{counted, few, list};

/// The name of the picture.
const NAME: &str = "worlds";
/// How high it is.
const HIGH: i32 = 5_000;
/// How wide an empire is.
const EMPIRE: i32 = 3_700;
/// The margin.
const EDGE: i32 = 200;

const NIGHT: Tint = Tint(0x0014_1b30);
const PANEL: Tint = Tint(0x0020_2a48);
const LINE: Tint = Tint(0x0056_648f);
const STAR: Tint = Tint(0x008f_9bc0);
const LIGHT: Tint = Tint(0x00f3_ebd6);
const GOLD: Tint = Tint(0x00f2_c12e);

/// The marks of the players: no colour of the game, since planets and tokens have those.
const MARKS: [Mark; 2] = [
    mark(Outline::Lozenge, LIGHT.0, NIGHT.0, STAR.0, LIGHT.0),
    mark(Outline::Hexagon, STAR.0, NIGHT.0, LIGHT.0, STAR.0),
];

/// All pictures of the game.
pub(super) fn pictures(tables: &Tables, view: &View) -> Vec<Picture> {
    let mut picture = Picture::new(NAME, (WIDTH, HIGH), NIGHT);
    picture.alt = alt(view);
    let shapes = &mut picture.shapes;
    shapes.push(stars());
    let frame = (WIDTH - 160, HIGH - 160);
    shapes.push(plain_box((80, 80), frame, Look::lined(LINE, 20)));
    let lefts = [EDGE, WIDTH - EDGE - EMPIRE];
    for ((place, left), seat) in lefts.into_iter().enumerate().zip(&view.seats) {
        shapes.extend(empire(view, place, seat, left));
    }
    shapes.extend(middle(tables, view));
    vec![picture]
}

/// How a colour is drawn: its inside, and what is written on it.
fn tint(colour: Colour) -> (Tint, Tint) {
    match colour {
        Colour::Red => (Tint(0x00d0_352b), LIGHT),
        Colour::Yellow => (GOLD, NIGHT),
        Colour::Green => (Tint(0x009f_d8b4), NIGHT),
        Colour::Blue => (Tint(0x003b_7fdc), LIGHT),
    }
}

fn initial(colour: Colour) -> String {
    letter(&colour.word().to_uppercase())
}

fn stars() -> Shape {
    let all = [
        (4_230, 560),
        (4_300, 1_240),
        (4_180, 2_430),
        (4_620, 380),
        (7_780, 1_550),
        (7_740, 2_620),
        (7_330, 420),
        (7_560, 3_420),
        (4_280, 3_620),
        (4_200, 4_600),
        (7_800, 4_620),
        (7_700, 600),
    ];
    let star = |(at, (x, y)): (usize, Point)| {
        let large = at.is_multiple_of(3);
        let (far, near) = if large { (75, 16) } else { (45, 11) };
        // A ray and the notch after it, four times, each turned by a quarter.
        let mut corners = [(0, -far), (near, -near)];
        let mut star = Vec::new();
        for _ in 0..4 {
            star.extend(corners.map(|it| (x + it.0, y + it.1)));
            corners = corners.map(|it| (-it.1, it.0));
        }
        star
    };
    let stars = all.into_iter().enumerate().map(star).collect();
    Shape::areas(stars, Look::filled(STAR))
}

fn plain(size: i32, colour: Tint) -> Pen {
    Pen::new(Face::Plain, size, colour)
}

/// A planet: letter and dots show its colour too.
fn planet(at: Point, radius: i32, colour: Colour) -> Vec<Shape> {
    let (fill, ink) = tint(colour);
    let look = Look::filled(fill).edged(LIGHT, (radius / 14).max(14));
    let pen = plain(radius, ink);
    let mut shapes = vec![
        Shape::disc(at, radius, look),
        Shape::middle((at.0, at.1 + radius / 5), initial(colour), pen),
    ];
    // One dot to four, in the order of the colours.
    let (count, size) = (colour as i32 + 1, radius / 5);
    let squares = (0..count).map(|place| {
        let x = at.0 + (2 * place - count + 1) * size * 4 / 5;
        let y = at.1 + radius * 11 / 20;
        let half = size / 2;
        vec![(x, y - half), (x + half, y), (x, y + half), (x - half, y)]
    });
    shapes.push(Shape::areas(squares.collect(), Look::filled(ink)));
    shapes
}

/// An empire: planets, tokens, cards in hand, the dome.
fn empire(view: &View, place: usize, seat: &SeatView, left: i32) -> Vec<Shape> {
    let turn = view.outcome.is_none() && view.turn == seat.seat;
    let edge = if turn { GOLD } else { LINE };
    let look = Look::filled(PANEL).edged(edge, if turn { 40 } else { 20 });
    let mut shapes = vec![plain_box((left, EDGE), (EMPIRE, HIGH - 2 * EDGE), look)];
    let (mark, letter) = (MARKS[place % MARKS.len()], letter(&seat.title));
    shapes.extend(marked((left + 420, EDGE + 400), 240, mark, &letter));
    let (name, pen) = (seat.title.clone(), Pen::new(Face::Name, 360, LIGHT));
    shapes.push(Shape::start((left + 780, EDGE + 420), name, pen));
    let note = match (seat.place, turn) {
        (Some(1), _) => "first",
        (None, true) => "next to play",
        (None, false) if view.dealer == seat.seat => "deals",
        // Where nobody has won, both are second.
        _ => "",
    };
    if !note.is_empty() {
        let below = (left + 780, EDGE + 690);
        shapes.push(Shape::start(below, note, plain(220, GOLD)));
    }
    let (right, planets) = (left + EMPIRE - 250, counted(few(&seat.planets), "planet"));
    let (number, word) = planets.split_once(' ').expect("a number and a word");
    shapes.push(Shape::end((right, EDGE + 490), number, plain(500, LIGHT)));
    shapes.push(Shape::end((right, EDGE + 690), word, plain(200, STAR)));
    let slot = |at: i32| (left + 560 + 860 * (at % 4), 1_480 + 900 * (at / 4));
    let named = |at: Point, name: &str| Shape::middle((at.0, at.1 + 500), name, plain(190, LIGHT));
    let home = slot(0);
    let look = Look::filled(LINE).edged(LIGHT, 20);
    shapes.push(Shape::disc(home, 270, look));
    let low = (home.0, home.1 + 110);
    shapes.push(Shape::middle(low, "H", plain(300, LIGHT)));
    shapes.push(named(home, "Home"));
    for (at, face) in (1..).zip(&seat.planets) {
        shapes.extend(planet(slot(at), 270, face.colour));
        shapes.push(named(slot(at), &face.name));
    }
    if view.outcome.is_none() {
        purse(seat, left, &mut shapes);
    }
    shapes
}

/// Tokens, cards in hand, the dome.
fn purse(seat: &SeatView, left: i32, shapes: &mut Vec<Shape>) {
    let rule = vec![vec![(left + 200, 3_200), (left + EMPIRE - 200, 3_200)]];
    shapes.push(Shape::lines(rule, Look::lined(LINE, 14)));
    for (at, colour) in (0..).zip(Colour::ALL) {
        let (fill, ink) = tint(colour);
        let x = left + 400 + 860 * at;
        let look = Look::filled(fill);
        shapes.push(Shape::disc((x, 3_560), 170, look));
        shapes.push(Shape::middle((x, 3_635), initial(colour), plain(220, ink)));
        let count = seat.tokens.get(colour).to_string();
        shapes.push(Shape::start((x + 220, 3_670), count, plain(330, LIGHT)));
    }
    let y = 4_330;
    let card = Look::filled(LIGHT).edged(NIGHT, 20);
    for shift in [0, 110] {
        let at = (left + 250 + shift, y - 260 + shift / 2);
        shapes.push(plain_box(at, (280, 400), card.clone()));
    }
    let hand = counted(seat.hand, "card");
    let (number, cards) = hand.split_once(' ').expect("a number and a word");
    let (before, after) = ((left + 740, y + 120), (left + 1_000, y + 120));
    shapes.push(Shape::start(before, number, plain(380, LIGHT)));
    shapes.push(Shape::start(after, cards, plain(220, STAR)));
    let (look, word, ink) = if seat.dome {
        (Look::filled(GOLD).edged(LIGHT, 24), "dome", LIGHT)
    } else {
        (Look::lined(STAR, 24).dashed(&[70, 55]), "no dome", STAR)
    };
    shapes.push(dome((left + 2_150, y + 130), 300, look));
    shapes.push(Shape::start((left + 2_560, y + 120), word, plain(240, ink)));
}

/// A dome over a city.
fn dome(foot: Point, radius: i32, look: Look) -> Shape {
    // Sines of a quarter of a circle, in steps of 15 degrees.
    let sines = [0, 26, 50, 71, 87, 97, 100];
    let rising = (0..6).map(|it| (-sines[6 - it], -sines[it]));
    let falling = (0..=6).map(|it| (sines[it], -sines[6 - it]));
    let place = |it: Point| (foot.0 + it.0 * radius / 100, foot.1 + it.1 * radius / 100);
    Shape::areas(vec![rising.chain(falling).map(place).collect()], look)
}

/// What is between the empires.
fn middle(tables: &Tables, view: &View) -> Vec<Shape> {
    let x = WIDTH / 2;
    let first = view.seats.iter().find(|it| it.place == Some(1));
    let first = first.map_or("Nobody", |it| &it.title);
    let mut shapes = match view.outcome {
        Some(_) => vec![
            heading_in(LIGHT, (x, 640), 400, "The end"),
            Shape::middle((x, 2_000), first, Pen::new(Face::Name, 640, GOLD)),
            Shape::middle((x, 2_500), "has won", plain(300, LIGHT)),
        ],
        None => vec![
            heading_in(LIGHT, (x - 140, 640), 400, "Round"),
            Shape::start((x + 780, 640), view.round.to_string(), plain(420, LIGHT)),
        ],
    };
    if let Some(prize) = &view.prize {
        shapes.extend(self::prize(view, prize));
        shapes.extend(pile(tables, view));
    }
    collective(view, &mut shapes);
    shapes
}

/// The planet to be won, and its four prices.
fn prize(view: &View, prize: &PlanetFace) -> Vec<Shape> {
    let at = (5_180, 1_380);
    let mut shapes = planet(at, 480, prize.colour);
    let pen = Pen::new(Face::Name, 300, LIGHT);
    shapes.push(Shape::middle((at.0, 2_180), prize.name.clone(), pen));
    for (place, colour) in (0..).zip(Colour::ALL) {
        let (fill, ink) = tint(colour);
        let corner = (6_250 + 700 * (place % 2), 860 + 700 * (place / 2));
        let look = Look::filled(fill).edged(LIGHT, 24);
        shapes.push(Shape::rounded(corner, (600, 600), 110, look));
        let (number, at) = (view.prices.get(colour), (corner.0 + 330, corner.1 + 450));
        shapes.push(Shape::middle(at, number.to_string(), plain(440, ink)));
        let at = (corner.0 + 60, corner.1 + 200);
        shapes.push(Shape::start(at, initial(colour), plain(180, ink)));
    }
    let words = "two place a dome";
    shapes.push(Shape::middle((6_900, 2_440), words, plain(190, STAR)));
    shapes
}

/// The cards played, the last on top.
fn pile(tables: &Tables, view: &View) -> Vec<Shape> {
    let (left, top) = (4_400, 2_560);
    let mut shapes = match view.pile.last().map(|it| tables.action(*it)) {
        None => {
            let look = Look::lined(STAR, 20).dashed(&[70, 55]);
            vec![plain_box((left, top), (560, 780), look)]
        }
        Some(card) => {
            let (fill, ink) = card.colour.map_or((LIGHT, NIGHT), tint);
            let look = Look::filled(fill).edged(LIGHT, 28);
            let (at, code) = ((left + 280, top + 490), card.code.as_str());
            vec![
                Shape::rounded((left, top), (560, 780), 70, look),
                Shape::middle(at, code, plain(280, ink)),
            ]
        }
    };
    let rows = [
        match few(&view.pile) {
            0 => "no card played yet".to_owned(),
            number => format!("{} played", counted(number, "card")),
        },
        match view.planets_left {
            0 => "the last prize".to_owned(),
            left => format!("{} to come", counted(left, "prize")),
        },
    ];
    for (row, text) in (0..).zip(rows) {
        let at = (left + 740, top + 330 + 320 * row);
        shapes.push(Shape::start(at, text, plain(230, LIGHT)));
    }
    shapes
}

/// The planets that nobody has won, and how many end the game.
fn collective(view: &View, shapes: &mut Vec<Shape>) {
    let x = WIDTH / 2;
    shapes.push(heading_in(LIGHT, (x, 3_900), 250, "Collective"));
    let slots = i32::try_from(view.collective_end).expect("few");
    let step = (3_600 / slots.max(1)).min(620);
    let begin = x - step * (slots - 1) / 2;
    let radius = (step * 42 / 100).min(250);
    let mut places = (0..slots).map(|it| (begin + step * it, 4_330));
    for (face, at) in view.collective.iter().zip(&mut places) {
        shapes.extend(planet(at, radius, face.colour));
    }
    for at in places {
        let look = Look::lined(STAR, 18).dashed(&[60, 50]);
        shapes.push(Shape::disc(at, radius, look));
    }
}

/// The picture in words.
fn alt(view: &View) -> String {
    let face = |it: &PlanetFace| format!("{} ({})", it.name, it.colour);
    let planets = |all: &[PlanetFace]| match all {
        [] => "no planet".to_owned(),
        _ => list(all.iter().map(face)),
    };
    let purse = |tally: &super::data::Tally| {
        list(Colour::ALL.map(|colour| format!("{} {colour}", tally.get(colour))))
    };
    let mut text = match &view.outcome {
        Some(_) => "The two empires as the game ends.".to_owned(),
        None => format!("The two empires in round {}.", view.round),
    };
    for seat in &view.seats {
        text += &format!(" {} has {}", seat.title, planets(&seat.planets));
        if view.outcome.is_none() {
            let dome = if seat.dome { "a dome" } else { "no dome" };
            let cards = counted(seat.hand, "card");
            text += &format!(", {dome}, {cards} and {} tokens", purse(&seat.tokens));
        }
        text += ".";
    }
    text += &format!(
        " The Collective has {}; at {} the game ends.",
        planets(&view.collective),
        counted(view.collective_end, "planet")
    );
    if let Some(prize) = &view.prize {
        let prices = purse(&view.prices);
        text += &format!(" The prize is {}, its prices {prices}", face(prize));
        text += &match view.pile.last() {
            Some(card) => format!("; {card} lies on top of the pile."),
            None => "; no card has been played.".to_owned(),
        };
    }
    text
}
