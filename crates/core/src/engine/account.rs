//! What became of each line a seat sent: one account each (`docs/order-language.md`, section 11).

use super::chronicle::Input;
use super::decide::{Answer, Otherwise, Source};
use super::ends::{Ending, How, Idle};
use super::journal::Item;
use super::orders::{OrderBook, OrderRef};
use super::reason::Reason;
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
    pub why: Vec<Why>,
    /// What it changed that something else did: the other lines; none: what the program plays.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub changed: Vec<String>,
    /// The sheet it waits for, if that has not begun.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub ahead: Option<SheetNo>,
    /// The parts after ELSE that were used.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub otherwise: Vec<ElsePart>,
    /// What it did, where the game says so.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub did: Vec<Why>,
}

/// A part after ELSE that was used.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct ElsePart {
    /// Which ELSE it is after, from 1.
    pub part: u32,
    /// How often.
    pub times: u32,
    /// Why the parts before it were not used.
    pub why: Vec<Why>,
}

impl Account {
    /// Whether it is a standing line, in force from sheet to sheet.
    pub fn stands(&self) -> bool {
        self.text.starts_with("STANDING ")
    }
}

/// Why something became of a line.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Why {
    /// The reason.
    pub reason: Reason,
    /// The turn in which it was so, where a sheet is played for several.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub turn: Option<u32>,
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
    /// How often it came to nothing, to a part only, and was not called for after all.
    nothing: u32,
    in_part: u32,
    not_needed: u32,
    /// How much it has begun that is still under way.
    under_way: u32,
    /// What was left out of that as it began.
    short: Vec<Reason>,
    /// The lines it changed; `None`: what the program plays.
    changed: Vec<Option<OrderRef>>,
    why: Vec<Why>,
    otherwise: Vec<ElsePart>,
    did: Vec<Why>,
    left: Option<Idle>,
    /// Where among the items it left.
    left_at: usize,
    replaced: bool,
    used_before: bool,
    /// Whether it is in force, and standing.
    stands: bool,
    ahead: Option<SheetNo>,
}

/// The accounts of one seat over these items, with what is still in the book; and the lines of
/// which the receipt of a newer sheet has said that it takes their place.
pub(super) fn accounts<C, E, O, W>(
    (seat, amounts): (Seat, &'static [&'static str]),
    items: &[&Item<C, E>],
    book: &OrderBook<O, W>,
    now: SheetNo,
) -> (Vec<(OrderRef, Accounted)>, Vec<OrderRef>) {
    let mut ledger = Ledger {
        amounts,
        ..Ledger::default()
    };
    for (place, item) in items.iter().enumerate() {
        if let Item::Step(step) = item {
            ledger.turn = step.turn;
            let own = || step.endings.iter().filter(|it| it.seat == seat);
            let at_once = own().filter(|it| it.of.is_none() && it.line.is_none());
            let at_once: Vec<&Ending> = at_once.collect();
            if let Input::Answers { answers } = &step.input {
                for answer in answers.iter().filter(|it| it.seat == seat) {
                    let begun = own().filter(|it| it.how == How::Begun);
                    ledger.count_answer(answer, (&at_once, begun.count()), place);
                    ledger.used.extend(answer.source.lines());
                }
            }
            for ending in own() {
                ledger.note(ending, place);
            }
        }
        let replaced = matches!(item, Item::Filed { .. });
        for left in item.left().iter().filter(|it| it.seat == seat) {
            let tally = ledger.tallies.entry(left.at).or_default();
            tally.text = Some(left.text.clone());
            tally.used_before = left.used > 0;
            tally.left = Some(left.idle.clone());
            tally.left_at = place;
            tally.replaced = replaced;
        }
    }
    for line in book.seats.get(&seat).into_iter().flatten() {
        let ahead = match line.scope {
            Scope::Sheet { sheet } if sheet > now => Some(sheet),
            Scope::Sheet { .. } | Scope::Standing { .. } => None,
        };
        let tally = ledger.tallies.entry(line.at).or_default();
        tally.text = Some(line.text.clone());
        tally.used_before = line.used > 0;
        tally.stands = matches!(line.scope, Scope::Standing { .. });
        tally.ahead = ahead;
        if ahead.is_some() {
            tally.why.clear();
        }
    }
    ledger.end_older();
    ledger.fall_away();
    told(ledger.tallies)
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

/// What is counted of a seat's lines, item by item.
#[derive(Default)]
struct Ledger<'a> {
    /// Fields of reasons that say how much there was.
    amounts: &'static [&'static str],
    tallies: BTreeMap<OrderRef, Tally>,
    /// What was used, oldest first.
    used: Vec<OrderRef>,
    /// What older journals report of lines used before, with how much was used then.
    older: Vec<(&'a Ending, usize, usize)>,
    /// Where turns of the seat's own ended early, and why.
    rests: Vec<(usize, Why)>,
    /// The turn of the step at hand, where a sheet is played for several.
    turn: Option<u32>,
}

