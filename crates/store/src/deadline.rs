//! What moved a deadline, as the record keeps it until its stop is closed.
//!
//! Not here: where a deadline falls (`desk::calendar`).

use packetboat_core::clock::Moment;
use packetboat_core::clock::civil::Dates;
use packetboat_core::engine::seat::Seat;
use serde::{Deserialize, Serialize};

/// A move of a deadline.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Moved {
    /// The deadline after it; `None`: there is none any more.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub to: Option<Moment>,
    /// What moved it.
    pub by: MovedBy,
}

/// What moved a deadline.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "is", rename_all = "kebab-case", deny_unknown_fields)]
pub enum MovedBy {
    /// A holiday of the schedule.
    Holiday {
        /// Its days.
        dates: Dates,
    },
    /// The absence of a player.
    Absence {
        /// The seat that is away.
        seat: Seat,
        /// The days it is away.
        dates: Dates,
        /// By how many days it moved the deadline.
        days: u32,
    },
    /// No tick worked for a while.
    Outage {
        /// The last working tick before, or when the seats were called, if that was later.
        from: Moment,
        /// The first one after.
        to: Moment,
    },
    /// Orders were missing at the deadline, and these seats had time left that is given for that.
    Missing {
        /// The seats, in table order.
        seats: Vec<Seat>,
    },
    /// Players have voted for more time.
    Vote {},
    /// The referee has set it.
    Referee {},
    /// The campaign was on hold, or its reports waited for review.
    Hold {},
}
