//! A campaign's log: entries read, checked and committed.
//!
//! An entry is written beside its place and renamed into it; that rename is the commit. Before it
//! nothing has happened, after it everything has. Entries are never changed afterwards; the newest
//! one is the present. Not here: what became of mails (`outbox`).

use super::chain;
use super::commit::{Ready, commit_together};
use super::digest::Digest;
use super::entry::{Cause, Committed, Entry, Note, Part};
use super::fault::{StoreFault, Stored};
use super::fs::{Fs, exists, list_if_there, parent};
use super::layout::{
    CampaignDir, ENTRY_FILE, ENTRY_FOLDERS, UNFINISHED, entry_number, letters_file, orders_file,
};
use super::private::{PRIVATE_FILE, without_salt};
use packetboat_core::textfile::FileFault;
use packetboat_core::textfile::head::without_comment;
use std::collections::{BTreeMap, BTreeSet};
use std::io;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};

/// The log of one campaign.
pub struct CampaignLog<'a> {
    pub(super) fs: &'a dyn Fs,
    pub(super) dir: &'a CampaignDir,
    known: Option<u32>,
    notes: Option<&'a Notes>,
}

/// Notes of entries that were read, so that none is read twice: entries never change.
#[derive(Debug, Default)]
pub struct Notes(Mutex<BTreeMap<u32, Arc<Committed>>>);

impl Notes {
    fn get(&self, number: u32) -> Option<Arc<Committed>> {
        let notes = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        notes.get(&number).cloned()
    }

    fn keep(&self, note: &Arc<Committed>) {
        let mut notes = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        notes.insert(note.note.number, Arc::clone(note));
    }
}

/// What was found where a crash may have left something half-written.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Cleared {
    /// The folders that must be synced before anything rests on the last entry.
    pub unsynced: Vec<PathBuf>,
    /// The newest entry, if none is missing before it; for [`CampaignLog::knowing`].
    pub newest: Option<u32>,
}

/// An entry as it is read back: the note, and the parts wherever they lie.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Loaded {
    /// The note, and its hash.
    pub committed: Committed,
    /// The parts that count after this entry, as they were given to the draft.
    pub parts: BTreeMap<Part, String>,
}

impl<'a> CampaignLog<'a> {
    /// The log in this folder.
    pub fn new(fs: &'a dyn Fs, dir: &'a CampaignDir) -> Self {
        CampaignLog {
            fs,
            dir,
            known: None,
            notes: None,
        }
    }

    /// The log in this folder, which has an entry of this number for sure and none missing before
    /// it: so the newest is found without looking at all of them.
    pub fn knowing(fs: &'a dyn Fs, dir: &'a CampaignDir, known: u32) -> Self {
        CampaignLog {
            known: Some(known),
            ..CampaignLog::new(fs, dir)
        }
    }

    /// The same log, which looks for notes here first, and keeps those that it has read.
    pub fn remembering(self, notes: &'a Notes) -> Self {
        CampaignLog {
            notes: Some(notes),
            ..self
        }
    }

    /// Removes what a crash left half-written, and makes safe what it may have left unsafe: run
    /// it before anything rests on the last entry.
    ///
    /// # Errors
    /// The disk's.
    pub fn recover(&self) -> Stored<()> {
        for folder in self.clear()?.unsynced {
            let safe = self.fs.sync_dir(&folder);
            safe.map_err(|it| StoreFault::disk(&folder, it))?;
        }
        Ok(())
    }

    /// Removes what a crash left half-written, and tells what that left to be done.
    ///
    /// # Errors
    /// The disk's.
    pub fn clear(&self) -> Stored<Cleared> {
        let log = self.dir.log();
        let on = |it| StoreFault::disk(&log, it);
        let names = list_if_there(self.fs, &log).map_err(on)?;
        for name in names.iter().filter(|it| it.ends_with(UNFINISHED)) {
            self.fs.remove_dir_all(&log.join(name)).map_err(on)?;
        }
        self.clear_adopted(&names)?;
        // Killed between the rename of an entry and the sync of its name, we would send mails of
        // an entry that a power cut could still take away. The first entry comes with the name of
        // the campaign, by a rename too.
        let numbers = numbers(&names);
        let newest = numbers.last().copied();
        Ok(Cleared {
            unsynced: match numbers.len() {
                0 => Vec::new(),
                1 => vec![log, parent(self.dir.root()).to_owned()],
                _ => vec![log],
            },
            newest: newest.filter(|_| gap(&numbers).is_none()),
        })
    }

