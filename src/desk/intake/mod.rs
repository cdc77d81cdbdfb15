//! One mail at one campaign: who sent it, what it says, what is filed of it, and the receipt.
//!
//! In: an arrival ([`take::take`]). Out: lines in the book, answers and a receipt in the entry. Not
//! here: finding the campaign (`inbox`), and when play goes on (`turn`).

pub mod absence;
pub mod alone;
pub mod answered;
pub mod authentication;
pub mod blocks;
pub mod button_mail;
pub mod by_machine;
pub mod comments;
pub mod confirm;
pub mod dice;
pub mod digest;
pub mod everywhere;
pub mod files;
pub mod filing;
pub mod free_text;
pub mod gate;
pub mod guide;
pub mod in_plain_words;
pub mod leaving;
pub mod mask;
pub mod mended;
pub mod newspaper;
pub mod notes;
pub mod outlook;
pub mod press;
pub mod rate_limit;
pub mod receipt;
pub mod reply;
pub mod request;
pub mod ruling;
pub mod seat_mail;
pub mod senders;
mod signature;
pub mod substitutes;
pub mod take;
pub mod typed;
pub mod unauthenticated;
pub mod votes;
pub mod why;
pub mod words;
