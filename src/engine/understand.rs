//! Lines as read → instructions, by the rules of one game and what one seat may know.

use super::orders::{Branch, Clause, Guard, Instruction, OrderRef};
use super::rules::{Condition as _, InstructionOf, Rules};
use crate::lang::diagnostic::Diagnostic;
use crate::lang::said::{Condition, Line, Said};
use crate::lang::sheet::{Scope, SheetNo};

/// Makes instructions of lines; a line with a fault in any branch is left out whole. `open` is the
/// sheet that the position calls for, if it does.
pub fn understand<R: Rules>(
    rules: &R,
    view: &R::View,
    submission: u32,
    lines: &[Line],
    open: Option<SheetNo>,
) -> (Vec<InstructionOf<R>>, Vec<Diagnostic>) {
    let mut instructions = Vec::new();
    let mut faults = Vec::new();
    for line in lines {
        let at = OrderRef {
            submission,
            line: line.number,
        };
        match instruction(rules, view, at, line, open) {
            Ok(it) => instructions.push(it),
            Err(fault) => faults.push(fault),
        }
    }
    (instructions, faults)
}

fn instruction<R: Rules>(
    rules: &R,
    view: &R::View,
    at: OrderRef,
    line: &Line,
    open: Option<SheetNo>,
) -> Result<InstructionOf<R>, Diagnostic> {
    let mut branches = Vec::new();
    for branch in &line.branches {
        if matches!(line.scope, Scope::Sheet { sheet } if Some(sheet) == open) {
            rules.hopeless(view, &branch.said)?;
        }
        let order = rules.build(view, &branch.said)?;
        let when = match &branch.when {
            Some(condition) => guard(condition, |it| R::Condition::build(view, it))?,
            None => Guard::always(),
        };
        // An IF is about each of several alternatives: they are tried like orders joined by ELSE.
        let alternatives = match when.is_always() {
            true => Vec::new(),
            false => rules.alternatives(&order),
        };
        match alternatives.is_empty() {
            true => branches.push(Branch { order, when }),
            false => branches.extend(alternatives.into_iter().map(|order| Branch {
                order,
                when: when.clone(),
            })),
        }
    }
    Ok(Instruction {
        at,
        text: line.printed.clone(),
        form: line.form.to_owned(),
        key: line.key.clone(),
        scope: line.scope,
        tried: line.tried,
        each: line.each,
        used: 0,
        spent: None,
        branches,
    })
}

/// Makes a guard of a condition as read, by how its tests are made; games use it for conditions
/// inside an order (`HOLD WR UNTIL …`).
///
/// # Errors
/// The first test that is refused.
pub fn guard<W>(
    condition: &Condition,
    test: impl Fn(&Said) -> Result<W, Diagnostic>,
) -> Result<Guard<W>, Diagnostic> {
    let clauses = condition.tests.iter().map(|it| {
        Ok(Clause {
            not: it.not,
            condition: test(&it.said)?,
        })
    });
    Ok(Guard {
        joined: condition.joined,
        clauses: clauses.collect::<Result<_, Diagnostic>>()?,
    })
}