    /// Removes the copy of a position that was edited and has been adopted.
    fn clear_adopted(&self, names: &[String]) -> Stored<()> {
        let edits = self.dir.edits();
        let on = |it| StoreFault::disk(&edits, it);
        for copy in list_if_there(self.fs, &edits).map_err(on)? {
            let Some(of) = entry_number(&copy) else {
                continue;
            };
            let behind = names.iter().filter_map(|it| entry_number(it));
            for number in behind.filter(|it| *it > of) {
                if matches!(self.note(number)?.note.cause, Cause::Adopted { .. }) {
                    self.fs.remove_dir_all(&edits.join(&copy)).map_err(on)?;
                    break;
                }
            }
        }
        Ok(())
    }

    /// The number of the newest entry; `None` if there is none yet.
    ///
    /// # Errors
    /// As for [`CampaignLog::entries`].
    pub fn newest(&self) -> Stored<Option<u32>> {
        let Some(mut newest) = self.known else {
            return Ok(self.entries()?.last().copied());
        };
        if !self.is_there(newest)? {
            return Ok(self.entries()?.last().copied());
        }
        while self.is_there(newest + 1)? {
            newest += 1;
        }
        Ok(Some(newest))
    }

    /// Whether there is an entry of this number; a disk that will not say is an error.
    fn is_there(&self, number: u32) -> Stored<bool> {
        let place = self.dir.entry(number);
        match self.fs.stat(&place) {
            Ok(_) => Ok(true),
            Err(it) if it.kind() == io::ErrorKind::NotFound => Ok(false),
            Err(it) => Err(StoreFault::disk(&place, it)),
        }
    }

    /// The numbers of all entries, ascending from 0.
    ///
    /// # Errors
    /// A gap: an entry that is gone; the disk's.
    pub fn entries(&self) -> Stored<Vec<u32>> {
        let log = self.dir.log();
        let names = list_if_there(self.fs, &log).map_err(|it| StoreFault::disk(&log, it))?;
        let numbers = numbers(&names);
        let Some((expected, number)) = gap(&numbers) else {
            return Ok(numbers);
        };
        let gone = self.dir.shown(&self.dir.entry(expected));
        let next = self.dir.shown(&self.dir.entry(number));
        let hint = format!("{PUT_BACK}; if {next} is none of the campaign's, take it away");
        Err(FileFault::new(&gone, "this entry is gone", hint).into())
    }

    /// The note of the newest entry; `None` if there is no entry yet.
    ///
    /// # Errors
    /// As for [`CampaignLog::entries`] and [`CampaignLog::note`].
    pub fn last(&self) -> Stored<Option<Committed>> {
        match self.newest()? {
            Some(number) => self.note(number).map(Some),
            None => Ok(None),
        }
    }

    /// The note of one entry.
    ///
    /// # Errors
    /// A note that is gone, cut short, newer than we are, or of another entry or campaign.
    pub fn note(&self, number: u32) -> Stored<Committed> {
        let path = self.dir.entry(number).join(ENTRY_FILE);
        let bytes = self.read(&path)?;
        let file = self.dir.shown(&path);
        let text = text_of(&file, &bytes)?;
        let note = Note::parse(&file, text, |digest| self.private(number, digest))?;
        if note.number != number {
            let problem = format!("it is the note of entry {}", note.number);
            return Err(FileFault::new(&file, problem, PUT_BACK).into());
        }
        let digest = match note.original {
            Some(original) if self.dir.is_export(self.fs) => original,
            Some(_) => return Err(self.altered(&path)),
            None => Digest::of(&bytes),
        };
        Ok(Committed { note, digest })
    }