impl<'a> Ledger<'a> {
    fn count_answer<C>(
        &mut self,
        answer: &Answer<C>,
        (endings, begun): (&[&Ending], usize),
        item: usize,
    ) {
        let source = &answer.source;
        for at in source.lines() {
            self.tallies.entry(*at).or_default().met.push(item);
        }
        if let Source::Lines { at, each } = source {
            let deciding = at.first().copied();
            for (place, at) in at.iter().enumerate() {
                let tally = self.tallies.entry(*at).or_default();
                if place > 0 && !each {
                    if !tally.changed.contains(&deciding) {
                        tally.changed.push(deciding);
                    }
                    continue;
                }
                let own = endings.iter().copied();
                let own: Vec<&Ending> = own
                    .filter(|it| it.place as usize == place && it.how != How::Rest)
                    .collect();
                let not_needed = own.iter().all(|it| it.how == How::NotNeeded);
                let short = answer.in_part.iter().filter(|it| it.at == *at);
                let short: Vec<&Reason> = short.map(|it| &it.why).collect();
                match &own[..] {
                    // It is counted as it ends.
                    [] if place == 0 && begun > 0 => {
                        tally.short.extend(short.iter().copied().cloned());
                    }
                    [] if !short.is_empty() => tally.in_part += 1,
                    [] => tally.done += 1,
                    _ if not_needed => tally.not_needed += 1,
                    _ if own.iter().any(|it| it.how == How::Nothing) => tally.nothing += 1,
                    _ => tally.in_part += 1,
                }
                let told = own.into_iter().filter_map(|it| it.why.as_ref());
                for reason in told.chain(short) {
                    tally.because(reason, self.turn);
                }
            }
        }
        if let (Some(part), Some(at)) = (&answer.otherwise, source.lines().first()) {
            let tally = self.tallies.entry(*at).or_default();
            tally.used_part(part, self.turn);
        }
        for passed in &answer.passed_over {
            let tally = self.tallies.entry(passed.at).or_default();
            // Of one turn it is told how much was lacking in the end.
            let (turn, reason) = (self.turn, &passed.why);
            let is_like = |it: &Why| it.reason.is_like(reason, self.amounts);
            let is_older = |it: &Why| it.turn == turn && is_like(it);
            tally.why.retain(|it| it.reason == *reason || !is_older(it));
            tally.because(reason, turn);
            tally.passed.push(item);
        }
    }

    /// What is reported of a line that was answered with before, or of all that are left.
    fn note(&mut self, ending: &'a Ending, item: usize) {
        if ending.line.is_some() {
            self.older.push((ending, self.used.len(), item));
        }
        if ending.how == How::Rest {
            let turn = self.turn;
            let reason = ending.why.clone();
            self.rests
                .extend(reason.map(|reason| (item, Why { reason, turn })));
        }
        let Some(at) = ending.at else {
            return;
        };
        let tally = self.tallies.entry(at).or_default();
        if tally.text.is_none() {
            tally.text.clone_from(&ending.text);
        }
        if ending.how == How::Begun {
            tally.under_way += 1;
            return;
        }
        tally.under_way = tally.under_way.saturating_sub(1);
        let short = std::mem::take(&mut tally.short);
        match ending.how {
            How::InPart => tally.in_part += 1,
            How::Nothing => {
                tally.nothing += 1;
                // Of what came to nothing nothing else was left out.
                tally.why.retain(|it| !short.contains(&it.reason));
            }
            How::Done if !short.is_empty() => tally.in_part += 1,
            How::NotNeeded => tally.not_needed += 1,
            How::Done => tally.done += 1,
            How::Begun | How::Rest => {}
        }
        if let Some(reason) = &ending.why {
            let said = match ending.how {
                How::Done => &mut tally.did,
                _ => &mut tally.why,
            };
            add(said, reason, self.turn);
        }
        tally.met.push(item);
    }

