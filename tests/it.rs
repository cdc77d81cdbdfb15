//! The one integration crate.

mod config;
mod mail;
mod report;
