//! What players have agreed on by their votes, and when that is counted. Pure.
//!
//! Counted is once a day, at the time of day that the deadline has, and at the deadline: so no
//! moment shows whose vote was the last one needed. Not here: noting votes (`intake::votes`), and
//! doing what has passed (`turn::voted`).

use super::schedule::{Deadline, deadline_from, next_count};
use super::{stop, substitute};
use crate::clock::Moment;
use crate::clock::length::Length;
use crate::config::campaign::CampaignConfig;
use crate::desk::club::campaign::player_in;
use crate::engine::game::Table;
use crate::engine::rules::Agreed;
use crate::engine::seat::Seat;
use crate::store::deadline::{Moved, MovedBy};
use crate::store::desk_state::DeskState;
use crate::store::entry::Stop;
use crate::store::seat_desk::{Motion, Vote};
use std::collections::BTreeSet;

/// What has passed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Passed {
    /// The deadline moves.
    Extends(Deadline),
    /// The game is over.
    Ends(Agreed),
}

/// Who may vote: the players of seats that the game waits for, but those that are out of it.
pub fn voters(table: &dyn Table, config: &CampaignConfig, desk: &DeskState) -> BTreeSet<Seat> {
    let stood_in_for = substitute::stood_in_for(table, config, desk);
    let out = table.out();
    let seats = table.seats().into_iter();
    seats
        .filter(|it| !out.contains(it))
        .filter(|it| player_in(config, *it).is_some() && !stood_in_for.contains(it))
        .filter(|it| !stop::is_out(config, desk.seats.get(*it)))
        .collect()
}

/// What passes if no vote changes, and when it is counted; `None`: nothing does. Of several that
/// are counted at once the first: a draw, a concession, an end, more time.
pub fn passes(
    table: &dyn Table,
    config: &CampaignConfig,
    desk: &DeskState,
) -> Option<(Moment, Passed)> {
    let waits = desk.held.is_some() || desk.is_under_review();
    if desk.stop != Stop::Gate || waits || !desk.seats.any(|it| !it.votes.is_empty()) {
        return None;
    }
    let count = Count {
        config,
        desk,
        voters: voters(table, config, desk),
    };
    let ends = count.ends(table.seats());
    let all = ends.into_iter().chain(count.extends());
    // The first of those at the earliest moment.
    all.reduce(|first, other| if other.0 < first.0 { other } else { first })
}

struct Count<'c> {
    config: &'c CampaignConfig,
    desk: &'c DeskState,
    voters: BTreeSet<Seat>,
}

impl Count<'_> {
    /// The votes of those who may vote, by this reading of what they are for.
    fn votes<T>(&self, of: impl Fn(Seat, &Motion) -> Option<T>) -> Vec<(Moment, T)> {
        let voters = self.voters.iter();
        let votes = voters.flat_map(|seat| {
            let votes = self.desk.seats.get(*seat).votes.iter();
            votes.map(move |it: &Vote| (*seat, it))
        });
        votes
            .filter_map(|(seat, it)| Some((it.at, of(seat, &it.of)?)))
            .collect()
    }

    /// When as many votes as are needed are counted: of these, which are one a seat.
    fn counted(&self, mut at: Vec<Moment>, needed: usize) -> Option<Moment> {
        at.sort_unstable();
        let last = at.get(needed.checked_sub(1)?).copied()?;
        let since = self.desk.fewer_voters.max(Some(self.desk.asked_at));
        let from = Some(last).max(since).unwrap_or(last);
        Some(next_count(&self.config.schedule, self.desk.deadline, from))
    }

    /// The ends that pass, in their order.
    fn ends(&self, seats: Vec<Seat>) -> Vec<(Moment, Passed)> {
        let rules = &self.config.votes;
        let concessions = seats.into_iter().map(|to| Agreed::Concession { to });
        let all = std::iter::once(Agreed::Draw {})
            .chain(concessions)
            .chain(std::iter::once(Agreed::End {}));
        let passing = all.filter_map(|end| {
            // Whoever would win by it need not say so.
            let may_vote = |seat: Seat| match end {
                Agreed::Concession { to } => seat != to,
                Agreed::Draw {} | Agreed::End {} => true,
            };
            let needs = match end {
                Agreed::Draw {} => rules.draw,
                Agreed::Concession { .. } => rules.concede,
                Agreed::End {} => rules.end,
            };
            let voters = self.voters.iter().filter(|it| may_vote(**it)).count();
            let is_it = |seat: Seat, of: &Motion| {
                (may_vote(seat) && *of == Motion::End { how: end }).then_some(())
            };
            let at = self.votes(is_it).into_iter().map(|it| it.0).collect();
            let at = self.counted(at, needs.of(voters)?)?;
            Some((at, Passed::Ends(end)))
        });
        passing.collect()
    }

    /// More time, if that passes: as much as enough of those want who voted by then.
    fn extends(&self) -> Option<(Moment, Passed)> {
        let deadline = self.desk.deadline?;
        let needed = self.config.votes.extend.of(self.voters.len())?;
        let votes = self.votes(|_, it| match it {
            Motion::Extend { by } => Some(*by),
            Motion::End { .. } => None,
        });
        let at = self.counted(votes.iter().map(|it| it.0).collect(), needed)?;
        let counted = votes.iter().filter(|it| it.0 <= at);
        let mut lengths: Vec<Length> = counted.map(|it| it.1).collect();
        lengths.sort_unstable();
        let by = lengths.into_iter().rev().nth(needed - 1)?;
        // After the deadline it gives time from when it is counted.
        let to = deadline.max(at).plus(by);
        let mut to = deadline_from(&self.config.schedule, to, &[]);
        let by_vote = Moved {
            to: Some(deadline.max(at).plus(by)),
            by: MovedBy::Vote {},
        };
        to.moved.insert(0, by_vote);
        Some((at, Passed::Extends(to)))
    }
}
