//! The picture of the map: whose centres and units are where, and what was ordered.
//!
//! Not here: how shapes are painted (`report`).

mod ground;
mod marks;
mod plan;

use super::data::Tables;
use super::drawn::season;
use super::judge::after::Came;
use super::place::{Kind, Place, Province};
use super::state::{Dislodged, Event, Stage};
use super::view::View;
use ground::SEA;
use marks::RADIUS;
use packetboat_core::engine::data::title as title_of;
use packetboat_core::engine::scene::{Face, Look, Pen, Shape};
use packetboat_core::prelude::*;
use packetboat_kit::arrows::{Line, middle, order};
use packetboat_kit::chart::colours::{BORDER, SEA_INK, TITLE};
use packetboat_kit::chart::panel;
use packetboat_kit::words::{counted, few, list};
use plan::NOBODY;
pub use plan::Plan;

/// The name of the picture, and of its ground.
const NAME: &str = "europe";
/// The size of the letters of places.
const LETTERS: i32 = 300;
/// How far before a name the dot of its supply centre is.
const BEFORE: i32 = 400;

/// All pictures of the game.
pub fn pictures(tables: &Tables, plan: &Plan, view: &View, heard: &[&Event]) -> Vec<Picture> {
    let mut picture = Picture::new(NAME, plan.size(), SEA);
    picture.ground = Some((NAME.to_owned(), (0, 0)));
    picture.alt = alt(tables, view);
    let shapes = &mut picture.shapes;
    let provinces = || tables.provinces.keys().copied();
    for province in provinces().filter(|it| tables.is_centre(*it)) {
        shapes.extend(captured(plan, view, province));
    }
    let orders: Vec<_> = heard.iter().filter_map(|it| ordered(plan, it)).collect();
    shapes.extend(orders.iter().flat_map(|it| it[0].clone()));
    shapes.extend(provinces().flat_map(|it| name(tables, plan, view, it)));
    shapes.extend(orders.into_iter().flat_map(|[_, ends]| ends));
    for power in &view.powers {
        for unit in &power.units {
            let at = plan.unit(unit.at);
            shapes.extend(marks::unit(plan, power.seat, unit.kind, at, RADIUS));
        }
    }
    for Dislodged { seat, unit, .. } in &view.dislodged {
        let at = plan.dislodged(unit.province());
        shapes.extend(marks::dislodged(plan, *seat, unit.kind, at));
    }
    shapes.extend(title(view));
    shapes.extend(counts(plan, view));
    vec![picture]
}

/// What never changes in it.
pub fn ground(tables: &Tables, plan: &Plan, name: &str) -> Option<Ground> {
    (name == NAME).then(|| ground::ground(tables, plan, &tables.seats))
}

/// Whose land a province is: its owner's, or who has it when the game begins.
fn lord(plan: &Plan, view: &View, province: Province) -> Option<Seat> {
    let owner = view.owners.get(&province).copied();
    owner.or_else(|| plan.first_owner(province))
}

/// The three letters of a province, with the dot of a supply centre.
fn name(tables: &Tables, plan: &Plan, view: &View, province: Province) -> Vec<Shape> {
    let (x, y) = plan.name(province);
    let (face, ink, tint) = if tables.is_sea(province) {
        (Face::Italic, SEA_INK, SEA)
    } else {
        let lord = lord(plan, view, province);
        (Face::Name, TITLE, lord.map_or(NOBODY, |it| plan.land(it)))
    };
    let pen = Pen::new(face, LETTERS, ink).on(tint, 60);
    let text = province.to_string().to_uppercase();
    let mut shapes = vec![Shape::middle((x, y + LETTERS / 3), text, pen)];
    if tables.is_centre(province) {
        let owner = view.owners.get(&province).copied();
        shapes.extend(marks::dot(plan, owner, (x - BEFORE, y)));
    }
    shapes
}

/// The land of a supply centre that somebody has taken.
fn captured(plan: &Plan, view: &View, province: Province) -> Option<Shape> {
    let owner = lord(plan, view, province);
    let tint = plan.land(owner.filter(|_| owner != plan.first_owner(province))?);
    let look = Look::filled(tint).edged(BORDER, 15);
    Some(Shape::areas(plan.outlines(|it| it == province), look))
}

/// An order as a line.
fn ordered(plan: &Plan, event: &Event) -> Option<[Vec<Shape>; 2]> {
    let at = |place: Place| plan.unit(place);
    // To the middle of what is supported or convoyed.
    let half = |from: Place, to: Place| middle(at(from), at(to));
    let (seat, line, from, to, result) = match *event {
        Event::Moved {
            seat,
            unit,
            to,
            result,
            ..
        } => (seat, Line::Goes, at(unit.at), at(to), result),
        Event::Supported {
            seat,
            unit,
            whom,
            to,
            result,
        } => {
            let to = half(whom.at, to.unwrap_or(whom.at));
            (seat, Line::Helps, at(unit.at), to, result)
        }
        Event::Convoyed {
            seat,
            unit,
            whom,
            to,
            result,
        } => {
            let to = half(whom.at, to);
            (seat, Line::Carries, at(unit.at), to, result)
        }
        Event::Retreated { seat, unit, to } => {
            let from = plan.dislodged(unit.province());
            (seat, Line::Goes, from, at(to), Came::Done)
        }
        _ => return None,
    };
    let failed = result != Came::Done;
    Some(order(line, plan.mark(seat), (from, to), RADIUS, failed))
}

/// Which season it is.
fn title(view: &View) -> Vec<Shape> {
    let mut shapes = panel((280, 280), (1_900, 1_050));
    let when = format!("{} {}", season(view.part), view.year);
    let what = match view.stage {
        _ if view.over => "the end",
        Stage::Movement => "moves",
        Stage::Retreats => "retreats",
        Stage::Adjustments => "builds",
    };
    let pen = Pen::new(Face::Name, 270, TITLE);
    shapes.push(Shape::middle((1_230, 720), when, pen));
    shapes.push(Shape::middle((1_230, 1_100), what, marks::plain(260)));
    shapes
}

/// How many centres each power has.
fn counts(plan: &Plan, view: &View) -> Vec<Shape> {
    let mut shapes = panel((9_440, 260), (2_300, 1_400));
    for (place, power) in (0..).zip(&view.powers) {
        let (x, y) = (9_700 + place % 2 * 1_080, 470 + place / 2 * 325);
        shapes.extend(marks::unit(plan, power.seat, Kind::Army, (x, y), 110));
        let count = power.centres.len().to_string();
        shapes.push(Shape::start((x + 190, y + 90), count, marks::plain(260)));
    }
    shapes
}

/// The picture in words.
fn alt(tables: &Tables, view: &View) -> String {
    let powers = view.powers.iter().filter(|it| !it.out).map(|power| {
        let name = title_of(&tables.seats, power.seat);
        let centres = counted(few(&power.centres), "supply centre");
        let units = match list(power.units.iter().map(|it| it.printed())) {
            none if none.is_empty() => "no units".to_owned(),
            units => units,
        };
        format!("{name}: {centres}; {units}")
    });
    format!(
        "A map of Europe in {} {}. {}.",
        season(view.part).to_lowercase(),
        view.year,
        powers.collect::<Vec<_>>().join(". ")
    )
}
