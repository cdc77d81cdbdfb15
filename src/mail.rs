//! Mail, both ways: the bytes of a mail → what a player wrote; a letter of ours → bytes, and off.
//!
//! Inward: [`parse()`] never fails and never panics. It gives every mail a name that is the same
//! at each delivery ([`MailId`]), a [`Class`] (without a proof of its sender only `Orders` may
//! change a campaign or be answered), the recipients among which [`address`] finds the seat, and
//! the [`Body`] as lines.
//! Outward: [`compose`] makes bytes that depend on nothing but its arguments, and a
//! [`transport::Transport`] hands them over.
//!
//! Not here: which lines are a block of orders and what they say (`lang`), whose mail it is and
//! what it may do (`desk`), when it arrived (`clock`), and the disk (`store`). This module knows
//! no game.

pub mod address;
pub mod body;
pub mod bounce;
pub mod charset;
pub mod classify;
pub mod compose;
pub mod css;
pub mod cut;
pub mod flowed;
pub mod fold;
pub mod headers;
pub mod html;
pub mod imap;
pub mod imap_mail;
pub mod imap_talk;
pub mod line;
pub mod look;
pub mod mime;
pub mod open;
pub mod parse;
pub mod rules;
pub mod sendmail;
pub mod slim;
pub mod smtp;
pub mod smtp_talk;
pub mod token;
pub mod transport;
pub mod vouch;

pub use body::{Body, MailLine};
pub use bounce::Bounced;
pub use classify::Class;
pub use cut::Place;
pub use parse::{Ours, ours, parse};

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
    /// The address in `From`. It proves nothing.
    pub from: Option<String>,
    /// Whether our own mail server says that it comes from the domain of that address.
    pub vouched: bool,
    /// The display name in `From`; empty if there is none.
    pub from_name: String,
    /// Every recipient there is a trace of: the envelope's first, then `To` and `Cc`.
    pub to: Vec<String>,
    /// The Message-IDs this mail refers to, without brackets, oldest first, the one it answers
    /// last; at most [`parse::REFERENCES_MAX`]. Good for routing, never as a proof.
    pub references: Vec<String>,
    /// The subject, cleaned as [`address::header_text`] does.
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
}
