//! Working campaigns off in rounds: side by side what is pure, together what waits for the disk.
//!
//! In each round every campaign that has something to do makes its next entry, all of them are
//! committed together, and their mails are tidied away together. Effects are in the order of the
//! campaigns' names, whatever the cores did. Not here: what an entry holds (`turn_over`).

use crate::clock::Moment;
use crate::desk::club::campaign::Campaign;
use crate::desk::club::errors::CampaignError;
use crate::desk::club::open::Club;
use crate::desk::club::register::{self, Register};
use crate::desk::club::roster::{self, Edits};
use crate::desk::club::schedule_cache::Looks;
use crate::desk::club::tick_gaps::Gap;
use crate::desk::entry::builder::{EntryBuilder, Made as Behind};
use crate::desk::entry::commit::{self, Sealed};
use crate::desk::entry::elsewhere::Elsewhere;
use crate::desk::entry::guard::Finds;
use crate::desk::inbox::arrival::{Arrival, Source};
use crate::desk::inbox::aside::Aside;
use crate::desk::inbox::marks;
use crate::desk::inbox::retake::Taken;
use crate::desk::inbox::route::{HELD_MAX, Routed, Unread};
use crate::desk::intake::authentication;
use crate::desk::turn::turn_over::{next_moment, turn_over};
use crate::engine::seat::Seat;
use crate::progress;
use crate::report::{Templates, counted};
use crate::store::entry::Committed;
use crate::store::fault::{StoreFault, Stored};
use crate::store::layout::CampaignId;
use crate::store::log::CampaignLog;
use rayon::prelude::*;
use std::collections::{BTreeSet, VecDeque};

/// How many campaigns are in memory at a time, and wait for the disk together.
pub const TOGETHER_MAX: usize = 128;

/// A campaign that may have something to do.
pub struct Job {
    /// The campaign's name.
    pub id: CampaignId,
    /// An entry it has for sure, and none missing before it: its log is as the last run left it,
    /// or has been looked through.
    pub known: Option<u32>,
    /// Its last entry, if that has been read already.
    pub last: Option<Committed>,
    /// What the register says of its last entry.
    pub registered: Option<register::RegisterRow>,
    /// How campaign.toml looked before it was read.
    pub config: Option<Looks>,
    /// Its mail, oldest first; what has been taken goes.
    pub mail: Vec<Arrival>,
    /// More of it, not held in memory: who may have written it, and where it is stored.
    pub queue: VecDeque<(Seat, Unread)>,
    /// Mails that cannot be taken, for what would result from them.
    pub aside: Vec<Aside>,
    /// What was done in it, for the summary.
    pub did: Vec<String>,
    /// Mails taken.
    pub mails: u32,
    /// The last of them that came by mail, once its mark is safe.
    pub taken: Option<Taken>,
    /// What other campaigns are to note of absences.
    pub elsewhere: Vec<Elsewhere>,
    /// Entries committed.
    pub entries: u32,
    /// Why it cannot go on in this run.
    pub stuck: Option<CampaignError>,
    /// How far it is when there is nothing left to do.
    pub rests: Option<Rests>,
    /// How many mails its next entry takes at most.
    most: usize,
    /// Seats that an edit of campaign.toml has given to somebody else, not taken yet.
    pub edited: Vec<Seat>,
    campaign: Option<Campaign>,
}

/// How far a campaign is that has nothing to do.
#[derive(Debug, Clone, PartialEq)]
pub struct Rests {
    /// Its newest entry.
    pub last: Committed,
    /// When something is due though no mail comes.
    pub next: Option<Moment>,
    /// Whether the next tick must look again: something could not be done.
    pub again: bool,
}

/// An entry to be committed.
struct Made {
    sealed: Sealed,
    taken: usize,
    said: String,
    elsewhere: Vec<Elsewhere>,
}

impl Job {
    /// A campaign of which that much is known.
    pub fn new(id: CampaignId, known: Option<u32>, config: Option<Looks>) -> Self {
        Job {
            id,
            known,
            last: None,
            registered: None,
            config,
            mail: Vec::new(),
            queue: VecDeque::new(),
            aside: Vec::new(),
            most: usize::MAX,
            did: Vec::new(),
            mails: 0,
            taken: None,
            elsewhere: Vec::new(),
            entries: 0,
            stuck: None,
            rests: None,
            edited: Vec::new(),
            campaign: None,
        }
    }

    /// Nothing is done, and no mail is taken, before the roster is as campaign.toml says.
    fn wait_for(&mut self, edits: Edits, campaign: Campaign) {
        match edits {
            Edits::Nothing => {}
            Edits::Settled(seats) => self.edited = seats,
            Edits::Unsettled => self.did.push(
                "campaign.toml was changed a moment ago; the next tick applies it".to_owned(),
            ),
        }
        self.rests = campaign.last.map(|last| Rests {
            last,
            next: None,
            again: true,
        });
    }

