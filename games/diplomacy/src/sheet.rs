//! The order sheet: a line for each unit, as it is played if nobody changes it.

use super::data::Tables;
use super::place::{Place, Province};
use super::state::Stage;
use super::view::View;
use packetboat_core::prelude::*;
use packetboat_kit::words::either;

/// The sheet of the viewer.
pub fn sheet(tables: &Tables, view: &View) -> SheetText {
    let is_called = view.seat.is_some_and(|it| view.called.contains(&it));
    if view.over || !is_called {
        return SheetText::default();
    }
    let own = view.power(None).into_iter().flat_map(|it| &it.units);
    let (lead, live): (String, Vec<String>) = match view.stage {
        Stage::Movement => (
            "each unit holds unless you change H in its line: to - SER (it moves there), \
             S A SER - RUM (it supports that move), C A YOR - NWY (it convoys)"
                .to_owned(),
            own.map(|it| format!("{} H", it.printed())).collect(),
        ),
        Stage::Retreats => {
            let each = view.retreating().map(|dislodged| {
                let to = either(dislodged.to.iter().map(|it| it.printed()));
                format!("{} can go to {to}", dislodged.unit.printed())
            });
            let each = each.collect::<Vec<_>>().join("; ");
            let lead = "change D in its line to R and the place, or it is disbanded";
            let live = view
                .retreating()
                .map(|it| format!("{} D", it.unit.printed()));
            (format!("{each}: {lead}"), live.collect())
        }
        Stage::Adjustments if view.adjustment > 0 => {
            let sites = either(view.sites.iter().map(|it| site(tables, *it)));
            let count = view.adjustment;
            let lead = format!(
                "you may build {count}, at {sites}: BUILD A or BUILD F and the place, a line each"
            );
            (lead, Vec::new())
        }
        Stage::Adjustments => {
            let count = -view.adjustment;
            let lead =
                format!("you must disband {count}: REMOVE and the unit; else the rule decides");
            (lead, Vec::new())
        }
    };
    SheetText {
        lead,
        live,
        ..SheetText::default()
    }
}

/// Where units can be built, with the coasts that a fleet is to name.
fn site(tables: &Tables, at: Province) -> String {
    let places = tables.places().filter(|it| it.province == at);
    let coasts = either(places.skip(1).map(Place::printed));
    let name = Place::inland(at).printed();
    match coasts.as_str() {
        "" => name,
        coasts => format!("{name} (a fleet at {coasts})"),
    }
}
