//! What is drawn on land: arcs on rough country, trees in jungle, peaks of mountains.

use super::super::map::Terrain;
use super::sheet::Sheet;
use packetboat_core::engine::scene::{Look, Path, Point, Shape};
use packetboat_kit::chart::colours;
use packetboat_kit::hex::Hex;

/// A sign's points, in hundredths of a hex's width around where it stands.
type Sign<'a> = &'a [(i32, i32)];

/// What puts a sign at these places of each hex.
type Put<'a> = &'a dyn Fn(Sign<'_>, &[(i32, i32)]) -> Vec<Vec<Point>>;

/// What is drawn on hexes of one terrain.
pub(super) fn pattern(terrain: Terrain, hexes: &[Hex], sheet: Sheet) -> Vec<Shape> {
    let near = sheet.hex > 500;
    let put = |sign: Sign<'_>, places: &[(i32, i32)]| -> Vec<Vec<Point>> {
        let mut runs = Vec::new();
        for hex in hexes {
            let (x, y) = sheet.middle(*hex);
            for place in places {
                let at = |it: &(i32, i32)| {
                    (
                        x + (it.0 + place.0) * sheet.hex / 100,
                        y + (it.1 + place.1) * sheet.hex / 100,
                    )
                };
                runs.push(sign.iter().map(at).collect());
            }
        }
        runs
    };
    match terrain {
        Terrain::Clear => Vec::new(),
        Terrain::Rough => rough(near, &put),
        Terrain::Jungle => jungle(near, &put),
        Terrain::Mountain => mountain(near, &put),
    }
}

/// Arcs.
fn rough(near: bool, put: Put<'_>) -> Vec<Shape> {
    let places: &[(i32, i32)] = if near {
        &[(-22, -12), (20, -20), (4, 22), (-24, 28)]
    } else {
        &[(2, 4)]
    };
    let arc: Sign<'_> = if near {
        &[(-8, 4), (0, -3), (8, 4)]
    } else {
        &[(-14, 6), (0, -6), (14, 6)]
    };
    let width = if near { 16 } else { 11 };
    vec![Shape::Path(Path {
        runs: put(arc, places),
        closed: false,
        bent: true,
        look: Look::lined(colours::ROUGH[1], width).rounded(),
    })]
}

/// Trees.
fn jungle(near: bool, put: Put<'_>) -> Vec<Shape> {
    let places: &[(i32, i32)] = if near {
        &[(-24, -8), (4, -26), (26, 2), (0, 8), (-16, 32), (18, 34)]
    } else {
        &[(-20, -8), (20, -8), (0, 24)]
    };
    let size = if near { 1 } else { 2 };
    let crown = [(0, -10), (6, -5), (4, 2), (-4, 2), (-6, -5)].map(|it| grown(it, size));
    let trunk = [(0, 1), (0, 8)].map(|it| grown(it, size));
    let edge = if near { 10 } else { 4 };
    vec![
        Shape::lines(
            put(&trunk, places),
            Look::lined(colours::JUNGLE[2], if near { 16 } else { 9 }),
        ),
        Shape::Path(Path {
            runs: put(&crown, places),
            closed: true,
            bent: true,
            look: Look::filled(colours::JUNGLE[1]).edged(colours::JUNGLE[2], edge),
        }),
    ]
}

/// Peaks, lit from the left.
fn mountain(near: bool, put: Put<'_>) -> Vec<Shape> {
    let places: &[(i32, i32)] = if near {
        &[(-14, -8), (20, -18), (10, 24)]
    } else {
        &[(0, 4)]
    };
    let size = if near { 1 } else { 2 };
    let lit = [(-15, 12), (0, -14), (3, -4), (0, 12)].map(|it| grown(it, size));
    let shadow = [(0, -14), (15, 12), (0, 12), (3, -4)].map(|it| grown(it, size));
    let line = [(-15, 12), (0, -14), (15, 12)].map(|it| grown(it, size));
    let width = if near { 18 } else { 10 };
    vec![
        Shape::areas(put(&lit, places), Look::filled(colours::MOUNTAIN[0])),
        Shape::areas(put(&shadow, places), Look::filled(colours::MOUNTAIN[2])),
        Shape::lines(
            put(&line, places),
            Look::lined(colours::MOUNTAIN[1], width).rounded(),
        ),
    ]
}

fn grown(it: (i32, i32), size: i32) -> (i32, i32) {
    (it.0 * (size + 1) / 2, it.1 * (size + 1) / 2)
}
