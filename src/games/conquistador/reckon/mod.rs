//! What can be reckoned from what a power sees: used by the rules, by decisions, and by advice.

pub mod cargo;
pub mod odds;
pub mod voyage;
