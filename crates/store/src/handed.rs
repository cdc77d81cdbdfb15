//! What was handed over, in files that only grow: a line for each mail that nobody waits for any
//! more.
//!
//! A file has the lines of a hundred entries, so that reading it costs the same in a long campaign
//! as in a short one. A line that a power cut has torn says nothing: its mail is then sent once
//! more, which is the cheaper failure. Not here: mails that wait (`outbox`).

use super::entry::MailKey;
use super::fault::{StoreFault, Stored};
use super::fs::{exists, make_dir, parent};
use super::lines::{add, whole};
use super::log::CampaignLog;
use std::collections::BTreeMap;
use std::io;
use std::path::PathBuf;

/// What became of a mail that is not waited for any more.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Handed {
    /// It was handed over; when.
    Sent(String),
    /// A newer one has left in its place; when that was known, and its key.
    Replaced(String),
    /// It waits among the notices of a digest, or is in one; since when.
    Digest(String),
}

impl Handed {
    fn word(&self) -> (&'static str, &str) {
        match self {
            Handed::Sent(said) => ("sent", said),
            Handed::Replaced(said) => ("replaced", said),
            Handed::Digest(said) => ("digest", said),
        }
    }
}

/// A line to be written.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct HandedLine {
    /// The entry that caused the mail.
    pub entry: u32,
    /// The mail.
    pub key: MailKey,
    /// What became of it.
    pub became: Handed,
}

/// The mails of an entry that are over.
pub type Over = BTreeMap<MailKey, Handed>;

impl CampaignLog<'_> {
    /// The mails of an entry of which there is a line.
    ///
    /// # Errors
    /// The disk's.
    pub fn handed_over(&self, entry: u32) -> Stored<Over> {
        let bytes = self.handed_bytes(entry)?;
        let number = entry.to_string();
        Ok(whole(&bytes).filter_map(|it| line(it, &number)).collect())
    }

    /// Writes lines about mails of entries of one hundred, not safe before the file it returns has
    /// been synced. Twice is as good as once.
    ///
    /// # Errors
    /// The disk's; then some of it may be there.
    pub fn hand_over(&self, lines: &[HandedLine]) -> Stored<Option<PathBuf>> {
        let Some(first) = lines.first() else {
            return Ok(None);
        };
        let path = self.dir.handed(first.entry);
        let bytes = self.handed_bytes(first.entry)?;
        let mut text = String::new();
        for HandedLine { entry, key, became } in lines {
            let (word, said) = became.word();
            text.push_str(&format!("{entry} {key} {word} {}\n", said.trim()));
        }
        let written = (|| {
            let new = !exists(self.fs, &path);
            // Once for a campaign, and once for a hundred entries.
            make_dir(self.fs, parent(&path))?;
            add(self.fs, &path, &bytes, &text)?;
            if new {
                self.fs.sync_dir(parent(&path))
            } else {
                Ok(())
            }
        })();
        written.map_err(|it| StoreFault::disk(&path, it))?;
        Ok(Some(path))
    }

    fn handed_bytes(&self, entry: u32) -> Stored<Vec<u8>> {
        let path = self.dir.handed(entry);
        match self.fs.read(&path) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(Vec::new()),
            read => read.map_err(|it| StoreFault::disk(&path, it)),
        }
    }
}

/// A line about a mail of this entry.
fn line(line: &str, entry: &str) -> Option<(MailKey, Handed)> {
    let mut words = line.splitn(4, ' ');
    let is_its = words.next() == Some(entry);
    let key = words.next().filter(|_| is_its)?.parse().ok()?;
    let (word, said) = (words.next()?, words.next()?.to_owned());
    match word {
        "sent" => Some((key, Handed::Sent(said))),
        "replaced" => Some((key, Handed::Replaced(said))),
        "digest" => Some((key, Handed::Digest(said))),
        _ => None,
    }
}
