//! How a campaign ends by the referee's word, and how one that is over is put away.
//!
//! Not here: the end that the rules bring, which is a stop like any other (`stop`).

use super::act::spoken;
use super::act::{act, fault, not_over, open};
use super::open::Club;
use super::pause::not_under_review;
use super::publish::reports;
use super::stuck::Stuck;
use super::verify::{self, How};
use super::work::Work;
use crate::clock::Moment;
use crate::fault::Fault;
use crate::report::counted;
use crate::store::campaigns;
use crate::store::entry::{Cause, Stop};
use crate::store::log::CampaignLog;

/// Ends a campaign before its rules do: every player gets a last report, which opens the seed of
/// the dice; nothing is played or taken any more.
///
/// # Errors
/// A campaign that does not exist, is over or halted, or whose reports wait for review.
pub fn end(club: &Club, name: &str, why: &str, now: Moment) -> anyhow::Result<String> {
    let campaign = open(club, name)?;
    not_over(&campaign)?;
    not_under_review(&campaign)?;
    let cause = Cause::Ended {
        why: why.trim().to_owned(),
    };
    act(club, name, now, cause, |work| ends(work, why))?;
    Ok(format!(
        "{name} is over. The last reports go out with the next tick; they open the dice.\n\
         Then you may put it away: packetboat archive {name}\n"
    ))
}

fn ends(work: &mut Work<'_>, why: &str) -> Result<(), Stuck> {
    work.desk.held = None;
    work.desk.stop = Stop::Over;
    work.desk.called.clear();
    work.desk.deadline = None;
    work.desk.reminded.clear();
    work.notes.push(spoken(
        "The referee has ended the campaign before its end",
        why,
    ));
    // Nobody is asked to read the end before it is told.
    work.campaign.config.schedule.review = false;
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
    let log = CampaignLog::new(&*club.fs, &campaign.dir);
    let last = campaign.last.as_ref();
    let unsent = log.unsent_up_to(last.expect("a campaign that was opened has an entry"));
    let unsent = unsent.map_err(|it| fault(id, it.into()))?.len();
    if unsent > 0 {
        let mails = counted(unsent, "mail", "mails");
        return Err(Fault::usage(format!("{id} has {mails} to send"))
            .hint("Let it be sent first: packetboat tick")
            .into());
    }
    let found = verify::club(club, Some(name), How { strict: false })?;
    if !found.is_well() {
        return Err(Fault::halted(format!("the record of {id} does not hold"))
            .hint(format!("What is wrong: packetboat verify {id}"))
            .into());
    }
    campaigns::archive(&*club.fs, &club.layout, id)?;
    let place = club.layout.archived(id);
    Ok(format!(
        "{id} lies in {} now; `show`, `entries` and `verify` find it there.\n",
        club.layout.shown(place.root())
    ))
}
