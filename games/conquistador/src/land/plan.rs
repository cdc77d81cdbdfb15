//! The land phase: what a power is asked, and what it may choose.

use crate::ids::{AreaId, Label, LeaderId};
use crate::men::Men;
use crate::orders::QuestKind;
use crate::state::Lot;
use packetboat_core::prelude::*;
use packetboat_kit::hex::Hex;

/// What a power is asked.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(remote = "Self", rename_all = "kebab-case")]
#[schemars(tag = "ask", rename = "LandQuestion")]
pub enum Ask {
    /// C1: whether it prospects here.
    Prospect {
        /// The site.
        hex: Hex,
    },
    /// C1: how many dig here.
    Mine {
        /// The mine.
        hex: Hex,
    },
    /// C1: whether it loots this city.
    Loot {
        /// The city.
        hex: Hex,
    },
    /// C2, C3, C6: what its next line does.
    Line,
    /// C2: where it retreats to.
    Retreat {
        /// From here.
        hex: Hex,
    },
}

tagged!(Ask, "ask");

/// What it chooses.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(remote = "Self", rename_all = "kebab-case")]
pub enum Deed {
    /// It prospects, or not.
    Prospect {
        /// Whether.
        yes: bool,
    },
    /// So many dig.
    Mine {
        /// Colonists.
        diggers: u32,
    },
    /// It loots, or not.
    Loot {
        /// Whether.
        yes: bool,
    },
    /// It retreats.
    Retreat {
        /// Where to; absent: no hex is left, ships in the hex take whom they can.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        to: Option<Hex>,
    },
    /// A line is carried out.
    Line {
        /// What it does.
        work: Work,
    },
    /// It has no line left. What then happens of itself: 7.1.
    Done {
        /// C2: Soldiers put aboard for the duty of a civil war.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        home: Vec<Boarding>,
        /// C6: gold put aboard.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        stow: Vec<Stowage>,
    },
}

tagged!(Deed, "deed");

impl Deed {
    /// It has no line left, and nothing happens of itself.
    pub const DONE: Deed = Deed::Done {
        home: Vec::new(),
        stow: Vec::new(),
    };
}

/// What a line does, fully spelled out.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(remote = "Self", rename_all = "kebab-case")]
pub enum Work {
    /// Names a party.
    Party(NewParty),
    /// Marches, and perhaps fights.
    March(Route),
    /// Goes aboard.
    Embark(Boarding),
    /// Comes ashore.
    Debark(Boarding),
    /// Attacks natives.
    Natives {
        /// The Area.
        area: AreaId,
        /// Soldiers by hex.
        from: Vec<Contingent>,
    },
    /// Preaches.
    Preach {
        /// The Area.
        area: AreaId,
    },
    /// Loads gold.
    Stow {
        /// The expedition.
        label: Label,
        /// What is loaded, in this order; empty: nothing is.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        lots: Vec<Lot>,
        /// Why it is not all that the line says; empty: it is.
        #[serde(default, skip_serializing_if = "String::is_empty")]
        short: String,
    },
}

tagged!(Work, "work");

/// A party to be.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct NewParty {
    /// Its name.
    pub label: Label,
    /// Where it stands.
    pub hex: Hex,
    /// Its members.
    #[serde(default)]
    pub men: Men,
    /// Leaders among them.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub leaders: Vec<LeaderId>,
    /// Quests it serves.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub quests: Vec<QuestKind>,
    /// What of the order was left out, and why.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub short: String,
}

/// A march, hex by hex.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Route {
    /// From here.
    pub from: Hex,
    /// The party that marches, if it is one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub party: Option<Label>,
    /// Who sets out.
    #[serde(default)]
    pub men: Men,
    /// Leaders along.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub leaders: Vec<LeaderId>,
    /// Hexes entered, in order; empty: they stay where they are.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub path: Vec<Hex>,
    /// Who is left behind on the way.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub drops: Vec<LeftBehind>,
    /// The hex they storm from the end of the way.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub storm: Option<Hex>,
    /// Gold they carry.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub gold: Vec<Lot>,
    /// The expedition they board at the end.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub aboard: Option<Label>,
    /// What of the order was left out, and why.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub short: String,
}

/// Members of a march who stop before the others.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct LeftBehind {
    /// Where.
    pub hex: Hex,
    /// Who.
    #[serde(default)]
    pub men: Men,
    /// Leaders among them.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub leaders: Vec<LeaderId>,
}

/// Units that go aboard an expedition in their hex, or come ashore from it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Boarding {
    /// The expedition.
    pub label: Label,
    /// Who.
    #[serde(default)]
    pub men: Men,
    /// Leaders among them.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub leaders: Vec<LeaderId>,
    /// What of the order was left out, and why.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub short: String,
}

/// Soldiers of one hex who attack natives.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Contingent {
    /// Where they stand.
    pub hex: Hex,
    /// How many.
    pub soldiers: u32,
}

/// Gold for one expedition.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Stowage {
    /// The expedition.
    pub label: Label,
    /// What is loaded, in this order.
    pub lots: Vec<Lot>,
}
