//! What became of each line a seat sent: one account each (`docs/order-language.md`, section 11).

use super::chronicle::Input;
use super::decide::Source;
use super::journal::Item;
use super::orders::{OrderBook, OrderRef};
use super::seat::Seat;
use crate::lang::sheet::{Scope, SheetNo};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// The account of one line, for its owner alone.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Account {
    /// The line of the block it was written on.
    pub line: u32,
    /// The submission it came with.
    pub submission: u32,
    /// Its one spelling.
    pub text: String,
    /// What became of it.
    pub became: Became,
    /// How often a choice rested on it, since the last report.
    pub times: u32,
    /// Why it was passed over, each reason once.
    pub why: Vec<String>,
    /// The sheet it waits for, if that has not begun.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub ahead: Option<SheetNo>,
}

/// What became of a line.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Became {
    /// A choice rested on it.
    Done,
    /// It changed what another line did.
    HadPart,
    /// An IF was false or it could not be carried out.
    PassedOver,
    /// Filed ahead, standing, or its time has not come.
    Waiting,
    /// Its sheet is over, and it was never used.
    Lapsed,
    /// A newer sheet took its place before it was used; the receipt for that sheet said so.
    Replaced,
}

#[derive(Default)]
struct Tally {
    text: Option<String>,
    done: u32,
    had_part: u32,
    why: Vec<String>,
    left: bool,
    replaced: bool,
    used_before: bool,
    ahead: Option<SheetNo>,
}

/// The accounts of one seat over these items, with what is still in the book.
pub fn accounts<C, E, O, W>(
    seat: Seat,
    items: &[&Item<C, E>],
    book: &OrderBook<O, W>,
    now: SheetNo,
) -> Vec<Account> {
    let mut tallies: BTreeMap<OrderRef, Tally> = BTreeMap::new();
    for item in items {
        if let Item::Step(step) = item
            && let Input::Answers { answers } = &step.input
        {
            for answer in answers.iter().filter(|it| it.seat == seat) {
                count_answer(&mut tallies, &answer.source, &answer.passed_over);
            }
        }
        let replaced = matches!(item, Item::Filed { .. });
        for left in item.left().iter().filter(|it| it.seat == seat) {
            let tally = tallies.entry(left.at).or_default();
            tally.text = Some(left.text.clone());
            tally.used_before = left.used > 0;
            tally.left = true;
            tally.replaced = replaced;
        }
    }
    for line in book.seats.get(&seat).into_iter().flatten() {
        let ahead = match line.scope {
            Scope::Sheet { sheet } if sheet > now => Some(sheet),
            Scope::Sheet { .. } | Scope::Standing { .. } => None,
        };
        let tally = tallies.entry(line.at).or_default();
        tally.text = Some(line.text.clone());
        tally.ahead = ahead;
        if ahead.is_some() {
            tally.why.clear();
        }
    }
    tallies
        .into_iter()
        .filter_map(|(at, tally)| account(at, tally))
        .collect()
}

fn count_answer(
    tallies: &mut BTreeMap<OrderRef, Tally>,
    source: &Source,
    passed_over: &[super::decide::PassedOver],
) {
    if let Source::Lines { at } = source {
        for (place, at) in at.iter().enumerate() {
            let tally = tallies.entry(*at).or_default();
            if place == 0 {
                tally.done += 1;
            } else {
                tally.had_part += 1;
            }
        }
    }
    for passed in passed_over {
        let tally = tallies.entry(passed.at).or_default();
        if !tally.why.contains(&passed.why) {
            tally.why.push(passed.why.clone());
        }
    }
}

fn account(at: OrderRef, tally: Tally) -> Option<Account> {
    // A line that was used in an earlier report and merely leaves now has had its account.
    if tally.left && tally.used_before && tally.done + tally.had_part == 0 && tally.why.is_empty() {
        return None;
    }
    let became = match &tally {
        Tally { done: 1.., .. } => Became::Done,
        Tally { had_part: 1.., .. } => Became::HadPart,
        Tally { why, .. } if !why.is_empty() => Became::PassedOver,
        Tally { replaced: true, .. } => Became::Replaced,
        Tally { left: true, .. } => Became::Lapsed,
        _ => Became::Waiting,
    };
    Some(Account {
        line: at.line,
        submission: at.submission,
        text: tally.text?,
        became,
        times: tally.done,
        why: tally.why,
        ahead: tally.ahead,
    })
}
