//! What becomes of a campaign that is over: a tick moves it into the archive, and anyone who writes
//! to it later is notified once how it ended.
//!
//! Not here: the command that does it at once, and how a campaign ends (`end`).

use super::jobs::Job;
use crate::clock::Moment;
use crate::clock::length::Length;
use crate::desk::club::campaign::{Campaign, Roster};
use crate::desk::club::errors::fault;
use crate::desk::club::open::Club;
use crate::desk::club::summary::Summary;
use crate::desk::entry::builder::EntryBuilder;
use crate::desk::outbox::desk_letters::{self, DeskLetter, Reader};
use crate::desk::outbox::watchers;
use crate::desk::proof::verify::{self, How};
use crate::engine::game::Halted;
use crate::engine::seat::Seat;
use crate::fault::Fault;
use crate::report::DeskMail;
use crate::store::campaigns;
use crate::store::entry::{Committed, Note, Stop};
use crate::store::fs::exists;
use crate::store::layout::CampaignId;
use crate::store::log::CampaignLog;

/// How long a campaign that is over stays where it ran, after its newest entry. For that long its
/// players may ask for reports, and why things happened, and the referee may roll it back.
const REST: Length = Length::hours(14 * 24);

/// How many campaigns one tick moves at most: each is played again before, to see that it holds.
const MOVED_MAX: usize = 5;

/// When a tick moves a campaign; `None`: it is not over, or it was looked at and does not hold.
pub fn due(club: &Club, id: &CampaignId, note: &Note) -> Option<Moment> {
    let over = note.desk.stop == Stop::Over && !note.desk.is_under_review();
    (over && !desk_letters::is_there(club, &told(id, note))).then(|| note.written.plus(REST))
}

/// Has a campaign that is over looked at again when it is to be moved.
pub fn wake(club: &Club, job: &mut Job) {
    if let Some(rests) = &mut job.rests {
        let due = due(club, &job.id, &rests.last.note);
        rests.next = rests.next.into_iter().chain(due).min();
    }
}

/// The key of the mail that says that a campaign cannot be moved as it is.
fn told(id: &CampaignId, note: &Note) -> String {
    format!("kept.{id}.{}", note.number)
}

/// Campaigns that one tick moves.
#[derive(Debug, Default)]
pub struct Moves(usize);

impl Moves {
    /// Moves a campaign that is long over, if all its mails have left and its record holds; whether
    /// it is in the archive now. One whose record does not hold stays, and its referee is notified.
    /// What the disk keeps from being done is tried again, and keeps nothing else waiting.
    pub fn put_away(&mut self, club: &Club, job: &Job, now: Moment, summary: &mut Summary) -> bool {
        self.moved(club, job, now, summary).unwrap_or_else(|error| {
            summary.wait(job.id.as_str(), format!("{error:#}"));
            false
        })
    }

    fn moved(
        &mut self,
        club: &Club,
        job: &Job,
        now: Moment,
        summary: &mut Summary,
    ) -> anyhow::Result<bool> {
        let Some(rests) = job.rests.as_ref().filter(|_| job.stuck.is_none()) else {
            return Ok(false);
        };
        let (id, note) = (&job.id, &rests.last.note);
        let is_due = due(club, id, note).is_some_and(|it| it <= now);
        if !is_due || self.0 >= MOVED_MAX {
            return Ok(false);
        }
        let missing = missing(club, id, &rests.last)?;
        // What waits for its mails cost nothing, and keeps no other waiting.
        self.0 += usize::from(!matches!(missing, Some(Missing::Unsent(_))));
        match missing {
            None => {
                let place = put_away(club, id)?;
                summary.say(id, format!("is over, and is in {place} now"));
                Ok(true)
            }
            // They are tried again, and it with them.
            Some(Missing::Unsent(_)) => Ok(false),
            Some(Missing::Damaged) => {
                desk_letters::notify_referee(
                    club,
                    Some(id),
                    &told(id, note),
                    &DeskMail::Kept,
                    now,
                )?;
                Ok(false)
            }
        }
    }
}

/// Answers a mail to a campaign that is in the archive: the player of the seat is notified how it
/// ended, once; whether now.
///
/// Nobody is where the seat is none, or the archive cannot be opened: the sender must not keep the
/// mail waiting by that, nor have a campaign opened for each mail.
///
/// # Errors
/// The disk's.
pub fn answer(club: &Club, id: &CampaignId, seat: Seat, now: Moment) -> anyhow::Result<bool> {
    let key = format!("late.{id}.{seat}");
    if desk_letters::is_there(club, &key) {
        return Ok(false);
    }
    let dir = club.layout.archived(id);
    let roster = Roster::open(&*club.fs, &dir).ok();
    let Some(player) = roster.and_then(|it| it.player(seat).cloned()) else {
        return Ok(false);
    };
    let Ok(mut campaign) = Campaign::open_at(club.source(), &dir, id, None) else {
        return Ok(false);
    };
    let outcome = match campaign.table.halt() {
        Halted::Over(outcome) => Some(outcome),
        // The referee has ended it before.
        Halted::Gathering { .. } | Halted::Asking { .. } => None,
    };
    let points = campaign.table.scores();
    let ended = campaign.note().written;
    let ended = ended.for_people(campaign.config.schedule.zone, now);
    let templates = club.templates()?;
    let frame = EntryBuilder::begin(club, &templates, &mut campaign, now).frame(Some(seat));
    let mail = DeskMail::Late {
        ended,
        places: outcome.map_or_else(Vec::new, |it| frame.placed(&it, &points)),
    };
    let letter = DeskLetter {
        key: &key,
        about: Some(id),
        to: Reader::Player(&player),
        mail: &mail,
    };
    desk_letters::put(club, &letter, now)?;
    Ok(true)
}

/// What keeps a campaign that is over from being put away.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Missing {
    /// This many mails are to be sent.
    Unsent(usize),
    /// Its record does not hold.
    Damaged,
}

/// What is missing before a campaign that is over can be put away.
///
/// # Errors
/// The disk's.
pub fn missing(club: &Club, id: &CampaignId, last: &Committed) -> anyhow::Result<Option<Missing>> {
    let dir = club.layout.campaign(id);
    let log = CampaignLog::new(&*club.fs, &dir);
    let unsent = log.unsent_up_to(last).map_err(|it| fault(id, it.into()))?;
    if !unsent.is_empty() {
        return Ok(Some(Missing::Unsent(unsent.len())));
    }
    let found = verify::club(club, Some(id.as_str()), How { strict: false })?;
    Ok((!found.is_well()).then_some(Missing::Damaged))
}

/// Moves a campaign into the archive; says where it is.
///
/// # Errors
/// As for [`campaigns::archive`].
pub fn put_away(club: &Club, id: &CampaignId) -> anyhow::Result<String> {
    let place = club.layout.archived(id);
    if exists(&*club.fs, place.root()) {
        let file = club.layout.shown(&club.layout.archived_file(id));
        return Err(Fault::usage(format!("there is a {file} already"))
            .hint("If you unpacked this campaign from it, move that file out of archive/.")
            .into());
    }
    campaigns::archive(&*club.fs, &club.layout, id)?;
    watchers::forget(club, id)?;
    Ok(club.layout.shown(&club.layout.archived_file(id)))
}
