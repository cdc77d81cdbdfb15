//! What one power alone knows: its expeditions and cargoes, men in Europe, charts, parties
//! (game file 7.5).

use super::super::ids::{At, DiscoveryId, Label, LeaderId, ZoneId};
use super::super::men::{Hull, Men, Ships};
use super::super::orders::{QuestKind, Return, Units};
use super::lot::Lot;
use packetboat_core::engine::plain::is_default;
use packetboat_core::prelude::*;
use packetboat_kit::hex::Hex;

/// The sealed side of a power.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Sealed {
    /// Whether it has the South Cape Rutter (3.5).
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub rutter: bool,
    /// Rutter earned in this turn, to be had in D3.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub rutter_banked: bool,
    /// Soldiers it must still ship home this turn (6.4.6); 0: none.
    #[serde(default, skip_serializing_if = "is_default")]
    pub duty: u32,
    /// Whether it rather pays for the duty with victory points (`EVENT 6 IGNORE`).
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub duty_ignored: bool,
    /// Gold ashore in Europe, to be credited in D3.
    #[serde(default, skip_serializing_if = "is_default")]
    pub banked_gold: u32,
    /// Discovery marks brought to a friendly port, to be credited in D3.
    #[serde(default, skip_serializing_if = "BTreeSet::is_empty")]
    pub banked_marks: BTreeSet<DiscoveryId>,
    /// Zones brought to a friendly port, to be known from D3 (3.3, Q93).
    #[serde(default, skip_serializing_if = "BTreeSet::is_empty")]
    pub banked_charts: BTreeSet<ZoneId>,
    /// Zones it knows.
    #[serde(default)]
    pub charts: BTreeSet<ZoneId>,
    /// Men in Europe.
    #[serde(default, skip_serializing_if = "Men::is_empty")]
    pub europe: Men,
    /// Leaders in Europe.
    #[serde(default, skip_serializing_if = "BTreeSet::is_empty")]
    pub leaders: BTreeSet<LeaderId>,
    /// Leaders that are dead, captured or gone.
    #[serde(default, skip_serializing_if = "BTreeSet::is_empty")]
    pub gone: BTreeSet<LeaderId>,
    /// Ships in no expedition, empty: in Europe, or just built in a Port.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub docks: BTreeMap<At, Ships>,
    /// Expeditions by label.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub expeditions: BTreeMap<Label, Expedition>,
    /// Parties by label.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub parties: BTreeMap<Label, Party>,
    /// Powers with whom a deal was made on this sheet (`AGREED`).
    #[serde(default, skip_serializing_if = "BTreeSet::is_empty")]
    pub agreed: BTreeSet<Seat>,
    /// Own ships lost this turn, by expedition (`LOST`).
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub lost: BTreeMap<Label, u32>,
    /// Men bought this turn. What may be bought stands in the open, what was bought does not.
    #[serde(default, skip_serializing_if = "Men::is_empty")]
    pub bought: Men,
    /// Expeditions with an entry in the Log of this turn.
    #[serde(default, skip_serializing_if = "BTreeSet::is_empty")]
    pub logged: BTreeSet<Label>,
    /// Ports where a ship was built this turn.
    #[serde(default, skip_serializing_if = "BTreeSet::is_empty")]
    pub built_at: BTreeSet<Hex>,
}

/// An expedition: ships that stay together (0.3). It lasts until its ships dissolve in Europe,
/// are taken into another expedition in a friendly port, or are lost.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Expedition {
    /// Where it is.
    pub at: At,
    /// Bounds bought for this turn.
    #[serde(default)]
    pub bounds: u32,
    /// Bounds by which its block lets it exceed them this turn.
    #[serde(default, skip_serializing_if = "is_default")]
    pub exceed: u32,
    /// Bounds of the crossing of phase B, 0 if it did not cross.
    #[serde(default, skip_serializing_if = "is_default")]
    pub crossed_b: u32,
    /// Movement points spent in B2.
    #[serde(default, skip_serializing_if = "is_default")]
    pub mp: u32,
    /// Bounds sailed in phase B: crossing and hemispheric together, at least as in 3.2.
    #[serde(default, skip_serializing_if = "is_default")]
    pub sailed_b: u32,
    /// Bounds sailed in phase D.
    #[serde(default, skip_serializing_if = "is_default")]
    pub sailed_d: u32,
    /// Whether it left Europe in this phase.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub left_europe: bool,
    /// Where its block sends it in B1; absent: nowhere.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub crossing: Option<At>,
    /// Who goes ashore where it ends B2, by its block; absent: the default.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub ashore: Option<Units>,
    /// What its block says of the way home.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub returns: Option<Return>,
    /// Whether it lies in wait in D1.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub cruise: bool,
    /// Whether it sails round the world in D1.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub circumnavigates: bool,
    /// A passage of the Cape in this phase (3.5).
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub passage: bool,
    /// While it is in zone `cape`: whether it came from the Pacific; absent elsewhere.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub from_pacific: Option<bool>,
    /// Whether one of its ships has made a passage and not been banked since (Rutter).
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub passed_cape: bool,
    /// Whether it has touched Quito or Maranon on the Amazon (L08).
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub upper_amazon: bool,
    /// Zones touched in this phase (attrition).
    #[serde(default, skip_serializing_if = "BTreeSet::is_empty")]
    pub touched: BTreeSet<ZoneId>,
    /// Zones touched since it was last banked (charts).
    #[serde(default, skip_serializing_if = "BTreeSet::is_empty")]
    pub zones: BTreeSet<ZoneId>,
    /// Discoveries touched and not yet banked.
    #[serde(default, skip_serializing_if = "BTreeSet::is_empty")]
    pub marks: BTreeSet<DiscoveryId>,
    /// Discoveries touched in this phase: marks if it survives the phase's attrition.
    #[serde(default, skip_serializing_if = "BTreeSet::is_empty")]
    pub new_marks: BTreeSet<DiscoveryId>,
    /// Men that embarked in this B2: they stay aboard unless told otherwise.
    #[serde(default, skip_serializing_if = "Men::is_empty")]
    pub embarked: Men,
    /// Leaders that embarked in this B2.
    #[serde(default, skip_serializing_if = "BTreeSet::is_empty")]
    pub embarked_leaders: BTreeSet<LeaderId>,
    /// Ships it has attacked in this segment: whose, where.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub attacked: Vec<(Seat, Hex)>,
    /// Hexes it has invaded in this segment.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub invaded: Vec<Hex>,
    /// Those of them where it only raided: its men stay aboard (3.9).
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub raided: Vec<Hex>,
    /// Its ships, in the order in which cargo is dealt out among equals.
    pub ships: Vec<Ship>,
}

