//! The clauses of a DEAL (game file 2.6, 7.2).
//!
//! Not here: how a deal is made, and what binds afterwards (`council`, `state::deals`).

use super::super::ids::{AreaId, LeaderId, ZoneId};
use packetboat_core::prelude::*;

/// A clause of a DEAL.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(remote = "Self", rename_all = "kebab-case")]
pub enum Clause {
    /// `lender LENDS borrower sum REPAY back BY turn`.
    Lends {
        /// Who lends.
        lender: Seat,
        /// Who borrows.
        borrower: Seat,
        /// Ducats lent.
        sum: u32,
        /// Ducats to be paid back.
        back: u32,
        /// At the end of which turn.
        by: u32,
    },
    /// `payer PAYS payee sum [EACH TURN UNTIL turn]`.
    Pays {
        /// Who pays.
        payer: Seat,
        /// To whom.
        payee: Seat,
        /// Ducats.
        sum: u32,
        /// At each end of a turn until this one; absent: once, now.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        until: Option<u32>,
    },
    /// `grantor ALLOWS guest PASSAGE area UNTIL turn`.
    Passage {
        /// Who allows.
        grantor: Seat,
        /// Whom.
        guest: Seat,
        /// In which Area.
        area: AreaId,
        /// Last turn.
        until: u32,
    },
    /// `grantor ALLOWS guest PORTS UNTIL turn`.
    Ports {
        /// Who allows.
        grantor: Seat,
        /// Whom.
        guest: Seat,
        /// Last turn.
        until: u32,
    },
    /// `owner SHOWS guest CHARTS zone + …`.
    Charts {
        /// Who shows.
        owner: Seat,
        /// To whom.
        guest: Seat,
        /// Which zones.
        zones: Vec<ZoneId>,
    },
    /// `PEACE one WITH other [IN area] UNTIL turn`.
    Peace {
        /// The power first in seat order.
        one: Seat,
        /// The other.
        other: Seat,
        /// In which Area; absent: everywhere.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        area: Option<AreaId>,
        /// Last turn.
        until: u32,
    },
    /// `lender LENDS borrower LEADER leader UNTIL turn` (option `lend_leaders`, Q29).
    Leader {
        /// Who lends him.
        lender: Seat,
        /// Whom he serves meanwhile.
        borrower: Seat,
        /// Who.
        leader: LeaderId,
        /// Last turn.
        until: u32,
    },
    /// `TORDESILLAS WAIVED`.
    TordesillasWaived,
}

tagged!(Clause, "clause");
