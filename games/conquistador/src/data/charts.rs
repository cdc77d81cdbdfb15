//! What pictures need to know of the map on a sheet of paper. It never changes, so it is reckoned
//! once for a sheet, and kept for as long as the tables are.
//!
//! Not here: how it is reckoned (`picture`).

use super::super::ids::AreaId;
use super::super::picture::sheet::Sheet;
use packetboat_core::engine::scene::{Point, Spot};
use packetboat_kit::hex::Hex;
use std::collections::BTreeMap;
use std::fmt;
use std::sync::{Arc, Mutex, PoisonError};

/// How many of a kind are kept: a campaign is seen through a dozen windows, and has thirty Areas,
/// whose names have a size each on a sheet, with a mark and without.
const KEPT_MAX: usize = 192;

/// The sheets that something was drawn on, and ways over the map. Copies share what was reckoned.
#[derive(Clone, Default)]
pub struct Charts(Arc<All>);

#[derive(Default)]
struct All {
    sheets: Kept<Sheet, Chart>,
    ways: Kept<Way, Option<Vec<Hex>>>,
}

/// A way: whether it goes by land, from where, and where to. `None`: to Europe.
pub type Way = (bool, Hex, Option<Hex>);

impl fmt::Debug for Charts {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Charts")
    }
}

impl Charts {
    /// What is known of a sheet; `make` reckons what all its pictures need.
    pub fn of(&self, sheet: Sheet, make: impl FnOnce() -> Chart) -> Arc<Chart> {
        self.0.sheets.get(sheet, make)
    }

    /// The hexes of a way, without the first; `None`: there is none.
    pub fn way(&self, way: Way, make: impl FnOnce() -> Option<Vec<Hex>>) -> Option<Vec<Hex>> {
        Option::clone(&self.0.ways.get(way, make))
    }
}

/// What is known of a sheet.
#[derive(Default)]
pub struct Chart {
    /// The outlines of the land on it.
    pub shores: Vec<Vec<Point>>,
    /// Whose Area each point of them is; `None`: nobody's, or it lies off the sheet.
    pub owners: Vec<Vec<Option<AreaId>>>,
    /// Names of Areas: by their size and how far they stay from the edge, without and with room for
    /// a mark before them. `None`: nothing of the Area is seen.
    pub names: Kept<(AreaId, Point, bool), Option<Name>>,
    /// What is drawn along the borders of an Area.
    pub bands: Kept<AreaId, Band>,
    /// The hexes of the sea of each zone, in the order of the map.
    pub seas: Kept<(), Vec<Vec<Hex>>>,
}

/// The name of an Area on a sheet.
pub struct Name {
    /// The places to be tried, best first.
    pub spots: Vec<Spot>,
    /// Its words, line by line.
    pub lines: Vec<String>,
    /// How many hexes of the Area are seen.
    pub seen: usize,
}

/// The borders of an Area on a sheet.
pub struct Band {
    /// Sides between it and others.
    pub borders: Vec<Vec<Point>>,
    /// The hexes at which they are.
    pub inside: Vec<Vec<Point>>,
    /// Its coast.
    pub coast: Vec<Vec<Point>>,
}

/// Things that were reckoned, by what they are for.
pub struct Kept<K, V>(Mutex<BTreeMap<K, Arc<V>>>);

impl<K, V> Default for Kept<K, V> {
    fn default() -> Self {
        Kept(Mutex::default())
    }
}

impl<K: Ord, V> Kept<K, V> {
    /// The one for this, which is made if there is none yet.
    pub fn get(&self, key: K, make: impl FnOnce() -> V) -> Arc<V> {
        let all = || self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(known) = all().get(&key) {
            return Arc::clone(known);
        }
        // Nobody waits meanwhile: two that make the same make it alike.
        let made = Arc::new(make());
        let mut all = all();
        if all.len() >= KEPT_MAX {
            all.clear();
        }
        Arc::clone(all.entry(key).or_insert(made))
    }
}
