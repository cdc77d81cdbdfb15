//! All orders of a movement phase at once.
//!
//! Each order asks whether those on which it depends succeed. Where they depend on each other in a
//! circle both outcomes are tried; if neither or both are consistent, units that follow each other
//! in a circle all move, and a convoy in a circle fails (Szykman's rule, 4.A.2).

use super::lawful::{goes_by_convoy, joined};
use super::{Act, Ordered};
use crate::data::Tables;
use crate::place::Province;
use packetboat_core::prelude::*;

/// What is known of an order.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Known {
    Nothing,
    Guess(bool),
    Certain(bool),
}

/// The orders of all units, lawful ones.
pub struct Resolver<'a> {
    pub(super) map: &'a Tables,
    pub(super) all: &'a [Ordered],
    /// Which unit is in a province.
    at: BTreeMap<Province, usize>,
    /// Which units are ordered to go to a province.
    to: BTreeMap<Province, Vec<usize>>,
    /// Which units support the move or hold of each, or are ordered to take it across the sea.
    helps: Vec<Vec<usize>>,
    /// Which move by convoy.
    pub(super) by_convoy: Vec<bool>,
    known: Vec<Known>,
    /// Orders that rest on a guess, in the order in which they were met.
    open: Vec<usize>,
}

impl<'a> Resolver<'a> {
    /// Of these orders, one for each unit.
    pub fn of(map: &'a Tables, all: &'a [Ordered]) -> Self {
        let at: BTreeMap<Province, usize> = (0..)
            .zip(all)
            .map(|(i, it)| (it.unit.province(), i))
            .collect();
        let mut to: BTreeMap<Province, Vec<usize>> = BTreeMap::new();
        let mut helps = vec![Vec::new(); all.len()];
        for (i, one) in all.iter().enumerate() {
            match one.act {
                Act::Hold => {}
                Act::Move { to: goal, .. } => to.entry(goal.province).or_default().push(i),
                Act::Support { of, .. } | Act::Convoy { of, .. } => {
                    if let Some(whom) = at.get(&of).filter(|it| matches(one.act, &all[**it])) {
                        helps[*whom].push(i);
                    }
                }
            }
        }
        Resolver {
            by_convoy: all.iter().map(|it| goes_by_convoy(map, all, it)).collect(),
            known: vec![Known::Nothing; all.len()],
            open: Vec::new(),
            map,
            all,
            at,
            to,
            helps,
        }
    }

    /// Whether an order succeeds: a move arrives, a support counts, a fleet that convoys is not
    /// dislodged.
    pub fn succeeds(&mut self, i: usize) -> bool {
        match self.known[i] {
            Known::Certain(known) => return known,
            Known::Guess(known) => {
                // Though it be there already: whoever asks rests on it too.
                self.open.push(i);
                return known;
            }
            Known::Nothing => {}
        }
        let before = self.open.len();
        self.known[i] = Known::Guess(false);
        let first = self.judge(i);
        if self.open.len() == before {
            self.known[i] = Known::Certain(first);
            return first;
        }
        if self.open[before] != i {
            // It rests on the guess of another.
            self.known[i] = Known::Guess(first);
            self.open.push(i);
            return first;
        }
        self.forget(before);
        self.known[i] = Known::Guess(true);
        let second = self.judge(i);
        if first == second {
            self.forget(before);
            self.known[i] = Known::Certain(first);
            return first;
        }
        self.break_circle(before);
        self.succeeds(i)
    }

    fn forget(&mut self, from: usize) {
        for i in self.open.drain(from..) {
            self.known[i] = Known::Nothing;
        }
    }

    /// 6.C, 4.A.2: a circle without a convoy moves on; a convoy in a circle fails.
    fn break_circle(&mut self, from: usize) {
        let circle: Vec<usize> = self.open.drain(from..).collect();
        let is_convoy = |i: &usize| is_convoy(&self.all[*i]);
        let paradox = circle.iter().any(is_convoy);
        for i in circle {
            self.known[i] = match (paradox, is_convoy(&i)) {
                (false, _) => Known::Certain(true),
                (true, true) => Known::Certain(false),
                (true, false) => Known::Nothing,
            };
        }
    }

    fn judge(&mut self, i: usize) -> bool {
        match self.all[i].act {
            Act::Hold => true,
            Act::Move { .. } => self.arrives(i),
            Act::Support { .. } => self.cut_by(i).is_none(),
            Act::Convoy { .. } => {
                // DATC 5.D: who attacks is judged anew, so that the attack itself is no part of a
                // circle, and a paradox has only convoys and supports.
                let goal = self.all[i].unit.province();
                self.comers(goal).into_iter().all(|it| !self.judge(it))
            }
        }
    }

    /// Who is ordered to go to a province.
    fn comers(&self, to: Province) -> Vec<usize> {
        self.to.get(&to).cloned().unwrap_or_default()
    }

    /// The unit in the province to which one goes.
    fn facing(&self, i: usize) -> Option<usize> {
        let goal = self.all[i].act.destination()?;
        self.at.get(&goal).copied()
    }

