//! An entry in the making: what is filed, played and posted, until it is sealed as a draft.
//!
//! No effects: everything here is a function of the campaign with its log, the templates and `now`.

use super::forms::{Unmade, made};
use super::nonces;
use super::parts;
use crate::clock::Moment;
use crate::config::campaign::Partner;
use crate::desk::club::campaign::Campaign;
use crate::desk::club::errors::CampaignError;
use crate::desk::club::open::Club;
use crate::desk::club::partners::Hand;
use crate::desk::club::roster;
use crate::desk::entry::elsewhere::Elsewhere;
use crate::engine::dice::{Dice, Keys, hex};
use crate::engine::language::SheetText;
use crate::engine::seat::Seat;
use crate::report::Templates;
use crate::store::deadline::Moved;
use crate::store::draft::{Draft, LetterText, Submission};
use crate::store::entry::{Cause, DeskState, DiceNote, MailNote};
use crate::store::heard::Heard;
use crate::store::news::News;
use crate::store::outbox::Unsent;
use crate::store::witness;
use std::cell::RefCell;
use std::collections::BTreeMap;

/// An entry in the making.
pub struct EntryBuilder<'a> {
    /// The club.
    pub club: &'a Club,
    /// Its templates.
    pub templates: &'a Templates,
    /// The campaign; its table is at work.
    pub campaign: &'a mut Campaign,
    /// The one moment of this run.
    pub now: Moment,
    /// What the desk will know after it.
    pub desk: DeskState,
    /// How its dice are keyed.
    pub dice: DiceNote,
    /// Mails taken.
    mail: Vec<MailNote>,
    /// Submissions kept.
    orders: Vec<Submission>,
    /// What players wrote each other.
    letters: Vec<LetterText>,
    /// Files that came with orders, by the names under which they are kept.
    brought: BTreeMap<String, Vec<u8>>,
    /// What is printed in the newspaper of the turn that it publishes.
    news: Vec<News>,
    /// What people wrote meanwhile, for the search for leaks.
    heard: Heard,
    /// Order sheets as they were printed of the position that it is to keep, for the same.
    sheets: RefCell<BTreeMap<Seat, SheetText>>,
    /// What other campaigns are to note of absences, once it is committed.
    pub elsewhere: Vec<Elsewhere>,
    /// Sentences that concern every reader of a report.
    notes: Vec<String>,
    /// The same, for the report of one seat.
    own_notes: BTreeMap<Seat, Vec<String>>,
    /// Who has written the mail that is being answered, if they write for that seat.
    pub writer: Option<(Seat, Hand)>,
    /// The one person who gets what is posted to their seat now; `None`: all who play it.
    pub only: Option<Partner>,
    /// What has moved the deadline in this entry.
    moved: Vec<Moved>,
    /// The referee has closed the turn, regardless of who was missing.
    by_hand: bool,
    /// The referee has put state and book in place.
    placed: bool,
    /// It founds new dice.
    new_dice: bool,
    /// Mails posted.
    out: Vec<Unmade>,
    /// The mails of before that wait; `None`: nobody has asked yet.
    waiting: Option<Vec<Unsent>>,
    /// How many mails of a kind a reader gets, by the stem of their keys.
    pub(super) keys: BTreeMap<String, u32>,
}

/// How much there is of an entry in the making.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Made {
    /// Mails posted.
    pub mails: usize,
    /// Submissions kept.
    pub orders: usize,
}

impl<'a> EntryBuilder<'a> {
    /// Begins an entry after the one the campaign was opened at.
    pub fn begin(
        club: &'a Club,
        templates: &'a Templates,
        campaign: &'a mut Campaign,
        now: Moment,
    ) -> Self {
        let note = campaign.note();
        let desk = note.desk.clone();
        let dice = DiceNote {
            resolved: false,
            shown: None,
            ..note.dice.clone()
        };
        EntryBuilder::with(club, templates, campaign, now, desk, dice)
    }

