//! Proofs of sender in a text, starred out.
//!
//! Not here: what they look like (`sender_proofs`), and what of a mail is shown (`mask`).

use super::search_text::words;
use super::sender_proofs::{Tokens, passwords_in, perhaps_tokens_in};
use crate::lang::plain;
use std::borrow::Cow;
use std::collections::BTreeSet;
use std::ops::Range;

/// What is put in place of a secret.
const STARS: &str = "****";

/// Words that somebody wrote to the club, for its referee: without what cannot be seen, and with
/// what could be a token or a password starred out, for they go through the net once more.
///
/// Of which campaign a token could be is not known here, so whatever is long enough and looks like
/// one is starred out.
pub fn for_referee(text: &str) -> String {
    let lines = text.lines().map(|line| {
        let seen = plain::seen(line);
        let bare = plain::bare(&seen);
        let places = perhaps_tokens_in(&bare.text).chain(passwords_in(&bare.text));
        stars(&seen, places.map(|it| bare.place(&it)).collect())
    });
    lines.collect::<Vec<_>>().join("\n")
}

/// The text as it may be shown; `None`: as it is.
pub fn harmless(text: &str, tokens: &Tokens, told: &BTreeSet<String>) -> Option<String> {
    let seen = plain::seen(text);
    match (starred(&seen, tokens, told), seen) {
        (Some(starred), _) => Some(starred),
        (None, Cow::Owned(seen)) => Some(seen),
        (None, Cow::Borrowed(_)) => None,
    }
}

/// The text with stars; `None`: there is nothing to hide. Passwords are found by their shape, and
/// those given in an opener as they are.
pub fn starred(text: &str, tokens: &Tokens, told: &BTreeSet<String>) -> Option<String> {
    let bare = plain::bare(text);
    let small = &bare.text;
    let mut places: Vec<Range<usize>> = Vec::new();
    places.extend(tokens.perhaps_in_text(small));
    places.extend(passwords_in(small));
    if !told.is_empty() {
        places.extend(words(small).filter(|it| told.contains(&small[it.clone()])));
    }
    if places.is_empty() {
        return None;
    }
    let places = places.iter().map(|it| bare.place(it));
    Some(stars(text, places.collect()))
}

/// A text with stars in these places.
fn stars(text: &str, mut places: Vec<Range<usize>>) -> String {
    places.retain(|it| !it.is_empty());
    places.sort_by_key(|it| it.start);
    let mut starred = String::new();
    let mut done = 0;
    for place in places {
        if place.start >= done {
            starred.push_str(&text[done..place.start]);
            starred.push_str(STARS);
        }
        done = done.max(place.end);
    }
    starred.push_str(&text[done..]);
    starred
}
