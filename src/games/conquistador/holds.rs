//! When a condition holds (7.2).

use super::orders::{Condition, Order};
use super::view::View;

/// Whether it holds now, for what this power can see; what it cannot see is false (Q44).
pub fn holds(view: &View, order: &Order, condition: &Condition) -> bool {
    let _ = (view, order, condition);
    todo!()
}
