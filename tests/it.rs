//! The one integration crate.

mod these_new_worlds;
