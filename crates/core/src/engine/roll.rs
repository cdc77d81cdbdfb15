//! A draw of the dice, as it is kept.
//!
//! Not here: how it is made (`dice`).

use serde::{Deserialize, Serialize};

/// Which bowl a draw comes from.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Bowl {
    /// Players may check it at once.
    Open,
    /// Kept sealed until the game is over: decks, hands, and what a table marks as hidden.
    Hidden,
}

/// One draw: `got` holds numbers from 0 to `bound` - 1 (of a shuffle: its swaps, with bounds
/// falling by one from `bound`).
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Roll {
    /// Which bowl.
    pub bowl: Bowl,
    /// What for, in a few words.
    pub why: String,
    /// How many faces; of a shuffle: how many things.
    pub bound: u32,
    /// The numbers drawn.
    pub got: Vec<u32>,
    /// Whether things were put in an order by it. Older journals do not say.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub shuffle: bool,
}

impl Roll {
    /// Whether two are the same draw, whether or not both say that it is a shuffle.
    pub fn is_like(&self, other: &Roll) -> bool {
        (self.bowl, &self.why, self.bound, &self.got)
            == (other.bowl, &other.why, other.bound, &other.got)
    }

    /// What was drawn: `4 of 6`, `2, 5 of 6`, `an order of 5`.
    pub fn words(&self) -> String {
        if self.shuffle {
            return format!("an order of {}", self.bound);
        }
        let faces: Vec<String> = self.got.iter().map(|it| (it + 1).to_string()).collect();
        format!("{} of {}", faces.join(", "), self.bound)
    }
}
