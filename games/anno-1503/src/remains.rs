//! What is done where neither a seat's lines nor those of silence decide (D2, D3, D12).

use super::choice::{Choice, Deal, Question, choices};
use super::data::{CHEAP, Good, Goods, Tables};
use super::need::{Floors, need};
use super::orders::{Loss, Order, Switch};
use super::view::View;
use packetboat_core::engine::decide::Lines;
use std::cmp::Reverse;

/// What remains; `lines` are the seat's.
pub(super) fn fallback(
    tables: &Tables,
    view: &View,
    question: &Question,
    lines: &Lines<'_, Order>,
) -> Choice {
    match question {
        Question::Wish => Choice::Rest,
        Question::Sail { .. } => Choice::Halt { rest: Vec::new() },
        Question::Produce { number } if *number > 0 => {
            let home = tables.home(view.mine()).at(*number);
            match home.zip(view.own().branch(*number)) {
                Some((home, branch)) => auto_side(tables, view, lines, home, branch),
                None => last(tables, view, question),
            }
        }
        Question::Lose => lose(tables, view),
        Question::Discard => {
            let good = worst(tables, view, lines);
            give_up(tables, view, lines, good)
        }
        Question::Produce { .. } | Question::Tile { .. } => last(tables, view, question),
    }
}

fn last(tables: &Tables, view: &View, question: &Question) -> Choice {
    let last = choices(tables, view, question).pop();
    last.expect("there is something to choose")
}

/// Of home and branch good that which wishes lack first; neither: that of the branch office (D2).
pub(super) fn auto_side(
    tables: &Tables,
    view: &View,
    lines: &Lines<'_, Order>,
    home: Good,
    branch: Good,
) -> Choice {
    let there = |it: &Good| view.stock.get(*it) > 0;
    let lacking = need(tables, view, lines).lacking;
    let first = lacking
        .into_iter()
        .find(|it| [home, branch].contains(it) && there(it));
    let first = first.or(Some(branch).filter(there)).unwrap_or(home);
    if there(&first) {
        Choice::take(first, first == branch)
    } else {
        Choice::Nothing
    }
}

/// A tile that costs no point before one that does, then an agreement, then the newest branch
/// office (D3).
fn lose(tables: &Tables, view: &View) -> Choice {
    let (own, victory) = (view.own(), &tables.victory);
    let newest = own
        .branches
        .last()
        .map(|it| Loss::Branch { number: it.number });
    let agreement = (own.agreements > 0).then_some(Loss::Agreement {});
    let agreement = agreement.map(|it| (own.agreements == victory.agreement, it));
    let branch = newest.map(|it| (own.branch_count() == victory.branch, it));
    let both = agreement.into_iter().chain(branch);
    let loss = both
        .min_by_key(|it| it.0)
        .expect("there is a tile to lose")
        .1;
    Choice::Lose { loss }
}

/// The card that goes first: not needed and above the floors, of that of which there is most
/// (D12).
fn worst(tables: &Tables, view: &View, lines: &Lines<'_, Order>) -> Good {
    let hand = view.hand;
    let floors = Floors::of(lines, &[]).goods();
    let free = hand
        .less(&need(tables, view, lines).aside)
        .at_most(&hand.less(&floors));
    let most = |of: Goods| {
        let held = CHEAP.into_iter().filter(|it| of.get(*it) > 0);
        held.min_by_key(|it| Reverse(of.get(*it)))
    };
    most(free)
        .or(most(hand))
        .expect("there is a card to give up")
}

/// Gives up a card: sold if somebody still buys it and lines do not forbid it, else discarded.
/// Where no line sells, nothing else is sold (D6).
pub(super) fn give_up(
    tables: &Tables,
    view: &View,
    lines: &Lines<'_, Order>,
    good: Good,
) -> Choice {
    let first = lines.lines.iter().find_map(|line| match line.order {
        Order::Autosell { on } => Some(*on),
        _ => None,
    });
    let buyer = view.own().buyer(tables, &view.own_turn(), good);
    match buyer.filter(|_| first != Some(Switch::Off)) {
        Some(space) => Choice::Sell {
            deals: vec![Deal { good, space }],
        },
        None => Choice::Drop { good },
    }
}
