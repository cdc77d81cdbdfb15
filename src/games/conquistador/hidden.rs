//! What no mail to a viewer may hold.

use super::data::Tables;
use super::state::State;
use crate::engine::rules::Hidden;
use crate::engine::seat::Viewer;
use std::sync::Arc;

/// Phrases that only others may read.
pub(super) fn hidden(tables: &Arc<Tables>, state: &State, viewer: Viewer) -> Vec<Hidden> {
    let _ = (tables, state, viewer);
    Vec::new()
}
