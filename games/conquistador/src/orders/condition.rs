//! What an order may be made to depend on (game file 7.2).
//!
//! Not here: when it holds (`holds`).

use super::super::ids::{AreaId, At, Label};
use super::super::men::Kind;
use super::spot::Spot;
use packetboat_core::lang::said::Compare;
use packetboat_core::prelude::*;

/// What an order may be made to depend on; read when its line is reached, on what the seat can
/// see then (7.2).
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(remote = "Self", rename_all = "kebab-case")]
pub enum Condition {
    /// `power AT spot`: any unit or ship of his there.
    Present {
        /// Who.
        power: Seat,
        /// Where.
        spot: Spot,
    },
    /// `power SOLDIERS cmp n AT spot`.
    Soldiers {
        /// Whose.
        power: Seat,
        /// How the number is compared.
        is: Compare,
        /// With what.
        number: i64,
        /// Where.
        spot: Spot,
    },
    /// `NOBODY AT spot`: no foreign unit or ship there.
    Nobody {
        /// Where.
        spot: Spot,
    },
    /// `ODDS cmp n:m` of this very line, as seen.
    Odds {
        /// How the ratio is compared.
        is: Compare,
        /// Left of the colon.
        left: i64,
        /// Right of the colon.
        right: i64,
    },
    /// `GOLD [label | AT place] cmp n`.
    Gold {
        /// Aboard this expedition, in this hex, or (neither) seen with the target.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        label: Option<Label>,
        /// In this hex.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        place: Option<At>,
        /// How the sum is compared.
        is: Compare,
        /// With what.
        number: i64,
    },
    /// `ABOARD label kind cmp n`.
    Aboard {
        /// The expedition.
        label: Label,
        /// Of what kind.
        kind: Kind,
        /// How the number is compared.
        is: Compare,
        /// With what.
        number: i64,
    },
    /// `LOST label cmp n`: own ships lost since the turn began.
    Lost {
        /// The expedition.
        label: Label,
        /// How the number is compared.
        is: Compare,
        /// With what.
        number: i64,
    },
    /// `NL area cmp n`.
    Natives {
        /// The Area.
        area: AreaId,
        /// How the level is compared.
        is: Compare,
        /// With what.
        number: i64,
    },
    /// `TREASURY [power] cmp n`.
    Treasury {
        /// Whose; absent: the own.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        power: Option<Seat>,
        /// How the sum is compared.
        is: Compare,
        /// With what.
        number: i64,
    },
    /// `FIRST power`: I act before him this turn.
    First {
        /// Whom.
        power: Seat,
    },
    /// `AGREED power`: a deal with that power was made on this sheet.
    Agreed {
        /// With whom.
        power: Seat,
    },
}

tagged!(Condition, "test");
