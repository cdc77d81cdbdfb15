//! An entry in the making: what it will hold, and how it is sealed.
//!
//! Not here: what a sealed one says (`entry`), and how it is committed (`commit`).

use super::desk_state::DeskState;
use super::digest::Digest;
use super::entry::{
    BroughtNote, Cause, Committed, DiceNote, Earlier, Entry, FileRef, LetterNote, MailKey,
    MailNote, Note, OrderNote, OutNote, Reply, StateFile,
};
use super::heard::Heard;
use super::layout::{CampaignId, TEXTS_FILE, brought_file, letters_file, orders_file};
use super::letter::{Letter, Topic};
use super::news::News;
use super::private::{self, PRIVATE_FILE};
use super::texts::{SentText, Texts};
use packetboat_core::clock::Moment;
use packetboat_core::engine::language::SheetText;
use packetboat_core::engine::seat::Seat;
use packetboat_core::lang::sheet::SheetNo;
use packetboat_core::textfile::head;
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
    /// The version of what is recorded of the results of orders.
    pub told: u32,
    /// The `now` of this command.
    pub written: Moment,
    /// Why it exists.
    pub cause: Cause,
    /// What the desk knows after it.
    pub desk: DeskState,
    /// How its dice were keyed.
    pub dice: DiceNote,
    /// See [`Note::nonce`].
    pub nonce: Option<String>,
    /// The texts of the parts that changed; the others stay where they are.
    pub parts: BTreeMap<StateFile, String>,
    /// The mails it answers, in the order taken.
    pub mail: Vec<MailNote>,
    /// See [`Note::private`]: what the salts of its private files are made from, which nobody can
    /// guess.
    pub salt: String,
    /// The submissions it keeps.
    pub orders: Vec<Submission>,
    /// What players wrote each other with it.
    pub letters: Vec<LetterText>,
    /// Files that came with orders, by the names under which they are kept.
    pub brought: BTreeMap<String, Vec<u8>>,
    /// The mails it causes.
    pub out: Vec<OutDraft>,
    /// See [`Note::news`].
    pub news: Vec<News>,
    /// What people wrote meanwhile: for the search before it is committed, and never written.
    pub heard: Heard,
    /// Order sheets as they were printed of the position that it keeps, for the same.
    pub sheets: BTreeMap<Seat, SheetText>,
}

/// A submission that is kept.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Submission {
    /// Its number in the campaign.
    pub number: u32,
    /// The seat that sent the sheet.
    pub seat: Seat,
    /// See [`OrderNote::sheet`].
    pub sheet: Option<SheetNo>,
    /// See [`OrderNote::lines`].
    pub lines: Vec<(u32, String)>,
    /// Its text as read, passwords masked.
    pub text: String,
}

/// A letter between players.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LetterText {
    /// The seat that writes; `None`: it is not named.
    pub from: Option<Seat>,
    /// To whom.
    pub to: Vec<Seat>,
    /// The letter.
    pub text: String,
}

impl LetterText {
    /// As it is kept.
    fn written(&self) -> String {
        let to: Vec<&str> = self.to.iter().map(Seat::as_str).collect();
        let from = self.from.as_ref().map_or("nobody named", Seat::as_str);
        format!(
            "From: {from}\nTo: {}\n\n{}\n",
            to.join(", "),
            self.text.trim_end()
        )
    }
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
    /// What the token is made for that is put in as it is handed over.
    pub reply: Option<Reply>,
    /// The seat whose letter it passes on.
    pub writer: Option<Seat>,
    /// The whole mail, without that token.
    pub bytes: Vec<u8>,
    /// What is kept of it.
    pub text: SentText,
    /// What its parts say: for the search before it is committed.
    pub says: Says,
    /// See [`OutNote::topic`].
    pub topic: Option<Topic>,
    /// See [`OutNote::instead_of`].
    pub instead_of: Vec<Earlier>,
}

/// What the parts of a mail say, before they are encoded.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Says {
    /// The text, and what else it has of HTML, a calendar, and scenes of pictures.
    pub texts: Vec<String>,
    /// Its data, as JSON.
    pub data: Option<String>,
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
            let bytes = match part {
                // Its own line of comment: whether it has changed is seen by its hash.
                StateFile::Settings => text.into_bytes(),
                StateFile::State
                | StateFile::Book
                | StateFile::Journal
                | StateFile::Foundation
                | StateFile::Texts => format!("{comment}{text}").into_bytes(),
            };
            let blake3 = Digest::of(&bytes);
            let entry = number;
            refs.insert(part, FileRef { entry, blake3 });
            files.insert(part.file().to_owned(), bytes);
        }
        let mut private = |path: String, text: &str| {
            let bytes = private::salted(&self.salt, &path, text).into_bytes();
            let blake3 = Digest::of(&bytes);
            files.insert(path, bytes);
            blake3
        };
        let orders = self.orders.into_iter().map(|order| OrderNote {
            submission: order.number,
            seat: order.seat,
            sheet: order.sheet,
            lines: order.lines,
            blake3: private(orders_file(order.number), &order.text),
        });
        let orders = orders.collect();
        let letters = (1..).zip(&self.letters).map(|(number, letter)| LetterNote {
            blake3: private(letters_file(number), &letter.written()),
        });
        let letters = letters.collect();
        let brought = brought(self.brought, &mut files);
        let (out, texts, mails) = sealed(self.out, &self.salt);
        files.extend(texts.map(|it| (TEXTS_FILE.to_owned(), it)));
        let mut note = Note {
            campaign: self.campaign,
            game: self.game,
            revision: self.revision,
            number,
            told: self.told,
            parent: last.map(|it| it.digest),
            written: self.written,
            program: head::program(),
            cause: self.cause,
            desk: self.desk,
            dice: self.dice,
            nonce: self.nonce,
            private: None,
            original: None,
            files: refs,
            mail: self.mail,
            orders,
            letters,
            brought,
            out,
            news: self.news,
        };
        let (_, private) = note.parts();
        let private = private::text(note.campaign.as_str(), private, &self.salt).into_bytes();
        note.private = Some(Digest::of(&private));
        files.insert(PRIVATE_FILE.to_owned(), private);
        Entry { note, files, mails }
    }
}

/// Adds what came with orders to the files of an entry; what it notes of them.
fn brought(
    all: BTreeMap<String, Vec<u8>>,
    files: &mut BTreeMap<String, Vec<u8>>,
) -> Vec<BroughtNote> {
    let notes = all.into_iter().map(|(name, bytes)| {
        let blake3 = Digest::of(&bytes);
        files.insert(brought_file(&name), bytes);
        BroughtNote { name, blake3 }
    });
    notes.collect()
}

/// Whole mails, by their keys.
type Mails = Vec<(MailKey, Vec<u8>)>;

/// What an entry notes of its mails, the file of what they say, and the mails.
fn sealed(out: Vec<OutDraft>, salt: &str) -> (Vec<OutNote>, Option<Vec<u8>>, Mails) {
    let mut texts = Texts::new(salt);
    let mut mails = Mails::new();
    let notes = out.into_iter().map(|mail| {
        let note = OutNote {
            to: mail.to,
            seat: mail.seat,
            what: mail.what,
            reply: mail.reply,
            writer: mail.writer,
            blake3: Digest::of(&mail.bytes),
            text: Some(texts.add(&mail.key, &mail.text)),
            packed: false,
            topic: mail.topic,
            instead_of: mail.instead_of,
            key: mail.key.clone(),
        };
        mails.push((mail.key, mail.bytes));
        note
    });
    let notes = notes.collect();
    (notes, texts.packed(), mails)
}
