//! The one integration crate.

mod config;
mod contract;
mod lang;
mod mail;
mod maildir;
mod migrations;
mod power;
mod report;
mod schedule;
mod simulate;
mod store;
mod tidy;
mod toys;
