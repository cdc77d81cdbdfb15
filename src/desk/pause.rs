//! What stands still and how it goes on: holds, reports under review, halts.
//!
//! While a campaign is held its clock stands still: the deadline moves by as much as was left when
//! the referee stopped it. Not here: holding (`referee` and `turn_over`), and when a stop is due
//! (`schedule`).

use super::absence;
use super::campaign::{Campaign, Stuck};
use super::open::Club;
use super::publish::tell_all;
use super::referee::{act, fault, open, unhalt};
use super::schedule::deadline_from;
use super::seen::Newest;
use super::work::Work;
use crate::clock::Moment;
use crate::fault::Fault;
use crate::report::{Notice, Subject};
use crate::store::entry::{Cause, Letter, Silence};
use crate::store::fault::Stored;
use crate::store::fs::exists;
use crate::store::layout::{CampaignDir, CampaignId};
use crate::store::log::CampaignLog;
use crate::store::outbox::Unsent;

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
    /// The referee said so, and the players were told.
    Referee,
    /// Many were silent; only the referee was told.
    Silence,
}

/// Lets go on what stands still: a halt, after checking again; a hold; reports under review.
///
/// # Errors
/// A campaign that does not exist; one that is still damaged.
pub fn release(club: &Club, name: &str, now: Moment) -> anyhow::Result<String> {
    let (id, dir) = club.campaign(name)?;
    let mut told = Vec::new();
    if exists(&*club.fs, &dir.halted()) {
        CampaignLog::new(&*club.fs, &dir).recover()?;
        check_again(club, &dir, &id).map_err(|it| fault(&id, it))?;
        unhalt(club, &dir)?;
        told.push("is well again; HALTED is gone".to_owned());
    }
    let campaign = open(club, name)?;
    let last = campaign.note().number;
    let held = campaign.note().desk.held.is_some();
    let hold = hold_of(club, &campaign).map_err(|it| fault(&id, it.into()))?;
    let hold = hold.filter(|it| it.by == HeldBy::Referee);
    let waits = for_review(club, &campaign).map_err(|it| fault(&id, it.into()))?;
    if held || waits {
        let cause = Cause::Released { why: String::new() };
        let released = act(club, name, now, cause, |work| {
            if held {
                work.desk.held = None;
                work.desk.silence = Silence::Believed;
            }
            work.desk.released = Some(last);
            match hold {
                Some(hold) => goes_on(work, hold),
                None => Ok(()),
            }
        })?;
        if held {
            let until = released.note().desk.deadline.filter(|it| *it > now);
            let until = until.map(|it| it.for_people(club.config.club.zone, now));
            let until = until.map(|it| format!("; orders are due {it}"));
            told.push(format!("is no longer held{}", until.unwrap_or_default()));
        }
    }
    if waits {
        told.push("sends its reports with the next tick".to_owned());
    }
    Ok(match told.is_empty() {
        true => format!("{name} was neither halted nor held, and no report waited.\n"),
        false => format!("{name} {}.\n", told.join("; it ")),
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
        // The desk tells the referee that it holds, the referee tells the players.
        let by = match note.out.iter().any(|it| it.seat.is_none()) {
            true => HeldBy::Silence,
            false => HeldBy::Referee,
        };
        match found {
            Some(hold) if hold.by != by => break,
            // Holding twice gives another reason, and the clock stood still before.
            Some(_) | None => {
                let since = note.written;
                found = Some(Hold { by, since });
            }
        }
    }
    Ok(found)
}

/// That the referee does not hold the campaign: nothing else lets it go on than his word.
///
/// # Errors
/// He holds it.
pub fn not_held(club: &Club, campaign: &Campaign) -> anyhow::Result<()> {
    let (id, hold) = (&campaign.id, hold_of(club, campaign)?);
    match hold.map(|it| it.by) {
        Some(HeldBy::Referee) => Err(Fault::usage(format!("{id} is held"))
            .hint(format!("Let it go on first: packetboat release {id}"))
            .into()),
        Some(HeldBy::Silence) | None => Ok(()),
    }
}

/// Gives the players the time that was left when the hold began, and tells them that it goes on.
fn goes_on(work: &mut Work<'_>, hold: Hold) -> Result<(), Stuck> {
    let since = hold.since.max(work.desk.asked_at);
    let lasted = work.now.seconds() - since.seconds();
    if let Some(old) = work.desk.deadline.filter(|it| *it > since && lasted > 0) {
        let to = Moment::from_seconds(old.seconds() + lasted);
        let deadline = deadline_from(&work.campaign.config.schedule, to, &[]);
        absence::settle(work, Some(deadline));
    }
    let closes = work.desk.deadline.is_some_and(|it| it <= work.now);
    tell_all(work, &Notice::Released { closes }, &Subject::Released)
}

/// Everything that the next tick will read is as it was committed.
fn check_again(club: &Club, dir: &CampaignDir, id: &CampaignId) -> Result<(), Stuck> {
    let campaign = Campaign::open_at(club.source(), dir, id, None)?;
    let log = CampaignLog::new(&*club.fs, dir);
    Newest::of(&log)?;
    for unsent in log.unsent(campaign.note().desk.delivered)? {
        log.mail(unsent.entry, &unsent.note)?;
    }
    Ok(())
}

/// Whether reports wait until they are released.
fn for_review(club: &Club, campaign: &Campaign) -> Stored<bool> {
    let desk = &campaign.note().desk;
    let log = CampaignLog::new(&*club.fs, &campaign.dir);
    let unsent = log.unsent(desk.delivered)?;
    let held_back = |it: &Unsent| {
        let released = desk.released.is_some_and(|last| last >= it.entry);
        it.note.what == Letter::ReportForReview && !released
    };
    Ok(unsent.iter().any(held_back))
}
