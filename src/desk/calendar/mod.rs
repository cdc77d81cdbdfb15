//! When things are due: whom a campaign waits for, until when, and what a deadline, a holiday or an
//! absence does to that. Pure: a position, settings and a moment in, a moment out.
//!
//! Not here: who asks (`turn`), and noting the answer in an entry (`entry::deadline`).

pub mod outlook;
pub mod schedule;
pub mod stop;
pub mod substitute;
pub mod votes;
