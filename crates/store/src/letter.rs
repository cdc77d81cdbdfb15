//! The kinds of mails of ours.
//!
//! Not here: what becomes of them (`outbox`).

use serde::{Deserialize, Serialize};

/// What a mail of ours is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Letter {
    /// What happened, and an order sheet.
    Report,
    /// A report that waits until the referee has looked at it.
    ReportForReview,
    /// What was understood.
    Receipt,
    /// A sheet is owed.
    Reminder,
    /// A mail could not be used.
    Refusal,
    /// Something else: a player's letter to others, a word to the referee or from him.
    Note,
}
