//! One run of the cron job: mail in, campaigns that are due, mail out, pages.
//!
//! In: a club and a moment ([`run::tick`]). Out: entries, mails, and lines for the referee.

pub mod closing;
pub mod faults;
pub mod jobs;
pub mod open_seats;
pub mod plan;
pub mod run;
pub mod sorting;
pub mod standbys;
