//! Wish lists: how a seat's wishes are gone through in its own turn.
//!
//! A *pass* tries the open wishes from top to bottom, each once; what cannot be done is passed
//! over. A pass that has carried anything out is followed by another, since a sale may have
//! brought the gold a wish above it waited for. A wish carried out is not tried again in the turn.
//!
//! A game asks its seat for one wish at a time, since each changes what the next one sees, and says
//! in which turn of its own that is (`Rules::own_turn`). The engine then shows `decide` the wishes
//! still open, begins the next pass, and keeps the [`Mark`] in the book. The toy game `market`
//! shows all of it.
//!
//! Not here: what a wish does, and when a turn begins (each game); how the next one is found
//! (`answer`).

use super::decide::{Lines, Live};
use super::order_ref::OrderRef;
use super::turns::Mark;
use crate::lang::form::Tried;

impl<'a, O> Lines<'a, O> {
    /// The lines that may speak in this pass: wishes neither tried in it nor carried out in the
    /// turn, and everything that is no wish.
    #[must_use]
    pub fn open(&self, mark: &Mark) -> Lines<'a, O> {
        let open = |it: &&Live<'a, O>| it.tried != Tried::Wish || mark.is_open(it.at);
        Lines {
            lines: self.lines.iter().filter(open).copied().collect(),
            asleep: self.asleep.iter().filter(open).copied().collect(),
        }
    }

    /// Moves the mark on to the line that was carried out, or behind all.
    pub fn reach(&self, mark: &mut Mark, done: Option<OrderRef>) {
        let own = self.wishes().into_iter().map(|it| it.0);
        for line in own {
            if !mark.tried.contains(&line.at) {
                mark.tried.push(line.at);
            }
            if Some(line.at) == done {
                break;
            }
        }
        mark.done.extend(done);
        mark.moved |= done.is_some();
    }

    /// The branches of all wishes in force, with whether their IF holds, in the order in which
    /// they are tried; of one line the branch that holds comes first.
    fn wishes(&self) -> Vec<(&Live<'a, O>, bool)> {
        let awake = self.lines.iter().map(|it| (it, true));
        let asleep = self.asleep.iter().map(|it| (it, false));
        let mut all: Vec<_> = awake
            .chain(asleep)
            .filter(|(it, _)| it.tried == Tried::Wish)
            .collect();
        all.sort_by_key(|(it, awake)| (it.place, !awake, it.branch));
        all
    }
}
