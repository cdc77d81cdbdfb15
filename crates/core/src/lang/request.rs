//! What a player asks for besides ordering.

/// What a player asks for besides ordering.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Request {
    /// The report of that turn again, or the last one.
    Report(Option<u32>),
    /// How far the campaign is, and the whole position.
    Status,
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
    /// Mails with an HTML part from now on, or without.
    Format {
        /// With one.
        html: bool,
    },
}

impl Request {
    /// Whether it does what only its player may: moving their mails, saying yes, adding to the
    /// dice. All others only ask, or are about the form of mails.
    pub fn is_deed(&self) -> bool {
        match self {
            Request::Address(_) | Request::Confirm(_) | Request::Salt(_) => true,
            Request::Report(_)
            | Request::Status
            | Request::Dice
            | Request::Help(_)
            | Request::Handbook(_)
            | Request::Map(_)
            | Request::Voyages(_)
            | Request::Why(_)
            | Request::Format { .. } => false,
        }
    }
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
