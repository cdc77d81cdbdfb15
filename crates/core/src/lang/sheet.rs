//! The number of a sheet of orders, and how long a line of it lasts.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::fmt;
use std::str::FromStr;

/// Which sheet of orders: the turn, and the part where a turn has several. Written `6` or `6b`.
#[derive(
    Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema,
)]
#[serde(into = "String", try_from = "String")]
#[schemars(extend("pattern" = "^[1-9][0-9]*[a-z]?$"))]
pub struct SheetNo {
    /// The game's turn or round, from 1.
    pub turn: u32,
    /// 0: the whole turn; 1 is a, 2 is b.
    pub part: u8,
}

impl SheetNo {
    /// The sheet of a whole turn.
    pub fn whole(turn: u32) -> Self {
        SheetNo { turn, part: 0 }
    }
}

impl fmt::Display for SheetNo {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.part {
            0 => write!(f, "{}", self.turn),
            part => write!(f, "{}{}", self.turn, (b'a' + part - 1) as char),
        }
    }
}

impl FromStr for SheetNo {
    type Err = String;

    /// Reads `6`, `6a`, `6B`: digits (at most six, not zero), then at most one letter.
    fn from_str(text: &str) -> Result<Self, String> {
        let wrong = || format!("`{text}` is not a sheet number such as 6 or 6b");
        let digits = text.trim_end_matches(|it: char| it.is_ascii_alphabetic());
        let letters = &text[digits.len()..];
        if digits.is_empty() || digits.len() > 6 || !digits.bytes().all(|it| it.is_ascii_digit()) {
            return Err(wrong());
        }
        let turn: u32 = digits.parse().map_err(|_| wrong())?;
        let part = match letters.as_bytes() {
            [] => 0,
            [letter] => letter.to_ascii_lowercase() - b'a' + 1,
            _ => return Err(wrong()),
        };
        if turn == 0 {
            return Err(wrong());
        }
        Ok(SheetNo { turn, part })
    }
}

text_value!(SheetNo);

/// How long a line stays in the book, if it is not used up.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(tag = "for", rename_all = "kebab-case")]
pub enum Scope {
    /// In force while that sheet is played; a later sheet may be filed ahead.
    Sheet {
        /// The sheet the line was written for.
        sheet: SheetNo,
    },
    /// Until the seat withdraws it or the turn has passed.
    Standing {
        /// The last turn in which it counts; `None`: no end.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        until: Option<u32>,
    },
}

/// What a player may say about waiting, in a sheet.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Readiness {
    /// `GOAHEAD`: do not wait for me, though I have not been called or might still write.
    GoAhead,
    /// `WAIT`: keep the gate open until the deadline; I may write again.
    Wait,
}
