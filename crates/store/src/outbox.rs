//! The mails of entries that wait to be handed over, and what became of each.
//!
//! A whole mail is in `outbox/<entry>` until it has left. Beside it, `<key>.sending` says that it
//! is being handed over, `<key>.failed` that it never can be, `<key>.replaced` that it need not be,
//! and `<key>.try` counts attempts. Once it has left there is a line in a file that grows
//! (`handed`), and the mail is taken away; if there is no room for the line, `<key>.sent` stands
//! for it. A crash between handing over and that sends the same mail once more, which is the
//! cheaper failure. Of entries that are still folders, mails and marks are in these; the mails
//! stay. Not here: sending (`mail`), and which mails may go (`desk`).

use super::digest::Digest;
use super::entry::{Committed, Earlier, MailKey, Note, OutNote};
use super::fault::{StoreFault, Stored};
use super::fs;
use super::fs::{Access, Unsafe, exists, list_if_there, parent, remove_if_there, replace};
use super::handed::{Handed, HandedLine};
use super::inside::{Inside, is_mail};
use super::layout::{TEXTS_FILE, entry_number};
use super::log::CampaignLog;
use super::packed::unpack;
use super::texts::SentText;
use packetboat_core::clock::Moment;
use packetboat_core::textfile::{FileFault, canon};
use serde::{Deserialize, Serialize};
use std::collections::{BTreeMap, BTreeSet};
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

/// A mail of the log as it can be read.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum KeptMail {
    /// All of it, without the token: it waits, or its entry is a folder.
    Whole(Vec<u8>),
    /// What it says.
    Text(SentText),
}

/// What became of a mail.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Became {
    /// Nothing yet.
    Waits,
    /// Attempts to hand it over were made, in vain.
    Tried,
    /// It is being handed over, or was, and nobody knows.
    Sending,
    /// A newer one says the same.
    Replaced,
    /// It was refused permanently.
    Failed,
    /// What it says is for its reader's digest.
    Digest,
    /// It was handed over.
    Sent,
}

impl Became {
    /// Whether nothing is left to be done with it.
    pub fn is_over(self) -> bool {
        match self {
            Became::Waits | Became::Tried | Became::Sending => false,
            Became::Replaced | Became::Failed | Became::Digest | Became::Sent => true,
        }
    }
}

