//! What a page makes of all that its viewer has heard: tales made of several events, and what
//! changed for them.
//!
//! Not here: who hears of an event (`chronicle`), and the words around it (`report`).

use serde_json::Value;
use std::collections::BTreeSet;

/// What a page says besides events and position. It is made from what the viewer heard and sees,
/// and from nothing else.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Commentary {
    /// Tales made of several events, as data for the game's template `log.txt`; null: none.
    pub log: Value,
    /// The events that the tales report, by their place among those heard: they need not be among
    /// what happened.
    pub in_log: BTreeSet<usize>,
    /// What changed for the viewer, a sentence each, most important first; the first few are
    /// printed at the head of their report.
    pub news: Vec<String>,
}
