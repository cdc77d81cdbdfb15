//! The truth, and what happens to it. All of it is open.

use super::data::Tables;
use super::judge::after::{Came, Edition};
use super::judge::lawful::Units;
use super::place::{Place, Province, Unit};
use packetboat_core::prelude::*;
use packetboat_kit::checks::Checks;
use packetboat_kit::words::few;

/// The truth.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct State {
    /// The year, from 1.
    pub turn: u32,
    /// How many years are played at most.
    pub turns: u32,
    /// By which rules, where editions differ.
    pub edition: Edition,
    /// The part of the year, from 1: moves and retreats of spring, those of autumn, adjustments.
    pub part: u8,
    /// What comes next.
    pub phase: Phase,
    /// In table order.
    pub seats: Vec<Seat>,
    /// The units of each power.
    pub units: BTreeMap<Seat, BTreeSet<Unit>>,
    /// The supply centres of each power.
    pub centres: BTreeMap<Seat, BTreeSet<Province>>,
    /// Units that must retreat.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub dislodged: Vec<Dislodged>,
}

/// Where in the sequence of play it is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Phase {
    /// Orders are collected.
    Gate,
    /// They are carried out.
    Play,
    /// The game is over.
    Over,
}

words! {
    /// What is ordered in a part of the year: the kinds of its sheets.
    pub enum Stage: names "stage" {
        /// Moves, supports, convoys.
        Movement = "movement",
        /// Retreats.
        Retreats = "retreats",
        /// Builds and disbands.
        Adjustments = "adjustments",
    }
}

impl Stage {
    /// That of a part of the year.
    pub fn in_part(part: u8) -> Self {
        match part {
            1 | 3 => Stage::Movement,
            2 | 4 => Stage::Retreats,
            _ => Stage::Adjustments,
        }
    }
}

/// A unit that must retreat.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Dislodged {
    /// Whose it is.
    pub seat: Seat,
    /// The unit, and where it was.
    pub unit: Unit,
    /// Where it may go; none: it is disbanded.
    pub to: Vec<Place>,
}

/// What has happened.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(remote = "Self", rename_all = "snake_case")]
#[schemars(tag = "event")]
#[allow(missing_docs)]
pub enum Event {
    /// It was to stay.
    Held { seat: Seat, unit: Unit },
    /// It was to go somewhere.
    Moved {
        seat: Seat,
        unit: Unit,
        to: Place,
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        convoyed: bool,
        result: Came,
    },
    /// It was to support a unit: to stay, or to go somewhere.
    Supported {
        seat: Seat,
        unit: Unit,
        whom: Unit,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        to: Option<Place>,
        result: Came,
    },
    /// It was to take an army across the sea.
    Convoyed {
        seat: Seat,
        unit: Unit,
        whom: Unit,
        to: Place,
        result: Came,
    },
    /// It was beaten, and must go to one of these.
    Dislodged {
        seat: Seat,
        unit: Unit,
        by: Seat,
        from: Place,
        to: Vec<Place>,
    },
    /// It went there from where it was dislodged.
    Retreated { seat: Seat, unit: Unit, to: Place },
    /// It is no more.
    Disbanded { seat: Seat, unit: Unit, why: Why },
    /// A supply centre has a new owner.
    Taken {
        seat: Seat,
        centre: Place,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        from: Option<Seat>,
    },
    /// A unit was built.
    Built { seat: Seat, unit: Unit },
    /// So many builds were not made.
    Waived { seat: Seat, count: u32 },
    /// A power has neither units nor centres left.
    Eliminated { seat: Seat },
    /// A power has as many centres as it takes.
    Won { seat: Seat, centres: u32 },
}

tagged!(Event, "event");

words! {
    /// Why a unit is disbanded.
    pub enum Why: names "why" {
        /// Its power said so.
        Ordered = "ordered",
        /// It could go nowhere.
        Nowhere = "nowhere",
        /// Two retreated to one province.
        Collided = "collided",
        /// By rule: its power said too little.
        Rule = "rule",
    }
}

impl State {
    /// What is ordered now.
    pub fn stage(&self) -> Stage {
        Stage::in_part(self.part)
    }

    /// All units, by province.
    pub fn standing(&self) -> Units {
        let mut all = Units::new();
        for (seat, own) in &self.units {
            all.extend(own.iter().map(|it| (it.province(), (*seat, *it))));
        }
        all
    }

    /// Who owns each supply centre that is owned.
    pub fn owners(&self) -> BTreeMap<Province, Seat> {
        let mut all = BTreeMap::new();
        for (seat, own) in &self.centres {
            all.extend(own.iter().map(|it| (*it, *seat)));
        }
        all
    }

    /// How many units a power may build; below 0: must disband. Builds are no more than its free
    /// home centres (6.I.3, 6.I.5).
    pub fn adjustment(&self, tables: &Tables, seat: Seat) -> i64 {
        let most = i64::from(few(&self.centres[&seat])) - i64::from(few(&self.units[&seat]));
        most.min(i64::from(few(self.free_homes(tables, seat))))
    }

    /// The home centres of a power that it owns, and where no unit is.
    pub fn free_homes(&self, tables: &Tables, seat: Seat) -> BTreeSet<Province> {
        let own = tables.homes[&seat].intersection(&self.centres[&seat]);
        let mut homes: BTreeSet<Province> = own.copied().collect();
        for unit in self.units.values().flatten() {
            homes.remove(&unit.province());
        }
        homes
    }

    /// The seats that have something to decide now.
    pub fn called(&self, tables: &Tables) -> Vec<Seat> {
        let has_say = |seat: &Seat| match self.stage() {
            _ if self.phase == Phase::Over => false,
            Stage::Movement => !self.units[seat].is_empty(),
            Stage::Retreats => {
                let mut own = self.dislodged.iter().filter(|it| it.seat == *seat);
                own.any(|it| !it.to.is_empty())
            }
            Stage::Adjustments => {
                let count = self.adjustment(tables, *seat);
                count > 0 || (count < 0 && count + i64::from(few(&self.units[seat])) > 0)
            }
        };
        self.seats.iter().copied().filter(has_say).collect()
    }

    /// The powers that are out.
    pub fn out(&self) -> Vec<Seat> {
        let all = self.seats.iter().copied();
        all.filter(|it| self.is_out(*it)).collect()
    }

    /// Whether a power is out: it has neither units nor centres.
    pub fn is_out(&self, seat: Seat) -> bool {
        self.units[&seat].is_empty() && self.centres[&seat].is_empty()
    }
}

impl Checked<Tables> for State {
    fn validate(&self, tables: &Tables) -> Result<(), Broken> {
        let units = || self.units.values().flatten();
        let centres = || self.centres.values().flatten();
        let has_lists = |it: &Seat| self.units.contains_key(it) && self.centres.contains_key(it);
        Checks::default()
            .rule("each seat has lists of its units and centres")
            .each(&self.seats, |it| **it, |it| has_lists(it))
            .rule("no two units are in one province")
            .once(units().map(|it| it.province()))
            .rule("a unit is where it may be")
            .each(units(), |it| **it, |it| tables.may_hold(**it))
            .rule("a centre has one owner")
            .once(centres().copied())
            .rule("what is owned is a supply centre")
            .each(centres(), |it| **it, |it| tables.is_centre(**it))
            .rule("a year has five parts")
            .that(|| (1..=5).contains(&self.part))
            .in_state()
    }
}
