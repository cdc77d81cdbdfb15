//! What one tick has to do: which campaigns are opened, and which wait for nothing.
//!
//! Not here: when one is due (`schedule_cache`), and doing it (`tick`).

use super::jobs::Job;
use crate::clock::Moment;
use crate::desk::club::clock_check;
use crate::desk::club::open::Club;
use crate::desk::club::schedule_cache::{Hints, Looks, RowFound, ScheduleRow};
use crate::desk::club::tick_gaps::Ticks;
use crate::store::layout::CampaignId;
use std::collections::{BTreeMap, BTreeSet};

/// What one run has to do.
pub struct Plan {
    /// All campaigns.
    pub ids: BTreeSet<CampaignId>,
    /// Those that have entries of which no tick knows, as far as their looks show.
    changed: BTreeSet<CampaignId>,
    /// Those that may have something to do.
    pub jobs: BTreeMap<CampaignId, Job>,
    /// Those that have not, as their rows say.
    pub rests: BTreeMap<CampaignId, ScheduleRow>,
}

impl Plan {
    /// What these campaigns have to do, as far as the hints say.
    ///
    /// # Errors
    /// The disk's.
    pub fn of(club: &Club, hints: &Hints, now: Moment) -> anyhow::Result<Self> {
        let ids = club.campaign_names()?;
        let found = hints.find(club, &ids, now);
        let mut plan = Plan {
            ids: BTreeSet::new(),
            changed: BTreeSet::new(),
            jobs: BTreeMap::new(),
            rests: BTreeMap::new(),
        };
        for (id, found) in ids.into_iter().zip(found) {
            match found {
                RowFound::NoCampaign => continue,
                RowFound::Known { row, due: false } => {
                    plan.rests.insert(id.clone(), row);
                }
                RowFound::Known { row, due: true } => plan.wake(&id, row),
                RowFound::Unknown { config, same_log } => {
                    if !same_log {
                        plan.changed.insert(id.clone());
                    }
                    let job = Job::new(id.clone(), None, config);
                    plan.jobs.insert(id.clone(), job);
                }
            }
            plan.ids.insert(id);
        }
        Ok(plan)
    }

    /// That the clock can be right, judged by the entries of which no tick knows; these need not
    /// be read again.
    pub fn check_clock(
        &mut self,
        club: &Club,
        hints: &Hints,
        ticks: &Ticks,
        now: Moment,
    ) -> anyhow::Result<()> {
        let known = |id| (id, hints.entry(id));
        let (changed, all) = (self.changed.iter().map(known), self.ids.iter().map(known));
        for (id, last) in clock_check::check_tick(club, ticks, (changed, all), now)? {
            if let Some(job) = self.jobs.get_mut(&id) {
                job.last = Some(last);
            }
        }
        Ok(())
    }

    fn wake(&mut self, id: &CampaignId, row: ScheduleRow) {
        let job = Job::new(id.clone(), Some(row.last), Some(row.config));
        self.jobs.insert(id.clone(), job);
    }

    /// After a gap every deadline that is near may move.
    pub fn wake_all(&mut self) {
        for (id, row) in std::mem::take(&mut self.rests) {
            match row.next {
                Some(_) => self.wake(&id, row),
                None => drop(self.rests.insert(id, row)),
            }
        }
    }

    /// The campaign has something to do in any case; `None` if there is none of that name.
    pub fn job(&mut self, id: &CampaignId) -> Option<&mut Job> {
        if !self.ids.contains(id) {
            return None;
        }
        if let Some(row) = self.rests.remove(id) {
            self.wake(id, row);
        }
        self.jobs.get_mut(id)
    }
}

/// Whether a campaign has nothing to do and nothing to send.
pub fn rests(job: &Job) -> bool {
    job.stuck.is_none() && job.rests.as_ref().is_some_and(|it| !it.again)
}

/// The row of a campaign that has nothing to do.
pub fn row(club: &Club, job: &Job) -> Option<(CampaignId, ScheduleRow)> {
    let rests = job.rests.as_ref().filter(|_| rests(job))?;
    let dir = club.layout.campaign(&job.id);
    let row = ScheduleRow {
        config: job.config?,
        log: Looks::at(&*club.fs, &dir.log())?,
        last: rests.last.note.number,
        next: rests.next,
    };
    Some((job.id.clone(), row))
}
