//! The games.

pub mod these_new_worlds;
