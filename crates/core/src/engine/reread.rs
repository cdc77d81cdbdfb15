//! Books in an older shape: their lines are read again.
//!
//! Every line in a book keeps its one spelling. So when the stored shape of a game's orders or
//! tests changes, nobody need turn the old shape into the new one: [`migration`] empties the lines
//! of their orders, and as the book is opened each is read again from its text by today's
//! language. Where words themselves have changed, a step before that changes the texts.

use super::orders::{Instruction, OrderRef};
use super::rules::{BookOf, InstructionOf};
use super::seat::{Seat, Viewer};
use super::understand::understand;
use super::whole::GameRules;
use crate::lang::form::Tried;
use crate::lang::read::read;
use crate::lang::reading::Context;
use crate::lang::sheet::SheetNo;
use crate::lang::sheet_names::SheetNames;
pub use crate::textfile::head::FileKind;
pub use crate::textfile::migrate::Migration;
pub use crate::textfile::plain::Table;
use serde_json::Value;

/// The step of a book from this format to the next: its lines are left to be read again.
pub const fn migration(from: u32, why: &'static str) -> Migration {
    Migration {
        from,
        why,
        apply: empty,
    }
}

/// The steps of a game that stores its tests by their words from format 2 on, and nothing else
/// otherwise.
pub fn tests_by_words(kind: FileKind) -> Vec<Migration> {
    const WHY: &str = "2026-11-23: tests are named by their words";
    match kind {
        FileKind::Book => vec![migration(1, WHY), Migration::unchanged(2, REASONS)],
        FileKind::Journal => vec![Migration::unchanged(1, WHY), journal_of_words(2)],
        _ => vec![
            Migration::unchanged(1, WHY),
            Migration::unchanged(2, REASONS),
        ],
    }
}

/// Why the format rose that [`journal_of_words`] starts from.
pub const REASONS: &str = "2026-11-28: reasons are data, and events say more";

/// The steps of a game that was in format 1 until then.
pub fn reasons_as_data(kind: FileKind) -> Vec<Migration> {
    match kind {
        FileKind::Journal => vec![journal_of_words(1)],
        _ => vec![Migration::unchanged(1, REASONS)],
    }
}

/// The step of a journal whose reasons are words, and what it says of lines that fell short.
pub const fn journal_of_words(from: u32) -> Migration {
    Migration {
        from,
        why: REASONS,
        apply: of_words,
    }
}

fn of_words(journal: &mut Table) -> Result<(), String> {
    journal.insert("older".to_owned(), Value::Bool(true));
    let items = journal.get_mut("item").and_then(Value::as_array_mut);
    let items = items.into_iter().flatten().filter_map(Value::as_object_mut);
    for item in items {
        let Some(Value::Array(mut endings)) = item.remove("short") else {
            continue;
        };
        for ending in endings.iter_mut().filter_map(Value::as_object_mut) {
            let nothing = ending.remove("nothing") == Some(Value::Bool(true));
            let how = if nothing { "nothing" } else { "in-part" };
            ending.insert("how".to_owned(), how.into());
        }
        item.insert("endings".to_owned(), endings.into());
    }
    Ok(())
}

/// Every choice that a journal holds, for a step that changes what a game stores in them.
pub fn choices(journal: &mut Table) -> impl Iterator<Item = &mut Table> {
    let items = journal.get_mut("item").and_then(Value::as_array_mut);
    let items = items.into_iter().flatten();
    let answers = items.filter_map(|it| it.get_mut("answers")?.as_array_mut());
    let choices = answers.flatten().filter_map(|it| it.get_mut("choice"));
    choices.filter_map(Value::as_object_mut)
}

/// Two kinds of events that were told of one happening until 2026-11-29: one to those who heard all
/// of it, one to the others.
pub struct Pair {
    /// The one that the others heard.
    pub outside: &'static str,
    /// The one with all of it.
    pub whole: &'static str,
    /// What the event of both is called.
    pub now: &'static str,
}

impl Pair {
    /// By these names.
    pub const fn of(outside: &'static str, whole: &'static str, now: &'static str) -> Self {
        Pair {
            outside,
            whole,
            now,
        }
    }
}

/// Why the format rose that joins such pairs.
pub const ONE_EVENT: &str = "2026-11-29: one event tells of one happening";

