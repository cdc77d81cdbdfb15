//! The picture of the map: whose centres and units are where, and what was ordered.
//!
//! Not here: how shapes are painted (`report`).

mod ground;
mod marks;
mod plan;

use super::data::Tables;
use super::drawn::season;
use super::judge::after::Came;
use super::place::{Place, Province};
use super::state::{Event, Stage};
use super::view::View;
use marks::{Line, RADIUS};
use packetboat_core::engine::scene::{Colour, Face, Pen, Point, Shape};
use packetboat_core::prelude::*;
use packetboat_kit::chart::colours::{INK, SEA_INK, TITLE};
use packetboat_kit::chart::{keep_around, panel};
use packetboat_kit::words::{counted, list};
pub use plan::Plan;

/// The name of the picture, and of its ground.
const NAME: &str = "europe";
/// The size of the letters of places.
const LETTERS: i32 = 260;

/// All pictures of the game.
pub fn pictures(tables: &Tables, plan: &Plan, view: &View, heard: &[&Event]) -> Vec<Picture> {
    let mut picture = Picture::new(NAME, plan.size(), Colour(0x00a3_caca));
    picture.ground = Some((NAME.to_owned(), (0, 0)));
    picture.alt = alt(tables, view);
    let shapes = &mut picture.shapes;
    for province in tables
        .provinces
        .keys()
        .copied()
        .filter(|it| tables.is_centre(*it))
    {
        shapes.extend(centre(plan, view, province));
    }
    shapes.extend(heard.iter().flat_map(|it| ordered(plan, it)));
    for power in &view.powers {
        for unit in &power.units {
            let at = plan.unit(unit.at);
            shapes.extend(marks::unit(plan, power.seat, unit.kind, at, RADIUS));
        }
    }
    for it in &view.dislodged {
        let at = plan.dislodged(it.unit.province());
        shapes.extend(marks::dislodged(plan, it.seat, it.unit.kind, at));
    }
    shapes.extend(title(view));
    shapes.extend(counts(plan, view));
    vec![picture]
}

/// What never changes in it.
pub fn ground(tables: &Tables, plan: &Plan, name: &str) -> Option<Ground> {
    (name == NAME).then(|| ground::ground(tables, plan, &tables.seats))
}

/// The three letters of a province.
fn letters(plan: &Plan, province: Province, at_sea: bool, tint: Colour) -> Vec<Shape> {
    let (x, y) = plan.name(province);
    let (face, ink) = if at_sea {
        (Face::Italic, SEA_INK)
    } else {
        (Face::Name, TITLE)
    };
    let pen = Pen::new(face, LETTERS, ink).on(tint, 60);
    let text = province.to_string().to_uppercase();
    vec![
        Shape::middle((x, y + LETTERS / 3), text, pen),
        keep_around((x, y), LETTERS),
    ]
}

/// A supply centre whose owner is not the one of the beginning, or that has one: its land, its
/// letters and its dot.
fn centre(plan: &Plan, view: &View, province: Province) -> Vec<Shape> {
    let owner = view.owner(province).copied();
    let mut shapes = Vec::new();
    if owner != plan.first_owner(province)
        && let Some(owner) = owner
    {
        let tint = plan.land(owner);
        let look = packetboat_core::engine::scene::Look::filled(tint);
        let edge = look.edged(packetboat_kit::chart::colours::BORDER, 15);
        shapes.push(Shape::areas(plan.outlines(|it| it == province), edge));
        shapes.extend(letters(plan, province, false, tint));
    }
    shapes.extend(owner.map_or_else(Vec::new, |it| marks::dot(plan, province, Some(it))));
    shapes
}

/// An order as a line.
fn ordered(plan: &Plan, event: &Event) -> Vec<Shape> {
    let at = |place: Place| plan.unit(place);
    // To the middle of what is supported or convoyed.
    let half = |from: Place, to: Place| {
        let (from, to) = (at(from), at(to));
        ((from.0 + to.0) / 2, (from.1 + to.1) / 2)
    };
    let (seat, line, from, to, result): (Seat, Line, Point, Point, Came) = match event {
        Event::Moved {
            seat,
            unit,
            to,
            result,
            ..
        } => (*seat, Line::Move, at(unit.at), at(*to), *result),
        Event::Supported {
            seat,
            unit,
            whom,
            to,
            result,
        } => {
            let to = to.map_or(at(whom.at), |it| half(whom.at, it));
            (*seat, Line::Support, at(unit.at), to, *result)
        }
        Event::Convoyed {
            seat,
            unit,
            whom,
            to,
            result,
        } => (
            *seat,
            Line::Convoy,
            at(unit.at),
            half(whom.at, *to),
            *result,
        ),
        Event::Retreated { seat, unit, to } => {
            let from = plan.dislodged(unit.province());
            (*seat, Line::Move, from, at(*to), Came::Done)
        }
        _ => return Vec::new(),
    };
    marks::order(line, plan.mark(seat), (from, to), result != Came::Done)
}

fn plain(_on: Colour, size: i32) -> Pen {
    Pen::new(Face::Plain, size, INK)
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
    shapes.push(Shape::middle((1_230, 1_100), what, plain(INK, 260)));
    shapes
}

/// How many centres each power has.
fn counts(plan: &Plan, view: &View) -> Vec<Shape> {
    let mut shapes = panel((9_000, 280), (2_740, 1_560));
    for (place, power) in (0..).zip(&view.powers) {
        let (x, y) = (9_220 + place % 2 * 1_300, 540 + place / 2 * 350);
        shapes.extend(marks::unit(
            plan,
            power.seat,
            super::place::Kind::Army,
            (x, y),
            120,
        ));
        let count = power.centres.len().to_string();
        shapes.push(Shape::start((x + 220, y + 90), count, plain(INK, 260)));
    }
    shapes
}

/// The picture in words.
fn alt(tables: &Tables, view: &View) -> String {
    let powers = view.powers.iter().filter(|it| !it.out).map(|power| {
        let name = tables.title(power.seat);
        let units = list(power.units.iter().map(|it| it.printed()));
        let centres = counted(
            u32::try_from(power.centres.len()).unwrap_or(0),
            "supply centre",
        );
        format!(
            "{name}: {centres}; {}",
            if units.is_empty() {
                "no units".to_owned()
            } else {
                units
            }
        )
    });
    let powers: Vec<String> = powers.collect();
    format!(
        "A map of Europe in {} {}. {}.",
        season(view.part).to_lowercase(),
        view.year,
        powers.join(". ")
    )
}
