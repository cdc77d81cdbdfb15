//! Lines as read → instructions, by the rules of one game and what one seat may know.

use super::orders::{Branch, Clause, Guard, Instruction, OrderRef};
use super::rules::{Condition as _, InstructionOf, Rules};
use crate::lang::diagnostic::Diagnostic;
use crate::lang::said::{Condition, Line, Said};

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
        let at = OrderRef {
            submission,
            line: line.number,
        };
        match instruction(rules, view, at, line) {
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
) -> Result<InstructionOf<R>, Diagnostic> {
    let branches = line.branches.iter().map(|branch| {
        let order = rules.build(view, &branch.said)?;
        let when = match &branch.when {
            Some(condition) => guard(condition, |it| R::Condition::build(view, it))?,
            None => Guard::always(),
        };
        Ok(Branch { order, when })
    });
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
        branches: branches.collect::<Result<_, Diagnostic>>()?,
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
