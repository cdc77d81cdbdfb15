//! The events of a page in words: one after the other, a sentence going on where one of the same
//! kind follows, with the numbers of their draws.
//!
//! Not here: the words themselves (each game's `events.txt`).

use super::draws::{self, Numbered};
use super::frame::{DiceShown, Frame};
use super::kind::ReportKind;
use super::templates::{Macros, Templates, value};
use super::text::{WIDTH, width, wrap};
use minijinja::value::Value;
use packetboat_core::engine::game::PageData;
use std::collections::BTreeMap;

impl Templates {
    /// The events of a page that its tales (`log`) do not report, in words, and the numbers of
    /// their draws.
    ///
    /// # Errors
    /// A template that fails, or lacks a macro, with file and line.
    pub(super) fn story(
        &self,
        (frame, page): (&Frame, &PageData),
        log: &str,
        context: &Value,
    ) -> Result<(Vec<String>, Numbered), String> {
        let file = format!("{}/events.txt", frame.game);
        let events = Macros { file, tag: "event" };
        let told = |at: &usize| log.is_empty() || !page.commentary.in_log.contains(at);
        let all = marked(page).into_iter().enumerate();
        let (places, left): (Vec<usize>, Vec<_>) = all.filter(|(at, _)| told(at)).unzip();
        let seen = after_each_other(&left, events.tag);
        let mut told = self.each_as_seen(&events, (&left, &seen), context)?;
        let draws = match frame.dice {
            DiceShown::Nothing => Numbered::default(),
            _ => draws::numbered(&page.grounds, &places, &mut told),
        };
        Ok((continued(told), draws))
    }

    /// What each event of a page comes to in words; empty: nothing is said of it.
    ///
    /// # Errors
    /// A template that fails, or lacks a macro, with file and line.
    pub fn events(&self, frame: &Frame, page: &PageData) -> Result<Vec<String>, String> {
        let frame = frame.cleaned();
        let context = self.game_context(&frame, ReportKind::Usual, page);
        let macros = Macros {
            file: format!("{}/events.txt", frame.game),
            tag: "event",
        };
        // Each alone: none goes on with the sentence above it.
        let all = marked(page);
        let alone = |it| after_each_other(std::slice::from_ref(it), macros.tag);
        let seen: Vec<Value> = all.iter().flat_map(alone).collect();
        self.each_as_seen(&macros, (&all, &seen), &context)
    }
}

/// The events of a page, with `by_default` those that came of a choice which the program made for
/// the reader.
fn marked(page: &PageData) -> Vec<serde_json::Value> {
    let mut events = page.events.clone();
    for at in &page.grounds.by_default {
        if let Some(fields) = events.get_mut(*at).and_then(|it| it.as_object_mut()) {
            fields.insert("by_default".to_owned(), true.into());
        }
    }
    events
}

/// An event, with what does not fit on a line indented below it; lines that are indented stay.
pub(super) fn hanging(text: &str) -> String {
    let lines = text.split('\n').map(|line| {
        if line.starts_with(' ') || width(line) <= WIDTH {
            line.to_owned()
        } else {
            wrap(line, WIDTH, "", "  ").join("\n")
        }
    });
    lines.collect::<Vec<_>>().join("\n")
}

/// Events, each with the one before it as `after`, so that a macro can go on with its sentence, and
/// the one after it as `then`, so that it can leave the sentence to that one; `alike` is how many
/// that are the same begin with it, 0 if the one before it is the same.
fn after_each_other(events: &[serde_json::Value], tag: &str) -> Vec<Value> {
    let plain: Vec<Value> = events.iter().map(value).collect();
    let none = value(&serde_json::json!({ tag: "" }));
    let beside = |place: Option<usize>| place.and_then(|it| plain.get(it)).unwrap_or(&none);
    let each = events.iter().enumerate().map(|(at, event)| {
        let Some(fields) = event.as_object() else {
            return plain[at].clone();
        };
        let before = at.checked_sub(1);
        let alike = if before.is_some_and(|it| events[it] == *event) {
            0
        } else {
            events[at..].iter().take_while(|it| *it == event).count()
        };
        let of = |name: &String| plain[at].get_attr(name).unwrap_or_default();
        let own = fields.keys().map(|it| (it.as_str(), of(it)));
        let more = [
            ("alike", Value::from(alike)),
            ("after", beside(before).clone()),
            ("then", beside(Some(at + 1)).clone()),
        ];
        value(&own.chain(more).collect::<BTreeMap<&str, Value>>())
    });
    each.collect()
}

/// What begins with `…` goes on with the text above it, in place of its full stop.
const GOES_ON: char = '\u{2026}';

/// Texts, those that go on with the one above put together; without empty ones.
fn continued(texts: Vec<String>) -> Vec<String> {
    let mut all: Vec<String> = Vec::new();
    for text in texts.into_iter().filter(|it| !it.is_empty()) {
        match (text.strip_prefix(GOES_ON), all.last_mut()) {
            (Some(more), Some(above)) => {
                let more = match above.strip_suffix('.').map(str::len) {
                    Some(end) => {
                        above.truncate(end);
                        more
                    }
                    // A number of a draw is at its end; the full stop before it ends a sentence
                    // only if a new one follows.
                    None => more.strip_prefix('.').unwrap_or_else(|| {
                        let number = above.ends_with(']').then(|| above.rfind(" ["));
                        let stop = number.flatten().and_then(|it| it.checked_sub(1));
                        if let Some(stop) = stop.filter(|it| above[*it..].starts_with('.')) {
                            above.remove(stop);
                        }
                        more
                    }),
                };
                above.push_str(more);
            }
            _ => all.push(text),
        }
    }
    all
}

#[cfg(test)]
mod tests {
    use super::continued;

    #[test]
    fn a_sentence_that_goes_on_has_no_full_stop_before_the_number_of_its_draw() {
        let check = |texts: &[&str], wanted: &[&str]| {
            let texts = texts.iter().map(|it| (*it).to_owned()).collect();
            assert_eq!(continued(texts), wanted);
        };
        check(
            &["Blue rolls 1. [1]", "\u{2026}: Blue gets stone."],
            &["Blue rolls 1 [1]: Blue gets stone."],
        );
        check(
            &[
                "Red rolls 5. [2]",
                "\u{2026}, Blue 2. [3]",
                "\u{2026}. Red starts.",
            ],
            &["Red rolls 5 [2], Blue 2. [3] Red starts."],
        );
        check(
            &["It rains.", "\u{2026}, and hard.", "Red waits. [4, 5]"],
            &["It rains, and hard.", "Red waits. [4, 5]"],
        );
        check(
            &["Red [1] waits", "\u{2026}, too."],
            &["Red [1] waits, too."],
        );
    }
}
