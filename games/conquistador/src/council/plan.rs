//! Royal Council and Maintenance: what a power is asked, and what it may choose.

use super::super::ids::{At, Label, LeaderId};
use super::super::men::{Hull, Kind, Men, Ships};
use super::super::orders::{Clause, Return, Units, Ware};
use super::super::state::EventChoice;
use packetboat_core::engine::plain::is_default;
use packetboat_core::prelude::*;
use packetboat_kit::hex::Hex;

/// What a power is asked.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
#[serde(remote = "Self", rename_all = "kebab-case")]
#[schemars(tag = "ask", rename = "CouncilQuestion")]
pub enum Ask {
    /// What an event of A1 takes.
    Choice {
        /// What it left open.
        choice: EventChoice,
    },
    /// What it gives and agrees to.
    Offers,
    /// What its next line does.
    Line,
}

tagged!(Ask, "ask");

/// What it chooses.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(remote = "Self", rename_all = "kebab-case")]
pub enum Deed {
    /// What an event takes.
    Losses(Losses),
    /// Whether it rather pays for civil war with victory points.
    Duty {
        /// Whether it does.
        ignored: bool,
    },
    /// Gifts and deals, as written.
    Offers {
        /// In written order.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        gifts: Vec<Gift>,
        /// Clauses of each DEAL line, in written order.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        deals: Vec<Vec<Clause>>,
    },
    /// Ships built overseas.
    Build {
        /// The ships.
        ships: Vec<Building>,
        /// What could not be built.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        short: Vec<Short>,
    },
    /// Purchases in Europe.
    Buy {
        /// In written order.
        goods: Vec<Purchase>,
        /// What could not be bought.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        short: Vec<Short>,
    },
    /// Business with the German Bankers.
    Bank {
        /// Whether Ducats are paid back.
        repay: bool,
        /// Ducats.
        sum: u32,
    },
    /// An entry of the Expedition Log.
    Log {
        /// The entry.
        entry: Box<Entry>,
    },
    /// Units given up by order.
    Disband {
        /// Which.
        given_up: Vec<GivenUp>,
    },
    /// Upkeep.
    Upkeep {
        /// Ducats.
        paid: u32,
        /// What it does not pay for.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        given_up: Vec<GivenUp>,
    },
    /// It has no line left.
    Done,
}

tagged!(Deed, "deed");

/// What an event takes, spelled out.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Losses {
    /// The number behind 6.4.
    pub event: u32,
    /// The settlement whose Colonists go (11).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub settlement: Option<Hex>,
    /// One Colonist or Soldier of each of these (14, 17).
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub units: Vec<LostUnit>,
    /// A leader.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub leader: Option<LeaderId>,
    /// A Missionary: where.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub missionary: Option<Post>,
}

/// A Colonist or Soldier of a settlement.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct LostUnit {
    /// Where.
    pub hex: Hex,
    /// Which.
    pub kind: Kind,
}

/// Where units and ships are kept account of.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(remote = "Self", rename_all = "kebab-case")]
pub enum Post {
    /// Men ashore in a hex.
    Ashore {
        /// Which.
        hex: Hex,
    },
    /// Men aboard an expedition, or its ships.
    Expedition {
        /// Which.
        label: Label,
    },
    /// Ships in no expedition.
    Docks {
        /// Where.
        at: At,
    },
    /// Men in Europe.
    Europe,
}

tagged!(Post, "post");

/// A gift.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Gift {
    /// To whom.
    pub power: Seat,
    /// Ducats.
    pub sum: u32,
}

/// A ship built overseas.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Building {
    /// Its kind.
    pub hull: Hull,
    /// Where.
    pub hex: Hex,
    /// Ducats.
    pub price: u32,
}

/// Goods bought in Europe.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Purchase {
    /// What.
    pub what: Ware,
    /// How many.
    pub number: u32,
    /// Ducats for all of them.
    pub price: u32,
}

/// What was asked for and could not be done, or not wholly.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Short {
    /// What was asked for, in words.
    pub what: String,
    /// What came of it.
    pub got: u32,
    /// Why not more.
    pub why: String,
}

/// An entry of the Expedition Log, spelled out.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Entry {
    /// The expedition: one that lives, or a new one.
    pub label: Label,
    /// Where it lies.
    pub at: At,
    /// Ships it gets from the docks there.
    #[serde(default, skip_serializing_if = "Ships::is_empty")]
    pub docks: Ships,
    /// Ships it gets from other expeditions there, with what is aboard.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub others: Vec<ShipOf>,
    /// Ships it leaves at the docks there: their places in its list; they are empty.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub leaves: Vec<u32>,
    /// Men loaded.
    #[serde(default, skip_serializing_if = "Men::is_empty")]
    pub men: Men,
    /// Leaders that go aboard.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub leaders: Vec<LeaderId>,
    /// Bounds bought.
    pub bounds: u32,
    /// Ducats for them.
    pub price: u32,
    /// Bounds that could not be paid.
    #[serde(default, skip_serializing_if = "is_default")]
    pub unpaid: u32,
    /// Ducats that those would have cost.
    #[serde(default, skip_serializing_if = "is_default")]
    pub unpaid_price: u32,
    /// By how many Bounds it may exceed.
    #[serde(default, skip_serializing_if = "is_default")]
    pub exceed: u32,
    /// Where it sails in B1.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub crossing: Option<At>,
    /// Who goes ashore where it ends B2.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub ashore: Option<Units>,
    /// The way home.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub returns: Option<Return>,
    /// Whether it lies in wait in D1.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub cruise: bool,
    /// What could not be had.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub short: Vec<Short>,
}

/// A ship of another expedition.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ShipOf {
    /// The expedition.
    pub label: Label,
    /// Its place in the list of that expedition's ships.
    pub ship: u32,
}

/// Units or ships given up.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct GivenUp {
    /// What.
    pub what: Ware,
    /// Where.
    pub post: Post,
    /// How many.
    pub number: u32,
}
