//! The picture of the sea: where ships, monsters and blockades are, what ships carry, who leads.
//!
//! All but the specialty shots in hand is open, and none of those is drawn: the picture shows how
//! many a ship holds. What never changes is in the ground (`ground`).
//!
//! Not here: the board in letters (`chart`), and how pictures are painted (`report`).

mod ground;
mod panels;
mod pieces;
mod plan;

use super::news::{self, Place};
use super::{data::Tables, events::Event, state::Ship, view::View};
use packetboat_core::engine::scene::{Face, Label, NewsMark, NewsMarks, Pen, Point, Shape, Spot};
use packetboat_core::prelude::*;
use packetboat_kit::chart::{self, colours};
use packetboat_kit::hex::Hex;
use packetboat_kit::words::{counted, list};
use pieces::{marked, serpent, vessel};
use plan::{halfway, line, middle, roads, shore};

/// The picture's name, and that of its ground.
pub const NAME: &str = "sea";
/// The ground without prices: for many ships, which leave no room for them.
const BARE: &str = "sea-bare";

/// Where several ships are in one hex, in hundredths of half its width, and how large they are.
pub const BERTHS: [(i32, &[(i32, i32)]); 5] = [
    (190, &[(0, 0)]),
    (150, &[(-48, 0), (48, 0)]),
    (128, &[(-48, -42), (48, -42), (0, 48)]),
    (120, &[(-46, -45), (46, -45), (-46, 45), (46, 45)]),
    (
        108,
        &[
            (-58, -45),
            (0, -45),
            (58, -45),
            (-58, 45),
            (0, 45),
            (58, 45),
        ],
    ),
];

/// The sea without anything on it; `None`: no ground is called so.
pub fn ground(tables: &Tables, name: &str) -> Option<Ground> {
    let known = [NAME, BARE].contains(&name);
    known.then(|| ground::ground(tables, name == NAME))
}

/// The sea as the viewer sees it.
pub fn sea(tables: &Tables, view: &View, heard: &[&Event]) -> Picture {
    let mut picture = Picture::new(NAME, plan::SIZE, colours::DEEP);
    let priced = view.ships.len() <= plan::PRICED_MAX;
    let ground = if priced { NAME } else { BARE };
    picture.ground = Some((ground.to_owned(), (0, 0)));
    picture.alt = alt(tables, view);
    let shapes = &mut picture.shapes;
    let board = &tables.board;
    if let Some(me) = view.me {
        let next = next(tables, view).into_iter();
        let next: Vec<Point> = next.map(|it| roads(board, it)).collect();
        let from = roads(board, view.sea.ship(me).hex);
        shapes.extend(panels::courses(from, &next));
    }
    shapes.extend(panels::title(view));
    shapes.extend(panels::ships(tables, view));
    shapes.extend(panels::key(tables, view));
    shapes.extend(ports(tables, view));
    for blockade in &view.sea.blockades {
        let line = line(board, &board.passage(&blockade.passage).sides);
        let at = halfway(&line);
        shapes.extend(panels::closed(tables, blockade.owner, line));
        shapes.extend(marked(tables, blockade.owner, at, 120));
        shapes.push(chart::keep_around(at, 130));
    }
    shapes.extend(names(tables));
    shapes.extend(monsters(tables, view));
    if let Some(owner) = view.sea.outpost {
        shapes.extend(pieces::outpost(tables, owner, middle(board, board.isle)));
    }
    shapes.extend(ships(tables, view));
    picture.news = NewsMarks {
        before: shapes.len(),
        marks: news(tables, view, heard),
    };
    picture
}

/// Where the viewer's ship can sail next; nowhere if it loses its next move.
fn next(tables: &Tables, view: &View) -> Vec<Hex> {
    let sails = |me: &Seat| !view.over && !view.sea.ship(*me).becalmed;
    let Some(me) = view.me.filter(sails) else {
        return Vec::new();
    };
    let steps = view.sea.steps(&tables.board, me).into_iter();
    steps.map(|it| it.1).collect()
}

/// In each port the mark of whose home it is, or an anchor.
fn ports(tables: &Tables, view: &View) -> Vec<Shape> {
    let mut shapes = Vec::new();
    for (_, hex) in &tables.board.ports {
        let at = shore(&tables.board, *hex);
        let home = view.sea.ships.iter().find(|it| it.home == *hex);
        match home {
            Some(ship) => shapes.extend(marked(tables, ship.seat, at, 110)),
            None => shapes.extend(chart::anchor(at, 250, colours::INK)),
        }
    }
    shapes
}

/// The ships in each hex, in the order of the card.
fn by_hex(view: &View) -> BTreeMap<Hex, Vec<&Ship>> {
    let mut all: BTreeMap<Hex, Vec<&Ship>> = BTreeMap::new();
    for ship in &view.sea.ships {
        all.entry(ship.hex).or_default().push(ship);
    }
    all
}

