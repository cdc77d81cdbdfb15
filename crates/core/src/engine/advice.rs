//! Notes on a seat's lines that need no game: what trying them comes to, tests always or never so,
//! lines that never count.
//!
//! A line is tried as it would be played, by the game's own `decide`, on what its seat sees and
//! after the lines above it ([`Trial`]). So a note says what an account would say afterwards.

use super::attributes::Orders;
use super::attributes::covers;
use super::decide::{Lines, Live};
use super::facts::{Asked, Facts, Scene};
use super::note::{Note, Weight};
use super::orders::{Guard, Instruction};
use super::reason::{EngineReason, Reason};
use crate::lang::sheet::{Scope, SheetNo};
use std::cmp::Reverse;

/// A line of a game whose tests are a table.
pub type TableLine<O> = Instruction<O, Asked>;

/// What there is to say of a line, and what that means for it.
pub type Weighed = (Weight, Reason);

/// What helps to plan of an order on its line, by a view.
pub type Remarks<'a, O> = dyn Fn(&<O as Orders>::View, &TableLine<O>, &O) -> Vec<Weighed> + 'a;

/// The branches of a line, each as if its condition held.
pub fn live<O>(line: &TableLine<O>) -> impl Iterator<Item = Live<'_, O>> {
    let branches = (0_u32..).zip(&line.branches);
    branches.map(|(branch, tried)| Live {
        at: line.at,
        place: 0,
        branch,
        tried: line.tried,
        used: line.used,
        each: line.each,
        standing: line.sheet().is_none(),
        closed: false,
        done: false,
        order: &tried.order,
    })
}

/// Lines as they are tried: those of this sheet, then standing ones, the newest submission's first.
pub fn in_force<'a, O>(sheet: SheetNo, lines: &[&'a TableLine<O>]) -> Vec<&'a TableLine<O>> {
    let mut all = lines.to_vec();
    all.retain(|it| it.sheet().is_none_or(|it| it == sheet));
    all.sort_by_key(|line| match line.scope {
        Scope::Sheet { .. } => None,
        Scope::Standing { .. } => Some((Reverse(line.at.submission), line.at)),
    });
    all
}

/// What a game adds to the notes of the engine.
pub struct Advice<'a, S: Scene, O: Orders> {
    /// Its tables.
    pub tables: &'a O::Tables,
    /// Its tests.
    pub facts: &'a Facts<S>,
    /// What the seat sees.
    pub view: &'a O::View,
    /// The sheet now open.
    pub sheet: SheetNo,
    /// A condition inside an order.
    pub inside: fn(&O) -> Option<&Guard<Asked>>,
    /// What helps to plan of an order, besides what trying it says: costs, odds, distances.
    pub remarks: &'a Remarks<'a, O>,
    /// Tries a line, if the game can before its time.
    pub trial: Option<&'a dyn Trial<O>>,
}

/// How a line is tried before its time.
pub trait Trial<O: Orders> {
    /// What this line is asked, were it its turn now, and what its game decides of it alone:
    /// everything that keeps it from being carried out. What it would do, the view shows afterwards
    /// to the lines below it. Nothing, where what it depends on cannot be seen.
    /// `sure`: the line has no IF.
    fn tried(&self, view: &mut O::View, lines: &Lines<'_, O>, sure: bool) -> Vec<Weighed>;
}

impl<'a, S: Scene, O: Orders> Advice<'a, S, O> {
    /// What the engine finds out by itself.
    pub fn on(
        sheet: SheetNo,
        tables: &'a O::Tables,
        facts: &'a Facts<S>,
        view: &'a O::View,
    ) -> Self {
        Advice {
            tables,
            facts,
            view,
            sheet,
            inside: |_| None,
            remarks: &|_, _, _| Vec::new(),
            trial: None,
        }
    }
}

impl<S: Scene, O: Orders> Advice<'_, S, O>
where
    O::View: Clone,
{
    /// The notes on these lines, each once.
    pub fn notes(&self, lines: &[&TableLine<O>]) -> Vec<Note> {
        let mut notes: Vec<Note> = Vec::new();
        let force = in_force(self.sheet, lines);
        let mut view = self.view.clone();
        for (at, line) in force.iter().enumerate() {
            let mut found = Vec::new();
            for branch in &line.branches {
                found.extend((self.remarks)(&view, line, &branch.order));
                let inside = (self.inside)(&branch.order).into_iter();
                let tests = inside.chain([&branch.when]).flat_map(|it| &it.clauses);
                let tests = tests.filter_map(|it| self.facts.remark(&it.condition));
                found.extend(tests.map(|it| (Weight::Doubt, it.into())));
            }
            found.extend(self.tried(&mut view, line));
            let earlier = force[..at].iter().filter(|it| self.shadows(it, line));
            found.extend(match self.last_turn(line) {
                last if last < self.sheet.turn => {
                    Some((Weight::Doubt, EngineReason::TurnOver { turn: last }.into()))
                }
                // Of several the one that hides it longest.
                last => earlier
                    .max_by_key(|it| (self.last_turn(it), Reverse(it.at)))
                    .map(|it| (Weight::Hidden, self.hidden(it, last).into())),
            });
            for (weight, what) in found {
                let at = line.at;
                let note = Note { at, what, weight };
                if !notes.contains(&note) {
                    notes.push(note);
                }
            }
        }
        notes
    }

    /// What trying a line of the sheet now open comes to.
    fn tried(&self, view: &mut O::View, line: &TableLine<O>) -> Vec<Weighed> {
        let (Some(trial), Some(sheet)) = (self.trial, line.sheet()) else {
            return Vec::new();
        };
        if sheet != self.sheet {
            return Vec::new();
        }
        let lines = Lines {
            lines: live(line).collect(),
            asleep: Vec::new(),
            wished: false,
            trying: true,
        };
        let sure = line.branches.iter().any(|it| it.when.is_always());
        trial.tried(view, &lines, sure)
    }

    /// The last turn in which a line can count.
    fn last_turn(&self, line: &TableLine<O>) -> u32 {
        match line.scope {
            Scope::Sheet { sheet } => sheet.turn,
            Scope::Standing { until } => until.unwrap_or(u32::MAX),
        }
    }

    /// That a line which counts up to this turn is hidden by an earlier one: perhaps not for ever.
    fn hidden(&self, by: &TableLine<O>, last: u32) -> EngineReason {
        let end = self.last_turn(by);
        EngineReason::Covered {
            by: by.text.clone(),
            until: (end < last).then_some(end),
            turn: self.sheet.turn,
        }
    }

    fn shadows(&self, earlier: &TableLine<O>, later: &TableLine<O>) -> bool {
        if self.last_turn(earlier) < self.sheet.turn {
            return false;
        }
        let always = earlier.branches.iter().filter(|it| it.when.is_always());
        always.map(|it| &it.order).any(|first| {
            let mut orders = later.branches.iter().map(|it| &it.order);
            orders.all(|then| covers((self.tables, self.view), first, then))
        })
    }
}
