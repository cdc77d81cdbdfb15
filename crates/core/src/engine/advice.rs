//! Advice on a seat's lines that needs no game: tests always or never so, lines that never count,
//! each note once.

use super::attributes::{Orders, covers};
use super::facts::{Asked, Facts, Scene};
use super::note::{Note, Weight};
use super::orders::{Guard, Instruction};
use crate::lang::sheet::{Scope, SheetNo};
use std::cmp::Reverse;

/// A line of a game whose tests are a table.
pub type TableLine<O> = Instruction<O, Asked>;

/// What a game adds to the advice of the engine.
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
    /// What is worth knowing of an order taken alone.
    pub remarks: &'a dyn Fn(&TableLine<O>, &O) -> Vec<String>,
}

impl<S: Scene, O: Orders> Advice<'_, S, O> {
    /// The notes on these lines, each once.
    pub fn notes(&self, lines: &[&TableLine<O>]) -> Vec<Note> {
        let mut notes: Vec<Note> = Vec::new();
        let force = self.in_force(lines);
        for (at, line) in force.iter().enumerate() {
            let mut found = Vec::new();
            for branch in &line.branches {
                let remarks = (self.remarks)(line, &branch.order).into_iter();
                found.extend(remarks.map(|it| (Weight::Doubt, it)));
                let inside = (self.inside)(&branch.order).into_iter();
                let tests = inside.chain([&branch.when]).flat_map(|it| &it.clauses);
                let tests = tests.filter_map(|it| self.facts.remark(&it.condition));
                found.extend(tests.map(|it| (Weight::Doubt, it)));
            }
            let earlier = force[..at].iter().filter(|it| self.shadows(it, line));
            found.extend(match self.last_turn(line) {
                last if last < self.sheet.turn => {
                    Some((Weight::Doubt, format!("turn {last} is over")))
                }
                // Of several the one that hides it longest.
                last => earlier
                    .max_by_key(|it| (self.last_turn(it), Reverse(it.at)))
                    .map(|it| (Weight::Hidden, self.hidden(it, last))),
            });
            for (weight, text) in found {
                let at = line.at;
                let note = Note { at, text, weight };
                if !notes.contains(&note) {
                    notes.push(note);
                }
            }
        }
        notes
    }

    /// What helps to plan, of the lines of the sheet now open: each once.
    pub fn facts(&self, lines: &[&TableLine<O>], of: impl Fn(&O) -> Vec<String>) -> Vec<Note> {
        let mut notes: Vec<Note> = Vec::new();
        for line in lines.iter().filter(|it| it.sheet() == Some(self.sheet)) {
            for text in line.branches.iter().flat_map(|it| of(&it.order)) {
                let note = Note {
                    at: line.at,
                    text,
                    weight: Weight::Fact,
                };
                if !notes.contains(&note) {
                    notes.push(note);
                }
            }
        }
        notes
    }

    /// The lines of the sheet now open, then standing ones, the newest submission's first.
    fn in_force<'b>(&self, lines: &[&'b TableLine<O>]) -> Vec<&'b TableLine<O>> {
        let this = |it: &&TableLine<O>| it.sheet() == Some(self.sheet);
        let standing = |it: &&TableLine<O>| matches!(it.scope, Scope::Standing { .. });
        let mut force: Vec<&TableLine<O>> = lines.iter().copied().filter(this).collect();
        let mut behind: Vec<&TableLine<O>> = lines.iter().copied().filter(standing).collect();
        behind.sort_by_key(|it| (u32::MAX - it.at.submission, it.at));
        force.extend(behind);
        force
    }

    /// The last turn in which a line can count.
    fn last_turn(&self, line: &TableLine<O>) -> u32 {
        match line.scope {
            Scope::Sheet { sheet } => sheet.turn,
            Scope::Standing { until } => until.unwrap_or(u32::MAX),
        }
    }

    /// That a line which counts up to this turn is hidden by an earlier one: perhaps not for ever.
    fn hidden(&self, by: &TableLine<O>, last: u32) -> String {
        let when = match self.last_turn(by) {
            end if end >= last => "never counts".to_owned(),
            end if end == self.sheet.turn => format!("not in turn {end}"),
            end => format!("not before turn {}", end + 1),
        };
        format!("{when}: `{}` comes first and has no IF", by.text)
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