    /// In older journals: what was done by a line has not ended as it says; of those used before
    /// it, the newest that begins so.
    fn end_older(&mut self) {
        for (ending, before, item) in std::mem::take(&mut self.older) {
            let tallies = &self.tallies;
            let begins = |at: &&OrderRef| {
                let text = tallies.get(at).and_then(|it| it.text.as_deref());
                text.is_some_and(|it| ending.speaks_of(it))
            };
            let Some(at) = self.used[..before].iter().rev().find(begins).copied() else {
                continue;
            };
            let tally = self.tallies.get_mut(&at).expect("it was found there");
            if ending.how == How::Nothing {
                tally.done = tally.done.saturating_sub(1);
                tally.nothing += 1;
            } else {
                tally.in_part += 1;
            }
            if let Some(reason) = &ending.why {
                tally.because(reason, None);
            }
            tally.met.push(item);
        }
    }

    /// Lines that were not reached because the seat's turn ended early.
    fn fall_away(&mut self) {
        for tally in self.tallies.values_mut() {
            let unreached = matches!(&tally.left, Some(Idle::PassedOver(_)));
            if !unreached || tally.is_used() || !tally.why.is_empty() {
                continue;
            }
            let before = self.rests.iter().rev();
            if let Some((_, why)) = before.clone().find(|it| it.0 <= tally.left_at) {
                tally.why.push(why.clone());
            }
        }
    }
}

impl Tally {
    /// Why it could not be done.
    fn because(&mut self, reason: &Reason, turn: Option<u32>) {
        add(&mut self.why, reason, turn);
    }

    /// A part after ELSE was used.
    fn used_part(&mut self, used: &Otherwise, turn: Option<u32>) {
        let place = self.otherwise.iter().position(|it| it.part == used.part);
        let place = place.unwrap_or_else(|| {
            self.otherwise.push(ElsePart {
                part: used.part,
                times: 0,
                why: Vec::new(),
            });
            self.otherwise.len() - 1
        });
        let part = &mut self.otherwise[place];
        part.times += 1;
        for reason in &used.why {
            add(&mut part.why, reason, turn);
        }
    }

    /// Whether nothing was made of it before a newer sheet took its place.
    fn is_replaced(&self) -> bool {
        self.replaced && self.left.is_some() && !self.is_used() && self.why.is_empty()
    }

    fn is_used(&self) -> bool {
        let times = self.done + self.nothing + self.in_part + self.not_needed + self.under_way;
        times > 0 || !self.changed.is_empty()
    }
}

/// Adds a reason that is not there.
fn add(all: &mut Vec<Why>, reason: &Reason, turn: Option<u32>) {
    let why = Why {
        reason: reason.clone(),
        turn,
    };
    if !all.contains(&why) {
        all.push(why);
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
        (Tally { under_way: 1.., .. }, _) => Became::Waiting,
        (Tally { in_part: 1.., .. }, _) => Became::InPart,
        (Tally { done: 1.., .. }, _) => Became::Done,
        (Tally { nothing: 1.., .. }, _) => Became::PassedOver,
        (
            Tally {
                not_needed: 1.., ..
            },
            _,
        ) => Became::NotNeeded,
        (Tally { changed, .. }, _) if !changed.is_empty() => Became::Done,
        (Tally { why, .. }, _) if !why.is_empty() => Became::PassedOver,
        (_, Some(Idle::PassedOver(why))) => {
            let why = why.clone();
            tally.because(&why, None);
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
            otherwise: tally.otherwise,
            did: tally.did,
        },
        met: tally.met,
        passed: tally.passed,
    })
}
