//! Orders in force: what seats have written, understood and filed.
//!
//! Not here: reading (`lang`), and how lines answer a question (`decide`).

use super::seat::Seat;
use crate::lang::form::Tried;
use crate::lang::said::Joined;
use crate::lang::sheet::{Scope, SheetNo};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::fmt;

/// Where an order came from: which accepted submission, which line of it. Written `17:4`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(into = "String", try_from = "String")]
pub struct OrderRef {
    /// Number of the submission within the campaign, from 1.
    pub submission: u32,
    /// Line of the block; the opener is line 0.
    pub line: u32,
}

impl fmt::Display for OrderRef {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}", self.submission, self.line)
    }
}

impl From<OrderRef> for String {
    fn from(it: OrderRef) -> String {
        it.to_string()
    }
}

impl TryFrom<String> for OrderRef {
    type Error = String;
    fn try_from(text: String) -> Result<Self, String> {
        let parts = text.split_once(':');
        let parsed = parts.and_then(|(a, b)| Some((a.parse().ok()?, b.parse().ok()?)));
        let (submission, line) =
            parsed.ok_or_else(|| format!("`{text}` is no line such as 17:4"))?;
        Ok(OrderRef { submission, line })
    }
}

/// Everything in force.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct OrderBook<O, W> {
    /// Sheets that have come in and whose turn is not over.
    #[serde(default = "Vec::new", skip_serializing_if = "Vec::is_empty")]
    pub filed: Vec<Filed>,
    /// The lines of each seat: by submission, in the order written.
    #[serde(default = "BTreeMap::new")]
    pub seats: BTreeMap<Seat, Vec<Instruction<O, W>>>,
}

impl<O, W> Default for OrderBook<O, W> {
    fn default() -> Self {
        OrderBook {
            filed: Vec::new(),
            seats: BTreeMap::new(),
        }
    }
}

/// A seat has sent a sheet.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Filed {
    /// Who.
    pub seat: Seat,
    /// Which sheet.
    pub sheet: SheetNo,
    /// The submission that filed it last.
    pub submission: u32,
    /// What it does to the gate.
    pub ready: Ready,
}

/// What a filed sheet does to the gate that calls its seat.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Ready {
    /// Came in while the seat was called for it: the gate need not wait for the seat. Spent when
    /// the gate closes.
    Yes,
    /// `GOAHEAD`: as long as the sheet is in force no gate waits for the seat.
    GoAhead,
    /// `WAIT`: the gate stays open until the deadline.
    Wait,
    /// Filed before it was called, or its gate has closed: a gate waits until the deadline.
    No,
}

/// One line of a sheet, understood.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Instruction<O, W> {
    /// The line.
    pub at: OrderRef,
    /// Its one spelling.
    pub text: String,
    /// Name of the form it was read by.
    pub form: String,
    /// The words of its key: what a newer standing line replaces and `CLEAR` names.
    pub key: Vec<String>,
    /// How long it stays.
    #[serde(flatten)]
    pub scope: Scope,
    /// How often it is tried.
    pub tried: Tried,
    /// Whether `EACH` stood before it.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub each: bool,
    /// How many choices it has had a part in.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub used: u32,
    /// At least one.
    pub branches: Vec<Branch<O, W>>,
}

fn is_zero(it: &u32) -> bool {
    *it == 0
}

/// One of the orders an `ELSE` parts.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Branch<O, W> {
    /// The order.
    pub order: O,
    /// Its `IF` part; no clauses: always.
    #[serde(default = "Guard::always", skip_serializing_if = "Guard::is_always")]
    pub when: Guard<W>,
}

/// An `IF` part.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Guard<W> {
    /// Whether all must hold or any.
    pub joined: Joined,
    /// The tests; none: always.
    pub clauses: Vec<Clause<W>>,
}

impl<W> Guard<W> {
    /// No `IF`.
    pub fn always() -> Self {
        Guard {
            joined: Joined::All,
            clauses: Vec::new(),
        }
    }

    /// Whether there is no `IF`.
    pub fn is_always(&self) -> bool {
        self.clauses.is_empty()
    }

    /// Whether it holds, given what each condition comes to.
    pub fn holds(&self, test: impl Fn(&W) -> bool) -> bool {
        let mut clauses = self.clauses.iter().map(|it| test(&it.condition) != it.not);
        match self.joined {
            Joined::All => clauses.all(|it| it),
            Joined::Any => self.clauses.is_empty() || clauses.any(|it| it),
        }
    }
}

/// `condition` or `NOT condition`.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Clause<W> {
    /// Turned round.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub not: bool,
    /// The game's part.
    pub condition: W,
}

/// A line that left the book, with what its owner must be told.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Left {
    /// Whose.
    pub seat: Seat,
    /// Which.
    pub at: OrderRef,
    /// Its text.
    pub text: String,
    /// How many choices it had had a part in.
    pub used: u32,
}
