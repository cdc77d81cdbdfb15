//! The one integration crate.
mod cases;
