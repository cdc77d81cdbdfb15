//! Lines as read → instructions, by the rules of one game and what one seat may know.

use super::attributes::{Condition as _, alternatives, made, split};
use super::orders::{Branch, Clause, Guard, Instruction, OrderRef};
use super::rules::{ConditionOf, InstructionOf, Rules};
use crate::lang::diagnostic::Diagnostic;
use crate::lang::said::{Condition, OrderLine, Said};
use crate::lang::sheet::{Scope, SheetNo};

/// How many orders are made of one block, where lines hold several each.
const ORDERS_MAX: usize = 2_000;

/// Makes instructions of lines; a line with a fault in any branch is left out whole. `open` is the
/// sheet that the position calls for, if it does.
pub fn understand<R: Rules>(
    rules: &R,
    view: &R::View,
    submission: u32,
    lines: &[OrderLine],
    open: Option<SheetNo>,
) -> (Vec<InstructionOf<R>>, Vec<Diagnostic>) {
    let mut instructions = Vec::new();
    let mut faults = Vec::new();
    for line in lines {
        let at = OrderRef {
            submission,
            line: line.number,
            part: 0,
        };
        match of_line(rules, view, at, line, open) {
            Ok(of) if instructions.len() + of.len() <= ORDERS_MAX => instructions.extend(of),
            Ok(_) => {
                let reason = format!("a block may have at most {ORDERS_MAX} orders");
                let hint = "leave orders out, or send them for later turns";
                let span = line.branches[0].said.span;
                faults.push(Diagnostic::new(span, reason, hint));
            }
            Err(fault) => faults.push(fault),
        }
    }
    (instructions, faults)
}

/// A branch of a line as it is carried out, and as it is printed.
struct ReadBranch<O, W> {
    order: O,
    when: Guard<W>,
    text: String,
}

type PartOf<R> = ReadBranch<<R as Rules>::Order, ConditionOf<R>>;

/// The instructions of a line: one, or one for each of its wishes.
fn of_line<R: Rules>(
    rules: &R,
    view: &R::View,
    at: OrderRef,
    line: &OrderLine,
    open: Option<SheetNo>,
) -> Result<Vec<InstructionOf<R>>, Diagnostic> {
    let mut branches: Vec<Vec<PartOf<R>>> = Vec::new();
    for branch in &line.branches {
        let now = matches!(line.scope, Scope::Sheet { sheet } if Some(sheet) == open);
        let order: R::Order = made((rules.tables(), view), &branch.said, now)?;
        let when = match &branch.when {
            Some(condition) => guard(condition, |it| ConditionOf::<R>::build(view, it))?,
            None => Guard::always(),
        };
        let wishes = split(&order);
        let wishes = match wishes.len() {
            0 | 1 => vec![(order, branch.said.printed.clone())],
            _ => wishes,
        };
        let condition = branch
            .when
            .as_ref()
            .map(|it| format!(" IF {}", it.printed()));
        let part = |(order, words): (R::Order, String)| ReadBranch {
            order,
            when: when.clone(),
            text: words + condition.as_deref().unwrap_or_default(),
        };
        // The second wish of this branch would lose the condition of a branch with fewer.
        if branches.iter().any(|it| it.len() < wishes.len()) {
            let reason = "several orders cannot come after ELSE";
            let hint = "name one there, or write each on a line of its own";
            return Err(Diagnostic::new(branch.said.span, reason, hint));
        }
        branches.push(wishes.into_iter().map(part).collect());
    }
    let wishes = branches.iter().map(Vec::len).max().unwrap_or(0);
    if wishes < 2 {
        let parts = branches.into_iter().flatten();
        return Ok(vec![instruction(
            rules,
            at,
            line,
            line.printed.clone(),
            parts,
        )]);
    }
    // What is before the first branch: STANDING, EACH.
    let prefix = line.printed.find(&line.branches[0].said.printed);
    let prefix = &line.printed[..prefix.unwrap_or(0)];
    let mut branches: Vec<_> = branches.into_iter().map(Vec::into_iter).collect();
    let wishes = (1..).take(wishes).map(|part| {
        let parts: Vec<PartOf<R>> = branches.iter_mut().filter_map(Iterator::next).collect();
        let texts: Vec<&str> = parts.iter().map(|it| it.text.as_str()).collect();
        let text = format!("{prefix}{}", texts.join(" ELSE "));
        instruction(rules, OrderRef { part, ..at }, line, text, parts)
    });
    Ok(wishes.collect())
}

fn instruction<R: Rules>(
    rules: &R,
    at: OrderRef,
    line: &OrderLine,
    text: String,
    parts: impl IntoIterator<Item = PartOf<R>>,
) -> InstructionOf<R> {
    let mut branches = Vec::new();
    for ReadBranch { order, when, .. } in parts {
        // An IF is about each of several alternatives: they are tried like orders joined by ELSE.
        let each = if when.is_always() {
            Vec::new()
        } else {
            alternatives(rules.tables(), &order)
        };
        if each.is_empty() {
            branches.push(Branch { order, when });
        } else {
            branches.extend(each.into_iter().map(|order| Branch {
                order,
                when: when.clone(),
            }));
        }
    }
    Instruction {
        at,
        text,
        form: line.form.to_owned(),
        key: line.key.clone(),
        scope: line.scope,
        tried: line.tried,
        each: line.each,
        used: 0,
        spent: None,
        branches,
    }
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
    let clauses = condition.tests.iter().map(|asked| {
        Ok(Clause {
            not: asked.not,
            condition: test(&asked.said)?,
        })
    });
    Ok(Guard {
        joined: condition.joined,
        clauses: clauses.collect::<Result<_, Diagnostic>>()?,
    })
}
