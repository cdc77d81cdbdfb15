//! The one integration crate.

mod config;
mod mail;
mod maildir;
mod migrations;
mod schedule;
mod store;
