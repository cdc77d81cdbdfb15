//! Handing mails over. A transport takes bytes that lie in an outbox already; it composes nothing.
//!
//! Not here: when to try again and what was sent (`desk`), mail servers and sendmail (to come),
//! and the disk itself, which is reached through [`Spool`].

use std::collections::VecDeque;
use std::io;
use std::path::{Path, PathBuf};

use super::compose::is_key;

/// A way for mails to leave.
pub trait Transport {
    /// Sends one mail to one address. `key` names the mail: a second sending under the same key
    /// is a repeat, which a transport folds into the first if it can.
    fn send(&mut self, envelope_to: &str, message: &[u8], key: &str) -> Result<(), SendError>;
}

/// Why a mail did not leave. When in doubt, temporary: a mail too many is better than one lost.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum SendError {
    /// It may well work later.
    #[error("not sent, will be tried again: {0}")]
    Temporary(String),
    /// It will never work; the referee must see to it.
    #[error("cannot be sent: {0}")]
    Permanent(String),
}

/// What a folder of mails needs of the disk.
pub trait Spool {
    /// Writes a file, its folders where they lack, and does not return before it is safe.
    /// A file of that name is replaced.
    fn create(&mut self, path: &Path, bytes: &[u8]) -> io::Result<()>;
    /// Renames a file over another or none, and does not return before that is safe.
    fn rename(&mut self, from: &Path, to: &Path) -> io::Result<()>;
}

/// Writes `<key>.eml` into a folder: the default, for trying out, and for a mail program that
/// picks files up. A repeat replaces the file with the same bytes, so there is no second copy.
#[derive(Debug)]
pub struct Folder<S> {
    folder: PathBuf,
    spool: S,
}

impl<S: Spool> Folder<S> {
    /// A transport into that folder.
    pub fn new(folder: impl Into<PathBuf>, spool: S) -> Self {
        Folder {
            folder: folder.into(),
            spool,
        }
    }
}

impl<S: Spool> Transport for Folder<S> {
    fn send(&mut self, _envelope_to: &str, message: &[u8], key: &str) -> Result<(), SendError> {
        if !is_key(key) {
            return Err(SendError::Permanent(format!("`{key}` cannot name a file")));
        }
        let draft = self.folder.join(format!("{key}.tmp"));
        let done = self.folder.join(format!("{key}.eml"));
        let spool = &mut self.spool;
        let written = spool.create(&draft, message);
        let written = written.and_then(|()| spool.rename(&draft, &done));
        written.map_err(|it| SendError::Temporary(format!("{}: {it}", done.display())))
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
}

/// A transport for tests and rehearsals: does as it was told and keeps what it took.
#[derive(Debug, Clone, Default)]
pub struct Scripted {
    /// What to do with the next mails; when it runs out, they are taken.
    pub outcomes: VecDeque<Outcome>,
    /// What was taken, in order.
    pub taken: Vec<Taken>,
}

/// A mail that a [`Scripted`] transport took.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Taken {
    /// The address it was for.
    pub to: String,
    /// Its bytes.
    pub message: Vec<u8>,
    /// Its key.
    pub key: String,
}

impl Transport for Scripted {
    fn send(&mut self, envelope_to: &str, message: &[u8], key: &str) -> Result<(), SendError> {
        let outcome = self.outcomes.pop_front().unwrap_or(Outcome::Sent);
        if matches!(outcome, Outcome::Sent | Outcome::AnswerLost) {
            self.taken.push(Taken {
                to: envelope_to.to_owned(),
                message: message.to_vec(),
                key: key.to_owned(),
            });
        }
        match outcome {
            Outcome::Sent => Ok(()),
            Outcome::Busy => Err(SendError::Temporary("the server is busy".to_owned())),
            Outcome::AnswerLost => Err(SendError::Temporary("the connection was cut".to_owned())),
            Outcome::Refused => Err(SendError::Permanent("no such mailbox".to_owned())),
        }
    }
}
