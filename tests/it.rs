//! The one integration crate.

mod report;
