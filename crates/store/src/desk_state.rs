//! What the desk knows of a campaign besides its configuration and its game, as each entry's note
//! has it.
//!
//! Not here: the rest of a note (`entry`).

use super::letter::Letter;
use super::news::Unprinted;
use super::outage::Outages;
use super::question::{
    Answered, AskedToday, Ending, Known, Letters, Pressed, Question, Unanswered,
};
use packetboat_core::clock::Moment;
use packetboat_core::clock::civil::Dates;
use packetboat_core::engine::rules::Standing;
use packetboat_core::engine::seat::{Seat, Viewer};
use packetboat_core::lang::sheet::SheetNo;
use packetboat_core::textfile::plain::is_default;
use serde::{Deserialize, Serialize};
use std::collections::{BTreeMap, BTreeSet};

/// What the desk knows of a campaign, besides its configuration and its game.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct DeskState {
    /// What the campaign waits for.
    pub stop: Stop,
    /// The seats called, in table order; none when it is over.
    pub called: Vec<Seat>,
    /// When the report went out that called them.
    pub asked_at: Moment,
    /// While a question is asked by mail: the entry whose position all others still see; `None`:
    /// everybody sees what has been played.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub published: Option<u32>,
    /// The entry up to which seats see the batch that were asked in it before.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub told: BTreeMap<Seat, u32>,
    /// What the others have filed while a question is asked by mail, oldest first: it counts when
    /// the batch is over.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub ahead: Vec<Ahead>,
    /// The deadline they were told; `None`: only the referee closes this stop.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub deadline: Option<Moment>,
    /// When the last sheet for this stop came in.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub last_sheet_at: Option<Moment>,
    /// Why it stands still, if it does.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub held: Option<String>,
    /// Whether silence may hold it at this stop.
    #[serde(default)]
    pub silence: Silence,
    /// Number of the last submission; 0: none yet.
    pub submissions: u32,
    /// All mails of entries up to this one have been sent or have failed for good; `None`: not
    /// even those of entry 0.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub delivered: Option<u32>,
    /// Reports that wait for review may go out up to this entry; `None`: none was released.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub released: Option<u32>,
    /// The newest entry whose reports are for review; `None`: there was none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub for_review: Option<u32>,
    /// Entries that tell nothing any more: the referee went back before their mails had left. Of
    /// these only letters and notices still go out.
    #[serde(default, skip_serializing_if = "BTreeSet::is_empty")]
    pub withdrawn: BTreeSet<u32>,
    /// When the referee has looked at what closing the turn would bring; the next report of a turn
    /// says so.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub looked: Vec<Moment>,
    /// When seats were last reminded of this stop.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub reminded: BTreeMap<Seat, Moment>,
    /// How many sheets seats have missed in a row; 0 is left out.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub missed: BTreeMap<Seat, u32>,
    /// The entry of each seat's last report.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub reported: BTreeMap<Seat, u32>,
    /// Hashes of the order sheets last mailed to each seat: a block that equals one of them is a
    /// quotation.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub sheets: BTreeMap<Seat, Vec<String>>,
    /// Whether mails to a seat have an HTML part, where its player has said so; else what
    /// `campaign.toml` says counts.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub html: BTreeMap<Seat, bool>,
    /// The deadline that mails have told the calendar of each seat that wants it there.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub calendar: BTreeMap<Seat, OnCalendar>,
    /// By name, the marks of the pictures that each seat was shown last, of those that go out only
    /// if they have changed.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub pictures: BTreeMap<Seat, BTreeMap<String, String>>,
    /// How all stood when each sheet was called for, as far as everybody may know.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub course: Vec<Standing>,
    /// When a seat was last told that somebody without proof wrote in its name.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub warned: BTreeMap<Seat, Moment>,
    /// When a seat was last asked about, or answered to, a mail with the marks of a machine.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub marked: BTreeMap<Seat, Moment>,
    /// What players have been asked and have not confirmed, oldest first.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub asked: Vec<Question>,
    /// How many questions about orders each seat got in the day that began with the first of them.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub asking: BTreeMap<Seat, AskedToday>,
    /// How many mails that prove nothing each seat was not asked about, until it is told.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub unasked: BTreeMap<Seat, u32>,
    /// Lines that ended mails of each seat in its own words, newest last: what ends several that
    /// differ above it is a signature.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub endings: BTreeMap<Seat, Vec<Ending>>,
    /// From where mails of each seat count besides its registered address.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub known: BTreeMap<Seat, Known>,
    /// What buttons of each seat's mails did in the day that began with the first of them.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub pressed: BTreeMap<Seat, Pressed>,
    /// Number of the last question; 0: none yet.
    #[serde(default, skip_serializing_if = "is_default")]
    pub questions: u32,
    /// Addresses that players have confirmed, until the roster has them.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub moving: BTreeMap<Seat, String>,
    /// How much each seat has been answered in the day that began with the first of the answers.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub answered: BTreeMap<Seat, Answered>,
    /// What became of the mails of these seats beyond the answers of that day, until they are told.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub unanswered: BTreeMap<Seat, Unanswered>,
    /// How often each seat has written to others in the last turn in which it did.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub letters: BTreeMap<Seat, Letters>,
    /// What waits for the newspaper, in the order taken.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub news: Vec<Unprinted>,
    /// How often words of each seat went to the referee in the day that began with the first.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub words: BTreeMap<Seat, Answered>,
    /// When players said that they are away: `2026-12-24..2027-01-02`.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub away: BTreeMap<Seat, Vec<Dates>>,
    /// By how many days in all deadlines were moved for absences of a seat.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub stretched: BTreeMap<Seat, u32>,
    /// What players have added to the dice, in their own words.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub salts: BTreeMap<Seat, String>,
    /// Seats that a gate has called that is closed by now, or that have changed hands: they add
    /// nothing to the dice any more.
    #[serde(default, skip_serializing_if = "BTreeSet::is_empty")]
    pub opened: BTreeSet<Seat>,
    /// Seats whose players have resigned, until somebody else sits there.
    #[serde(default, skip_serializing_if = "BTreeSet::is_empty")]
    pub left: BTreeSet<Seat>,
    /// What gaps between ticks have done to the deadline; `None`: nothing yet.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub outages: Option<Outages>,
    /// Who sits where, as the desk has taken it; what campaign.toml says else is an edit that
    /// waits. Empty: entries of before did not say.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub roster: BTreeMap<Seat, String>,
}

