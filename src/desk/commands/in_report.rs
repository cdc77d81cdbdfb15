//! `tell … --in-report`: words of the referee's that are not mailed, but printed at the head of
//! each player's next report, once; and taking them back.
//!
//! Not here: printing them (`entry::own`).

use super::players::{names, readers};
use crate::clock::Moment;
use crate::desk::club::campaign::Campaign;
use crate::desk::club::errors::fault;
use crate::desk::club::open::Club;
use crate::desk::club::ready::{not_over, open};
use crate::desk::turn::act::act;
use crate::engine::seat::Seat;
use crate::fault::Fault;
use crate::lang::plain::seen;
use crate::report::counted;
use crate::store::entry::{Cause, InReport};

/// Characters of such words: a report is not the place for more.
const CHARS_MAX: usize = 4_000;

/// How many wait for one report at most.
const WAITING_MAX: usize = 5;

/// Has these seats told something in their next reports; all players if none is named.
///
/// # Errors
/// As for [`super::players::tell`]; a campaign that is over; too many words.
pub fn tell_in_report(
    club: &Club,
    name: &str,
    seats: &[Seat],
    text: &str,
    now: Moment,
) -> anyhow::Result<String> {
    let campaign = open(club, name)?;
    not_over(&campaign)?;
    let readers = readers(&campaign, seats, text)?;
    if text.chars().count() > CHARS_MAX {
        let what = format!("words in a report have {CHARS_MAX} characters at most");
        let fault = Fault::usage(what).hint("Without --in-report they are mailed.");
        return Err(fault.into());
    }
    let desk = &campaign.note().desk;
    let is_full = |it: &&Seat| desk.seats.get(**it).boxed.len() >= WAITING_MAX;
    if let Some(seat) = readers.iter().find(is_full) {
        let texts = counted(WAITING_MAX, "text", "texts");
        let what = format!("{texts} wait for the next report of {seat} already");
        let hint = "Mail this one, without --in-report.";
        return Err(Fault::usage(what).hint(hint).into());
    }
    let lines: Vec<String> = text
        .trim()
        .lines()
        .map(|it| seen(it).into_owned())
        .collect();
    let words = lines.join("\n");
    act(club, name, now, told(&readers, InReport::Waits), |work| {
        for seat in &readers {
            work.desk.seats.of(*seat).boxed.push(words.clone());
        }
        Ok(())
    })?;
    Ok(format!(
        "{name}: the next report of {} begins with it. To take it back: packetboat undo {name}\n",
        names(&readers)
    ))
}

fn told(seats: &[Seat], in_report: InReport) -> Cause {
    Cause::Told {
        seats: seats.to_vec(),
        in_report: Some(in_report),
    }
}

/// Takes back the newest of such words that still wait, wherever they do; `None`: none wait.
///
/// # Errors
/// An entry that is gone or altered; the disk.
pub(super) fn withdraw(
    club: &Club,
    campaign: &Campaign,
    now: Moment,
) -> anyhow::Result<Option<String>> {
    let seats = &campaign.note().desk.seats;
    if !seats.any(|it| !it.boxed.is_empty()) {
        return Ok(None);
    }
    let (id, log) = (&campaign.id, campaign.log(&*club.fs));
    for number in (0..campaign.next_number()).rev() {
        let said = log.known(number).map_err(|it| fault(id, it.into()))?;
        let Cause::Told {
            seats: readers,
            in_report: Some(InReport::Waits),
        } = &said.note.cause
        else {
            continue;
        };
        let at_that = &said.note.desk.seats;
        let text = readers.first().and_then(|it| at_that.get(*it).boxed.last());
        let Some(text) = text else { continue };
        let waits = |it: &Seat| seats.get(*it).boxed.contains(text);
        let (left, late): (Vec<Seat>, Vec<Seat>) = readers.iter().partition(|it| waits(it));
        if left.is_empty() {
            continue;
        }
        let cause = told(&left, InReport::Withdrawn);
        act(club, id.as_str(), now, cause, |work| {
            for seat in &left {
                let boxed = &mut work.desk.seats.of(*seat).boxed;
                let at = boxed.iter().rposition(|it| it == text);
                at.map(|it| boxed.remove(it));
            }
            Ok(())
        })?;
        let late = match late.as_slice() {
            [] => String::new(),
            late => format!(" {} has it in a report already.", names(late)),
        };
        return Ok(Some(format!(
            "{id}: your words for the next report of {} are withdrawn.{late}\n",
            names(&left)
        )));
    }
    Ok(None)
}
