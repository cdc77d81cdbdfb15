//! How 1500 was stored in format 2: choices said in words what their lines could not have.

use packetboat_core::engine::reread::{Migration, REASONS, choices, journal_of_words};
use serde_json::Value;

/// The step of a journal.
pub(super) const JOURNAL: Migration = Migration {
    from: 2,
    why: REASONS,
    apply: |journal| {
        (journal_of_words(2).apply)(journal)?;
        for choice in choices(journal) {
            choice.remove("lacks");
            let shows = choice.get_mut("shows").and_then(Value::as_array_mut);
            let shows = shows.into_iter().flatten();
            for show in shows.filter_map(Value::as_object_mut) {
                show.remove("gone");
            }
        }
        Ok(())
    },
};
