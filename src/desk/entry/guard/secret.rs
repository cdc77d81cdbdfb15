//! What kind of secret a search has found.

use crate::engine::seat::Seat;
use std::fmt;

/// What kind of secret was found. Never the secret itself.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Secret {
    /// A reply token, which lets anyone who has it order for that seat.
    Token(Option<Seat>),
    /// A key, seed, link of the chain or hash.
    Key,
    /// A word of the shape of our passwords.
    Password,
    /// A mail for one seat with the address of another reader.
    Envelope,
    /// Something that the rules of the game hide from the reader.
    Fact,
    /// A line in the book of another seat.
    Line(Seat),
    /// A line of another seat's order sheet.
    Sheet(Seat),
    /// The note that the player of another seat wrote to themself.
    Note(Seat),
    /// Comments in the sheet of another seat that its player wrote.
    Comments(Seat),
    /// A part of the page that shows what the reader may not know.
    Page(&'static str),
}

impl fmt::Display for Secret {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Secret::Token(Some(seat)) => write!(f, "the reply token of {seat}"),
            Secret::Token(None) => f.write_str("a reply token of another campaign or another time"),
            Secret::Key => f.write_str("a key, seed or hash that must not be shown there"),
            Secret::Password => f.write_str("a password"),
            Secret::Envelope => f.write_str("the address of somebody other than its reader"),
            Secret::Fact => f.write_str("something of the game that is hidden from its reader"),
            Secret::Line(seat) => write!(f, "an order line of {seat}"),
            Secret::Sheet(seat) => write!(f, "a line of the order sheet of {seat}"),
            Secret::Note(seat) => write!(f, "the note of {seat}"),
            Secret::Comments(seat) => write!(f, "the comments of {seat}"),
            Secret::Page(part) => {
                write!(f, "{part}, which depends on hidden things")
            }
        }
    }
}
