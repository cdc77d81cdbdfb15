//! The one integration crate.

mod config;
mod contract;
mod mail;
mod maildir;
mod migrations;
mod report;
mod schedule;
mod simulate;
mod store;
mod these_new_worlds;
mod tidy;
mod toys;
