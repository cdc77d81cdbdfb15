//! Who is beaten in an invasion retreats or is eliminated by the rules of land combat (4.5).

use super::super::data::Tables;
use super::super::state::State;
use super::Cx;
use crate::engine::seat::Seat;
use crate::games::hex::Hex;

pub(super) fn retreat(tables: &Tables, state: &mut State, to: Option<Hex>, cx: &mut Cx<'_>) {
    let _ = (tables, state, to, cx);
    todo!()
}

pub(super) fn eliminate(tables: &Tables, state: &mut State, seat: Seat, hex: Hex, cx: &mut Cx<'_>) {
    let _ = (tables, state, seat, hex, cx);
    todo!()
}
