//! Small pieces of what events say.

use super::super::data::Tables;
use super::super::ids::LeaderId;
use super::super::men::Men;
use super::super::state::Lot;

/// A leader's name.
pub(super) fn leader(tables: &Tables, id: LeaderId) -> String {
    tables.leader(id).name.clone()
}

/// Men and leaders in words: `2 Soldiers, Cortes`; empty if nobody.
pub(super) fn people<'a>(
    tables: &Tables,
    men: &Men,
    leaders: impl IntoIterator<Item = &'a LeaderId>,
) -> String {
    let mut parts: Vec<String> = Vec::new();
    if !men.is_empty() {
        parts.push(men.words());
    }
    parts.extend(leaders.into_iter().map(|it| leader(tables, *it)));
    parts.join(", ")
}

/// Ducats of several lots.
pub(super) fn ducats<'a>(lots: impl IntoIterator<Item = &'a Lot>) -> u32 {
    lots.into_iter().map(|it| it.ducats).sum()
}