/// A ship with what is aboard.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Ship {
    /// Its kind.
    pub hull: Hull,
    /// Men aboard.
    #[serde(default, skip_serializing_if = "Men::is_empty")]
    pub men: Men,
    /// Leaders aboard.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub leaders: Vec<LeaderId>,
    /// Gold aboard.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub gold: Vec<Lot>,
    /// Who went ashore from it in this phase, and is lost with it in its attrition (3.10, Q7).
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub landed: Vec<Landed>,
}

impl Ship {
    /// An empty ship.
    pub fn new(hull: Hull) -> Self {
        Ship {
            hull,
            men: Men::NONE,
            leaders: Vec::new(),
            gold: Vec::new(),
            landed: Vec::new(),
        }
    }
}

/// Men who went ashore in this phase.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Landed {
    /// Where.
    pub hex: Hex,
    /// Who.
    #[serde(default, skip_serializing_if = "Men::is_empty")]
    pub men: Men,
    /// Leaders.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub leaders: Vec<LeaderId>,
}

/// A party (4.12).
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Party {
    /// Where it stands; absent: aboard.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub hex: Option<Hex>,
    /// The expedition it is aboard.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub aboard: Option<Label>,
    /// Its members.
    pub men: Men,
    /// Leaders among them.
    #[serde(default, skip_serializing_if = "BTreeSet::is_empty")]
    pub leaders: BTreeSet<LeaderId>,
    /// The quests it serves.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub quests: Vec<QuestKind>,
    /// All hexes it has stood in or marched through since it was named, in order.
    pub trail: Vec<Hex>,
    /// Where in the trail its march begins: since it last came ashore.
    #[serde(default, skip_serializing_if = "is_default")]
    pub march_from: u32,
}

impl Expedition {
    /// An expedition of these ships, empty and idle.
    pub fn new(at: At, ships: Vec<Ship>) -> Self {
        Expedition {
            at,
            bounds: 0,
            exceed: 0,
            crossed_b: 0,
            mp: 0,
            sailed_b: 0,
            sailed_d: 0,
            left_europe: false,
            crossing: None,
            ashore: None,
            returns: None,
            cruise: false,
            circumnavigates: false,
            passage: false,
            from_pacific: None,
            passed_cape: false,
            upper_amazon: false,
            touched: BTreeSet::new(),
            zones: BTreeSet::new(),
            marks: BTreeSet::new(),
            new_marks: BTreeSet::new(),
            embarked: Men::NONE,
            embarked_leaders: BTreeSet::new(),
            attacked: Vec::new(),
            invaded: Vec::new(),
            raided: Vec::new(),
            ships,
        }
    }

    /// Its ships by kind.
    pub fn fleet(&self) -> Ships {
        let mut fleet = Ships::NONE;
        for ship in &self.ships {
            *fleet.slot(ship.hull) += 1;
        }
        fleet
    }

    /// All men aboard.
    pub fn men(&self) -> Men {
        let mut men = Men::NONE;
        for ship in &self.ships {
            men += ship.men;
        }
        men
    }

    /// All leaders aboard, by id.
    pub fn leaders(&self) -> BTreeSet<LeaderId> {
        let leaders = self.ships.iter().flat_map(|it| &it.leaders);
        leaders.copied().into_set()
    }

    /// Ducats aboard.
    pub fn gold(&self) -> u32 {
        let lots = self.ships.iter().flat_map(|it| &it.gold);
        lots.map(|it| it.ducats).sum()
    }

    /// Whether all its ships are Caravels: it may go up rivers.
    pub fn only_caravels(&self) -> bool {
        self.ships.iter().all(|it| it.hull == Hull::Caravel)
    }
}
