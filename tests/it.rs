//! The one integration crate.

mod config;
mod mail;
mod maildir;
mod migrations;
mod report;
mod schedule;
mod store;
