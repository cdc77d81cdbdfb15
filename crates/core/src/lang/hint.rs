//! A row of a game's table of words that begin no order of it, and all that is kept of the table.
//!
//! Not here: how the table is read, and where a row fits (`hints`).

use super::cut::Token;
use std::collections::BTreeSet;

/// One row.
#[derive(Debug)]
pub(super) struct Hint {
    /// Words and holes that it is looked for by.
    pub key: Vec<Token>,
    /// Whether it is looked for beyond the beginning of a line.
    pub anywhere: bool,
    /// Words to try in place of the key, one after the other.
    pub tries: Vec<String>,
    /// What to say if none of them reads; may be empty.
    pub say: String,
}

/// What is asked for of lines that have a fault.
#[derive(Debug)]
pub(super) struct Meanings {
    pub hints: Vec<Hint>,
    /// Names of several words of which one is a keyword, folded.
    pub names: BTreeSet<String>,
}
