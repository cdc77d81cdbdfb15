//! What silence does, as lines that a player could have sent.
//!
//! A game says it in its own order language, in a text that is read once, when the game is loaded;
//! `Rules::silence` hands the lines out, and the engine tries them behind all that a seat has
//! written. So the same words stand in the order sheet and in the handbook, and do the same
//! wherever they are written.
//!
//! Not here: when they are tried (`answer`).

use super::data::DataError;
use super::facts::Asked;
use super::orders::{Instruction, OrderRef};
use super::understand::instruction;
use crate::lang::diagnostic::Diagnostic;
use crate::lang::form::Grammar;
use crate::lang::read::{Context, read};
use crate::lang::said::Said;
use crate::lang::sheet::SheetNo;

/// The lines of this text, one order each, nothing else.
///
/// # Errors
/// The first line that does not read.
pub fn lines<O>(
    grammar: &Grammar,
    text: &str,
    build: impl Fn(&Said) -> Result<O, Diagnostic>,
) -> Result<Vec<Instruction<O, Asked>>, DataError> {
    let sheet = SheetNo::whole(1);
    let context = Context {
        campaign: "silence",
        seats: &[],
        sheet,
        open: sheet,
        parts: 0,
        last: None,
    };
    let reading = read(grammar, &context, text);
    let fault = |it: Diagnostic| {
        let problem = format!("silence does not read: {}", it.reason);
        DataError::new("game.toml", problem)
    };
    if let Some(it) = reading.faults.into_iter().next() {
        return Err(fault(it));
    }
    let made = reading.lines.iter().map(|line| {
        let at = OrderRef::of_silence(line.number);
        instruction(at, line, &build, |it| Ok(Asked::of(it))).map_err(fault)
    });
    made.collect()
}
