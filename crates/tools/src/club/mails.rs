//! Invariant 17: every mail gets exactly one verdict, in exactly one entry or one line of the
//! ledger, however often it is delivered.
//!
//! Each file that is put in is followed from the Maildir or the drop box to its place in the
//! record. Not here: what mails say (`letters`).

use super::places::path;
use packetboat::mail::address::House;
use packetboat::mail::parse;
use packetboat::store::entry::{MailNote, Note};
use packetboat::store::fs::{Fs, list_if_there};
use packetboat::store::layout::CampaignId;
use packetboat::store::maildir::bare;
use packetboat::store::memfs::MemFs;
use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;
use std::sync::Arc;

/// Mails read this many sweeps ago are thrown away by the referee.
const SWEEPS_KEPT: u32 = 50;

/// What was written into a mail that its receipt must show again.
#[derive(Debug, Clone, Default)]
pub(super) struct Written {
    /// The numbers of the lines that say something.
    pub(super) lines: Vec<usize>,
}

/// Everything that was put in.
#[derive(Debug, Default)]
pub(super) struct Mails {
    /// Files that have no verdict yet, and the ids of their mails where these are known.
    open: BTreeMap<String, Option<String>>,
    /// Files that have one, and where it is.
    settled: BTreeMap<String, String>,
    /// Mails that are in an entry.
    taken: BTreeMap<String, String>,
    /// Lines of ledgers that were read, by file, and what the file held then.
    ledgers: BTreeMap<String, (Arc<[u8]>, usize)>,
    /// What was written, by Message-ID.
    pub(super) written: BTreeMap<String, Written>,
    sweeps: u32,
}

/// Folders in which files wait.
const WAITING: [&str; 2] = ["mail/new", "drop"];

fn waiting(disk: &MemFs) -> BTreeSet<String> {
    let mut names = BTreeSet::new();
    for folder in WAITING {
        for name in list_if_there(disk, &path(folder)).unwrap_or_default() {
            if name != "done" && !name.ends_with(".tmp") {
                names.insert(name);
            }
        }
    }
    names
}

impl Mails {
    /// Notices what waits and is safe: from now on it must not be lost.
    pub(super) fn notice(&mut self, disk: &MemFs, house: &House) {
        for folder in WAITING {
            for name in list_if_there(disk, &path(folder)).unwrap_or_default() {
                let file = path(folder).join(&name);
                let plain = bare(&name).to_owned();
                let known = self.open.contains_key(&plain) || self.settled.contains_key(&plain);
                if known || name == "done" || !disk.is_safe(&file) {
                    continue;
                }
                let Some(bytes) = disk.bytes(&file) else {
                    continue;
                };
                // A file of orders is named by more than its bytes.
                let by_file = folder == "drop" && name.ends_with(".txt");
                let id = (!by_file).then(|| parse(&bytes, house).id.0);
                self.open.insert(plain, id);
            }
        }
    }

    /// How many files have been put in.
    pub(super) fn count(&self) -> usize {
        self.open.len() + self.settled.len()
    }

    /// The mails of an entry.
    pub(super) fn of_entry(&mut self, id: &CampaignId, note: &Note) -> Result<(), String> {
        for mail in &note.mail {
            let MailNote {
                id: mail_id, file, ..
            } = mail;
            if file == packetboat::store::entry::MailNote::BY_COMMAND {
                continue;
            }
            let place = format!("{id} entry {}", note.number);
            if let Some(first) = self.taken.insert(mail_id.clone(), place.clone()) {
                return Err(format!("17: mail {file} stands in {first} and in {place}"));
            }
            self.settle(file, mail_id, &place)?;
        }
        Ok(())
    }

    fn settle(&mut self, file: &str, id: &str, place: &str) -> Result<(), String> {
        let file = bare(file).to_owned();
        if let Some(Some(put)) = self.open.remove(&file)
            && put != id
        {
            return Err(format!("17: {file} is noted in {place} as another mail"));
        }
        match self.settled.insert(file.clone(), format!("{place} ({id})")) {
            None => Ok(()),
            Some(first) => Err(format!(
                "17: {file} has a verdict in {first} and a second one in {place} ({id})"
            )),
        }
    }

    /// The lines that ledgers got, where they are safe.
    pub(super) fn of_ledgers(&mut self, disk: &MemFs) -> Result<(), String> {
        let folder = path("desk/ledger");
        for name in list_if_there(disk, &folder).unwrap_or_default() {
            let file = folder.join(&name);
            // A rest of one that was being written is nobody's.
            if name.ends_with(".tmp") {
                continue;
            }
            let Some(bytes) = disk.bytes(&file).filter(|_| disk.is_safe(&file)) else {
                continue;
            };
            let (old, lines) = match self.ledgers.get(&name) {
                Some((old, _)) if Arc::ptr_eq(old, &bytes) => continue,
                Some((old, lines)) => (Some(Arc::clone(old)), *lines),
                None => (None, 0),
            };
            if old.is_some_and(|old| !bytes.starts_with(above_checksum(&old))) {
                return Err(format!("17: lines of the ledger {name} were changed"));
            }
            let all = ledger_lines(&bytes)?;
            for (id, file) in all.iter().skip(lines) {
                self.settle(file, id, &format!("the ledger {name}"))?;
            }
            self.ledgers.insert(name, (bytes, all.len()));
        }
        Ok(())
    }

    /// What has no verdict still waits.
    pub(super) fn nothing_lost(&self, disk: &MemFs) -> Result<(), String> {
        let there: BTreeSet<String> = waiting(disk).iter().map(|it| bare(it).to_owned()).collect();
        match self.open.keys().find(|it| !there.contains(*it)) {
            None => Ok(()),
            Some(file) => Err(format!("17: {file} is gone and has no verdict")),
        }
    }

    /// The referee throws away what was read long ago.
    pub(super) fn clear_away(&mut self, disk: &MemFs, read: &Path) {
        self.sweeps += 1;
        if !self.sweeps.is_multiple_of(SWEEPS_KEPT) {
            return;
        }
        for folder in [read, &path("drop/done")] {
            for name in list_if_there(disk, folder).unwrap_or_default() {
                // One that is away already is well too.
                let _ = disk.remove_file(&folder.join(name));
            }
            let _ = disk.sync_dir(folder);
        }
    }
}

/// Id and file of each line.
fn ledger_lines(bytes: &[u8]) -> Result<Vec<(String, String)>, String> {
    let text = String::from_utf8_lossy(bytes);
    let table: toml::Table = text.parse().map_err(|it: toml::de::Error| it.to_string())?;
    let mails = table.get("mail").and_then(toml::Value::as_array);
    let field = |mail: &toml::Value, name: &str| {
        let value = mail.get(name).and_then(toml::Value::as_str);
        value
            .map(str::to_owned)
            .ok_or("a line of the ledger lacks a field")
    };
    let mut lines = Vec::new();
    for mail in mails.into_iter().flatten() {
        lines.push((field(mail, "id")?, field(mail, "file")?));
    }
    Ok(lines)
}

/// A file of the desk without its last line, which changes with all that is above it.
fn above_checksum(bytes: &[u8]) -> &[u8] {
    let end = bytes.len().saturating_sub(1);
    let last = bytes[..end].iter().rposition(|it| *it == b'\n');
    &bytes[..last.map_or(0, |it| it + 1)]
}
