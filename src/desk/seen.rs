//! Which mails have been taken: a mark for each, so that a second delivery has no effect.
//!
//! The truth is in the entries; marks make asking cheap. A mark is set when a mail is tidied
//! away, after its entry was committed; what a crash left between the two is found in the entries
//! of the last run. Not here: equal mails within one run (`tick`).

use super::open::Club;
use super::route::Source;
use crate::clock::Moment;
use crate::store::fs::{Access, exists, make_dir};
use crate::store::layout::CampaignDir;
use crate::store::log::CampaignLog;
use crate::store::maildir::{DropBox, Maildir};
use std::collections::BTreeSet;
use std::path::PathBuf;

/// How many entries of the last run are looked through at most: one run makes a few for each
/// campaign.
const ENTRIES_MAX: u32 = 64;

fn mark(club: &Club, id: &str) -> PathBuf {
    let folder = club.layout.seen().join(&id[..2.min(id.len())]);
    folder.join(id)
}

/// Whether a mail has been taken and tidied away.
pub fn knows(club: &Club, id: &str) -> bool {
    exists(&*club.fs, &mark(club, id))
}

/// The mails that the entries of the last run took: tidying them may have been cut short.
///
/// # Errors
/// An entry that is gone or altered; the disk's.
pub fn of_last_run(club: &Club, dir: &CampaignDir) -> anyhow::Result<BTreeSet<String>> {
    let log = CampaignLog::new(&*club.fs, dir);
    let Some(last) = log.last()? else {
        return Ok(BTreeSet::new());
    };
    let written = last.note.written;
    let mut ids = BTreeSet::new();
    let mut note = last.note;
    for _ in 0..ENTRIES_MAX {
        ids.extend(note.mail.iter().map(|it| it.id.clone()));
        let Some(before) = note.number.checked_sub(1) else {
            break;
        };
        note = log.note(before)?.note;
        if note.written != written {
            break;
        }
    }
    Ok(ids)
}

/// Marks a mail as taken and moves its file away. Twice is as good as once.
///
/// # Errors
/// The disk's.
pub fn tidy(club: &Club, id: &str, from: Source, file: &str, now: Moment) -> anyhow::Result<()> {
    let path = mark(club, id);
    if !exists(&*club.fs, &path) {
        let folder = path.parent().expect("a mark lies in a folder");
        make_dir(&*club.fs, folder)?;
        club.fs.create(&path, b"", Access::Private)?;
        club.fs.sync_dir(folder)?;
    }
    match from {
        Source::Maildir => {
            let root = club.layout.path(&club.config.mail_in.maildir);
            Maildir::new(&*club.fs, root).mark_read(file)?;
        }
        Source::Drop => {
            DropBox::new(&*club.fs, club.layout.drop_box()).mark_read(file, now)?;
        }
        Source::Command => {}
    }
    Ok(())
}
