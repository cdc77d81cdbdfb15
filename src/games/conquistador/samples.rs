//! One event of every kind, for the test of the templates.

use super::data::Tables;
use super::events::Event;

/// One of every kind.
pub fn samples(tables: &Tables) -> Vec<Event> {
    let _ = tables;
    Vec::new()
}
