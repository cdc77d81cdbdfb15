//! How 1500 was stored in format 2: choices said in words what their lines could not have; and in
//! format 3: cards drawn and shown were an event for who sees them, and one for the others.

use packetboat_core::engine::reread::{ONE_EVENT, Pair, REASONS, choices, join, journal_of_words};
use packetboat_core::prelude::*;
use serde_json::Value;

/// The step of a journal from format 3.
pub(super) const PAIRS: Migration = Migration {
    from: 3,
    why: ONE_EVENT,
    apply: |journal| {
        let drew = Pair::of("drew", "drawn", "drew");
        join(journal, &[drew, Pair::of("shown", "shows", "shown")]);
        Ok(())
    },
};

/// The step of a journal from format 2.
pub(super) const WORDS: Migration = Migration {
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
