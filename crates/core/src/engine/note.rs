//! What is worth knowing of a line, for its owner.
//!
//! Not here: what makes the notes (`advice`), and their words (`report`).

use super::decide::PassedOver;
use super::order_ref::OrderRef;
use super::reason::Reason;

/// What is worth knowing of a line.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Note {
    /// The line.
    pub at: OrderRef,
    /// What there is to say, for its owner.
    pub what: Reason,
    /// What it means for the line.
    pub weight: Weight,
}

/// A line that would be passed over.
impl From<PassedOver> for Note {
    fn from(PassedOver { at, why: what }: PassedOver) -> Self {
        let weight = Weight::Doubt;
        Note { at, what, weight }
    }
}

/// What a note means for its line.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Weight {
    /// It says how the line will go: costs, odds.
    Fact,
    /// The line will not do what it says, or at a price that it does not name.
    Doubt,
    /// Another line comes first, so that this one does not count, or not yet.
    Hidden,
}
