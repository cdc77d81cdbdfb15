//! What can be reckoned from what a power sees: used by the rules, by decisions, and by advice.

pub mod deals;
pub mod ports;
pub mod score;
