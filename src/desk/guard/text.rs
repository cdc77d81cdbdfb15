//! Texts as they are searched: bare, folded, cut into words, and phrases found in them at one pass.
//!
//! Not here: what is looked for (`guard`, `proofs`), and the bare form (`lang::plain`).

use crate::lang::plain::bare;
use crate::mail::headers::unfolded;
use crate::mail::library;
use crate::mail::mime::{self, Part};
use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;

/// Marks that stand before a line of a comment or an echo.
const LEADS: [char; 4] = [';', '>', '|', ' '];

/// A mail with its encodings undone.
pub struct Read {
    /// Its headers: name and bare value.
    pub heads: Vec<(String, String)>,
    /// Its text.
    pub text: String,
}

impl Read {
    /// Undoes what was done to a mail for the transport.
    pub fn of(bytes: &[u8]) -> Self {
        let mut lines = bytes.to_vec();
        lines.retain(|it| *it != b'\r');
        let root = mime::tree(&lines);
        let heads = root.headers.fields().map(|(name, raw)| {
            let value = match raw.windows(2).any(|it| it == b"=?") {
                true => library::words(raw),
                false => unfolded(raw),
            };
            (name.to_owned(), bare(&value).text)
        });
        let mut text = String::new();
        add_text(&root, &mut text);
        Read {
            heads: heads.collect(),
            text,
        }
    }

    /// The bare value of a header.
    pub fn head(&self, name: &str) -> &str {
        let found = self.heads.iter().find(|it| it.0 == name);
        found.map_or("", |it| it.1.as_str())
    }
}

fn add_text(part: &Part<'_>, text: &mut String) {
    let is_data = part.kind.is("application", "json");
    if part.children.is_empty() {
        let own = part.decoded();
        match is_data.then(|| serde_json::from_slice(&own)) {
            Some(Ok(data)) => add_words(&data, text),
            _ => text.push_str(&String::from_utf8_lossy(&own)),
        }
        text.push('\n');
    } else if let Some(boundary) = part.kind.param("boundary") {
        // What stands behind the last part is shown by no program, and goes out all the same.
        let whole = String::from_utf8_lossy(part.bytes);
        let behind = whole.rsplit_once(&format!("--{boundary}--"));
        text.push_str(behind.map_or("", |it| it.1));
        text.push('\n');
    }
    for child in &part.children {
        add_text(child, text);
    }
}

/// What data says, a line each: phrases may go on from one text to the next, and nothing hides
/// behind a mark of JSON.
fn add_words(data: &Value, text: &mut String) {
    match data {
        Value::Null => {}
        Value::Bool(it) => text.push_str(&it.to_string()),
        Value::Number(it) => text.push_str(&it.to_string()),
        Value::String(it) => text.push_str(it),
        Value::Array(all) => all.iter().for_each(|it| add_words(it, text)),
        Value::Object(all) => {
            for (key, value) in all {
                text.push_str(key);
                text.push('\n');
                add_words(value, text);
            }
        }
    }
    text.push('\n');
}

/// A text in its bare form, blanks and line breaks single, marks of comment and quotation gone:
/// so a phrase is found however it was laid out.
pub fn folded(text: &str) -> String {
    let mut folded = String::with_capacity(text.len());
    for line in text.split('\n') {
        let bare = bare(line).text;
        for word in bare.trim_start_matches(LEADS).split_whitespace() {
            if !folded.is_empty() {
                folded.push(' ');
            }
            folded.push_str(word);
        }
    }
    folded
}

/// Stretches of at least so many letters and digits.
pub fn runs(text: &str, least: usize) -> impl Iterator<Item = Range<usize>> {
    stretches(text, |it| it.is_ascii_alphanumeric()).filter(move |it| it.len() >= least)
}

/// Stretches between blanks.
pub fn stretches_between_blanks(text: &str) -> impl Iterator<Item = Range<usize>> {
    stretches(text, |it| !it.is_ascii_whitespace())
}

/// Stretches between blanks, without the punctuation around them.
pub fn words(text: &str) -> impl Iterator<Item = Range<usize>> {
    stretches_between_blanks(text).filter_map(|it| {
        let word = &text[it.clone()];
        let inner = word.trim_matches(|it: char| !it.is_alphanumeric());
        let start = it.start + word.find(inner)?;
        (!inner.is_empty()).then_some(start..start + inner.len())
    })
}

fn stretches(text: &str, fits: impl Fn(u8) -> bool) -> impl Iterator<Item = Range<usize>> {
    let bytes = text.as_bytes();
    let mut at = 0;
    std::iter::from_fn(move || {
        let start = at + bytes[at..].iter().position(|it| fits(*it))?;
        let length = bytes[start..].iter().position(|it| !fits(*it));
        at = length.map_or(bytes.len(), |it| start + it);
        Some(start..at)
    })
}

/// Phrases to be looked for all at once; each known by its number.
#[derive(Default)]
pub struct Phrases {
    all: Vec<String>,
    by_start: BTreeMap<[u8; 2], Vec<usize>>,
    /// Which first two bytes there are, as one bit each of a small table: most words of a text
    /// begin otherwise, and are done with here.
    starts: Vec<u64>,
}

/// Bits of [`Phrases::starts`].
const START_BITS: usize = 4096;

impl Phrases {
    /// Adds a phrase and returns its number; `None` if fewer than `least` characters of it count.
    pub fn add(&mut self, phrase: &str, least: usize) -> Option<usize> {
        let folded = folded(phrase);
        let phrase = folded.trim_start_matches(|it: char| !it.is_ascii_alphanumeric());
        let phrase = phrase.trim_end();
        if phrase.len() < least.max(2) {
            return None;
        }
        if let Some(there) = self.all.iter().position(|it| it == phrase) {
            return Some(there);
        }
        let number = self.all.len();
        let start = [phrase.as_bytes()[0], phrase.as_bytes()[1]];
        self.starts.resize(START_BITS / 64, 0);
        self.starts[bit(start) / 64] |= 1 << (bit(start) % 64);
        self.by_start.entry(start).or_default().push(number);
        self.all.push(phrase.to_owned());
        Some(number)
    }

    /// A phrase, folded.
    pub fn get(&self, number: usize) -> &str {
        &self.all[number]
    }

    /// The numbers of those that stand in a folded text as whole words.
    pub fn in_text(&self, text: &str) -> BTreeSet<usize> {
        let mut found = BTreeSet::new();
        if self.all.is_empty() {
            return found;
        }
        let bytes = text.as_bytes();
        let letter = |it: Option<&u8>| it.is_some_and(|it| is_letter(*it));
        for at in 0..bytes.len().saturating_sub(1) {
            if !is_letter(bytes[at]) || (at > 0 && is_letter(bytes[at - 1])) {
                continue;
            }
            let start = [bytes[at], bytes[at + 1]];
            if self.starts[bit(start) / 64] & (1 << (bit(start) % 64)) == 0 {
                continue;
            }
            for number in self.by_start.get(&start).into_iter().flatten() {
                let phrase = self.all[*number].as_bytes();
                let ends = letter(phrase.last()) && letter(bytes.get(at + phrase.len()));
                if bytes[at..].starts_with(phrase) && !ends {
                    found.insert(*number);
                }
            }
        }
        found
    }
}

/// Letters beyond ASCII are part of a word too.
fn is_letter(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || byte >= 0x80
}

fn bit([first, second]: [u8; 2]) -> usize {
    (usize::from(first) * 61 + usize::from(second)) % START_BITS
}
