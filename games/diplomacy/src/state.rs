//! The truth, and what happens to it. All of it is open.

use super::data::Tables;
use super::judge::after::{Came, Edition};
use super::place::{Place, Province, Unit};
use packetboat_core::prelude::*;
use packetboat_kit::checks::Checks;

/// The parts of a year, as its sheets are numbered.
pub const PARTS: [u8; 5] = [1, 2, 3, 4, 5];

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

/// What is ordered in a part of the year.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Stage {
    /// Moves, supports, convoys.
    Movement,
    /// Retreats.
    Retreats,
    /// Builds and disbands.
    Adjustments,
}

impl Stage {
    /// That of a part of the year.
    pub fn of(part: u8) -> Self {
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
    Held {
        seat: Seat,
        unit: Unit,
    },
    Moved {
        seat: Seat,
        unit: Unit,
        to: Place,
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        convoyed: bool,
        result: Came,
    },
    Supported {
        seat: Seat,
        unit: Unit,
        whom: Unit,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        to: Option<Place>,
        result: Came,
    },
    Convoyed {
        seat: Seat,
        unit: Unit,
        whom: Unit,
        to: Place,
        result: Came,
    },
    Dislodged {
        seat: Seat,
        unit: Unit,
        by: Seat,
        from: Place,
        to: Vec<Place>,
    },
    Retreated {
        seat: Seat,
        unit: Unit,
        to: Place,
    },
    Disbanded {
        seat: Seat,
        unit: Unit,
        why: Why,
    },
    Taken {
        seat: Seat,
        centre: Place,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        from: Option<Seat>,
    },
    Built {
        seat: Seat,
        unit: Unit,
    },
    Waived {
        seat: Seat,
        count: u32,
    },
    Eliminated {
        seat: Seat,
    },
    Won {
        seat: Seat,
        centres: u32,
    },
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
        Stage::of(self.part)
    }

    /// All units, by province.
    pub fn standing(&self) -> BTreeMap<Province, (Seat, Unit)> {
        let each = self.units.iter();
        let each = each.flat_map(|(seat, units)| units.iter().map(|it| (*seat, *it)));
        each.map(|(seat, unit)| (unit.province(), (seat, unit)))
            .collect()
    }

    /// Whose a supply centre is.
    pub fn owner(&self, centre: Province) -> Option<Seat> {
        let mut owners = self.centres.iter();
        owners.find(|it| it.1.contains(&centre)).map(|it| *it.0)
    }

    /// How many units a power may build; below 0: must disband. Builds are no more than its free
    /// home centres (6.I.3, 6.I.5).
    pub fn adjustment(&self, tables: &Tables, seat: Seat) -> i64 {
        let count = |it: usize| i64::try_from(it).expect("few units");
        let most = count(self.centres[&seat].len()) - count(self.units[&seat].len());
        most.min(count(self.free_homes(tables, seat).len()))
    }

    /// The home centres of a power that it owns, and where no unit is.
    pub fn free_homes(&self, tables: &Tables, seat: Seat) -> BTreeSet<Province> {
        let standing = self.standing();
        let own = &self.centres[&seat];
        let homes = tables.homes(seat);
        homes
            .filter(|it| own.contains(it) && !standing.contains_key(it))
            .collect()
    }

    /// The seats that have something to decide now.
    pub fn called(&self, tables: &Tables) -> Vec<Seat> {
        let has_say = |seat: &Seat| match self.stage() {
            Stage::Movement => !self.units[seat].is_empty(),
            Stage::Retreats => {
                let mut own = self.dislodged.iter().filter(|it| it.seat == *seat);
                own.any(|it| !it.to.is_empty())
            }
            Stage::Adjustments => {
                let count = self.adjustment(tables, *seat);
                let units = i64::try_from(self.units[seat].len()).expect("few units");
                count > 0 || (count < 0 && count + units > 0)
            }
        };
        self.seats.iter().copied().filter(has_say).collect()
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
            .that(|| PARTS.contains(&self.part))
            .in_state()
    }
}
