//! What only pages print.

use super::data::Tables;
use super::place::{Place, Province, Unit};
use super::state::Stage;
use super::view::View;
use packetboat_core::prelude::*;

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
        names: BTreeMap<String, String> = {
            tables.places().map(|it| (it.to_string(), tables.called(it))).into_map()
        },
        /// The viewer's units in a movement phase.
        own: Vec<Reach> = {
            let shown = view.stage == Stage::Movement && !view.over;
            let own = view.power(None).filter(|_| shown);
            let units = own.into_iter().flat_map(|it| it.units.iter().copied());
            units.map(|unit| Reach { unit, to: tables.steps(unit) }).collect()
        },
        /// Supply centres that nobody owns.
        free: Vec<Province> = {
            let centres = tables.provinces.keys().copied().filter(|it| tables.is_centre(*it));
            centres.filter(|it| !view.owners.contains_key(it)).collect()
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
