//! Why something cannot be done, or came to nothing, and what a line comes to, as data.
//!
//! Not here: the words (`templates/new-world-1500/reasons.txt`), in two tenses: as a note on a
//! line, and in its account.

use super::data::{Answer, Card, Tables, Way};
use super::{deed::Item, world::Bar};
use packetboat_core::prelude::*;

/// A step that cannot be taken, as a line says it, and why.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Missed {
    /// The step.
    pub step: String,
    /// What keeps it.
    pub why: Bar,
    /// Whose colony is there, if it should be that of who has most.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub whose: Option<Seat>,
}

/// Why something cannot be done, or not all of it. Cards and areas are named by their codes.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(tag = "reason", rename_all = "kebab-case")]
#[allow(missing_docs, reason = "each says what its doc says")]
pub enum Refusal {
    /// It holds none of the cards that are to be shown.
    NoneHeld,
    /// It does not hold these.
    NotHeld { cards: Vec<Card> },
    /// An answer has spent the card before, to this one, or to a tally.
    Spent {
        card: Card,
        to: Seat,
        #[serde(skip_serializing_if = "Option::is_none")]
        against: Option<Card>,
    },
    /// It would show cards to itself.
    ToOneself,
    /// No colony of its own that is named can leave the map (R15, R30).
    NoneLeaves,
    /// There is none in these areas.
    NotLeaving { areas: Vec<String> },
    /// The card cannot be played for its text in a turn.
    NoText { name: String },
    /// It would touch fewer colonies than MIN asks for.
    TooFew { number: u32, min: u32 },
    /// BUILD, REDUCE or REPAIR is possible nowhere that the order names.
    Nowhere {
        #[serde(rename = "use")]
        way: Way,
        missed: Vec<Missed>,
    },
    /// Its token is on the last square (R4).
    TrackEnd,
    /// None of these players' tokens can go back (R3).
    NoTokenBack { of: Vec<Seat> },
    /// Nobody who is named has colonies and points (R22).
    NobodySuffers,
    /// The card would change nothing (R28): nothing can be done where it is named.
    Nothing { missed: Vec<Missed> },
    /// No colony of this region can go, where one of each must (R17).
    RegionSpared { region: String },
    /// No opponent has a colony that War could strike (R44).
    NoOpponent,
    /// No colony of its own that is named can be struck.
    NoneOwn,
    /// None that is named after AT can be struck.
    NoneAt,
    /// No Isolation of another player is there (R23).
    NoIsolation,
    /// These steps fell away.
    LeftOut { missed: Vec<Missed> },
    /// It has no monopoly (R13).
    NoMonopoly,
    /// The answer would do nothing (R39).
    Idle,
    /// Another answer came first (R50).
    TooLate,
    /// REACT NONE switches it off.
    NoneInForce,
    /// Fate cancels it (R8).
    Cancelled { card: Card, by: Seat },
    /// An answer leaves nothing of it.
    Stopped { card: Card, by: Seat },
    /// An answer keeps colonies from it (R11).
    Saved { card: Card, by: Seat },
    /// Marauders leave Iron Grip nothing (R14).
    Plundered { card: Card, by: Seat },
    /// It is not among what there is to choose from.
    NoChoice,
}

impl Refusal {
    /// What this answer on the table has done to the card below it.
    pub fn by(tables: &Tables, answer: &Item, wholly: bool) -> Option<Self> {
        let (card, by) = (answer.card?, answer.seat);
        Some(match (tables.card(card).answer?, wholly) {
            (Answer::Cancel, _) => Refusal::Cancelled { card, by },
            (Answer::Plunder, _) => Refusal::Plundered { card, by },
            (_, true) => Refusal::Stopped { card, by },
            (_, false) => Refusal::Saved { card, by },
        })
    }
}

/// What an answer has done, for its player.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(tag = "reason", rename = "answered")]
pub struct Answered {
    /// How it answers.
    pub does: Answer,
    /// Whose card or tally it answers.
    pub to: Seat,
    /// Which card; none: a tally.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub against: Option<Card>,
}

impl Answered {
    /// What this answer on the table has done to what is below it.
    pub fn by(tables: &Tables, answer: &Item, below: &Item) -> Option<Self> {
        let does = tables.card(answer.card?).answer?;
        let (to, against) = (below.seat, below.card);
        Some(Answered { does, to, against })
    }
}

/// What helps to plan.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(tag = "reason", rename_all = "kebab-case")]
#[allow(missing_docs, reason = "each says what its doc says")]
pub enum Help {
    /// What a line comes to on the map on which it is tried, step by step.
    ComesTo {
        #[serde(rename = "use")]
        way: Way,
        steps: Vec<String>,
    },
    /// It moves an opponent's token back.
    Pushes { whom: Seat, by: u32 },
    /// It has more steps than the card.
    Spare { steps: u32, card: Card },
    /// An answer may spend the card before the seat's turn.
    MayAnswer { card: Card },
    /// Lines above play all copies of the card.
    Copies { copies: u32, card: Card },
    /// The card is discarded before the seat's turn, as the hand is above its limit.
    GoesFirst { card: Card },
    /// The seat's player turn is over.
    Past,
    /// Hands have come down to their limits.
    Prepared,
    /// How many cards are given up at most.
    GivesUp { most: u32 },
    /// How many are given up, and how many of them no order names.
    GivesUpMore { most: u32, more: u32 },
    /// REACT NONE is in force.
    SwitchedOff,
    /// The card answers a tally, and VS names cards.
    TallyOnly { card: Card },
    /// It would answer its own player.
    OwnCard,
    /// More points than are ever asked for.
    PledgeAbove { most: u32 },
}
