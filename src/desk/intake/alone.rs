//! Lines that count in the text of a reply though no order is beside them.
//!
//! Not here: reading the text (`reply`).

use super::gate::gate;
use crate::desk::entry::builder::EntryBuilder;
use crate::engine::game::Understood;
use crate::engine::seat::Seat;
use crate::lang::courtesy;
use crate::lang::letter::{Letter, To};
use crate::report::Gate;

/// Lines that count though none beside them is an order of the game. CONFIRM brings its own proof;
/// ADDRESS and RESIGN are asked about, each in its own way.
const ALONE: [&str; 21] = [
    "WAIT",
    "AWAY",
    "BACK",
    "REPORT",
    "STATUS",
    "DICE",
    "HELP",
    "HANDBOOK",
    "MAP",
    "VOYAGES",
    "WHY",
    "CONFIRM",
    "ADDRESS",
    "RESIGN",
    "TURN",
    "MESSAGE",
    "NOTE",
    "SCHEDULE",
    "VOTE",
    "SUBSTITUTE",
    "DIGEST",
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

/// Whether it says CANCEL and nothing else, and there is nothing to withdraw: then it may say so.
pub fn cancels_nothing(work: &EntryBuilder<'_>, seat: Seat, read: &Understood) -> bool {
    let all_cancel = read.common.iter().all(|it| it.1 == "CANCEL");
    let none_filed = matches!(gate(work, seat), Gate::NoSheet | Gate::NotCalled);
    let is_alone = read.lines.is_empty() && read.ready.is_empty() && !read.cancelled.is_empty();
    is_alone && all_cancel && none_filed && read.replaced.is_empty()
}

/// The word of a text that is a word of every game and no more, which says nothing alone: its HELP
/// is what its player can use.
pub fn wants_more(lines: &[String]) -> Option<String> {
    let [only] = lines else { return None };
    let word = courtesy::without_please(only).to_uppercase();
    let unfinished = [
        "DIGEST",
        "FORMAT",
        "MESSAGE",
        "NEWS",
        "NOTE",
        "SALT",
        "SUBSTITUTE",
        "VOTE",
    ];
    unfinished.contains(&word.as_str()).then_some(word)
}
