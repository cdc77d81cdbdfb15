//! The desk.
pub mod schedule;
