//! Why something cannot be done, as data.
//!
//! Not here: the words (`templates/anno-1503/reasons.txt`), in two tenses: as a note on a line,
//! and in its account.

use super::board::{Cell, Way};
use super::data::{Building, Good, Goods, Level};
use packetboat_kit::amounts::is_none;
use serde::Serialize;

/// Why something cannot be done. Players are named by their titles, cards as they are printed.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(tag = "reason", rename_all = "kebab-case")]
#[allow(missing_docs, reason = "each says what its doc says")]
pub enum Refusal {
    /// What of the cost is lacking, and how many cards FILL may buy, too few.
    Lacks {
        lacks: String,
        #[serde(skip_serializing_if = "is_none")]
        most: u32,
    },
    /// The gold, and what of it KEEP holds back if there is enough; `fill`: what FILL would buy.
    NoGold {
        price: u32,
        gold: u32,
        #[serde(skip_serializing_if = "is_none")]
        kept: u32,
        #[serde(skip_serializing_if = "Option::is_none")]
        fill: Option<String>,
    },
    /// So many cards may be bought in a turn (R22).
    MostBought {
        most: u32,
        bought: u32,
        #[serde(skip_serializing_if = "Option::is_none")]
        fill: Option<String>,
    },
    /// What the stacks of goods lack (R37).
    StockLacks {
        lacks: String,
        #[serde(skip_serializing_if = "Option::is_none")]
        fill: Option<String>,
    },
    /// No space is free.
    SpacesTaken,
    /// No tile for pioneers and settlers is free, if `low`; else none for the others (R2, R3).
    TilesInUse { most: u32, low: bool },
    /// Nobody lives on the space.
    Nobody { space: u32 },
    /// A merchant is at the top.
    AtTop { space: u32 },
    /// Nobody can become this.
    NobodyFor { level: Level, from: Level },
    /// The inhabitant of the space would become something else.
    Becomes { space: u32, next: Level },
    /// An island has a building once.
    Owned { building: Building },
    /// All of the building are taken (R5).
    NoneLeft { building: Building },
    /// All ships are at sea.
    FleetOut { most: u32 },
    /// The ship is not at sea.
    NotAtSea { ship: u32 },
    /// The ship has no action point.
    NoPoints { ship: u32 },
    /// A hunt finds nothing.
    NothingWanted { ship: u32 },
    /// The ship is where the route leads.
    ThereAlready { ship: u32, at: Cell },
    /// The ship used a tile before the end of its route (R14).
    ShipUsed { ship: u32, cell: Cell },
    /// The step leads off the board or onto an island.
    NoWay { way: Way, from: Cell },
    /// There is no tile to look at (R31).
    NoTile { cell: Cell },
    /// The route ends where the ship is: its action points have not lasted.
    RouteLeft { ship: u32, at: Cell, left: String },
    /// A SAIL line of a newer sheet takes the place of the route (R41).
    Replaced { ship: u32 },
    /// The card is not in the hand.
    NotHeld { good: Good },
    /// KEEP leaves none of the good to sell.
    Floor { good: Good, floor: u32 },
    /// Nobody on the island buys such cards.
    NoBuyer { good: Good },
    /// Whoever buys such cards has bought one in this turn.
    SoldOut { good: Good },
    /// The inhabitant of the space buys no such cards.
    BuysNo { space: u32, good: Good },
    /// That inhabitant has bought a card in this turn.
    Served { space: u32 },
    /// There is nothing to sell, or nobody who buys it.
    NothingSold,
    /// There is as much gold as is wished for.
    GoldThere { gold: u32 },
    /// What was sold has brought less gold than is wished for.
    GoldShort { gold: u32 },
    /// No player of that name takes part.
    Absent { who: String },
    /// There is no Big Branch Office (R15).
    NoOffice,
    /// A card was drawn in this turn (R15).
    DrawnBefore,
    /// That player has no card.
    NoCard { who: String },
    /// It is not among what there is to choose from.
    NoChoice,
}

impl Refusal {
    /// The same, of cards that FILL would buy.
    pub fn filling(mut self, lacks: &Goods) -> Self {
        if let Refusal::NoGold { fill, .. }
        | Refusal::MostBought { fill, .. }
        | Refusal::StockLacks { fill, .. } = &mut self
        {
            *fill = Some(lacks.words());
        }
        self
    }
}

/// What is refused for one reason, where there may be several.
impl From<Refusal> for Vec<Refusal> {
    fn from(why: Refusal) -> Self {
        vec![why]
    }
}
