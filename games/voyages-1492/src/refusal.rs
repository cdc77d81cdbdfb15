//! Why something cannot be done, as data.
//!
//! Not here: the words (`templates/voyages-1492/reasons.txt`), in two tenses: as a note on a line,
//! and in its account.

use super::board::Direction;
use super::data::{Resource, Weapon};
use packetboat_kit::hex::Hex;
use serde::Serialize;

/// Why something cannot be done. Players are named by their titles, cards and upgrades as they are
/// printed.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(tag = "reason", rename_all = "kebab-case")]
#[allow(missing_docs, reason = "each says what its doc says")]
pub enum Refusal {
    /// The ship has lost this move (R15, R37).
    Still,
    /// A ship that can move must (R1).
    MustMove,
    /// It was sunk in its own turn, which ended there (R33).
    Sunk,
    /// It was sunk before the step, which was meant from another place (R49).
    Adrift,
    /// There is no way to the goal.
    NoWay { goal: String },
    /// No player of that name takes part.
    Absent { who: String },
    /// That monster is not at sea.
    NotAtSea { name: String },
    /// No step leads farther from that ship.
    NoStepAway { who: String },
    /// The hex is land or a reef.
    Land { hex: String, land: String },
    /// The hex is not beside the ship.
    NotBeside { hex: String },
    /// The map ends there.
    Edge { way: Direction, hex: Hex },
    /// A blockade closes the way (R7).
    ClosedWay {
        by: String,
        passage: String,
        hex: Hex,
    },
    /// A monster is there, and the order does not say FIGHT (D3).
    MonsterThere { name: String, hex: Hex },
    /// A ship owns an upgrade once (R42).
    Owned { upgrade: &'static str },
    /// The passage is closed; without `by` by the seat itself (R8).
    Closed {
        passage: String,
        #[serde(skip_serializing_if = "Option::is_none")]
        by: Option<String>,
    },
    /// The ship is not beside the passage (R40).
    NotBesidePassage { passage: String },
    /// It owns no Trading Post (R26).
    NoTradingPost,
    /// It has traded in this turn (R26).
    TradedBefore,
    /// It has fewer of that resource than a trade takes.
    TradeTakes { give: Resource, held: u32 },
    /// The bank has none of that resource.
    BankLacks { resource: Resource },
    /// The outpost is its own.
    OutpostOwned,
    /// The ship is not at the Central Isle (R24).
    NotAtIsle,
    /// It has paid the King before (R10).
    KingPaid,
    /// The price, and what of it is lacking.
    Lacks { price: String, lacks: String },
    /// It rammed in this turn, and does nothing more in it (R9).
    Rammed,
    /// It has attacked as often as a turn allows (R2).
    Attacked,
    /// Who has attacked or bought in a turn cannot ram in it (R9).
    NoRam,
    /// The weapon needs a gun that it does not own.
    NoGun { weapon: Weapon, gun: &'static str },
    /// It holds no such card.
    NotHeld { card: String },
    /// The card was drawn in this turn, and is for later ones (R29).
    DrawnNow { card: String },
    /// That ship is under truce.
    Truce { who: String },
    /// It has not moved onto that ship, or is not in its hex (R32, R47).
    NotMet { who: String },
    /// That ship is out of reach (R5, R31, R41).
    OutOfReach {
        who: String,
        range: u32,
        reach: u32,
        weapon: &'static str,
        /// No order names it: it is the nearest of those that could be meant.
        #[serde(skip_serializing_if = "std::ops::Not::not")]
        nearest: bool,
    },
    /// A blockade lies between (R6).
    Between { passage: String },
    /// Nobody there is to attack fits.
    NobodyFits { weapon: &'static str },
    /// There is nothing of the kind.
    NoBlock { resource: Resource },
    /// That step is not open.
    NoStep { hex: Hex },
    /// It is not among what there is to choose from.
    NoChoice,
}

impl Refusal {
    /// Whether a wish is fulfilled with it, or can never be.
    pub fn is_settled(&self) -> bool {
        matches!(
            self,
            Refusal::Owned { .. }
                | Refusal::OutpostOwned
                | Refusal::Closed { .. }
                | Refusal::KingPaid
        )
    }
}