    /// Begins an entry with a desk of its own: the first one.
    pub fn with(
        club: &'a Club,
        templates: &'a Templates,
        campaign: &'a mut Campaign,
        now: Moment,
        mut desk: DeskState,
        dice: DiceNote,
    ) -> Self {
        roster::begin(&mut desk, &campaign.config);
        EntryBuilder {
            club,
            templates,
            campaign,
            now,
            desk,
            dice,
            mail: Vec::new(),
            orders: Vec::new(),
            letters: Vec::new(),
            brought: BTreeMap::new(),
            news: Vec::new(),
            elsewhere: Vec::new(),
            notes: Vec::new(),
            own_notes: BTreeMap::new(),
            heard: Heard::default(),
            sheets: RefCell::default(),
            writer: None,
            only: None,
            moved: Vec::new(),
            placed: false,
            by_hand: false,
            new_dice: false,
            out: Vec::new(),
            waiting: None,
            keys: BTreeMap::new(),
        }
    }

    /// Takes the next link of the chain: this entry will draw.
    ///
    /// # Errors
    /// All links are used up.
    pub fn keyed_dice(&mut self) -> Result<Dice, String> {
        let seed = &self.campaign.seed.0;
        let keys = Keys::new(seed, self.dice.link + 1, self.dice.timeline)?;
        let keys = keys.salted(&self.campaign.salts(&self.desk));
        self.dice = DiceNote {
            timeline: keys.timeline,
            link: keys.link,
            resolved: true,
            shown: Some(hex(&keys.open)),
        };
        Ok(Dice::keyed(keys))
    }

    /// Founds new dice: the seed of the old ones is known to all. Their chain begins again, and
    /// players may add to them again: what they added before was known when this seed was sealed.
    pub fn found_dice(&mut self) {
        let (id, entry) = (self.campaign.id.clone(), self.campaign.next_number());
        self.campaign.seed = self.campaign.secret.new_seed(id.as_str(), entry);
        self.dice.link = 0;
        for seat in self.desk.seats.all_mut() {
            (seat.salt, seat.opened) = (None, false);
        }
        self.new_dice = true;
    }

    /// Notes a mail that it takes, and what became of it.
    pub fn note_mail(&mut self, note: MailNote) {
        self.mail.push(note);
    }

    /// Keeps a submission.
    pub fn keep(&mut self, submission: Submission) {
        self.orders.push(submission);
    }

    /// The submissions that it keeps so far.
    pub fn kept(&self) -> &[Submission] {
        &self.orders
    }

    /// Keeps what a player wrote to others.
    pub fn keep_letter(&mut self, letter: LetterText) {
        self.letters.push(letter);
    }

    /// Keeps a file that came with orders.
    pub fn keep_file(&mut self, name: String, bytes: Vec<u8>) {
        self.brought.insert(name, bytes);
    }

    /// A file that came with orders, of this entry or one before.
    ///
    /// # Errors
    /// An entry that is gone or altered; the disk's.
    pub fn brought(&self, name: &str) -> Result<Option<Vec<u8>>, CampaignError> {
        match (self.brought.get(name), &self.campaign.last) {
            (Some(bytes), _) => Ok(Some(bytes.clone())),
            (None, Some(_)) => Ok(self.campaign.log(&*self.club.fs).brought(name)?),
            (None, None) => Ok(None),
        }
    }

    /// Keeps what is printed in the newspaper of the turn that it publishes.
    pub fn print(&mut self, news: impl IntoIterator<Item = News>) {
        self.news.extend(news);
    }

    /// What people wrote meanwhile, for the search for leaks.
    pub fn heard(&mut self) -> &mut Heard {
        &mut self.heard
    }

    /// Remembers an order sheet that was printed of the position as it is, for the same search. One
    /// with advice counts as well where another was printed without.
    pub fn note_printed(&self, seat: Seat, mut sheet: SheetText) {
        let mut printed = self.sheets.borrow_mut();
        let before = printed.remove(&seat).unwrap_or_default();
        if sheet.advice.is_empty() {
            sheet.advice = before.advice;
        }
        printed.insert(seat, sheet);
    }

    /// Forgets the order sheets printed so far: the position is about to change.
    pub fn forget_printed(&mut self) {
        self.sheets.get_mut().clear();
    }

    /// Adds a sentence to what every reader of its reports is notified of.
    pub fn notify_readers(&mut self, sentence: String) {
        self.notes.push(sentence);
    }

    /// The same, before what they were notified of so far.
    pub fn notify_readers_first(&mut self, sentence: String) {
        self.notes.insert(0, sentence);
    }

    /// Adds a sentence to what one seat is notified of in its report.
    pub fn notify_reader(&mut self, seat: Seat, sentence: String) {
        self.own_notes.entry(seat).or_default().push(sentence);
    }

