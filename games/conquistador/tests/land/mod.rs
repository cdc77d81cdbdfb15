//! Tests of the land phase.

mod attrition;
mod gold;
mod lines;
mod march;
mod natives;
mod scene;
mod shipping;
mod storm;
