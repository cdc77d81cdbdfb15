//! How far a seat has come in a turn of its own: what the book remembers of it.
//!
//! Not here: how its lines are gone through (`wishes`).

use super::order_ref::OrderRef;
use crate::lang::sheet::SheetNo;
use serde::{Deserialize, Serialize};

/// How far a seat has come in its lines.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct OwnTurn {
    /// The sheet it is played on; it is forgotten when the game has passed on to another.
    pub sheet: SheetNo,
    /// Which turn of its own, as the game numbers them.
    pub turn: u32,
    /// How far.
    pub mark: Mark,
}

/// How far a seat has come in its lines, in one turn of its own.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Mark {
    /// The pass, from 0.
    pub pass: u32,
    /// Whether this pass has carried anything out, so that another follows it.
    pub moved: bool,
    /// The wishes tried in this pass.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub tried: Vec<OrderRef>,
    /// The wishes carried out in this turn: those with EACH and standing ones are still in force;
    /// and the lines reached that are reached but once.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub done: Vec<OrderRef>,
}

impl Mark {
    /// The beginning of the next pass; `None`: this one has carried out nothing, or no wish was
    /// tried in it that could be tried again, and the lines of the turn are done with.
    pub fn next_pass(&self) -> Option<Self> {
        let again = self.moved && !self.tried.is_empty();
        again.then(|| Mark {
            pass: self.pass + 1,
            moved: false,
            tried: Vec::new(),
            done: self.done.clone(),
        })
    }

    pub(super) fn is_open(&self, line: OrderRef) -> bool {
        !self.tried.contains(&line) && !self.done.contains(&line)
    }
}
