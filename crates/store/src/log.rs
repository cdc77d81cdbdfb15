//! A campaign's log: entries read, checked and committed.
//!
//! An entry is written beside its place and renamed into it; that rename is the commit. Before it
//! nothing has happened, after it everything has. Entries are never changed afterwards; the newest
//! one is the present. Not here: where in an entry a file is (`inside`), and what became of mails
//! (`outbox`).

use super::chain;
use super::commit::{Ready, commit_together};
use super::digest::Digest;
use super::entry::{Cause, Committed, Entry, Note, OutNote, StateFile};
use super::fault::{StoreFault, Stored};
use super::fs::{Fs, list_if_there, parent, remove};
use super::inside::{Form, Inside};
use super::layout::{
    CampaignDir, ENTRY_FILE, TEXTS_FILE, UNFINISHED, brought_file, entry_number, letters_file,
    orders_file,
};
use super::private::{PRIVATE_FILE, without_salt};
use super::texts::{Hashes, Kept};
use packetboat_core::textfile::FileFault;
use packetboat_core::textfile::head::without_comment;
use std::collections::{BTreeMap, BTreeSet};
use std::io;
use std::path::PathBuf;
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

/// The log of one campaign.
pub struct CampaignLog<'a> {
    pub(super) fs: &'a dyn Fs,
    pub(super) dir: &'a CampaignDir,
    known: Option<u32>,
    notes: Option<&'a Notes>,
    /// The entry that was read last, of which several files may be asked for.
    open: Mutex<Option<(u32, Arc<Inside>)>>,
    /// What entries of before say in their mails, once it was asked for.
    hashes: OnceLock<Hashes>,
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

/// An entry as it is read back: the note, and the parts wherever they are.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Loaded {
    /// The note, and its hash.
    pub committed: Committed,
    /// The parts that count after this entry, as they were given to the draft.
    pub parts: BTreeMap<StateFile, String>,
}

