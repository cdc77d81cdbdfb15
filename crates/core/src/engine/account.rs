//! What became of each line a seat sent: one account each (`docs/order-language.md`, section 11).

use super::chronicle::Input;
use super::decide::Source;
use super::ends::{Idle, Short};
use super::journal::Item;
use super::orders::{OrderBook, OrderRef};
use super::seat::Seat;
use crate::gather::Gather;
use crate::lang::sheet::{Scope, SheetNo};
use schemars::JsonSchema;
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
    /// Why it was passed over, or done in part only; each reason once.
    pub why: Vec<String>,
    /// What it changed that something else did: the other lines; none: what the program plays.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub changed: Vec<String>,
    /// The sheet it waits for, if that has not begun.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub ahead: Option<SheetNo>,
}

impl Account {
    /// Whether it is a standing line, in force from sheet to sheet.
    pub fn stands(&self) -> bool {
        self.text.starts_with("STANDING ")
    }
}

/// What became of a line.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Became {
    /// It was carried out; or it changed what another line, or the program, did.
    Done,
    /// It was carried out, but not all of it.
    InPart,
    /// It could not be carried out, or its IF was false; or it was carried out and came to nothing.
    PassedOver,
    /// Its sheet is over, and what it says was not called for.
    NotNeeded,
    /// Filed ahead, standing, or its time has not come.
    Waiting,
}

/// The account of a line, and the items of the journal that have to do with it, by their places
/// among those looked at, oldest first.
#[derive(Debug, Clone)]
pub(super) struct Accounted {
    pub(super) account: Account,
    /// Where a choice rested on it, or where it has turned out otherwise than it says.
    pub(super) met: Vec<usize>,
    /// Where it was passed over.
    pub(super) passed: Vec<usize>,
}

#[derive(Default)]
struct Tally {
    text: Option<String>,
    met: Vec<usize>,
    passed: Vec<usize>,
    done: u32,
    /// How often it came to nothing, and to a part only.
    nothing: u32,
    in_part: u32,
    /// The lines it changed; `None`: what the program plays.
    changed: Vec<Option<OrderRef>>,
    why: Vec<String>,
    left: Option<Idle>,
    replaced: bool,
    used_before: bool,
    /// Whether it is in force, and standing.
    stands: bool,
    ahead: Option<SheetNo>,
}

