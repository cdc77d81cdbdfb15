//! Which mails have been taken: a mark for each, so that a second delivery has no effect.
//!
//! A mark is a line, `<id> <file>`, in a file that grows; the first letters of the id say in which.
//! The truth is in the entries; marks make asking cheap. A mark is set and made safe when a mail
//! is tidied away, right after the commit of its entry and before the next one. So only mails of
//! the newest entry that took any can lack theirs. Not here: equal mails within one run (`tick`).

use super::arrival::{Arrival, Source};
use crate::clock::Moment;
use crate::desk::club::open::Club;
use crate::store::entry::{Committed, MailNote};
use crate::store::fault::{StoreFault, Stored};
use crate::store::fs::{list_if_there, parent};
use crate::store::lines::{add, whole};
use crate::store::log::CampaignLog;
use crate::store::maildir::{DropBox, Maildir, bare};
use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet};
use std::io::ErrorKind;
use std::path::{Path, PathBuf};

/// How many entries are looked through for the newest one that took mail: between a crash and the
/// next tick a referee gives few commands.
const ENTRIES_MAX: u32 = 64;

/// What is known of a mail that is unread.
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
            let files = note
                .mail
                .iter()
                .filter(|it| it.file != MailNote::BY_COMMAND);
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
        if let Some(marked) = marked(club, id)? {
            return Ok(if marked == file {
                Known::ThisFile
            } else {
                Known::OtherFile
            });
        }
        let other = self.0.iter().any(|it| it.0 == id);
        Ok(if other { Known::OtherFile } else { Known::No })
    }
}

/// A file of marks has this many at most, and is read in no time; what comes after is in files of
/// longer names.
const MARKS_MAX: usize = 500;

/// Letters in the name of a file of marks at most.
const LETTERS_MAX: usize = 8;

/// The files in which the mark of a mail may be: by the first letters of its id, first one.
fn files(club: &Club, id: &str) -> impl Iterator<Item = PathBuf> {
    let names = (1..=LETTERS_MAX.min(id.len())).map_while(|it| id.get(..it));
    let names: Vec<String> = names.map(|it| format!("{it}.txt")).collect();
    let seen = club.layout.seen();
    names.into_iter().map(move |it| seen.join(it))
}

/// Where programs until 2026-11-27 kept the mark of a mail: a file for each.
fn old_mark(club: &Club, id: &str) -> PathBuf {
    let folder = club.layout.seen().join(&id[..2.min(id.len())]);
    folder.join(id)
}

/// A file of marks; none in it if it is not there.
fn read(club: &Club, path: &Path) -> Stored<Vec<u8>> {
    match club.fs.read(path) {
        Err(error) if error.kind() == ErrorKind::NotFound => Ok(Vec::new()),
        read => read.map_err(|it| StoreFault::disk(path, it)),
    }
}

/// The file that the mark of a mail names, if it has one here.
fn named<'m>(marks: &'m [u8], id: &str) -> Option<&'m str> {
    let mut lines = whole(marks);
    lines.find_map(|it| it.strip_prefix(id)?.strip_prefix(' '))
}

/// The file that a mail was taken from, if it has a mark.
fn marked(club: &Club, id: &str) -> Stored<Option<String>> {
    for path in files(club, id) {
        let marks = read(club, &path)?;
        if marks.is_empty() {
            break;
        }
        if let Some(file) = named(&marks, id) {
            return Ok(Some(file.to_owned()));
        }
    }
    let old = old_mark(club, id);
    match club.fs.read(&old) {
        Ok(bytes) => Ok(Some(String::from_utf8_lossy(&bytes).into_owned())),
        Err(error) if [ErrorKind::NotFound, ErrorKind::NotADirectory].contains(&error.kind()) => {
            Ok(None)
        }
        Err(error) => Err(StoreFault::disk(&old, error)),
    }
}