impl<'a> CampaignLog<'a> {
    /// The log in this folder.
    pub fn new(fs: &'a dyn Fs, dir: &'a CampaignDir) -> Self {
        CampaignLog {
            fs,
            dir,
            known: None,
            notes: None,
            open: Mutex::default(),
            hashes: OnceLock::new(),
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
    /// it before anything rests on the last entry. `registered` is the last entry that somebody
    /// remembers elsewhere: one that is gone may be put back, so its mails stay.
    ///
    /// # Errors
    /// The disk's.
    pub fn recover(&self, registered: Option<u32>) -> Stored<()> {
        for folder in self.clear(registered)?.unsynced {
            let safe = self.fs.sync_dir(&folder);
            safe.map_err(|it| StoreFault::disk(&folder, it))?;
        }
        Ok(())
    }

    /// Removes what a crash left half-written, and reports what that left to be done; `registered`
    /// as for [`CampaignLog::recover`].
    ///
    /// # Errors
    /// The disk's.
    pub fn clear(&self, registered: Option<u32>) -> Stored<Cleared> {
        let log = self.dir.log();
        let on = |it| StoreFault::disk(&log, it);
        let names = list_if_there(self.fs, &log).map_err(on)?;
        for name in names.iter().filter(|it| it.ends_with(UNFINISHED)) {
            remove(self.fs, &log.join(name)).map_err(on)?;
        }
        self.clear_adopted(&names)?;
        // Killed between the rename of an entry and the sync of its name, we would send mails of
        // an entry that a power cut could still take away. The first entry comes with the name of
        // the campaign, by a rename too.
        let numbers = numbers(&names);
        let newest = numbers.last().copied();
        self.clear_outbox(newest.max(registered))?;
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
        let Some(mut form) = self.form(newest)? else {
            return Ok(self.entries()?.last().copied());
        };
        loop {
            let next = match form {
                // None that comes after it is a folder.
                Form::File => self.is_file(newest + 1)?.then_some(Form::File),
                Form::Folder => self.form(newest + 1)?,
            };
            let Some(next) = next else {
                return Ok(Some(newest));
            };
            newest += 1;
            form = next;
        }
    }

    /// How an entry is stored on the disk, if it is there; a disk that will not say is an error.
    fn form(&self, number: u32) -> Stored<Option<Form>> {
        let form = Form::of(self.fs, self.dir, number);
        form.map_err(|it| StoreFault::disk(&self.dir.entry(number), it))
    }

    fn is_file(&self, number: u32) -> Stored<bool> {
        let place = self.dir.entry(number);
        match self.fs.stat(&place) {
            Ok(_) => Ok(true),
            Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(false),
            Err(error) => Err(StoreFault::disk(&place, error)),
        }
    }

    /// Whether an entry is a folder, as those of before are.
    ///
    /// # Errors
    /// The disk's.
    pub fn is_folder(&self, number: u32) -> Stored<bool> {
        Ok(self.form(number)? == Some(Form::Folder))
    }

    /// An entry, to read its files.
    pub(super) fn inside(&self, number: u32) -> Stored<Arc<Inside>> {
        let mut open = self.open.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some((_, inside)) = open.as_ref().filter(|it| it.0 == number) {
            return Ok(Arc::clone(inside));
        }
        let path = self.dir.entry(number);
        let inside = Inside::of(self.fs, self.dir, number);
        let inside = Arc::new(inside.map_err(|error| match error.kind() {
            io::ErrorKind::NotFound => self.fault(&path, "this entry is gone"),
            _ => StoreFault::disk(&path, error),
        })?);
        *open = Some((number, Arc::clone(&inside)));
        Ok(inside)
    }

    fn fault(&self, path: &std::path::Path, problem: &str) -> StoreFault {
        FileFault::new(&self.dir.shown(path), problem, PUT_BACK).into()
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
        let hint = format!("{PUT_BACK}; if {next} is not one of the campaign's, delete it");
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
        let bytes = self.note_bytes(number)?;
        let file = self.shown(number, ENTRY_FILE)?;
        let text = text_of(&file, &bytes)?;
        let note = Note::parse(&file, text, |digest| self.private(number, digest))?;
        if note.number != number {
            let problem = format!("it is the note of entry {}", note.number);
            return Err(FileFault::new(&file, problem, PUT_BACK).into());
        }
        let digest = match note.original {
            Some(original) if self.dir.is_export(self.fs) => original,
            Some(_) => return Err(self.altered(number, ENTRY_FILE)),
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
        let bytes = self.checked_or_left_out(number, PRIVATE_FILE, digest)?;
        let file = self.shown(number, PRIVATE_FILE)?;
        let text = bytes.map(|it| text_of(&file, &it).map(str::to_owned));
        text.transpose()
    }

    /// A file that an export may leave out, checked against its hash; `None`: it is not there, and
    /// this is one.
    fn checked_or_left_out(
        &self,
        number: u32,
        name: &str,
        wanted: Digest,
    ) -> Stored<Option<Vec<u8>>> {
        let is_gone = |it: &Inside| matches!(it.read(self.fs, name), Ok(None));
        match self.checked(number, name, wanted) {
            Ok(bytes) => Ok(Some(bytes)),
            Err(_) if is_gone(&*self.inside(number)?) && self.dir.is_export(self.fs) => Ok(None),
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
        for (part, at) in needed.filter(|it| *it.0 != StateFile::Settings) {
            let (entry, file) = (at.entry, part.file());
            let bytes = match part {
                StateFile::Journal => self.checked_or_left_out(entry, file, at.blake3)?,
                // Only one who looks at mails of before needs them, and an export has none.
                StateFile::Texts => None,
                _ => Some(self.checked(entry, file, at.blake3)?),
            };
            let Some(bytes) = bytes else { continue };
            let text = text_of(&self.shown(entry, file)?, &bytes)?;
            parts.insert(*part, without_comment(text).to_owned());
        }
        Ok(Loaded { committed, parts })
    }

    /// A part that an entry brought itself, checked against its hash; `None` if it brought none.
    /// Its other parts are not looked at.
    ///
    /// # Errors
    /// A note or part that is gone, altered, cut short or newer than we are.
    pub fn own_part(&self, number: u32, part: StateFile) -> Stored<Option<String>> {
        let note = &self.known(number)?.note;
        let Some(at) = note.files.get(&part).filter(|it| it.entry == number) else {
            return Ok(None);
        };
        let bytes = self.checked(number, part.file(), at.blake3)?;
        let text = text_of(&self.shown(number, part.file())?, &bytes)?;
        Ok(Some(without_comment(text).to_owned()))
    }

    /// The settings that an entry was played by, checked against their hash; `None`: it does not
    /// say.
    ///
    /// # Errors
    /// A file that is gone, altered or cut short.
    pub fn settings(&self, note: &Note) -> Stored<Option<String>> {
        let Some(at) = note.files.get(&StateFile::Settings) else {
            return Ok(None);
        };
        let file = StateFile::Settings.file();
        let bytes = self.checked(at.entry, file, at.blake3)?;
        let text = text_of(&self.shown(at.entry, file)?, &bytes)?;
        Ok(Some(text.to_owned()))
    }

    /// The file of a note as it was committed, byte for byte, of which the next entry has the
    /// hash.
    ///
    /// # Errors
    /// One that is gone; the disk's.
    pub fn note_bytes(&self, number: u32) -> Stored<Vec<u8>> {
        self.read(number, ENTRY_FILE)
    }

    /// The file of a part that an entry brought itself, checked against its hash.
    ///
    /// # Errors
    /// As for [`CampaignLog::own_part`]; an entry that brought none.
    pub fn part_bytes(&self, number: u32, part: StateFile) -> Stored<Vec<u8>> {
        let note = &self.known(number)?.note;
        match note.files.get(&part).filter(|it| it.entry == number) {
            Some(at) => self.checked(number, part.file(), at.blake3),
            None => Err(self.altered(number, part.file())),
        }
    }

    /// A letter that came with an entry, checked against its hash; counted from 1.
    ///
    /// # Errors
    /// One that is gone or altered; the disk's.
    pub fn letter(&self, number: u32, letter: usize) -> Stored<Vec<u8>> {
        let file = letters_file(letter);
        let note = &self.known(number)?.note;
        match letter.checked_sub(1).and_then(|it| note.letters.get(it)) {
            Some(kept) => self.checked(number, &file, kept.blake3),
            None => Err(self.altered(number, &file)),
        }
    }

    /// A file that came with orders, by the name under which it is kept: the newest of that name.
    ///
    /// # Errors
    /// An entry that is gone or altered; the disk's.
    pub fn brought(&self, name: &str) -> Stored<Option<Vec<u8>>> {
        for number in self.entries()?.into_iter().rev() {
            let note = self.known(number)?;
            if let Some(kept) = note.note.brought.iter().find(|it| it.name == name) {
                let file = brought_file(name);
                return self.checked(number, &file, kept.blake3).map(Some);
            }
        }
        Ok(None)
    }

    /// Checks all of one entry: its parts, its submissions and mails, that nothing else is in
    /// its folder, and that the entry before it is the one it was chained to.
    ///
    /// # Errors
    /// The first file that is not as it was committed.
    pub fn check(&self, number: u32) -> Stored<()> {
        let note = self.load(number)?.committed.note;
        let mut known = BTreeSet::from([ENTRY_FILE.to_owned()]);
        let own = note.files.iter().filter(|it| it.1.entry == number);
        for (part, at) in own {
            self.checked_or_left_out(number, part.file(), at.blake3)?;
            known.insert(part.file().to_owned());
        }
        self.settings(&note)?;
        known.extend(note.private.map(|_| PRIVATE_FILE.to_owned()));
        let orders = note.orders.iter();
        let orders = orders.map(|it| (orders_file(it.submission), it.blake3));
        let letters = (1..).zip(&note.letters);
        let letters = letters.map(|(number, it)| (letters_file(number), it.blake3));
        let brought = note.brought.iter();
        let brought = brought.map(|it| (brought_file(&it.name), it.blake3));
        let mut files: Vec<(String, Digest)> = orders.chain(letters).chain(brought).collect();
        let inside = self.inside(number)?;
        match &*inside {
            Inside::Folder(_) => files.extend(note.out.iter().map(|it| (it.file(), it.blake3))),
            Inside::File(..) => {
                self.check_mails(&note)?;
                known.extend(note.out.first().map(|_| TEXTS_FILE.to_owned()));
            }
        }
        for (file, blake3) in files {
            self.checked_or_left_out(number, &file, blake3)?;
            known.insert(file);
        }
        let names = inside.names(self.fs);
        let names = names.map_err(|it| StoreFault::disk(&self.dir.log(), it))?;
        if let Some(name) = names.iter().find(|it| !known.contains(*it)) {
            let file = inside.shown(self.dir, name);
            let problem = "this file was not committed with its entry";
            return Err(FileFault::new(&file, problem, "delete it").into());
        }
        self.check_parent(&note)
    }

    /// Checks what is kept of the mails of an entry: their texts, and no others; and those that
    /// wait, whole.
    fn check_mails(&self, note: &Note) -> Stored<()> {
        if note.out.is_empty() {
            return Ok(());
        }
        let number = note.number;
        let kept = self.texts(number)?;
        for out in &note.out {
            let wanted = self.text_hash(number, out)?;
            let text = wanted.and_then(|it| kept.text(&out.key, it));
            text.ok_or_else(|| self.altered(number, TEXTS_FILE))?;
            if self.is_whole(number, out) {
                self.whole(number, out)?;
            }
        }
        if kept.keys().count() == note.out.len() {
            Ok(())
        } else {
            Err(self.altered(number, TEXTS_FILE))
        }
    }

    /// The texts of the mails of an entry.
    pub(super) fn texts(&self, number: u32) -> Stored<Kept> {
        let packed = self.read(number, TEXTS_FILE)?;
        Kept::read(&packed).ok_or_else(|| self.altered(number, TEXTS_FILE))
    }

    /// The hash of what a mail says: its entry has it, or it was packed since.
    pub(super) fn text_hash(&self, number: u32, out: &OutNote) -> Stored<Option<Digest>> {
        if out.text.is_some() {
            return Ok(out.text);
        }
        Ok(self.packed_hashes()?.of(number, &out.key))
    }

    /// The hashes of what mails of entries of before say, which are packed since.
    ///
    /// # Errors
    /// A file that is gone or altered.
    pub fn packed_hashes(&self) -> Stored<&Hashes> {
        if let Some(hashes) = self.hashes.get() {
            return Ok(hashes);
        }
        let last = self.last()?;
        let at = last.and_then(|it| it.note.files.get(&StateFile::Texts).copied());
        let hashes = match at {
            None => Hashes::default(),
            Some(at) => {
                let bytes = self.checked(at.entry, StateFile::Texts.file(), at.blake3)?;
                let file = self.shown(at.entry, StateFile::Texts.file())?;
                Hashes::parse(&file, without_comment(text_of(&file, &bytes)?))?
            }
        };
        Ok(self.hashes.get_or_init(|| hashes))
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

    /// Takes the newest entry away, as if it had never been committed. One who calls it knows that
    /// nobody has seen anything of it. Cut short, it is there or it is not.
    ///
    /// # Errors
    /// The disk's.
    pub fn take_back(&self, number: u32) -> Stored<()> {
        let place = match self.form(number)? {
            Some(Form::Folder) => self.dir.entry_folder(number),
            Some(Form::File) | None => self.dir.entry(number),
        };
        let renamed = self.fs.rename(&place, &self.dir.entry_unfinished(number));
        let safe = renamed.and_then(|()| self.fs.sync_dir(&self.dir.log()));
        safe.map_err(|it| StoreFault::disk(&place, it))?;
        self.forget();
        self.clear(None).map(drop)
    }

    /// Reads entries again: one has changed on the disk.
    pub(super) fn forget(&self) {
        *self.open.lock().unwrap_or_else(PoisonError::into_inner) = None;
    }

    /// A file of an entry.
    fn read(&self, number: u32, name: &str) -> Stored<Vec<u8>> {
        let inside = self.inside(number)?;
        if inside.is_damaged() {
            return Err(self.fault(
                &self.dir.entry(number),
                "it was changed after it was \
                committed",
            ));
        }
        let read = inside.read(self.fs, name);
        let read = read.map_err(|it| StoreFault::disk(&self.dir.entry(number), it))?;
        read.ok_or_else(|| {
            let file = inside.shown(self.dir, name);
            FileFault::new(&file, "this file is gone", PUT_BACK).into()
        })
    }

    /// A file of an entry as the referee knows it.
    fn shown(&self, number: u32, name: &str) -> Stored<String> {
        Ok(self.inside(number)?.shown(self.dir, name))
    }

    /// A submission that an entry keeps, as it was written, checked against its hash.
    ///
    /// # Errors
    /// One that is gone or altered; the disk's.
    pub fn orders(&self, entry: u32, submission: u32) -> Stored<String> {
        let file = orders_file(submission);
        let note = &self.known(entry)?.note;
        match note.orders.iter().find(|it| it.submission == submission) {
            Some(kept) => {
                let bytes = self.checked(entry, &file, kept.blake3)?;
                Ok(without_salt(&String::from_utf8_lossy(&bytes)).to_owned())
            }
            None => Err(self.altered(entry, &file)),
        }
    }

    pub(super) fn checked(&self, number: u32, name: &str, wanted: Digest) -> Stored<Vec<u8>> {
        let bytes = self.read(number, name)?;
        if Digest::of(&bytes) == wanted {
            return Ok(bytes);
        }
        Err(self.altered(number, name))
    }

    pub(super) fn altered(&self, number: u32, name: &str) -> StoreFault {
        match self.shown(number, name) {
            Ok(file) => {
                let problem = "it was changed after it was committed";
                FileFault::new(&file, problem, PUT_BACK).into()
            }
            Err(fault) => fault,
        }
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
        let wrong = if named {
            chain::follows(note, before.as_ref().map(|it| &it.note))
        } else {
            Err("the entry before it is not the one it was chained to".to_owned())
        };
        let file = self.shown(note.number, ENTRY_FILE)?;
        wrong.map_err(|it| FileFault::new(&file, it, PUT_BACK).into())
    }
}

/// The entries among these names, ascending.
fn numbers(names: &[String]) -> Vec<u32> {
    let mut numbers: Vec<u32> = names.iter().filter_map(|it| entry_number(it)).collect();
    numbers.sort_unstable();
    // A folder that is being packed is there twice.
    numbers.dedup();
    numbers
}

/// The first number that is missing, and the one that is in its place.
fn gap(numbers: &[u32]) -> Option<(u32, u32)> {
    let mut pairs = (0..).zip(numbers.iter().copied());
    pairs.find(|(expected, number)| expected != number)
}

const PUT_BACK: &str = "restore it from a backup";

fn text_of<'t>(file: &str, bytes: &'t [u8]) -> Stored<&'t str> {
    std::str::from_utf8(bytes)
        .map_err(|_| FileFault::new(file, "it is not UTF-8 text", PUT_BACK).into())
}
