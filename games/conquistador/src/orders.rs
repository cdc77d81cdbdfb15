//! What a player may write, understood: orders and conditions (game file 7.2).
//!
//! Not here: the forms (`grammar`), how they become these (`build`), when a condition holds
//! (`holds`), and what is made of an order when it is reached (`council`, `sea`, `land`).

mod clause;
mod condition;
mod spot;

pub use clause::Clause;
pub use condition::Condition;
use packetboat_core::prelude::*;
pub use spot::Spot;

use super::ids::{AreaId, At, Label, LeaderId};
use super::men::{Hull, Kind};
use packetboat_core::engine::plain::is_default;
use packetboat_kit::hex::Hex;

/// An order of either sheet.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(remote = "Self", rename_all = "kebab-case")]
pub enum Order {
    /// `GIFT power sum`.
    Gift {
        /// To whom.
        power: Seat,
        /// Ducats.
        sum: u32,
    },
    /// `DEAL clause, …`: binds when all powers named have filed the same clauses.
    Deal {
        /// The clauses, as written.
        clauses: Vec<Clause>,
    },
    /// `EMBARK label units`.
    Embark {
        /// The expedition.
        label: Label,
        /// Who.
        units: Units,
    },
    /// `DEBARK label units`.
    Debark {
        /// The expedition.
        label: Label,
        /// Who.
        units: Units,
    },
    /// `DEBARK label GOLD [sum]`.
    DebarkGold {
        /// The expedition.
        label: Label,
        /// Ducats; absent: all.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        sum: Option<u32>,
    },
    /// `STANCE label FIGHT`.
    Stance {
        /// The expedition; absent: all.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        label: Option<Label>,
        /// What it does when attacked.
        stance: Stance,
    },
    /// `EVENT n IGNORE`.
    IgnoreEvent {
        /// The number behind 6.4.
        event: u32,
    },
    /// `EVENT n LOSE …`.
    EventLosses {
        /// The number behind 6.4.
        event: u32,
        /// What to lose, first to last.
        losses: Vec<Loss>,
    },
    /// `BUY item, …`.
    Buy {
        /// In written order.
        items: Vec<Item>,
    },
    /// `EXPEDITION label …`: an entry of the Expedition Log.
    Expedition(Block),
    /// `HEMI label VIA … TO place`.
    Hemi {
        /// The expedition.
        label: Label,
        /// Points on the way, in order.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        via: Vec<Spot>,
        /// Where to.
        to: At,
        /// By how many Bounds it may exceed.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        exceed: Option<u32>,
    },
    /// `ATTACK label power AT place` or `WITHIN n`.
    Attack {
        /// The expedition.
        label: Label,
        /// Whose ships.
        power: Seat,
        /// Where.
        chase: Chase,
        /// Whether prizes are sunk.
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        sink: bool,
        /// By how many Bounds it may exceed.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        exceed: Option<u32>,
    },
    /// `INVADE label place …`.
    Invade {
        /// The expedition.
        label: Label,
        /// The hex.
        place: At,
        /// With how many Soldiers; absent: all aboard.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        with: Option<u32>,
        /// Whether it raids; else it holds.
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        raid: bool,
        /// By how many Bounds it may exceed.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        exceed: Option<u32>,
    },
    /// `BANK BORROW n` or `BANK REPAY n` (option `bankers`).
    Bank {
        /// Whether Ducats are paid back.
        repay: bool,
        /// Ducats.
        sum: u32,
    },
    /// `PROSPECT place YES|NO`.
    Prospect {
        /// The site; absent: all.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        place: Option<At>,
        /// Whether to.
        yes: bool,
    },
    /// `MINE place n`.
    Mine {
        /// The mine; absent: all.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        place: Option<At>,
        /// How many dig.
        miners: Miners,
    },
    /// `LOOT place YES|NO`.
    Loot {
        /// The city; absent: all.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        place: Option<At>,
        /// Whether to.
        yes: bool,
    },
    /// `PARTY label units AT place [QUEST …]`.
    Party {
        /// Its name.
        label: Label,
        /// Its members.
        units: Units,
        /// Where they stand.
        at: At,
        /// Which quests it serves.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        quests: Vec<QuestKind>,
    },
    /// `MOVE …`.
    Move(March),
    /// `RETREAT [FROM place] TO place`.
    Retreat {
        /// From where; absent: from anywhere.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        from: Option<At>,
        /// Where to.
        to: At,
    },
    /// `NATIVES area WITH n [FROM place, …]`.
    Natives {
        /// The Area.
        area: AreaId,
        /// How many Soldiers; absent: all.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        with: Option<u32>,
        /// From which hexes; empty: from those with most.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        from: Vec<At>,
    },
    /// `PREACH area`.
    Preach {
        /// The Area.
        area: AreaId,
    },
    /// `STOW label GOLD n [OF place]`.
    Stow {
        /// The expedition.
        label: Label,
        /// How much.
        gold: Amount,
        /// Of which origin; absent: any.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        of: Option<At>,
    },
    /// `SAIL label …`.
    Sail {
        /// The expedition; absent: all.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        label: Option<Label>,
        /// Where to.
        to: Course,
        /// By how many Bounds it may exceed.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        exceed: Option<u32>,
    },
    /// `KEEP thing, …`: what upkeep is paid for first.
    Keep {
        /// Best first.
        things: Vec<Thing>,
    },
    /// `DISBAND n kind, … AT place`.
    Disband {
        /// What.
        items: Vec<Item>,
    },
}

