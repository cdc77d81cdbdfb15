//! What follows from when a club ticks: a clock that cannot be right, and gaps in which nobody
//! looked at the mail. Pure: `now` is an argument.
//!
//! Not here: where it is kept and how the referee accepts a clock (`clock_check`), and what becomes
//! of deadlines (`outage`).

use crate::clock::Moment;
use crate::clock::length::Length;
use serde::{Deserialize, Serialize};

/// How far a clock may be behind the last tick or entry: machines that share a folder differ
/// by seconds, and a clock that is set by the network is set back by less.
pub const BACK_MAX: Length = Length::minutes(5);

/// How far a clock may be after the last tick or entry. No cron job rests so long by chance.
pub const AHEAD_MAX: Length = Length::hours(60 * 24);

/// How many ticks are remembered. Before a club has ticked so often, nothing is usual.
pub const KEPT: usize = 13;

/// What is shorter is not a gap, whatever is usual.
const GAP_MIN: Length = Length::minutes(30);

/// What is shorter than this many usual intervals is none either.
const USUAL_TIMES: i64 = 3;

/// How long gaps are remembered: a campaign that stumbled over its disk in the first tick after
/// one still hears of it.
const GAPS_KEPT: Length = Length::hours(3 * 24);

/// What a club remembers of its ticks.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Ticks {
    /// The last ones that worked, oldest first; at most [`KEPT`].
    #[serde(default)]
    ticks: Vec<Moment>,
    /// The clock that the referee has accepted, if ever.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    accepted: Option<Accepted>,
    /// Gaps of the last days, oldest first.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    gaps: Vec<Gap>,
}

/// That the referee accepts a clock.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Accepted {
    /// What it showed then.
    at: Moment,
    /// The latest moment that an entry bore then. Entries up to it count as written at `at`.
    over: Moment,
}

/// A time in which no tick worked.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Gap {
    /// The last working tick before.
    pub from: Moment,
    /// The first one after.
    pub to: Moment,
}

/// Why a clock cannot be right.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Wrong {
    /// It is before the last tick or entry, which was at this moment.
    Behind(Moment),
    /// It is months after it.
    Ahead(Moment),
}

impl Ticks {
    /// Whether nothing is remembered, not even a single tick.
    pub fn is_empty(&self) -> bool {
        self.ticks.is_empty() && self.accepted.is_none()
    }

    /// The last tick that worked.
    pub fn last(&self) -> Option<Moment> {
        self.ticks.last().copied()
    }

    /// Why this clock cannot be right, if the newest entry was written at this moment; `None`: it
    /// can, or nothing is known.
    pub fn wrong(&self, entry: Option<Moment>, now: Moment) -> Option<Wrong> {
        let entry = entry.map(|moment| match self.accepted {
            Some(accepted) if moment <= accepted.over => accepted.at,
            _ => moment,
        });
        let accepted = self.accepted.map(|it| it.at);
        let last = [self.last(), entry, accepted].into_iter().flatten().max()?;
        if now.plus(BACK_MAX) < last {
            return Some(Wrong::Behind(last));
        }
        (now > last.plus(AHEAD_MAX)).then_some(Wrong::Ahead(last))
    }

    /// From now on this clock is right; `entry` is when the newest entry was written.
    pub fn accept(&mut self, entry: Option<Moment>, now: Moment) {
        let over = entry.unwrap_or(now).max(now);
        self.accepted = Some(Accepted { at: now, over });
        self.ticks.retain(|it| *it <= now);
        self.gaps.retain(|it| it.to <= now);
    }

    /// The gap that ends now, if there was one.
    pub fn gap(&self, now: Moment) -> Option<Gap> {
        let from = self.last()?;
        let lasted = now.seconds() - from.seconds();
        let usual = self.usual()?;
        let least = (USUAL_TIMES * usual).max(i64::from(GAP_MIN.seconds()));
        (lasted > least).then_some(Gap { from, to: now })
    }

    /// The gaps of the last days, the one that ends now among them.
    pub fn gaps(&self, now: Moment) -> Vec<Gap> {
        let recent = self.gaps.iter().copied();
        let recent = recent.filter(|it| it.to <= now && now <= it.to.plus(GAPS_KEPT));
        recent.chain(self.gap(now)).collect()
    }

    /// Notes a tick that worked.
    pub fn ticked(&mut self, now: Moment) {
        self.gaps = self.gaps(now);
        self.ticks.retain(|it| *it < now);
        self.ticks.push(now);
        let surplus = self.ticks.len().saturating_sub(KEPT);
        self.ticks.drain(..surplus);
    }

    /// The interval between ticks that is usual, in seconds: half of the last ones were shorter.
    /// `None`: there were too few.
    fn usual(&self) -> Option<i64> {
        if self.ticks.len() < KEPT {
            return None;
        }
        let pairs = self.ticks.windows(2);
        let mut lasted: Vec<i64> = pairs.map(|it| it[1].seconds() - it[0].seconds()).collect();
        lasted.sort_unstable();
        Some(lasted[lasted.len() / 2])
    }
}
