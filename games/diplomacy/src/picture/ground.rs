//! What never changes in the picture: sea and land, the land of each power at first, what separates
//! provinces, the key.

use super::plan::{NOBODY, Plan};
use super::{letters, marks};
use crate::data::Tables;
use crate::place::{Kind, Province};
use packetboat_core::engine::scene::{Colour, Ground, Look, Point, Shape};
use packetboat_core::prelude::SeatCard;
use packetboat_kit::chart::colours::{BORDER, COAST, PAPER, SEA_INK};
use packetboat_kit::chart::{frame, rose};

/// The sea.
const SEA: Colour = Colour(0x00a3_caca);
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
    let is_sea = |it: Province| tables.provinces.contains_key(&it) && tables.is_sea(it);
    let land = plan.outlines(|it| !is_sea(it));
    let mut shapes = Vec::new();
    let coasts = [land.clone(), plan.idle()].concat();
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
    shapes.push(Shape::areas(plan.idle(), coast(IDLE, 12)));
    shapes.push(Shape::areas(plan.water(), coast(SHADES[0], 7)));
    for (province, ground) in &tables.provinces {
        let tint = if is_sea(*province) {
            SEA
        } else {
            plan.first_owner(*province)
                .map_or(NOBODY, |it| plan.land(it))
        };
        shapes.extend(letters(plan, *province, is_sea(*province), tint));
        if ground.centre.is_some() {
            shapes.extend(marks::dot(plan, *province, None));
        }
    }
    shapes.extend(rose(ROSE, 560));
    shapes.extend(key(plan, seats));
    shapes.extend(frame(plan.size(), MARGIN));
    Ground {
        size: plan.size(),
        paper: SEA,
        shapes,
    }
}

/// What signs mean: in the upper right corner, below the centres.
fn key(plan: &Plan, seats: &[SeatCard]) -> Vec<Shape> {
    let Some(first) = seats.first().map(|it| it.name) else {
        return Vec::new();
    };
    let pen = super::plain(PAPER, 170);
    let mut shapes = Vec::new();
    for (row, (kind, word)) in (0..).zip([(Kind::Army, "army"), (Kind::Fleet, "fleet")]) {
        let at = (10_100, 2_200 + row * 400);
        shapes.extend(marks::unit(plan, first, kind, at, 125));
        shapes.push(Shape::start((at.0 + 260, at.1 + 60), word, pen.clone()));
    }
    shapes
}