    /// The unit that comes the other way, where neither goes by convoy.
    fn head_to_head(&self, i: usize) -> Option<usize> {
        let other = self.facing(i)?;
        let back = self.all[other].act.destination() == Some(self.all[i].unit.province());
        (back && !self.by_convoy[i] && !self.by_convoy[other]).then_some(other)
    }

    /// Whether a move has a way: of one by convoy, fleets that are not dislodged.
    pub fn has_way(&mut self, i: usize) -> bool {
        if !self.by_convoy[i] {
            return true;
        }
        let (from, goal) = (self.all[i].unit.province(), self.all[i].act.destination());
        let goal = goal.expect("it moves");
        let (map, all) = (self.map, self.all);
        let convoys = self.helps[i].iter().filter(|it| is_convoy(&all[**it]));
        let fleets = convoys.map(|it| (all[*it].unit.province(), *it)).into_map();
        // First whether there is any, so that nothing is asked in vain.
        joined(map, from, goal, |sea| fleets.contains_key(&sea))
            && joined(map, from, goal, |sea| {
                fleets.get(&sea).is_some_and(|it| self.succeeds(*it))
            })
    }

    /// 6.D, 6.E: a move arrives if it is stronger than who is there, or comes the other way, and
    /// than all others who go there.
    fn arrives(&mut self, i: usize) -> bool {
        if !self.has_way(i) {
            return false;
        }
        let goal = self.all[i].act.destination().expect("it moves");
        let strength = self.attack(i);
        let against = match (self.head_to_head(i), self.facing(i)) {
            (Some(other), _) => self.with_support(other, |_| true),
            (None, Some(other)) => self.hold(other),
            (None, None) => 0,
        };
        strength > against
            && self
                .comers(goal)
                .into_iter()
                .all(|it| it == i || strength > self.prevents(it))
    }

    /// One, and one more for each support that counts and is such.
    fn with_support(&mut self, i: usize, such: impl Fn(&Ordered) -> bool) -> usize {
        let (helps, all) = (self.helps[i].clone(), self.all);
        let supports = helps.into_iter().filter(|it| !is_convoy(&all[*it]));
        let counts = supports.filter(|it| such(&all[*it]) && self.succeeds(*it));
        1 + counts.count()
    }

    /// How strongly a move attacks: nobody dislodges a unit of their own, or helps to (6.D.10 to
    /// 6.D.14).
    fn attack(&mut self, i: usize) -> usize {
        let comes = self.head_to_head(i).is_some();
        let stays = self
            .facing(i)
            .filter(|it| comes || self.all[*it].act.destination().is_none() || !self.succeeds(*it));
        match stays.map(|it| self.all[it].seat) {
            None => self.with_support(i, |_| true),
            Some(seat) if seat == self.all[i].seat => 0,
            Some(seat) => self.with_support(i, |it| it.seat != seat),
        }
    }

    fn hold(&mut self, i: usize) -> usize {
        match self.all[i].act.destination() {
            Some(_) => usize::from(!self.succeeds(i)),
            None => self.with_support(i, |_| true),
        }
    }

    /// How strongly a move keeps others from its goal: not at all without a way, or beaten by who
    /// comes the other way (6.E.1; 4.A.7).
    pub fn prevents(&mut self, i: usize) -> usize {
        if !self.has_way(i) {
            return 0;
        }
        let beaten = self
            .head_to_head(i)
            .is_some_and(|other| self.succeeds(other));
        if beaten {
            0
        } else {
            self.with_support(i, |_| true)
        }
    }

    /// Who cuts a support: it counts unless its unit is attacked by another power from elsewhere
    /// than where it supports to, or is dislodged (6.D.1 to 6.D.4, 6.D.15 to 6.D.19).
    pub fn cut_by(&mut self, i: usize) -> Option<usize> {
        let Ordered { seat, unit, act } = self.all[i];
        let Act::Support { of, to } = act else {
            return None;
        };
        let target = to.map_or(of, |it| it.province);
        self.comers(unit.province()).into_iter().find(|one| {
            let other = &self.all[*one];
            // Nothing is asked that makes no difference: it might close a circle.
            other.seat != seat
                && if other.unit.province() == target {
                    self.succeeds(*one)
                } else {
                    self.has_way(*one)
                }
        })
    }
}

fn is_convoy(one: &Ordered) -> bool {
    matches!(one.act, Act::Convoy { .. })
}

/// Whether a support or a convoy is of what that unit does.
pub fn matches(act: Act, of: &Ordered) -> bool {
    match (act, of.act) {
        (Act::Support { to: None, .. }, does) => does.destination().is_none(),
        (Act::Support { to: Some(goal), .. }, Act::Move { to, .. }) => {
            // 4.B.6: coasts are nothing to armies.
            goal.may_be(to) || (of.unit.is_army() && goal.province == to.province)
        }
        (Act::Convoy { to: goal, .. }, Act::Move { to, .. }) => {
            of.unit.is_army() && goal == to.province
        }
        _ => false,
    }
}
