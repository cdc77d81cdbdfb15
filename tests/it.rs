//! The one integration crate.

mod config;
mod maildir;
mod migrations;
mod power;
mod schedule;
mod store;
