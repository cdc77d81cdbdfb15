//! How a seat's lines are gone through in a turn of its own, one after another.
//!
//! Lines that are tried once ([`Tried::Once`]) are *reached* from top to bottom, each once in the
//! turn, whether they can be done then or not. Wishes ([`Tried::Wish`]) are gone through in passes:
//! a *pass* tries the open ones from top to bottom, each once; what cannot be done is passed over.
//! A pass that has carried anything out is followed by another, since a sale may have brought the
//! gold a wish above it waited for. A wish carried out is not tried again in the turn.
//!
//! A game asks its seat for one line at a time, since each changes what the next one sees, and says
//! in which turn of its own that is (`Rules::own_turn`). The engine then shows `decide` what is
//! still open, begins the next pass, and keeps the [`Mark`] in the book. The toy game `market`
//! shows it for wishes, Conquistador for lines reached once.
//!
//! Not here: what a line does, and when a turn begins (each game); how the next one is found
//! (`answer`).

use super::decide::{Lines, Live};
use super::order_ref::OrderRef;
use super::turns::Mark;
use crate::lang::form::Tried;

impl<'a, O> Lines<'a, O> {
    /// The lines as they are in this pass. Wishes tried in it or carried out in the turn, and lines
    /// that were reached, are there to be seen, and do not speak ([`Live::closed`]).
    #[must_use]
    pub fn open(&self, mark: &Mark) -> Lines<'a, O> {
        let open = |live: &Live<'a, O>| Live {
            closed: live.tried != Tried::Kept && !mark.is_open(live.at),
            done: live.tried != Tried::Kept && mark.done.contains(&live.at),
            ..*live
        };
        Lines {
            lines: self.lines.iter().map(open).collect(),
            asleep: self.asleep.iter().map(open).collect(),
            wished: self.wished,
            trying: self.trying,
        }
    }

    /// Moves the mark on to the line that was carried out, or after all.
    pub fn reach(&self, mark: &mut Mark, done: Option<OrderRef>) {
        let all = self.lines.iter().chain(&self.asleep);
        let mut all: Vec<_> = all.filter(|it| it.tried != Tried::Kept).collect();
        all.sort_by_key(|it| it.place);
        let end = all.iter().find(|it| Some(it.at) == done);
        let end = end.map_or(u32::MAX, |it| it.place);
        for line in all.iter().take_while(|it| it.place <= end) {
            let reached = match line.tried {
                Tried::Wish => &mut mark.tried,
                Tried::Once | Tried::Kept => &mut mark.done,
            };
            if !reached.contains(&line.at) {
                reached.push(line.at);
            }
        }
        mark.done.extend(done.filter(|it| !mark.done.contains(it)));
        mark.moved |= done.is_some();
    }
}
