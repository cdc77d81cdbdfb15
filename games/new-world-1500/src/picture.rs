//! The picture of the map: who has colonies where, and the standings.
//!
//! Made of what is open; of the viewer it only knows which player they are. Not here: how shapes
//! are painted (`report`).

mod ground;
mod panels;
mod plan;
mod signs;

use super::data::{Region, Tables};
use super::{events::Event, news::places, view::View, world::Colony};
use packetboat_core::engine::scene::{Look, NewsMark, NewsMarks, Shape};
use packetboat_core::prelude::*;
use packetboat_kit::chart::colours::{DEEP, INK, PAPER};
use packetboat_kit::chart::{letter, marked, news_mark};
use packetboat_kit::course;
use packetboat_kit::words::{counted, list};
pub use plan::Plan;

/// The name of the picture, and of its ground.
const NAME: &str = "lands";

/// How wide the marks of colonies are.
const RADIUS: i32 = 235;

/// All pictures of the game.
pub(super) fn pictures(
    tables: &Tables,
    plan: &Plan,
    view: &View,
    heard: &[&Event],
) -> Vec<Picture> {
    let mut picture = Picture::new(NAME, plan.size(), DEEP);
    picture.ground = Some((NAME.to_owned(), (0, 0)));
    picture.alt = alt(tables, view);
    let shapes = &mut picture.shapes;
    for isolation in &view.world.isolations {
        isolated(tables, plan, isolation.region, shapes);
    }
    for spot in &plan.areas {
        let at = ground::slot(spot);
        shapes.extend(match view.world.colonies.get(&spot.code) {
            None => signs::empty(at, RADIUS),
            Some(there) => colony(tables, view, there, at),
        });
    }
    picture.news = NewsMarks {
        before: shapes.len(),
        marks: news(plan, view, heard),
    };
    shapes.extend(panels::panels(tables, view));
    vec![picture]
}

/// Where events happened, should the head of the report speak of them: numbers are side by side
/// above the right shoulder of a mark.
fn news(plan: &Plan, view: &View, heard: &[&Event]) -> Vec<NewsMark> {
    let Some(me) = view.me else {
        return Vec::new();
    };
    let marks = heard.iter().enumerate().flat_map(|(event, told)| {
        places(told, me).into_iter().map(move |area| {
            let (x, y) = ground::slot(plan.area(area));
            news_mark(event, (x + 300, y - 210), 130, (280, 0))
        })
    });
    marks.collect()
}

/// What never changes in it.
pub(super) fn ground(tables: &Tables, plan: &Plan, name: &str) -> Option<Ground> {
    (name == NAME).then(|| ground::ground(&tables.map, plan))
}

fn colony(tables: &Tables, view: &View, colony: &Colony, at: (i32, i32)) -> Vec<Shape> {
    let mark = signs::mark(view, colony.seat);
    let letter = letter(tables.title(colony.seat));
    if colony.thrives() {
        marked(at, RADIUS, mark, &letter)
    } else {
        signs::struggling(at, RADIUS, mark, &letter)
    }
}

/// A region that is isolated: a wall around it, and a gate in each of its areas.
fn isolated(tables: &Tables, plan: &Plan, region: Region, shapes: &mut Vec<Shape>) {
    let lines = plan.around(&tables.map, region);
    let wall = Look::lined(INK, 60).rounded();
    shapes.push(Shape::lines(lines.clone(), wall));
    let gaps = Look::lined(PAPER, 26).dashed(&[20, 90]);
    shapes.push(Shape::lines(lines, gaps));
    for area in tables.map.of_region(region) {
        let (x, y) = ground::slot(plan.area(area));
        shapes.push(signs::bars((x - 480, y + 290), 110));
    }
}

/// The picture in words.
fn alt(tables: &Tables, view: &View) -> String {
    let world = &view.world;
    let who = |seat: Seat| {
        if view.me == Some(seat) {
            "you".to_owned()
        } else {
            tables.title(seat).to_owned()
        }
    };
    let mut text = if view.over {
        "A map of the New World as the game ends.".to_owned()
    } else {
        format!(
            "A map of the New World in game turn {} of {}, {}.",
            view.turn,
            view.ways.turns,
            tables.label(view.turn, view.ways.turns)
        )
    };
    let held = world.order.iter().filter_map(|seat| {
        let of = |thrives: bool| {
            let such = world.colonies.iter();
            let such = such.filter(move |it| it.1.seat == *seat && it.1.thrives() == thrives);
            such.map(|it| it.0.to_string()).collect::<Vec<_>>()
        };
        let both = [("Successful", of(true)), ("Struggling", of(false))].into_iter();
        let parts = both.filter(|it| !it.1.is_empty());
        let parts: Vec<String> = parts
            .map(|(state, areas)| format!("{state} in {}", list(areas)))
            .collect();
        (!parts.is_empty()).then(|| format!("{} {}", who(*seat), parts.join(", ")))
    });
    let held: Vec<String> = held.collect();
    text += &if held.is_empty() {
        " There are no colonies.".to_owned()
    } else {
        format!(" Colonies: {}.", held.join("; "))
    };
    let closed = world.isolations.iter();
    let closed = list(closed.map(|it| format!("{} by {}", it.region, who(it.seat))));
    if !closed.is_empty() {
        text += &format!(" Isolated: {closed}.");
    }
    let points = world.order.iter();
    let points = points.map(|it| format!("{} {}", who(*it), counted(world.crown(*it).vp, "point")));
    text + &format!(" Standing: {}.", list(points))
}

/// The chart of Victory Points over the turns.
pub(super) fn course(tables: &Tables, view: &View, rows: &[Standing]) -> Option<Picture> {
    let seats = rows.first()?.points.keys().copied();
    course::course(rows, seats, |seat| {
        (tables.title(seat).to_owned(), signs::mark(view, seat))
    })
}
