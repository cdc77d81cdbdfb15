//! Map.
