//! Notes on the lines of a seat as they stand: cards not held, lines that can never count, tests
//! that can never hold. Advice, never a fault.
//!
//! Not here: what cannot be read or built at all (`lang`, `orders`).

use super::data::{CardCode, Tables};
use super::grammar::Most;
use super::orders::{Condition, DomeHow, Measure, Order, Pick};
use super::view::View;
use crate::engine::orders::{Instruction, OrderRef};
use crate::lang::said::Compare;
use crate::lang::sheet::Scope;

type Line = Instruction<Order, Condition>;

/// All that is worth knowing, line by line.
pub fn advise(tables: &Tables, view: &View, lines: &[&Line]) -> Vec<(OrderRef, String)> {
    let mut notes = Vec::new();
    let force = in_force(view, lines);
    for (at, line) in force.iter().enumerate() {
        let mut add = |note: String| {
            let note = (line.at, note);
            if !notes.contains(&note) {
                notes.push(note);
            }
        };
        for branch in &line.branches {
            not_held(tables, view, line, &branch.order)
                .into_iter()
                .for_each(&mut add);
            colour_of_none(tables, &branch.order)
                .into_iter()
                .for_each(&mut add);
            for clause in &branch.when.clauses {
                bounds(tables, &clause.condition)
                    .into_iter()
                    .for_each(&mut add);
            }
            if let Order::Hold {
                until: Some(until), ..
            } = &branch.order
            {
                for clause in &until.clauses {
                    bounds(tables, &clause.condition)
                        .into_iter()
                        .for_each(&mut add);
                }
            }
        }
        let before = &force[..at];
        if let Some(earlier) = before.iter().find(|it| shadows(tables, it, line)) {
            add(format!(
                "never counts: `{}` comes first and has no IF",
                earlier.text
            ));
        }
    }
    notes
}

/// The lines of the sheet now open, then standing ones, the newest submission's first.
fn in_force<'a>(view: &View, lines: &[&'a Line]) -> Vec<&'a Line> {
    let this = |it: &&Line| matches!(it.scope, Scope::Sheet { sheet } if sheet.turn == view.round);
    let standing = |it: &&Line| matches!(it.scope, Scope::Standing { .. });
    let mut force: Vec<&Line> = lines.iter().copied().filter(this).collect();
    let mut behind: Vec<&Line> = lines.iter().copied().filter(standing).collect();
    behind.sort_by_key(|it| (u32::MAX - it.at.submission, it.at.line));
    force.extend(behind);
    force
}

/// Cards of a PLAY line for this round that its owner does not hold.
fn not_held(tables: &Tables, view: &View, line: &Line, order: &Order) -> Vec<String> {
    let Order::Play { picks, .. } = order else {
        return Vec::new();
    };
    if matches!(line.scope, Scope::Standing { .. }) || view.me.is_none() {
        return Vec::new();
    }
    let named = picks.iter().filter_map(|it| match it {
        Pick::Card { card } => Some(*card),
        _ => None,
    });
    let missing = named.filter(|it| tables.find(*it).is_some() && !view.holds(*it));
    missing
        .map(|it| match view.seen(it) {
            true => format!("{it} has been played in this round"),
            false => format!("you do not hold {it} now"),
        })
        .collect()
}

/// COLOUR in a line that can play no wild card.
fn colour_of_none(tables: &Tables, order: &Order) -> Option<String> {
    let Order::Play { picks, colours } = order else {
        return None;
    };
    let wild = |it: &Pick| matches!(it, Pick::Card { card } if tables.action(*card).is_wild());
    let idle = !colours.is_empty() && !picks.iter().any(wild);
    idle.then(|| "COLOUR has no effect here: only WC and WR take a colour".to_owned())
}

/// A test of a number that is always or never so.
fn bounds(tables: &Tables, condition: &Condition) -> Option<String> {
    let Condition::Number { of, is, number } = condition else {
        return None;
    };
    let (least, most) = range(tables, *of);
    let name = name(*of);
    let spelt = format!("{name} {} {number}", is.printed());
    let never = match is {
        Compare::AtLeast => *number > most,
        Compare::Over => *number >= most,
        Compare::AtMost => *number < least,
        Compare::Under => *number <= least,
        Compare::Is => !(least..=most).contains(number),
        Compare::IsNot => false,
    };
    let always = match is {
        Compare::AtLeast => *number <= least,
        Compare::Over => *number < least,
        Compare::AtMost => *number >= most,
        Compare::Under => *number > most,
        Compare::Is => least == most && *number == least,
        Compare::IsNot => !(least..=most).contains(number),
    };
    let so = match (never, always) {
        (true, _) => "never",
        (_, true) => "always",
        (false, false) => return None,
    };
    Some(format!(
        "{spelt} is {so} so: {name} is from {least} to {most}"
    ))
}

