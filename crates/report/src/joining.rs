//! What people are answered who look for a seat.
//!
//! Not here: the words (`_common/seats.txt`), and finding it out (`desk::tick::open_seats`).

use super::text::counted;
use serde::{Deserialize, Serialize};
use std::ops::AddAssign;

/// A campaign that waits for players, as anybody may know it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct OpenTable {
    /// The name it will run under.
    pub campaign: String,
    /// The title of its game.
    pub title: String,
    /// Its seats, in table order.
    pub seats: Vec<OpenSeat>,
    /// How many are free.
    pub free: usize,
    /// When orders are due, in a sentence.
    pub pace: String,
    /// Whether nobody learns who plays what until the game is over.
    pub anonymous: bool,
    /// Which letters are passed on: `private`, `public`, `anonymous` or `none`.
    pub letters: String,
    /// What the referee says of it; may be empty.
    pub about: String,
}

/// A seat of a campaign that waits for players.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct OpenSeat {
    /// Its name, as orders have it.
    pub name: String,
    /// What it is called.
    pub title: String,
    /// Whether nobody has it.
    pub free: bool,
    /// Whether the program plays it.
    pub robot: bool,
}

/// What became of a mail of somebody who looks for a seat.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(tag = "joining", rename_all = "kebab-case")]
pub enum Joining {
    /// Here is what waits for players.
    Listed {
        /// All of it, by name.
        tables: Vec<OpenTable>,
    },
    /// The seat is theirs once they confirm a code.
    Asked {
        /// The code.
        code: String,
        /// The title of the seat, if they named one.
        seat: Option<String>,
        /// What they join.
        table: OpenTable,
    },
    /// They have a seat.
    Joined {
        /// Its title.
        seat: String,
        /// What they have joined.
        table: OpenTable,
    },
    /// The referee must admit them.
    Waits,
    /// They have a seat already.
    Already {
        /// Its title.
        seat: String,
    },
    /// The seat they named is not free.
    Taken {
        /// What they want to join.
        table: OpenTable,
    },
    /// All seats are taken.
    Full,
    /// No campaign of that name waits for players.
    NoSuch {
        /// Those that do.
        tables: Vec<OpenTable>,
    },
    /// The club takes no players from there.
    Refused,
    /// They have kept time too seldom for this club.
    Unreliable {
        /// How many of a hundred sheets must come in time.
        percent: u8,
        /// How theirs came, in words.
        record: String,
    },
    /// They have no seat and wait for none any more.
    Left,
    /// The referee has taken the campaign back, before it began.
    TakenBack,
    /// They stand by for seats.
    StandsBy {
        /// For which campaign; empty: any.
        campaign: String,
        /// Their place among those who stand by for it, from 1.
        place: usize,
    },
    /// They stand by no longer.
    StandsDown {
        /// Whether they did.
        any: bool,
    },
    /// So many stand by that nobody else can.
    ListFull,
    /// A seat is offered to them.
    Offered {
        /// The code that takes it.
        code: String,
        /// The seat.
        seat: OfferedSeat,
        /// Until when, as printed.
        until: String,
    },
    /// They have taken it.
    Takes {
        /// For which days, as printed; empty: for good.
        dates: String,
    },
    /// It is offered to somebody else by now.
    TooLate,
}

/// How somebody has kept time: how many of the sheets they owed came how.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct TimeKept {
    /// By the deadline.
    pub on_time: u32,
    /// After it.
    pub late: u32,
    /// Not at all.
    pub missed: u32,
    /// How many seats they have left before the game was over.
    pub left: u32,
}

impl AddAssign for TimeKept {
    fn add_assign(&mut self, other: Self) {
        self.on_time += other.on_time;
        self.late += other.late;
        self.missed += other.missed;
        self.left += other.left;
    }
}

impl TimeKept {
    /// How many sheets were owed.
    pub fn owed(self) -> u32 {
        self.on_time + self.late + self.missed
    }

