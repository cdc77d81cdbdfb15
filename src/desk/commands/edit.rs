//! Changing a position by hand: `edit` makes a copy of state and book beside the log, the referee
//! changes it, and `adopt` checks it and stores it in an entry of its own. Files of the log are
//! never changed, so the proof holds.
//!
//! Not here: going back to an older position (`referee`).

use super::pause::reports_go;
use crate::clock::Moment;
use crate::desk::club::campaign::Campaign;
use crate::desk::club::clock_check;
use crate::desk::club::errors::{CampaignError, fault};
use crate::desk::club::open::Club;
use crate::desk::club::register;
use crate::desk::entry::commit::commit;
use crate::desk::entry::deadline::{note_stop, stands_elsewhere};
use crate::desk::entry::new_dice::found_if_published;
use crate::desk::entry::publish::reports;
use crate::desk::turn::act::{placed_draft, spoken, unhalt};
use crate::engine::game::Halted;
use crate::fault::Fault;
use crate::store::entry::{Cause, Committed, StateFile};
use crate::store::fault::StoreFault;
use crate::store::fs::{Access, list_if_there, make_dir, replace};
use crate::store::layout::{CampaignDir, CampaignId, entry_number};
use crate::store::log::{CampaignLog, Loaded};
use crate::textfile::head::{comment, without_comment};
use anyhow::Context;
use std::path::Path;

/// What can be edited.
const EDITED: [StateFile; 2] = [StateFile::State, StateFile::Book];

/// Copies state and book as they count now to where they may be changed.
///
/// # Errors
/// A campaign that does not exist or is archived; a log that is damaged; a copy that is there
/// already.
pub fn edit(club: &Club, name: &str) -> anyhow::Result<String> {
    let (id, dir, loaded) = position(club, name)?;
    if let Some(number) = copy_of(club, &dir)? {
        let folder = club.layout.shown(&dir.edit(number));
        return Err(Fault::usage(format!("{folder} has a copy already"))
            .hint(format!("Use it: packetboat adopt {id}"))
            .hint(format!("Or delete it: rm -r {folder}"))
            .into());
    }
    let folder = dir.edit(loaded.committed.note.number);
    // A disk that is full may take the folder and not the files.
    copied(club, &folder, &loaded).inspect_err(|_| {
        let _ = club.fs.remove_dir_all(&folder);
    })?;
    let files = EDITED.map(|it| club.layout.shown(&folder.join(it.file())));
    Ok(format!(
        "Change {}, then: packetboat adopt {id} --why …\nNothing counts before that. Put \
         the campaign on hold meanwhile (packetboat hold {id} --why …): anything that happens in \
         it outdates the copy.\n",
        files.join(" or ")
    ))
}

/// Writes a copy of the parts that may be edited into a folder of its own.
fn copied(club: &Club, folder: &Path, loaded: &Loaded) -> anyhow::Result<()> {
    make_dir(&*club.fs, folder).with_context(|| format!("making {}", folder.display()))?;
    for part in EDITED {
        let path = folder.join(part.file());
        let text = loaded.parts.get(&part).map_or("", String::as_str);
        let text = format!("{}{text}", comment(None));
        replace(&*club.fs, &path, text.as_bytes(), Access::Private)
            .with_context(|| format!("writing {}", path.display()))?;
    }
    Ok(())
}

/// Checks the copy that was edited, and lets it count from now on.
///
/// # Errors
/// A campaign that does not exist or has no copy; one that has gone on since; files that do not
/// fit the rules, with the line and what is wrong.
pub fn adopt(club: &Club, name: &str, why: &str, now: Moment) -> anyhow::Result<String> {
    let (id, dir, mut loaded) = position(club, name)?;
    clock_check::check_named(club, &id, now)?;
    let number = copy_of(club, &dir)?.ok_or_else(|| {
        Fault::usage(format!(
            "nothing of {id} was edited: there is nothing to adopt"
        ))
        .hint(format!(
            "Make a copy that you can change: packetboat edit {id}"
        ))
    })?;
    let folder = dir.edit(number);
    let log = CampaignLog::new(&*club.fs, &dir);
    let began = log.note(number).map_err(|it| fault(&id, it.into()))?;
    if !counts_as(&began, &loaded.committed) {
        let shown = club.layout.shown(&folder);
        let what = format!("{id} has gone on since the copy in {shown} was made");
        return Err(Fault::usage(what)
            .hint(format!(
                "Save your changes, delete the copy (rm -r {shown}), put the campaign on hold, \
                 and begin again: packetboat edit {id}"
            ))
            .into());
    }
    let mut changed = false;
    for part in EDITED {
        let path = folder.join(part.file());
        let bytes = club.fs.read(&path);
        let bytes = bytes.with_context(|| format!("reading {}", path.display()))?;
        let text = String::from_utf8(bytes).map_err(|_| {
            Fault::usage(format!(
                "{}: it is not UTF-8 text",
                club.layout.shown(&path)
            ))
        })?;
        let text = without_comment(&text).to_owned();
        changed |= loaded.parts.insert(part, text.clone()) != Some(text);
    }
    if !changed {
        let shown = club.layout.shown(&folder);
        let what = format!("the copy in {shown} is unchanged: there is nothing to adopt");
        return Err(Fault::usage(what).into());
    }
    let opened = Campaign::open_from(club.source(), &dir, &id, loaded);
    let mut campaign = opened.map_err(|it| unfit(club, &folder, it))?;
    let cause = Cause::Adopted {
        why: why.to_owned(),
    };
    let draft = placed_draft(club, &mut campaign, now, cause, |work| {
        let halted = work.campaign.table.halt();
        if stands_elsewhere(work, &halted) {
            if !matches!(halted, Halted::Asking { .. }) {
                work.file_ahead()?;
            }
            note_stop(work, &halted);
        }
        found_if_published(work, false)?;
        work.notify_readers(spoken("The referee has changed the position by hand", why));
        reports(work, false)
    })?;
    let campaign =
        commit(club, &club.templates()?, campaign, draft).map_err(|it| fault(&id, it))?;
    // Cut here, `recover` takes it away.
    club.fs
        .remove_dir_all(&folder)
        .with_context(|| format!("taking {} away", folder.display()))?;
    unhalt(club, &dir)?;
    let note = campaign.note();
    Ok(format!(
        "{id}: your change counts from entry {} on. {}\n",
        note.number,
        reports_go(&id, &note.desk)
    ))
}

