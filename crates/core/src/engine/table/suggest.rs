//! Suggestions of an order sheet, tried as a player's own lines are: what the advice has a word
//! against is not suggested.
//!
//! Not here: what a game suggests (`Language::order_sheet`), and the advice (`Language::advise`).

use crate::engine::game::Understood;
use crate::engine::language::SheetText;
use std::collections::BTreeSet;

/// So often the suggestions are tried; what one leaves out may have carried others.
const TRIES: usize = 4;

/// Leaves out of a sheet what would not do what it says, if all of it were sent; `check` reads
/// lines as a player's.
pub(super) fn tried(mut text: SheetText, check: &dyn Fn(&str) -> Understood) -> SheetText {
    for _ in 0..TRIES {
        if text.perhaps.is_empty() {
            break;
        }
        let lines = text.live.iter().chain(&text.perhaps);
        let lines: Vec<&str> = lines.map(String::as_str).collect();
        let bad = bad(&check(&lines.join("\n")));
        let before = text.perhaps.len();
        let mut number = text.live.len();
        text.perhaps.retain(|_| {
            number += 1;
            !bad.contains(&number)
        });
        if text.perhaps.len() == before {
            break;
        }
    }
    competing(text, check)
}

/// Puts what a live line would keep from counting above the live lines: of two the first counts.
fn competing(mut text: SheetText, check: &dyn Fn(&str) -> Understood) -> SheetText {
    if text.live.is_empty() || text.perhaps.is_empty() {
        return text;
    }
    let with = |more: &[String]| -> BTreeSet<usize> {
        let lines = text.live.iter().chain(more);
        let lines: Vec<&str> = lines.map(String::as_str).collect();
        let read = check(&lines.join("\n"));
        let hidden = read.lines.iter().filter(|it| it.hidden);
        hidden.map(|it| it.number as usize).collect()
    };
    // One suggestion may hide another, of which the player takes one: each is tried alone.
    let hidden = with(&text.perhaps);
    let alone = |it: &String| with(std::slice::from_ref(it)).contains(&(text.live.len() + 1));
    let numbered = (text.live.len() + 1..).zip(&text.perhaps);
    let (instead, perhaps): (Vec<_>, Vec<_>) =
        numbered.partition(|(number, it)| hidden.contains(number) && alone(it));
    let bare = |all: Vec<(usize, &String)>| all.into_iter().map(|it| it.1.clone()).collect();
    (text.instead, text.perhaps) = (bare(instead), bare(perhaps));
    text
}

/// The lines with a fault, or a word of advice against them. That another suggestion takes
/// precedence is none: of several the player takes one.
fn bad(read: &Understood) -> BTreeSet<usize> {
    let faults = read.faults.iter().map(|it| it.span.line);
    let doubted = read.lines.iter().filter(|it| it.doubted);
    let lines = faults.chain(doubted.map(|it| it.number));
    lines.map(|it| it as usize).collect()
}
