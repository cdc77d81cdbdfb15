//! What is paused and how it goes on: holds, reports under review, halts.
//!
//! While a campaign is held its clock is stopped: when it goes on, as much time is left as when
//! the referee stopped it. While reports wait for review nobody knows of the stop they report: no
//! deadline passes, nobody is reminded, and mail waits, since a receipt would reveal it.
//! Not here: holding (`referee` and `turn_over`), and when a stop is due (`schedule`).

use crate::clock::Moment;
use crate::desk::calendar::schedule::{deadline_from, next_deadline};
use crate::desk::calendar::stop::schedule_of;
use crate::desk::club::campaign::Campaign;
use crate::desk::club::clock_check;
use crate::desk::club::errors::{CampaignError, fault};
use crate::desk::club::open::Club;
use crate::desk::club::ready::{open, review_steps};
use crate::desk::club::register::{self, Register, RegisterRow};
use crate::desk::entry::builder::EntryBuilder;
use crate::desk::entry::publish::announce;
use crate::desk::entry::{deadline, news};
use crate::desk::inbox::marks::Newest;
use crate::desk::turn::act::{act, unhalt};
use crate::fault::Fault;
use crate::report::{Notice, Subject};
use crate::store::deadline::{Moved, MovedBy};
use crate::store::entry::{Cause, DeskState, Silence};
use crate::store::fault::Stored;
use crate::store::fs::exists;
use crate::store::layout::{CampaignDir, CampaignId};
use crate::store::log::CampaignLog;

/// That a campaign is held.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Hold {
    /// Why it is.
    pub by: HeldBy,
    /// When it began.
    pub since: Moment,
}

/// Why a campaign is held.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum HeldBy {
    /// The referee said so, and the players were notified.
    Referee,
    /// Many were silent; only the referee was notified.
    Silence,
}

/// Lets go on what is paused: a halt, after checking again; a hold; reports under review.
///
/// # Errors
/// A campaign that does not exist; one that is still damaged.
pub fn release(club: &Club, name: &str, why: &str, now: Moment) -> anyhow::Result<String> {
    let (id, dir) = club.campaign(name)?;
    clock_check::check_named(club, &id, now)?;
    let mut told = Vec::new();
    if exists(&*club.fs, &dir.halted()) {
        register::recover(club, &id, &dir)?;
        let registered = Register::read(club)?.row(&id);
        check_again(club, &dir, &id, registered).map_err(|it| fault(&id, it))?;
        unhalt(club, &dir)?;
        told.push("is ok again; HALTED is gone".to_owned());
    }
    let campaign = open(club, name)?;
    let last = campaign.note().number;
    let held = campaign.note().desk.held.is_some();
    let hold = hold_of(club, &campaign).map_err(|it| fault(&id, it.into()))?;
    let hold = hold.filter(|it| it.by == HeldBy::Referee);
    let waits = campaign.note().desk.is_under_review();
    if held || waits {
        let why = why.trim().to_owned();
        let cause = Cause::Released { why: why.clone() };
        let released = act(club, name, now, cause, |work| {
            if held {
                work.desk.held = None;
                work.desk.silence = Silence::Believed;
            }
            work.desk.released = Some(last);
            lets_go_on(work, hold, waits, why)
        })?;
        if held {
            told.push("is no longer on hold".to_owned());
        }
        if waits {
            told.push("sends its reports with the next tick".to_owned());
        }
        let until = released.note().desk.deadline.filter(|it| *it > now);
        if let Some(until) = until {
            let until = until.for_people(released.config.schedule.zone, now);
            told.push(format!("waits for orders until {until}"));
        }
    }
    Ok(if told.is_empty() {
        format!("{name} was neither halted nor on hold, and no report was waiting.\n")
    } else {
        format!("{name} {}.\n", told.join("; it "))
    })
}

/// Who holds a campaign, and since when; `None`: nobody.
///
/// # Errors
/// An entry that is gone or altered.
pub fn hold_of(club: &Club, campaign: &Campaign) -> Stored<Option<Hold>> {
    let log = CampaignLog::new(&*club.fs, &campaign.dir);
    let mut found: Option<Hold> = None;
    for number in (0..campaign.next_number()).rev() {
        let note = log.note(number)?.note;
        if note.desk.held.is_none() {
            break;
        }
        if !matches!(note.cause, Cause::Held { .. }) {
            continue;
        }
        // The desk notifies the referee that it holds, the referee notifies the players.
        let by = if note.out.iter().any(|it| it.seat.is_none()) {
            HeldBy::Silence
        } else {
            HeldBy::Referee
        };
        match found {
            Some(hold) if hold.by != by => break,
            // Holding twice gives another reason, and the clock was stopped before.
            Some(_) | None => {
                let since = note.written;
                found = Some(Hold { by, since });
            }
        }
    }
    Ok(found)
}

