//! `undo`: the referee's last act is taken back as if it had not been. That can be as long as
//! nobody outside has seen anything of it: no mail of it has left, and no page or export was made
//! since.
//!
//! What drew dice stays: anyone who could draw again would choose. A campaign that was just begun
//! goes as a whole, with its seed. Not here: going back where it was seen (`referee::rollback`).

use super::entries;
use super::in_report;
use crate::clock::Moment;
use crate::desk::club::errors::fault;
use crate::desk::club::open::Club;
use crate::desk::club::ready::open;
use crate::desk::club::register::Register;
use crate::desk::club::shown::{can_be_undone, seen};
use crate::desk::club::{clock_check, seat_before};
use crate::fault::Fault;
use crate::report::counted;
use crate::store::campaigns;
use crate::store::entry::{Cause, Committed, Note};
use crate::store::fault::StoreFault;
use crate::store::fs::{exists, remove_if_there};
use crate::store::layout::{CampaignDir, CampaignId};
use crate::store::log::CampaignLog;
use anyhow::Context;

/// Takes back the last act of a campaign. The caller holds the locks of the club and of its post:
/// nothing of it may leave meanwhile.
///
/// First the seat and its secrets, then the register, then the entry: cut in between, the same
/// command again leads to the same end.
///
/// # Errors
/// A campaign that does not exist, is archived or halted; a last entry that is not such an act, or
/// of which somebody outside may know; the disk.
pub fn undo(club: &Club, name: &str, now: Moment) -> anyhow::Result<String> {
    let mut campaign = open(club, name)?;
    clock_check::check(club, Some(&campaign), now)?;
    let id = campaign.id.clone();
    let damaged = |it: StoreFault| fault(&id, it.into());
    let log = CampaignLog::new(&*club.fs, &campaign.dir);
    let last = campaign.last.clone();
    let last = last.context("the campaign has no entries")?;
    let before = match last.note.number.checked_sub(1) {
        Some(number) => Some(log.note(number).map_err(damaged)?),
        None => None,
    };
    let act = Act {
        club,
        id: &id,
        dir: campaign.dir.clone(),
        last: &last,
        before: before.as_ref(),
        what: entries::what(club, name, now)?,
    };
    if let Err(why) = act.can_be_undone(now) {
        // Words that wait for a report may be older than what has happened since.
        return in_report::withdraw(club, &campaign, now)?.ok_or(why);
    }
    let Some(before) = &before else {
        Register::read(club)?.forget(club, &id)?;
        // It may name the campaign, and would miss it.
        remove_if_there(&*club.fs, &club.layout.due())?;
        campaigns::unfound(&*club.fs, &club.layout, &id).map_err(damaged)?;
        return Ok(format!(
            "{id} is gone, with its seed; none of its mails had left. Its name is free again.\n"
        ));
    };
    if let Cause::Replaced { seat, .. } | Cause::Moved { seat, .. } = last.note.cause {
        seat_before::give_back(club, &mut campaign, seat)?;
    }
    Register::read(club)?.note(club, [(&id, before)])?;
    let log = CampaignLog::new(&*club.fs, &campaign.dir);
    let replaced = last.note.out.iter().flat_map(|it| &it.instead_of);
    for earlier in replaced {
        log.unmark_replaced(earlier).map_err(damaged)?;
    }
    log.take_back(last.note.number).map_err(damaged)?;
    if matches!(
        last.note.cause,
        Cause::Replaced { .. } | Cause::Moved { .. }
    ) {
        // It says nothing any more.
        seat_before::forget(club, &campaign.dir, last.note.number)?;
    }
    Ok(format!(
        "{id}: entry {} is undone ({}); none of its mails had left.\n",
        last.note.number, act.what
    ))
}

/// An act that is to be taken back.
struct Act<'a> {
    club: &'a Club,
    id: &'a CampaignId,
    dir: CampaignDir,
    last: &'a Committed,
    before: Option<&'a Committed>,
    /// What it was, in a few words.
    what: String,
}

