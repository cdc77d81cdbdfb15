//! Texts as they are searched: bare, folded, cut into words, and phrases found in them at one pass.
//!
//! Not here: what is looked for (`guard`, `sender_proofs`), and the bare form (`lang::plain`).

use crate::lang::plain::bare_text;
use crate::mail::headers::{Headers, unfolded};
use crate::mail::library;
use crate::store::draft::OutDraft;
use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;

/// Marks before a line of a comment or an echo.
const LEADS: [char; 5] = [';', '>', '|', ':', ' '];

/// A mail as it is searched.
pub struct Read {
    /// Its headers: name and bare value.
    pub heads: Vec<(String, String)>,
    /// All that it says, in its bare form.
    pub text: String,
}

impl Read {
    /// Its headers as they go out, and what its parts say, before they were encoded.
    pub fn of(mail: &OutDraft) -> Self {
        let end = mail.bytes.windows(4).position(|it| it == b"\r\n\r\n");
        let mut block = mail.bytes[..end.unwrap_or(mail.bytes.len())].to_vec();
        block.retain(|it| *it != b'\r');
        let headers = Headers::read(&block);
        let heads = headers.fields().map(|(name, raw)| {
            let value = if raw.windows(2).any(|it| it == b"=?") {
                library::words(raw)
            } else {
                unfolded(raw)
            };
            (name.to_owned(), bare_text(&value))
        });
        let mut text = String::new();
        for part in &mail.says.texts {
            text.push_str(&bare_text(part));
            text.push('\n');
        }
        if let Some(data) = &mail.says.data {
            let mut words = String::new();
            match serde_json::from_str(data) {
                Ok(data) => add_words(&data, &mut words),
                Err(_) => words.push_str(data),
            }
            text.push_str(&bare_text(&words));
        }
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

/// What data says, a line each: phrases may go on from one text to the next, and nothing hides
/// behind a mark of JSON.
fn add_words(data: &Value, text: &mut String) {
    match data {
        Value::Null => {}
        Value::Bool(flag) => text.push_str(&flag.to_string()),
        Value::Number(number) => text.push_str(&number.to_string()),
        Value::String(string) => text.push_str(string),
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

/// A text in its bare form, spaces and line breaks single, marks of comment and quotation gone:
/// so a phrase is found however it was laid out.
pub fn folded(text: &str) -> String {
    bare_folded(&bare_text(text))
}

/// The same of a text in its bare form.
pub fn bare_folded(bare: &str) -> String {
    let mut folded = String::with_capacity(bare.len());
    for line in bare.split('\n') {
        let words = line.trim_start_matches(LEADS).split(' ');
        for word in words.filter(|it| !it.is_empty()) {
            if !folded.is_empty() {
                folded.push(' ');
            }
            folded.push_str(word);
        }
    }
    folded
}

/// Stretches of at least this many letters and digits.
pub fn runs(text: &str, least: usize) -> impl Iterator<Item = Range<usize>> {
    stretches(text, least, |it| it.is_ascii_alphanumeric())
}

/// Stretches of at least this many bytes between spaces.
pub fn between_blanks(text: &str, least: usize) -> impl Iterator<Item = Range<usize>> {
    stretches(text, least, |it| !it.is_ascii_whitespace())
}

/// Stretches between spaces, without the punctuation around them.
pub fn words(text: &str) -> impl Iterator<Item = Range<usize>> {
    between_blanks(text, 1).filter_map(|span| {
        let word = &text[span.clone()];
        let inner = word.trim_matches(|it: char| !it.is_alphanumeric());
        let start = span.start + word.find(inner)?;
        (!inner.is_empty()).then_some(start..start + inner.len())
    })
}

/// Whole stretches of bytes that fit, of at least this many, one or more.
fn stretches(
    text: &str,
    least: usize,
    fits: impl Fn(u8) -> bool,
) -> impl Iterator<Item = Range<usize>> {
    let bytes = text.as_bytes();
    let mut at = 0;
    std::iter::from_fn(move || {
        loop {
            let begun = bytes.get(at..at + least)?;
            // After the last byte that does not fit: of short stretches few are looked at.
            match begun.iter().rposition(|it| !fits(*it)) {
                Some(last) => at += last + 1,
                None => break,
            }
        }
        let start = at;
        let rest = bytes[start + least..].iter();
        at += least + rest.take_while(|it| fits(**it)).count();
        Some(start..at)
    })
}

/// Phrases to be looked for all at once; each known by its number.
pub struct Phrases {
    all: Vec<String>,
    by_start: BTreeMap<[u8; START], Vec<usize>>,
    /// Which beginnings there are, as one bit each of a small table: most words of a text begin
    /// otherwise, and are done with here.
    starts: [u64; START_BITS / 64],
}

/// Bytes of a phrase by which it is known.
const START: usize = 4;

/// Bits of [`Phrases::starts`].
const START_BITS: usize = 4096;

/// Which bytes are of a word: letters beyond ASCII too.
const OF_WORD: [bool; 256] = {
    let mut of_word = [false; 256];
    let mut at = 0;
    while at < 256 {
        of_word[at] = (at as u8).is_ascii_alphanumeric() || at >= 0x80;
        at += 1;
    }
    of_word
};

impl Default for Phrases {
    fn default() -> Self {
        Phrases {
            all: Vec::new(),
            by_start: BTreeMap::new(),
            starts: [0; START_BITS / 64],
        }
    }
}

impl Phrases {
    /// Adds a phrase and returns its number; `None` if fewer than `least` characters of it count,
    /// or fewer than four.
    pub fn add(&mut self, phrase: &str, least: usize) -> Option<usize> {
        let folded = folded(phrase);
        let phrase = folded.trim_start_matches(|it: char| !it.is_ascii_alphanumeric());
        let phrase = phrase.trim_end();
        if phrase.len() < least.max(START) {
            return None;
        }
        let start = start_of(phrase.as_bytes())?;
        let alike = self.by_start.entry(start).or_default();
        if let Some(there) = alike.iter().find(|it| self.all[**it] == phrase) {
            return Some(*there);
        }
        let number = self.all.len();
        alike.push(number);
        self.starts[bit(start) / 64] |= 1 << (bit(start) % 64);
        self.all.push(phrase.to_owned());
        Some(number)
    }

    /// A phrase, folded.
    pub fn get(&self, number: usize) -> &str {
        &self.all[number]
    }

    /// The numbers of those that are in a folded text as whole words.
    pub fn in_text(&self, text: &str) -> BTreeSet<usize> {
        let mut found = BTreeSet::new();
        if self.all.is_empty() {
            return found;
        }
        let bytes = text.as_bytes();
        let of_word = |it: Option<&u8>| it.is_some_and(|it| OF_WORD[usize::from(*it)]);
        let mut within = false;
        for (at, byte) in bytes.iter().enumerate() {
            let begins = !std::mem::replace(&mut within, OF_WORD[usize::from(*byte)]) && within;
            let start = begins.then(|| start_of(&bytes[at..])).flatten();
            let known = |it: &[u8; START]| self.starts[bit(*it) / 64] >> (bit(*it) % 64) & 1 == 1;
            let Some(start) = start.filter(known) else {
                continue;
            };
            for number in self.by_start.get(&start).into_iter().flatten() {
                let phrase = self.all[*number].as_bytes();
                let goes_on = of_word(phrase.last()) && of_word(bytes.get(at + phrase.len()));
                if bytes[at..].starts_with(phrase) && !goes_on {
                    found.insert(*number);
                }
            }
        }
        found
    }
}

fn start_of(bytes: &[u8]) -> Option<[u8; START]> {
    bytes.first_chunk().copied()
}

fn bit(start: [u8; START]) -> usize {
    (u32::from_le_bytes(start).wrapping_mul(0x9e37_79b1) >> 20) as usize
}
