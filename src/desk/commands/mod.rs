//! What a referee does: the commands that begin, change, hold, show and end campaigns.
//!
//! In: what was typed. Out: one entry, or a page; and what to print. Not here: arguments (`cli`).

pub mod create;
pub mod doctor;
pub mod edit;
pub mod end;
pub mod entries;
pub mod gather;
pub mod in_report;
pub mod look;
pub mod outlook;
pub mod pack;
pub mod pause;
pub mod players;
pub mod records;
pub mod referee;
pub mod rehearsal;
pub mod renew;
pub mod resend;
pub mod seating;
pub mod show;
pub mod standing;
pub mod status;
pub mod substitutes;
pub mod undo;
pub mod when;
