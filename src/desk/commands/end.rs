//! How a campaign ends by the referee's word, and how one that is over is put away.
//!
//! Not here: the end that the rules bring, which is a stop like any other (`stop`).

use super::gather::take_back;
use crate::clock::Moment;
use crate::desk::club::errors::CampaignError;
use crate::desk::club::open::Club;
use crate::desk::club::ready::{in_play, open};
use crate::desk::club::register::Register;
use crate::desk::entry::builder::EntryBuilder;
use crate::desk::entry::publish::reports;
use crate::desk::tick::closing::{Missing, missing, put_away};
use crate::desk::turn::act::{act, spoken};
use crate::desk::turn::decided;
use crate::fault::Fault;
use crate::report::counted;
use crate::store::entry::{Cause, Stop};

/// Ends a campaign early: every player gets a last report, which opens the seed of
/// the dice; nothing is played or taken any more.
///
/// # Errors
/// A campaign that does not exist, is over or halted, or whose reports wait for review.
pub fn end(club: &Club, name: &str, why: &str, now: Moment) -> anyhow::Result<String> {
    if let Some(said) = take_back(club, name, now)? {
        return Ok(said);
    }
    in_play(club, name)?;
    let cause = Cause::Ended {
        why: why.trim().to_owned(),
    };
    act(club, name, now, cause, |work| ends(work, why))?;
    Ok(format!(
        "{name} is over. The last reports go out with the next tick; they show the seed of the \
         dice.\n\
         Then you may archive it: packetboat archive {name}\n"
    ))
}

fn ends(work: &mut EntryBuilder<'_>, why: &str) -> Result<(), CampaignError> {
    decided::close(work);
    work.notify_readers(spoken("The referee has ended the campaign early", why));
    reports(work, false)
}

/// Puts a campaign that is over into the archive, if its mails have left and its record holds.
///
/// # Errors
/// A campaign that does not exist, goes on, or has mails to send; one whose record is damaged.
pub fn archive(club: &Club, name: &str) -> anyhow::Result<String> {
    let campaign = open(club, name)?;
    let (id, note) = (&campaign.id, campaign.note());
    if note.desk.stop != Stop::Over {
        return Err(Fault::usage(format!("{id} is not over"))
            .hint(format!("To end it now: packetboat end {id} --why …"))
            .into());
    }
    let last = campaign.last.as_ref();
    let last = last.expect("a campaign that was opened has an entry");
    match missing(club, id, last)? {
        None => {}
        Some(Missing::Unsent(unsent)) => {
            let mails = counted(unsent, "mail", "mails");
            return Err(Fault::usage(format!("{id} has {mails} to send"))
                .hint("Let it be sent first: packetboat tick")
                .into());
        }
        Some(Missing::Damaged) => {
            return Err(Fault::halted(format!("the record of {id} has an error"))
                .hint(format!("What is wrong: packetboat verify {id}"))
                .into());
        }
    }
    // A program of before would take the campaign to be gone.
    Register::read(club)?.renew(club)?;
    let place = put_away(club, id)?;
    Ok(format!(
        "{id} is in {place} now; `show`, `entries` and `verify` find it there.\n"
    ))
}
