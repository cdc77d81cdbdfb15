//! Where areas are in the picture, and the outlines that result from it: coasts and borders are
//! made rough by rule, so that few points are set by hand.

use crate::data::{Area, Map, Region};
use packetboat_core::engine::scene::{Colour, Point};
use packetboat_core::prelude::*;
use packetboat_kit::checks::Checks;

const FILE: &str = "picture.toml";

/// Lengths of this and less, squared, are not made rougher: 24 pixels.
const SHORT: i64 = 240 * 240;

/// How the map is drawn.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Plan {
    high: i32,
    /// Ways by sea, from coast to coast.
    way: Vec<Way>,
    #[serde(rename = "region")]
    pub(super) regions: Vec<Tint>,
    #[serde(rename = "area")]
    pub(super) areas: Vec<Spot>,
}

/// How a region is drawn.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Tint {
    pub(super) code: Region,
    pub(super) tint: Colour,
    at: Point,
}

/// A way by sea.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
struct Way {
    between: (Area, Area),
    line: (Point, Point),
}

/// Where an area is.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Spot {
    pub(super) code: Area,
    at: Point,
    rings: Vec<Vec<Point>>,
}

impl Tint {
    /// The middle of its name.
    pub(super) fn at(&self) -> Point {
        tenths(self.at)
    }
}

impl Spot {
    /// The middle of what is in it.
    pub(super) fn at(&self) -> Point {
        tenths(self.at)
    }

    /// Its outlines, rough.
    pub(super) fn outlines(&self) -> Vec<Vec<Point>> {
        let each = self.rings.iter();
        each.map(|ring| {
            // The last point of a side is the first of the next.
            let rough = sides(ring).into_iter().map(rough);
            let open = rough.map(|it| it[1..].to_vec());
            open.flatten().collect()
        })
        .collect()
    }
}

/// Lines of the map.
pub(super) struct Lines {
    /// Where land meets the sea.
    pub(super) coasts: Vec<Vec<Point>>,
    /// Between areas of one region.
    pub(super) inner: Vec<Vec<Point>>,
    /// Between regions.
    pub(super) outer: Vec<Vec<Point>>,
}

impl Plan {
    /// Reads it; none: the campaign was founded before there was one.
    ///
    /// # Errors
    /// It does not fit the map.
    pub fn read(pack: &DataPack, map: &Map) -> Result<Option<Self>, DataError> {
        if !pack.files.contains_key(FILE) {
            return Ok(None);
        }
        let plan: Plan = pack.read(FILE)?;
        let areas = plan.areas.iter().map(|it| it.code);
        let regions = plan.regions.iter().map(|it| it.code);
        let fits = areas.eq(map.codes()) && regions.eq(map.regions.iter().map(|it| it.code));
        Checks::default()
            .rule("all areas and regions are needed, in the order of map.toml")
            .that(|| fits)
            .in_file(FILE)?;
        Ok(Some(plan))
    }

    /// Width and height of the picture.
    pub(super) fn size(&self) -> Point {
        (packetboat_core::engine::scene::WIDTH, self.high * 10)
    }

    pub(super) fn area(&self, code: Area) -> &Spot {
        let found = self.areas.iter().find(|it| it.code == code);
        found.expect("all areas of the map are in the plan")
    }

    /// The areas that share a side on land, in both orders.
    pub fn touching(&self) -> BTreeSet<(Area, Area)> {
        let owners = self.owners();
        let pairs = owners.values().filter_map(|areas| match areas[..] {
            [one, other] => Some([(one, other), (other, one)]),
            _ => None,
        });
        pairs.flatten().into_set()
    }

    /// The areas between which a way by sea is drawn, in both orders.
    pub fn across(&self) -> BTreeSet<(Area, Area)> {
        let pairs = self.way.iter().map(|it| it.between);
        pairs.flat_map(|(a, b)| [(a, b), (b, a)]).into_set()
    }

    /// The ways by sea.
    pub(super) fn ways(&self) -> Vec<Vec<Point>> {
        let each = self.way.iter().map(|it| it.line);
        each.map(|(from, to)| vec![tenths(from), tenths(to)])
            .collect()
    }

    /// Whose each side is.
    fn owners(&self) -> BTreeMap<(Point, Point), Vec<Area>> {
        let mut owners: BTreeMap<(Point, Point), Vec<Area>> = BTreeMap::new();
        for spot in &self.areas {
            for (from, to) in spot.rings.iter().flat_map(|it| sides(it)) {
                let side = (from.min(to), from.max(to));
                owners.entry(side).or_default().push(spot.code);
            }
        }
        owners
    }

    /// The outline of a region.
    pub(super) fn around(&self, map: &Map, region: Region) -> Vec<Vec<Point>> {
        let inside = |it: &&Area| map.area(**it).region == region;
        let owners = self.owners().into_iter();
        let such = owners.filter(|it| it.1.iter().filter(inside).count() == 1);
        such.map(|it| rough(it.0)).collect()
    }

    /// Coasts and borders.
    pub(super) fn lines(&self, map: &Map) -> Lines {
        let (mut coasts, mut inner, mut outer) = (Vec::new(), Vec::new(), Vec::new());
        for (side, owners) in self.owners() {
            let line = rough(side);
            let regions: BTreeSet<_> = owners.iter().map(|it| map.area(*it).region).into_set();
            match (owners.len(), regions.len()) {
                (1, _) => coasts.push(line),
                (_, 1) => inner.push(line),
                _ => outer.push(line),
            }
        }
        Lines {
            coasts,
            inner,
            outer,
        }
    }
}

fn tenths(at: Point) -> Point {
    (at.0 * 10, at.1 * 10)
}

/// The sides of a ring, in pixels.
fn sides(ring: &[Point]) -> Vec<(Point, Point)> {
    let next = ring.iter().cycle().skip(1);
    ring.iter().copied().zip(next.copied()).collect()
}

/// A side as a hand draws it, in tenths: the same in both directions.
fn rough((from, to): (Point, Point)) -> Vec<Point> {
    let (low, high) = (from.min(to), from.max(to));
    let mut line = vec![tenths(low)];
    bend(&mut line, tenths(high), 0);
    if low != from {
        line.reverse();
    }
    line
}

/// Draws on to a point: half way the hand leaves the straight line, as far as a number says that
/// is made of both ends.
fn bend(line: &mut Vec<Point>, to: Point, depth: u32) {
    let from = *line.last().expect("a line begins somewhere");
    let (right, down) = (to.0 - from.0, to.1 - from.1);
    let length = i64::from(right) * i64::from(right) + i64::from(down) * i64::from(down);
    if length <= SHORT || depth > 6 {
        line.push(to);
        return;
    }
    let sway = sway(from, to);
    let half = (
        (from.0 + to.0) / 2 - down * sway / 1_000,
        (from.1 + to.1) / 2 + right * sway / 1_000,
    );
    bend(line, half, depth + 1);
    bend(line, to, depth + 1);
}

/// Between -150 and 150, as if by chance.
fn sway(from: Point, to: Point) -> i32 {
    let mut mixed: u32 = 0x9e37_79b9;
    for number in [from.0, from.1, to.0, to.1] {
        mixed = (mixed ^ number.cast_unsigned()).wrapping_mul(0x85eb_ca6b);
        mixed ^= mixed >> 15;
    }
    i32::try_from(mixed % 301).expect("small") - 150
}
