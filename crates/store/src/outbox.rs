//! What became of each mail of each entry: files beside it, the only thing ever added to an entry.
//!
//! `<key>.sending` stands for a mail that is being handed over, and becomes `<key>.sent` when it
//! was; `<key>.failed` says that it never can be, `<key>.replaced` that it need not be, and
//! `<key>.try` counts attempts. A crash
//! between handing over and `.sent` sends the same mail once
//! more, which is the cheaper failure. Not here: sending (`mail`), and which mails may go (`desk`).

use super::entry::{Committed, Earlier, MailKey, OutNote};
use super::fault::{StoreFault, Stored};
use super::fs;
use super::fs::{Access, exists, list_if_there, parent, replace};
use super::log::CampaignLog;
use super::packed::unpack;
use packetboat_core::clock::Moment;
use packetboat_core::textfile::canon;
use serde::{Deserialize, Serialize};
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

/// A mail that is neither sent nor failed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Unsent {
    /// The entry that causes it.
    pub entry: u32,
    /// What the entry says of it.
    pub note: OutNote,
    /// What attempts there were.
    pub tried: Option<Tried>,
}

/// Attempts to send a mail; none of them was final.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Tried {
    /// How many, from 1.
    pub count: u32,
    /// When the last one was.
    pub last: Moment,
    /// What came of it.
    pub why: String,
}

/// The marks beside a mail that is not waited for any more.
const OVER: [&str; 3] = [".sent", ".failed", ".replaced"];

