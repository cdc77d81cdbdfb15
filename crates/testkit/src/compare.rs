//! Events as text, paths into a state, and words in a page.
//!
//! Not here: which of them a case compares (`run_case`).

use serde_json::Value as Json;
use std::fmt::Write as _;
use toml::Value;

/// An event as a case writes it: `name key=value …` over its scalar fields in declared order.
pub(super) fn event_text(event: &Json) -> String {
    let mut text = name(event).to_owned();
    for (key, value) in event.as_object().into_iter().flatten() {
        if key != "event"
            && let Some(value) = scalar(value)
        {
            write!(text, " {key}={value}").expect("a string takes everything");
        }
    }
    text
}

/// Whether an event that happened is the one written: the same name, and each field written.
pub(super) fn fits(wanted: &str, event: &Json) -> bool {
    let mut words = wanted.split_whitespace();
    if words.next() != Some(name(event)) {
        return false;
    }
    words.all(|word| {
        let (key, wanted) = word.split_once('=').unwrap_or((word, ""));
        let found = event.get(key).and_then(scalar);
        // The surroundings of a place, in brackets after it, may be left out.
        let bare = |it: &str| it.split_once(" (").is_some_and(|it| it.0 == wanted);
        found.is_some_and(|it| it == wanted || bare(&it))
    })
}

fn name(event: &Json) -> &str {
    event.get("event").and_then(Json::as_str).unwrap_or("?")
}

fn scalar(value: &Json) -> Option<String> {
    match value {
        Json::String(text) => Some(text.clone()),
        Json::Number(number) => Some(number.to_string()),
        Json::Bool(flag) => Some(flag.to_string()),
        Json::Null | Json::Array(_) | Json::Object(_) => None,
    }
}

/// The value a dotted path leads to; of a list, a number or `last` names an item.
pub(super) fn lookup<'a>(state: &'a toml::Table, path: &str) -> Option<&'a Value> {
    let (first, rest) = path.split_once('.').unwrap_or((path, ""));
    let mut at = state.get(first)?;
    for key in rest.split('.').filter(|it| !it.is_empty()) {
        at = match at {
            Value::Table(table) => table.get(key)?,
            Value::Array(items) if key == "last" => items.last()?,
            Value::Array(items) => items.get(key.parse::<usize>().ok()?)?,
            _ => return None,
        };
    }
    Some(at)
}

/// Puts a value where a dotted path leads; the tables and items on the way must be there.
///
/// # Errors
/// The path, if it leads through something that is not a table.
pub(super) fn put(state: &mut toml::Table, path: &str, value: Value) -> Result<(), String> {
    let (way, last) = path.rsplit_once('.').unwrap_or(("", path));
    let mut at = state;
    let missing = || format!("set: the state has no table `{way}`");
    let mut keys = way.split('.').filter(|it| !it.is_empty());
    while let Some(key) = keys.next() {
        let next = match at.get_mut(key).ok_or_else(missing)? {
            Value::Array(items) => {
                let item = keys.next().and_then(|it| it.parse::<usize>().ok());
                item.and_then(|it| items.get_mut(it))
            }
            other => Some(other),
        };
        at = next.and_then(Value::as_table_mut).ok_or_else(missing)?;
    }
    at.insert(last.to_owned(), value);
    Ok(())
}

/// Takes out what a dotted path leads to.
pub(super) fn take(page: &mut Json, path: &str) -> Option<Json> {
    let (way, last) = path.rsplit_once('.').unwrap_or(("", path));
    let mut at = page;
    for key in way.split('.').filter(|it| !it.is_empty()) {
        at = at.get_mut(key)?;
    }
    at.as_object_mut()?.remove(last)
}

/// Whether a word is in a text by itself, capitals apart: `R1` is not in `R16`.
pub(super) fn has_word(text: &str, word: &str) -> bool {
    let text = text.to_lowercase();
    let word = word.to_lowercase();
    let part = |it: Option<char>| it.is_some_and(char::is_alphanumeric);
    text.match_indices(&word).any(|(at, _)| {
        let before = text[..at].chars().next_back();
        let behind = text[at + word.len()..].chars().next();
        !part(before) && !part(behind)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_event_fits_by_name_and_by_the_fields_written() {
        let event = serde_json::json!({"event": "played", "seat": "north", "gain": 2});
        assert_eq!(event_text(&event), "played seat=north gain=2");
        for wanted in ["played", "played gain=2", "played gain=2 seat=north"] {
            assert!(fits(wanted, &event), "{wanted}");
        }
        for wanted in ["passed", "played gain=3", "played card=R1", "played gain"] {
            assert!(!fits(wanted, &event), "{wanted}");
        }
    }

    #[test]
    fn paths_lead_into_tables_and_lists() {
        let mut state: toml::Table = toml::from_str("[a]\nb = [1, 2]").expect("TOML");
        assert_eq!(lookup(&state, "a.b.last"), Some(&Value::Integer(2)));
        assert_eq!(lookup(&state, "a.b.0"), Some(&Value::Integer(1)));
        assert_eq!(lookup(&state, "a.c"), None);
        put(&mut state, "a.c", Value::Integer(3)).expect("a table");
        assert_eq!(lookup(&state, "a.c"), Some(&Value::Integer(3)));
        assert!(put(&mut state, "x.c", Value::Integer(3)).is_err());
        state = toml::from_str("[[a]]\nb = 1\n[[a]]\nb = 2").expect("TOML");
        put(&mut state, "a.1.b", Value::Integer(3)).expect("an item");
        assert_eq!(lookup(&state, "a.1.b"), Some(&Value::Integer(3)));
        assert!(put(&mut state, "a.2.b", Value::Integer(3)).is_err());
    }

    #[test]
    fn a_word_stands_by_itself() {
        assert!(has_word(r#"{"card":"R1"}"#, "R1"));
        assert!(has_word("hold wc", "HOLD"));
        assert!(!has_word(r#"{"card":"R16"}"#, "R1"));
        assert!(!has_word("threshold", "hold"));
    }
}
