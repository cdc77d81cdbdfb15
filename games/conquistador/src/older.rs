//! How Conquistador was stored: in format 1 state and choices said which lines had been reached,
//! and until format 3 what others saw of ships and men was an event beside that of their owner.

use packetboat_core::engine::reread::{
    ONE_EVENT, Pair, REASONS, Table, choices, join, journal_of_words,
};
use packetboat_core::prelude::*;
use serde_json::Value;

const WHY: &str = "2026-11-23: the book says which lines have been reached";

/// The steps of a book.
pub(super) const BOOK: [Migration; 3] = [
    Migration::unchanged(1, WHY),
    Migration::unchanged(2, REASONS),
    Migration::unchanged(3, ONE_EVENT),
];

/// The steps of a state.
pub(super) const STATE: [Migration; 3] = [
    Migration {
        from: 1,
        why: WHY,
        apply: |state| {
            // No campaign waits in the midst of a go, where lines were reached and others were not.
            if let Some(go) = state.get_mut("go").and_then(Value::as_object_mut) {
                go.remove("tried");
            }
            Ok(())
        },
    },
    Migration::unchanged(2, REASONS),
    Migration::unchanged(3, ONE_EVENT),
];

/// The steps of a journal.
pub(super) const JOURNAL: [Migration; 3] = [
    Migration {
        from: 1,
        why: WHY,
        apply: |journal| {
            for choice in choices(journal) {
                choice.remove("tried");
                choice.remove("reached");
            }
            Ok(())
        },
    },
    journal_of_words(2),
    Migration {
        from: 3,
        why: ONE_EVENT,
        apply: pairs,
    },
];

fn pairs(journal: &mut Table) -> Result<(), String> {
    // What others heard of the Rutter had the same name, and did not say whether it was had before.
    let items = journal.get_mut("item").and_then(Value::as_array_mut);
    let told = items
        .into_iter()
        .flatten()
        .filter_map(|it| it.get_mut("events")?.as_array_mut());
    for told in told.flatten() {
        let seen = told["public"] == true;
        let event = told.get_mut("event").and_then(Value::as_object_mut);
        if let Some(event) = event.filter(|it| seen && it["event"] == "rutter-obtained") {
            event.insert("event".to_owned(), "rutter-seen".into());
            event.remove("before");
        }
    }
    let of = |outside, whole| Pair::of(outside, whole, whole);
    let all = [
        of("ships-crossed", "expedition-crossed"),
        of("ships-crossed", "round-the-world"),
        of("ships-moved", "expedition-moved"),
        of("went-aboard", "embarked"),
        of("came-ashore", "landed"),
        of("seen-boarding", "men-boarded"),
        of("seen-landing", "men-landed"),
        of("seen-stowing", "gold-stowed"),
        of("rutter-seen", "rutter-obtained"),
    ];
    join(journal, &all);
    Ok(())
}
