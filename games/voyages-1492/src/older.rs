//! How 1492 was stored in format 2: a card that is kept was an event for its owner, and one for the
//! others.

use packetboat_core::engine::reread::{ONE_EVENT, Pair, REASONS, join, journal_of_words};
use packetboat_core::prelude::*;

/// The steps to today's format.
pub(super) fn migrations(kind: FileKind) -> Vec<Migration> {
    match kind {
        FileKind::Journal => vec![journal_of_words(1), JOURNAL],
        _ => vec![
            Migration::unchanged(1, REASONS),
            Migration::unchanged(2, ONE_EVENT),
        ],
    }
}

const JOURNAL: Migration = Migration {
    from: 2,
    why: ONE_EVENT,
    apply: |journal| {
        join(journal, &[Pair::of("kept", "shot", "kept")]);
        Ok(())
    },
};
