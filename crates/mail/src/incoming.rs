//! A mail as it came in, read: what [`super::parse()`] gives.
//!
//! Not here: reading it (`parse`).

use super::body::Body;
use super::bounce::Bounced;
use super::classify::Class;
use serde::{Deserialize, Serialize};

/// The name of a mail for ever: 32 hexadecimal digits, a hash of its Message-ID, sender, date and
/// text.
///
/// So a second delivery is the same mail, and a used Message-ID with other orders is another one
/// (some programs' *send again* keeps the id of the mail it began with). A mail without a
/// Message-ID is named by all its bytes.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct MailId(pub String);

/// A mail as it came in.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Incoming {
    /// Its name; the same at each delivery.
    pub id: MailId,
    /// The Message-ID without its angle brackets.
    pub message_id: Option<String>,
    /// The address in `From`, if there is just one. It proves nothing.
    pub from: Option<String>,
    /// The address that an answer goes to, as the mail says: the first in `Reply-To`.
    pub reply_to: Option<String>,
    /// Whether our own mail server says that it comes from the domain of that address.
    pub vouched: bool,
    /// Whether our own mail server says that it does not, or that this could not be shown.
    pub disowned: bool,
    /// The server that ours took it from, by its number on the net; `None`: nothing says so.
    pub server: Option<String>,
    /// The display name in `From`; empty if there is none.
    pub from_name: String,
    /// Every recipient there is a trace of: the envelope's first, then `To` and `Cc`.
    pub to: Vec<String>,
    /// The Message-IDs this mail refers to, without brackets, oldest first, the one it answers
    /// last; at most [`super::parse::REFERENCES_MAX`]. Good for routing, never as a proof.
    pub references: Vec<String>,
    /// The subject, cleaned as [`super::address::header_text`] does.
    pub subject: String,
    /// Who it is from: a player, or one of several kinds of machine.
    pub class: Class,
    /// What the class was seen by, for the ledger (`Auto-Submitted: auto-replied`); empty for
    /// orders.
    pub because: String,
    /// What it says of a mail of ours, if it is a bounce or a complaint.
    pub bounced: Option<Bounced>,
    /// What was written.
    pub body: Body,
    /// Sentences for the receipt: what was mended or left unread on the way to `body`.
    pub notes: Vec<String>,
    /// Files that came with it and were not read, as they are reported: by name, or that they have
    /// none.
    pub unread: Vec<String>,
}