    /// The same, read once as long as its notes are remembered.
    ///
    /// # Errors
    /// As for [`CampaignLog::note`].
    pub fn known(&self, number: u32) -> Stored<Arc<Committed>> {
        if let Some(known) = self.notes.and_then(|it| it.get(number)) {
            return Ok(known);
        }
        let note = Arc::new(self.note(number)?);
        if let Some(notes) = self.notes {
            notes.keep(&note);
        }
        Ok(note)
    }

    /// The private part of a note, checked against its hash; `None` in an export, which leaves it
    /// out.
    fn private(&self, number: u32, digest: Digest) -> Stored<Option<String>> {
        let path = self.dir.entry(number).join(PRIVATE_FILE);
        let bytes = self.checked_or_left_out(&path, digest)?;
        let text = bytes.map(|it| text_of(&self.dir.shown(&path), &it).map(str::to_owned));
        text.transpose()
    }

    /// A file that an export may leave out, checked against its hash; `None`: it is not there, and
    /// this is one.
    fn checked_or_left_out(&self, path: &Path, wanted: Digest) -> Stored<Option<Vec<u8>>> {
        match self.checked(path, wanted) {
            Ok(bytes) => Ok(Some(bytes)),
            Err(_) if !exists(self.fs, path) && self.dir.is_export(self.fs) => Ok(None),
            Err(fault) => Err(fault),
        }
    }

    /// One entry: its note, and the parts that count after it, checked against their hashes. In
    /// an export a journal may be left out.
    ///
    /// # Errors
    /// A file that is gone, altered, cut short or newer than we are.
    pub fn load(&self, number: u32) -> Stored<Loaded> {
        self.with_parts(self.note(number)?)
    }

    /// The same of an entry whose note has been read.
    ///
    /// # Errors
    /// As for [`CampaignLog::load`].
    pub fn with_parts(&self, committed: Committed) -> Stored<Loaded> {
        let mut parts = BTreeMap::new();
        // To play on nobody needs the settings: those in campaign.toml count.
        let needed = committed.note.files.iter();
        for (part, at) in needed.filter(|it| *it.0 != Part::Settings) {
            let path = self.dir.entry(at.entry).join(part.file());
            let bytes = match part {
                Part::Journal => self.checked_or_left_out(&path, at.blake3)?,
                _ => Some(self.checked(&path, at.blake3)?),
            };
            let Some(bytes) = bytes else { continue };
            let text = text_of(&self.dir.shown(&path), &bytes)?;
            parts.insert(*part, without_comment(text).to_owned());
        }
        Ok(Loaded { committed, parts })
    }

    /// A part that an entry brought itself, checked against its hash; `None` if it brought none.
    /// Its other parts are not looked at.
    ///
    /// # Errors
    /// A note or part that is gone, altered, cut short or newer than we are.
    pub fn own_part(&self, number: u32, part: Part) -> Stored<Option<String>> {
        let note = &self.known(number)?.note;
        let Some(at) = note.files.get(&part).filter(|it| it.entry == number) else {
            return Ok(None);
        };
        let path = self.dir.entry(number).join(part.file());
        let bytes = self.checked(&path, at.blake3)?;
        let text = text_of(&self.dir.shown(&path), &bytes)?;
        Ok(Some(without_comment(text).to_owned()))
    }

    /// The settings that an entry was played by, checked against their hash; `None`: it does not
    /// say.
    ///
    /// # Errors
    /// A file that is gone, altered or cut short.
    pub fn settings(&self, note: &Note) -> Stored<Option<String>> {
        let Some(at) = note.files.get(&Part::Settings) else {
            return Ok(None);
        };
        let path = self.dir.entry(at.entry).join(Part::Settings.file());
        let bytes = self.checked(&path, at.blake3)?;
        let text = text_of(&self.dir.shown(&path), &bytes)?;
        Ok(Some(text.to_owned()))
    }

