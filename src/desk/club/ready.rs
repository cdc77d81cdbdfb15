//! What a command asks for before it changes a campaign: that it runs, goes on, has this seat, and
//! that no reports wait for review.
//!
//! Not here: the changes themselves (`act`).

use super::campaign::Campaign;
use super::errors::fault;
use super::open::Club;
use super::register::{self, Register};
use super::suggest::with_names;
use crate::engine::seat::Seat;
use crate::fault::Fault;
use crate::store::entry::Stop;
use crate::store::layout::CampaignId;

/// Opens a running campaign that is well.
///
/// # Errors
/// One that does not exist, is archived, or is halted.
pub fn open(club: &Club, name: &str) -> anyhow::Result<Campaign> {
    let (id, dir) = club.campaign(name)?;
    if dir.root() != club.layout.campaign(&id).root() {
        return Err(Fault::usage(format!("{id} is over and archived")).into());
    }
    register::recover(club, &id, &dir)?;
    let campaign = Campaign::open(club, &id).map_err(|it| fault(&id, it))?;
    if let (Some(row), Some(last)) = (Register::read(club)?.row(&id), &campaign.last) {
        let log = campaign.log(&*club.fs);
        let same = row.check(&log, &dir, &id, last);
        same.map_err(|it| fault(&id, it))?;
    }
    Ok(campaign)
}

/// Opens a campaign that goes on, and whose reports do not wait for review.
///
/// # Errors
/// As for [`open`]; one that is over, or whose reports wait.
pub fn in_play(club: &Club, name: &str) -> anyhow::Result<Campaign> {
    let campaign = open(club, name)?;
    not_over(&campaign)?;
    not_under_review(&campaign)?;
    Ok(campaign)
}

/// Opens a running campaign that has this seat.
///
/// # Errors
/// As for [`open`]; it has no such seat: names those that it has.
pub fn with_seat(club: &Club, name: &str, seat: Seat) -> anyhow::Result<Campaign> {
    let campaign = open(club, name)?;
    seated(&campaign, seat)?;
    Ok(campaign)
}

/// That a seat is one of the campaign's.
///
/// # Errors
/// It is not; names those that are.
pub fn seated(campaign: &Campaign, seat: Seat) -> anyhow::Result<()> {
    let seats = campaign.table.seats();
    if seats.contains(&seat) {
        return Ok(());
    }
    let names: Vec<&str> = seats.iter().map(Seat::as_str).collect();
    let fault = Fault::usage(format!("{} has no seat called `{seat}`", campaign.id));
    let words = ("Its seats", "`packetboat status CAMPAIGN` lists them");
    Err(with_names(fault, seat.as_str(), &names, words).into())
}

/// That a campaign still goes on.
///
/// # Errors
/// It is over.
pub fn not_over(campaign: &Campaign) -> anyhow::Result<()> {
    match campaign.note().desk.stop {
        Stop::Over => Err(Fault::usage(format!("{} is over", campaign.id)).into()),
        Stop::Gate | Stop::Interrupt => Ok(()),
    }
}

/// That no reports wait for the referee's review: until they are released, nothing is done that
/// would reveal them, or be counted from a stop that nobody knows of.
///
/// # Errors
/// Some do.
pub fn not_under_review(campaign: &Campaign) -> anyhow::Result<()> {
    let id = &campaign.id;
    if campaign.note().desk.is_under_review() {
        Err(
            Fault::usage(format!("the reports of {id} are waiting for your review"))
                .hint(review_steps(id))
                .into(),
        )
    } else {
        Ok(())
    }
}

/// What the referee does with reports that wait for their review.
pub fn review_steps(id: &CampaignId) -> String {
    format!("Read them: packetboat show {id} --as SEAT; send them: packetboat release {id}")
}