/// A submission that waits until the batch is over.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Ahead {
    /// Whose it is.
    pub seat: Seat,
    /// Its number.
    pub submission: u32,
    /// The sheet of its opener.
    pub sheet: SheetNo,
    /// Its lines.
    pub body: String,
}

/// A deadline in a player's calendar.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct OnCalendar {
    /// The sheet it is of.
    pub sheet: String,
    /// When it is.
    pub at: Moment,
}

impl DeskState {
    /// Of a campaign that begins, before its first stop is known.
    pub fn beginning(now: Moment) -> Self {
        DeskState {
            stop: Stop::Gate,
            called: Vec::new(),
            asked_at: now,
            published: None,
            told: BTreeMap::new(),
            ahead: Vec::new(),
            deadline: None,
            last_sheet_at: None,
            held: None,
            silence: Silence::Suspicious,
            submissions: 0,
            delivered: None,
            released: None,
            for_review: None,
            withdrawn: BTreeSet::new(),
            looked: Vec::new(),
            reminded: BTreeMap::new(),
            missed: BTreeMap::new(),
            reported: BTreeMap::new(),
            sheets: BTreeMap::new(),
            html: BTreeMap::new(),
            calendar: BTreeMap::new(),
            pictures: BTreeMap::new(),
            course: Vec::new(),
            marked: BTreeMap::new(),
            warned: BTreeMap::new(),
            asked: Vec::new(),
            asking: BTreeMap::new(),
            unasked: BTreeMap::new(),
            endings: BTreeMap::new(),
            known: BTreeMap::new(),
            pressed: BTreeMap::new(),
            questions: 0,
            moving: BTreeMap::new(),
            answered: BTreeMap::new(),
            unanswered: BTreeMap::new(),
            letters: BTreeMap::new(),
            news: Vec::new(),
            words: BTreeMap::new(),
            away: BTreeMap::new(),
            stretched: BTreeMap::new(),
            salts: BTreeMap::new(),
            opened: BTreeSet::new(),
            left: BTreeSet::new(),
            outages: None,
            roster: BTreeMap::new(),
        }
    }

    /// Whether reports wait until the referee has looked at them. Until then nobody knows of the
    /// stop, so nothing falls due.
    pub fn is_under_review(&self) -> bool {
        self.for_review > self.released
    }

    /// Whether this viewer sees a batch as far as it has been played, or else as it was published
    /// last: a question asked by mail in its midst tells nobody else anything.
    pub fn sees_batch(&self, viewer: Viewer) -> bool {
        match viewer {
            _ if self.stop != Stop::Interrupt => true,
            Viewer::Seat(seat) => self.called.contains(&seat),
            Viewer::Referee => true,
            Viewer::Public => false,
        }
    }

    /// The entry whose position a seat sees that is asked nothing now, while a question is asked
    /// by mail.
    pub fn told_of(&self, seat: Seat) -> Option<u32> {
        self.told.get(&seat).copied().or(self.published)
    }

    /// The entry whose position this viewer sees, if it is not that of the last one.
    pub fn shown_to(&self, viewer: Viewer) -> Option<u32> {
        match viewer {
            _ if self.sees_batch(viewer) => None,
            Viewer::Seat(seat) => self.told_of(seat),
            Viewer::Public | Viewer::Referee => self.published,
        }
    }

    /// Whether a mail that an entry causes may go out.
    pub fn lets_out(&self, entry: u32, what: Letter) -> bool {
        let waits = what == Letter::ReportForReview && self.released < Some(entry);
        !waits && !self.is_withdrawn(entry, what)
    }

    /// Whether a mail that an entry causes never goes out.
    pub fn is_withdrawn(&self, entry: u32, what: Letter) -> bool {
        tells_of_play(what) && self.withdrawn.contains(&entry)
    }
}

/// Whether a mail tells of the position or the orders in force, so that going back makes it untrue.
pub fn tells_of_play(what: Letter) -> bool {
    match what {
        Letter::Report | Letter::ReportForReview | Letter::Receipt | Letter::Reminder => true,
        Letter::Refusal | Letter::Note => false,
    }
}

/// What a campaign waits for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Stop {
    /// Sheets.
    Gate,
    /// An answer by mail, in the middle of a turn.
    Interrupt,
    /// Nothing: the game is over.
    Over,
}

/// Whether the silence of many may hold a campaign.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Silence {
    /// It may, if the schedule says so.
    #[default]
    Suspicious,
    /// The referee has looked and released it: at this stop, silence is what it seems.
    Believed,
}
