//! Notes on lines: what all advice is written with.

use super::super::orders::{Condition, Order};
use super::super::state::Stage;
use super::super::view::View;
use crate::engine::orders::{Instruction, OrderRef};

/// A line of the power.
pub(super) type Line = Instruction<Order, Condition>;

/// Notes, each once.
#[derive(Default)]
pub(super) struct Notes(Vec<(OrderRef, String)>);

impl Notes {
    pub(super) fn add(&mut self, at: OrderRef, note: impl Into<String>) {
        let note = (at, note.into());
        if !self.0.contains(&note) {
            self.0.push(note);
        }
    }

    /// By line, in the order of the lines.
    pub(super) fn in_order(mut self, lines: &[&Line]) -> Vec<(OrderRef, String)> {
        self.0
            .sort_by_key(|(at, _)| lines.iter().position(|it| it.at == *at));
        self.0
    }
}

/// Whether men stand where the lines of sheet b find them.
pub(super) fn is_land_now(view: &View) -> bool {
    view.open.stage.is_b() && view.open.stage <= Stage::Natives
}
