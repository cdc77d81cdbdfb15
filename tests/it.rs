//! The one integration crate.

mod lang;
