//! Small pieces of what events say.

use super::super::data::Tables;
use super::super::ids::LeaderId;
use super::super::state::Lot;

/// A leader's name.
pub(super) fn leader(tables: &Tables, id: LeaderId) -> String {
    tables.leader(id).name.clone()
}

/// Ducats of several lots.
pub(super) fn ducats<'a>(lots: impl IntoIterator<Item = &'a Lot>) -> u32 {
    lots.into_iter().map(|it| it.ducats).sum()
}
