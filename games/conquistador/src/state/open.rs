//! What lies open on the board: everybody may know it (game file 7.5).

use super::super::ids::{AreaId, DiscoveryId, LeaderId};
use super::super::men::Men;
use super::super::orders::QuestKind;
use super::lot::Lot;
use super::stage::Stage;
use packetboat_core::engine::plain::is_default;
use packetboat_core::prelude::*;
use packetboat_kit::hex::Hex;

/// The open side of the position.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Open {
    /// From 1; turn t begins in 1495 + 5(t − 1).
    pub turn: u32,
    /// Where in the sequence of play the game stands.
    pub stage: Stage,
    /// Which power's go it is: its place in the order of this step.
    pub turn_of: u32,
    /// Whether the Cape has been navigated by anybody (3.5).
    pub cape_navigated: bool,
    /// No uprising this turn (6.4.13).
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub no_uprisings: bool,
    /// Whose output of Potosí is doubled (6.4.10).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub doubled: Option<Seat>,
    /// Whether the breakthrough has happened: once in a game (6.4.10).
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub breakthrough: bool,
    /// Scenario and options, as founded.
    pub options: Options,
    /// The powers that play, in seat order: Spain, England, France, Portugal.
    pub table: Vec<Seat>,
    /// The powers in the order of initiative; that of the seats before the first A2.
    pub initiative: Vec<Seat>,
    /// Each power's open side.
    pub powers: BTreeMap<Seat, Power>,
    /// Native Levels and who attacked.
    pub areas: BTreeMap<AreaId, AreaState>,
    /// Hexes with land units or gold.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub hexes: BTreeMap<Hex, Ashore>,
    /// Gold sites that were tried or opened; the others are unopened.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub mines: BTreeMap<Hex, Mine>,
    /// Treasure cities that were looted.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub cities: BTreeMap<Hex, City>,
    /// Discoveries credited.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub discovered: BTreeMap<DiscoveryId, Seat>,
    /// Discoveries that were made before the game began.
    #[serde(default, skip_serializing_if = "BTreeSet::is_empty")]
    pub made_before: BTreeSet<DiscoveryId>,
    /// How the game ended.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub outcome: Option<Outcome>,
}

/// Scenario and options, as founded (7.6). The numbers of a scenario stand in its file.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Options {
    /// Its name.
    pub scenario: String,
    /// The last turn.
    pub last_turn: u32,
    /// 1: one sheet a turn; 2: sheets a and b.
    pub rounds_per_turn: u32,
    /// Whether deals count on sheet a only.
    pub council_deals: bool,
    /// Whether `C*` spares a power only if it has no Colonist there, instead of Spain (Q3).
    pub star_by_colonist: bool,
    /// Whether 2CS takes two Soldiers (Q4).
    pub two_soldiers: bool,
    /// Whether attrition takes another kind where one is missing (Q5).
    pub substitute: bool,
    /// Q70: only the Area with the highest Native Level counts.
    pub resent_strict: bool,
    /// Last turn on which Cíbola may start.
    pub cibola_last_start: u32,
    /// Last turn on which El Dorado may start.
    pub eldorado_last_start: u32,
    /// Whether the Treaty of Tordesillas is in force.
    pub tordesillas: bool,
    /// Whether the German Bankers lend.
    pub bankers: bool,
    /// Whether Privateers may lie in wait.
    pub privateer_cruise: bool,
    /// Whether leaders' dates are shifted.
    pub random_leaders: bool,
    /// By what land allowances are multiplied.
    pub march_factor: u32,
    /// Whether upkeep is paid on the last turn.
    pub last_turn_upkeep: bool,
    /// Powers may lend each other leaders (Q29).
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub lend_leaders: bool,
    /// What becomes of a power whose sheets are missing.
    #[serde(default)]
    pub absent_power: AbsentPower,
    /// After how many missed sheets in a row.
    #[serde(default)]
    pub hold_after_missed: u32,
}

