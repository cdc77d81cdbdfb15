//! Where places are in the picture, and what powers look like.

use crate::data::Tables;
use crate::place::{Coast, Place, Province};
use packetboat_core::engine::scene::{Colour, Point};
use packetboat_core::prelude::*;
use packetboat_kit::chart::{Mark, mark_of};
use packetboat_kit::checks::Checks;
use packetboat_kit::outlines::{Outlines, tenths};

const FILE: &str = "picture.toml";

/// How the map is drawn.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Plan {
    high: i32,
    /// Land that nobody enters.
    pub(super) idle: Outlines,
    /// Water that belongs to land.
    pub(super) water: Outlines,
    power: BTreeMap<Seat, Livery>,
    place: BTreeMap<Province, Spot>,
}

/// What a power looks like.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
struct Livery {
    mark: Mark,
    land: Colour,
    home: BTreeSet<Province>,
}

/// Where a province is, and what is in it.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
struct Spot {
    name: Point,
    unit: Point,
    dislodged: Point,
    #[serde(default)]
    coasts: BTreeMap<Coast, Point>,
    rings: Outlines,
}

impl Plan {
    /// Reads it; `None`: the campaign was begun without one.
    ///
    /// # Errors
    /// A province that is not in it, or anything else.
    pub fn read(pack: &DataPack, tables: &Tables) -> Result<Option<Self>, DataError> {
        if !pack.files.contains_key(FILE) {
            return Ok(None);
        }
        let plan: Plan = pack.read(FILE)?;
        Checks::default()
            .rule("what is in the picture are the provinces of the map")
            .that(|| plan.place.keys().eq(tables.provinces.keys()))
            .in_file(FILE)?;
        Ok(Some(plan))
    }

    /// How large the picture is.
    pub fn size(&self) -> Point {
        (packetboat_core::engine::scene::WIDTH, self.high * 10)
    }

    /// The outlines of provinces of which this is so.
    pub(super) fn outlines(&self, such: impl Fn(Province) -> bool) -> Vec<Vec<Point>> {
        let all = self.place.iter().filter(|it| such(*it.0));
        all.flat_map(|it| it.1.rings.0.clone()).collect()
    }

    /// The middle of a province's letters.
    pub(super) fn name(&self, province: Province) -> Point {
        tenths(self.place[&province].name)
    }

    /// The middle of a unit.
    pub(super) fn unit(&self, at: Place) -> Point {
        let spot = &self.place[&at.province];
        let on_coast = at.coast.and_then(|it| spot.coasts.get(&it).copied());
        tenths(on_coast.unwrap_or(spot.unit))
    }

    /// The middle of a unit that must retreat.
    pub(super) fn dislodged(&self, province: Province) -> Point {
        tenths(self.place[&province].dislodged)
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
        self.power.get(&seat).map_or(mark_of(0), |it| it.mark)
    }
}

/// Land that belongs to nobody.
pub(super) const NOBODY: Colour = Colour(0x00f6_ecc8);
