//! The desk: what the commands do.
//!
//! One flow, down: `commands → tick → turn → intake → entry → outbox → club`. Mail comes in by
//! `inbox`; `proof` and `site` read the log; `calendar` says when. Each room is a folder whose page
//! says what comes in and what goes out; a room uses those below it, and `tests/tidy.rs` knows
//! which.
//!
//! Not here: rules (`games`), reading orders (`lang`), and how mails and files look (`mail`,
//! `report`, `store`): the desk brings them together.

pub mod calendar;
pub mod club;
pub mod commands;
pub mod demo;
pub mod entry;
pub mod inbox;
pub mod intake;
pub mod outbox;
pub mod proof;
pub mod site;
pub mod tick;
pub mod turn;
