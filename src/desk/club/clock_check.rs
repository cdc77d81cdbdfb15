//! The club's clock: no command writes while it cannot be right, until the referee accepts it.
//! What is known of it is in `desk/clock.toml`, beside what the entries say themselves.
//!
//! Not here: what makes a clock wrong (`tick_gaps`).

use super::campaign::Campaign;
use super::desk_file;
use super::open::Club;
use super::tick_gaps::{Ticks, Wrong};
use crate::clock::Moment;
use crate::fault::Fault;
use crate::store::entry::Committed;
use crate::store::fs::{Access, Drafts};
use crate::store::layout::CampaignId;
use crate::store::log::CampaignLog;
use crate::textfile::head::FileKind;
use rayon::prelude::*;
use std::collections::BTreeMap;

/// What the file is, and the version of its shape.
const SHAPE: (FileKind, u32) = (FileKind::Clock, 1);

/// What the club remembers of its ticks; nothing, if the file is not there or damaged: then the
/// entries alone say what time it was.
pub fn read(club: &Club) -> Ticks {
    desk_file::read(club, &club.layout.clock(), SHAPE).unwrap_or_default()
}

/// Drafts that a tick worked. If a power cut brings the old file back, this one counts as one that
/// did not work.
///
/// # Errors
/// The disk's: then too.
pub fn note_tick(
    club: &Club,
    mut ticks: Ticks,
    now: Moment,
    drafts: &mut Drafts,
) -> std::io::Result<()> {
    if ticks.last() == Some(now) {
        return Ok(());
    }
    ticks.ticked(now);
    desk_file::draft(club, &club.layout.clock(), SHAPE, &ticks, drafts)
}

/// That a command may write at this moment, and after this campaign's last entry, if one is
/// named. Commands ask before they write anything.
///
/// # Errors
/// A clock that cannot be right.
pub fn check(club: &Club, campaign: Option<&Campaign>, now: Moment) -> anyhow::Result<()> {
    let last = campaign.and_then(|it| it.last.as_ref());
    right(club, &read(club), last.map(|it| it.note.written), now)
}

/// The same for a command that names a campaign which may not open.
///
/// # Errors
/// A clock that cannot be right.
pub fn check_named(club: &Club, id: &CampaignId, now: Moment) -> anyhow::Result<()> {
    right(
        club,
        &read(club),
        newest(&last_entries(club, [(id, None)])),
        now,
    )
}

/// The same for a command that begins a campaign. Before the first tick any clock will do: anyone
/// who sets up a club with thousands of campaigns would look through all of them for each.
///
/// # Errors
/// A clock that cannot be right.
pub fn check_new(club: &Club, now: Moment) -> anyhow::Result<()> {
    right(club, &read(club), None, now)
}

/// A campaign, and an entry of it that was there once, if one is known: so that its newest one is
/// found without looking at all of them.
pub type Known<'i> = (&'i CampaignId, Option<u32>);

/// The same for a tick, which knows of these campaigns that they may have changed since the last
/// one. If no tick is remembered, `all` are looked at. Returns the last entries that were read.
///
/// # Errors
/// A clock that cannot be right.
pub fn check_tick<'i>(
    club: &Club,
    ticks: &Ticks,
    (changed, all): (
        impl IntoIterator<Item = Known<'i>>,
        impl IntoIterator<Item = Known<'i>>,
    ),
    now: Moment,
) -> anyhow::Result<BTreeMap<CampaignId, Committed>> {
    let entries = if ticks.is_empty() {
        last_entries(club, all)
    } else {
        last_entries(club, changed)
    };
    right(club, ticks, newest(&entries), now)?;
    Ok(entries)
}

fn right(club: &Club, ticks: &Ticks, entry: Option<Moment>, now: Moment) -> anyhow::Result<()> {
    let Some(wrong) = ticks.wrong(entry, now) else {
        return Ok(());
    };
    let zone = club.config.club.zone;
    let shown = now.for_people(zone, now);
    let (last, how) = match wrong {
        Wrong::Behind(last) => (last, "later"),
        Wrong::Ahead(last) => (last, "more than 60 days earlier"),
    };
    let last = last.for_people(zone, now);
    let what = format!(
        "this machine's clock shows {shown}, but the last thing the club did was {how}, on {last}"
    );
    Err(Fault::retry(what)
        .hint("Nothing was written or mailed. Correct the clock.")
        .hint("If it is right, go on with: packetboat clock --accept")
        .into())
}

/// That this clock cannot be right, in a line; `None`: it can. The entries are not looked at: a
/// tick does that.
pub fn told(club: &Club, now: Moment) -> Option<String> {
    let why = right(club, &read(club), None, now).err()?;
    Some(format!("{why}; no tick does anything: packetboat clock"))
}

/// The last entries of these campaigns; what cannot be read says nothing, and stops its campaign
/// elsewhere.
fn last_entries<'i>(
    club: &Club,
    campaigns: impl IntoIterator<Item = Known<'i>>,
) -> BTreeMap<CampaignId, Committed> {
    let read = |(id, known): Known<'_>| {
        let dir = club.layout.campaign(id);
        let log = match known {
            Some(entry) => CampaignLog::knowing(&*club.fs, &dir, entry),
            None => CampaignLog::new(&*club.fs, &dir),
        };
        Some((id.clone(), log.last().ok()??))
    };
    let campaigns: Vec<Known<'_>> = campaigns.into_iter().collect();
    match campaigns.len() {
        // Threads cost more than they bring.
        0 | 1 => campaigns.into_iter().filter_map(read).collect(),
        _ => campaigns.into_par_iter().filter_map(read).collect(),
    }
}

/// When the newest of these was written.
fn newest(entries: &BTreeMap<CampaignId, Committed>) -> Option<Moment> {
    entries.values().map(|it| it.note.written).max()
}

/// What the clock shows, and whether it cannot be right; with `accept` it is taken for right from
/// now on.
///
/// # Errors
/// The disk's.
pub fn clock(club: &Club, accept: bool, now: Moment) -> anyhow::Result<(String, bool)> {
    let mut ticks = read(club);
    let ids = club.campaign_names()?;
    let entry = newest(&last_entries(club, ids.iter().map(|it| (it, None))));
    let zone = club.config.club.zone;
    let shown = |it: Moment| it.for_people(zone, now);
    let mut said = format!("This machine's clock shows {}.\n", shown(now));
    for (what, at) in [("tick", ticks.last()), ("entry", entry)] {
        said += &match at {
            Some(at) => format!("The last {what} was on {}.\n", shown(at)),
            None => format!("No {what} is known.\n"),
        };
    }
    let wrong = ticks.wrong(entry, now).is_some();
    said += match (wrong, accept) {
        (false, _) => "That is ok: there is nothing to do.\n",
        (true, true) => "The clock is accepted; the next tick goes on.\n",
        (true, false) => {
            "That is a PROBLEM: nothing is written until the clock is corrected, or accepted \
             with `packetboat clock --accept`.\n"
        }
    };
    if wrong && accept {
        ticks.accept(entry, now);
        desk_file::write(club, &club.layout.clock(), SHAPE, &ticks, Access::Private)?;
    }
    Ok((said, wrong))
}
