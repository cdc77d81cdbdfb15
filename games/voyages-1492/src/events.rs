//! What happens in the game, as the chronicle reports it.
//!
//! Not here: the words for it (`templates/voyages-1492/events.txt`). All is reported to everybody;
//! which card is [`Event::Kept`], to its owner alone.

use super::board::Direction;
use super::data::{CardCode, Deck, Part, Resource, Upgrade, Weapon};
use packetboat_core::prelude::*;
use packetboat_kit::hex::Hex;

/// Something that happened.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(remote = "Self", rename_all = "kebab-case", deny_unknown_fields)]
#[schemars(tag = "event")]
#[allow(missing_docs, reason = "`seat` has the turn, if not named")]
pub enum Event {
    /// A ship is in its port before the first round.
    SetOut { seat: Seat, port: String, hex: Hex },
    /// A die for who begins.
    Lot { seat: Seat, die: u32 },
    /// Who begins each round.
    Begins { seat: Seat },
    /// The turn of a ship begins.
    Turn { seat: Seat, round: u32 },
    /// It has lost its move of this turn.
    Becalmed { seat: Seat },
    /// It moves by one hex.
    Sailed {
        seat: Seat,
        from: Hex,
        to: Hex,
        by: Moved,
    },
    /// It stays where it is.
    Stayed { seat: Seat, hex: Hex },
    /// The die, and the card it draws; how the card is called.
    Drew {
        seat: Seat,
        die: u32,
        deck: Deck,
        card: CardCode,
        name: String,
    },
    /// The card orders a trap card, and there is none left.
    NoTrap { seat: Seat },
    /// It draws a trap card that is carried out, or a collectible, which it keeps openly.
    Trap {
        seat: Seat,
        card: CardCode,
        name: String,
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        collectible: bool,
    },
    /// It draws a trap card and keeps it; which, its owner hears.
    Kept {
        seat: Seat,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        card: Option<CardCode>,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        name: Option<String>,
    },
    /// It gets blocks; `what` is `nothing` where the bank has none.
    Gained { seat: Seat, what: String },
    /// It takes a block of its choice.
    Took { seat: Seat, resource: Resource },
    /// It takes a block from another.
    Stole {
        seat: Seat,
        from: Seat,
        resource: Resource,
    },
    /// Hull or crew is lost, `seat` being whose.
    Lost {
        seat: Seat,
        part: Part,
        by: u32,
        left: u32,
    },
    /// Hull or crew is made good.
    Mended { seat: Seat, part: Part, left: u32 },
    /// A card that changes nothing now, and why.
    Idle { seat: Seat, why: Idleness },
    /// It will lose its next move.
    Doldrums { seat: Seat },
    /// A current pulls, and the ship stays: the way is closed.
    Held { seat: Seat, way: Direction },
    /// A monster comes up where the ship is.
    Rose {
        seat: Seat,
        monster: CardCode,
        name: String,
        hex: Hex,
    },
    /// A ship and a monster fight.
    Monster {
        seat: Seat,
        name: String,
        die: u32,
        first: u32,
        second: u32,
        won: bool,
    },
    /// A duel is over: the dice of both in turn, and what is left. Without a rival: a pirate ship.
    Duel {
        seat: Seat,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        rival: Option<Seat>,
        part: Part,
        dice: String,
        left: u32,
        rival_left: u32,
    },
    /// A trade with the trading post.
    Traded {
        seat: Seat,
        give: Resource,
        take: Resource,
    },
    /// An upgrade is bought.
    Bought { seat: Seat, what: Upgrade },
    /// A blockade is built.
    Blockade { seat: Seat, passage: String },
    /// An outpost is built in place of whose.
    Outpost {
        seat: Seat,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        from: Option<Seat>,
    },
    /// The King is paid.
    King { seat: Seat },
    /// An attack; `name` is the card or gun, `die` 0 where none is thrown.
    Attack {
        seat: Seat,
        target: Seat,
        weapon: Weapon,
        name: String,
        die: u32,
    },
    /// The shot is thrown back, `seat` being who answers.
    Volleyed { seat: Seat, shooter: Seat },
    /// Chain Shot: `seat` will lose its next move.
    Chained { seat: Seat },
    /// A ship sinks; without `by` it was a monster, pirates or the sea.
    Sunk {
        seat: Seat,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        by: Option<Seat>,
        port: String,
    },
    /// What it carried goes to who sank it.
    Loot {
        seat: Seat,
        from: Seat,
        what: String,
    },
    /// A point of prestige is won.
    Point {
        seat: Seat,
        why: Source,
        points: u32,
    },
    /// A point is lost.
    PointLost {
        seat: Seat,
        why: Source,
        points: u32,
    },
    /// The game is over; without a winner the last round was.
    GameOver {
        #[serde(default, skip_serializing_if = "Option::is_none")]
        winner: Option<Seat>,
    },
}

tagged!(Event, "event");

/// What moves a ship.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Moved {
    /// Its own move.
    Sails,
    /// A Fair Wind.
    Wind,
    /// A current.
    Current,
}

/// Why a card changes nothing.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Idleness {
    /// Hull or crew is full.
    Full,
    /// A Fair Wind, and the ship may not move.
    Still,
    /// A Press Gang, and nobody has anything.
    Nobody,
    /// A duel, and no rival may be named.
    NoRival,
}

/// Where a point comes from.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Source {
    /// A ship sunk.
    Sinking,
    /// The King.
    King,
    /// The outpost on the Central Isle.
    Isle,
    /// Collectibles.
    Collectibles,
    /// A monster killed.
    Monster,
}
