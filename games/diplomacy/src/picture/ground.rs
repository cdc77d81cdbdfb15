//! What never changes in the picture: sea and land, the land of each power at first, what separates
//! provinces, the key.

use super::marks::{self, RADIUS};
use super::plan::{NOBODY, Plan};
use crate::data::Tables;
use crate::place::{Kind, Province};
use packetboat_core::engine::scene::{Colour, Ground, Look, Point, Shape};
use packetboat_core::prelude::SeatCard;
use packetboat_kit::arrows::{Line, order};
use packetboat_kit::chart::colours::{BORDER, COAST, SEA_INK};
use packetboat_kit::chart::{frame, panel, rose};

/// The sea.
pub(super) const SEA: Colour = Colour(0x00a3_caca);
/// The sea beside coasts, further out and nearer.
const SHADES: [Colour; 2] = [Colour(0x008d_bbbf), Colour(0x0076_a9b1)];
/// Land that nobody enters.
const IDLE: Colour = Colour(0x00d6_caae);
/// How wide the margin is.
const MARGIN: i32 = 160;
/// Where the rose is.
const ROSE: Point = (980, 8_000);

/// All of it.
pub(super) fn ground(tables: &Tables, plan: &Plan, seats: &[SeatCard]) -> Ground {
    let is_sea = |it: Province| tables.is_sea(it);
    let land = plan.outlines(|it| !is_sea(it));
    let mut shapes = Vec::new();
    let coasts = [land.clone(), plan.idle.0.clone()].concat();
    for (shade, width) in SHADES.into_iter().zip([150, 70]) {
        let look = Look::lined(shade, width).rounded().crisp();
        shapes.push(Shape::areas(coasts.clone(), look));
    }
    let seas = Look::lined(SEA_INK, 14).dashed(&[70, 45]).crisp();
    shapes.push(Shape::areas(plan.outlines(is_sea), seas));
    shapes.push(Shape::areas(land.clone(), Look::filled(NOBODY).crisp()));
    for seat in seats.iter().map(|it| it.name) {
        let own = plan.outlines(|it| plan.first_owner(it) == Some(seat));
        shapes.push(Shape::areas(own, Look::filled(plan.land(seat)).crisp()));
    }
    let border = Look::lined(BORDER, 15).rounded();
    shapes.push(Shape::areas(land.clone(), border));
    let coast = |fill, width| Look::filled(fill).edged(COAST, width);
    shapes.push(Shape::areas(plan.idle.0.clone(), coast(IDLE, 12)));
    shapes.push(Shape::areas(plan.water.0.clone(), coast(SHADES[0], 7)));
    shapes.extend(rose(ROSE, 560));
    shapes.extend(key(plan, seats));
    shapes.extend(frame(plan.size(), MARGIN));
    Ground {
        size: plan.size(),
        paper: SEA,
        shapes,
    }
}

/// What signs mean: where Russia is empty.
fn key(plan: &Plan, seats: &[SeatCard]) -> Vec<Shape> {
    let Some(first) = seats.first().map(|it| it.name) else {
        return Vec::new();
    };
    let mut shapes = panel((10_250, 1_720), (1_490, 1_740));
    let row = |place: i32| 1_930 + 264 * place;
    let units = [(Kind::Army, "army"), (Kind::Fleet, "fleet")];
    let lines = [
        (Line::Goes, false, "moves"),
        (Line::Helps, false, "supports"),
        (Line::Carries, false, "convoys"),
        (Line::Goes, true, "fails"),
    ];
    for (place, (kind, _)) in (0..).zip(units) {
        shapes.extend(marks::unit(plan, first, kind, (10_560, row(place)), 95));
    }
    for (place, (line, failed, _)) in (2..).zip(lines) {
        // An arrow ends where a unit's disc would begin.
        let long = if line == Line::Goes { 690 } else { 580 };
        let way = ((10_200, row(place)), (10_200 + long, row(place)));
        shapes.extend(order(line, plan.mark(first), way, RADIUS, failed).concat());
    }
    let words = units.map(|it| it.1).into_iter().chain(lines.map(|it| it.2));
    shapes.extend(
        (0..)
            .zip(words)
            .map(|(place, word)| Shape::start((10_860, row(place) + 65), word, marks::plain(210))),
    );
    shapes
}
