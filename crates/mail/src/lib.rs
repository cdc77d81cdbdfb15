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
pub mod attached;
pub mod body;
pub mod bounce;
pub mod calendar;
pub mod certificate;
pub mod charset;
pub mod classify;
pub mod compose;
pub mod cut;
pub mod domain;
pub mod fit;
pub mod flowed;
pub mod fold;
pub mod headers;
pub mod html;
pub mod imap;
pub mod imap_mail;
pub mod imap_talk;
pub mod incoming;
pub mod library;
pub mod line;
pub mod mime;
pub mod open;
pub mod own;
pub mod parse;
pub mod program;
pub mod refusal;
pub mod sasl;
pub mod secret;
pub mod sendmail;
pub mod sent_file;
pub mod slim;
pub mod smtp;
pub mod smtp_talk;
pub mod token;
pub mod transport;
pub mod trust;
pub mod usual;
pub mod vouch;

pub use body::{Body, MailLine};
pub use bounce::Bounced;
pub use classify::Class;
pub use cut::Place;
pub use incoming::{Incoming, MailId};
pub use library::{Ours, ours};
pub use parse::parse;
