//! Which part of the map is seen from nearby: that where the viewer has most and most happened.

use super::super::events::Event;
use super::super::faces;
use super::super::view::View;
use super::facts::{self, Post};
use super::sheet::{MARGIN, NEAR, Sheet, far};
use packetboat_core::engine::scene::Point;
use packetboat_kit::hex::Hex;

/// How large the picture is.
pub(super) const SIZE: Point = (12_000, 6_700);
/// How near to the edge nothing may lie that counts.
const RIM: i32 = MARGIN + 350;

/// A hex that counts, and how much.
pub(super) type Weight = (Hex, i64);

/// What counts: own men and ships most, then news, then others.
pub(super) fn weights(view: &View, heard: &[&Event], posts: &[Post]) -> Vec<Weight> {
    let mut all: Vec<Weight> = posts
        .iter()
        .map(|it| {
            if Some(it.seat) == view.seat {
                let heads = i64::from(it.men.colonists + it.men.soldiers);
                (
                    it.hex,
                    40 + 6 * heads + 8 * i64::from(facts::count(it.ships)),
                )
            } else {
                (it.hex, 5)
            }
        })
        .collect();
    for (_, hex) in faces::places(view, heard) {
        all.push((hex, 45));
    }
    if all.is_empty() {
        // Nobody is there yet: the islands that ships from Europe reach first.
        let map = &view.tables.map;
        let nearest = map
            .all()
            .filter(|it| map.is_coast(*it) && map.bounds(*it) == Some(4));
        all.extend(nearest.map(|it| (it, 1)));
    }
    all
}

/// The ground to be used, where on it the picture's corner lies, and the picture as a sheet.
pub(super) fn choose(weights: &[Weight]) -> (&'static str, Point, Sheet) {
    let mut best = None;
    for (name, tile) in &NEAR {
        for (middle, _) in weights {
            for step in STEPS {
                let centre = tile.middle(*middle);
                let corner = (
                    centre.0 - SIZE.0 / 2 + step.0 * tile.hex,
                    centre.1 - SIZE.1 / 2 + step.1 * tile.row,
                );
                let clamped = (
                    corner.0.clamp(0, tile.size.0 - SIZE.0),
                    corner.1.clamp(0, tile.size.1 - SIZE.1),
                );
                // Whole pixels: a ground is laid down as it was painted.
                let at = (clamped.0 / 10 * 10, clamped.1 / 10 * 10);
                let sheet = tile.cut(at, SIZE);
                let worth = worth(sheet, weights);
                if best.as_ref().is_none_or(|it: &(_, _)| worth > it.0) {
                    best = Some((worth, (*name, at, sheet)));
                }
            }
        }
    }
    let centre = (NEAR[0].1.size.0 / 2, NEAR[0].1.size.1 / 2);
    best.map_or((NEAR[0].0, centre, NEAR[0].1.cut(centre, SIZE)), |it| it.1)
}

/// How a window may lie around a hex that counts, in hexes.
const STEPS: [Point; 13] = [
    (0, 0),
    (2, 0),
    (4, 0),
    (-2, 0),
    (-4, 0),
    (0, 2),
    (0, -2),
    (3, 2),
    (3, -2),
    (-3, 2),
    (-3, -2),
    (0, 1),
    (0, -1),
];

/// What of it is seen; of equal windows that in whose middle it lies.
fn worth(sheet: Sheet, weights: &[Weight]) -> (i64, i64) {
    let inside = |at: Point| {
        (RIM..sheet.size.0 - RIM).contains(&at.0) && (RIM..sheet.size.1 - RIM).contains(&at.1)
    };
    let seen = weights.iter().filter(|it| inside(sheet.middle(it.0)));
    let middle = (sheet.size.0 / 2, sheet.size.1 / 2);
    let (mut sum, mut away) = (0, 0);
    for (hex, weight) in seen {
        sum += weight;
        away += weight * far(sheet.middle(*hex), middle) / 10_000;
    }
    (sum, -away)
}
