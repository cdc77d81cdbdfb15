//! What players write for the newspaper of a turn, and letters without a name that wait.
//!
//! Not here: taking it and printing it (`desk::news`).

use packetboat_core::clock::Moment;
use packetboat_core::engine::seat::Seat;
use serde::{Deserialize, Serialize};

/// Lines of one player that are in the newspaper.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct News {
    /// Whose; `None`: their writer is not named.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub seat: Option<Seat>,
    /// They, fit to be shown.
    pub lines: Vec<String>,
}

/// Lines that wait until the reports of their turn go out. Unlike what is printed it says whose
/// they are in any case, so it is for the club alone.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Unprinted {
    /// The seat whose news they are.
    pub seat: Seat,
    /// The turn.
    pub turn: u32,
    /// Whether their writer is not to be named.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub anonymous: bool,
    /// Whether they are a letter to all, which stays whatever news comes after it.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub letter: bool,
    /// They, fit to be shown.
    pub lines: Vec<String>,
}

impl Unprinted {
    /// As they are printed.
    pub fn printed(self) -> News {
        News {
            seat: (!self.anonymous).then_some(self.seat),
            lines: self.lines,
        }
    }
}

/// A letter without the name of its writer, which is not here either.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Unsigned {
    /// When it goes out: all of an hour go together.
    pub at: Moment,
    /// To whom.
    pub to: Vec<Seat>,
    /// Whether it is to all: then its writer gets it too, so that nobody is missing.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub all: bool,
    /// The lines as written.
    pub text: String,
}