    /// In words: `34 order sheets on time, 2 late; 1 seat left before the game was over`.
    pub fn said(self) -> String {
        let mut said = counted(self.on_time, "order sheet", "order sheets") + " on time";
        for (count, how) in [(self.late, "late"), (self.missed, "missed")] {
            if count > 0 {
                said += &format!(", {count} {how}");
            }
        }
        if self.left > 0 {
            let seats = counted(self.left, "seat", "seats");
            said += &format!("; {seats} left before the game was over");
        }
        said
    }
}

/// A seat that is offered to somebody who stands by.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct OfferedSeat {
    /// The title of the game.
    pub title: String,
    /// What the seat is called.
    pub seat: String,
    /// For which days, as printed; empty: for good.
    pub dates: String,
    /// When orders are due, in a sentence.
    pub pace: String,
    /// When they are due next, as printed; may be empty.
    pub deadline: String,
}

impl Joining {
    /// The same for the ledger.
    pub fn words(&self) -> &'static str {
        match self {
            Joining::Listed { .. } => "its sender was sent what waits for players",
            Joining::Asked { .. } => "its sender was sent a code for a seat",
            Joining::Joined { .. } => "its sender has a seat now",
            Joining::Waits => "its sender waits for you to admit them",
            Joining::Already { .. } => "its sender has a seat there already",
            Joining::Taken { .. } => "the seat that it asks for is not free",
            Joining::Full => "all seats of the campaign are taken",
            Joining::NoSuch { .. } => "no campaign of that name waits for players",
            Joining::Refused => "its sender is not allowed to join",
            Joining::Unreliable { .. } => "its sender has kept time too seldom (min_on_time)",
            Joining::Left => "its sender waits for no seat any more",
            Joining::TakenBack => "the campaign waits for players no longer",
            Joining::StandsBy { .. } => "its sender stands by for seats",
            Joining::StandsDown { .. } => "its sender stands by no longer",
            Joining::ListFull => "too many stand by already",
            Joining::Offered { .. } => "a seat is offered to its sender",
            Joining::Takes { .. } => "its sender takes the seat that was offered",
            Joining::TooLate => "the seat that was offered has gone to somebody else",
        }
    }

    /// The same as a subject.
    pub(super) fn subject(&self) -> String {
        match self {
            Joining::Listed { tables } | Joining::NoSuch { tables } if tables.is_empty() => {
                "no campaign is looking for players".to_owned()
            }
            Joining::Listed { .. } => "campaigns that are looking for players".to_owned(),
            Joining::Asked { .. } => "a question: do you want to join?".to_owned(),
            Joining::Joined { seat, .. } => format!("you play {seat}"),
            Joining::Waits => "the referee decides about your seat".to_owned(),
            Joining::Already { seat } => format!("you play {seat} already"),
            Joining::Taken { .. } => "that seat is not free".to_owned(),
            Joining::Full => "all seats are taken".to_owned(),
            Joining::NoSuch { .. } => "there is no such campaign to join".to_owned(),
            Joining::Refused | Joining::Unreliable { .. } => "you cannot join".to_owned(),
            Joining::Left => "you have no seat in it now".to_owned(),
            Joining::TakenBack => "it does not begin".to_owned(),
            Joining::StandsBy { .. } => "you stand by for seats".to_owned(),
            Joining::StandsDown { .. } => "you stand by no longer".to_owned(),
            Joining::ListFull => "the standby list is full".to_owned(),
            Joining::Offered { seat, .. } if seat.dates.is_empty() => {
                format!("a question: do you want to play {}?", seat.seat)
            }
            Joining::Offered { seat, .. } => {
                format!("a question: do you want to play {} for a time?", seat.seat)
            }
            Joining::Takes { .. } => "the seat is yours".to_owned(),
            Joining::TooLate => "the seat is not free any more".to_owned(),
        }
    }
}
