//! Deals in force (game file 2.6).

use super::super::ids::{AreaId, LeaderId};
use packetboat_core::engine::plain::flat;
use packetboat_core::prelude::*;

/// One bond of a deal. What is done at once (payments, charts) leaves none.
///
/// Unknown fields are not refused here: serde cannot, beside a flattened field.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(remote = "Self")]
pub struct Deal {
    /// Counts deals from 1, in the order in which they were made: the oldest debt is paid first.
    pub number: u32,
    /// What binds.
    pub bond: Bond,
}

flat!(Deal, "bond", ["number"]);

/// What binds two powers.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(remote = "Self", rename_all = "kebab-case")]
pub enum Bond {
    /// A loan to be repaid; after its due turn what is left is arrears.
    Loan {
        /// To whom.
        lender: Seat,
        /// By whom.
        borrower: Seat,
        /// Ducats still owed.
        owed: u32,
        /// At the end of which turn.
        due: u32,
    },
    /// A payment at each end of a turn; what is missing becomes arrears (a loan due).
    Payment {
        /// By whom.
        payer: Seat,
        /// To whom.
        payee: Seat,
        /// Ducats each turn.
        sum: u32,
        /// Last turn.
        until: u32,
    },
    /// Free entry to the hexes the grantor holds in an Area.
    Passage {
        /// Who allows.
        grantor: Seat,
        /// Whom.
        guest: Seat,
        /// Where.
        area: AreaId,
        /// Last turn.
        until: u32,
    },
    /// Use of the grantor's Ports.
    Ports {
        /// Who allows.
        grantor: Seat,
        /// Whom.
        guest: Seat,
        /// Last turn.
        until: u32,
    },
    /// No attack, invasion, storm or zone of control between two powers.
    Peace {
        /// The one.
        one: Seat,
        /// The other.
        other: Seat,
        /// In this Area only.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        area: Option<AreaId>,
        /// Last turn.
        until: u32,
    },
    /// A leader serves another power (Q29). It holds until he is home again, or his loss is known.
    Leader {
        /// His own power.
        lender: Seat,
        /// Whom he serves.
        borrower: Seat,
        /// Who.
        leader: LeaderId,
        /// The turn at the end of which he goes home.
        until: u32,
    },
    /// Spain and Portugal ignore the Treaty of Tordesillas.
    Waived {
        /// Spain.
        one: Seat,
        /// Portugal.
        other: Seat,
    },
}

tagged!(Bond, "bond");

impl Bond {
    /// The two powers it binds.
    pub fn parties(&self) -> [Seat; 2] {
        match *self {
            Bond::Loan {
                lender, borrower, ..
            }
            | Bond::Leader {
                lender, borrower, ..
            } => [lender, borrower],
            Bond::Payment { payer, payee, .. } => [payer, payee],
            Bond::Passage { grantor, guest, .. } | Bond::Ports { grantor, guest, .. } => {
                [grantor, guest]
            }
            Bond::Peace { one, other, .. } | Bond::Waived { one, other } => [one, other],
        }
    }
}

/// A leader who serves another power than his own.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Lent {
    /// His own power.
    pub lender: Seat,
    /// Whom he serves.
    pub borrower: Seat,
    /// The turn at the end of which he goes home.
    pub until: u32,
}

/// To whom a leader is lent by these deals (Q29); `None`: he serves his own power.
pub fn lent(deals: &[Deal], id: LeaderId) -> Option<Lent> {
    deals.iter().find_map(|it| match it.bond {
        Bond::Leader {
            lender,
            borrower,
            leader,
            until,
        } if leader == id => Some(Lent {
            lender,
            borrower,
            until,
        }),
        _ => None,
    })
}
