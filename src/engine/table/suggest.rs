//! Suggestions of an order sheet, tried as a player's own lines are: what the advice has a word
//! against is not suggested.
//!
//! Not here: what a game suggests (`Rules::order_sheet`), and the advice (`Rules::advise`).

use super::Seated;
use crate::engine::game::{Block, Table, Understood};
use crate::engine::rules::{Rules, SheetText};
use crate::engine::seat::Seat;
use std::collections::BTreeSet;

/// So often the suggestions are tried; what one leaves out may have carried others.
const TRIES: usize = 4;

/// Leaves out of a sheet what would not do what it says, if all of it were sent.
pub(super) fn tried<R: Rules>(table: &Seated<R>, seat: Seat, mut text: SheetText) -> SheetText {
    let standing: BTreeSet<String> = table.in_force(seat).into_iter().map(|it| it.text).collect();
    text.perhaps.retain(|it| !standing.contains(it));
    for _ in 0..TRIES {
        if text.perhaps.is_empty() {
            break;
        }
        let lines: Vec<&str> = text
            .live
            .iter()
            .chain(&text.perhaps)
            .map(String::as_str)
            .collect();
        let block = Block {
            sheet: table.sheet(),
            body: &lines.join("\n"),
        };
        let bad = bad(&table.check(seat, &block));
        let first = text.live.len() + 1;
        let before = text.perhaps.len();
        let mut number = first..;
        text.perhaps.retain(|_| {
            let line = number
                .next()
                .map(|it| u32::try_from(it).expect("a sheet is short"));
            !line.is_some_and(|it| bad.contains(&it))
        });
        if text.perhaps.len() == before {
            return text;
        }
    }
    text
}

/// The lines with a fault, or a word of advice against them. That another suggestion takes
/// precedence is none: of several the player takes one.
fn bad(read: &Understood) -> BTreeSet<u32> {
    let faults = read.faults.iter().map(|it| it.span.line);
    let doubted = read.lines.iter().filter(|it| it.doubted);
    faults.chain(doubted.map(|it| it.number)).collect()
}