    /// What a seat is notified of in its report, besides what all are: once.
    pub fn take_own_notes(&mut self, seat: Seat) -> Vec<String> {
        self.own_notes.remove(&seat).unwrap_or_default()
    }

    /// The sentences that concern every reader of a report.
    pub fn notified_readers(&self) -> &[String] {
        &self.notes
    }

    /// Notes what has moved the deadline, oldest first.
    pub fn note_moved(&mut self, moved: Vec<Moved>) {
        self.desk.moved.extend(moved.iter().cloned());
        self.moved.extend(moved);
    }

    /// What has moved the deadline in this entry.
    pub fn moved(&self) -> &[Moved] {
        &self.moved
    }

    /// Notes that the referee has closed the turn, regardless of who was missing.
    pub fn note_by_hand(&mut self) {
        self.by_hand = true;
    }

    /// Whether the referee has closed the turn.
    pub fn is_by_hand(&self) -> bool {
        self.by_hand
    }

    /// Notes that the referee has put state and book in place: both are stored again, even if they
    /// are as they were after the last entry.
    pub fn note_placed(&mut self) {
        self.placed = true;
    }

    /// Whether it founds new dice: see [`EntryBuilder::found_dice`].
    pub fn has_new_dice(&self) -> bool {
        self.new_dice
    }

    /// The mails posted so far.
    pub(super) fn posted(&self) -> &[Unmade] {
        &self.out
    }

    /// Adds a mail to those posted.
    pub(super) fn add_mail(&mut self, mail: Unmade) {
        self.out.push(mail);
    }

    /// The number of the next submission, which is then taken.
    pub fn next_submission(&mut self) -> u32 {
        self.desk.submissions += 1;
        self.desk.submissions
    }

    /// The mails of entries before that have not left, oldest first.
    ///
    /// # Errors
    /// An entry that is gone or altered; the disk's.
    pub fn waiting(&mut self) -> Result<&[Unsent], CampaignError> {
        let waiting = match (self.waiting.take(), &self.campaign.last) {
            (Some(waiting), _) => waiting,
            (None, Some(last)) => self.campaign.log(&*self.club.fs).unsent_up_to(last)?,
            (None, None) => Vec::new(),
        };
        Ok(self.waiting.insert(waiting))
    }

    /// How many mails and submissions it holds so far.
    pub fn made(&self) -> Made {
        Made {
            mails: self.out.len(),
            orders: self.orders.len(),
        }
    }

    /// Seals the work as a draft: what changed, with its cause, and the mails with its witness.
    ///
    /// # Errors
    /// The disk; an address or text that no mail can carry.
    pub fn finish(mut self, cause: Cause) -> Result<Draft, CampaignError> {
        // So that looking for mails that wait costs nothing as a campaign grows old.
        // What is sent again begins to wait once more.
        if !matches!(cause, Cause::Resent { .. }) {
            let waits = self.waiting()?.first().map(|it| it.entry);
            let last = self.campaign.last.as_ref().map(|it| it.note.number);
            self.desk.delivered = match (waits, last) {
                (Some(first), _) => first.checked_sub(1),
                (None, Some(last)) => Some(last),
                (None, None) => self.desk.delivered,
            };
        }
        let EntryBuilder {
            club,
            campaign,
            desk,
            out,
            ..
        } = self;
        let mut draft = Draft {
            campaign: campaign.id.clone(),
            game: campaign.game.id().to_owned(),
            revision: campaign.game.revision(),
            told: campaign.game.told(),
            written: self.now,
            cause,
            desk,
            nonce: Some(nonces::next(campaign, &self.dice)),
            dice: self.dice.clone(),
            parts: parts::changed(campaign, self.placed, self.new_dice),
            mail: self.mail,
            salt: nonces::salt(campaign, &self.dice),
            orders: self.orders,
            letters: self.letters,
            brought: self.brought,
            out: out.iter().map(Unmade::without_bytes).collect(),
            news: self.news,
            heard: Heard::default(),
            sheets: BTreeMap::new(),
        };
        if !out.is_empty() {
            let entry = draft.clone().seal(campaign.last.as_ref());
            let witness = witness::of_note(&entry.note);
            let witness = witness.expect("an entry of ours has a nonce");
            draft.out = made(club, self.templates, out, &witness)?;
        }
        draft.heard = self.heard;
        draft.sheets = self.sheets.into_inner();
        Ok(draft)
    }
}