tagged!(Order, "order");

/// Units as an order names them.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Units {
    /// `ALL`: all in the hex, or all aboard.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub all: bool,
    /// Kinds with numbers, in written order.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub men: Vec<Counted>,
    /// Leaders by name.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub leaders: Vec<LeaderId>,
}

/// `5 soldiers`, `max colonists`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Counted {
    /// Of what kind.
    pub kind: Kind,
    /// How many; absent: as many as there are or may be.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub number: Option<u32>,
}

/// A thing that is bought, built, or disbanded.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Item {
    /// What.
    pub what: Ware,
    /// How many; absent: as many as can be.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub number: Option<u32>,
    /// Where; absent: in Europe.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub at: Option<At>,
}

/// What has a price and upkeep.
#[derive(
    Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, JsonSchema,
)]
#[serde(rename_all = "lowercase")]
pub enum Ware {
    /// A Colonist.
    Colonist,
    /// A Soldier Detachment.
    Soldier,
    /// A Missionary.
    Missionary,
    /// A Caravel.
    Caravel,
    /// A Carrack.
    Carrack,
    /// A Galleon Fleet.
    Galleon,
}

impl Ware {
    /// As a kind of ship.
    pub fn hull(self) -> Option<Hull> {
        match self {
            Ware::Caravel => Some(Hull::Caravel),
            Ware::Carrack => Some(Hull::Carrack),
            Ware::Galleon => Some(Hull::Galleon),
            Ware::Colonist | Ware::Soldier | Ware::Missionary => None,
        }
    }

    /// As a kind of land unit.
    pub fn kind(self) -> Option<Kind> {
        match self {
            Ware::Colonist => Some(Kind::Colonist),
            Ware::Soldier => Some(Kind::Soldier),
            Ware::Missionary => Some(Kind::Missionary),
            Ware::Caravel | Ware::Carrack | Ware::Galleon => None,
        }
    }

    /// `3 Soldiers`, `1 Carrack`.
    pub fn counted(self, number: u32) -> String {
        match (self.kind(), self.hull()) {
            (Some(kind), _) => kind.counted(number),
            (None, Some(hull)) => hull.counted(number),
            (None, None) => String::new(),
        }
    }

    /// The word orders use.
    pub fn word(self) -> &'static str {
        match (self.hull(), self.kind()) {
            (Some(hull), _) => hull.word(),
            (None, Some(kind)) => kind.word(),
            (None, None) => unreachable!("a ware is a ship or a land unit"),
        }
    }

    /// The ware of that word.
    pub fn of(word: &str) -> Option<Ware> {
        Kind::of(word)
            .map(Ware::from)
            .or_else(|| Hull::of(word).map(Ware::from))
    }
}

impl From<Kind> for Ware {
    fn from(it: Kind) -> Self {
        match it {
            Kind::Colonist => Ware::Colonist,
            Kind::Soldier => Ware::Soldier,
            Kind::Missionary => Ware::Missionary,
        }
    }
}

impl From<Hull> for Ware {
    fn from(it: Hull) -> Self {
        match it {
            Hull::Caravel => Ware::Caravel,
            Hull::Carrack => Ware::Carrack,
            Hull::Galleon => Ware::Galleon,
        }
    }
}

/// What a ranking of upkeep names.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Thing {
    /// What.
    pub what: Ware,
    /// Where; absent: anywhere.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub at: Option<At>,
}

