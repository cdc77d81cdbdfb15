//! An entry in the making: what happened, before it is numbered, hashed and chained.
//!
//! Entries are made here alone, so that their numbers and hashes cannot be wrong.

use super::digest::Digest;
use super::entry::{
    Cause, Committed, DeskState, DiceNote, Entry, FileRef, Letter, MailKey, MailNote, Note,
    OrderNote, OutNote, Part,
};
use super::head;
use super::layout::{CampaignId, mail_file, orders_file};
use crate::clock::Moment;
use crate::engine::seat::Seat;
use std::collections::BTreeMap;

/// An entry before it is numbered and hashed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Draft {
    /// Whose it is.
    pub campaign: CampaignId,
    /// By which game's rules.
    pub game: String,
    /// The version of these rules.
    pub revision: u32,
    /// The `now` of this command.
    pub written: Moment,
    /// Why it exists.
    pub cause: Cause,
    /// What the desk knows after it.
    pub desk: DeskState,
    /// How its dice were keyed.
    pub dice: DiceNote,
    /// The texts of the parts that changed; the others stay where they lie.
    pub parts: BTreeMap<Part, String>,
    /// The mails it answers, in the order taken.
    pub mail: Vec<MailNote>,
    /// The submissions it keeps: number, seat, and text as read, passwords masked.
    pub orders: Vec<(u32, Seat, String)>,
    /// The mails it causes.
    pub out: Vec<OutDraft>,
}

/// A mail of a draft.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct OutDraft {
    /// Names its file and begins its Message-ID.
    pub key: MailKey,
    /// The address it is handed over for.
    pub to: String,
    /// Whose that is; `None`: the referee's or a stranger's.
    pub seat: Option<Seat>,
    /// What it is.
    pub what: Letter,
    /// The whole mail.
    pub bytes: Vec<u8>,
}

impl Draft {
    /// The number the entry will have: mails need it for their keys.
    pub fn number_after(last: Option<&Committed>) -> u32 {
        last.map_or(0, |it| it.note.number + 1)
    }

    /// Numbers the entry, chains it to the last one, and hashes what it holds. Parts get the line
    /// of comment on top, which reading them takes away again.
    pub fn seal(self, last: Option<&Committed>) -> Entry {
        let number = Draft::number_after(last);
        let comment = head::comment(Some(self.campaign.as_str()));
        let mut files = BTreeMap::new();
        let mut refs = last.map_or(BTreeMap::new(), |it| it.note.files.clone());
        for (part, text) in self.parts {
            let bytes = format!("{comment}{text}").into_bytes();
            let blake3 = Digest::of(&bytes);
            refs.insert(
                part,
                FileRef {
                    entry: number,
                    blake3,
                },
            );
            files.insert(part.file().to_owned(), bytes);
        }
        let mut orders = Vec::new();
        for (submission, seat, text) in self.orders {
            let blake3 = Digest::of(text.as_bytes());
            orders.push(OrderNote {
                submission,
                seat,
                blake3,
            });
            files.insert(orders_file(submission), text.into_bytes());
        }
        let mut out = Vec::new();
        for mail in self.out {
            files.insert(mail_file(mail.key.as_str()), mail.bytes.clone());
            out.push(OutNote {
                key: mail.key,
                to: mail.to,
                seat: mail.seat,
                what: mail.what,
                blake3: Digest::of(&mail.bytes),
            });
        }
        let note = Note {
            campaign: self.campaign,
            game: self.game,
            revision: self.revision,
            number,
            parent: last.map(|it| it.digest),
            written: self.written,
            program: head::program(),
            cause: self.cause,
            desk: self.desk,
            dice: self.dice,
            files: refs,
            mail: self.mail,
            orders,
            out,
        };
        Entry { note, files }
    }
}