    /// The file of a note as it was committed, byte for byte, of which the next entry has the
    /// hash.
    ///
    /// # Errors
    /// One that is gone; the disk's.
    pub fn note_bytes(&self, number: u32) -> Stored<Vec<u8>> {
        self.read(&self.dir.entry(number).join(ENTRY_FILE))
    }

    /// The file of a part that an entry brought itself, checked against its hash.
    ///
    /// # Errors
    /// As for [`CampaignLog::own_part`]; an entry that brought none.
    pub fn part_bytes(&self, number: u32, part: Part) -> Stored<Vec<u8>> {
        let path = self.dir.entry(number).join(part.file());
        let note = &self.known(number)?.note;
        match note.files.get(&part).filter(|it| it.entry == number) {
            Some(at) => self.checked(&path, at.blake3),
            None => Err(self.altered(&path)),
        }
    }

    /// A letter that came with an entry, checked against its hash; counted from 1.
    ///
    /// # Errors
    /// One that is gone or altered; the disk's.
    pub fn letter(&self, number: u32, letter: usize) -> Stored<Vec<u8>> {
        let path = self.dir.entry(number).join(letters_file(letter));
        let note = &self.known(number)?.note;
        match letter.checked_sub(1).and_then(|it| note.letters.get(it)) {
            Some(kept) => self.checked(&path, kept.blake3),
            None => Err(self.altered(&path)),
        }
    }

    /// Checks all of one entry: its parts, its submissions and mails, that nothing else lies in
    /// its folder, and that the entry before it is the one it was chained to.
    ///
    /// # Errors
    /// The first file that is not as it was committed.
    pub fn check(&self, number: u32) -> Stored<()> {
        let note = self.load(number)?.committed.note;
        let dir = self.dir.entry(number);
        let mut known = BTreeSet::from([ENTRY_FILE.to_owned()]);
        let own = note.files.iter().filter(|it| it.1.entry == number);
        known.extend(own.map(|it| it.0.file().to_owned()));
        self.settings(&note)?;
        known.extend(note.private.map(|_| PRIVATE_FILE.to_owned()));
        let orders = note.orders.iter();
        let orders = orders.map(|it| (orders_file(it.submission), it.blake3));
        let letters = (1..).zip(&note.letters);
        let letters = letters.map(|(number, it)| (letters_file(number), it.blake3));
        let mails = note.out.iter();
        let mails = mails.map(|it| (it.file(), it.blake3));
        for (file, blake3) in orders.chain(letters).chain(mails) {
            self.checked_or_left_out(&dir.join(&file), blake3)?;
            known.insert(file);
        }
        self.check_strays(&dir, &known)?;
        self.check_parent(&note)
    }

    /// Commits an entry and returns it as the last one. If it fails, nothing has happened, unless
    /// only the last sync failed: then the entry is there and `recover` makes it safe.
    ///
    /// # Errors
    /// The disk's; an entry of that number that is there already.
    ///
    /// # Panics
    /// If the entry was sealed for another place in the log than the next one: a mistake of ours.
    pub fn commit(&self, entry: &Entry, last: Option<&Committed>) -> Stored<Committed> {
        let ready = Ready {
            dir: self.dir,
            entry,
            last,
        };
        let mut done = commit_together(self.fs, &[ready]);
        done.pop().expect("one was asked for")
    }

    /// Takes the newest entry away, as if it had never been committed. Whoever calls it knows that
    /// nobody has seen anything of it. Cut short, it is there or it is not.
    ///
    /// # Errors
    /// The disk's.
    pub fn take_back(&self, number: u32) -> Stored<()> {
        let (place, gone) = (self.dir.entry(number), self.dir.entry_unfinished(number));
        let renamed = self.fs.rename(&place, &gone);
        let safe = renamed.and_then(|()| self.fs.sync_dir(&self.dir.log()));
        safe.map_err(|it| StoreFault::disk(&place, it))?;
        self.clear().map(drop)
    }

