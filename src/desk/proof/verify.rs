//! The proof: hash chain, register, replay, draws made again from their keys, and with `strict`
//! decisions derived again; and the witnesses of mails.
//!
//! Without secret.toml all is checked that needs no seed, and what could not be is said. Not here:
//! the replay itself (`engine::replay`).

pub(crate) mod dice;
mod file;
mod found;
mod letters;
mod mails;
mod noted;
mod record;
mod words;

pub use super::verify::file::{file, file_bytes};
use super::verify::found::One;
pub use super::verify::found::{Findings, Outcome};
use super::verify::mails::Witnesses;
pub use super::verify::record::How;
use super::verify::record::{campaign, told};
use crate::desk::club::desk_file;
use crate::desk::club::open::{AtPath, Club, Source, at_path};
use crate::desk::club::register::Register;
use crate::desk::club::rules_cache::Shelf;
use crate::games::Games;
use crate::store::layout::{CampaignDir, CampaignId};
use crate::store::log::CampaignLog;
use std::path::{Path, PathBuf};

/// Verifies one campaign of a club, or all.
///
/// # Errors
/// A campaign that does not exist.
pub fn club(club: &Club, named: Option<&str>, how: How) -> anyhow::Result<Findings> {
    let mut found = Findings::default();
    let register = match Register::read(club) {
        Ok(register) => register,
        Err(error) => {
            found.wrong.push(format!("{error:#}"));
            Register::default()
        }
    };
    for (id, dir) in campaigns(club, named)? {
        let mut one = campaign(club.source(), &dir, &id, how);
        registered(club, &register, &dir, &id, &mut one);
        found.campaigns.push(one);
    }
    if named.is_none() {
        found.none_runs = found.campaigns.is_empty();
        let gone = register.gone(club);
        let gone = gone.map(|id| {
            format!("campaigns/{id}: this campaign is gone; restore its folder from a backup")
        });
        found.wrong.extend(gone);
        found.wrong.extend(desk_file::damaged(club));
    }
    Ok(found)
}

/// The campaign of this name, or all.
fn campaigns(club: &Club, named: Option<&str>) -> anyhow::Result<Vec<(CampaignId, CampaignDir)>> {
    if let Some(name) = named {
        return Ok(vec![club.campaign(name)?]);
    }
    let ids = club.campaign_ids()?.into_iter();
    let dirs = ids.map(|id| {
        let dir = club.layout.campaign(&id);
        (id, dir)
    });
    Ok(dirs.collect())
}

/// Looks for the entries that these mails are witnesses of, in one campaign of a club or in all.
///
/// # Errors
/// A campaign that does not exist; a mail that cannot be read.
pub fn mails_in_club(
    club: &Club,
    named: Option<&str>,
    mails: &[PathBuf],
    found: &mut Findings,
) -> anyhow::Result<()> {
    let mut witnesses = Witnesses::default();
    for (id, dir) in campaigns(club, named)? {
        witnesses.add(&*club.fs, &dir, &id);
    }
    witnesses.find_all(&*club.fs, found, mails)
}

/// Verifies a campaign in its folder, or in its file of an archive, wherever that is, and looks for
/// the entries that these mails are witnesses of; `None`: neither is there.
///
/// # Errors
/// A folder with a name that no campaign can have; a mail that cannot be read.
pub fn at(
    games: Games,
    path: &Path,
    how: How,
    mails: &[PathBuf],
) -> anyhow::Result<Option<Findings>> {
    let Some(AtPath { fs, id, dir }) = at_path(path)? else {
        return Ok(None);
    };
    let shelf = Shelf::of(games);
    let from = Source {
        fs: &*fs,
        shelf: &shelf,
        known: None,
        without_secret: true,
        secret: None,
    };
    let mut found = Findings::default();
    found.campaigns.push(campaign(from, &dir, &id, how));
    let mut witnesses = Witnesses::default();
    witnesses.add(&*fs, &dir, &id);
    witnesses.find_all(&*fs, &mut found, mails)?;
    Ok(Some(found))
}

/// Whether the log reaches as far as the register says, and ends as it did.
fn registered(club: &Club, register: &Register, dir: &CampaignDir, id: &CampaignId, one: &mut One) {
    let log = CampaignLog::new(&*club.fs, dir);
    let Ok(Some(last)) = log.last() else {
        return;
    };
    match register.row(id) {
        Some(row) => {
            if let Err(stuck) = row.check(&log, dir, id, &last) {
                one.wrong.push(told(&stuck));
            }
        }
        None => one.skipped.push(
            "whether its last entry is as it was: desk/register.toml has no line of it yet"
                .to_owned(),
        ),
    }
}
