//! What every act of the referee does: a campaign that stands well is opened, changed in one entry
//! with its cause, and committed.
//!
//! Not here: the acts themselves (`referee`, `pause`, `edit`, `players`).

use super::campaign::Campaign;
use super::commit::commit;
use super::near::with_names;
use super::open::Club;
use super::register::Register;
use super::stuck::Stuck;
use super::timepiece;
use super::work::Work;
use crate::clock::Moment;
use crate::engine::seat::Seat;
use crate::fault::Fault;
use crate::lang::block;
use crate::report::opener;
use crate::store::draft::Draft;
use crate::store::entry::{Cause, Stop};
use crate::store::fs::remove_if_there;
use crate::store::layout::{CampaignDir, CampaignId};
use crate::store::log::CampaignLog;
use anyhow::Context;

/// A campaign that cannot go on, as an error of a command.
pub fn fault(id: &CampaignId, stuck: Stuck) -> anyhow::Error {
    match stuck {
        Stuck::Halted(_) => Fault::halted(format!("{id} stands still"))
            .hint(format!(
                "Read campaigns/{id}/HALTED; it says why and what to do."
            ))
            .hint(format!("When it is mended: packetboat release {id}"))
            .into(),
        Stuck::Broken { what, steps } => {
            let mut fault = Fault::halted(format!("{id}: {what}"));
            for step in steps {
                fault = fault.hint(format!("To do: {step}."));
            }
            fault.into()
        }
        Stuck::Unsettled(what) => Fault::retry(format!("{id}: {what}")).into(),
        Stuck::Disk(fault) => anyhow::Error::from(fault),
    }
}

/// Opens a running campaign that stands well.
///
/// # Errors
/// One that does not exist, is archived, or stands still.
pub fn open(club: &Club, name: &str) -> anyhow::Result<Campaign> {
    let (id, dir) = club.campaign(name)?;
    if dir.root() != club.layout.campaign(&id).root() {
        return Err(Fault::usage(format!("{id} is over and archived")).into());
    }
    CampaignLog::new(&*club.fs, &dir).recover()?;
    let campaign = Campaign::open(club, &id).map_err(|it| fault(&id, it))?;
    if let (Some(row), Some(last)) = (Register::read(club)?.row(&id), &campaign.last) {
        let log = campaign.log(&*club.fs);
        let same = row.check(&log, &dir, &id, last);
        same.map_err(|it| fault(&id, it))?;
    }
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

/// Does one act as one entry.
///
/// # Errors
/// As for [`open`]; what the act itself runs into.
pub fn act(
    club: &Club,
    name: &str,
    now: Moment,
    cause: Cause,
    does: impl FnOnce(&mut Work<'_>) -> Result<(), Stuck>,
) -> anyhow::Result<Campaign> {
    let templates = club.templates()?;
    let mut campaign = open(club, name)?;
    timepiece::check(club, Some(&campaign), now)?;
    let id = campaign.id.clone();
    let mut work = Work::begin(club, &templates, &mut campaign, now);
    does(&mut work).map_err(|it| fault(&id, it))?;
    let draft = work.finish(cause).map_err(|it| fault(&id, it))?;
    commit(club, &templates, campaign, draft).map_err(|it| fault(&id, it))
}

/// An entry whose state and book the referee has put in place: both are stored anew.
pub(super) fn placed_draft(
    club: &Club,
    campaign: &mut Campaign,
    now: Moment,
    cause: Cause,
    does: impl FnOnce(&mut Work<'_>) -> Result<(), Stuck>,
) -> anyhow::Result<Draft> {
    let templates = club.templates()?;
    let id = campaign.id.clone();
    campaign.table.place(&placed(&cause).unwrap_or_default());
    let mut work = Work::begin(club, &templates, campaign, now);
    work.placed = true;
    does(&mut work).map_err(|it| fault(&id, it))?;
    work.finish(cause).map_err(|it| fault(&id, it))
}

/// What the journal says of an entry whose position the referee has put in place; `None`: its
/// position was played.
pub fn placed(cause: &Cause) -> Option<String> {
    match cause {
        Cause::RolledBack { to, .. } => Some(format!("rolled back to entry {to}")),
        Cause::Adopted { .. } => Some("adopted".to_owned()),
        _ => None,
    }
}

/// A sentence for players, with the referee's reason if there is one.
pub(super) fn spoken(what: &str, why: &str) -> String {
    match why.trim() {
        "" => format!("{what}."),
        why => format!("{what}: {why}"),
    }
}

/// Orders from the command line, which has named campaign and seat already: where their opener is
/// missing, or says no more than that, it is that of the sheet now open.
pub(super) fn opened(campaign: &Campaign, seat: Seat, text: &str) -> String {
    let sheet = campaign.table.sheet();
    let whole = opener(campaign.id.as_str(), seat, sheet);
    let short = format!("#orders {} {seat}", campaign.id);
    let is_short = |it: &str| it.split_whitespace().collect::<Vec<_>>().join(" ") == short;
    let lines: Vec<&str> = text.lines().collect();
    if text.trim().is_empty() {
        return text.to_owned();
    }
    if block::find(&lines).is_empty() {
        return format!("{whole}\n{}\n#end\n", text.trim_end());
    }
    let mended = lines
        .iter()
        .map(|it| if is_short(it) { whole.as_str() } else { it });
    mended.collect::<Vec<_>>().join("\n") + "\n"
}

/// Takes HALTED away for good: no power cut brings it back.
///
/// # Errors
/// The disk's.
pub(super) fn unhalt(club: &Club, dir: &CampaignDir) -> anyhow::Result<()> {
    remove_if_there(&*club.fs, &dir.halted())
        .and_then(|()| club.fs.sync_dir(dir.root()))
        .context("removing HALTED")
}
