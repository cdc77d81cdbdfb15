//! Stub until the land part brings it.
