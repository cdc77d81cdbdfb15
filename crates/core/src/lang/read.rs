//! The reader: the text of a block → order lines, common lines, and faults. It never fails.
//!
//! Not here: the opener (`block`), joining lines (`join`), order lines (`order`) and common ones
//! (`common`), what an order means (a game's `build`).

use super::form::Grammar;
use super::join::Joiner;
use super::keywords::keywords;
use super::reading::{Context, Reading};
use super::shape::Lexicon;
use std::cell::OnceCell;

/// Reads the body of a block: `text` holds the lines after the opener, the first being line 1.
pub fn read(grammar: &Grammar, context: &Context<'_>, text: &str) -> Reading {
    let keywords = keywords(grammar);
    let meanings = OnceCell::new();
    let lexicon = Lexicon {
        grammar,
        keywords: &keywords,
        meanings: &meanings,
    };
    let mut joiner = Joiner::new(lexicon, context);
    joiner.take(text);
    let mut reading = joiner.finish();
    let is_everywhere = |it: &str| it.starts_with("AWAY ") && it.ends_with(" ALL");
    reading.everywhere = reading.common.iter().any(|it| is_everywhere(&it.1));
    reading
}
