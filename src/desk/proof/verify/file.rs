//! An export that was downloaded: whether it is as it was made, and whether the record in it holds.
//! No club is needed, and nothing is written: it is laid out in memory.
//!
//! Not here: making one (`export`).

use crate::desk::club::campaign::Campaign;
use crate::desk::club::open::Source;
use crate::desk::club::published::{GET_AGAIN, Manifest};
use crate::desk::club::rules_cache::Shelf;
use crate::desk::club::settings;
use crate::desk::proof::verify::found::{Findings, NotProved, One};
use crate::desk::proof::verify::mails::Witnesses;
use crate::desk::proof::verify::record::{How, campaign};
use crate::fault::Fault;
use crate::games::Games;
use crate::store::bundle::{Files, pack, unpack};
use crate::store::digest::Digest;
use crate::store::entry::Stop;
use crate::store::fs::{Access, Disk, Fs, NewFile, write_tree};
use crate::store::layout::{CampaignDir, CampaignId, EXPORT_FILE};
use crate::store::log::CampaignLog;
use crate::store::memfs::MemFs;
use crate::store::packed::{self, is_packed};
use crate::textfile::migrate::INSTALL_NEWER;
use anyhow::Context;
use std::path::{Path, PathBuf};

/// What nothing binds in an export of a campaign that was over before entries named settings.
const UNBOUND: &str = "the roster, scenario and options in campaign.toml, and the game: its \
                       entries did not name the settings";

/// Verifies an export, and looks in it for the entries that these mails are witnesses of.
///
/// # Errors
/// A file that cannot be read, or is none; a mail that cannot be read.
pub fn file(games: Games, path: &Path, how: How, mails: &[PathBuf]) -> anyhow::Result<Findings> {
    let bytes = Disk.read(path);
    let mut bytes = bytes.with_context(|| format!("reading {}", path.display()))?;
    // As the site has it; what is packed otherwise is refused with the way to unpack it.
    if let (true, Ok(tar)) = (is_packed(&bytes), packed::unpack(&bytes)) {
        bytes = tar;
    }
    let checked = checked(games, &bytes, how);
    let (mut found, witnesses) =
        checked.with_context(|| format!("{} cannot be checked", path.display()))?;
    found.file = Some(path.display().to_string());
    witnesses.find_all(&Disk, &mut found, mails)?;
    Ok(found)
}

/// The same, of its bytes, without mails.
///
/// # Errors
/// What is not an export.
pub fn file_bytes(games: Games, bytes: &[u8], how: How) -> anyhow::Result<Findings> {
    Ok(checked(games, bytes, how)?.0)
}

/// What is found in an export, and the witnesses of its entries.
fn checked(games: Games, bytes: &[u8], how: How) -> anyhow::Result<(Findings, Witnesses)> {
    let (folder, files) = unpack(bytes)?;
    let text = files.get(EXPORT_FILE).ok_or_else(|| {
        Fault::usage(format!(
            "this is not an export of a campaign: it has no {EXPORT_FILE}"
        ))
    })?;
    let manifest = Manifest::parse(&String::from_utf8_lossy(text));
    let mut found = Findings {
        advice: GET_AGAIN,
        ..Findings::default()
    };
    // In what is not as it was made there is nothing to look for.
    let unknown = || Witnesses::unknown("the file it should be in has a PROBLEM".to_owned());
    let manifest = match manifest {
        Ok(manifest) => manifest,
        Err(fault) => {
            if fault.hint == INSTALL_NEWER {
                found.advice = INSTALL_NEWER;
            }
            found
                .wrong
                .push(format!("{}: {}", fault.file, fault.problem));
            return Ok((found, unknown()));
        }
    };
    if folder != manifest.campaign.as_str() || pack(&folder, &files).ok().as_deref() != Some(bytes)
    {
        let what = "it was changed after it was made, though the files in it can be read";
        found.wrong.push(what.to_owned());
    }
    found.wrong.extend(altered(&manifest, &files));
    if !found.wrong.is_empty() {
        return Ok((found, unknown()));
    }
    let (one, witnesses) = if manifest.finished {
        record(games, &manifest, &files, how)?
    } else {
        goes_on(&manifest.campaign, &files, how)
    };
    found.campaigns.push(one);
    Ok((found, witnesses))
}

