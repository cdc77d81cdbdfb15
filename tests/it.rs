//! The one integration crate.

mod config;
mod maildir;
mod migrations;
mod schedule;
mod store;
