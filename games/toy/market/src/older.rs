//! How Market was stored in format 1: phases, choices and traders said how far a seat had come in
//! its wishes, and everybody was asked first whether it had written any.

use packetboat_core::engine::reread::{Migration, Table, migration};
use serde_json::Value;

const WHY: &str = "2026-11-23: the book says how far a seat has come in its wishes";

/// The step of a book.
pub const BOOK: Migration = migration(1, WHY);

/// The step of a state.
pub const STATE: Migration = Migration {
    from: 1,
    why: WHY,
    apply: |state| {
        let traders = state.get_mut("traders").and_then(Value::as_array_mut);
        for trader in traders.ok_or("it has no `traders`")? {
            let trader = trader.as_object_mut().ok_or("a trader is no table")?;
            trader.remove("pilot");
        }
        let phase = state.get_mut("phase").and_then(Value::as_object_mut);
        let phase = phase.ok_or("it has no `phase`")?;
        phase.remove("mark");
        if phase["at"].as_str() == Some("plan") {
            phase.insert("at".to_owned(), "die".into());
        }
        Ok(())
    },
};

/// The step of a journal.
pub const JOURNAL: Migration = Migration {
    from: 1,
    why: WHY,
    apply: |journal| {
        let items = journal.get_mut("item").and_then(Value::as_array_mut);
        if let Some(items) = items {
            items.retain_mut(stays);
        }
        Ok(())
    },
};

/// Whether a step is still one; its choice is put in today's shape.
fn stays(item: &mut Value) -> bool {
    let answers = item.get_mut("answers").and_then(Value::as_array_mut);
    let choices = answers.into_iter().flatten();
    let mut choices = choices.filter_map(|it| it.get_mut("choice")?.as_object_mut());
    choices.all(|choice| match choice["choice"].as_str() {
        Some("plan") => false,
        Some("wish") => is_wish(choice),
        _ => true,
    })
}

/// A rest that only began the next pass is no longer a step of its own.
fn is_wish(choice: &mut Table) -> bool {
    let moved = choice["mark"]["moved"].as_bool() == Some(true);
    let Some(Value::Object(mut deed)) = choice.remove("deed") else {
        return true;
    };
    let word = deed.remove("deed").unwrap_or(Value::Bool(false));
    let rests = word.as_str() == Some("rest");
    deed.insert("choice".to_owned(), word);
    *choice = deed;
    !(rests && moved)
}