/// What becomes of a power whose sheets are missing (5.5).
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum AbsentPower {
    /// It holds: no purchases, no deals; it pays upkeep and defends itself.
    #[default]
    Hold,
    /// As `Hold`; campaigns of before `robot_after_missed` of campaign.toml may have it.
    Robot,
    /// It leaves the game.
    Drop,
}

/// A Monarch's Rating.
#[derive(
    Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, JsonSchema,
)]
pub enum Rating {
    /// Multiplier 4.
    A,
    /// Multiplier 3.
    B,
    /// Multiplier 2.
    C,
    /// Multiplier 1.
    D,
}

impl Rating {
    /// All, the best first.
    pub const ALL: [Rating; 4] = [Rating::A, Rating::B, Rating::C, Rating::D];

    /// The letter.
    pub fn letter(self) -> char {
        match self {
            Rating::A => 'A',
            Rating::B => 'B',
            Rating::C => 'C',
            Rating::D => 'D',
        }
    }
}

/// The open side of a power.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Power {
    /// Its Monarch.
    pub monarch: Rating,
    /// Ducats in its Treasury.
    pub treasury: u32,
    /// Victory points of discoveries credited.
    #[serde(default)]
    pub discovery_vp: i32,
    /// Victory points lost: failed quests and duties, Tordesillas, debt. Never above 0.
    #[serde(default)]
    pub penalty_vp: i32,
    /// Initiative Level of this turn.
    #[serde(default)]
    pub level: u32,
    /// What an event does to the Multiplier this turn (6.4.3, 6.4.4).
    #[serde(default, skip_serializing_if = "is_default")]
    pub multiplier_change: i32,
    /// Colonists that may be bought this turn; how many were is the owner's secret
    /// (`Sealed::bought`).
    #[serde(default)]
    pub colonists_left: u32,
    /// Graft: all costs double this turn (6.4.8).
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub graft: bool,
    /// Civil war: no Soldiers may be bought this turn (6.4.6).
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub civil_war: bool,
    /// Choices its event leaves it, to be answered on the next sheet a.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub choices: Vec<EventChoice>,
    /// Quests it owes.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub quests: Vec<Quest>,
    /// Ducats of overseas gold credited in this turn and the one before (Galleon Fleets, 3.1).
    #[serde(default)]
    pub gold_credited: [u32; 2],
    /// Ducats the German Bankers are owed, each with the turn it falls due (option `bankers`).
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub bank: Vec<[u32; 2]>,
    /// Whether it was dropped (Q117).
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub dropped: bool,
    /// Sheets missed in a row (`absent_power`).
    #[serde(default, skip_serializing_if = "is_default")]
    pub missed: u32,
}

/// A choice that an event leaves its power.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct EventChoice {
    /// The number behind 6.4: 6, 11, 14 or 17.
    pub event: u32,
    /// How much it takes: settlements (11, 17), or 0 where the game reckons it.
    #[serde(default, skip_serializing_if = "is_default")]
    pub settlements: u32,
    /// Whether a Conquistador or Explorer goes (14), or a Conquistador (17).
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub leader: bool,
    /// Whether a Missionary goes.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub missionary: bool,
}

/// A quest owed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Quest {
    /// Which.
    pub kind: QuestKind,
    /// At the end of which turn it must be done.
    pub deadline: u32,
    /// Whether it is done.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub done: bool,
}

/// The state of an Area.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct AreaState {
    /// Native Level; it never rises (4.6).
    pub natives: u32,
    /// Who attacked natives here this turn.
    #[serde(default, skip_serializing_if = "BTreeSet::is_empty")]
    pub attacked: BTreeSet<Seat>,
}

/// What is ashore in a hex.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Ashore {
    /// Land units by power.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub stacks: BTreeMap<Seat, Stack>,
    /// Gold lying there.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub gold: Vec<Lot>,
}