fn range(tables: &Tables, of: Measure) -> (i64, i64) {
    let most = Most::of(tables);
    match of {
        Measure::Top => (0, most.value),
        Measure::MyHand | Measure::OppHand => (0, most.hand),
        Measure::Step => (0, most.steps),
        Measure::Gain => (0, most.gain),
        Measure::My { .. } | Measure::Opp { .. } => (0, most.tokens),
        Measure::Price { .. } => (1, most.price),
        Measure::Collective { colour: None } => (0, most.planets),
        Measure::Collective { colour: Some(_) } => (0, most.same),
    }
}

fn name(of: Measure) -> String {
    match of {
        Measure::Top => "TOP".to_owned(),
        Measure::MyHand => "MYHAND".to_owned(),
        Measure::OppHand => "OPPHAND".to_owned(),
        Measure::Step => "STEP".to_owned(),
        Measure::Gain => "GAIN".to_owned(),
        Measure::My { colour } => format!("MY {colour}"),
        Measure::Opp { colour } => format!("OPP {colour}"),
        Measure::Price { colour } => format!("PRICE {colour}"),
        Measure::Collective { colour: None } => "COLLECTIVE".to_owned(),
        Measure::Collective { colour: Some(it) } => format!("COLLECTIVE {it}"),
    }
}

/// Whether `earlier` speaks without IF and takes every case in which `later` could speak.
fn shadows(tables: &Tables, earlier: &Line, later: &Line) -> bool {
    let always = earlier.branches.iter().filter(|it| it.when.is_always());
    let mut always = always.map(|it| &it.order);
    always.any(|first| {
        let mut orders = later.branches.iter().map(|it| &it.order);
        orders.all(|then| covers(tables, first, then))
    })
}

fn covers(tables: &Tables, first: &Order, then: &Order) -> bool {
    match (first, then) {
        (Order::Play { picks: first, .. }, Order::Play { picks: then, .. }) => then
            .iter()
            .all(|it| first.iter().any(|by| takes(tables, *by, *it))),
        (
            Order::Dome {
                how: first,
                last: at_last,
            },
            Order::Dome { how: then, last },
        ) => {
            let in_time = !at_last || *last;
            in_time && dome_covers(first, then)
        }
        (Order::Hold { wild, .. }, Order::Hold { wild: other, .. }) => wild == other,
        (Order::Fallback { .. }, Order::Fallback { .. })
        | (Order::Prefer { .. }, Order::Prefer { .. }) => true,
        _ => false,
    }
}

/// Whether whenever `then` can be played, `by` plays something before it.
fn takes(tables: &Tables, by: Pick, then: Pick) -> bool {
    let wild = |card: CardCode| tables.action(card).is_wild();
    match (by, then) {
        (Pick::Lowest | Pick::Highest | Pick::Reward, Pick::Card { card }) => !wild(card),
        (Pick::Lowest | Pick::Highest | Pick::Reward, _) => true,
        (by, then) => by == then,
    }
}

fn dome_covers(first: &DomeHow, then: &DomeHow) -> bool {
    match (first, then) {
        (DomeHow::Never, _) => true,
        (DomeHow::Cheapest { keep }, _) if keep.is_empty() => true,
        (DomeHow::Cheapest { keep }, DomeHow::Cheapest { keep: other }) => {
            keep.iter().all(|it| other.contains(it))
        }
        (DomeHow::Pair { pair }, DomeHow::Pair { pair: other }) => pair == other,
        (DomeHow::Cheapest { keep }, DomeHow::Pair { pair }) => {
            !keep.iter().any(|it| pair.has(*it))
        }
        (DomeHow::Cheapest { .. }, DomeHow::Never) | (DomeHow::Pair { .. }, _) => false,
    }
}
