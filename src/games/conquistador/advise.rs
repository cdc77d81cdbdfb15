//! What is worth knowing about lines: costs, room, Bounds, odds.

use super::orders::{Condition, Order};
use super::view::View;
use crate::engine::orders::{Instruction, OrderRef};

/// Advice on the lines of a power, as it sees the position.
pub fn advise(view: &View, lines: &[&Instruction<Order, Condition>]) -> Vec<(OrderRef, String)> {
    let _ = (view, lines);
    Vec::new()
}