/// The marks beside mails, the strongest first.
const MARKS: [(&str, Became); 5] = [
    ("sent", Became::Sent),
    ("failed", Became::Failed),
    ("replaced", Became::Replaced),
    ("sending", Became::Sending),
    ("try", Became::Tried),
];

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
        let became = self.became(note)?;
        let mut waiting = Vec::new();
        for (out, became) in note.out.iter().zip(became) {
            if became.is_over() {
                continue;
            }
            let tried = self.beside(note.number, &out.key, "try");
            let tried = if exists(self.fs, &tried) {
                self.tried(note.number, &out.key)?
            } else {
                None
            };
            waiting.push(Unsent {
                entry: note.number,
                note: out.clone(),
                tried,
            });
        }
        Ok(waiting)
    }

    /// What became of each mail of an entry, in its order.
    ///
    /// # Errors
    /// The disk's.
    pub fn became(&self, note: &Note) -> Stored<Vec<Became>> {
        let marks = self.marks(note.number)?;
        let became = |it: &OutNote| marks.get(&it.key).copied().unwrap_or(Became::Waits);
        Ok(note.out.iter().map(became).collect())
    }

    /// What became of the mails of an entry of which something is noted.
    ///
    /// # Errors
    /// The disk's.
    pub fn marks(&self, entry: u32) -> Stored<BTreeMap<MailKey, Became>> {
        let folder = self.outbox(entry);
        let names = list_if_there(self.fs, &folder).map_err(|it| StoreFault::disk(&folder, it))?;
        let mut marks = BTreeMap::new();
        // The strongest last.
        for (mark, became) in MARKS.iter().rev() {
            let keys = names
                .iter()
                .filter_map(|it| it.strip_suffix(mark)?.strip_suffix('.'));
            let keys = keys.filter_map(|it| it.parse().ok());
            marks.extend(keys.map(|it| (it, *became)));
        }
        let over = self.handed_over(entry)?.into_iter();
        marks.extend(over.map(|(key, became)| match became {
            Handed::Sent(_) => (key, Became::Sent),
            Handed::Replaced(_) => (key, Became::Replaced),
            Handed::Digest(_) => (key, Became::Digest),
        }));
        Ok(marks)
    }

    /// The mails of an entry that may have reached somebody: any that was handed over, or that
    /// somebody began to hand over.
    ///
    /// # Errors
    /// The disk's.
    pub fn begun_of(&self, committed: &Committed) -> Stored<Vec<OutNote>> {
        self.those(committed, |became| {
            !matches!(became, Became::Waits | Became::Replaced)
        })
    }

    /// The mails of one entry that were refused permanently.
    ///
    /// # Errors
    /// The disk's.
    pub fn failed_of(&self, committed: &Committed) -> Stored<Vec<OutNote>> {
        self.those(committed, |it| it == Became::Failed)
    }

    /// Why a mail was refused permanently, as [`CampaignLog::mark_failed`] noted it.
    ///
    /// # Errors
    /// The disk's.
    pub fn why_failed(&self, entry: u32, key: &MailKey) -> Stored<String> {
        let path = self.beside(entry, key, "failed");
        let bytes = self
            .fs
            .read(&path)
            .map_err(|it| StoreFault::disk(&path, it))?;
        let text = String::from_utf8_lossy(&bytes);
        // After the moment.
        Ok(text.split_once(' ').map_or("", |it| it.1).trim().to_owned())
    }

    fn those(&self, committed: &Committed, such: impl Fn(Became) -> bool) -> Stored<Vec<OutNote>> {
        let note = &committed.note;
        let each = note.out.iter().zip(self.became(note)?);
        let found = each.filter(|it| such(it.1)).map(|it| it.0.clone());
        Ok(found.collect())
    }

    /// The whole mail, checked against its hash: while it waits, or of an entry of before.
    ///
    /// # Errors
    /// A mail that is gone or altered; the disk's.
    pub fn whole(&self, entry: u32, out: &OutNote) -> Stored<Vec<u8>> {
        let bytes = match &*self.inside(entry)? {
            Inside::Folder(_) => self.checked(entry, &out.file(), out.blake3)?,
            Inside::File(..) => self.waiting_mail(entry, out)?,
        };
        if out.packed {
            unpack(&bytes).map_err(|it| StoreFault::disk(&self.waits_at(entry, out), it))
        } else {
            Ok(bytes)
        }
    }

    /// What is there of a mail: all of it, or what it says; checked against its hash.
    ///
    /// # Errors
    /// What is gone or altered; the disk's.
    pub fn kept(&self, entry: u32, out: &OutNote) -> Stored<KeptMail> {
        if matches!(&*self.inside(entry)?, Inside::Folder(_)) || self.is_whole(entry, out) {
            return self.whole(entry, out).map(KeptMail::Whole);
        }
        let wanted = self.text_hash(entry, out)?;
        let kept = self.texts(entry)?;
        let text = wanted.and_then(|it| kept.text(&out.key, it));
        let text = text.ok_or_else(|| self.altered(entry, TEXTS_FILE))?;
        Ok(KeptMail::Text(text))
    }

    /// What a mail says, as its entry keeps it; `None`: the entry is one of before, which does not.
    ///
    /// # Errors
    /// What is gone or altered; the disk's.
    pub fn said(&self, entry: u32, out: &OutNote) -> Stored<Option<SentText>> {
        let Some(wanted) = out.text else {
            return Ok(None);
        };
        let text = self.texts(entry)?.text(&out.key, wanted);
        text.map(Some)
            .ok_or_else(|| self.altered(entry, TEXTS_FILE))
    }

    /// Whether a mail is there whole, waiting.
    pub(super) fn is_whole(&self, entry: u32, out: &OutNote) -> bool {
        exists(self.fs, &self.waits_at(entry, out))
    }

    fn waits_at(&self, entry: u32, out: &OutNote) -> PathBuf {
        let file = out.file();
        self.dir
            .waiting(entry)
            .join(file.rsplit('/').next().unwrap_or(&file))
    }

    fn waiting_mail(&self, entry: u32, out: &OutNote) -> Stored<Vec<u8>> {
        let path = self.waits_at(entry, out);
        let wrong = |problem: &str| {
            let hint = "restore it from a backup";
            FileFault::new(&self.dir.shown(&path), problem, hint).into()
        };
        let bytes = self.fs.read(&path).map_err(|error| match error.kind() {
            std::io::ErrorKind::NotFound => wrong("this file is gone"),
            _ => StoreFault::disk(&path, error),
        })?;
        if Digest::of(&bytes) == out.blake3 {
            Ok(bytes)
        } else {
            Err(wrong("it was changed after it was committed"))
        }
    }

    /// Where the mails of an entry that wait are, and the marks beside them.
    fn outbox(&self, entry: u32) -> PathBuf {
        let folder = self.dir.entry_folder(entry).join("outbox");
        if exists(self.fs, &self.dir.entry(entry)) || !exists(self.fs, &folder) {
            self.dir.waiting(entry)
        } else {
            folder
        }
    }

    /// Takes away what a crash has left of mails: those of entries that were never committed, which
    /// come after the last one, and those that have left.
    pub(super) fn clear_outbox(&self, committed: Option<u32>) -> Stored<()> {
        let Some(outbox) = parent_of_waiting(self) else {
            return Ok(());
        };
        let on = |it| StoreFault::disk(&outbox, it);
        for name in list_if_there(self.fs, &outbox).map_err(on)? {
            let folder = outbox.join(&name);
            match entry_number(&name) {
                Some(number) if committed.is_some_and(|it| number <= it) => {
                    let files = list_if_there(self.fs, &folder).map_err(on)?;
                    self.note_sent(number, &folder, &files)?;
                    let over = self.handed_over(number)?;
                    let left = files
                        .iter()
                        .filter(|it| over.keys().any(|key| is_of(it, key)));
                    for file in left {
                        remove_if_there(self.fs, &folder.join(file)).map_err(on)?;
                    }
                    // One with something in it stays.
                    let _ = self.fs.remove_dir(&folder);
                }
                Some(_) => fs::remove(self.fs, &folder).map_err(on)?,
                // Somebody else's.
                None => {}
            }
        }
        Ok(())
    }

    /// Writes the lines for which there was no room when their mails were sent.
    fn note_sent(&self, entry: u32, folder: &Path, files: &[String]) -> Stored<()> {
        let mut lines = Vec::new();
        for name in files {
            let key = name.strip_suffix(".sent").and_then(|it| it.parse().ok());
            let Some(key) = key else { continue };
            let at = self.fs.read(&folder.join(name)).unwrap_or_default();
            let became = Handed::Sent(String::from_utf8_lossy(&at).into_owned());
            lines.push(HandedLine { entry, key, became });
        }
        match self.hand_over(&lines)? {
            None => Ok(()),
            Some(file) => {
                let safe = self.fs.sync_file(&file);
                safe.map_err(|it| StoreFault::disk(&file, it))
            }
        }
    }

    /// Makes room for the mark that [`CampaignLog::mark_sent`] sets, before a mail is handed over:
    /// one who cannot note that a mail was sent must not send it.
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

    /// Notes that these mails were handed over, those of one campaign; not safe before what it
    /// returns has been synced. Twice is as good as once.
    ///
    /// # Errors
    /// The disk's; then any of them may be sent again.
    pub fn mark_sent(&self, mails: &[(u32, &OutNote)], at: Moment) -> Stored<Unsafe> {
        self.mark_handed(mails, (at, Handed::Sent))
    }

    /// Notes that what these mails say is for a digest, in place of each. Safe when it returns.
    ///
    /// # Errors
    /// The disk's; then any of them may wait still.
    pub fn mark_in_digest(&self, mails: &[(u32, &OutNote)], at: Moment) -> Stored<()> {
        let written = self.mark_handed(mails, (at, Handed::Digest))?;
        let safe = written.sync(self.fs);
        safe.map_err(|it| StoreFault::disk(&self.dir.root().join("sent"), it))
    }

    fn mark_handed(
        &self,
        mails: &[(u32, &OutNote)],
        (at, became): (Moment, fn(String) -> Handed),
    ) -> Stored<Unsafe> {
        let mut hundreds: BTreeMap<PathBuf, Vec<HandedLine>> = BTreeMap::new();
        for (entry, out) in mails {
            let over = std::iter::once((*entry, &out.key, became(at.to_string())));
            let earlier = out.instead_of.iter().map(|older| {
                let by = Handed::Replaced(format!("{at} {}", out.key));
                (older.entry, &older.key, by)
            });
            for (entry, key, became) in over.chain(earlier) {
                let lines = hundreds.entry(self.dir.handed(entry)).or_default();
                let key = key.clone();
                lines.push(HandedLine { entry, key, became });
            }
        }
        let written: Stored<Vec<Option<PathBuf>>> =
            hundreds.values().map(|it| self.hand_over(it)).collect();
        match written {
            Ok(files) => Ok(Unsafe {
                files: files.into_iter().flatten().collect(),
                dirs: Vec::new(),
            }),
            // No room, perhaps: a name alone needs none.
            Err(fault) => {
                let mut folders = BTreeSet::new();
                for (entry, out) in mails {
                    let ready = self.beside(*entry, &out.key, "sending");
                    let path = self.beside(*entry, &out.key, "sent");
                    // A disk that will not say says no.
                    let is_there = self.fs.stat(&path).is_ok();
                    if !is_there && self.fs.rename(&ready, &path).is_err() {
                        return Err(fault);
                    }
                    folders.insert(parent(&path).to_owned());
                }
                Ok(Unsafe {
                    files: Vec::new(),
                    dirs: folders.into_iter().collect(),
                })
            }
        }
    }

    /// Takes away mails that were handed over, once it is safe that this is known; those in the
    /// folders of entries stay. What cannot be taken away now is so later.
    pub fn take_away(&self, mails: &[(u32, &OutNote)]) {
        for (entry, out) in mails {
            let earlier = out.instead_of.iter().map(|it| (it.entry, &it.key));
            for (entry, key) in earlier.chain([(*entry, &out.key)]) {
                let folder = self.outbox(entry);
                let names = list_if_there(self.fs, &folder).unwrap_or_default();
                let is_whole = folder == self.dir.waiting(entry);
                for name in names.iter().filter(|it| is_of(it, key)) {
                    // A mark for which there was no room elsewhere.
                    let is_mark = name.ends_with(".sent");
                    if !is_mark && (is_whole || !is_mail(name)) {
                        let _ = remove_if_there(self.fs, &folder.join(name));
                    }
                }
                // One with something in it stays.
                if is_whole {
                    let _ = self.fs.remove_dir(&folder);
                }
            }
        }
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
        self.outbox(entry).join(format!("{key}.{ending}"))
    }
}

/// Where the mails of all entries that wait are.
fn parent_of_waiting(log: &CampaignLog<'_>) -> Option<PathBuf> {
    log.dir.waiting(0).parent().map(Path::to_owned)
}

/// Whether a file of an outbox is that of a mail, or a mark beside it.
pub(super) fn is_of(name: &str, key: &MailKey) -> bool {
    let rest = name.strip_prefix(key.as_str());
    let rest = rest.and_then(|it| it.strip_prefix('.'));
    rest.is_some_and(|ending| {
        let mut marks = MARKS.iter();
        ending == "eml" || ending == "eml.gz" || marks.any(|mark| mark.0 == ending)
    })
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
