//! Which line of which submission.

use serde::{Deserialize, Serialize};
use std::fmt;
use std::str::FromStr;

/// Where an order came from: which accepted submission, which line of it. Written `17:4`; the
/// second of several wishes on that line is `17:4.2`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(into = "String", try_from = "String")]
pub struct OrderRef {
    /// Number of the submission within the campaign, from 1.
    pub submission: u32,
    /// Line of the block; the opener is line 0.
    pub line: u32,
    /// Which of several wishes on that line, from 1; 0: it is one order.
    pub part: u32,
}

/// The number of the submission in which a game says what silence means: nobody has written it.
pub(super) const SILENCE: u32 = 0;

impl OrderRef {
    /// Whether it is one of the lines by which a game says what silence means.
    pub fn is_silence(&self) -> bool {
        self.submission == SILENCE
    }
}

impl fmt::Display for OrderRef {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}", self.submission, self.line)?;
        match self.part {
            0 => Ok(()),
            part => write!(f, ".{part}"),
        }
    }
}

impl FromStr for OrderRef {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let parsed = || {
            let (submission, rest) = text.split_once(':')?;
            let (line, part) = rest.split_once('.').unwrap_or((rest, "0"));
            Some(OrderRef {
                submission: submission.parse().ok()?,
                line: line.parse().ok()?,
                part: part.parse().ok()?,
            })
        };
        parsed().ok_or_else(|| format!("`{text}` is not a line such as 17:4"))
    }
}

text_value!(OrderRef);
