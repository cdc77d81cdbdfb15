//! Lines that count in the text of a reply though no order is beside them.
//!
//! Not here: reading the text (`reply`).

use crate::engine::game::Understood;
use crate::lang::letter::{Letter, To};

/// Lines that count though none beside them is an order of the game. CONFIRM brings its own proof;
/// ADDRESS and RESIGN are asked about, each in its own way.
const ALONE: [&str; 18] = [
    "WAIT", "AWAY", "BACK", "REPORT", "STATUS", "DICE", "HELP", "HANDBOOK", "MAP", "VOYAGES",
    "WHY", "CONFIRM", "ADDRESS", "RESIGN", "TURN", "MESSAGE", "SCHEDULE", "VOTE",
];

/// Whether all that was read are such lines.
pub fn counts_alone(read: &Understood) -> bool {
    let alone = |line: &(u32, String)| {
        let word = line.1.split_whitespace().next().unwrap_or_default();
        ALONE.contains(&word)
    };
    let is_news = |it: &Letter| matches!(it.to, To::Newspaper { .. });
    read.lines.is_empty()
        && !read.letters.iter().any(is_news)
        && !read.common.is_empty()
        && read.common.iter().all(alone)
}
