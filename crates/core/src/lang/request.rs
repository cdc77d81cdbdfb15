//! What a player asks for besides ordering.

use super::sheet::SheetNo;

/// What a player asks for besides ordering.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Request {
    /// The report again that asked for that sheet (without a part: for any of that turn), or the
    /// last one.
    Report(Option<SheetNo>),
    /// How far the campaign is, and the whole position.
    Status,
    /// The next deadlines, and why each is where it is.
    Schedule,
    /// How the dice are checked.
    Dice,
    /// The forms of an order, or of all; or what a term of the game means.
    Help(Option<String>),
    /// A chapter of the game's handbook, by its number or words of its title; or which there are.
    Handbook(Option<String>),
    /// The map around a place, as written; or the whole map.
    Map(Option<String>),
    /// The voyages of that turn again, or of the last one.
    Voyages(Option<u32>),
    /// Why lines of the last report ended as they did.
    Why(Which),
    /// Mail to go to another address.
    Address(String),
    /// What a mail of ours asked about, by its code.
    Confirm(String),
    /// Words of a player's own for the dice.
    Salt(String),
    /// What the player votes for, or that earlier votes are taken back.
    Vote(Vote),
    /// Somebody who plays the seat from one day to another, as `2026-12-24`; none any more.
    Substitute(Option<(String, String)>),
    /// Notices and reminders of all campaigns in one mail a day from now on, or at once.
    Digest {
        /// In one mail a day.
        daily: bool,
    },
    /// Mails with an HTML part from now on, or without.
    Format {
        /// With one.
        html: bool,
    },
}

impl Request {
    /// Whether it does what only its player may: moving their mails, saying yes, adding to the
    /// dice, voting. All others only ask, or are about the form of mails.
    pub fn is_deed(&self) -> bool {
        match self {
            Request::Address(_)
            | Request::Confirm(_)
            | Request::Salt(_)
            | Request::Vote(_)
            | Request::Substitute(_) => true,
            Request::Report(_)
            | Request::Status
            | Request::Schedule
            | Request::Dice
            | Request::Help(_)
            | Request::Handbook(_)
            | Request::Map(_)
            | Request::Voyages(_)
            | Request::Why(_)
            | Request::Digest { .. }
            | Request::Format { .. } => false,
        }
    }
}

/// What a player may vote for. Votes are secret, and are counted later.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Vote {
    /// More time for the orders of this turn: so many hours.
    Extend(u32),
    /// That the game ends now in a draw of those who are in play.
    Draw,
    /// That the game ends now, and this seat, by its name, has won.
    Concede(String),
    /// That the game ends now, and all are placed as they are.
    End,
    /// Takes all votes back.
    None,
}

/// The lines that a question is about, of those whose end the last report has given.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Which {
    /// All that were passed over, or done in part.
    Short,
    /// Those with these numbers.
    Numbered(Vec<u32>),
    /// Those that begin so.
    Begins(String),
}
