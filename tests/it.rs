//! The one integration crate.
