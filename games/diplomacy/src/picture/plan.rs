//! Where places are in the picture, and what powers look like.

use crate::data::Tables;
use crate::place::{Coast, Place, Province};
use packetboat_core::engine::scene::{Colour, Point};
use packetboat_core::prelude::*;
use packetboat_kit::chart::{Mark, Outline};

const FILE: &str = "picture.toml";

/// How the map is drawn.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Plan {
    high: i32,
    idle: String,
    water: String,
    power: BTreeMap<Seat, Livery>,
    place: BTreeMap<Province, Spot>,
}

/// What a power looks like.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
struct Livery {
    fill: Colour,
    letter: Colour,
    edge: Colour,
    land: Colour,
    home: BTreeSet<Province>,
}

/// Where a province is, and what is in it.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
struct Spot {
    #[serde(default)]
    idle: bool,
    name: Option<Point>,
    unit: Option<Point>,
    dislodged: Option<Point>,
    #[serde(default)]
    coasts: BTreeMap<Coast, Point>,
    rings: String,
}

impl Plan {
    /// Reads it; `None`: the campaign was begun without one.
    ///
    /// # Errors
    /// A province that has no place.
    pub fn read(pack: &DataPack, tables: &Tables) -> Result<Option<Self>, DataError> {
        if !pack.files.contains_key(FILE) {
            return Ok(None);
        }
        let plan: Plan = pack.read(FILE)?;
        let is_whole = |it: &Spot| it.name.is_some() && it.unit.is_some() && it.dislodged.is_some();
        let has = |it: &Province| plan.place.get(it).is_some_and(is_whole);
        if let Some(odd) = tables.provinces.keys().find(|it| !has(it)) {
            return Err(DataError::new(FILE, format!("{odd} has no place")));
        }
        Ok(Some(plan))
    }

    /// How large the picture is.
    pub fn size(&self) -> Point {
        (packetboat_core::engine::scene::WIDTH, self.high * 10)
    }

    /// The outlines of provinces of which this is so.
    pub(super) fn outlines(&self, such: impl Fn(Province) -> bool) -> Vec<Vec<Point>> {
        let all = self.place.iter().filter(|it| such(*it.0));
        all.flat_map(|it| rings(&it.1.rings)).collect()
    }

    /// The outlines of land that nobody enters.
    pub(super) fn idle(&self) -> Vec<Vec<Point>> {
        let land = self.place.values().filter(|it| it.idle);
        let land = land.flat_map(|it| rings(&it.rings));
        land.chain(rings(&self.idle)).collect()
    }

    /// The outlines of water that belongs to land.
    pub(super) fn water(&self) -> Vec<Vec<Point>> {
        rings(&self.water)
    }

    /// The middle of a province's letters.
    pub(super) fn name(&self, province: Province) -> Point {
        tenths(self.place[&province].name.expect("it was checked"))
    }

    /// The middle of a unit.
    pub(super) fn unit(&self, at: Place) -> Point {
        let spot = &self.place[&at.province];
        let on_coast = at.coast.and_then(|it| spot.coasts.get(&it).copied());
        tenths(on_coast.or(spot.unit).expect("it was checked"))
    }

    /// The middle of a unit that must retreat.
    pub(super) fn dislodged(&self, province: Province) -> Point {
        tenths(self.place[&province].dislodged.expect("it was checked"))
    }

    /// Whose land a province is when the game begins.
    pub(super) fn first_owner(&self, province: Province) -> Option<Seat> {
        let mut all = self.power.iter();
        all.find(|it| it.1.home.contains(&province)).map(|it| *it.0)
    }

    /// The colour of a power's land.
    pub(super) fn land(&self, seat: Seat) -> Colour {
        self.power.get(&seat).map_or(NOBODY, |it| it.land)
    }

    /// A power's mark: its colours.
    pub fn mark(&self, seat: Seat) -> Mark {
        let livery = self.power.get(&seat);
        livery.map_or(packetboat_kit::chart::mark_of(0), |one| Mark {
            outline: Outline::Disc,
            fill: one.fill,
            letter: one.letter,
            edge: one.edge,
            trail: one.fill,
        })
    }
}

/// Land that belongs to nobody.
pub(super) const NOBODY: Colour = Colour(0x00f6_ecc8);

fn tenths((x, y): Point) -> Point {
    (x * 10, y * 10)
}

/// Rings of points, as the file writes them.
fn rings(text: &str) -> Vec<Vec<Point>> {
    let point = |one: &str| -> Option<Point> {
        let (x, y) = one.split_once(',')?;
        Some(tenths((x.parse().ok()?, y.parse().ok()?)))
    };
    let rings = text.split(';');
    rings
        .map(|it| it.split_whitespace().filter_map(point).collect())
        .collect()
}
