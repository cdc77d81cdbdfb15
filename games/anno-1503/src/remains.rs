//! What is done where neither a seat's lines nor those of silence decide (D2, D3, D12).

use super::choice::{Choice, Deal, Question, choices};
use super::data::{DEAR, Good, Goods};
use super::need::{Floors, Mind};
use super::orders::{Loss, Order, Switch};
use std::cmp::Reverse;

impl Mind<'_> {
    /// What remains; the lines are the seat's.
    pub fn fallback(&self, question: &Question) -> Choice {
        let last = || {
            let last = choices(self.tables, self.view, question).pop();
            last.expect("there is something to choose")
        };
        match question {
            Question::Wish => Choice::Rest,
            Question::Sail { .. } => Choice::Halt { rest: Vec::new() },
            Question::Produce { number } if *number > 0 => {
                let home = self.view.own().island(self.tables).at(*number);
                let both = home.zip(self.view.own().branch(*number));
                both.map_or_else(last, |(home, branch)| self.auto_side(home, branch))
            }
            Question::Lose => self.lose(),
            Question::Discard => self.give_up(self.worst()),
            Question::Produce { .. } | Question::Tile { .. } => last(),
        }
    }

    /// Of home and branch good that which wishes lack first; neither: that of the branch office
    /// (D2).
    pub(super) fn auto_side(&self, home: Good, branch: Good) -> Choice {
        let there = |it: &Good| self.view.stock.get(*it) > 0;
        let mut lacking = self.need().lacking.into_iter();
        let first = lacking.find(|it| [home, branch].contains(it) && there(it));
        let first = first.or(Some(branch).filter(there)).unwrap_or(home);
        if there(&first) {
            Choice::take(first, first == branch)
        } else {
            Choice::Nothing
        }
    }

    /// A tile that costs no point before one that does, then an agreement, then the newest branch
    /// office (D3).
    fn lose(&self) -> Choice {
        let (own, victory) = (self.view.own(), &self.tables.victory);
        let agreement = (own.agreements > 0).then_some(Loss::Agreement {});
        let agreement = agreement.map(|it| (own.agreements == victory.agreement, it));
        let newest = own.branches.last().map(|it| it.number);
        let branch = newest.map(|number| Loss::Branch { number });
        let branch = branch.map(|it| (own.branch_count() == victory.branch, it));
        let both = agreement.into_iter().chain(branch);
        let (_, loss) = both.min_by_key(|it| it.0).expect("there is a tile to lose");
        Choice::Lose { loss }
    }

    /// The card that goes first: not needed and above the floors, of that of which there is most
    /// (D12).
    fn worst(&self) -> Good {
        let hand = self.view.hand;
        let above = hand.less(&Floors::of(self.lines, &[]).goods());
        let free = hand.less(&self.need().aside).at_most(&above);
        let most = |of: Goods| {
            let held = DEAR.into_iter().rev().filter(|it| of.get(*it) > 0);
            held.min_by_key(|it| Reverse(of.get(*it)))
        };
        let card = most(free).or(most(hand));
        card.expect("there is a card to give up")
    }

    /// Gives up a card: sold if somebody still buys it and lines do not forbid it, else discarded.
    /// Where no line sells, nothing else is sold (D6).
    pub(super) fn give_up(&self, good: Good) -> Choice {
        let first = self.lines.lines.iter().find_map(|line| match line.order {
            Order::Autosell { on } => Some(*on),
            _ => None,
        });
        let (view, turn) = (self.view, self.view.own_turn());
        let buyer = view.own().buyer(self.tables, &turn, good);
        match buyer.filter(|_| first != Some(Switch::Off)) {
            Some(space) => Choice::Sell {
                deals: vec![Deal { good, space }],
            },
            None => Choice::Drop { good },
        }
    }
}
