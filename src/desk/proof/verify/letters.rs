//! What a text says, letter by letter, so that another may be held against it however it was
//! wrapped and quoted on its way.
//!
//! Not here: finding what differs (`words`).

use crate::lang::plain::bare;
use crate::mail::token::Token;
use std::ops::Range;

/// Marks that programs set before what they quote. A line that is broken elsewhere begins with
/// another word, so they count nowhere.
const MARKS: [char; 2] = ['>', '|'];

/// What programs add to an address or a link when they make text of it, up to the next `>`.
const ADDED: [&str; 3] = ["<mailto:", "<http://", "<https://"];

/// All that a text says, character by character.
pub(super) fn letters(text: &str) -> Vec<Letter> {
    let mut letters = Vec::new();
    for (line, text) in (1..).zip(text.lines()) {
        let text = bare(&without_added(text)).text;
        let tokens = tokens_in(&text);
        for (at, letter) in text.char_indices() {
            if letter.is_whitespace() || MARKS.contains(&letter) {
                continue;
            }
            let is_token = tokens.iter().any(|it| it.contains(&at));
            letters.push(Letter {
                line,
                letter,
                is_token,
            });
        }
    }
    letters
}

/// Where a token is put in when the mail is sent.
fn tokens_in(text: &str) -> Vec<Range<usize>> {
    let kinds = [Token::held_back(), Token::button_held_back()];
    let places = |kind: &Token| {
        let found = text.match_indices(kind.as_str());
        found.map(|(at, it)| at..at + it.len()).collect::<Vec<_>>()
    };
    kinds.iter().flat_map(places).collect()
}

/// A character of a text that can be seen.
pub(super) struct Letter {
    /// In which line, counted from 1.
    pub(super) line: usize,
    pub(super) letter: char,
    /// Whether it is put in when the mail is sent, and so may be any other.
    pub(super) is_token: bool,
}

/// A line without what programs add to addresses and links.
fn without_added(line: &str) -> String {
    let mut rest = line;
    let mut kept = String::with_capacity(line.len());
    while let Some(at) = ADDED.iter().filter_map(|it| rest.find(it)).min() {
        let Some(end) = rest[at..].find('>') else {
            break;
        };
        kept.push_str(&rest[..at]);
        rest = &rest[at + end + 1..];
    }
    kept + rest
}
