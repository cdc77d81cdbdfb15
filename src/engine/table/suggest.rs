//! Suggestions of an order sheet, tried as a player's own lines are: what the advice has a word
//! against is not suggested.
//!
//! Not here: what a game suggests (`Rules::order_sheet`), and the advice (`Rules::advise`).

use crate::engine::game::Understood;
use crate::engine::rules::SheetText;
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