/// Joins such pairs in a journal: runs of events that say the same, of which nobody heard two.
pub fn join(journal: &mut Table, pairs: &[Pair]) {
    let items = journal.get_mut("item").and_then(Value::as_array_mut);
    let items = items.into_iter().flatten();
    for events in items.filter_map(|it| it.get_mut("events")?.as_array_mut()) {
        let mut runs: Vec<Vec<Value>> = Vec::new();
        for told in std::mem::take(events) {
            match runs.last_mut().filter(|run| goes_on(run, &told, pairs)) {
                Some(run) => run.push(told),
                None => runs.push(vec![told]),
            }
        }
        *events = runs.into_iter().flat_map(|it| joined(it, pairs)).collect();
    }
}

/// The pair to which all of these events belong.
fn pair_of<'a>(run: &[&Value], pairs: &'a [Pair]) -> Option<&'a Pair> {
    let of = |pair: &&Pair| {
        let mut names = run.iter().map(|it| &it["event"]["event"]);
        names.all(|it| *it == pair.outside || *it == pair.whole)
    };
    pairs.iter().find(of)
}

fn goes_on(run: &[Value], told: &Value, pairs: &[Pair]) -> bool {
    let seats = |it: &Value| it["seats"].as_array().cloned().unwrap_or_default();
    let alike = |before: &Value| {
        let own = before["event"].as_object().into_iter().flatten();
        let mut shared = own.filter(|it| it.0 != "event");
        let same = shared.all(|(field, is)| told["event"].get(field).is_none_or(|it| it == is));
        same && seats(before).iter().all(|it| !seats(told).contains(it))
    };
    let name = |it: &'_ Value| it["event"]["event"].clone();
    let (first, last) = (&run[0], &run[run.len() - 1]);
    // After both kinds the next of the first kind tells of something else.
    let again = name(first) == name(told) && name(last) != name(told);
    let all: Vec<&Value> = run.iter().chain([told]).collect();
    !again && pair_of(&all, pairs).is_some() && run.iter().all(alike)
}

fn joined(run: Vec<Value>, pairs: &[Pair]) -> Vec<Value> {
    let Some(pair) = pair_of(&run.iter().collect::<Vec<_>>(), pairs) else {
        return run;
    };
    let (mut seats, mut whole, mut fields) = (Vec::new(), Vec::new(), Table::new());
    let public = run.iter().any(|it| it["public"] == true);
    for told in run {
        let heard = told["seats"].as_array().cloned().unwrap_or_default();
        if told["event"]["event"] == pair.whole {
            whole.extend(heard.iter().cloned());
        }
        seats.extend(heard);
        fields.extend(told["event"].as_object().cloned().unwrap_or_default());
    }
    fields.insert("event".to_owned(), pair.now.into());
    vec![serde_json::json!({
        "public": public, "seats": seats, "whole": whole, "event": fields,
    })]
}

fn empty(book: &mut Table) -> Result<(), String> {
    let seats = book.get_mut("seats").and_then(Value::as_object_mut);
    let lines = seats.into_iter().flat_map(|it| it.iter_mut());
    for line in lines.filter_map(|it| it.1.as_array_mut()).flatten() {
        let line = line.as_object_mut().ok_or("a line is not a table")?;
        line.insert("branches".to_owned(), Value::Array(Vec::new()));
    }
    Ok(())
}

/// Reads every line again that has lost its orders; what has become of it stays.
///
/// # Errors
/// A line that today's language does not read.
pub fn lines<R: GameRules>(
    rules: &R,
    state: &R::State,
    book: &mut BookOf<R>,
    sheets: (u8, &SheetNames),
) -> Result<(), String> {
    let sheet = rules.now(state).sheet;
    for (seat, lines) in &mut book.seats {
        if lines.iter().all(|it| !it.branches.is_empty()) {
            continue;
        }
        for line in lines.iter_mut().filter(|it| it.branches.is_empty()) {
            let on = line.sheet().unwrap_or(sheet);
            let again = again(rules, state, *seat, (line.at, &line.text), (on, sheets))?;
            *line = Instruction {
                scope: line.scope,
                used: line.used,
                spent: line.spent,
                ..again
            };
        }
        for filed in book.filed.iter_mut().filter(|it| it.seat == *seat) {
            let mut own = lines.iter().filter(|it| it.sheet() == Some(filed.sheet));
            filed.wishes |= own.any(|it| it.tried == Tried::Wish);
        }
    }
    Ok(())
}

