//! What the record keeps of times in which no tick worked, and what they did to a deadline.
//!
//! Not here: what follows from them (`desk::outage`).

use packetboat_core::clock::Moment;
use packetboat_core::lang::sheet::SheetNo;
use serde::{Deserialize, Serialize};

/// What gaps between ticks have done to the deadlines of one sheet.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Outages {
    /// Of which sheet.
    pub sheet: SheetNo,
    /// When the last gap began that was dealt with.
    pub from: Moment,
    /// The deadline that one of them has set; it is not moved by another.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub set: Option<Moment>,
    /// How much time they gave in all, in seconds.
    pub given: u32,
}