    fn read(&self, path: &Path) -> Stored<Vec<u8>> {
        self.fs.read(path).map_err(|it| match it.kind() {
            io::ErrorKind::NotFound => {
                let file = self.dir.shown(path);
                FileFault::new(&file, "this file is gone", PUT_BACK).into()
            }
            _ => StoreFault::disk(path, it),
        })
    }

    /// A submission that an entry keeps, as it was written, checked against its hash.
    ///
    /// # Errors
    /// One that is gone or altered; the disk's.
    pub fn orders(&self, entry: u32, submission: u32) -> Stored<String> {
        let path = self.dir.entry(entry).join(orders_file(submission));
        let note = &self.known(entry)?.note;
        match note.orders.iter().find(|it| it.submission == submission) {
            Some(kept) => {
                let bytes = self.checked(&path, kept.blake3)?;
                Ok(without_salt(&String::from_utf8_lossy(&bytes)).to_owned())
            }
            None => Err(self.altered(&path)),
        }
    }

    pub(super) fn checked(&self, path: &Path, wanted: Digest) -> Stored<Vec<u8>> {
        let bytes = self.read(path)?;
        if Digest::of(&bytes) == wanted {
            return Ok(bytes);
        }
        Err(self.altered(path))
    }

    fn altered(&self, path: &Path) -> StoreFault {
        let problem = "it is not as it was committed";
        FileFault::new(&self.dir.shown(path), problem, PUT_BACK).into()
    }

    /// Checks that a note follows the one before it: it names its hash, and its dice are keyed by
    /// the numbers that come next.
    ///
    /// # Errors
    /// It does not; the note before it is gone or cannot be read.
    pub fn check_parent(&self, note: &Note) -> Stored<()> {
        let before = match note.number.checked_sub(1) {
            Some(number) => Some(self.note(number)?),
            None => None,
        };
        let named = before.as_ref().map(|it| it.digest) == note.parent;
        let wrong = match named {
            false => Err("the entry before it is not the one it was chained to".to_owned()),
            true => chain::follows(note, before.as_ref().map(|it| &it.note)),
        };
        let file = self.dir.entry(note.number).join(ENTRY_FILE);
        wrong.map_err(|it| FileFault::new(&self.dir.shown(&file), it, PUT_BACK).into())
    }

    fn check_strays(&self, dir: &Path, known: &BTreeSet<String>) -> Stored<()> {
        for folder in std::iter::once("").chain(ENTRY_FOLDERS) {
            let inner = dir.join(folder);
            let names =
                list_if_there(self.fs, &inner).map_err(|it| StoreFault::disk(&inner, it))?;
            for name in names {
                let path = match folder {
                    "" => name,
                    _ => format!("{folder}/{name}"),
                };
                let folders = ENTRY_FOLDERS.contains(&path.as_str());
                let delivery = folder == "outbox" && !path.ends_with(".eml");
                if !folders && !delivery && !known.contains(&path) {
                    let file = self.dir.shown(&dir.join(&path));
                    let problem = "this file was not committed with its entry";
                    return Err(FileFault::new(&file, problem, "take it away").into());
                }
            }
        }
        Ok(())
    }
}

/// The entries among these names, ascending.
fn numbers(names: &[String]) -> Vec<u32> {
    let mut numbers: Vec<u32> = names.iter().filter_map(|it| entry_number(it)).collect();
    numbers.sort_unstable();
    numbers
}

/// The first number that is missing, and the one that stands in its place.
fn gap(numbers: &[u32]) -> Option<(u32, u32)> {
    let mut pairs = (0..).zip(numbers.iter().copied());
    pairs.find(|(expected, number)| expected != number)
}

const PUT_BACK: &str = "put it back from a copy";

fn text_of<'t>(file: &str, bytes: &'t [u8]) -> Stored<&'t str> {
    std::str::from_utf8(bytes)
        .map_err(|_| FileFault::new(file, "it is no UTF-8 text", PUT_BACK).into())
}
