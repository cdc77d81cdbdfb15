//! Why a line is not carried out, or is worth a word, as data: what kind of reason, and the names
//! and numbers it speaks of.
//!
//! Rules give reasons while they decide and play; the same one is a note on a line before its time
//! and part of its account afterwards. Not here: the words, which are templates in two tenses
//! (`report`), and which reasons a game has (its own `Refusal`).

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::Value;

/// A reason: an object whose field `reason` names its kind, with what else it speaks of.
///
/// Journals of before 2026-11-28 have words instead, as the program of then put them; so has a game
/// that does not take its reasons apart.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(transparent)]
pub struct Reason(Value);

impl Reason {
    /// Of a game's own type: an enum tagged `reason` with named fields, or words.
    ///
    /// # Panics
    /// If it is not plain data.
    pub fn of<T: Serialize>(reason: &T) -> Self {
        Reason(serde_json::to_value(reason).expect("reasons are plain data with names"))
    }

    /// The words, where it is words.
    pub fn words(&self) -> Option<&str> {
        self.0.as_str()
    }

    /// The kind, where it is data: `not-reached`.
    pub fn kind(&self) -> &str {
        self.0["reason"].as_str().unwrap_or_default()
    }

    /// Whether it says the same as another one, but for these fields, which say how much there was
    /// of something.
    pub fn is_like(&self, other: &Self, amounts: &[&str]) -> bool {
        let (Value::Object(own), Value::Object(others)) = (&self.0, &other.0) else {
            return self == other;
        };
        let same = |name: &String| own.get(name) == others.get(name);
        let all = own.keys().chain(others.keys());
        all.into_iter()
            .all(|it| amounts.contains(&it.as_str()) || same(it))
    }

    /// All of it, as templates see it.
    pub fn value(&self) -> &Value {
        &self.0
    }
}

/// Reasons that the engine itself gives; their words are in `templates/_common/reasons.txt`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(tag = "reason", rename_all = "kebab-case")]
pub enum EngineReason {
    /// Its time came, and its IF was not true.
    IfFalse,
    /// Of a part after ELSE: an IF before it was false.
    IfBeforeFalse,
    /// Its time did not come.
    NotReached,
    /// The turn it is for is over.
    TurnOver {
        /// The turn.
        turn: u32,
    },
    /// Another line comes first and has no IF, so that this one does not count.
    Covered {
        /// The other line, as printed.
        by: String,
        /// The last turn in which that is so; none: for as long as this line is in force.
        #[serde(skip_serializing_if = "Option::is_none")]
        until: Option<u32>,
        /// The turn now open.
        turn: u32,
    },
    /// A test of it always holds, or never does, within the bounds of what it asks about.
    Test {
        /// What it asks about, as printed: `MY red`.
        name: String,
        /// How it compares: `AT LEAST`.
        is: String,
        /// With what.
        with: i64,
        /// Whether it always holds.
        always: bool,
        /// The least there can be.
        least: i64,
        /// The most there can be.
        most: i64,
    },
    /// The choice is not among those there are.
    NoChoice,
}

impl From<EngineReason> for Reason {
    fn from(reason: EngineReason) -> Self {
        Reason::of(&reason)
    }
}
