//! Checks that a map read from its file hangs together.

use super::Map;
use crate::engine::data::DataError;

/// Whether all of it can be played on.
pub(super) fn check(_map: &Map) -> Result<(), DataError> {
    Ok(())
}
