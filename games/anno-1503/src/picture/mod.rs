//! The picture of the islands: ships and tiles at sea, the viewer's island and cards, and how far
//! all players are.
//!
//! Of tiles that are face-down the viewer sees those that they have looked at, as their chart has
//! them. What never changes is in the ground (`ground`).
//!
//! Not here: the board in letters (`chart`), and how pictures are painted (`report`).

mod ground;
mod panels;
mod pieces;
mod plan;

use super::news::{self, Place};
use super::{board::Cell, data::Tables, events::Event, view::View};
use packetboat_core::engine::scene::{Face, NewsMark, NewsMarks, Pen, Shape};
use packetboat_core::prelude::*;
use packetboat_kit::chart::{self, colours};
use packetboat_kit::words::{commas, counted};
use pieces::{card, face, unseen};
use plan::middle;

/// The picture's name, and that of its ground.
pub const NAME: &str = "islands";

/// How large ships are, how far from one to the next, and how many are in a line, by how many there
/// are in a space at most.
const BERTHS: [(usize, i32, i32, i32); 4] = [
    (1, 200, 0, 1),
    (2, 150, 430, 2),
    (4, 130, 400, 2),
    (8, 92, 225, 4),
];

/// The sea board without anything on it.
pub fn ground(tables: &Tables) -> Ground {
    ground::ground(tables)
}

/// The islands as the viewer sees them.
pub fn islands(tables: &Tables, view: &View, heard: &[&Event]) -> Picture {
    let mut picture = Picture::new(NAME, plan::SIZE, colours::DEEP);
    picture.ground = Some((NAME.to_owned(), (0, 0)));
    picture.alt = alt(tables, view);
    let shapes = &mut picture.shapes;
    shapes.extend(panels::title(tables, view));
    shapes.extend(tiles(view));
    shapes.extend(ships(tables, view));
    match view.me {
        Some(me) => shapes.extend(panels::own(tables, view, me)),
        None => {
            let at = (plan::HOME.0.0 + 300, plan::HOME.0.1 + 400);
            let words = "Islands, hands and charts are their owners'.";
            shapes.push(chart::soft_words(at, 200, words));
        }
    }
    shapes.extend(panels::table(tables, view));
    picture.news = NewsMarks {
        before: shapes.len(),
        marks: news(view, heard),
    };
    picture
}

/// The tiles on the islands: face-down, or as the viewer has seen them.
fn tiles(view: &View) -> Vec<Shape> {
    let pen = Pen::new(Face::Plain, 160, colours::TITLE).on(colours::PAPER, 44);
    let mut shapes = Vec::new();
    for cell in &view.tiles {
        let at = middle(*cell);
        match view.chart.get(cell) {
            None => shapes.extend(unseen(at, 380)),
            Some(sight) => {
                let at = (at.0, at.1 - 50);
                shapes.push(card(at, 430, colours::WHITE));
                let (signs, word) = face(at, 330, sight.tile);
                shapes.extend(signs);
                shapes.push(Shape::middle((at.0, at.1 + 370), word, pen.clone()));
            }
        }
    }
    shapes
}

fn ships(tables: &Tables, view: &View) -> Vec<Shape> {
    let mut fleets: BTreeMap<Cell, Vec<(Seat, u32)>> = BTreeMap::new();
    for isle in &view.world.isles {
        for ship in &isle.ships {
            fleets
                .entry(ship.at)
                .or_default()
                .push((isle.seat, ship.number));
        }
    }
    let mut shapes = Vec::new();
    for (cell, here) in fleets {
        let fits = BERTHS.iter().find(|it| it.0 >= here.len());
        let (_, radius, step, line) = *fits.unwrap_or(&BERTHS[BERTHS.len() - 1]);
        let count = i32::try_from(here.len()).unwrap_or(1);
        let lines = (count + line - 1) / line;
        let at = middle(cell);
        for (place, (seat, number)) in (0..).zip(here) {
            let (column, row) = (place % line, place / line);
            let wide = line.min(count - row * line);
            let at = (
                at.0 + column * step - (wide - 1) * step / 2,
                at.1 - 20 + row * (step + 20) - (lines - 1) * (step + 20) / 2,
            );
            let (letter, number) = (chart::letter(&tables.title(seat)), number.to_string());
            let own = view.me == Some(seat);
            let mark = chart::mark_in(&tables.seats, seat);
            shapes.extend(chart::vessel((at, radius), mark, (&letter, &number), own));
        }
    }
    shapes
}

/// Where events happened, should the head of the report speak of them.
fn news(view: &View, heard: &[&Event]) -> Vec<NewsMark> {
    let placed = heard.iter().enumerate().filter_map(|(event, told)| {
        let at = match news::place(view, told)? {
            Place::Cell(cell) => {
                let at = middle(cell);
                (at.0 - 330, at.1 - 320)
            }
            Place::Space(space) => {
                let at = plan::plot(space);
                (at.0 + plan::PLOT.0 - 130, at.1 + 90)
            }
        };
        Some(chart::news_mark(event, at, 120, (0, 250)))
    });
    placed.collect()
}

/// What the picture shows, in sentences.
fn alt(tables: &Tables, view: &View) -> String {
    let mut text = if view.over {
        format!("The islands at the end, in round {}.", view.round)
    } else {
        format!(
            "The islands in round {} of {}.",
            view.round, view.ways.turns
        )
    };
    let players = view.world.order.iter().map(|seat| {
        let isle = view.world.isle(*seat);
        let you = if view.me == Some(*seat) { " (you)" } else { "" };
        let tracks = isle.tracks(tables);
        let tracks = tracks.map(|(goal, has, needed)| format!("{goal} {has} of {needed}"));
        let points = counted(isle.vp(tables), "point");
        format!(
            "{}{you} has {points}: {}",
            tables.title(*seat),
            commas(tracks)
        )
    });
    let players: Vec<String> = players.collect();
    text += &format!(" {}.", players.join("; "));
    let lead = panels::lead(tables, view);
    text += &format!(" {lead}; {} points win.", view.needed);
    let ships = view.world.isles.iter().flat_map(|isle| {
        let title = tables.title(isle.seat);
        let ships = isle.ships.iter();
        ships.map(move |it| format!("{title}'s ship {} in {}", it.number, it.at))
    });
    let ships: Vec<String> = ships.collect();
    if !ships.is_empty() {
        text += &format!(" At sea: {}.", ships.join(", "));
    }
    let seen = view
        .chart
        .iter()
        .map(|(cell, it)| format!("{} in {cell}", it.tile.words()));
    let seen: Vec<String> = seen.collect();
    if !seen.is_empty() {
        text += &format!(" You have seen {}.", seen.join(", "));
    }
    text
}
