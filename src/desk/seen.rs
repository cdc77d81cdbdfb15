//! Which mails have been taken: a mark for each, so that a second delivery has no effect.
//!
//! The truth is in the entries; marks make asking cheap. A mark is set and made safe when a mail
//! is tidied away, right behind the commit of its entry and before the next one. So only mails of
//! the newest entry that took any can lack theirs. Not here: equal mails within one run (`tick`).

use super::arrival::{Arrival, Source};
use super::open::Club;
use crate::clock::Moment;
use crate::store::entry::Committed;
use crate::store::fault::{StoreFault, Stored};
use crate::store::fs::{Access, Drafts, parent};
use crate::store::log::CampaignLog;
use crate::store::maildir::{DropBox, Maildir, bare};
use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet};
use std::path::PathBuf;

/// How many entries are looked through for the newest one that took mail: between a crash and the
/// next tick a referee gives few commands.
const ENTRIES_MAX: u32 = 64;

/// What is known of a mail that lies unread.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Known {
    /// Nothing: it is to be taken.
    No,
    /// This very file has been taken; only tidying it away was cut short.
    ThisFile,
    /// The same mail has been taken from another file.
    OtherFile,
}

/// The mails that the newest entry that took any has taken: id and file.
#[derive(Debug, Clone, Default)]
pub struct Newest(BTreeSet<(String, String)>);

impl Newest {
    /// Reads them from a campaign's log, back from the last entry.
    ///
    /// # Errors
    /// An entry that is gone or altered; the disk's.
    pub fn of(log: &CampaignLog<'_>, last: Option<&Committed>) -> Stored<Self> {
        let mut next = last.map(|it| Cow::Borrowed(&it.note));
        for _ in 0..ENTRIES_MAX {
            let Some(note) = next else { break };
            let files = note.mail.iter().filter(|it| it.file != Arrival::BY_COMMAND);
            let taken: BTreeSet<_> = files.map(|it| (it.id.clone(), it.file.clone())).collect();
            if !taken.is_empty() {
                return Ok(Newest(taken));
            }
            next = match note.number.checked_sub(1) {
                Some(before) => Some(Cow::Owned(log.note(before)?.note)),
                None => None,
            };
        }
        Ok(Newest::default())
    }

    /// What is known of a mail in this file.
    ///
    /// # Errors
    /// The disk's.
    pub fn knows(&self, club: &Club, id: &str, file: &str) -> Stored<Known> {
        let file = bare(file);
        if self.0.contains(&(id.to_owned(), file.to_owned())) {
            return Ok(Known::ThisFile);
        }
        let path = mark(club, id);
        match club.fs.read(&path) {
            Ok(bytes) if bytes == file.as_bytes() => Ok(Known::ThisFile),
            Ok(_) => Ok(Known::OtherFile),
            Err(it) if it.kind() == std::io::ErrorKind::NotFound => {
                let other = self.0.iter().any(|it| it.0 == id);
                Ok(if other { Known::OtherFile } else { Known::No })
            }
            Err(it) => Err(StoreFault::disk(&path, it)),
        }
    }
}

/// The mark of a mail: names the file it was taken from.
fn mark(club: &Club, id: &str) -> PathBuf {
    let folder = club.layout.seen().join(&id[..2.min(id.len())]);
    folder.join(id)
}

/// Marks mails as taken. Twice is as good as once.
///
/// # Errors
/// The disk's.
pub fn mark_all(club: &Club, mails: &[&Arrival]) -> Stored<()> {
    let mut marks: BTreeMap<PathBuf, &str> = BTreeMap::new();
    for mail in mails {
        if mail.from == Source::Command {
            continue;
        }
        let (path, file) = (mark(club, &mail.mail.id.0), bare(&mail.file));
        // A mark that is there already may be so for now only, or cut short: what made it safe may
        // have failed in the run before. It is made anew; one that names another file stays.
        let other = match club.fs.read(&path) {
            Ok(bytes) => !file.as_bytes().starts_with(&bytes),
            Err(it) if it.kind() == std::io::ErrorKind::NotFound => false,
            Err(it) => return Err(StoreFault::disk(&path, it)),
        };
        if !other {
            marks.entry(path).or_insert(file);
        }
    }
    if marks.is_empty() {
        return Ok(());
    }
    let seen = club.layout.seen();
    let folders = marks.keys().map(|it| parent(it).to_owned());
    let mut dirs = BTreeSet::from_iter(folders);
    let written = (|| {
        for folder in &dirs {
            club.fs.create_dir_all(folder)?;
        }
        let mut drafts = Drafts::default();
        for (path, file) in &marks {
            drafts.write(&*club.fs, path, file.as_bytes(), Access::Private)?;
        }
        // All are made safe in one go: whatever a power cut leaves of a mark before that, its mail
        // lies where it lay, and the newest entry says that it has taken it.
        drafts.place(&*club.fs)?;
        // The names of folders that somebody made and could not make safe too.
        dirs.extend([seen.clone(), parent(&seen).to_owned()]);
        let files = Vec::from_iter(marks.keys().cloned());
        club.fs.sync_many(&files, &Vec::from_iter(dirs))
    })();
    written.map_err(|it| StoreFault::disk(&seen, it))
}

/// Marks a mail as taken and moves its file away. Twice is as good as once.
///
/// # Errors
/// The disk's.
pub fn tidy(club: &Club, mail: &Arrival, now: Moment) -> Stored<()> {
    mark_all(club, &[mail])?;
    put_away(club, mail.from, &mail.file, now)
}

/// Moves a file away without marking its mail as taken: its line stands in the ledger, and of two
/// equal mails the other one may still have to be taken.
///
/// # Errors
/// The disk's.
pub fn put_away(club: &Club, from: Source, file: &str, now: Moment) -> Stored<()> {
    match from {
        Source::Maildir => {
            let root = club.layout.path(&club.config.mail_in.maildir);
            Maildir::new(&*club.fs, root).mark_read(file)
        }
        Source::Drop => DropBox::new(&*club.fs, club.layout.drop_box()).mark_read(file, now),
        Source::Command => Ok(()),
    }
}