    /// Takes one more mail, though there was nothing to do any more.
    pub fn take_too(&mut self, arrival: Arrival) {
        self.mail.push(arrival);
        self.rests = None;
    }

    /// The roster is as campaign.toml says: the rest can be done.
    pub fn resume(&mut self) {
        self.edited.clear();
        self.rests = None;
    }

    fn goes_on(&self) -> bool {
        self.stuck.is_none() && self.rests.is_none()
    }

    /// Opens it if need be, and makes its next entry. No effects.
    fn next(&mut self, club: &Club, templates: &Templates, at: (Moment, &[Gap])) -> Option<Made> {
        progress::step(|| format!("{}: {}", self.id, counted(self.entries, "entry", "entries")));
        match self.try_next(club, templates, at) {
            Ok(made) => made,
            Err(stuck) => {
                self.stuck = Some(stuck);
                None
            }
        }
    }

    fn try_next(
        &mut self,
        club: &Club,
        templates: &Templates,
        (now, gaps): (Moment, &[Gap]),
    ) -> Result<Option<Made>, CampaignError> {
        let mut campaign = match self.campaign.take() {
            Some(open) => open,
            None => {
                let opened = Campaign::open_knowing(club, &self.id, self.known, self.last.take());
                let dir = club.layout.campaign(&self.id);
                let campaign = opened.map_err(|it| roster::unread(&dir, it))?;
                register::check(club, &campaign, self.registered)?;
                match roster::edits(club, &campaign, now) {
                    Edits::Nothing => {}
                    edits => {
                        self.wait_for(edits, campaign);
                        return Ok(None);
                    }
                }
                campaign
            }
        };
        let mut failed = false;
        loop {
            self.read_queue(club)?;
            let mail = &self.mail[..self.mail.len().min(self.most)];
            let Some(turned) = turn_over(club, templates, &mut campaign, mail, (now, gaps))? else {
                let next = next_moment(club, templates, &mut campaign, now);
                self.rests = campaign.last.map(|last| Rests {
                    last,
                    next,
                    again: false,
                });
                return Ok(None);
            };
            let found = commit::inspect(club, templates, &campaign, &turned.draft)?;
            if found.is_empty() {
                // A mail that made an entry small must not keep all that follow small.
                self.most = self.most.saturating_mul(2);
                return Ok(Some(Made {
                    sealed: commit::seal(campaign, turned.draft)?,
                    taken: turned.taken.len(),
                    said: turned.said,
                    elsewhere: turned.elsewhere,
                }));
            }
            if turned.taken.is_empty() {
                return Err(found.into_campaign_error());
            }
            campaign.undo(&*club.fs)?;
            // What a mail brings may hide behind that of another, so each search may find but one
            // more: then they must not all be of everything there is.
            if failed {
                self.most = (turned.taken.len() / 2).max(1);
            }
            failed = true;
            self.set_aside(club, templates, &mut campaign, (&found, &turned.taken), now);
        }
    }

    /// Reads the next mails of its queue when those that were read before are taken. One that is
    /// not its own any more stays where it was.
    fn read_queue(&mut self, club: &Club) -> Stored<()> {
        while self.mail.is_empty() && !self.queue.is_empty() {
            for (_, unread) in self.queue.drain(..self.queue.len().min(HELD_MAX)) {
                match unread.read(club)? {
                    Some(Routed::Campaign(id, arrival)) if id == self.id => {
                        self.mail.push(*arrival);
                    }
                    _ => {}
                }
            }
        }
        Ok(())
    }

    /// Takes the mails out of those that wait that a search has found guilty. If it cannot say
    /// which, the next entry takes but one; if it took but one, that is it.
    fn set_aside(
        &mut self,
        club: &Club,
        templates: &Templates,
        campaign: &mut Campaign,
        (found, taken): (&Finds, &[Behind]),
        now: Moment,
    ) {
        let work = EntryBuilder::begin(club, templates, campaign, now);
        let mut kept = Vec::with_capacity(self.mail.len());
        let mut before = Behind::default();
        let (alone, count) = (taken.len() == 1, self.aside.len());
        for (at, arrival) in std::mem::take(&mut self.mail).into_iter().enumerate() {
            let Some(behind) = taken.get(at) else {
                kept.push(arrival);
                continue;
            };
            let why = if alone {
                Some(found.told())
            } else {
                found.told_of(before, *behind)
            };
            before = *behind;
            match why {
                Some(why) => self.aside.push(Aside {
                    proved: authentication::proves(&work, &arrival),
                    arrival,
                    why,
                }),
                None => kept.push(arrival),
            }
        }
        self.mail = kept;
        if self.aside.len() == count {
            self.most = 1;
        }
    }
}

