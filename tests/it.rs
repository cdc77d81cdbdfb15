//! The one integration crate.

mod mail;
