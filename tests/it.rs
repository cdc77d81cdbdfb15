//! The one integration crate.

mod config;
mod mail;
mod these_new_worlds;
