//! Committing entries, of one campaign or of many at a time: many wait for the disk together.
//!
//! Each entry is written beside its place, all are made safe, each is renamed, and the names are
//! made safe: two waits for all of them. Every rename is a commit of its own; a power cut may keep
//! any of them and lose the others. What one campaign's disk refuses does not touch the others.
//! Not here: what is in entries (`entry`), and reading them back (`log`).

use super::digest::Digest;
use super::entry::{Committed, Entry};
use super::fault::{StoreFault, Stored};
use super::fs::{Access, Fs, NewFile, Unsafe, exists, make_dir, write_tree};
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
            Err(_) => ready.tidy(fs),
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

    /// Writes it beside its place. Nobody but its owner may read any of it: mails carry the tokens
    /// of their seats, and the others say what players may not know of each other.
    fn write(&self, fs: &dyn Fs, note: &str) -> io::Result<Unsafe> {
        let parent = self.entry.note.parent;
        let last = self.last.map(|it| it.digest);
        assert_eq!(parent, last, "sealed for another place");
        make_dir(fs, &self.dir.log())?;
        if exists(fs, &self.place()) {
            return Err(io::ErrorKind::AlreadyExists.into());
        }
        let unfinished = self.unfinished();
        if exists(fs, &unfinished) {
            fs.remove_dir_all(&unfinished)?;
        }
        let mut files = vec![NewFile {
            path: Path::new(ENTRY_FILE),
            bytes: note.as_bytes(),
            access: Access::Private,
        }];
        files.extend(self.entry.files.iter().map(|(path, bytes)| NewFile {
            path: Path::new(path),
            bytes,
            access: Access::Private,
        }));
        write_tree(fs, &unfinished, &files)
    }

    /// Only tidiness: `recover` does the same, and the first error is the one that counts.
    fn tidy(&self, fs: &dyn Fs) {
        if exists(fs, &self.unfinished()) {
            let _ = fs.remove_dir_all(&self.unfinished());
        }
    }
}
