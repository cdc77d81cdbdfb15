//! The order sheet: a line for each unit, as it is played if nobody changes it.

use super::data::Tables;
use super::place::Unit;
use super::state::Stage;
use super::view::View;
use packetboat_core::prelude::*;
use packetboat_kit::words::commas;

/// The sheet of the viewer.
pub fn sheet(_tables: &Tables, view: &View) -> SheetText {
    let is_called = view.seat.is_some_and(|it| view.called.contains(&it));
    if view.over || !is_called {
        return SheetText::default();
    }
    let own = view.power(None).into_iter().flat_map(|it| &it.units);
    let held = |it: &Unit| format!("{} H", it.printed());
    let (lead, live) = match view.stage {
        Stage::Movement => (
            "each unit holds unless you change its line: - moves, S supports, C convoys".to_owned(),
            own.map(held).collect(),
        ),
        Stage::Retreats => {
            let each = view.retreating().map(|dislodged| {
                let to = commas(dislodged.to.iter().map(|it| it.printed()));
                format!("{} can go to {to}", dislodged.unit.printed())
            });
            let each: Vec<String> = each.collect();
            let lead = format!("{}: R and places, best first", each.join("; "));
            let disbanded = view.retreating();
            let live = disbanded.map(|it| format!("{} D", it.unit.printed()));
            (lead, live.collect())
        }
        Stage::Adjustments if view.adjustment > 0 => {
            let sites = view.sites.iter().map(|it| it.to_string().to_uppercase());
            let lead = format!(
                "you may build {}, at {}: B A or B F, and the place",
                view.adjustment,
                commas(sites)
            );
            (lead, vec!["WAIVE".to_owned()])
        }
        Stage::Adjustments => {
            let lead = format!(
                "you must disband {}: R and the unit; else the rule decides",
                -view.adjustment
            );
            (lead, Vec::new())
        }
    };
    SheetText {
        lead,
        live,
        ..SheetText::default()
    }
}
