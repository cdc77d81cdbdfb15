//! The truth, and what happens to it.

use super::data::{Change, Mark, Seen, Tables, Track};
use packetboat_core::prelude::*;

/// The truth.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct State {
    /// The turn that is played, from 1.
    pub turn: u32,
    /// The last turn there can be.
    pub turns: u32,
    /// What comes next.
    pub phase: Phase,
    /// All at the table, in its order.
    pub seats: Vec<Seat>,
    /// Who has been put out of the game.
    pub out: BTreeSet<Seat>,
    /// Where each track of each player is.
    pub tracks: BTreeMap<String, BTreeMap<Seat, Held>>,
    /// The free orders of the turn, once part a is over.
    pub orders: BTreeMap<Seat, String>,
    /// All rolls of the game.
    pub rolls: Vec<Roll>,
    /// The newest sheet of this turn's in which rolls were asked for.
    #[serde(default)]
    pub rolled_by: Option<u32>,
    /// All pictures that were shown.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub pictures: Vec<Picture>,
    /// How many days the next turn may take, if the umpire has said so.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub days: Option<u32>,
    /// The places, once the umpire has named them.
    pub places: BTreeMap<Seat, u8>,
}

/// Where in the sequence of play it is, in its order.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Phase {
    /// Free orders are collected.
    #[default]
    Gate,
    /// They are taken from the sheets.
    Orders,
    /// The umpire's sheet is collected.
    Desk,
    /// The umpire rules.
    Ruling,
    /// The game is over.
    Over,
}

/// Where a track of a seat is, and what is known of it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Held {
    /// Where it is.
    pub now: Mark,
    /// What its seat knows.
    pub own: Mark,
    /// What all know.
    pub all: Mark,
}

/// A roll that was made.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Roll {
    /// Its number in the game, from 1.
    pub number: u32,
    /// The turn it was made in.
    pub turn: u32,
    /// What was rolled: `2d6+1`.
    pub dice: String,
    /// For what.
    pub why: String,
    /// Whom it is told to; empty: to all.
    pub to: Vec<Seat>,
    /// What each die shows.
    pub faces: Vec<u32>,
    /// What they come to.
    pub total: i64,
}

/// A picture, or another file, that was shown.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Picture {
    /// To whom; empty: to all.
    pub to: Vec<Seat>,
    /// The name under which it is kept.
    pub file: String,
    /// What it is called.
    pub name: String,
}

/// What has happened.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(remote = "Self", rename_all = "snake_case")]
#[schemars(tag = "event")]
#[allow(missing_docs)]
pub enum Event {
    Rolled {
        roll: Roll,
    },
    /// At the end all learn of it.
    Unsealed {
        roll: Roll,
    },
    Told {
        to: Vec<Seat>,
        text: String,
    },
    Shown {
        picture: Picture,
    },
    Set {
        seat: Seat,
        track: String,
        from: Mark,
        to: Mark,
        /// Fewer hear of it than of others.
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        secret: bool,
    },
    Left {
        seat: Seat,
    },
    Deadline {
        days: u32,
    },
    Ended {
        places: BTreeMap<Seat, u8>,
    },
}

tagged!(Event, "event");

impl Event {
    /// The seats it is told to; none: all.
    pub fn to(&mut self) -> &mut Vec<Seat> {
        match self {
            Event::Told { to, .. } => to,
            Event::Rolled { roll } | Event::Unsealed { roll } => &mut roll.to,
            Event::Shown { picture } => &mut picture.to,
            other => unreachable!("all hear of {other:?}"),
        }
    }
}

impl State {
    /// Those who play, in table order.
    pub fn players(&self, tables: &Tables) -> impl Iterator<Item = Seat> {
        self.seats.iter().copied().filter(|it| *it != tables.umpire)
    }

    /// Those of them who are not out of the game.
    pub fn playing(&self, tables: &Tables) -> Vec<Seat> {
        self.players(tables)
            .filter(|it| !self.out.contains(it))
            .collect()
    }

    /// The rolls of this turn.
    pub fn rolled(&self) -> impl Iterator<Item = &Roll> {
        self.rolls.iter().filter(|it| it.turn == self.turn)
    }
}

impl Held {
    /// At the beginning all know of it who may.
    pub fn at(mark: &Mark) -> Self {
        let [now, own, all] = [mark; 3].map(Mark::clone);
        Held { now, own, all }
    }

    /// What others were told last, where it is another.
    pub fn last_told(&self, seen: Seen) -> Option<&Mark> {
        let circles: &[&Mark] = match seen {
            Seen::Umpire => &[],
            Seen::Own => &[&self.own],
            Seen::All => &[&self.own, &self.all],
        };
        circles.iter().copied().find(|it| **it != self.now)
    }

    /// U5: a change. If it is secret, one circle fewer learns of it: of a track that all see its
    /// seat alone, of one that the seat sees only the umpire.
    pub fn change(&mut self, change: &Change, track: &Track, secret: bool) {
        // What others believe stays what it may be, too.
        let after = |mark: &Mark| track.bounded(change.of(mark));
        self.now = after(&self.now);
        if !(secret && track.seen == Seen::Own) {
            self.own = after(&self.own);
        }
        if !secret {
            self.all = after(&self.all);
        }
    }
}

impl Checked<Tables> for State {
    /// What always holds.
    fn validate(&self, tables: &Tables) -> Result<(), Broken> {
        Broken::unless(self.seats.contains(&tables.umpire), || "nobody referees")?;
        let players: Vec<Seat> = self.players(tables).collect();
        let out = self.out.iter().all(|it| players.contains(it));
        Broken::unless(out, || "a seat is out of the game that did not play")?;
        for track in &tables.tracks {
            let marks = self.tracks.get(&track.name);
            let marks = marks.into_iter().flat_map(BTreeMap::iter);
            for (seat, held) in marks {
                Broken::unless(track.allows(&held.now), || {
                    format!("{} of {seat} may not be {:?}", track.name, held.now)
                })?;
            }
        }
        Broken::unless((1..=self.turns).contains(&self.turn), || {
            format!("turn {} of {}", self.turn, self.turns)
        })
    }
}
