//! What rules report of lines besides what happened: that an answer fell short of what its line
//! says, and why a line was never asked for.
//!
//! Not here: the accounts that result from it (`account`).

use super::seat::Seat;
use serde::{Deserialize, Serialize};

/// How an answer fell short of what its line says, as the rules report it while they carry it out.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Short {
    /// Whose answer.
    pub seat: Seat,
    /// Which of the lines it rests on, from 0; more than the first only where each decides for
    /// itself.
    #[serde(default, skip_serializing_if = "is_first")]
    pub place: u32,
    /// Whether nothing at all came of it.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub nothing: bool,
    /// A line that was carried out before and has turned out otherwise, by the words with which its
    /// printed form begins: `EXPEDITION S1`; where it is one of several kinds, each of them:
    /// `REACT FATE or COUNTER FATE`. None: what was answered in this step.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub line: Option<String>,
    /// Why, for its owner.
    pub why: String,
}

impl Short {
    /// Whether it speaks of a line with this printed form.
    pub(super) fn speaks_of(&self, text: &str) -> bool {
        let mut often = ["EACH ", "STANDING "].into_iter();
        let bare = often.find_map(|it| text.strip_prefix(it)).unwrap_or(text);
        let lines = self.line.as_deref().unwrap_or_default();
        let mut rest = lines.split(" or ").filter_map(|it| bare.strip_prefix(it));
        rest.any(|it| it.is_empty() || it.starts_with(' '))
    }
}

fn is_first(place: &u32) -> bool {
    *place == 0
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
    PassedOver(String),
}

impl Idle {
    /// Whether there is nothing to say.
    pub fn is_not_needed(&self) -> bool {
        *self == Idle::NotNeeded
    }
}
