//! What may be known of a game, as types say it: `shown!` makes all of this.
//!
//! Not here: the macro (`declare`).

use super::seat::Viewer;
use schemars::{JsonSchema, Schema, SchemaGenerator};
use serde::Serialize;
use std::fmt::Debug;

/// What one viewer may know of a state. Built up from nothing, never cut down from it.
pub trait Shown<T, S>: Serialize + JsonSchema + Clone + PartialEq + Debug {
    /// What this viewer sees of the state.
    fn shown(tables: &T, state: &S, viewer: Viewer) -> Self;
}

/// What a page prints besides a view, made of it alone.
pub trait Extras<T, V>: Serialize {
    /// What a page draws of this view.
    fn drawn(tables: &T, view: &V) -> Self;

    /// Its schema; `None`: there is nothing.
    fn schema(generator: &mut SchemaGenerator) -> Option<Schema>;
}

impl<T, V> Extras<T, V> for () {
    fn drawn(_: &T, _: &V) -> Self {}

    fn schema(_: &mut SchemaGenerator) -> Option<Schema> {
        None
    }
}