/// Marks mails as taken. Twice is as good as once.
///
/// # Errors
/// The disk's.
pub fn mark_all(club: &Club, mails: &[&Arrival]) -> Stored<()> {
    let marks = mails.iter().filter(|it| it.from != Source::Command);
    let marks = marks.map(|it| (it.mail.id.0.as_str(), bare(&it.file)));
    mark(club, marks)
}

/// Marks mails by their ids, each with the file it was taken from. One that is marked keeps the
/// file that it names.
fn mark<'m>(club: &Club, mails: impl Iterator<Item = (&'m str, &'m str)>) -> Stored<()> {
    let mut open: BTreeMap<PathBuf, Marks> = BTreeMap::new();
    'mails: for (id, file) in mails {
        for path in files(club, id) {
            if !open.contains_key(&path) {
                let there = read(club, &path)?;
                open.insert(
                    path.clone(),
                    Marks {
                        there,
                        new: String::new(),
                        asked: false,
                    },
                );
            }
            let marks = open.get_mut(&path).expect("it was just put there");
            let known = named(&marks.there, id).or_else(|| named(marks.new.as_bytes(), id));
            if known.is_none() && marks.is_full() {
                continue;
            }
            // One that is there already may be so for now only: what made it safe may have failed
            // in the run before.
            marks.asked = true;
            if known.is_none() {
                marks.new.push_str(&format!("{id} {file}\n"));
            }
            continue 'mails;
        }
    }
    let asked = open.iter().filter(|it| it.1.asked);
    let asked: Vec<(&PathBuf, &Marks)> = asked.collect();
    if asked.is_empty() {
        return Ok(());
    }
    let seen = club.layout.seen();
    let written = (|| {
        for (path, marks) in asked.iter().filter(|it| !it.1.new.is_empty()) {
            add(&*club.fs, path, &marks.there, &marks.new)?;
        }
        // All are made safe in one go: whatever a power cut leaves of a mark before that, its mail
        // is where it was, and the newest entry says that it has taken it.
        let files: Vec<PathBuf> = asked.iter().map(|it| it.0.clone()).collect();
        // Names too: a run that made a file or the folder may have been cut short.
        club.fs
            .sync_many(&files, &[seen.clone(), parent(&seen).to_owned()])
    })();
    written.map_err(|it| StoreFault::disk(&seen, it))
}

/// A file of marks that is added to.
struct Marks {
    there: Vec<u8>,
    new: String,
    /// Whether it is to be made safe.
    asked: bool,
}

impl Marks {
    fn is_full(&self) -> bool {
        let lines = |it: &[u8]| it.iter().filter(|it| **it == b'\n').count();
        lines(&self.there) + lines(self.new.as_bytes()) >= MARKS_MAX
    }
}

/// Makes lines of the marks that are in a file each, as programs until 2026-11-27 left them; how
/// many there were.
///
/// # Errors
/// The disk's; then some of them are so.
pub fn pack(club: &Club) -> Stored<usize> {
    let (fs, seen) = (&*club.fs, club.layout.seen());
    let on = |it| StoreFault::disk(&seen, it);
    let mut packed = 0;
    for name in list_if_there(fs, &seen).map_err(on)? {
        let folder = seen.join(&name);
        if !fs.stat(&folder).map_err(on)?.is_dir {
            continue;
        }
        let mut all = Vec::new();
        for id in list_if_there(fs, &folder).map_err(on)? {
            let file = fs.read(&folder.join(&id)).map_err(on)?;
            all.push((id, String::from_utf8_lossy(&file).into_owned()));
        }
        packed += all.len();
        mark(club, all.iter().map(|it| (it.0.as_str(), it.1.as_str())))?;
        fs.remove_dir_all(&folder).map_err(on)?;
    }
    Ok(packed)
}

/// Marks a mail as taken and moves its file away. Twice is as good as once.
///
/// # Errors
/// The disk's.
pub fn tidy(club: &Club, mail: &Arrival, now: Moment) -> Stored<()> {
    mark_all(club, &[mail])?;
    put_away(club, mail.from, &mail.file, now)
}

/// Moves a file away without marking its mail as taken: its line is in the ledger, and of two
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
