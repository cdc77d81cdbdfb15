//! What is said where several people play one seat.

use super::text::one_line;

/// The head of a copy of a receipt, for those who did not write: whose orders count.
pub fn sent_by(name: &str, seat: &str) -> String {
    let name = one_line(name);
    format!("{name} has sent these orders for {seat}. They count until any of you sends others.")
}
