//! What mail programs do to characters, undone: one line in, the line as the reader wants it out,
//! and a count of what was changed, to be reported in the receipt.
//!
//! Not here: joining lines (`flowed`), and capitals, which the reader does not mind anyway.

use packetboat_core::lang::plain::is_unseen;
use std::collections::BTreeMap;
use unicode_normalization::UnicodeNormalization;

/// A kind of repair worth reporting: its name in the singular and what the character was read as.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Repair {
    /// `–`, what programs make of `-` or `--`.
    EnDash,
    /// `—`.
    EmDash,
    /// Other hyphens, bars and minus signs.
    Dash,
    /// Curly or angled quotation marks and primes.
    Quote,
    /// `…`.
    Ellipsis,
    /// Arrows, also the one that Outlook makes of `-->`.
    Arrow,
    /// Full-width forms and ligatures.
    Wide,
    /// No-break and other odd spaces.
    Blank,
    /// Characters that cannot be seen: zero-width, direction marks, controls.
    Unseen,
}

/// How often each repair was made.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Repairs(BTreeMap<Repair, u32>);

impl Repairs {
    /// What was mended in these lines, given as they came in.
    pub fn of<'a>(raw_lines: impl IntoIterator<Item = &'a str>) -> Self {
        let mut repairs = Repairs::default();
        for line in raw_lines {
            fold_into(line, &mut repairs);
        }
        repairs
    }

    /// For the receipt, one phrase a kind: ``3 en-dashes read as `-` ``.
    pub fn phrases(&self) -> Vec<String> {
        self.0
            .iter()
            .map(|(kind, count)| phrase(*kind, *count))
            .collect()
    }

    fn count(&mut self, kind: Repair) {
        *self.0.entry(kind).or_default() += 1;
    }
}

fn phrase(kind: Repair, count: u32) -> String {
    let (one, many, read_as) = match kind {
        Repair::EnDash => ("en-dash", "en-dashes", "read as `-`"),
        Repair::EmDash => ("em-dash", "em-dashes", "read as `-`"),
        Repair::Dash => ("odd hyphen", "odd hyphens", "read as `-`"),
        Repair::Quote => ("curly quote", "curly quotes", "read as a straight one"),
        Repair::Ellipsis => ("ellipsis", "ellipses", "read as `...`"),
        Repair::Arrow => ("arrow", "arrows", "read as `->`"),
        Repair::Wide => ("wide character", "wide characters", "read as a plain one"),
        Repair::Blank => ("no-break space", "no-break spaces", "read as a plain one"),
        Repair::Unseen => ("invisible character", "invisible characters", "left out"),
    };
    let read_as = match (count, read_as) {
        (2.., "read as a straight one") => "read as straight ones",
        (2.., "read as a plain one") => "read as plain ones",
        _ => read_as,
    };
    format!("{count} {} {read_as}", if count == 1 { one } else { many })
}

/// A line as the reader wants it: plain quotes, dashes and spaces, nothing unseen, letters
/// composed (NFC), no spaces at the end. Spaces at its head stay.
pub fn fold(line: &str) -> String {
    fold_into(line, &mut Repairs::default())
}

fn fold_into(line: &str, repairs: &mut Repairs) -> String {
    if line.bytes().all(|it| matches!(it, b' '..=b'~')) {
        return line.trim_end().to_owned();
    }
    let mut out = String::with_capacity(line.len());
    for letter in line.trim_end().chars() {
        match reading(letter) {
            None => out.push(letter),
            Some((plain, kind)) => {
                out.push_str(plain);
                kind.into_iter().for_each(|it| repairs.count(it));
            }
        }
        if is_wide(letter) {
            out.extend([letter].into_iter().nfkc());
            repairs.count(Repair::Wide);
        }
    }
    out.trim_end().nfc().collect()
}

