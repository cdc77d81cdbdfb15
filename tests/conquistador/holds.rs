//! When conditions hold.