/// The files that are not as the manifest says.
fn altered(manifest: &Manifest, files: &Files) -> Vec<String> {
    let mut wrong = Vec::new();
    for (path, hash) in &manifest.files {
        match files.get(path) {
            None => wrong.push(format!("{path}: this file is gone")),
            Some(bytes) if Digest::of(bytes) != *hash => {
                wrong.push(format!("{path}: it was changed after it was made"));
            }
            Some(_) => {}
        }
    }
    let strays = files
        .keys()
        .filter(|it| *it != EXPORT_FILE && !manifest.files.contains_key(*it));
    wrong.extend(strays.map(|it| format!("{it}: this file was not in it when it was made")));
    wrong
}

/// The files of an export in a folder in memory.
fn laid_out(id: &CampaignId, files: &Files) -> anyhow::Result<(MemFs, CampaignDir)> {
    let fs = MemFs::new();
    let dir = CampaignDir::new(Path::new("/").join(id.as_str()));
    let files = files.iter().map(|(path, bytes)| NewFile {
        path: Path::new(path),
        bytes,
        access: Access::Shared,
    });
    let files: Vec<NewFile<'_>> = files.collect();
    write_tree(&fs, dir.root(), &files).context("laying it out in memory")?;
    Ok((fs, dir))
}

/// What can be said of a campaign that goes on.
fn goes_on(id: &CampaignId, files: &Files, how: How) -> (One, Witnesses) {
    let what = "all that is played: its record is not published yet";
    let not_proved = how.strict.then(|| NotProved {
        entries: Vec::new(),
        why: what.to_owned(),
    });
    let of_a_record = files.keys().find(|it| it.starts_with("log/"));
    let wrong = of_a_record.map(|path| {
        format!(
            "it says that the campaign goes on, but contains {path}, which only a finished one has"
        )
    });
    let one = One {
        name: id.to_string(),
        goes_on: true,
        not_proved: Vec::from_iter(not_proved),
        wrong: Vec::from_iter(wrong),
        ..One::default()
    };
    let why = format!("{id} goes on, and its entries are published when it is over");
    (one, Witnesses::unknown(why))
}

/// Whether the record in it holds.
fn record(
    games: Games,
    manifest: &Manifest,
    files: &Files,
    how: How,
) -> anyhow::Result<(One, Witnesses)> {
    let id = &manifest.campaign;
    let (fs, dir) = laid_out(id, files)?;
    let mut witnesses = Witnesses::default();
    witnesses.add(&fs, &dir, id);
    let shelf = Shelf::of(games);
    let from = Source {
        fs: &fs,
        shelf: &shelf,
        known: None,
        without_secret: true,
        secret: None,
    };
    let mut one = campaign(from, &dir, id, how);
    let last = CampaignLog::new(&fs, &dir).last().ok().flatten();
    let whole = last.is_some_and(|entry| {
        entry.note.number + 1 == manifest.entries && entry.note.desk.stop == Stop::Over
    });
    published(from, (&dir, &fs), how, manifest, &mut one);
    if !whole {
        let what = "it says that the campaign is over, but its record breaks off before the end";
        one.wrong.push(what.to_owned());
    }
    Ok((one, witnesses))
}

/// Whether the file says of the campaign what its record binds: game, roster, scenario, options.
fn published(
    from: Source<'_>,
    (dir, fs): (&CampaignDir, &MemFs),
    how: How,
    manifest: &Manifest,
    one: &mut One,
) {
    // What cannot be opened was said before.
    let Ok(campaign) = Campaign::open_at(from, dir, &manifest.campaign, None) else {
        return;
    };
    if manifest.game != campaign.note().game {
        let what = format!("{EXPORT_FILE} names another game than was played");
        one.wrong.push(what);
    }
    let bound = match CampaignLog::new(fs, dir).settings(campaign.note()) {
        Ok(Some(text)) => settings::read("settings.toml", &text),
        Ok(None) if !how.strict => return,
        Ok(None) => {
            one.not_proved.push(NotProved {
                entries: Vec::new(),
                why: UNBOUND.to_owned(),
            });
            return;
        }
        Err(fault) => return one.wrong.push(fault.to_string()),
    };
    let checked = bound.and_then(|it| settings::check_published(&campaign, &it, &manifest.names));
    one.wrong.extend(checked.err());
}
