//! Lines as read → instructions, by the rules of one game and what one seat may know.

use super::orders::{Branch, Clause, Guard, Instruction, OrderRef};
use super::rules::{InstructionOf, Rules};
use crate::lang::diagnostic::Diagnostic;
use crate::lang::said::{Condition, Line};

/// Makes instructions of lines; a line with a fault in any branch is left out whole.
pub fn understand<R: Rules>(
    rules: &R,
    view: &R::View,
    submission: u32,
    lines: &[Line],
) -> (Vec<InstructionOf<R>>, Vec<Diagnostic>) {
    let mut instructions = Vec::new();
    let mut faults = Vec::new();
    for line in lines {
        match instruction(rules, view, submission, line) {
            Ok(it) => instructions.push(it),
            Err(fault) => faults.push(fault),
        }
    }
    (instructions, faults)
}

fn instruction<R: Rules>(
    rules: &R,
    view: &R::View,
    submission: u32,
    line: &Line,
) -> Result<InstructionOf<R>, Diagnostic> {
    let branches: Result<Vec<_>, Diagnostic> = line
        .branches
        .iter()
        .map(|branch| {
            let order = rules.build(view, &branch.said)?;
            let when = match &branch.when {
                Some(condition) => guard(rules, view, condition)?,
                None => Guard::always(),
            };
            Ok(Branch { order, when })
        })
        .collect();
    Ok(Instruction {
        at: OrderRef {
            submission,
            line: line.number,
        },
        text: line.printed.clone(),
        form: line.form.to_owned(),
        key: line.key.clone(),
        scope: line.scope,
        tried: line.tried,
        each: line.each,
        used: 0,
        spent: None,
        branches: branches?,
    })
}

/// Makes a guard of a condition as read; games use it for conditions inside an order
/// (`HOLD WR UNTIL …`).
///
/// # Errors
/// The first test the rules refuse.
pub fn guard<R: Rules>(
    rules: &R,
    view: &R::View,
    condition: &Condition,
) -> Result<Guard<R::Condition>, Diagnostic> {
    let clauses: Result<Vec<_>, Diagnostic> = condition
        .tests
        .iter()
        .map(|test| {
            Ok(Clause {
                not: test.not,
                condition: rules.build_condition(view, &test.said)?,
            })
        })
        .collect();
    Ok(Guard {
        joined: condition.joined,
        clauses: clauses?,
    })
}
