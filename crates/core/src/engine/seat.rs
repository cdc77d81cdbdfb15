//! Who sits at the table, and who is looking.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::fmt;
use std::str::FromStr;

/// A place at the table, named by the game: `spain`, `north`. At most 12 small ASCII letters,
/// digits and hyphens, beginning with a letter.
///
/// Its order is that of the alphabet and means nothing: the order of play is a list that the
/// game keeps in its state.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(into = "String", try_from = "String")]
#[schemars(extend("pattern" = "^[a-z][a-z0-9-]*$", "maxLength" = 12))]
pub struct Seat([u8; 12]);

impl Seat {
    /// The name.
    pub fn as_str(&self) -> &str {
        let length = self.0.iter().position(|it| *it == 0).unwrap_or(12);
        std::str::from_utf8(&self.0[..length]).expect("a seat is made of ASCII")
    }
}

impl FromStr for Seat {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let fits = !text.is_empty()
            && text.len() <= 12
            && text.as_bytes()[0].is_ascii_lowercase()
            && text
                .bytes()
                .all(|it| it.is_ascii_lowercase() || it.is_ascii_digit() || it == b'-');
        if !fits {
            return Err(format!(
                "`{text}` is not a name for a seat: at most 12 small letters, digits and hyphens"
            ));
        }
        let mut bytes = [0; 12];
        bytes[..text.len()].copy_from_slice(text.as_bytes());
        Ok(Seat(bytes))
    }
}

text_value!(Seat);

impl fmt::Display for Seat {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.as_str())
    }
}

impl fmt::Debug for Seat {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

/// Who is looking.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Viewer {
    /// A player: what this seat may know.
    Seat(Seat),
    /// Spectators: what everybody may know.
    Public,
    /// The referee, who may know everything but is shown the public side by default.
    Referee,
}

impl Viewer {
    /// The seat that looks; `None`: everybody, or the referee, who is shown what everybody sees.
    pub fn seat(self) -> Option<Seat> {
        match self {
            Viewer::Seat(seat) => Some(seat),
            Viewer::Public | Viewer::Referee => None,
        }
    }
}
