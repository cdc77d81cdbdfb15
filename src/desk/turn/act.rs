//! What every act of the referee does: a campaign that is in order is opened, changed in one entry
//! with its cause, and committed.
//!
//! Not here: the acts themselves (`referee`, `pause`, `edit`, `players`).

use crate::clock::Moment;
use crate::desk::club::campaign::Campaign;
use crate::desk::club::clock_check;
use crate::desk::club::errors::{CampaignError, fault};
use crate::desk::club::open::Club;
use crate::desk::club::ready::open;
use crate::desk::entry::builder::EntryBuilder;
use crate::desk::entry::commit::commit;
use crate::engine::seat::Seat;
use crate::lang::block;
use crate::store::draft::Draft;
use crate::store::entry::Cause;
use crate::store::fs::remove_if_there;
use crate::store::layout::CampaignDir;
use anyhow::Context;

/// Does one act as one entry.
///
/// # Errors
/// As for [`open`]; what the act itself runs into.
pub fn act(
    club: &Club,
    name: &str,
    now: Moment,
    cause: Cause,
    does: impl FnOnce(&mut EntryBuilder<'_>) -> Result<(), CampaignError>,
) -> anyhow::Result<Campaign> {
    let templates = club.templates()?;
    let mut campaign = open(club, name)?;
    clock_check::check(club, Some(&campaign), now)?;
    let id = campaign.id.clone();
    let mut work = EntryBuilder::begin(club, &templates, &mut campaign, now);
    does(&mut work).map_err(|it| fault(&id, it))?;
    let draft = work.finish(cause).map_err(|it| fault(&id, it))?;
    commit(club, &templates, campaign, draft).map_err(|it| fault(&id, it))
}

/// An entry whose state and book the referee has put in place: both are stored again.
pub(crate) fn placed_draft(
    club: &Club,
    campaign: &mut Campaign,
    now: Moment,
    cause: Cause,
    does: impl FnOnce(&mut EntryBuilder<'_>) -> Result<(), CampaignError>,
) -> anyhow::Result<Draft> {
    let templates = club.templates()?;
    let id = campaign.id.clone();
    campaign.table.place(&cause.placed().unwrap_or_default());
    let mut work = EntryBuilder::begin(club, &templates, campaign, now);
    work.note_placed();
    does(&mut work).map_err(|it| fault(&id, it))?;
    work.finish(cause).map_err(|it| fault(&id, it))
}

/// A sentence for players, with the referee's reason if there is one.
pub(crate) fn spoken(what: &str, why: &str) -> String {
    match why.trim() {
        "" => format!("{what}."),
        why => format!("{what}: {why}"),
    }
}

/// Orders from the command line, which has named campaign and seat already: where their opener is
/// missing, or says no more than that, it is that of the sheet now open.
pub(crate) fn opened(campaign: &Campaign, seat: Seat, text: &str) -> String {
    let sheet = campaign.table.sheet();
    let whole = campaign.opener(seat, sheet);
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

/// Takes HALTED away permanently: no power cut brings it back.
///
/// # Errors
/// The disk's.
pub(crate) fn unhalt(club: &Club, dir: &CampaignDir) -> anyhow::Result<()> {
    remove_if_there(&*club.fs, &dir.halted())
        .and_then(|()| club.fs.sync_dir(dir.root()))
        .context("removing HALTED")
}
