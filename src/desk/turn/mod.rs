//! A campaign moves on: mail is taken up to the next moment that matters, what is due is resolved,
//! or somebody's act changes it; each in one entry.
//!
//! In: a campaign, its mails, a moment. Out: the next entry. [`turn_over`] is pure.

pub mod act;
pub mod decided;
pub mod founding;
pub mod outage;
pub mod seat_change;
pub mod turn_over;