impl Act<'_> {
    /// That nobody outside knows of it, and nothing else depends on it.
    fn can_be_undone(&self, now: Moment) -> anyhow::Result<()> {
        let (id, note) = (self.id, &self.last.note);
        let number = note.number;
        if let Some(why) = self.is_no_act() {
            let what = format!("the last entry of {id}, {number} ({}), {why}", self.what);
            return Err(self.refused(what, now));
        }
        let begun = CampaignLog::new(&*self.club.fs, &self.dir).begun_of(self.last);
        let begun = begun.map_err(|it| fault(id, it.into()))?;
        if !begun.is_empty() {
            let mails = counted(begun.len(), "mail", "mails");
            let to: Vec<&str> = begun.iter().map(|it| it.to.as_str()).collect();
            let what = format!(
                "too late: {mails} of entry {number} of {id} ({}) left, or may have: to {}",
                self.what,
                to.join(", ")
            );
            return Err(self.refused(what, now));
        }
        let watched = exists(&*self.club.fs, &self.club.layout.watchers(id));
        let by = match seen(self.club, &self.dir) {
            Some((entry, by)) if entry == number => by,
            _ if self.before.is_none() && watched => "an observer".to_owned(),
            _ => return Ok(()),
        };
        let what = format!(
            "too late: entry {number} of {id} ({}) was seen by {by}",
            self.what
        );
        Err(self.refused(what, now))
    }

    /// Why this entry is none of the acts that can be taken back, if it is not.
    fn is_no_act(&self) -> Option<&'static str> {
        let note = &self.last.note;
        let before = self.before.map(|it| &it.note);
        if !can_be_undone(&note.cause) {
            return Some("cannot be undone");
        }
        let place = |it: &Note| (it.dice.timeline, it.dice.link);
        if before.is_some_and(|it| note.dice.resolved || place(it) != place(note)) {
            return Some("has drawn dice");
        }
        let by_itself = match &note.cause {
            // The desk moves a deadline after an outage, and holds when nobody wrote.
            Cause::Extended { .. } => before.is_some_and(|it| it.desk.outages != note.desk.outages),
            Cause::Held { .. } => note.out.iter().any(|it| it.seat.is_none()),
            _ => false,
        };
        if by_itself {
            return Some("is an act of the program");
        }
        match &note.cause {
            Cause::Moved { seat, .. }
                if before.is_some_and(|it| it.desk.seats.get(*seat).moving.is_some()) =>
            {
                Some("is what the player asked for")
            }
            Cause::Replaced { seat, .. } | Cause::Moved { seat, .. }
                if !seat_before::is_known(self.club, &self.dir, *seat, note.number) =>
            {
                Some("applied campaign.toml: change that back, and the next tick applies it again")
            }
            _ => None,
        }
    }

    /// Why not, and what else there is.
    fn refused(&self, what: String, now: Moment) -> anyhow::Error {
        let (id, fault) = (self.id, Fault::usage(what));
        let fault = if can_be_undone(&self.last.note.cause) {
            fault
        } else {
            fault.hint(
                "undo undoes new, end, replace, extend, tell and hold, as long as nothing has \
                 happened since and none of its mails has left.",
            )
        };
        let Some(before) = self.before else {
            let hint = format!("To end it, with a last report: packetboat end {id} --why …");
            return fault.hint(hint).into();
        };
        let fault = match self.instead(&before.note, now) {
            Some(instead) => fault.hint(instead),
            None => fault,
        };
        let to = before.note.number;
        match entries::undone(self.club, id.as_str(), to, now) {
            Ok(undone) => {
                let fault = fault.hint(format!(
                    "What going back would do: packetboat rollback {id} {to} --dry-run"
                ));
                fault.hint(undone.trim_end()).into()
            }
            Err(_) => fault.into(),
        }
    }

    /// The act that mends this one.
    fn instead(&self, before: &Note, now: Moment) -> Option<String> {
        let id = self.id;
        match &self.last.note.cause {
            Cause::Extended { .. } => {
                let zone = self.club.config.club.zone;
                Some(match before.desk.deadline {
                    Some(at) => format!(
                        "To restore the deadline, {}: packetboat extend {id} {at}",
                        at.for_people(zone, now)
                    ),
                    None => format!("To have no deadline again: packetboat extend {id} never"),
                })
            }
            Cause::Held { .. } => Some(format!("To let it go on: packetboat release {id}")),
            Cause::Told { .. } => Some(format!("To write again: packetboat tell {id} …")),
            Cause::Replaced { seat, .. } | Cause::Moved { seat, .. } => {
                let who = match before.desk.seats.get(*seat).roster.as_deref() {
                    Some("robot") => "--robot".to_owned(),
                    Some(player) => format!("\"{player}\""),
                    None => return None,
                };
                Some(format!(
                    "To give the seat back, with a report: packetboat replace {id} {seat} {who}"
                ))
            }
            _ => None,
        }
    }
}
