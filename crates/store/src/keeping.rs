//! How a player has kept time: sheets that were in time, late, or missing, and seats given up.
//!
//! It is counted where a turn that waits for sheets is closed (`desk::entry::keeping`), and added
//! up over campaigns by whoever shows it (`desk::club::record`).

use super::config::campaign::Partner;
use serde::{Deserialize, Serialize};

/// The sheets a player owed, by how they came. What an absence covers, what a substitute plays, and
/// what the referee resolves by command, is counted as nothing.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Keeping {
    /// By the deadline.
    #[serde(skip_serializing_if = "is_zero")]
    pub on_time: u32,
    /// After it, in grace or in the time that is given where a sheet is missing.
    #[serde(skip_serializing_if = "is_zero")]
    pub late: u32,
    /// Not at all.
    #[serde(skip_serializing_if = "is_zero")]
    pub missed: u32,
}

impl Keeping {
    /// How many sheets were owed.
    pub fn owed(self) -> u32 {
        self.on_time + self.late + self.missed
    }
}

/// Somebody who had a seat before.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Former {
    /// Who it was.
    pub who: Partner,
    /// Whether they agreed that it be shown how they kept time.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub public: bool,
    /// How they kept time there.
    pub keeping: Keeping,
}

/// `skip_serializing_if` hands over a reference.
fn is_zero(number: &u32) -> bool {
    *number == 0
}
