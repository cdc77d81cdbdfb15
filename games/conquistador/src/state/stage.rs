//! Where in the sequence of play the game stands, and what is under way there.

use super::super::ids::{AreaId, At, Label, LeaderId};
use super::super::men::Men;
use super::lot::Lot;
use packetboat_core::engine::plain::is_default;
use packetboat_core::prelude::*;
use packetboat_kit::hex::Hex;

/// The segments, and the steps inside them, in the order of play (game file 1 and 1.1). In steps
/// marked with "each", powers act one after another: [`super::Open::turn_of`] says whose go it is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Stage {
    /// A1: dice, taxes, Colonists, events.
    RandomEvents,
    /// A2: who acts first.
    Initiative,
    /// Sheet a is gathered.
    GateA,
    /// A3: choices that events left, each in seat order.
    Choices,
    /// A3: deals and gifts, all at once.
    Deals,
    /// A3: leaders due appear in Europe.
    Leaders,
    /// A3: ships built overseas, each in seat order.
    Build,
    /// A3: purchases (and the bank), each in seat order.
    Buy,
    /// A3: expeditions are formed, loaded and provisioned, each in seat order.
    Log,
    /// B1: crossings, each in initiative order.
    Crossing,
    /// B2: hemispheric moves, combat, invasion, each in initiative order.
    Hemispheric,
    /// B3: attrition, each in initiative order.
    NavalAttrition,
    /// Behind B3: what stands in a friendly port or in Europe is banked; corsairs.
    Banking,
    /// Sheet b is gathered (two rounds a turn only).
    GateB,
    /// Deals and gifts of sheet b, all at once.
    DealsB,
    /// C1: prospecting, mining, looting, each in initiative order.
    Gold,
    /// C1: depletion, each in initiative order.
    Depletion,
    /// C2: marches, each in initiative order; combats, land discoveries and stacking follow.
    March,
    /// C2: the combats of the power whose go it is, by hex.
    Combat,
    /// C2: land discoveries and stacking of that power.
    MarchEnd,
    /// C3: native combat and preaching, each in initiative order.
    Natives,
    /// C4: uprisings, each in initiative order.
    Uprising,
    /// C5: land attrition, each in initiative order.
    LandAttrition,
    /// C6: loading of gold, each in initiative order.
    Loading,
    /// C6: resources, each in initiative order.
    Resources,
    /// D1: who sails where, each in initiative order.
    Sailing,
    /// D2: attrition, each in initiative order.
    FinalAttrition,
    /// D3: discoveries credited, gold landed, each in initiative order.
    Credit,
    /// E: upkeep, each in seat order.
    Maintenance,
    /// E2: deadlines, leaders who leave, scores; the next turn or the end.
    TurnEnd,
    /// The game is over.
    Over,
}

/// How far the power whose go it is has come.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Go {
    /// How many things of this step are done, where things and not lines are gone through.
    #[serde(default, skip_serializing_if = "is_default")]
    pub done: u32,
    /// B2: Soldiers who have won an invasion and land when the beaten have left.
    #[serde(default, skip_serializing_if = "is_default")]
    pub landing: u32,
    /// Storms declared in this go of C2, by target.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub storms: BTreeMap<Hex, Vec<Storm>>,
    /// Hexes its groups with a Soldier or leader have entered in this go of C2 (5.3).
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub entered: Vec<Entered>,
    /// Areas where it has preached in this step (4.10).
    #[serde(default, skip_serializing_if = "BTreeSet::is_empty")]
    pub preached: BTreeSet<AreaId>,
}

/// A group with a Soldier or leader has entered a hex in C2.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Entered {
    /// Which hex.
    pub hex: Hex,
    /// Whether an Explorer was along.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub explorer: bool,
    /// Whether it was put ashore from a ship.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub landed: bool,
}

impl Go {
    /// Whether nothing has been done yet.
    pub fn is_fresh(&self) -> bool {
        *self == Go::default()
    }
}

