//! The position as pages show it: names and numbers for templates.

use super::view::View;
use serde::Serialize;

/// What templates see.
#[derive(Debug, Clone, Serialize)]
pub struct Page {
    /// From 1.
    pub turn: u32,
}

/// The page of a view.
pub fn page(view: &View) -> Page {
    Page {
        turn: view.open.turn,
    }
}
