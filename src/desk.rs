//! What the commands do.

pub mod schedule;
