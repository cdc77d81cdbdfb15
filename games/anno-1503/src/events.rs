//! What happens in the game, as the chronicle reports it.
//!
//! Not here: the words for it (`templates/anno-1503/events.txt`). All is reported to everybody,
//! [`Event::Drew`] to all players; but what somebody [`Event::Looked`] at or drew, only to those
//! who see it.

use super::data::{Building, Good, Level, Tile};
use super::{board::Cell, reckon::Point};
use packetboat_core::prelude::*;

/// Something that happened.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(remote = "Self", rename_all = "kebab-case", deny_unknown_fields)]
#[schemars(tag = "event")]
#[allow(missing_docs, reason = "`seat` has the turn, if not named")]
pub enum Event {
    /// A home island before the first round.
    Settled { seat: Seat, island: String },
    /// A die for who begins.
    Lot { seat: Seat, die: u32 },
    /// Who begins each round.
    Begins { seat: Seat },
    /// A turn begins; the production die.
    Turn { seat: Seat, round: u32, die: u32 },
    /// Somebody takes a good, from a branch office if `branch`.
    Produced {
        seat: Seat,
        good: Good,
        branch: bool,
    },
    /// The stock has nothing for somebody.
    NoGoods { seat: Seat },
    /// The second die, and the event; `idle`: nobody has what it is about.
    Happens {
        die: u32,
        what: Calamity,
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        idle: bool,
    },
    /// Somebody pays for an event.
    Paid { seat: Seat, gold: u32 },
    /// A building spares somebody.
    Spared { seat: Seat, building: Building },
    /// Somebody loses a tile to the Pirate; `number` is the bridge of a branch office.
    Robbed {
        seat: Seat,
        tile: Tile,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        number: Option<u32>,
    },
    /// A tile of the reserve is laid face-down.
    Laid { cell: Cell },
    /// Somebody loses an inhabitant to the Fire.
    Burnt {
        seat: Seat,
        level: Level,
        space: u32,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        building: Option<Building>,
    },
    /// A pioneer is placed.
    Pioneer {
        seat: Seat,
        space: u32,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        building: Option<Building>,
    },
    /// An inhabitant becomes more.
    Developed {
        seat: Seat,
        space: u32,
        level: Level,
    },
    /// A ship is built.
    Launched { seat: Seat, ship: u32, cell: Cell },
    /// A card is sold: if `forced` as the hand holds too many.
    Sold {
        seat: Seat,
        good: Good,
        space: u32,
        gold: u32,
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        forced: bool,
    },
    /// A card is bought.
    Bought { seat: Seat, good: Good, gold: u32 },
    /// The Big Branch Office draws a card; which, the two hear whom it concerns.
    Drew {
        seat: Seat,
        from: Seat,
        gold: u32,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        good: Option<Good>,
    },
    /// A ship sails.
    Sailed { seat: Seat, ship: u32, to: Cell },
    /// A ship looks at a tile; which, its owner hears.
    Looked {
        seat: Seat,
        ship: u32,
        cell: Cell,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        tile: Option<Tile>,
    },
    /// A tile is used; `number` is the bridge of a branch office.
    Used {
        seat: Seat,
        ship: u32,
        cell: Cell,
        tile: Tile,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        number: Option<u32>,
    },
    /// A card is discarded.
    Discarded { seat: Seat, good: Good },
    /// A victory point is won.
    Point { seat: Seat, why: Point, points: u32 },
    /// A victory point is lost.
    PointLost { seat: Seat, why: Point, points: u32 },
    /// The game is over; without a winner the last round was.
    GameOver {
        #[serde(default, skip_serializing_if = "Option::is_none")]
        winner: Option<Seat>,
    },
}

tagged!(Event, "event");

/// What a 6 brings.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Calamity {
    /// Gold for island tiles.
    Pirate,
    /// Gold for inhabitants.
    Fire,
    /// A good for each.
    GoldenTimes,
}
