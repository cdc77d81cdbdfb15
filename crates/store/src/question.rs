//! What the record keeps of questions to players, and of how much they wrote and were answered.
//!
//! Not here: asking (`desk::confirm`), and counting (`desk::budget`, `desk::request`).

use packetboat_core::clock::Moment;
use packetboat_core::clock::length::Length;
use packetboat_core::engine::seat::Seat;
use packetboat_core::textfile::plain::is_default;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// What was counted in the day that began with the first of it, if that is not over; else what
/// begins a day now.
pub fn of_today<T>(kept: Option<T>, since: impl Fn(&T) -> Moment, now: Moment, anew: T) -> T {
    let kept = kept.filter(|it| now < since(it).plus(DAY));
    kept.unwrap_or(anew)
}

/// How long a day is in which questions and answers are counted.
pub const DAY: Length = Length::hours(24);

/// What a player is asked to confirm, by a code that only the registered address gets.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Question {
    /// Its number in the campaign, which the code is made from.
    pub number: u32,
    /// Who is asked.
    pub seat: Seat,
    /// When it was asked.
    pub at: Moment,
    /// About what.
    pub about: About,
    /// From where the mail came that it is about: the server it was taken from, and the domain that
    /// it names. None: it is about no mail, or was asked before this was noted.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub origins: Vec<String>,
    /// The sender that a yes makes one of the player's addresses, see [`Known`]. None: it says
    /// nothing of its sender.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub sender: Option<String>,
}

/// What is asked.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum About {
    /// Whether these orders, which came without proof, are the player's.
    Orders(HeldOrders),
    /// Whether mails are to go to this address.
    Address(String),
    /// Whether the player leaves the game.
    Leaving,
    /// Whether mails from its sender to the reply address of ours are the player's.
    Sender,
}

/// Orders that wait for a yes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct HeldOrders {
    /// Their number.
    pub submission: u32,
    /// The entry that keeps them.
    pub entry: u32,
}

/// How often a seat was asked about mails that prove nothing.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct AskedToday {
    /// When the first of these questions was written.
    pub since: Moment,
    /// How many there were.
    pub count: u32,
    /// How many were about mails from each origin, see [`Question::origins`].
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub by: BTreeMap<String, u32>,
}

/// A line that ended a mail of a player's, in its own words.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Ending {
    /// The line.
    pub line: String,
    /// A mark of what was above its paragraph: the same mail sent again makes no signature.
    pub above: String,
}

/// Addresses from which a player's mails count besides the registered one.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Known {
    /// The generation of the seat's tokens in which they were said yes to; in another they are
    /// nobody's.
    pub generation: u32,
    /// The addresses, oldest first.
    pub addresses: Vec<String>,
}

/// What buttons of a seat's mails have done.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Pressed {
    /// When the first of these mails was answered.
    pub since: Moment,
    /// How many filed orders.
    pub filed: u32,
    /// How many others were answered.
    pub asked: u32,
}

/// How much a seat was answered.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Answered {
    /// When the first of these answers was written.
    pub since: Moment,
    /// How many there were to mails that held no orders.
    pub count: u32,
    /// How many there were to mails that held some, filed or not.
    #[serde(default, skip_serializing_if = "is_default")]
    pub filed: u32,
}

/// What became of a seat's mails beyond those that were answered.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Unanswered {
    /// When the seat is informed.
    pub told_at: Moment,
    /// How many filed orders.
    pub filed: u32,
    /// How many filed none and asked or said something else.
    pub asked: u32,
    /// How many could not be used.
    pub refused: u32,
    /// How many held orders of which nothing was filed.
    #[serde(default, skip_serializing_if = "is_default")]
    pub unfiled: u32,
    /// When the first of those came.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub unfiled_at: Vec<Moment>,
    /// How many were words for people that were passed on.
    #[serde(default, skip_serializing_if = "is_default")]
    pub letters: u32,
    /// How many were words for people that were not.
    #[serde(default, skip_serializing_if = "is_default")]
    pub lost_letters: u32,
}

/// How often a seat has written to others in a turn.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Letters {
    /// The turn.
    pub turn: u32,
    /// How many letters it has sent.
    pub count: u32,
    /// How often the others were informed of its absences.
    #[serde(default, skip_serializing_if = "is_default")]
    pub absences: u32,
}
