//! What a game's types must be able to do, whatever they hold.

use super::broken::Broken;
use serde::Serialize;
use serde::de::DeserializeOwned;
use std::fmt::Debug;

/// What can be stored: plain data with names, no hash maps, no floats, no `usize`.
pub trait Stored:
    Serialize + DeserializeOwned + Clone + PartialEq + Debug + Send + Sync + 'static
{
}
impl<T: Serialize + DeserializeOwned + Clone + PartialEq + Debug + Send + Sync + 'static> Stored
    for T
{
}

/// A state that knows what must always hold of it, by the tables of its game.
pub trait Checked<T> {
    /// Checks all of it. Run after every load and after every step.
    ///
    /// # Errors
    /// The first invariant that does not hold.
    fn validate(&self, tables: &T) -> Result<(), Broken>;
}
