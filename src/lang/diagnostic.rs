//! Faults in what a player wrote: where, why, and what to write instead.
//!
//! Not here: who finds them (`read`, a game's `build`) and how a receipt is laid out.

use serde::{Deserialize, Serialize};

/// A stretch of one line of a block. The opener is line 0; columns count characters from 1.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Span {
    /// Line of the block, as the player wrote it.
    pub line: u32,
    /// First character, from 1. A fault at the end of a line stands one column behind it.
    pub column: u32,
    /// How many characters; at least 1.
    pub width: u32,
}

impl Span {
    /// From the beginning of `self` to the end of `to`; `self` alone if they are on two lines.
    #[must_use]
    pub fn to(self, to: Span) -> Span {
        if to.line != self.line || to.column < self.column {
            return self;
        }
        Span {
            width: to.column + to.width - self.column,
            ..self
        }
    }
}

/// One fault, as `orders.md` section 13 shows it: a place, a reason, and a hint or none.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Diagnostic {
    /// Where the fault is.
    pub span: Span,
    /// A sentence in lower case without a full stop.
    pub reason: String,
    /// What to do; empty if there is nothing to say.
    pub hint: String,
    /// The words that would surely mend it in place of the faulty ones, if there is just one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub mend: Option<String>,
}

impl Diagnostic {
    /// A fault with a hint (or an empty one).
    pub fn new(span: Span, reason: impl Into<String>, hint: impl Into<String>) -> Self {
        Diagnostic {
            span,
            reason: reason.into(),
            hint: hint.into(),
            mend: None,
        }
    }
}
