//! What an entry's mails repeat of what people wrote: known to the search for leaks, never written.
//!
//! Not here: the search (`desk::guard`).

use packetboat_core::engine::seat::Seat;
use std::fmt;

/// Texts that came in from outside while an entry was made.
#[derive(Clone, Default, PartialEq, Eq)]
pub struct Heard {
    /// Texts that a seat has written itself, was written by another player, or was sent before
    /// and asked for again: in mails to this seat they reveal nothing.
    quoted: Vec<(Seat, String)>,
    /// Words of players that go to the referee or to those who look on.
    outside: Vec<String>,
}

impl fmt::Debug for Heard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Heard(not shown)")
    }
}

impl Heard {
    /// Notes that mails to this seat may hold this text.
    pub fn quote(&mut self, reader: Seat, text: impl Into<String>) {
        self.quoted.push((reader, text.into()));
    }

    /// Notes that mails to the referee and to those who look on may hold these words of a player.
    pub fn quote_outside(&mut self, text: impl Into<String>) {
        self.outside.push(text.into());
    }

    /// The words that mails to the referee and to those who look on may hold.
    pub fn quoted_outside(&self) -> impl Iterator<Item = &str> {
        self.outside.iter().map(String::as_str)
    }

    /// The texts that mails to this seat may hold.
    pub fn quoted(&self, reader: Seat) -> impl Iterator<Item = &str> {
        let own = self.quoted.iter().filter(move |it| it.0 == reader);
        own.map(|it| it.1.as_str())
    }
}
