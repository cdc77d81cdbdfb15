//! The one integration crate.

mod config;
