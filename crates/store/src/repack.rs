//! Entries that are folders, as until format 3, become one file each, and their mails what they
//! say.
//!
//! Cut at any moment, an entry is a folder still, or a file: mails that wait are safe beside it,
//! and what became of the others is noted, before the file takes its place; the folder goes last.
//! Not here: the entry that keeps the hashes of the texts (`desk::pack`).

use super::entry::{MailKey, Note};
use super::fault::{StoreFault, Stored};
use super::fs::{Access, Fs, NewFile, exists, make_dir, parent, remove, write_tree};
use super::handed::{Handed, HandedLine};
use super::inside::Inside;
use super::joined::join;
use super::layout::{ENTRY_FILE, TEXTS_FILE};
use super::log::CampaignLog;
use super::outbox::{Became, is_of};
use std::collections::BTreeMap;
use std::io;
use std::path::{Path, PathBuf};

/// What an entry takes of the disk.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Room {
    /// Files and folders.
    pub files: u64,
    /// Bytes in them.
    pub bytes: u64,
}

impl Room {
    /// Adds what another takes.
    pub fn add(&mut self, other: Room) {
        self.files += other.files;
        self.bytes += other.bytes;
    }
}

/// What a file or a folder takes of the disk, with all that is in it.
///
/// # Errors
/// The disk's.
pub fn room(fs: &dyn Fs, path: &Path) -> io::Result<Room> {
    let stat = fs.stat(path)?;
    let mut room = Room { files: 1, bytes: 0 };
    if !stat.is_dir {
        room.bytes = stat.len;
        return Ok(room);
    }
    for name in fs.list(path)? {
        room.add(self::room(fs, &path.join(name))?);
    }
    Ok(room)
}

impl CampaignLog<'_> {
    /// Takes away the folder of an entry that is a file already: the same was cut short before.
    ///
    /// # Errors
    /// The disk's.
    pub fn clear_folder(&self, number: u32) -> Stored<()> {
        let (file, folder) = (self.dir.entry(number), self.dir.entry_folder(number));
        if exists(self.fs, &file) && exists(self.fs, &folder) {
            remove(self.fs, &folder).map_err(|it| StoreFault::disk(&folder, it))
        } else {
            Ok(())
        }
    }

    /// Makes a file of an entry that is a folder; its mails say this, packed. Of entries up to
    /// `delivered` no mail is waited for, but those that were refused.
    ///
    /// # Errors
    /// The disk's; what is not as it was committed. Then the folder is there.
    pub fn repack(&self, note: &Note, texts: Option<&[u8]>, delivered: Option<u32>) -> Stored<()> {
        let number = note.number;
        let (file, folder) = (self.dir.entry(number), self.dir.entry_folder(number));
        let inside = self.inside(number)?;
        let Inside::Folder(_) = &*inside else {
            return Ok(());
        };
        self.part_from_mails(note, delivered)?;
        let made = (|| {
            let mut files = BTreeMap::new();
            for name in inside.names(self.fs)? {
                let is_mail = name.starts_with("outbox/");
                if let Some(bytes) = inside.read(self.fs, &name)?.filter(|_| !is_mail) {
                    files.insert(name, bytes);
                }
            }
            files.extend(texts.map(|it| (TEXTS_FILE.to_owned(), it.to_vec())));
            let first = files.remove(ENTRY_FILE).unwrap_or_default();
            let rest = files.iter().map(|it| (it.0.as_str(), it.1.as_slice()));
            let bytes = join(std::iter::once((ENTRY_FILE, first.as_slice())).chain(rest));
            let unfinished = self.dir.entry_unfinished(number);
            if exists(self.fs, &unfinished) {
                remove(self.fs, &unfinished)?;
            }
            self.fs.create(&unfinished, &bytes, Access::Private)?;
            self.fs.sync_file(&unfinished)?;
            self.fs.rename(&unfinished, &file)?;
            self.fs.sync_dir(&self.dir.log())
        })();
        made.map_err(|it| StoreFault::disk(&file, it))?;
        self.forget();
        if let Err(fault) = self.check(number) {
            // The folder counts again.
            let gone = remove(self.fs, &file);
            gone.map_err(|it| StoreFault::disk(&file, it))?;
            self.forget();
            return Err(fault);
        }
        remove(self.fs, &folder).map_err(|it| StoreFault::disk(&folder, it))
    }

    /// Keeps the mails of a folder that are waited for, and notes what became of the others.
    fn part_from_mails(&self, note: &Note, delivered: Option<u32>) -> Stored<()> {
        let number = note.number;
        let is_old = delivered.is_some_and(|it| number <= it);
        let marks = self.dir.entry_folder(number).join("outbox");
        let said = |key: &MailKey, mark: &str| {
            let bytes = self.fs.read(&marks.join(format!("{key}.{mark}")));
            String::from_utf8_lossy(&bytes.unwrap_or_default())
                .trim()
                .to_owned()
        };
        let over = self.handed_over(number)?;
        let (mut lines, mut kept) = (Vec::new(), Vec::new());
        for (out, became) in note.out.iter().zip(self.became(note)?) {
            let became = match became {
                _ if over.contains_key(&out.key) => continue,
                Became::Sent => Handed::Sent(said(&out.key, "sent")),
                Became::Replaced if is_old => Handed::Replaced(said(&out.key, "replaced")),
                Became::Waits | Became::Tried | Became::Sending if is_old => continue,
                _ => {
                    kept.push(out);
                    continue;
                }
            };
            let (entry, key) = (number, out.key.clone());
            lines.push(HandedLine { entry, key, became });
        }
        let place = self.dir.waiting(number);
        let on = |it| StoreFault::disk(&place, it);
        if exists(self.fs, &place) {
            remove(self.fs, &place).map_err(on)?;
        }
        let mut files: Vec<(PathBuf, Vec<u8>)> = Vec::new();
        for name in self.fs.list(&marks).unwrap_or_default() {
            if kept.iter().any(|it| is_of(&name, &it.key)) {
                let bytes = self.fs.read(&marks.join(&name)).map_err(on)?;
                files.push((PathBuf::from(name), bytes));
            }
        }
        if !files.is_empty() {
            let new: Vec<NewFile<'_>> = files
                .iter()
                .map(|(path, bytes)| NewFile {
                    path,
                    bytes,
                    access: Access::Private,
                })
                .collect();
            make_dir(self.fs, parent(&place)).map_err(on)?;
            let mut written = write_tree(self.fs, &place, &new).map_err(on)?;
            written.dirs.push(parent(&place).to_owned());
            written.sync(self.fs).map_err(on)?;
        }
        if let Some(file) = self.hand_over(&lines)? {
            self.fs.sync_file(&file).map_err(on)?;
        }
        Ok(())
    }
}
