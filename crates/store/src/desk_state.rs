//! What the desk knows of a campaign besides its configuration and its game, as each entry's note
//! has it.
//!
//! Not here: what it knows of each seat (`seat_desk`), and the rest of a note (`entry`).

use super::deadline::Moved;
use super::letter::Letter;
use super::news::{Unprinted, Unsigned};
use super::outage::Outages;
use super::question::Question;
use super::seat_desk::Seats;
use packetboat_core::clock::Moment;
use packetboat_core::engine::pages::Standing;
use packetboat_core::engine::rules::Agreed;
use packetboat_core::engine::seat::{Seat, Viewer};
use packetboat_core::lang::sheet::SheetNo;
use packetboat_core::textfile::plain::is_default;
use serde::{Deserialize, Serialize};
use std::collections::BTreeSet;

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
    /// What the others have filed while a question is asked by mail, oldest first: it counts when
    /// the batch is over.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub ahead: Vec<Ahead>,
    /// The deadline they were given; `None`: only the referee closes this stop.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub deadline: Option<Moment>,
    /// What has moved that deadline since the stop began, oldest first.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub moved: Vec<Moved>,
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
    /// All mails of entries up to this one have been sent or have failed permanently; `None`: not
    /// even those of entry 0.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub delivered: Option<u32>,
    /// Reports that wait for review may go out up to this entry; `None`: none was released.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub released: Option<u32>,
    /// The newest entry whose reports are for review; `None`: there was none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub for_review: Option<u32>,
    /// Entries that say nothing any more: the referee went back before their mails had left. Of
    /// these only letters and notices still go out.
    #[serde(default, skip_serializing_if = "BTreeSet::is_empty")]
    pub withdrawn: BTreeSet<u32>,
    /// When the referee has looked at what closing the turn would bring; the next report of a turn
    /// says so.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub looked: Vec<Moment>,
    /// The standing of all when each sheet was called for, as far as everybody may know.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub course: Vec<Standing>,
    /// What players have been asked and have not confirmed, oldest first.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub asked: Vec<Question>,
    /// Number of the last question; 0: none yet.
    #[serde(default, skip_serializing_if = "is_default")]
    pub questions: u32,
    /// What waits for the newspaper, in the order taken.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub news: Vec<Unprinted>,
    /// Letters without the name of their writer that have not gone out yet, in the order of their
    /// texts: nobody, not even this, says who wrote them.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub unsigned: Vec<Unsigned>,
    /// What gaps between ticks have done to the deadline; `None`: nothing yet.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub outages: Option<Outages>,
    /// The end that the players have agreed on, if that is how it is over.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub agreed: Option<Agreed>,
    /// When a player was last lost who had a vote: what was agreed on before is counted after it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub fewer_voters: Option<Moment>,
    /// What it knows of each seat.
    #[serde(default, skip_serializing_if = "Seats::is_empty")]
    pub seats: Seats,
}

/// A submission that waits until the batch is over.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Ahead {
    /// Whose it is.
    pub seat: Seat,
    /// The number of the sheet among all that were filed.
    pub submission: u32,
    /// The sheet of its opener.
    pub sheet: SheetNo,
    /// Its lines.
    pub body: String,
}

impl DeskState {
    /// Of a campaign that begins, before its first stop is known.
    pub fn beginning(now: Moment) -> Self {
        DeskState {
            stop: Stop::Gate,
            called: Vec::new(),
            asked_at: now,
            published: None,
            ahead: Vec::new(),
            deadline: None,
            moved: Vec::new(),
            last_sheet_at: None,
            held: None,
            silence: Silence::Suspicious,
            submissions: 0,
            delivered: None,
            released: None,
            for_review: None,
            withdrawn: BTreeSet::new(),
            looked: Vec::new(),
            course: Vec::new(),
            asked: Vec::new(),
            questions: 0,
            news: Vec::new(),
            unsigned: Vec::new(),
            outages: None,
            agreed: None,
            fewer_voters: None,
            seats: Seats::default(),
        }
    }

    /// Whether reports wait until the referee has looked at them. Until then nobody knows of the
    /// stop, so nothing falls due.
    pub fn is_under_review(&self) -> bool {
        self.for_review > self.released
    }

    /// Whether this viewer sees a batch as far as it has been played, or else as it was published
    /// last: a question asked by mail during it shows nobody else anything.
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
        self.seats.get(seat).told.or(self.published)
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

/// Whether a mail is about the position or the orders in force, so that going back makes it untrue.
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
    /// Sheets are waited for.
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
