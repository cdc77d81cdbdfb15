//! Notes on lines: what all advice is written with.

use super::super::orders::{Condition, Order};
use super::super::state::Stage;
use super::super::view::View;
use packetboat_core::engine::orders::Instruction;
use packetboat_core::prelude::*;

/// A line of the power.
pub(super) type Line = Instruction<Order, Condition>;

/// Notes, each once.
#[derive(Default)]
pub(super) struct Notes(Vec<Note>);

impl Notes {
    /// A word against a line.
    pub(super) fn add(&mut self, at: OrderRef, text: impl Into<String>) {
        self.put(at, doubt(text));
    }

    /// How a line will go: what it costs, what it needs, its odds.
    pub(super) fn tell(&mut self, at: OrderRef, text: impl Into<String>) {
        self.put(at, fact(text));
    }

    /// Either.
    pub(super) fn put(&mut self, at: OrderRef, (weight, text): Remark) {
        let what = Reason::of(&text);
        let note = Note { at, what, weight };
        if !self.0.contains(&note) {
            self.0.push(note);
        }
    }

    /// By line, in the order of the lines.
    pub(super) fn in_order(mut self, lines: &[&Line]) -> Vec<Note> {
        self.0
            .sort_by_key(|note| lines.iter().position(|it| it.at == note.at));
        self.0
    }
}

/// A note on a line that is known already.
pub(super) type Remark = (Weight, String);

/// How the line will go.
pub(super) fn fact(text: impl Into<String>) -> Remark {
    (Weight::Fact, text.into())
}

/// A word against the line.
pub(super) fn doubt(text: impl Into<String>) -> Remark {
    (Weight::Doubt, text.into())
}

/// Whether men stand where the lines of sheet b find them.
pub(super) fn is_land_now(view: &View) -> bool {
    view.open.stage.is_b() && view.open.stage <= Stage::Natives
}
