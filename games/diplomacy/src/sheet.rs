//! The order sheet: a line for each unit, as it is played if nobody changes it.

use super::data::Tables;
use super::place::Unit;
use super::state::Stage;
use super::view::View;
use packetboat_core::prelude::*;

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
            let each = view.retreating();
            let goals = |to: &[super::place::Place]| -> Vec<String> {
                to.iter().map(|it| it.printed()).collect()
            };
            let may = each.map(|it| {
                format!(
                    "{} may go to {}",
                    it.unit.printed(),
                    goals(&it.to).join(", ")
                )
            });
            let lead: Vec<String> = may.collect();
            let live = view
                .retreating()
                .map(|it| format!("{} D", it.unit.printed()));
            (lead.join("; "), live.collect())
        }
        Stage::Adjustments if view.adjustment > 0 => {
            let sites: Vec<String> = view
                .sites
                .iter()
                .map(|it| it.to_string().to_uppercase())
                .collect();
            let lead = format!(
                "you may build {}: B A or B F, and one of {}",
                view.adjustment,
                sites.join(", ")
            );
            (lead, vec!["WAIVE".to_owned()])
        }
        Stage::Adjustments => {
            let lead = format!("you must disband {}: R, and a unit", -view.adjustment);
            (lead, Vec::new())
        }
    };
    SheetText {
        lead,
        live,
        ..SheetText::default()
    }
}
