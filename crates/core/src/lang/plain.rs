//! Characters that no reader sees, those that part words, and the one form in which words are
//! compared.
//!
//! What is printed, what is starred out and what is searched agree here on every character: it is
//! a space, it is left out, or it is shown. Where two of them did not agree, a secret would be
//! hidden from the search and shown to the reader, or what a player wrote themselves would be taken
//! for a secret. Not here: what a line of orders is read as (`mail::fold`).

use std::borrow::Cow;
use std::ops::Range;
use unicode_normalization::UnicodeNormalization;
use unicode_normalization::char::is_combining_mark;

/// Characters that cannot be seen: controls, those that turn the direction of writing, and all that
/// only say to programs how to set what is beside them. White space is none of them: a break of a
/// line or a page parts words like a space.
pub fn is_unseen(letter: char) -> bool {
    // Most letters by far.
    if matches!(letter, ' '..='~') || letter.is_whitespace() {
        return false;
    }
    letter.is_control()
        || matches!(
            letter,
            '\u{ad}' | '\u{34f}' | '\u{61c}' | '\u{3164}' | '\u{feff}' | '\u{ffa0}'
        )
        || matches!(
            letter,
            '\u{115f}'..='\u{1160}' | '\u{17b4}'..='\u{17b5}' | '\u{180b}'..='\u{180f}'
        )
        || matches!(
            letter,
            '\u{200b}'..='\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2060}'..='\u{206f}'
        )
        || matches!(letter, '\u{fe00}'..='\u{fe0f}' | '\u{fff0}'..='\u{fffb}')
        || matches!(letter, '\u{1bca0}'..='\u{1bca3}' | '\u{1d173}'..='\u{1d17a}')
        || matches!(letter, '\u{e0000}'..='\u{e0fff}')
}

/// Of these, those that shape the letters beside them, which some scripts and pictures cannot be
/// written without: zero-width joiners, and the selectors of a variant.
fn joins(letter: char) -> bool {
    matches!(letter, '\u{200c}' | '\u{200d}' | '\u{fe00}'..='\u{fe0f}')
}

/// White space that does more than part words, wherever it is printed: breaks of lines and pages.
fn breaks(letter: char) -> bool {
    letter.is_whitespace() && (letter.is_control() || matches!(letter, '\u{2028}' | '\u{2029}'))
}

/// A character of somebody's line, in the midst of a line of ours: a break is a space, and what
/// cannot be seen is shown to be there.
pub fn harmless(letter: char) -> char {
    match letter {
        _ if breaks(letter) => ' ',
        _ if is_unseen(letter) => '?',
        _ => letter,
    }
}

/// Text as written, for people: what cannot be seen is dropped, but for joiners after a letter
/// beyond ASCII; every break but line feeds and tabs is a space.
pub fn seen(text: &str) -> Cow<'_, str> {
    let breaks = |it: char| breaks(it) && !matches!(it, '\n' | '\t');
    if !text.chars().any(|it| is_unseen(it) || breaks(it)) {
        return Cow::Borrowed(text);
    }
    let mut seen = String::with_capacity(text.len());
    let mut before = ' ';
    for letter in text.chars() {
        let shown = if breaks(letter) { ' ' } else { letter };
        if !is_unseen(shown) || (joins(shown) && !before.is_ascii()) {
            seen.push(shown);
            before = shown;
        }
    }
    Cow::Owned(seen)
}

/// A text as words are looked for in it: small letters without accents, wide and other forms of a
/// letter as the letter, every kind of space a space, nothing unseen. Line breaks stay.
pub struct Bare<'t> {
    /// The form.
    pub text: String,
    of: &'t str,
    /// Where, for each byte of the form, the character began that it comes from; empty if they are
    /// at the same places.
    from: Vec<usize>,
}

/// Makes that form.
pub fn bare(text: &str) -> Bare<'_> {
    let mut from = Vec::new();
    let form = if plain_bytes(text.as_bytes()) == text.len() {
        text.to_ascii_lowercase()
    } else {
        from.reserve(text.len());
        make(text, |at, length, of| match of {
            Of::Same => from.extend(at..at + length),
            Of::One => from.resize(from.len() + length, at),
        })
    };
    Bare {
        text: form,
        of: text,
        from,
    }
}

