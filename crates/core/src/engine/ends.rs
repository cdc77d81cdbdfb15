//! What rules report of lines besides what happened: how what a line says came out, and why a line
//! was never asked for.
//!
//! Not here: the accounts that result from it (`account`).

use super::order_ref::OrderRef;
use super::reason::Reason;
use super::seat::Seat;
use crate::textfile::plain::is_default;
use serde::{Deserialize, Serialize};

/// How what a line says came out, as the rules report it while they carry it out.
///
/// An answer counts as done unless something else is reported of it in its step. What takes more
/// than a step (a voyage, a card that others may answer) is begun under a name
/// ([`How::Begun`]) and ends under it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Ending {
    /// Whose line.
    pub seat: Seat,
    /// How it came out.
    pub how: How,
    /// Which of the lines that the answer of this step rests on, from 0; more than the first only
    /// where each decides for itself.
    #[serde(default, skip_serializing_if = "is_default")]
    pub place: u32,
    /// The name under which it was begun, as the rules call it: `ship 1`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub of: Option<String>,
    /// The line that was begun under that name, as the engine knows it. None: nobody's line.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub at: Option<OrderRef>,
    /// Its text.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub text: Option<String>,
    /// Only in journals of before 2026-11-28: the words with which the line begins that was carried
    /// out before and has turned out otherwise: `EXPEDITION S1`; where it is one of several kinds,
    /// each of them: `REACT FATE or COUNTER FATE`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub line: Option<String>,
    /// Why, for its owner; of what is done, what it did.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub why: Option<Reason>,
}

/// How what a line says came out.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum How {
    /// Not all of it was carried out.
    InPart,
    /// Nothing at all results from it.
    Nothing,
    /// It was not called for after all: nobody asked for the card that it offers.
    NotNeeded,
    /// It has begun, and ends in a later step.
    Begun,
    /// What was begun has come out as it says.
    Done,
    /// The seat's turn ended here: what it has not reached of its sheet falls away.
    Rest,
}

impl Ending {
    /// Whether an older journal speaks of a line with this printed form.
    pub(super) fn speaks_of(&self, text: &str) -> bool {
        let mut often = ["EACH ", "STANDING "].into_iter();
        let bare = often.find_map(|it| text.strip_prefix(it)).unwrap_or(text);
        let lines = self.line.as_deref().unwrap_or_default();
        let mut rest = lines.split(" or ").filter_map(|it| bare.strip_prefix(it));
        rest.any(|it| it.is_empty() || it.starts_with(' '))
    }
}

/// What to say of a line whose sheet is over and that no choice rested on.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Idle {
    /// What it says was not called for.
    NotNeeded,
    /// What it wants has happened by itself.
    Done,
    /// It could not be carried out, and why.
    PassedOver(Reason),
}

impl Idle {
    /// Whether there is nothing to say.
    pub fn is_not_needed(&self) -> bool {
        *self == Idle::NotNeeded
    }
}