/// The accounts of one seat over these items, with what is still in the book; and the lines of
/// which the receipt of a newer sheet has said that it takes their place.
pub(super) fn accounts<C, E, O, W>(
    seat: Seat,
    items: &[&Item<C, E>],
    book: &OrderBook<O, W>,
    now: SheetNo,
) -> (Vec<(OrderRef, Accounted)>, Vec<OrderRef>) {
    let mut tallies: BTreeMap<OrderRef, Tally> = BTreeMap::new();
    // What was used, oldest first, and what has turned out otherwise, with how much was used then.
    let mut used: Vec<OrderRef> = Vec::new();
    let mut late: Vec<(&Short, usize, usize)> = Vec::new();
    for (place, item) in items.iter().enumerate() {
        if let Item::Step(step) = item {
            let own = step.short.iter().filter(|it| it.seat == seat);
            let (at_once, later): (Vec<&Short>, Vec<&Short>) =
                own.partition(|it| it.line.is_none());
            if let Input::Answers { answers } = &step.input {
                for answer in answers.iter().filter(|it| it.seat == seat) {
                    let told = (&answer.source, answer.passed_over.as_slice());
                    count_answer(&mut tallies, told, (&at_once, place));
                    used.extend(answer.source.lines());
                }
            }
            late.extend(later.into_iter().map(|it| (it, used.len(), place)));
        }
        let replaced = matches!(item, Item::Filed { .. });
        for left in item.left().iter().filter(|it| it.seat == seat) {
            let tally = tallies.entry(left.at).or_default();
            tally.text = Some(left.text.clone());
            tally.used_before = left.used > 0;
            tally.left = Some(left.idle.clone());
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
        tally.used_before = line.used > 0;
        tally.stands = matches!(line.scope, Scope::Standing { .. });
        tally.ahead = ahead;
        if ahead.is_some() {
            tally.why.clear();
        }
    }
    for (short, before, place) in late {
        ended_short(&mut tallies, &used[..before], (short, place));
    }
    told(tallies)
}

fn told(tallies: BTreeMap<OrderRef, Tally>) -> (Vec<(OrderRef, Accounted)>, Vec<OrderRef>) {
    let texts = tallies
        .iter()
        .filter_map(|(at, tally)| Some((*at, tally.text.clone()?)))
        .into_map();
    let mut accounts = Vec::new();
    let mut replaced = Vec::new();
    for (at, tally) in tallies {
        if tally.is_replaced() {
            replaced.push(at);
        } else {
            accounts.extend(account(at, tally, &texts).map(|it| (at, it)));
        }
    }
    // The sheet's own first: a standing line may have the same number.
    accounts.sort_by_key(|it| it.1.account.stands());
    (accounts, replaced)
}

fn count_answer(
    tallies: &mut BTreeMap<OrderRef, Tally>,
    (source, passed_over): (&Source, &[super::decide::PassedOver]),
    (short, item): (&[&Short], usize),
) {
    for at in source.lines() {
        tallies.entry(*at).or_default().met.push(item);
    }
    if let Source::Lines { at, each } = source {
        let deciding = at.first().copied();
        for (place, at) in at.iter().enumerate() {
            let tally = tallies.entry(*at).or_default();
            if place > 0 && !each {
                if !tally.changed.contains(&deciding) {
                    tally.changed.push(deciding);
                }
                continue;
            }
            let own = short.iter().filter(|it| it.place as usize == place);
            let short: Vec<&Short> = own.copied().collect();
            match &short[..] {
                [] => tally.done += 1,
                short if short.iter().all(|it| it.nothing) => tally.nothing += 1,
                _ => tally.in_part += 1,
            }
            for short in short {
                tally.because(&short.why);
            }
        }
    }
    for passed in passed_over {
        let tally = tallies.entry(passed.at).or_default();
        tally.because(&passed.why);
        tally.passed.push(item);
    }
}

/// What was done by a line has not ended as it says: of those used before it, the newest that
/// begins so.
fn ended_short(
    tallies: &mut BTreeMap<OrderRef, Tally>,
    used: &[OrderRef],
    (short, place): (&Short, usize),
) {
    let begins = |at: &&OrderRef| {
        let text = tallies.get(at).and_then(|it| it.text.as_deref());
        text.is_some_and(|it| short.speaks_of(it))
    };
    let Some(tally) = used.iter().rev().find(begins).copied() else {
        return;
    };
    let tally = tallies.get_mut(&tally).expect("it was found there");
    if short.nothing {
        tally.done = tally.done.saturating_sub(1);
        tally.nothing += 1;
    } else {
        tally.in_part += 1;
    }
    tally.because(&short.why);
    tally.met.push(place);
}

impl Tally {
    fn because(&mut self, why: &str) {
        if !self.why.iter().any(|it| it == why) {
            self.why.push(why.to_owned());
        }
    }

    /// Whether nothing was made of it before a newer sheet took its place.
    fn is_replaced(&self) -> bool {
        self.replaced && self.left.is_some() && !self.is_used() && self.why.is_empty()
    }

    fn is_used(&self) -> bool {
        self.done + self.nothing + self.in_part > 0 || !self.changed.is_empty()
    }
}

fn account(
    at: OrderRef,
    mut tally: Tally,
    texts: &BTreeMap<OrderRef, String>,
) -> Option<Accounted> {
    let bare = !tally.is_used() && tally.why.is_empty();
    // A line that was used in an earlier report, and of which there is nothing new, has had its
    // account; a standing one is waiting again.
    if bare && tally.used_before && !tally.stands {
        return None;
    }
    let became = match (&tally, &tally.left) {
        (Tally { in_part: 1.., .. }, _) => Became::InPart,
        (Tally { done: 1.., .. }, _) => Became::Done,
        (Tally { nothing: 1.., .. }, _) => Became::PassedOver,
        (Tally { changed, .. }, _) if !changed.is_empty() => Became::Done,
        (Tally { why, .. }, _) if !why.is_empty() => Became::PassedOver,
        (_, Some(Idle::PassedOver(why))) => {
            let why = why.clone();
            tally.because(&why);
            Became::PassedOver
        }
        (_, Some(Idle::Done)) => Became::Done,
        (_, Some(Idle::NotNeeded)) => Became::NotNeeded,
        (_, None) => Became::Waiting,
    };
    let text = |at: &Option<OrderRef>| at.and_then(|it| texts.get(&it).cloned());
    Some(Accounted {
        account: Account {
            line: at.line,
            submission: at.submission,
            text: tally.text?,
            became,
            times: tally.done,
            why: tally.why,
            changed: tally.changed.iter().filter_map(text).collect(),
            ahead: tally.ahead,
        },
        met: tally.met,
        passed: tally.passed,
    })
}