fn ships(tables: &Tables, view: &View) -> Vec<Shape> {
    let mut shapes = Vec::new();
    for (hex, here) in by_hex(view) {
        let at = roads(&tables.board, hex);
        let fits = BERTHS.iter().find(|it| it.1.len() >= here.len());
        let (radius, berths) = fits.unwrap_or(&BERTHS[BERTHS.len() - 1]);
        for (ship, berth) in here.iter().zip(*berths) {
            let at = (
                at.0 + berth.0 * plan::HALF / 100,
                at.1 + berth.1 * plan::HALF / 100,
            );
            let own = view.me == Some(ship.seat);
            shapes.extend(vessel(tables, ship.seat, (at, *radius), own));
        }
    }
    shapes
}

/// Keeps the names that are in the ground free of those of monsters.
fn names(tables: &Tables) -> Vec<Shape> {
    let board = &tables.board;
    let lands = board.lands().map(|it| middle(board, it.0));
    let keep = |at: Point, size: Point| Shape::Keep {
        at: (at.0 - size.0 / 2, at.1),
        size,
    };
    let mut all: Vec<Shape> = lands
        .map(|it| keep((it.0, it.1 - 180), (640, 400)))
        .collect();
    let isle = middle(board, board.isle);
    all.push(keep((isle.0, isle.1 - 520), (1_000, 850)));
    all
}

fn monsters(tables: &Tables, view: &View) -> Vec<Shape> {
    let mut shapes = Vec::new();
    let pen = Pen::new(Face::Italic, 190, colours::SEA_INK).on(colours::SEA, 44);
    for monster in &view.sea.monsters {
        let at = middle(&tables.board, monster.hex);
        shapes.extend(serpent((at.0, at.1 + 10), 440));
        let name = &tables.card(monster.card).name;
        let lines = match name.rsplit_once(' ') {
            Some((first, last)) => vec![first.to_owned(), last.to_owned()],
            None => vec![name.clone()],
        };
        shapes.push(Shape::Label(Label {
            spots: vec![
                Spot::beside((at.0, at.1 + 190), (0, 1)),
                Spot::beside((at.0, at.1 - 250), (0, -1)),
                Spot::beside((at.0 + 300, at.1), (1, 0)),
                Spot::beside((at.0 - 300, at.1), (-1, 0)),
            ],
            pen: pen.clone(),
            lines,
            must: true,
        }));
    }
    shapes
}

/// Where events happened, should the head of the report speak of them.
fn news(tables: &Tables, view: &View, heard: &[&Event]) -> Vec<NewsMark> {
    let placed = heard.iter().enumerate().filter_map(|(event, told)| {
        let at = match news::place(tables, view, told)? {
            Place::Hex(hex) => {
                let at = middle(&tables.board, hex);
                (at.0 + 270, at.1 - 250)
            }
            Place::Passage(name) => {
                let at = halfway(&line(&tables.board, &tables.board.passage(&name).sides));
                (at.0 + 190, at.1 - 130)
            }
        };
        Some(chart::news_mark(event, at, 120, (230, 0)))
    });
    placed.collect()
}

/// What the picture shows, in sentences.
fn alt(tables: &Tables, view: &View) -> String {
    let mut text = if view.over {
        format!("The sea at the end, in round {}.", view.round)
    } else {
        format!("The sea in round {} of {}.", view.round, view.ways.turns)
    };
    let ships = view.ships.iter().map(|shown| {
        let own = view.me == Some(shown.seat);
        let you = if own { " (you)" } else { "" };
        format!(
            "{}{you} lies in {} with {}, hull {} and crew {}",
            shown.title,
            shown.at,
            counted(shown.points, "point"),
            shown.ship.hull,
            shown.ship.crew
        )
    });
    let ships: Vec<String> = ships.collect();
    text += &format!(" {}.", ships.join("; "));
    text += &format!(" {}; {} points win.", panels::lead(view), view.win_pp);
    let next = next(tables, view);
    if !next.is_empty() {
        let next = list(next.iter().map(|it| tables.board.named(*it)));
        text += &format!(" Your ship can sail to {next}.");
    }
    let mut things: Vec<String> = Vec::new();
    let closed = view.sea.blockades.iter();
    things.extend(closed.map(|barred| {
        format!(
            "the blockade on {} is {}'s",
            barred.passage,
            tables.title(barred.owner)
        )
    }));
    things.extend(view.sea.outpost.map(|owner| {
        let by = tables.title(owner);
        format!("the outpost on the Central Isle is {by}'s")
    }));
    things.extend(view.sea.monsters.iter().map(|monster| {
        let name = &tables.card(monster.card).name;
        format!("the {name} lies in {}", monster.hex)
    }));
    if !things.is_empty() {
        text += &format!(" At sea: {}.", things.join(", "));
    }
    text
}
