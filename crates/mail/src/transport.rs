//! Handing mails over. A transport takes bytes that are in an outbox already; it composes nothing.
//!
//! Not here: when to try again and what was sent (`desk`), mail servers (`smtp`), programs
//! (`sendmail`), and the disk itself, which is reached through [`Spool`].

use std::collections::VecDeque;
use std::io;
use std::path::{Path, PathBuf};

use super::compose::is_key;

/// What is on the envelope of a mail, which its reader does not see.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Envelope<'a> {
    /// Where it comes back to if it cannot be delivered.
    pub from: &'a str,
    /// The one address it is for.
    pub to: &'a str,
}

/// A way for mails to leave.
pub trait Transport {
    /// Sends one mail to one address. `key` names the mail: a second sending under the same key
    /// is a repeat, which a transport folds into the first if it can.
    fn send(
        &mut self,
        envelope: &Envelope<'_>,
        message: &[u8],
        key: &str,
    ) -> Result<Handed, SendError>;

    /// Makes safe what was spooled since the last time.
    ///
    /// # Errors
    /// Why not; then none of it counts as handed over.
    fn flush(&mut self) -> Result<(), SendError> {
        Ok(())
    }

    /// Whether pictures are painted in what it is given. A rehearsal that nobody looks at may take
    /// mails with the scenes that the log has in their place: painting takes long.
    fn is_looked_at(&self) -> bool {
        true
    }
}

/// How far a mail has gone.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Handed {
    /// Another program has it.
    Over,
    /// It is written down, and not safe before [`Transport::flush`]: many wait for the disk
    /// together.
    Spooled,
}

/// Characters kept of what a server or a program has said.
pub const SAID_CHARS_MAX: usize = 300;

/// Why a mail did not leave. When in doubt, temporary: a mail too many is better than one lost.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum SendError {
    /// It may well work later.
    #[error("not sent, will be tried again: {0}")]
    Temporary(String),
    /// It will never work; the referee must see to it.
    #[error("cannot be sent: {0}")]
    Permanent(String),
    /// Nothing can be sent now, whatever mail it is: the server is down, or does not know us.
    #[error("no mail can be sent now: {0}")]
    Down(String),
}

/// What a server or a program has said, fit to be reported: one line of up to this many
/// characters, without controls.
pub fn said(words: &str, chars_max: usize) -> String {
    let words: Vec<&str> = words.split_whitespace().collect();
    let line = words.join(" ");
    line.chars()
        .filter(|it| !it.is_control())
        .take(chars_max)
        .collect()
}

/// What a folder of mails needs of the disk.
pub trait Spool {
    /// Writes a file, its folders where they lack. A file of that name is replaced.
    fn create(&mut self, path: &Path, bytes: &[u8]) -> io::Result<()>;
    /// Makes such files safe, then renames each over another or none, and does not return before
    /// that is safe too.
    fn place(&mut self, drafts: &[(PathBuf, PathBuf)]) -> io::Result<()>;
}

/// Writes `<key>.eml` into a folder: the default, for trying out, and for a mail program that
/// picks files up. A repeat replaces the file with the same bytes, so there is no second copy.
#[derive(Debug)]
pub struct Folder<S> {
    folder: PathBuf,
    spool: S,
    drafts: Vec<(PathBuf, PathBuf)>,
}

impl<S: Spool> Folder<S> {
    /// A transport into that folder.
    pub fn new(folder: impl Into<PathBuf>, spool: S) -> Self {
        Folder {
            folder: folder.into(),
            spool,
            drafts: Vec::new(),
        }
    }
}

impl<S: Spool> Transport for Folder<S> {
    fn send(&mut self, _: &Envelope<'_>, message: &[u8], key: &str) -> Result<Handed, SendError> {
        if !is_key(key) {
            return Err(SendError::Permanent(format!("`{key}` cannot name a file")));
        }
        let draft = self.folder.join(format!("{key}.tmp"));
        let done = self.folder.join(format!("{key}.eml"));
        let written = self.spool.create(&draft, message);
        written.map_err(|it| SendError::Down(format!("{}: {it}", done.display())))?;
        self.drafts.push((draft, done));
        Ok(Handed::Spooled)
    }

    fn flush(&mut self) -> Result<(), SendError> {
        let drafts = std::mem::take(&mut self.drafts);
        let placed = self.spool.place(&drafts);
        placed.map_err(|it| SendError::Down(format!("{}: {it}", self.folder.display())))
    }
}

/// What a [`Scripted`] transport is to do with a mail.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Outcome {
    /// Takes it.
    Sent,
    /// Takes nothing and says to try again.
    Busy,
    /// Takes it, but the answer is lost on the way: the sender must think that it failed.
    AnswerLost,
    /// Takes nothing and never will.
    Refused,
    /// Takes nothing now, nor any other mail.
    Down,
}

/// A transport for tests and rehearsals: does as it was instructed and keeps what it took.
#[derive(Debug, Clone, Default)]
pub struct Scripted {
    /// What to do with the next mails; when it runs out, they are taken.
    pub outcomes: VecDeque<Outcome>,
    /// What was taken, in order.
    pub taken: Vec<Taken>,
    /// Whether it wants pictures painted.
    pub painted: bool,
}

/// A mail that a [`Scripted`] transport took.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Taken {
    /// The address it would have come back to.
    pub from: String,
    /// The address it was for.
    pub to: String,
    /// Its bytes.
    pub message: Vec<u8>,
    /// Its key.
    pub key: String,
}

impl Transport for Scripted {
    fn is_looked_at(&self) -> bool {
        self.painted
    }

    fn send(
        &mut self,
        envelope: &Envelope<'_>,
        message: &[u8],
        key: &str,
    ) -> Result<Handed, SendError> {
        let outcome = self.outcomes.pop_front().unwrap_or(Outcome::Sent);
        if matches!(outcome, Outcome::Sent | Outcome::AnswerLost) {
            self.taken.push(Taken {
                from: envelope.from.to_owned(),
                to: envelope.to.to_owned(),
                message: message.to_vec(),
                key: key.to_owned(),
            });
        }
        match outcome {
            Outcome::Sent => Ok(Handed::Over),
            Outcome::Busy => Err(SendError::Temporary("the server is busy".to_owned())),
            Outcome::AnswerLost => Err(SendError::Temporary("the connection was cut".to_owned())),
            Outcome::Refused => Err(SendError::Permanent("no such mailbox".to_owned())),
            Outcome::Down => Err(SendError::Down("the server is down".to_owned())),
        }
    }
}
