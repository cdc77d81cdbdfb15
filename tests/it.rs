//! The one integration crate.

mod contract;
mod simulate;
mod tidy;
mod toys;
