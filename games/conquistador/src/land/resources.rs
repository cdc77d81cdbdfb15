//! C6: what the land earns (4.11).

use super::super::events::Cx;
use super::events::Event;
use crate::data::Tables;
use crate::reckon::income;
use crate::state::State;

/// Resources of the power whose go it is, Area by Area, into its Treasury (6.2.2); and the next
/// power's go.
pub(super) fn advance(tables: &Tables, state: &mut State, cx: &mut Cx<'_>) {
    let seat = state.open.acting().expect("it is somebody's go");
    for area in tables.map.areas() {
        let harvest = income::resources(tables, &state.open, seat, area.id);
        let ducats = harvest.ducats();
        if ducats == 0 {
            continue;
        }
        state.power_mut(seat).treasury += ducats;
        let event = Event::ResourcesCredited {
            seat,
            area: area.name.clone(),
            colonists: harvest.colonists,
            each: harvest.each,
            ducats,
        };
        cx.announce(event.into());
    }
    state.next_power();
}
