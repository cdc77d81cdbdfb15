//! What a page makes of all that its viewer has heard: tales made of several events, and what
//! several come to together.
//!
//! Not here: who hears of an event (`chronicle`), and the words for it, which are templates: of
//! each event (`events.txt`), and of those that are news (`headlines.txt`).

use serde::Serialize;
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
    /// What several events come to for the viewer, as data for the game's template
    /// `headlines.txt`, which weighs them beside single events.
    pub sums: Vec<Value>,
    /// The events that sums take the place of, by their place among those heard.
    pub summed: BTreeSet<usize>,
    /// How the viewer stands beside the others, as data for `headlines.txt`: the last line of the
    /// head of their report; null: none.
    pub standing: Value,
    /// What changed for the viewer in the game's own words, a sentence each, most important first,
    /// in place of all that `headlines.txt` would say. Only of a game whose headlines are not
    /// templates.
    pub news: Vec<String>,
    /// What people said in what was heard, as they wrote it: they may tell its hearers anything,
    /// also what the rules hide from them.
    pub said: Vec<String>,
    /// Files that come with it, by the names under which they are kept ([`kept_file`]), in the
    /// order in which they were told.
    ///
    /// [`kept_file`]: crate::lang::kept_file
    pub files: Vec<String>,
}

/// A sum or a standing as data for templates: of a type tagged `event`, with named fields.
///
/// # Panics
/// If it is not plain data.
pub fn told<T: Serialize>(sum: &T) -> Value {
    serde_json::to_value(sum).expect("sums are plain data with names")
}