/// An entry of the Expedition Log, as written.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Block {
    /// Its name.
    pub label: Label,
    /// Where it is formed.
    pub from: At,
    /// Its ships; absent: all there.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub ships: Option<Vec<ShipsWanted>>,
    /// What is loaded.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub load: Option<Units>,
    /// Bounds bought; absent: AUTO.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub bounds: Option<u32>,
    /// What it does in B1; absent: it does not cross.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub crossing: Option<At>,
    /// Who goes ashore where it ends B2; absent: the default of 7.1; empty: nobody.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub ashore: Option<Units>,
    /// Whether it goes home in D1.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub returns: Option<Return>,
    /// By how many Bounds it may exceed in the turn.
    #[serde(default, skip_serializing_if = "is_default")]
    pub exceed: u32,
    /// Whether it lies in wait in D1 (option `privateer_cruise`).
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub cruise: bool,
}

/// `2 carracks`, `max caravels`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ShipsWanted {
    /// Of what kind.
    pub hull: Hull,
    /// How many; absent: as many as there are.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub number: Option<u32>,
}

/// A march, as written.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct March {
    /// Who.
    pub who: Marchers,
    /// Points on the way, in order.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub via: Vec<Spot>,
    /// Where to, and whether to fight there; absent: they stay (and may go aboard).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub goal: Option<Goal>,
    /// How much gold they carry.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub carry: Option<Carry>,
    /// Whom they leave behind on the way.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub drops: Vec<Dropped>,
    /// The expedition they board at the end.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub aboard: Option<Label>,
}

/// Who marches.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(remote = "Self", rename_all = "kebab-case")]
pub enum Marchers {
    /// A party.
    Party {
        /// Its name.
        label: Label,
    },
    /// Units of a hex.
    Units {
        /// Who.
        units: Units,
        /// From where.
        from: At,
    },
}

tagged!(Marchers, "who");

/// Where a march leads.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(remote = "Self", rename_all = "kebab-case")]
pub enum Goal {
    /// `TO place`: never starts a fight.
    To {
        /// The hex.
        place: At,
    },
    /// `STORM place`.
    Storm {
        /// The hex.
        place: At,
    },
    /// `STORM UNGUARDED power`.
    Unguarded {
        /// Whose Colonists.
        power: Seat,
    },
}

tagged!(Goal, "goal");

/// `CARRY n [OF place]`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Carry {
    /// Ducats; absent: as much as they can.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub sum: Option<u32>,
    /// Of which origin; absent: any.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub of: Option<At>,
}

/// `DROP units AT place`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Dropped {
    /// Who.
    pub units: Units,
    /// Where.
    pub at: At,
}

/// What an event takes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(remote = "Self", rename_all = "kebab-case")]
pub enum Loss {
    /// `SETTLEMENT AT place`.
    Settlement {
        /// Where.
        at: At,
    },
    /// `soldier AT place`.
    Unit {
        /// Of what kind.
        kind: Kind,
        /// Where.
        at: At,
    },
    /// `LEADER name`.
    Leader {
        /// Who.
        leader: LeaderId,
    },
}

tagged!(Loss, "lose");

/// Which ships an ATTACK goes for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(remote = "Self", rename_all = "kebab-case")]
pub enum Chase {
    /// Those in a hex.
    At {
        /// The hex.
        place: Hex,
    },
    /// The best that can be reached for so many movement points.
    Within {
        /// Movement points.
        mp: u32,
    },
}

tagged!(Chase, "chase");

/// What a target does.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Stance {
    /// It fights.
    Fight,
    /// It flees.
    Flee,
    /// It flees if the attacker looks twice as strong.
    Auto,
}

/// What a block says of the way home.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Return {
    /// Home in D1, if its Bounds suffice.
    Home,
    /// It stays.
    Stay,
}

/// How many dig.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Miners {
    /// So many.
    Number(u32),
    /// As many as bring anything.
    Max,
    /// Nobody.
    None,
    /// As many as make the Area's income highest.
    Auto,
}

/// How much gold.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Amount {
    /// So many Ducats.
    Ducats(u32),
    /// All there is room for.
    All,
    /// None.
    None,
}

/// Where an expedition sails in D1.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(remote = "Self", rename_all = "kebab-case")]
pub enum Course {
    /// To Europe.
    Home,
    /// Nowhere.
    Stay,
    /// Across, to a hex.
    Across {
        /// The hex.
        place: At,
    },
    /// Round the world to Europe (N20).
    Circumnavigate,
}

tagged!(Course, "to");

/// A quest that an event calls for.
#[derive(
    Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, JsonSchema,
)]
#[serde(rename_all = "lowercase")]
pub enum QuestKind {
    /// The Seven Cities (6.4.15).
    Cibola,
    /// El Dorado (6.4.16).
    Eldorado,
}
