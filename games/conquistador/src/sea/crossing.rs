//! B1: expeditions cross the ocean as their blocks say (3.3).

use super::super::data::Tables;
use super::super::events::Cx;
use super::super::ids::{At, Label};
use super::super::reckon::voyage;
use super::super::state::{Expedition, Open, State};
use super::course::{self, Phase};
use super::events::Event;
use packetboat_core::prelude::*;

/// All crossings of one power.
pub(super) fn all(tables: &Tables, state: &mut State, seat: Seat, cx: &mut Cx<'_>) {
    let labels: Vec<Label> = state.own(seat).expeditions.keys().copied().collect();
    for label in labels {
        let own = state.own_mut(seat);
        let expedition = own.expeditions.get_mut(&label).expect("listed above");
        let Some(to) = expedition.crossing.take() else {
            continue;
        };
        let expedition = &state.own(seat).expeditions[&label];
        match may_cross(tables, &state.open, seat, expedition, to, None) {
            Ok(_) => {
                cx.done(seat, label.begun());
                course::cross(tables, state, seat, label, to, Phase::Initial, cx);
            }
            Err(why) => {
                cx.undone(seat, label.begun(), &why);
                let event = Event::VoyagePassedOver { seat, label, why };
                cx.tell(Audience::one(seat), event.into());
            }
        }
    }
    course::retire(tables, state, seat, cx);
}

/// Whether an expedition may cross to a place; if so, its Bounds. `line`: the EXCEED of a line.
///
/// # Errors
/// Why not.
pub fn may_cross(
    tables: &Tables,
    open: &Open,
    seat: Seat,
    expedition: &Expedition,
    to: At,
    line: Option<u32>,
) -> Result<u32, String> {
    let bounds = voyage::crossing_bounds(tables, expedition.at, to)?;
    if expedition.fleet().galleons > 0 && !voyage::galleon_port(tables, open, seat, to) {
        return Err("a Galleon Fleet sails to Europe and own Ports only".to_owned());
    }
    let (_, passage) = voyage::cape(tables, expedition.from_pacific, expedition.at, to);
    if passage.is_some() && voyage::cape_closed(tables, open, expedition) {
        return Err("nobody has passed the South Cape, and no Explorer is aboard".to_owned());
    }
    let sailed = expedition.sailed_b + bounds;
    if voyage::affords(expedition, sailed, line) {
        Ok(bounds)
    } else {
        Err(format!(
            "it needs {sailed} Bounds this turn and has {}",
            expedition.bounds
        ))
    }
}
