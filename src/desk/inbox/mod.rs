//! Mails on their way in: fetched, read, and each with its campaign and seat, or answered where it
//! belongs to none.
//!
//! In: files in the Maildir and the drop box. Out: an [`arrival::Arrival`] for a campaign, or a
//! line of the ledger. Not here: what a mail at a campaign comes to (`intake`).

pub mod arrival;
pub mod aside;
pub mod fetch;
pub mod import;
pub mod join;
pub mod marks;
pub mod may_count;
pub mod old_mail;
pub mod opened;
pub mod receive;
pub mod retake;
pub mod route;
pub mod strangers;
pub mod unanswered;
pub mod unmatched;
pub mod watch;
