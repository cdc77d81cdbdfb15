//! What is done where neither a seat's lines nor those of silence decide (D1, D2, D4).

use super::choice::{Choice, Question, choices};
use super::data::{Blocks, Resource};
use super::facts::goal_hex;
use super::orders::{Order, acts};
use super::{decide::action, may::Eye, state::Course};
use packetboat_core::engine::decide::{Lines, Live};
use packetboat_kit::hex::Hex;
use std::cmp::Reverse;

impl Eye<'_> {
    /// What remains where neither lines nor silence say anything (D1, D2, D4); `lines` are the
    /// seat's.
    pub(super) fn fallback(&self, question: &Question, lines: &Lines<'_, Order>) -> Choice {
        let (tables, view) = (self.tables, self.view);
        let extra = |it: &Live<'_, Order>| matches!(it.order, Order::Extra { .. });
        match question {
            Question::Move => {
                let forced = view.ways.must_move && !view.turn.still;
                let to = forced.then(|| self.away_from_guns()).flatten();
                Choice::Sail { to, course: None }
            }
            // With an EXTRA line of its own the ship does not go on to where MOVE was bound for
            // (D2).
            Question::Extra if lines.written().any(extra) => Choice::STAY,
            Question::Extra => match &view.turn.course {
                Some(Course {
                    goal,
                    within,
                    fight,
                }) if !view.turn.still => {
                    let (board, me) = (&tables.board, view.mine());
                    let goal = goal_hex(tables, view, goal).ok();
                    let way = goal.and_then(|it| view.sea.way(board, me, (it, *within), *fight));
                    let to = way.and_then(|it| it.first().copied());
                    Choice::Sail { to, course: None }
                }
                _ => Choice::STAY,
            },
            Question::Free { from } => {
                let resource = self.needed(lines, &self.on_offer(*from));
                Choice::Take {
                    resource: resource.expect("there is something to take"),
                }
            }
            Question::Act => Choice::Rest,
            listed => choices(view, listed)
                .pop()
                .expect("there is something to choose"),
        }
    }

    /// D1 with `must_move`: of the calm steps the one that ends farthest from the nearest armed
    /// opponent; none: the ship stays.
    fn away_from_guns(&self) -> Option<Hex> {
        let (board, sea, me) = (&self.tables.board, &self.view.sea, self.view.mine());
        let rivals = sea.rivals(me);
        let nearest = |hex: Hex| {
            let armed = rivals.iter().filter(|it| it.is_armed());
            armed.map(|it| board.distance(hex, it.hex)).min()
        };
        let steps = sea.calm_steps(board, me).into_iter().map(|it| it.1);
        steps.min_by_key(|it| Reverse(nearest(*it)))
    }

    /// D4: what the first open wish lacks most, as far as it is there; else the first of a list.
    fn needed(&self, lines: &Lines<'_, Order>, there: &Blocks) -> Option<Resource> {
        const LIKED: [Resource; 5] = [
            Resource::Gold,
            Resource::Wood,
            Resource::Metal,
            Resource::Gunpowder,
            Resource::Food,
        ];
        let wishes: Vec<Choice> = if lines.written().any(|it| acts(it.order)) {
            let awake = lines.lines.iter();
            awake.filter_map(|it| action(it.order)).collect()
        } else {
            vec![Choice::Outpost, Choice::King]
        };
        let why = |it: &Choice| self.obstacles(&Question::Act, it).into_iter();
        let (sea, held) = (&self.view.sea, self.view.own().blocks);
        let mut open = wishes
            .iter()
            .filter(|it| !why(it).any(|it| it.is_settled()));
        let lacks = open.find_map(|it| sea.price(self.tables, it).lacking(&held));
        let most = lacks.and_then(|lacks| {
            let both = lacks.at_most(there);
            let wanted = LIKED.into_iter().filter(|it| both.get(*it) > 0);
            wanted.min_by_key(|it| Reverse(lacks.get(*it)))
        });
        most.or_else(|| LIKED.into_iter().find(|it| there.get(*it) > 0))
    }
}
