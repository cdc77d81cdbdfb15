//! What can be reckoned from what a power sees: used by the rules, by decisions, and by advice.

pub mod cargo;
pub mod deals;
pub mod ground;
pub mod income;
pub mod landing;
pub mod loot;
pub mod march;
pub mod odds;
pub mod ports;
pub mod score;
pub mod seen_odds;
pub mod shipping;
pub mod units;
pub mod voyage;