fn again<R: GameRules>(
    rules: &R,
    state: &R::State,
    seat: Seat,
    (at, text): (OrderRef, &str),
    (sheet, (parts, names)): (SheetNo, (u8, &SheetNames)),
) -> Result<InstructionOf<R>, String> {
    let view = rules.view(state, Viewer::Seat(seat));
    let context = Context {
        names,
        ..Context::alone(sheet, parts)
    };
    let reading = read(&rules.grammar(&view), &context, text);
    let (mut lines, faults) = understand(rules, &view, at.submission, &reading.lines, None);
    match lines.pop() {
        Some(line) if lines.is_empty() => Ok(Instruction { at, ..line }),
        _ => {
            let fault = reading.faults.first().or(faults.first());
            let why = fault.map_or("it holds no order", |it| it.reason.as_str());
            Err(format!("`{text}` of {seat} cannot be read again: {why}"))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    const PAIRS: [Pair; 3] = [
        Pair::of("looked", "saw", "looked"),
        Pair::of("taken", "drew", "drew"),
        Pair::of("shown", "shows", "shown"),
    ];

    fn told(seats: &[&str], event: &Value) -> Value {
        json!({ "public": seats.len() > 1, "seats": seats, "event": event })
    }

    fn joined(events: &[Value]) -> Vec<Value> {
        let mut journal = Table::new();
        journal.insert("item".to_owned(), json!([{ "events": events }]));
        join(&mut journal, &PAIRS);
        journal["item"][0]["events"].as_array().unwrap().clone()
    }

    #[test]
    fn what_its_owner_heard_and_what_the_others_did_are_one_event() {
        let look = |cell: &str| {
            let seen = json!({ "event": "looked", "seat": "red", "cell": cell });
            let own = json!({ "event": "saw", "seat": "red", "cell": cell, "tile": "spice" });
            [told(&["blue", "green"], &seen), told(&["red"], &own)]
        };
        let one = |cell: &str| {
            json!({
                "public": true, "seats": ["blue", "green", "red"], "whole": ["red"],
                "event": { "event": "looked", "seat": "red", "cell": cell, "tile": "spice" },
            })
        };
        let other = told(&["red"], &json!({ "event": "point", "seat": "red" }));
        // The same cell again, another cell, and the owner first.
        let [seen, own] = look("C5");
        let twice = [look("C3"), look("C3"), look("E2")].concat();
        let events = [twice, vec![other.clone(), own, seen]].concat();
        let found = joined(&events);
        assert_eq!(found[..4], [one("C3"), one("C3"), one("E2"), other]);
        assert_eq!(found[4]["seats"], json!(["red", "blue", "green"]));
        assert_eq!(
            (found[4]["whole"].clone(), found.len()),
            (json!(["red"]), 5)
        );
    }

    #[test]
    fn others_may_have_heard_it_one_by_one_and_so_may_those_it_concerns() {
        let event = |name: &str| json!({ "event": name, "seat": "red", "from": "blue" });
        let each = [
            ("taken", "gold"),
            ("taken", "green"),
            ("drew", "red"),
            ("drew", "blue"),
        ];
        let found = joined(&each.map(|it| told(&[it.1], &event(it.0))));
        let [one] = &found[..] else {
            panic!("{found:?}");
        };
        assert_eq!(one["seats"], json!(["gold", "green", "red", "blue"]));
        assert_eq!(
            (&one["whole"], &one["event"]["event"]),
            (&json!(["red", "blue"]), &json!("drew"))
        );
        // Shown to Blue by one line and to Green by the next: two events.
        let shown = |to: &str| {
            let seen = json!({ "event": "shown", "seat": "red", "cards": "FATE" });
            let own = json!({ "event": "shows", "seat": "red", "cards": "FATE", "to": to });
            [told(&[to], &seen), told(&["red"], &own)]
        };
        let found = joined(&[shown("blue"), shown("green")].concat());
        let to: Vec<&Value> = found.iter().map(|it| &it["event"]["to"]).collect();
        assert_eq!(to, ["blue", "green"]);
        assert_eq!(found[1]["seats"], json!(["green", "red"]));
    }
}
