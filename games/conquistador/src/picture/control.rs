//! Who controls an Area: a band in his colour inside its borders and along its coast.

use super::super::data::Tables;
use super::super::data::charts::{Band, Chart};
use super::super::ids::AreaId;
use super::super::map::Map;
use super::super::reckon::score;
use super::super::view::View;
use super::facts;
use super::ground::shores;
use super::sheet::{SIDES, Sheet, beyond};
use packetboat_core::engine::scene::{Colour, Look, Point, Shape};
use packetboat_kit::chart::{Mark, colours};
use packetboat_kit::hex::Hex;
use std::sync::Arc;

/// The bands of all Areas that are controlled: `width` inside borders, half of it on the coast.
pub(super) fn bands(view: &View, sheet: Sheet, width: i32) -> Vec<Shape> {
    let tables = &view.tables;
    let held = score::controlled(tables, &view.open);
    if held.is_empty() {
        return Vec::new();
    }
    let chart = chart(tables, sheet);
    let mut all = Vec::new();
    for (area, seat) in held {
        let colour = shown(facts::mark(view, seat).0);
        let band = chart
            .bands
            .get(area, || band(&tables.map, sheet, area, &chart));
        if !band.borders.is_empty() {
            all.push(Shape::Within {
                areas: band.inside.clone(),
                shapes: vec![Shape::lines(
                    band.borders.clone(),
                    Look::lined(colour, 2 * width).rounded(),
                )],
            });
        }
        if !band.coast.is_empty() {
            let line = Look::lined(colour, width * 9 / 10).rounded();
            all.push(Shape::lines(band.coast.clone(), line));
            let coast = Look::lined(colours::COAST, width / 6);
            all.push(Shape::lines(band.coast.clone(), coast));
        }
    }
    all
}

/// What is known of a sheet.
pub(super) fn chart(tables: &Tables, sheet: Sheet) -> Arc<Chart> {
    tables.charts.of(sheet, || {
        let drawn = tables.coast.as_ref();
        let shores = drawn.map_or_else(Vec::new, |it| shores(it.coast(), sheet));
        let owner = |it: &Point| {
            if sheet.has(*it, sheet.hex) {
                owner(&tables.map, sheet, *it)
            } else {
                None
            }
        };
        let owners = shores.iter().map(|it| it.iter().map(owner).collect());
        Chart {
            owners: owners.collect(),
            shores,
            ..Chart::default()
        }
    })
}

/// The borders of an Area.
fn band(map: &Map, sheet: Sheet, area: AreaId, chart: &Chart) -> Band {
    let (borders, inside) = borders(map, sheet, area, &chart.shores);
    Band {
        borders,
        inside,
        coast: along(area, chart),
    }
}

/// White would not be seen on paper.
fn shown(mark: Mark) -> Colour {
    if mark.fill == colours::WHITE {
        mark.edge
    } else {
        mark.fill
    }
}

/// Lines, and the outlines in which they are seen.
type Borders = (Vec<Vec<Point>>, Vec<Vec<Point>>);

/// Sides between an Area and others, and the hexes at which they are.
fn borders(map: &Map, sheet: Sheet, area: AreaId, shores: &[Vec<Point>]) -> Borders {
    let (mut runs, mut inside) = (Vec::new(), Vec::new());
    for hex in map.hexes_of(area) {
        if !sheet.has(sheet.middle(*hex), sheet.hex) {
            continue;
        }
        let foreign = |it: &usize| {
            let next = beyond(*hex, *it);
            map.land_neighbours(*hex).contains(&next) && map.area(next) != Some(area)
        };
        let sides: Vec<usize> = SIDES.into_iter().filter(foreign).collect();
        if !sides.is_empty() {
            inside.push(sheet.corners(*hex));
            let lines = sides.into_iter().map(|it| sheet.side(*hex, it));
            if map.is_coast(*hex) {
                runs.extend(lines.filter_map(|it| ashore(&it, shores)));
            } else {
                runs.extend(lines);
            }
        }
    }
    (runs, inside)
}

/// The part of a side that is land.
fn ashore(side: &[Point], shores: &[Vec<Point>]) -> Option<Vec<Point>> {
    let [from, to] = side else { return None };
    let parts = 10;
    let at = |it: i32| {
        let along = |one: i32, other: i32| one + (other - one) * it / parts;
        (along(from.0, to.0), along(from.1, to.1))
    };
    let land = (0..=parts).map(at).filter(|it| inside(*it, shores));
    let land: Vec<Point> = land.collect();
    match land[..] {
        [first, .., last] => Some(vec![first, last]),
        _ => None,
    }
}

/// Whether a point lies on land: a line from it crosses an odd number of shores.
fn inside(point: Point, shores: &[Vec<Point>]) -> bool {
    let crossed = |shore: &Vec<Point>| {
        let ends = shore.iter().zip(shore.iter().cycle().skip(1));
        let crossings = ends.filter(|(one, other)| {
            if (one.1 > point.1) == (other.1 > point.1) {
                return false;
            }
            let wide = i64::from(other.0 - one.0) * i64::from(point.1 - one.1);
            let right = i64::from(one.0) + wide / i64::from(other.1 - one.1);
            i64::from(point.0) < right
        });
        crossings.count()
    };
    shores.iter().map(crossed).sum::<usize>() % 2 == 1
}

/// The parts of shores that are an Area's.
fn along(area: AreaId, chart: &Chart) -> Vec<Vec<Point>> {
    let mut runs = Vec::new();
    for (shore, owners) in chart.shores.iter().zip(&chart.owners) {
        let mut run: Vec<Point> = Vec::new();
        let points = shore.iter().zip(owners);
        for (point, owner) in points.clone().chain(points.take(1)) {
            if *owner == Some(area) {
                run.push(*point);
            } else if run.len() > 1 {
                runs.push(std::mem::take(&mut run));
            } else {
                run.clear();
            }
        }
        if run.len() > 1 {
            runs.push(run);
        }
    }
    runs
}

/// The Area of a point of the shore: of its hex, or of the nearest that has one.
fn owner(map: &Map, sheet: Sheet, point: Point) -> Option<AreaId> {
    let hex = sheet.hex_at(point);
    let beside = SIDES.iter().map(|it| beyond(hex, *it));
    let lands = beside.filter(|it: &Hex| map.is_land(*it));
    let nearest = || lands.min_by_key(|it| super::sheet::far(sheet.middle(*it), point));
    map.area(hex).or_else(|| map.area(nearest()?))
}
