//! How campaigns come into a club's folder and leave it: each by one rename.

use super::archive::put_away;
use super::entry::{Committed, Entry};
use super::fault::{StoreFault, Stored};
use super::fs::{Access, Fs, NewFile, exists, list_if_there, make_dir, parent, write_tree};
use super::layout::{CampaignDir, CampaignId, Club, SECRET_FILE};
use super::log::CampaignLog;
use std::collections::BTreeMap;
use std::io;
use std::path::Path;

/// The campaigns that are being played, by name. What has no name of a campaign is none.
///
/// # Errors
/// The disk's.
pub fn ids(fs: &dyn Fs, club: &Club) -> Stored<Vec<CampaignId>> {
    let dir = club.campaigns();
    let names = list_if_there(fs, &dir).map_err(|it| StoreFault::disk(&dir, it))?;
    Ok(names.iter().filter_map(|it| it.parse().ok()).collect())
}

/// Founds a campaign: its files by path (`campaign.toml`, `secret.toml`, `data/…`) and entry 0.
///
/// # Errors
/// A campaign of that name, running or archived; the disk's. Then there is no campaign, unless
/// only the last sync failed.
pub fn found(
    fs: &dyn Fs,
    club: &Club,
    id: &CampaignId,
    files: &BTreeMap<String, Vec<u8>>,
    first: &Entry,
) -> Stored<Committed> {
    let (place, unfinished) = (club.campaign(id), club.campaign_unfinished(id));
    let on = |it| StoreFault::disk(place.root(), it);
    if exists(fs, place.root()) || exists(fs, club.archived(id).root()) {
        return Err(on(io::ErrorKind::AlreadyExists.into()));
    }
    begin(fs, &unfinished, files).map_err(on)?;
    let committed = CampaignLog::new(fs, &unfinished).commit(first, None)?;
    move_into(fs, unfinished.root(), place.root()).map_err(on)?;
    Ok(committed)
}

/// Takes a campaign away as if it had never been founded. Cut short, it is there or it is not.
///
/// # Errors
/// The disk's.
pub fn unfound(fs: &dyn Fs, club: &Club, id: &CampaignId) -> Stored<()> {
    let (place, gone) = (club.campaign(id), club.campaign_unfinished(id));
    let away = || {
        if exists(fs, gone.root()) {
            fs.remove_dir_all(gone.root())?;
        }
        move_into(fs, place.root(), gone.root())?;
        fs.remove_dir_all(gone.root())
    };
    away().map_err(|it| StoreFault::disk(place.root(), it))
}

/// Moves a campaign that is over from `campaigns/` to `archive/`, where it becomes one file. Cut
/// short, it is in one of both, and a folder in the archive is as good.
///
/// # Errors
/// A campaign of that name in the archive; the disk's.
pub fn archive(fs: &dyn Fs, club: &Club, id: &CampaignId) -> Stored<()> {
    let (from, to) = (club.campaign(id), club.archived(id));
    let on = |it| StoreFault::disk(to.root(), it);
    if exists(fs, to.root()) {
        return Err(on(io::ErrorKind::AlreadyExists.into()));
    }
    make_dir(fs, &club.archive()).map_err(on)?;
    move_into(fs, from.root(), to.root()).map_err(on)?;
    put_away(fs, club, id)?;
    Ok(())
}

fn begin(fs: &dyn Fs, dir: &CampaignDir, files: &BTreeMap<String, Vec<u8>>) -> io::Result<()> {
    make_dir(fs, parent(dir.root()))?;
    if exists(fs, dir.root()) {
        // The rest of a founding that failed.
        fs.remove_dir_all(dir.root())?;
    }
    let access = |path: &str| match path {
        SECRET_FILE => Access::Private,
        _ => Access::Shared,
    };
    let files: Vec<NewFile<'_>> = files
        .iter()
        .map(|(path, bytes)| NewFile {
            path: Path::new(path),
            bytes,
            access: access(path),
        })
        .collect();
    write_tree(fs, dir.root(), &files)?.sync(fs)
}

/// Both folders are synced: the new name first, for it must not be lost.
fn move_into(fs: &dyn Fs, from: &Path, to: &Path) -> io::Result<()> {
    fs.rename(from, to)?;
    fs.sync_dir(parent(to))?;
    if parent(from) == parent(to) {
        Ok(())
    } else {
        fs.sync_dir(parent(from))
    }
}
