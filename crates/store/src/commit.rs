//! Committing entries, of one campaign or of many at a time: many wait for the disk together.
//!
//! Each entry is one file, written beside its place; its mails, which wait to be handed over, are
//! whole in a folder. All are made safe, each entry is renamed, and the names are made safe: two
//! waits for all of them. Every rename is a commit of its own; a power cut may keep
//! any of them and lose the others. What one campaign's disk refuses does not touch the others.
//! Not here: what is in entries (`entry`), and reading them back (`log`).

use super::digest::Digest;
use super::entry::{Committed, Entry};
use super::fault::{StoreFault, Stored};
use super::fs::{Access, Fs, NewFile, Unsafe, exists, make_dir, parent, remove, write_tree};
use super::joined::join;
use super::layout::{CampaignDir, ENTRY_FILE};
use std::io;
use std::path::{Path, PathBuf};

/// An entry that is ready to be committed.
#[derive(Debug, Clone, Copy)]
pub struct Ready<'a> {
    /// The campaign.
    pub dir: &'a CampaignDir,
    /// The entry.
    pub entry: &'a Entry,
    /// The one before it.
    pub last: Option<&'a Committed>,
}

/// Commits an entry in each of these campaigns; what each came to, in the same order. If one
/// fails, nothing has happened in its campaign, unless only the last sync failed: then the entry
/// is there and `recover` makes it safe.
///
/// # Panics
/// If an entry was sealed for another place in the log than the next one: a mistake of ours.
pub fn commit_together(fs: &dyn Fs, all: &[Ready<'_>]) -> Vec<Stored<Committed>> {
    let notes: Vec<String> = all.iter().map(|it| it.entry.note.to_text()).collect();
    let mut written = Unsafe::default();
    let mut going: Vec<io::Result<()>> = Vec::new();
    for (ready, note) in all.iter().zip(&notes) {
        going.push(ready.write(fs, note).map(|tree| written.extend(tree)));
    }
    // Of several, nobody knows whose bytes a failing sync has lost.
    fail_all(&mut going, written.sync(fs));
    let mut logs: Vec<PathBuf> = Vec::new();
    for (ready, done) in all.iter().zip(&mut going) {
        if done.is_ok() {
            *done = fs.rename(&ready.unfinished(), &ready.place());
        }
        match done {
            Ok(()) => logs.push(ready.dir.log()),
            Err(why) if why.kind() != io::ErrorKind::AlreadyExists => ready.tidy(fs),
            Err(_) => {}
        }
    }
    fail_all(&mut going, fs.sync_many(&[], &logs));
    let each = all.iter().zip(&notes).zip(going);
    each.map(|((ready, note), done)| {
        done.map_err(|it| StoreFault::disk(&ready.place(), it))?;
        Ok(Committed {
            note: ready.entry.note.clone(),
            digest: Digest::of(note.as_bytes()),
        })
    })
    .collect()
}

/// What all waited for has failed for all.
fn fail_all(going: &mut [io::Result<()>], waited: io::Result<()>) {
    let Err(why) = waited else { return };
    for done in going.iter_mut().filter(|it| it.is_ok()) {
        *done = Err(io::Error::new(why.kind(), why.to_string()));
    }
}

impl Ready<'_> {
    fn place(&self) -> PathBuf {
        self.dir.entry(self.entry.note.number)
    }

    fn unfinished(&self) -> PathBuf {
        self.dir.entry_unfinished(self.entry.note.number)
    }

    /// Writes it beside its place. Nobody but its owner may read any of it: it says what players
    /// may not know of each other.
    fn write(&self, fs: &dyn Fs, note: &str) -> io::Result<Unsafe> {
        let before = self.entry.note.parent;
        let last = self.last.map(|it| it.digest);
        assert_eq!(before, last, "sealed for another place");
        make_dir(fs, &self.dir.log())?;
        let folder = self.dir.entry_folder(self.entry.note.number);
        if [&self.place(), &folder].iter().any(|it| exists(fs, it)) {
            return Err(io::ErrorKind::AlreadyExists.into());
        }
        let unfinished = self.unfinished();
        if exists(fs, &unfinished) {
            remove(fs, &unfinished)?;
        }
        let first = (ENTRY_FILE, note.as_bytes());
        let rest = self.entry.files.iter();
        let rest = rest.map(|it| (it.0.as_str(), it.1.as_slice()));
        let bytes = join(std::iter::once(first).chain(rest));
        let mut written = self.write_mails(fs)?;
        fs.create(&unfinished, &bytes, Access::Private)?;
        written.files.push(unfinished);
        Ok(written)
    }

    /// Its mails, whole. Those of an entry that was never committed are gone first.
    fn write_mails(&self, fs: &dyn Fs) -> io::Result<Unsafe> {
        let folder = self.dir.waiting(self.entry.note.number);
        if exists(fs, &folder) {
            fs.remove_dir_all(&folder)?;
        }
        if self.entry.mails.is_empty() {
            return Ok(Unsafe::default());
        }
        make_dir(fs, parent(&folder))?;
        let mails = self.entry.mails.iter();
        let mails: Vec<(String, &[u8])> = mails
            .map(|(key, bytes)| (format!("{key}.eml"), bytes.as_slice()))
            .collect();
        let files: Vec<NewFile<'_>> = mails
            .iter()
            .map(|(name, bytes)| NewFile {
                path: Path::new(name),
                bytes,
                access: Access::Private,
            })
            .collect();
        let mut written = write_tree(fs, &folder, &files)?;
        written.dirs.push(parent(&folder).to_owned());
        Ok(written)
    }

    /// Only tidiness: `recover` does the same, and the first error is the one that counts.
    fn tidy(&self, fs: &dyn Fs) {
        let waiting = self.dir.waiting(self.entry.note.number);
        for left in [self.unfinished(), waiting] {
            if exists(fs, &left) {
                let _ = remove(fs, &left);
            }
        }
    }
}
