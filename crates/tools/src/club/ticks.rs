//! How the club lives: one tick after another, with what happens between them and what must hold
//! after each.
//!
//! Not here: what happens between ticks (`letters`, `referee`, `found`) and what is checked after
//! them (`checks`).

use super::checks::Ticked;
use super::delivery::Post;
use super::meddler::Meddler;
use super::taken::Taking;
use super::world::{Met, World};
use crate::faulty::Trouble;
use packetboat::desk::tick::run::tick;
use packetboat::store::layout::CampaignId;
use packetboat_core::clock::Moment;
use packetboat_core::fault::{RETRY, exit_code};

/// How far apart ticks are, in seconds: cron every five minutes is rare here, for most of what
/// happens is hours apart.
const PAUSES: [u32; 10] = [
    0, 300, 1_800, 3_600, 3_600, 7_200, 10_800, 21_600, 43_200, 100_000,
];

/// How far apart they are in a steady club, in seconds.
const STEADY: i64 = 1_800;

/// In a steady club the site is made and looked through after one tick in this many.
const SITE_EVERY: u32 = 600;

/// In a steady club one tick in this many comes hours or days late.
const OUTAGE_EVERY: u32 = 240;

impl World {
    /// When the next tick is.
    fn goes_by(&mut self) -> i64 {
        if !self.options.steady {
            let pause = *self.chance.pick(&PAUSES);
            return i64::from(self.chance.below(pause + 1));
        }
        if !self.chance.one_in(OUTAGE_EVERY) {
            return STEADY;
        }
        self.tally.outages += 1;
        STEADY * i64::from(2 + self.chance.below(120))
    }

    /// What happens up to one tick, the tick itself, and what must hold after it.
    pub(super) fn live(&mut self, tick: u32, meddler: &mut dyn Meddler) -> Result<(), String> {
        self.tick = tick;
        let before = self.now;
        self.now = Moment::from_seconds(before.seconds() + self.goes_by());
        self.disk.set_clock(self.now.seconds());
        self.begin_campaigns(meddler)?;
        self.referee_acts(meddler)?;
        self.players_write(before, meddler)?;
        if self.options.steady {
            self.seekers_write(meddler)?;
        }
        self.mails.notice(&self.disk, &self.house);
        self.empty_folder().map_err(|it| it.to_string())?;
        let trouble = self.trouble(8);
        let twins = self.before_twins(trouble);
        let had_site = self.has_site();
        let ticked = self.run_tick(trouble, meddler)?;
        if trouble == Trouble::Never {
            self.after_twins(twins)?;
        }
        meddler.after(tick, &self.disk);
        self.opened_begin()?;
        self.checked(&ticked)?;
        self.seats_are_offered(ticked.is_smooth())?;
        if ticked.met != Met::Nothing {
            self.site_is_whole(had_site)?;
        }
        if ticked.met == Met::Cut {
            self.recover(meddler)?;
        }
        let looked_at = if self.options.steady {
            self.chance.one_in(SITE_EVERY)
        } else {
            ticked.met == Met::Cut
        };
        if looked_at {
            self.site_is_as_anew()?;
        }
        self.archive_campaigns(meddler)
    }

    /// The tick after a power cut, or after the last one.
    fn recover(&mut self, meddler: &mut dyn Meddler) -> Result<(), String> {
        let ticked = self.run_tick(Trouble::Never, meddler)?;
        meddler.after(self.tick, &self.disk);
        self.opened_begin()?;
        self.checked(&ticked)
    }

    /// At the end all is mended, all mail is taken and everything verified.
    pub(super) fn end(&mut self, meddler: &mut dyn Meddler) -> Result<(), String> {
        self.mend_all(meddler)?;
        self.recover(meddler)?;
        self.site_is_as_anew()?;
        let ids: Vec<CampaignId> = self.running.keys().cloned().collect();
        for id in ids {
            self.same_as_ever(&id)?;
            self.derived(&id)?;
        }
        self.mails.nothing_lost(&self.disk)
    }

    /// One run of the real thing.
    fn run_tick(&mut self, trouble: Trouble, meddler: &mut dyn Meddler) -> Result<Ticked, String> {
        let now = self.now;
        let mut post = Post::new(self);
        let (done, met) = self.process(trouble, meddler, |club| {
            post.open(club)?;
            tick(club, &mut post, now)
        });
        if trouble == Trouble::Never {
            self.calls = (self.calls * 3 + self.last_calls) / 4;
        }
        self.tally.ticks += 1;
        let (takings, broken) = post.done();
        if let Some(what) = broken {
            return Err(what);
        }
        let all_taken = takings.iter().all(Taking::is_smooth);
        self.hand_out(takings, met, meddler)?;
        let summary = match done {
            Ok(summary) => Some(summary),
            Err(_) if met != Met::Nothing => None,
            Err(error) if exit_code(&error) == RETRY => None,
            Err(error) => return Err(format!("the tick fails: {error:#}")),
        };
        Ok(Ticked {
            summary,
            met,
            all_taken,
        })
    }
}