/// A group that waits beside the hex it storms.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Storm {
    /// Where it waits.
    pub from: Hex,
    /// Who.
    #[serde(default)]
    pub men: Men,
    /// Leaders along.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub leaders: Vec<LeaderId>,
    /// The party, if it is one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub party: Option<Label>,
    /// Gold it carries: it goes on with the group if it wins (Q115).
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub gold: Vec<Lot>,
}

/// A fight that waits for what the other side decides.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(remote = "Self", rename_all = "kebab-case")]
pub enum Fight {
    /// Naval combat: the target's stance is asked for (3.8).
    Sea(SeaFight),
    /// Land combat or invasion is over: the loser's retreat is asked for (4.5).
    Retreat {
        /// Who retreats.
        loser: Seat,
        /// Others in the hex who retreat after him.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        then: Vec<Seat>,
        /// From where.
        hex: Hex,
        /// Who won, and occupies the hex afterwards.
        winner: Seat,
        /// By sea: the expedition whose landing party then goes ashore.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        landing: Option<Label>,
        /// By sea: whether it only raids.
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        raid: bool,
    },
}

tagged!(Fight, "fight");

/// A naval combat about to be fought.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SeaFight {
    /// Who attacks.
    pub attacker: Seat,
    /// With which expedition.
    pub label: Label,
    /// Whom.
    pub target: Seat,
    /// Where.
    pub at: At,
    /// Whether prizes are sunk.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub sink: bool,
}

/// Which part of the rules plays a stage.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Played {
    /// A gate, or the end: nothing is played.
    Nothing,
    /// `council`: Royal Council, Maintenance, turn end.
    Council,
    /// `sea`: both naval phases.
    Sea,
    /// `land`: the land phase.
    Land,
}

impl Stage {
    /// All, in order.
    pub const ALL: [Stage; 31] = [
        Stage::RandomEvents,
        Stage::Initiative,
        Stage::GateA,
        Stage::Choices,
        Stage::Deals,
        Stage::Leaders,
        Stage::Build,
        Stage::Buy,
        Stage::Log,
        Stage::Crossing,
        Stage::Hemispheric,
        Stage::NavalAttrition,
        Stage::Banking,
        Stage::GateB,
        Stage::DealsB,
        Stage::Gold,
        Stage::Depletion,
        Stage::March,
        Stage::Combat,
        Stage::MarchEnd,
        Stage::Natives,
        Stage::Uprising,
        Stage::LandAttrition,
        Stage::Loading,
        Stage::Resources,
        Stage::Sailing,
        Stage::FinalAttrition,
        Stage::Credit,
        Stage::Maintenance,
        Stage::TurnEnd,
        Stage::Over,
    ];

    /// Who plays it.
    pub fn played(self) -> Played {
        match self {
            Stage::GateA | Stage::GateB | Stage::Over => Played::Nothing,
            Stage::RandomEvents
            | Stage::Initiative
            | Stage::Choices
            | Stage::Deals
            | Stage::Leaders
            | Stage::Build
            | Stage::Buy
            | Stage::Log
            | Stage::DealsB
            | Stage::Maintenance
            | Stage::TurnEnd => Played::Council,
            Stage::Crossing
            | Stage::Hemispheric
            | Stage::NavalAttrition
            | Stage::Banking
            | Stage::Sailing
            | Stage::FinalAttrition
            | Stage::Credit => Played::Sea,
            Stage::Gold
            | Stage::Depletion
            | Stage::March
            | Stage::Combat
            | Stage::MarchEnd
            | Stage::Natives
            | Stage::Uprising
            | Stage::LandAttrition
            | Stage::Loading
            | Stage::Resources => Played::Land,
        }
    }

    /// Whether it is played on sheet b (the sheet named while it goes on). A1 and A2 belong to
    /// the turn they open; a game that is over keeps the name of its last sheet.
    pub fn is_b(self) -> bool {
        self >= Stage::GateB
    }

    pub(super) fn next(self) -> Stage {
        let at = Stage::ALL.iter().position(|it| *it == self);
        let next = at.and_then(|it| Stage::ALL.get(it + 1));
        next.copied().unwrap_or(Stage::Over)
    }
}