/// Removes what a crash left half-written in campaigns of which nothing is known, and makes safe
/// what it may have left unsafe: before anything rests on their last entries.
pub fn recover<'j>(
    club: &Club,
    register: &anyhow::Result<Register>,
    jobs: impl Iterator<Item = &'j mut Job>,
) {
    let mut cleared: Vec<&mut Job> = Vec::new();
    let mut folders = BTreeSet::new();
    for job in jobs.filter(|it| it.known.is_none()) {
        let dir = club.layout.campaign(&job.id);
        let log = CampaignLog::new(&*club.fs, &dir);
        match log.clear(register::committed(register, &job.id)) {
            Ok(found) => {
                folders.extend(found.unsynced);
                job.known = found.newest;
                cleared.push(job);
            }
            Err(fault) => job.stuck = Some(fault.into()),
        }
    }
    let folders = Vec::from_iter(folders);
    if let Err(why) = club.fs.sync_many(&[], &folders) {
        for job in cleared {
            let log = club.layout.campaign(&job.id).log();
            let why = std::io::Error::new(why.kind(), why.to_string());
            job.stuck = Some(StoreFault::disk(&log, why).into());
        }
    }
}

/// Works off all of these until there is nothing to do, or they are stuck.
pub fn work_off(
    club: &Club,
    templates: &Templates,
    jobs: &mut [Job],
    (now, gaps): (Moment, &[Gap]),
) {
    let mut rest = jobs;
    while !rest.is_empty() {
        let (together, later) = rest.split_at_mut(together(rest));
        while round(club, templates, together, (now, gaps)) {}
        rest = later;
    }
}

/// How many of these, from the first on, are worked off together: as many as there is room for in
/// memory, with their mails.
fn together(jobs: &[Job]) -> usize {
    let mut mails = 0;
    let fit = jobs.iter().take(TOGETHER_MAX).take_while(|job| {
        mails += job.queue.len();
        mails <= HELD_MAX
    });
    fit.count().max(1)
}

/// One entry in every campaign that has something to do; false if none has.
fn round(
    club: &Club,
    templates: &Templates,
    jobs: &mut [Job],
    (now, gaps): (Moment, &[Gap]),
) -> bool {
    let next = |job: &mut Job| {
        if job.goes_on() {
            job.next(club, templates, (now, gaps))
        } else {
            None
        }
    };
    let made: Vec<Option<Made>> = match jobs.len() {
        1 => jobs.iter_mut().map(next).collect(),
        _ => jobs.par_iter_mut().map(next).collect(),
    };
    let (mut busy, mut sealed) = (Vec::new(), Vec::new());
    for (job, made) in jobs.iter_mut().zip(made) {
        if let Some(made) = made {
            sealed.push(made.sealed);
            busy.push((job, made.taken, (made.said, made.elsewhere)));
        }
    }
    let committed = commit::together(club, sealed);
    let mut taken: Vec<(&mut Job, Vec<Arrival>)> = Vec::new();
    for ((job, count, said), committed) in busy.into_iter().zip(committed) {
        match committed {
            Err(stuck) => job.stuck = Some(stuck),
            Ok(campaign) => {
                job.campaign = Some(campaign);
                job.entries += 1;
                job.did.push(said.0);
                job.elsewhere.extend(said.1);
                let mails: Vec<Arrival> = job.mail.drain(..count).collect();
                taken.push((job, mails));
            }
        }
    }
    let more = !taken.is_empty();
    tidy(club, taken, now);
    more
}

/// Marks the mails as taken and moves their files away, before any entry is made on top.
fn tidy(club: &Club, taken: Vec<(&mut Job, Vec<Arrival>)>, now: Moment) {
    let mails: Vec<&Arrival> = taken.iter().flat_map(|it| &it.1).collect();
    let marked = marks::mark_all(club, &mails);
    for (job, mails) in taken {
        let away = || -> Stored<()> {
            for mail in &mails {
                marks::put_away(club, mail.from, &mail.file, now)?;
            }
            Ok(())
        };
        let done = match &marked {
            Err(why) if !mails.is_empty() => {
                let why = std::io::Error::other(why.to_string());
                Err(StoreFault::disk(&club.layout.seen(), why))
            }
            _ => away(),
        };
        match done {
            Ok(()) => {
                job.mails += u32::try_from(mails.len()).unwrap_or(u32::MAX);
                let mut posted = mails.iter().filter(|it| it.from == Source::Maildir);
                let last = posted.next_back().map(Taken::of);
                job.taken = last.or(job.taken.take());
            }
            Err(fault) => job.stuck = Some(fault.into()),
        }
    }
}
