//! How Conquistador was stored in format 1: state and choices said which lines had been reached.

use packetboat_core::engine::reread::{Migration, choices};
use serde_json::Value;

const WHY: &str = "2026-11-23: the book says which lines have been reached";

/// The step of a book.
pub(super) const BOOK: Migration = Migration::unchanged(1, WHY);

/// The step of a state.
pub(super) const STATE: Migration = Migration {
    from: 1,
    why: WHY,
    apply: |state| {
        // No campaign waits in the midst of a go, where lines were reached and others were not.
        if let Some(go) = state.get_mut("go").and_then(Value::as_object_mut) {
            go.remove("tried");
        }
        Ok(())
    },
};

/// The step of a journal.
pub(super) const JOURNAL: Migration = Migration {
    from: 1,
    why: WHY,
    apply: |journal| {
        for choice in choices(journal) {
            choice.remove("tried");
            choice.remove("reached");
        }
        Ok(())
    },
};