/// What to put for a character, and the repair to report; `None`: it is fine, or wide.
fn reading(letter: char) -> Option<(&'static str, Option<Repair>)> {
    let (plain, kind) = match letter {
        '\t' => (" ", None),
        // A byte order mark is not the player's fault.
        '\u{feff}' => ("", None),
        '–' => ("-", Some(Repair::EnDash)),
        '—' => ("-", Some(Repair::EmDash)),
        '\u{2010}'..='\u{2012}' | '\u{2015}' | '\u{2212}' | '\u{fe58}' | '\u{fe63}' => {
            ("-", Some(Repair::Dash))
        }
        '‘' | '’' | '‚' | '‛' | '′' | '‹' | '›' | '´' => ("'", Some(Repair::Quote)),
        '“' | '”' | '„' | '‟' | '″' | '«' | '»' => ("\"", Some(Repair::Quote)),
        '…' => ("...", Some(Repair::Ellipsis)),
        // U+F0E0 is the arrow of the font Wingdings.
        '→' | '⇒' | '➔' | '➙' | '➜' | '➝' | '➞' | '➡' | '⟶' | '⟹' | '\u{f0e0}' => {
            ("->", Some(Repair::Arrow))
        }
        ' ' => return None,
        _ if letter.is_whitespace() => (" ", Some(Repair::Blank)),
        _ if is_unseen(letter) => ("", Some(Repair::Unseen)),
        _ if is_wide(letter) => ("", None),
        _ => return None,
    };
    Some((plain, kind))
}

/// Full-width and half-width forms, and the Latin ligatures.
fn is_wide(letter: char) -> bool {
    !is_unseen(letter) && matches!(letter, '\u{ff01}'..='\u{ffee}' | '\u{fb00}'..='\u{fb06}')
}

#[cfg(test)]
mod tests {
    use super::*;
    use packetboat_core::lang::plain::bare;

    #[track_caller]
    fn check(given: &str, wanted: &str, phrases: &[&str]) {
        assert_eq!(fold(given), wanted);
        assert_eq!(Repairs::of([given]).phrases(), phrases);
    }

    #[test]
    fn plain_lines_lose_only_their_end() {
        check("  SHIP S1 TO rome \t", "  SHIP S1 TO rome", &[]);
        check("MOVE\tA", "MOVE A", &[]);
        check("\u{feff}#orders a b", "#orders a b", &[]);
    }

    #[test]
    fn repairs_are_counted() {
        check("A–B–C – D", "A-B-C - D", &["3 en-dashes read as `-`"]);
        check(
            "SAY “no’",
            "SAY \"no'",
            &["2 curly quotes read as straight ones"],
        );
        check("A\u{a0}B", "A B", &["1 no-break space read as a plain one"]);
        check(
            "A \u{f0e0} B…",
            "A -> B...",
            &["1 ellipsis read as `...`", "1 arrow read as `->`"],
        );
        check(
            "ＭＯＶＥ１",
            "MOVE1",
            &["5 wide characters read as plain ones"],
        );
        check(
            "ro\u{200b}me\u{202e}\0",
            "rome",
            &["3 invisible characters left out"],
        );
    }

    /// A word that is one for the reader of orders is one for the search of what goes out.
    #[test]
    fn a_line_as_it_is_read_has_the_same_words_as_it_was_written() {
        let words = |text: &str| -> Vec<String> {
            let bare = bare(text).text;
            let words = bare.split(|it: char| !it.is_alphanumeric());
            words
                .filter(|it| !it.is_empty())
                .map(str::to_owned)
                .collect()
        };
        // Beyond are ideographs, and what is nobody's.
        for letter in ('\0'..='\u{1ffff}').chain('\u{e0000}'..='\u{e0fff}') {
            let line = format!("ab{letter}cd");
            assert_eq!(words(&fold(&line)), words(&line), "{letter:?}");
        }
    }

    #[test]
    fn letters_are_composed_and_kept() {
        check("Co\u{301}rdoba", "Córdoba", &[]);
        check("x² ½ Ωmega", "x² ½ Ωmega", &[]);
    }
}
