//! The column of panels: turn, points, Royal Support.

use super::ground::{COLUMN, MARGIN};
use super::signs;
use crate::data::Tables;
use crate::view::View;
use crate::world::Colony;
use packetboat_core::engine::scene::{Face, Look, Pen, Point, Shape};
use packetboat_core::engine::seat::Seat;
use packetboat_kit::chart::colours::{BORDER, CLEAR, FRAME, INK, PANEL, TITLE};
use packetboat_kit::chart::{heading, letter, marked, panel, plain_box, words};

/// How high the title is.
const TITLE_HIGH: i32 = 1_780;
/// How high a player's row is, if they are few and if they are many.
const ROWS: [i32; 2] = [640, 560];
/// How many are few.
const FEW: usize = 4;
/// What is between two panels.
const BETWEEN: i32 = 100;
/// How high a token is on the track, and how high all of a square are at most.
const TOKEN: (i32, i32) = (200, 800);

/// All panels, from the top.
pub(super) fn panels(tables: &Tables, view: &View) -> Vec<Shape> {
    let mut top = MARGIN + BETWEEN;
    let mut shapes = title(tables, view, top);
    top += TITLE_HIGH + BETWEEN;
    shapes.extend(players(tables, view, &mut top));
    shapes.extend(track(tables, view, top));
    shapes
}

fn few(number: usize) -> i32 {
    i32::try_from(number).expect("few")
}

/// The title, the turns, and whose turn it is.
fn title(tables: &Tables, view: &View, top: i32) -> Vec<Shape> {
    let (left, wide) = COLUMN;
    let middle = left + wide / 2;
    let mut shapes = panel((left, top), (wide, TITLE_HIGH));
    shapes.push(heading((middle, top + 480), 330, "The New World"));
    let step = (wide - 300) / few(view.ways.turns as usize).max(1);
    for (place, turn) in (0..).zip(1..=view.ways.turns) {
        let at = (left + 150 + place * step, top + 680);
        let now = turn == view.turn && !view.over;
        let (fill, ink) = match (now, turn < view.turn || view.over) {
            (true, _) => (FRAME, PANEL),
            (_, true) => (CLEAR, INK),
            _ => (PANEL, INK),
        };
        let look = Look::filled(fill).edged(FRAME, 10);
        shapes.push(plain_box(at, (step, 360), look));
        let pen = Pen::new(Face::Plain, 200, ink);
        let year = tables.label(turn, view.ways.turns);
        shapes.push(Shape::middle((at.0 + step / 2, at.1 + 250), year, pen));
    }
    let pen = Pen::new(Face::Plain, 270, INK);
    let line = top + 1_480;
    if view.over {
        shapes.push(Shape::middle((middle, line), "The game is over", pen));
        return shapes;
    }
    let who = view.active;
    let turn = if view.me == Some(who) {
        "your turn".to_owned()
    } else {
        format!("{} has the turn", tables.title(who))
    };
    shapes.extend(token(tables, view, who, (left + 420, line - 90), 210));
    shapes.push(Shape::start((left + 780, line), turn, pen));
    shapes
}

fn token(tables: &Tables, view: &View, who: Seat, at: Point, radius: i32) -> Vec<Shape> {
    let letter = letter(tables.title(who));
    marked(at, radius, signs::mark(view, who), &letter)
}

/// The players in the order of play.
fn players(tables: &Tables, view: &View, top: &mut i32) -> Vec<Shape> {
    let (left, wide) = COLUMN;
    let order = &view.world.order;
    let row = ROWS[usize::from(order.len() > FEW)];
    let high = 720 + row * few(order.len());
    let mut shapes = panel((left, *top), (wide, high));
    let above = (left + wide / 2, *top + 400);
    shapes.push(heading(above, 260, "Victory points"));
    for (place, who) in (0..).zip(order) {
        let line = *top + 560 + row * place;
        shapes.extend(player(tables, view, *who, (left + 150, line)));
    }
    *top += high + BETWEEN;
    shapes
}

/// A player's row: name and points, below them colonies, cards and monopolies.
fn player(tables: &Tables, view: &View, who: Seat, (left, top): Point) -> Vec<Shape> {
    let (world, right) = (&view.world, COLUMN.0 + COLUMN.1 - 190);
    let mut shapes = token(tables, view, who, (left + 260, top + 300), 230);
    let name = if view.me == Some(who) {
        format!("{} (you)", tables.title(who))
    } else {
        tables.title(who).to_owned()
    };
    shapes.push(words((left + 620, top + 280), 270, name));
    let points = world.crown(who).vp.to_string();
    let pen = Pen::new(Face::Plain, 400, TITLE);
    shapes.push(Shape::end((right, top + 330), points, pen));
    if who == view.active && !view.over {
        let tip = (right - 900, top + 190);
        let arrow = vec![tip, (tip.0 - 190, tip.1 - 110), (tip.0 - 190, tip.1 + 110)];
        shapes.push(Shape::areas(vec![arrow], Look::filled(BORDER).crisp()));
    } else if view.acted.contains(&who) {
        shapes.push(signs::tick((right - 1_000, top + 190)));
    }
    let held = view.held.get(&who).copied().unwrap_or(0);
    let up = world.count(who, Colony::thrives);
    let down = world.all_of(who) - up;
    let line = top + 535;
    let colonies = format!("+{up} \u{2013}{down}");
    shapes.push(words((left + 620, line), 195, colonies));
    shapes.push(signs::card((left + 1_350, line - 170)));
    shapes.push(words((left + 1_550, line), 195, held.to_string()));
    let mut next = right - 100;
    for areas in world.monopolies(tables, who).iter().rev() {
        if let Some(region) = tables.map.region_of(areas) {
            let pen = Pen::new(Face::Plain, 180, TITLE);
            shapes.push(Shape::middle((next, top + 535), region.as_str(), pen));
        } else {
            let export = tables.map.area(areas[0]).export;
            shapes.extend(signs::export(export.as_str(), (next, top + 470), 240));
        }
        next -= 270;
    }
    shapes
}

/// The track of Royal Support with the tokens of all above their squares.
fn track(tables: &Tables, view: &View, top: i32) -> Vec<Shape> {
    let (left, wide) = COLUMN;
    let cards = &tables.tracks.royal_support.cards;
    let world = &view.world;
    let on = |square: usize| {
        let such = world.order.iter();
        such.filter(move |it| world.crown(**it).square as usize == square)
    };
    let most = (0..cards.len()).map(|it| on(it).count()).max().unwrap_or(0);
    let above = TOKEN.0.min(TOKEN.1 / few(most).max(1));
    let high = 980 + above * few(most);
    let mut shapes = panel((left, top), (wide, high));
    shapes.push(heading((left + wide / 2, top + 360), 230, "Royal Support"));
    let step = (wide - 260) / few(cards.len());
    let begin = left + (wide - step * few(cards.len())) / 2;
    let foot = top + high - 480;
    for (square, number) in cards.iter().enumerate() {
        let at = (begin + step * few(square), foot);
        let look = Look::filled(CLEAR).edged(FRAME, 10);
        shapes.push(plain_box(at, (step, 330), look));
        let pen = Pen::new(Face::Plain, 210, INK);
        let middle = at.0 + step / 2;
        let text = number.to_string();
        shapes.push(Shape::middle((middle, foot + 240), text, pen));
        for (place, who) in (0..).zip(on(square)) {
            let at = (middle, foot - 120 - above * place);
            shapes.extend(token(tables, view, *who, at, 95));
        }
    }
    shapes
}
