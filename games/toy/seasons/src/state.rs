//! The truth, and what happens to it.

use super::data::Tables;
use packetboat_core::prelude::*;

/// Spring, fall and winter, as parts of a turn.
pub const SPRING: u8 = 1;
/// The second market of a year.
pub const FALL: u8 = 2;
/// When carts are mended.
pub const WINTER: u8 = 3;

/// The truth.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct State {
    /// The year that is played, from 1.
    pub turn: u32,
    /// How many are played.
    pub turns: u32,
    /// The season: 1 to 3.
    pub part: u8,
    /// What comes next.
    pub phase: Phase,
    /// In table order.
    pub seats: Vec<Seat>,
    /// How many carts each has sent in this year.
    pub carts: BTreeMap<Seat, u32>,
    /// The points of each.
    pub points: BTreeMap<Seat, u32>,
}

/// Where in a season it is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Phase {
    /// Sheets are collected.
    Gate,
    /// They are played.
    Play,
    /// The game is over.
    Over,
}

/// What has happened.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(remote = "Self", rename_all = "snake_case")]
#[schemars(tag = "event")]
#[allow(missing_docs)]
pub enum Event {
    Sent { seat: Seat, carts: u32 },
    Mended { seat: Seat, carts: u32 },
}

tagged!(Event, "event");

impl State {
    /// Who is called in this season.
    pub fn called(&self) -> BTreeSet<Seat> {
        let seats = self.seats.iter().copied();
        seats
            .filter(|it| self.part != WINTER || self.is_broken(*it))
            .collect()
    }

    /// Whether a cart of a seat has broken in this year.
    pub fn is_broken(&self, seat: Seat) -> bool {
        self.carts.get(&seat).is_some_and(|it| it % 2 == 1)
    }

    /// Passes on to the next season for which anyone is called.
    pub fn pass_on(&mut self) {
        self.part += 1;
        self.phase = Phase::Gate;
        if self.part <= WINTER && !self.called().is_empty() {
            return;
        }
        if self.turn == self.turns {
            self.part = WINTER;
            self.phase = Phase::Over;
            return;
        }
        self.carts.clear();
        (self.turn, self.part) = (self.turn + 1, SPRING);
    }
}

impl Checked<Tables> for State {
    /// What always holds.
    fn validate(&self, tables: &Tables) -> Result<(), Broken> {
        let inside = (1..=self.turns).contains(&self.turn);
        let inside = inside && (SPRING..=WINTER).contains(&self.part);
        Broken::unless(inside, || {
            format!("there is no year {}, part {}", self.turn, self.part)
        })?;
        let most = tables.carts * 2;
        Broken::unless(
            self.carts.values().all(|it| *it <= most),
            || "there are too many carts",
        )
    }
}