/// Land units of one power in one hex.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Stack {
    /// By kind.
    #[serde(default)]
    pub men: Men,
    /// Leaders, by id.
    #[serde(default, skip_serializing_if = "BTreeSet::is_empty")]
    pub leaders: BTreeSet<LeaderId>,
    /// Movement points spent by nobody: units that have marched this C2 (they do not march on).
    #[serde(default, skip_serializing_if = "Men::is_empty")]
    pub marched: Men,
    /// Leaders that have marched this C2.
    #[serde(default, skip_serializing_if = "BTreeSet::is_empty")]
    pub marched_leaders: BTreeSet<LeaderId>,
}

impl Stack {
    /// Whether nobody is left.
    pub fn is_empty(&self) -> bool {
        self.men.is_empty() && self.leaders.is_empty()
    }
}

/// A gold site that was tried.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Mine {
    /// Ducats a turn at most; 0: barren or exhausted, closed for good.
    pub capacity: u32,
    /// Who opened it, or reopened it last; absent: abandoned.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub owner: Option<Seat>,
    /// Who worked it this turn.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub worked: Option<Seat>,
}

/// A treasure city that was looted.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct City {
    /// Turns it was looted so far, by anyone.
    pub looted: u32,
    /// Who looted it this turn.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub by: Option<Seat>,
    /// Whether there is nothing left.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub exhausted: bool,
}

impl Open {
    /// Whether a power is on hold: it makes no deals until it sends a sheet again (5.5).
    pub fn is_on_hold(&self, seat: Seat) -> bool {
        self.power(seat).missed >= self.options.hold_after_missed.max(1)
    }

    /// The sheet now gathered or played: one a turn, or a and b.
    pub fn sheet(&self) -> SheetNo {
        let part = match (self.options.rounds_per_turn, self.stage.is_b()) {
            (1, _) => 0,
            (_, false) => 1,
            (_, true) => 2,
        };
        SheetNo {
            turn: self.turn,
            part,
        }
    }

    /// A power's open side.
    ///
    /// # Panics
    /// If it does not play.
    pub fn power(&self, seat: Seat) -> &Power {
        &self.powers[&seat]
    }

    /// What a power has ashore in a hex.
    pub fn stack(&self, hex: Hex, seat: Seat) -> Option<&Stack> {
        self.hexes.get(&hex)?.stacks.get(&seat)
    }

    /// Its men ashore in a hex; nobody if it has none.
    pub fn men(&self, hex: Hex, seat: Seat) -> Men {
        self.stack(hex, seat).map_or(Men::NONE, |it| it.men)
    }

    /// All stacks of a power, by hex.
    pub fn stacks_of(&self, seat: Seat) -> impl Iterator<Item = (Hex, &Stack)> {
        let stacks = self.hexes.iter();
        stacks.filter_map(move |(hex, it)| Some((*hex, it.stacks.get(&seat)?)))
    }

    /// A power's stack in a hex, made if there is none.
    pub fn stack_mut(&mut self, hex: Hex, seat: Seat) -> &mut Stack {
        let ashore = self.hexes.entry(hex).or_default();
        ashore.stacks.entry(seat).or_default()
    }

    /// Drops stacks and hexes in which nothing is left.
    pub fn sweep(&mut self) {
        for ashore in self.hexes.values_mut() {
            ashore.stacks.retain(|_, it| !it.is_empty());
            ashore.gold.retain(|it| it.ducats > 0);
        }
        self.hexes
            .retain(|_, it| !it.stacks.is_empty() || !it.gold.is_empty());
    }

    /// The Native Level of an Area.
    pub fn natives(&self, area: AreaId) -> u32 {
        self.areas.get(&area).map_or(0, |it| it.natives)
    }

    /// The powers in the order of this step.
    pub fn order(&self) -> &[Seat] {
        match self.stage {
            Stage::Choices
            | Stage::Build
            | Stage::Buy
            | Stage::Log
            | Stage::Maintenance
            | Stage::Deals
            | Stage::DealsB => &self.table,
            _ => &self.initiative,
        }
    }

    /// Whose go it is; nobody's behind the last.
    pub fn acting(&self) -> Option<Seat> {
        self.order().get(self.turn_of as usize).copied()
    }
}
