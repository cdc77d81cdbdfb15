//! Mails that were handed over, and what became of them.
//!
//! Not here: how they leave (`delivery`), and what is in them (`secrets`).

use super::places::path;
use packetboat::desk::outbox::retry;
use packetboat::mail::transport::Outcome;
use packetboat::store::layout::CampaignId;
use packetboat::store::memfs::MemFs;
use std::collections::BTreeMap;
use std::path::PathBuf;

/// What became of the mails of one key.
#[derive(Debug, Clone)]
struct Taken {
    hash: blake3::Hash,
    /// Whether a second copy may follow: the answer was lost, or the power was cut before it
    /// could be noted.
    again: bool,
    refused: bool,
    /// How often it was tried in vain.
    tries: u32,
    reached: bool,
}

/// All mails that were handed over, by key.
#[derive(Debug, Clone, Default)]
pub(super) struct Sent(BTreeMap<String, Taken>);

/// One mail handed over.
pub(super) struct Taking {
    /// Its key.
    pub(super) key: String,
    /// The address.
    pub(super) to: String,
    /// Its bytes.
    pub(super) bytes: Vec<u8>,
    /// What was done with it.
    pub(super) outcome: Outcome,
    /// How it left.
    pub(super) way: Way,
}

/// How mails leave.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Way {
    /// One by one, each with an answer.
    Line,
    /// Into the club's folder, where many are made safe together.
    Folder,
}

/// Where the folder transport puts the mail of a key.
fn in_folder(key: &str) -> PathBuf {
    path(&format!("mail/out/{key}.eml"))
}

impl Taking {
    /// Whether it was taken and said so.
    pub(super) fn is_smooth(&self) -> bool {
        self.outcome == Outcome::Sent
    }

    /// Whether it reached its reader; one in the folder did if it is there, whatever happened.
    pub(super) fn reaches(&self, disk: &MemFs) -> bool {
        match self.way {
            Way::Line => matches!(self.outcome, Outcome::Sent | Outcome::AnswerLost),
            Way::Folder => disk.bytes(&in_folder(&self.key)).as_deref() == Some(&self.bytes[..]),
        }
    }

    /// Invariant 16, of the folder: what is said to be sent is safe there.
    pub(super) fn is_safe(&self, disk: &MemFs) -> bool {
        let said = self.way == Way::Folder && self.outcome == Outcome::Sent;
        !said || (self.reaches(disk) && disk.is_safe(&in_folder(&self.key)))
    }
}

impl Sent {
    /// Whether a mail of this key reached somebody.
    pub(super) fn reached(&self, key: &str) -> bool {
        self.0.get(key).is_some_and(|it| it.reached)
    }

    /// Whether it was refused permanently, or tried as often as mails are.
    pub(super) fn refused(&self, key: &str) -> bool {
        let given_up = |it: &Taken| it.tries >= retry::TRIES_MAX;
        self.0.get(key).is_some_and(|it| it.refused || given_up(it))
    }

    /// Invariant 16: notes a mail that was handed over; at most identical duplicates, and those
    /// only where there is a reason. `unsure`: what was sent may not have been marked.
    pub(super) fn note(&mut self, taking: &Taking, unsure: bool) -> Result<(), String> {
        let Taking { key, outcome, .. } = taking;
        let hash = blake3::hash(&taking.bytes);
        let new = Taken {
            hash,
            again: true,
            refused: false,
            tries: 0,
            reached: false,
        };
        let taken = self.0.entry(key.clone()).or_insert(new);
        if taken.hash != hash {
            return Err(format!("16: {key} left twice and differs"));
        }
        if !taken.again {
            return Err(format!("16: {key} left twice without a reason"));
        }
        taken.again = *outcome != Outcome::Sent || unsure;
        taken.refused |= *outcome == Outcome::Refused;
        let in_vain = matches!(outcome, Outcome::Busy | Outcome::AnswerLost);
        taken.tries += u32::from(in_vain);
        Ok(())
    }

    /// Notes that a mail of this key reached its reader.
    pub(super) fn note_reached(&mut self, key: &str) {
        if let Some(taken) = self.0.get_mut(key) {
            taken.reached = true;
        }
    }

    /// Forgets a campaign that is over.
    pub(super) fn forget(&mut self, id: &CampaignId) {
        let start = format!("{id}.");
        self.0.retain(|key, _| !key.starts_with(&start));
    }
}