/// A running campaign, halted or not, and what counts in it now.
fn position(club: &Club, name: &str) -> anyhow::Result<(CampaignId, CampaignDir, Loaded)> {
    let (id, dir) = club.campaign(name)?;
    if dir.root() != club.layout.campaign(&id).root() {
        return Err(Fault::usage(format!("{id} is over and archived")).into());
    }
    let log = CampaignLog::new(&*club.fs, &dir);
    let damaged = |it: StoreFault| fault(&id, it.into());
    register::recover(club, &id, &dir).map_err(damaged)?;
    let last = log.newest().map_err(damaged)?;
    let last = last.ok_or_else(|| Fault::usage(format!("{id} has no entries")))?;
    let loaded = log.load(last).map_err(damaged)?;
    Ok((id, dir, loaded))
}

/// The entry of which there is a copy to be edited. Half a copy that nobody has changed was cut
/// short as it was made, and is taken away.
fn copy_of(club: &Club, dir: &CampaignDir) -> anyhow::Result<Option<u32>> {
    let names = list_if_there(&*club.fs, &dir.edits())?;
    let mut copy = None;
    for number in names.iter().filter_map(|it| entry_number(it)) {
        let folder = dir.edit(number);
        if is_cut_short(club, dir, number) {
            club.fs
                .remove_dir_all(&folder)
                .with_context(|| format!("taking {} away", folder.display()))?;
        } else {
            copy = copy.or(Some(number));
        }
    }
    Ok(copy)
}

/// Whether a copy lacks a file, and has no other that was changed.
fn is_cut_short(club: &Club, dir: &CampaignDir, number: u32) -> bool {
    let Ok(loaded) = CampaignLog::new(&*club.fs, dir).load(number) else {
        return false;
    };
    let read = |part: &StateFile| club.fs.read(&dir.edit(number).join(part.file())).ok();
    let as_made = |part: &StateFile, bytes: &[u8]| {
        let text = String::from_utf8_lossy(bytes);
        loaded.parts.get(part).map(String::as_str) == Some(without_comment(&text))
    };
    let there: Vec<(StateFile, Vec<u8>)> = EDITED
        .into_iter()
        .filter_map(|it| Some((it, read(&it)?)))
        .collect();
    there.len() < EDITED.len() && there.iter().all(|(part, bytes)| as_made(part, bytes))
}

/// Whether state and book of these two entries are the same files.
fn counts_as(one: &Committed, other: &Committed) -> bool {
    let same = |it: &StateFile| one.note.files.get(it) == other.note.files.get(it);
    EDITED.iter().all(same)
}

/// What does not fit, with the file that was edited in place of the one it was copied from.
fn unfit(club: &Club, folder: &Path, stuck: CampaignError) -> anyhow::Error {
    let (what, is_edit) = match stuck {
        CampaignError::Disk(fault) => return fault.into(),
        CampaignError::Halted(what) | CampaignError::Unsettled(what) => (what, false),
        CampaignError::Broken { what, .. } => match what.split_once("log/") {
            Some((before, rest)) => {
                let rest = rest.split_once('/').map_or(rest, |it| it.1);
                let folder = club.layout.shown(folder);
                (format!("{before}{folder}/{rest}"), true)
            }
            None => (what, false),
        },
    };
    // Said of a file that nobody should have touched; this one is there to be edited.
    let what = what.replace(
        "; it is cut short or was edited; restore it from a backup",
        "",
    );
    let fault = Fault::usage(what);
    if is_edit {
        fault.hint("Correct it there, and adopt again; nothing has changed.")
    } else {
        fault
    }
    .into()
}