/// That form alone, for who looks for words and need not know where they come from.
pub fn bare_text(text: &str) -> String {
    make(text, |_, _, _| {})
}

/// What a stretch of the form is made of.
enum Of {
    /// As many bytes.
    Same,
    /// One character.
    One,
}

/// Makes the form, and says of each stretch of it where what it is made of begins, and how many
/// bytes it has.
fn make(text: &str, mut note: impl FnMut(usize, usize, Of)) -> String {
    let mut form = String::with_capacity(text.len());
    let mut at = 0;
    loop {
        let plain = plain_bytes(&text.as_bytes()[at..]);
        form.push_str(&text[at..at + plain]);
        note(at, plain, Of::Same);
        at += plain;
        let Some(letter) = text[at..].chars().next() else {
            break;
        };
        let before = form.len();
        if letter.is_whitespace() {
            form.push(' ');
        } else if !is_unseen(letter) {
            let small = [letter].into_iter().nfkd().flat_map(char::to_lowercase);
            form.extend(small.filter(|it| !is_combining_mark(*it) && !is_unseen(*it)));
        }
        note(at, form.len() - before, Of::One);
        at += letter.len_utf8();
    }
    form.make_ascii_lowercase();
    form
}

/// How many of the first bytes are letters of ASCII, its marks, spaces and line feeds.
fn plain_bytes(bytes: &[u8]) -> usize {
    let plain = |it: &u8| matches!(it, b' '..=b'~' | b'\n');
    // Without a way out in the midst of them, whole stretches are looked at in one step.
    let stretches = bytes.chunks_exact(64);
    let stretches = stretches.take_while(|it| it.iter().fold(true, |all, it| all & plain(it)));
    let whole = stretches.count() * 64;
    let rest = bytes[whole..].iter();
    whole + rest.take_while(|it| plain(it)).count()
}

impl Bare<'_> {
    /// Where in the text that it was made of this stretch of the form is, in bytes.
    ///
    /// # Panics
    /// If it is not a stretch of it, or an empty one.
    pub fn place(&self, found: &Range<usize>) -> Range<usize> {
        if self.from.is_empty() {
            return found.clone();
        }
        let last = self.from[found.end - 1];
        let width = self.of[last..].chars().next().map_or(0, char::len_utf8);
        self.from[found.start]..last + width
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_cannot_be_seen_is_dropped_and_joiners_stay_where_they_join() {
        assert_eq!(
            seen("a\u{2065}b\u{206a}\u{200d}c\u{1b}[1m\u{e0041}\td\n"),
            "abc[1m\td\n"
        );
        let family = "👨\u{200d}👩\u{200d}👧 می\u{200c}خواهم ❤\u{fe0f}";
        assert_eq!(seen(family), family);
        assert!(matches!(seen("as it is – “so”"), Cow::Borrowed(_)));
    }

    #[test]
    fn what_is_printed_has_the_same_words_as_what_was_written() {
        // Beyond are ideographs, and what is nobody's.
        for letter in ('\0'..='\u{1ffff}').chain('\u{e0000}'..='\u{e0fff}') {
            let text = format!("é{letter}b \u{200d}{letter}{letter}c");
            assert_eq!(bare(&seen(&text)).text, bare(&text).text, "{letter:?}");
        }
        for mark in ['\r', '\u{b}', '\u{c}', '\u{85}', '\u{2028}', '\u{2029}'] {
            assert_eq!(seen(&format!("a{mark}b")), "a b");
            assert_eq!(harmless(mark), ' ');
        }
        assert_eq!(['\t', '\u{1}', 'é'].map(harmless), [' ', '?', 'é']);
    }

    #[test]
    fn words_are_compared_bare_and_found_where_they_stand() {
        let text = "x \u{ff22}ab\u{2065}o\u{301}\u{212a} ﬁn\u{a0}Z";
        let bare = bare(text);
        assert_eq!(bare.text, "x babok fin z");
        let word = bare.text.find("babok").map(|it| it..it + 5).expect("there");
        assert_eq!(
            &text[bare.place(&word)],
            "\u{ff22}ab\u{2065}o\u{301}\u{212a}"
        );
        let plain = super::bare("Plain");
        assert_eq!((plain.text.as_str(), plain.place(&(1..3))), ("plain", 1..3));
    }
}
