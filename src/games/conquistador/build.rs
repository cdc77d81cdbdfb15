//! Orders and conditions from lines that were read.

use super::orders::{Condition, Order};
use super::view::View;
use crate::lang::diagnostic::Diagnostic;
use crate::lang::said::Said;

/// Makes an order.
///
/// # Errors
/// A fault the form alone could not see.
pub fn order(view: &View, said: &Said) -> Result<Order, Diagnostic> {
    let _ = (view, said);
    todo!()
}

/// Makes a condition.
///
/// # Errors
/// A fault the form alone could not see.
pub fn condition(view: &View, said: &Said) -> Result<Condition, Diagnostic> {
    let _ = (view, said);
    todo!()
}