/// That the referee does not hold the campaign: only the referee can end such a hold.
///
/// # Errors
/// The referee holds it.
pub fn not_held(club: &Club, campaign: &Campaign) -> anyhow::Result<()> {
    let (id, hold) = (&campaign.id, hold_of(club, campaign)?);
    match hold.map(|it| it.by) {
        Some(HeldBy::Referee) => Err(Fault::usage(format!("{id} is on hold"))
            .hint(format!("Release it first: packetboat release {id}"))
            .into()),
        Some(HeldBy::Silence) | None => Ok(()),
    }
}

/// When the reports go out that an act has made.
pub fn reports_go(campaign: &CampaignId, desk: &DeskState) -> String {
    if desk.is_under_review() {
        format!(
            "The reports wait for your review. {}",
            review_steps(campaign)
        )
    } else {
        "The reports go out with the next tick.".to_owned()
    }
}

/// Gives the players their time, and notifies those who know of a hold, or of another deadline,
/// that it goes on.
fn lets_go_on(
    work: &mut EntryBuilder<'_>,
    hold: Option<Hold>,
    waits: bool,
    why: String,
) -> Result<(), CampaignError> {
    if waits {
        news::print(work);
    }
    let old = work.desk.deadline;
    match (waits, hold) {
        (true, _) => from_now(work),
        (false, Some(hold)) => move_by(work, hold),
        // Nobody wrote, and the report that comes says what became of it.
        (false, None) if why.is_empty() => return Ok(()),
        (false, None) => {}
    }
    if hold.is_some() || !waits {
        let closes = work.desk.deadline.is_some_and(|it| it <= work.now);
        return announce(work, &Notice::Released { closes, why }, &Subject::Released);
    }
    if work.desk.deadline == old {
        Ok(())
    } else {
        announce(work, &Notice::Extended { why }, &Subject::Extended)
    }
}

/// Counts the deadline from the moment in which the reports go out; it is never earlier than the
/// one that is in them.
fn from_now(work: &mut EntryBuilder<'_>) {
    work.desk.asked_at = work.now;
    work.desk.moved.clear();
    let schedule = &work.campaign.config.schedule;
    let schedule = &schedule_of(&*work.campaign.table, schedule);
    let usual = next_deadline(schedule, work.desk.stop, work.now, &[]);
    if let (Some(old), Some(usual)) = (work.desk.deadline, usual)
        && usual.at > old
    {
        let absent = deadline::absent(work);
        let deadline = deadline_from(schedule, usual.at, &absent);
        deadline::settle(work, Some(deadline));
    }
}

/// Leaves as much time as was left when the hold began.
fn move_by(work: &mut EntryBuilder<'_>, hold: Hold) {
    let since = hold.since.max(work.desk.asked_at);
    let lasted = work.now.seconds() - since.seconds();
    if let Some(old) = work.desk.deadline.filter(|it| *it > since && lasted > 0) {
        let to = Moment::from_seconds(old.seconds() + lasted);
        work.desk.moved.push(Moved {
            to: Some(to),
            by: MovedBy::Hold {},
        });
        let deadline = deadline_from(&work.campaign.config.schedule, to, &[]);
        deadline::settle(work, Some(deadline));
    }
}

/// Everything that the next tick will read is as it was committed.
///
/// # Errors
/// What is not.
pub fn check_again(
    club: &Club,
    dir: &CampaignDir,
    id: &CampaignId,
    registered: Option<RegisterRow>,
) -> Result<(), CampaignError> {
    let campaign = Campaign::open_at(club.source(), dir, id, None)?;
    let log = CampaignLog::new(&*club.fs, dir);
    Newest::of(&log, log.last()?.as_ref())?;
    let last = campaign.last.as_ref();
    let last = last.expect("a campaign that was opened has an entry");
    log.check_parent(&last.note)?;
    if let Some(row) = registered {
        row.check(&log, dir, id, last)?;
    }
    for unsent in log.unsent_up_to(last)? {
        log.whole(unsent.entry, &unsent.note)?;
    }
    Ok(())
}
