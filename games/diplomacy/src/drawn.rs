//! What only pages print.

use super::data::Tables;
use super::place::{Place, Province, Unit};
use super::state::Stage;
use super::view::View;
use packetboat_core::prelude::*;
use std::sync::Arc;

/// A unit of the viewer's, and where it may go by itself.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
pub struct Reach {
    /// The unit.
    pub unit: Unit,
    /// Where it may go.
    pub to: Vec<Place>,
}

shown! {
    /// What only pages print.
    pub struct Drawn of (tables: &Tables, view: &View) {
        /// The season.
        season: String = season(view.part).to_owned(),
        /// What the sheet is called: F1901M.
        sheet_name: String = tables.sheets.name(view.sheet()),
        /// Places by their names: `spa/nc` is Spain (north coast).
        names: Arc<BTreeMap<String, String>> = Arc::clone(&tables.names),
        /// The viewer's units in a movement phase.
        own: Vec<Reach> = {
            let shown = view.stage == Stage::Movement && !view.over;
            let own = view.power(None).filter(|_| shown).into_iter().flat_map(|it| &it.units);
            own.map(|unit| Reach { unit: *unit, to: tables.steps(*unit) }).collect()
        },
        /// Supply centres that nobody owns.
        free: Vec<Province> = {
            let is_free = |it: &Province| tables.is_centre(*it) && !view.owners.contains_key(it);
            tables.provinces.keys().copied().filter(is_free).collect()
        },
    }
}

/// The season of a part of the year.
pub fn season(part: u8) -> &'static str {
    match part {
        1 | 2 => "Spring",
        3 | 4 => "Autumn",
        _ => "Winter",
    }
}
