//! How Anno 1503 was stored in format 1: what a ship did said in words why steps were skipped, and
//! a route how it was ordered; and in format 2: what was looked at or drawn was an event for who
//! sees it, and one for the others.

use packetboat_core::engine::reread::{ONE_EVENT, Pair, REASONS, Table, join, journal_of_words};
use packetboat_core::prelude::*;
use serde_json::Value;

/// The steps to today's format.
pub(super) fn migrations(kind: FileKind) -> Vec<Migration> {
    match kind {
        FileKind::Journal => vec![step(of_journal), PAIRS],
        FileKind::State => vec![step(of_state), SAME],
        _ => vec![Migration::unchanged(1, REASONS), SAME],
    }
}

const SAME: Migration = Migration::unchanged(2, ONE_EVENT);

const PAIRS: Migration = Migration {
    from: 2,
    why: ONE_EVENT,
    apply: |journal| {
        let drew = Pair::of("taken", "drew", "drew");
        join(journal, &[Pair::of("looked", "saw", "looked"), drew]);
        Ok(())
    },
};

const fn step(apply: fn(&mut Table) -> Result<(), String>) -> Migration {
    Migration {
        from: 1,
        why: REASONS,
        apply,
    }
}

fn of_journal(journal: &mut Table) -> Result<(), String> {
    journal.values_mut().for_each(|it| without(it, "skipped"));
    (journal_of_words(1).apply)(journal)
}

fn of_state(state: &mut Table) -> Result<(), String> {
    state.values_mut().for_each(|it| without(it, "said"));
    Ok(())
}

fn without(of: &mut Value, field: &str) {
    match of {
        Value::Array(items) => items.iter_mut().for_each(|it| without(it, field)),
        Value::Object(fields) => {
            fields.remove(field);
            fields.values_mut().for_each(|it| without(it, field));
        }
        _ => {}
    }
}
