//! What no mail to a viewer may hold: what others keep sealed, in the words in which their own
//! pages print it.

use super::data::Tables;
use super::faces::words;
use super::state::{Sealed, Stage, State};
use packetboat_core::engine::seat::Viewer;
use packetboat_core::engine::secrets::Hidden;
use std::sync::Arc;

/// Phrases that only others may read. None when the game is over: what was sealed then tells
/// nothing that anybody could use.
pub(super) fn hidden(tables: &Arc<Tables>, state: &State, viewer: Viewer) -> Vec<Hidden> {
    if state.open.stage == Stage::Over {
        return Vec::new();
    }
    let mut own = Vec::new();
    let mut others = Vec::new();
    for seat in &state.open.table {
        let list = if viewer == Viewer::Seat(*seat) {
            &mut own
        } else {
            &mut others
        };
        list.extend(secrets(tables, state.own(*seat)));
    }
    for deal in &state.deals {
        let party = |it| viewer == Viewer::Seat(it);
        let list = if deal.bond.parties().into_iter().any(party) {
            &mut own
        } else {
            &mut others
        };
        list.push(words::deal(tables, deal));
    }
    // What is just as true of the viewer, as two powers may both have an S1, is no secret.
    let own: Vec<String> = own.iter().map(|it| it.to_lowercase()).collect();
    let is_own = |it: &String| own.iter().any(|own| own.contains(&it.to_lowercase()));
    others.retain(|it| !is_own(it));
    others.into_iter().map(Hidden::Phrase).collect()
}

/// What a power's own page prints of its sealed side.
fn secrets(tables: &Tables, own: &Sealed) -> Vec<String> {
    let mut lines = Vec::new();
    for (label, it) in &own.expeditions {
        lines.extend(words::expedition_lines(tables, *label, it, own));
    }
    for (label, it) in &own.parties {
        lines.push(words::party(tables, *label, it));
        lines.extend(words::trail(tables, *label, it));
    }
    lines.extend(words::docks(tables, own));
    lines.extend(words::in_europe(tables, own));
    lines.extend(words::charts(tables, own));
    lines.extend(words::banked(tables, own));
    lines.extend(words::duty(own));
    lines.extend(words::rutter(own));
    lines
}
