//! The kinds of mails of ours.
//!
//! Not here: what becomes of them (`outbox`).

use serde::{Deserialize, Serialize};

/// What a mail says of how things are, so that one that has not left is not news any more when a
/// newer one speaks of the same.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Topic {
    /// Whether the campaign goes on, and until when.
    Course,
    /// Until when.
    Deadline,
    /// That a sheet is owed.
    Owed,
    /// Which lines are in force.
    Sheet,
}

impl Topic {
    /// Whether a newer mail on this says all that an older one on the other has said.
    pub fn covers(self, older: Topic) -> bool {
        match self {
            // One who gets another deadline is not held.
            Topic::Course | Topic::Deadline => matches!(older, Topic::Course | Topic::Deadline),
            Topic::Owed => matches!(older, Topic::Deadline | Topic::Owed),
            // One who has sent a sheet owes none.
            Topic::Sheet => matches!(older, Topic::Owed | Topic::Sheet),
        }
    }
}

/// A mail that may take the place of others.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Newer {
    /// On this topic: in the place of those about the same sheet.
    On(Topic),
    /// A report: what it called for before is over, and it says what is called for now.
    Report,
}

impl Newer {
    /// Whether it says all that an older mail on a topic has said.
    pub fn covers(self, older: Topic, of_this_sheet: bool) -> bool {
        match self {
            Newer::On(topic) => of_this_sheet && topic.covers(older),
            // What became of mails is not part of a report.
            Newer::Report => older != Topic::Sheet,
        }
    }
}

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
    /// Something else: a player's letter to others, a word to the referee or from them.
    Note,
}
