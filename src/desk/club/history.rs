//! Which stops of a campaign were published, and when: those whose reports everybody got.
//!
//! A stop in the midst of a turn is none, nor one whose reports wait for the referee or were taken
//! back before anybody saw them. Where the referee has gone back, the stops after that stay known:
//! they were read. Not here: what the reports said.

use crate::clock::Moment;
use crate::store::entry::{Cause, Letter, Note, OrderNote, Stop};
use crate::store::fault::Stored;
use crate::store::log::CampaignLog;
use std::collections::BTreeSet;

/// What the site must know of a campaign's entries.
pub struct History {
    /// The stops that were published, oldest first.
    pub stops: Vec<Published>,
    /// Submissions kept, by their entries, oldest first.
    pub orders: Vec<Kept>,
}

/// A stop that was published.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Published {
    /// The entry whose position everybody saw.
    pub entry: u32,
    /// The stop before, if there was one: what happened since is reported.
    pub since: Option<u32>,
    /// When its reports were sent.
    pub at: Moment,
    /// How often the referee had gone back before.
    pub timeline: u32,
    /// Whether the referee has gone back to before it.
    pub undone: bool,
    /// Whether the campaign was over then.
    pub over: bool,
}

/// A submission.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Kept {
    /// The entry that keeps it.
    pub entry: u32,
    /// What it says of it.
    pub note: OrderNote,
}

/// An entry whose reports have not been sent yet, as far as it has been read.
struct Waiting {
    stop: Published,
    review: bool,
}

impl History {
    /// Reads the notes of a log up to an entry.
    ///
    /// # Errors
    /// An entry that is gone or altered; the disk.
    pub fn of(log: &CampaignLog<'_>, last: u32) -> Stored<Self> {
        let live = live(log, last)?;
        let mut history = History {
            stops: Vec::new(),
            orders: Vec::new(),
        };
        let mut waiting: Vec<Waiting> = Vec::new();
        for number in 0..=last {
            let note = &log.known(number)?.note;
            let alive = live.contains(&number);
            history.orders.extend(note.orders.iter().map(|order| Kept {
                entry: number,
                note: order.clone(),
            }));
            if publishes(note) {
                let review = note.out.iter().any(|it| it.what == Letter::ReportForReview);
                let stop = Published {
                    entry: number,
                    since: None,
                    at: note.written,
                    timeline: note.dice.timeline,
                    undone: !alive,
                    over: note.desk.stop == Stop::Over,
                };
                waiting.push(Waiting { stop, review });
            }
            let (desk, at) = (&note.desk, note.written);
            let (out, still) = waiting.into_iter().partition(|waiting: &Waiting| {
                !waiting.review || desk.lets_out(waiting.stop.entry, Letter::ReportForReview)
            });
            waiting = still;
            let out: Vec<Waiting> = out;
            history
                .stops
                .extend(out.into_iter().map(|it| Published { at, ..it.stop }));
        }
        history.find_before(log)?;
        Ok(history)
    }

    /// Notes for each stop the one before it, on the way that leads to it.
    fn find_before(&mut self, log: &CampaignLog<'_>) -> Stored<()> {
        let published: BTreeSet<u32> = self.stops.iter().map(|it| it.entry).collect();
        for stop in &mut self.stops {
            let mut at = before(log, stop.entry)?;
            while let Some(number) = at.filter(|it| !published.contains(it)) {
                at = before(log, number)?;
            }
            stop.since = at;
        }
        Ok(())
    }
}

/// The entry that leads to this one.
fn before(log: &CampaignLog<'_>, number: u32) -> Stored<Option<u32>> {
    Ok(match log.known(number)?.note.cause {
        Cause::RolledBack { to, .. } => Some(to),
        _ => number.checked_sub(1),
    })
}

/// The entries that lead to the last one.
fn live(log: &CampaignLog<'_>, last: u32) -> Stored<BTreeSet<u32>> {
    let mut live = BTreeSet::new();
    let mut at = Some(last);
    while let Some(number) = at {
        live.insert(number);
        at = before(log, number)?;
    }
    Ok(live)
}

/// Whether the reports of an entry show everybody how far the campaign is.
fn publishes(note: &Note) -> bool {
    let plays = match note.cause {
        Cause::Founded {}
        | Cause::Resolved { .. }
        | Cause::Adopted { .. }
        | Cause::RolledBack { .. }
        | Cause::VotedEnd { .. }
        | Cause::Ended { .. } => true,
        Cause::Mail {}
        | Cause::Reminded { .. }
        | Cause::Held { .. }
        | Cause::Released { .. }
        | Cause::Looked {}
        | Cause::Extended { .. }
        | Cause::Waited { .. }
        | Cause::VotedTime { .. }
        | Cause::Replaced { .. }
        | Cause::Moved { .. }
        | Cause::Booked { .. }
        | Cause::Substituted { .. }
        | Cause::Renewed { .. }
        | Cause::Robots { .. }
        | Cause::Told { .. }
        | Cause::Summed { .. }
        | Cause::Unsigned {}
        | Cause::Resent { .. }
        | Cause::Packed {} => false,
    };
    plays && note.desk.stop != Stop::Interrupt
}
