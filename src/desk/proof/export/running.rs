//! What is exported of a campaign that goes on: what the public may know, and nothing that was made
//! of anything else.
//!
//! Not here: the record of one that is over (`export`), and which turns were published (`history`).

use crate::desk::club::campaign::Campaign;
use crate::desk::club::errors::fault;
use crate::desk::club::history::{History, Published};
use crate::desk::club::open::Club;
use crate::desk::entry::builder::EntryBuilder;
use crate::desk::proof::export::settings;
use crate::engine::seat::Viewer;
use crate::fault::Fault;
use crate::report::{ReportKind, Templates};
use crate::store::bundle::Files;

/// Settings, data, and the public report of every turn.
pub(super) fn files(club: &Club, campaign: &Campaign) -> anyhow::Result<Files> {
    let (mut files, _) = settings::files(&*club.fs, campaign)?;
    let templates = club.templates()?;
    let log = campaign.log(&*club.fs);
    let last = campaign.next_number().saturating_sub(1);
    for (number, stop) in (0..).zip(History::of(&log, last)?.stops) {
        let (text, json) = report(club, &templates, campaign, &stop)?;
        let undone = if stop.undone { "-undone" } else { "" };
        let name = format!("turns/{number:03}{undone}");
        files.insert(format!("{name}.txt"), text.into_bytes());
        files.insert(format!("{name}.json"), json.into_bytes());
    }
    Ok(files)
}

/// The public report of a turn, as text and as data.
fn report(
    club: &Club,
    templates: &Templates,
    last: &Campaign,
    stop: &Published,
) -> anyhow::Result<(String, String)> {
    let (id, dir) = (&last.id, &last.dir);
    let then = Campaign::open_at(club.source(), dir, id, Some(stop.entry));
    let mut then = then.map_err(|it| fault(id, it))?;
    let journals = then.journals_after(&*club.fs, stop.since);
    let journals = journals.map_err(|it| fault(id, it))?;
    let page = then.table.page(Viewer::Public, &journals);
    let page = page.map_err(|it| Fault::halted(it.to_string()))?;
    let named = |seat| last.public_name(seat).map(str::to_owned);
    let game = then.game;
    let work = EntryBuilder::begin(club, templates, &mut then, stop.at);
    let frame = work.frame(None).for_readers(named);
    let text = templates.report_with_plan(&frame, ReportKind::Public, &page);
    let (text, _) = text.map_err(Fault::halted)?;
    let data = templates.data(game, (&frame, ReportKind::Public, &page), None);
    let data = data.map_err(Fault::halted)?;
    Ok((text, format!("{}\n", serde_json::to_string_pretty(&data)?)))
}