impl CampaignLog<'_> {
    /// The mails that wait, oldest entry first, in the order in which an entry names them. Entries
    /// up to `delivered` are known to have none.
    ///
    /// # Errors
    /// As for [`CampaignLog::entries`] and [`CampaignLog::note`].
    pub fn unsent(&self, delivered: Option<u32>) -> Stored<Vec<Unsent>> {
        let mut waiting = Vec::new();
        for number in after(delivered)..self.newest()?.map_or(0, |it| it + 1) {
            let committed = self.known(number)?;
            waiting.extend(self.unsent_of(&committed)?);
        }
        Ok(waiting)
    }

    /// The same where the newest entry is at hand, which says what is known to be delivered, and
    /// what never goes out.
    ///
    /// # Errors
    /// As for [`CampaignLog::note`].
    pub fn unsent_up_to(&self, last: &Committed) -> Stored<Vec<Unsent>> {
        let mut waiting = Vec::new();
        for number in after(last.note.desk.delivered)..last.note.number {
            let committed = self.known(number)?;
            waiting.extend(self.unsent_of(&committed)?);
        }
        waiting.extend(self.unsent_of(last)?);
        waiting.retain(|it| !last.note.desk.is_withdrawn(it.entry, it.note.what));
        Ok(waiting)
    }

    /// The mails of one entry that wait.
    ///
    /// # Errors
    /// The disk's.
    pub fn unsent_of(&self, committed: &Committed) -> Stored<Vec<Unsent>> {
        let note = &committed.note;
        if note.out.is_empty() {
            return Ok(Vec::new());
        }
        let folder = self.dir.entry(note.number).join("outbox");
        let names = list_if_there(self.fs, &folder).map_err(|it| StoreFault::disk(&folder, it))?;
        let names: BTreeSet<&str> = names.iter().map(String::as_str).collect();
        let there = |key: &MailKey, ending: &str| names.contains(format!("{key}{ending}").as_str());
        let open = note
            .out
            .iter()
            .filter(|it| !OVER.iter().any(|ending| there(&it.key, ending)));
        let mut waiting = Vec::new();
        for out in open {
            let tried = match there(&out.key, ".try") {
                true => self.tried(note.number, &out.key)?,
                false => None,
            };
            waiting.push(Unsent {
                entry: note.number,
                note: out.clone(),
                tried,
            });
        }
        Ok(waiting)
    }

    /// The mails of an entry that may have reached somebody: any that was handed over, or that
    /// somebody began to hand over.
    ///
    /// # Errors
    /// The disk's.
    pub fn begun_of(&self, committed: &Committed) -> Stored<Vec<OutNote>> {
        self.marked(committed, &["sending", "sent", "failed", "try"])
    }

    /// The mails of one entry that were refused for good.
    ///
    /// # Errors
    /// The disk's.
    pub fn failed_of(&self, committed: &Committed) -> Stored<Vec<OutNote>> {
        self.marked(committed, &["failed"])
    }

    /// The mails of one entry beside which any of these marks is.
    fn marked(&self, committed: &Committed, marks: &[&str]) -> Stored<Vec<OutNote>> {
        let note = &committed.note;
        let folder = self.dir.entry(note.number).join("outbox");
        let names = list_if_there(self.fs, &folder).map_err(|it| StoreFault::disk(&folder, it))?;
        let marked = |it: &&OutNote| {
            let mut marks = marks.iter();
            marks.any(|mark| names.contains(&format!("{}.{mark}", it.key)))
        };
        Ok(note.out.iter().filter(marked).cloned().collect())
    }

    /// The whole mail, checked against its hash.
    ///
    /// # Errors
    /// A mail that is gone or altered; the disk's.
    pub fn mail(&self, entry: u32, out: &OutNote) -> Stored<Vec<u8>> {
        let path = self.dir.entry(entry).join(out.file());
        let bytes = self.checked(&path, out.blake3)?;
        match out.packed {
            true => unpack(&bytes).map_err(|it| StoreFault::disk(&path, it)),
            false => Ok(bytes),
        }
    }

    /// Makes room for the mark that [`CampaignLog::mark_sent`] sets, before a mail is handed over:
    /// whoever cannot note that a mail was sent must not send it.
    ///
    /// # Errors
    /// The disk's.
    pub fn about_to_send(&self, entry: u32, key: &MailKey, at: Moment) -> Stored<()> {
        let path = self.beside(entry, key, "sending");
        if exists(self.fs, &path) {
            return Ok(());
        }
        let made = self
            .fs
            .create(&path, format!("{at}\n").as_bytes(), Access::Shared);
        made.map_err(|it| StoreFault::disk(&path, it))
    }

    /// Takes back that a mail was about to be handed over: nobody was there to take it. A power
    /// cut may bring the mark back, which then says more than is true.
    ///
    /// # Errors
    /// The disk's.
    pub fn not_sent(&self, entry: u32, key: &MailKey) -> Stored<()> {
        let path = self.beside(entry, key, "sending");
        fs::remove_if_there(self.fs, &path).map_err(|it| StoreFault::disk(&path, it))
    }

    /// Notes that a mail was handed over. Twice is as good as once.
    ///
    /// # Errors
    /// The disk's; then the mail may be sent again.
    pub fn mark_sent(&self, entry: u32, key: &MailKey, at: Moment) -> Stored<()> {
        let (ready, path) = (
            self.beside(entry, key, "sending"),
            self.beside(entry, key, "sent"),
        );
        if !exists(self.fs, &ready) {
            return self.mark(&path, &format!("{at}\n"));
        }
        let folder = self.name_sent(entry, key)?;
        self.fs
            .sync_dir(&folder)
            .map_err(|it| StoreFault::disk(&path, it))
    }

    /// The same for a mail that is being handed over, but not safe before the folder it returns
    /// has been synced.
    ///
    /// # Errors
    /// The disk's; then the mail may be sent again.
    pub fn name_sent(&self, entry: u32, key: &MailKey) -> Stored<PathBuf> {
        let (ready, path) = (
            self.beside(entry, key, "sending"),
            self.beside(entry, key, "sent"),
        );
        // The name alone is what counts, and a rename needs no room.
        let renamed = self.fs.rename(&ready, &path);
        renamed.map_err(|it| StoreFault::disk(&path, it))?;
        Ok(parent(&path).to_owned())
    }

    /// Notes that a mail can never be handed over, and why. Twice is as good as once.
    ///
    /// # Errors
    /// The disk's; then it is tried again.
    pub fn mark_failed(&self, entry: u32, key: &MailKey, at: Moment, why: &str) -> Stored<()> {
        self.mark(&self.beside(entry, key, "failed"), &format!("{at} {why}\n"))
    }

    /// Notes that a mail need not leave any more: this newer one says what it says.
    ///
    /// # Errors
    /// The disk's; then it must not be taken for replaced.
    pub fn mark_replaced(&self, earlier: &Earlier, by: &MailKey, at: Moment) -> Stored<()> {
        let path = self.beside(earlier.entry, &earlier.key, "replaced");
        self.mark(&path, &format!("{at} {by}\n"))
    }

    /// Lets a mail leave after all: the one in its place was taken back.
    ///
    /// # Errors
    /// The disk's.
    pub fn unmark_replaced(&self, earlier: &Earlier) -> Stored<()> {
        let path = self.beside(earlier.entry, &earlier.key, "replaced");
        if !exists(self.fs, &path) {
            return Ok(());
        }
        let gone = fs::remove_if_there(self.fs, &path);
        gone.and_then(|()| self.fs.sync_dir(parent(&path)))
            .map_err(|it| StoreFault::disk(&path, it))
    }

    /// Notes an attempt that was not final, in place of the one noted before.
    ///
    /// # Errors
    /// The disk's.
    pub fn mark_tried(&self, entry: u32, key: &MailKey, tried: &Tried) -> Stored<()> {
        let path = self.beside(entry, key, "try");
        let text = canon::text(tried);
        replace(self.fs, &path, text.as_bytes(), Access::Shared)
            .map_err(|it| StoreFault::disk(&path, it))
    }

    /// Takes a `.failed` away, so that the mail is tried again, as if for the first time.
    ///
    /// # Errors
    /// The disk's.
    pub fn unmark_failed(&self, entry: u32, key: &MailKey) -> Stored<()> {
        let path = self.beside(entry, key, "failed");
        fs::remove_if_there(self.fs, &self.beside(entry, key, "try"))
            .and_then(|()| fs::remove_if_there(self.fs, &path))
            .and_then(|()| self.fs.sync_dir(parent(&path)))
            .map_err(|it| StoreFault::disk(&path, it))
    }

    /// The name alone is what counts, so one that is there is left as it is.
    fn mark(&self, path: &Path, text: &str) -> Stored<()> {
        let on = |it| StoreFault::disk(path, it);
        if !exists(self.fs, path) {
            self.fs
                .create(path, text.as_bytes(), Access::Shared)
                .map_err(on)?;
        }
        self.fs.sync_file(path).map_err(on)?;
        self.fs.sync_dir(parent(path)).map_err(on)
    }

    fn tried(&self, entry: u32, key: &MailKey) -> Stored<Option<Tried>> {
        let path = self.beside(entry, key, "try");
        let bytes = self
            .fs
            .read(&path)
            .map_err(|it| StoreFault::disk(&path, it))?;
        Ok(tried(&bytes))
    }

    fn beside(&self, entry: u32, key: &MailKey, ending: &str) -> PathBuf {
        let folder = self.dir.entry(entry).join("outbox");
        folder.join(format!("{key}.{ending}"))
    }
}

/// Those of the mails that wait whose place no other of them takes.
pub fn that_leave(mut waiting: Vec<Unsent>) -> Vec<Unsent> {
    let newer = waiting.iter().flat_map(|it| &it.note.instead_of);
    let older: BTreeSet<MailKey> = newer.map(|it| it.key.clone()).collect();
    waiting.retain(|it| !older.contains(&it.note.key));
    waiting
}

/// Reads what [`CampaignLog::mark_tried`] wrote. Attempts are a count for people and for waiting:
/// one that cannot be read is as good as none.
pub fn tried(bytes: &[u8]) -> Option<Tried> {
    toml::from_str(&String::from_utf8_lossy(bytes)).ok()
}

/// The first entry that is not known to be delivered.
fn after(delivered: Option<u32>) -> u32 {
    delivered.map_or(0, |it| it + 1)
}
