//! Lists of names that a slot accepts, and their one spelling.
//!
//! Not here: cutting words out of a line (`cut`), and which list a slot uses (`form`).

use super::cut::{Token, TokenKind};
use serde::Serialize;
use std::collections::BTreeSet;
use std::sync::Arc;
use unicode_normalization::UnicodeNormalization;
use unicode_normalization::char::is_combining_mark;

/// The longest name, in words, that is looked for.
const WORDS_MAX: usize = 6;

/// How many names a complaint lists before it says `…`.
const LISTED_MAX: usize = 4;

/// How many words a hint offers.
const OFFERED_MAX: usize = 3;

/// The shortest beginning that stands for a name.
const BEGINNING_MIN: usize = 2;

/// One thing that can be named: a card, a place, a seat, a good.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Noun {
    /// The printed name, and what [`crate::lang::said::Is::Name`] holds.
    pub name: String,
    /// Other spellings, read but never printed.
    pub also: Vec<String>,
    /// How several of them are printed (`soldiers`); `None`: as one of them.
    pub plural: Option<String>,
    /// Names of another kind that somebody may mean who writes this one for such: places of an
    /// Area. They are offered where this one does not fit.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub within: Vec<String>,
}

impl Noun {
    /// A name without other spellings.
    pub fn new(name: impl Into<String>) -> Self {
        Noun {
            name: name.into(),
            also: Vec::new(),
            plural: None,
            within: Vec::new(),
        }
    }

    /// The same with another spelling.
    #[must_use]
    pub fn or(mut self, spelling: impl Into<String>) -> Self {
        self.also.push(spelling.into());
        self
    }

    /// The same with a printed plural.
    #[must_use]
    pub fn many(mut self, plural: impl Into<String>) -> Self {
        self.plural = Some(plural.into());
        self
    }

    /// The same with names of another kind that it may be written for.
    #[must_use]
    pub fn holding(mut self, within: Vec<String>) -> Self {
        self.within = within;
        self
    }
}

/// What a slot may name, with the word for it in complaints ("no card is called …").
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Names {
    /// The kind, for complaints: `card`, `card or colour`.
    pub kind: &'static str,
    /// In the order of the game's data; shared, since a long list is in many forms.
    pub of: Arc<[Noun]>,
}

impl Names {
    /// A list of plain names.
    pub fn new<T: Into<String>>(kind: &'static str, of: impl IntoIterator<Item = T>) -> Self {
        Names {
            kind,
            of: of.into_iter().map(Noun::new).collect(),
        }
    }

    /// A list of nouns with other spellings.
    pub fn of(kind: &'static str, of: impl IntoIterator<Item = Noun>) -> Self {
        Names {
            kind,
            of: of.into_iter().collect(),
        }
    }

    /// The one whose spelling this is, in full.
    pub fn exact(&self, text: &str) -> Option<&Noun> {
        let typed = fold(text);
        let canonical = |it: &&Noun| it.spellings().any(|it| compare(it, &typed) == Fit::Full);
        self.of.iter().find(canonical)
    }
}

impl Noun {
    /// Everything it may be called, the printed name first.
    pub fn spellings(&self) -> impl Iterator<Item = &str> {
        std::iter::once(self.name.as_str())
            .chain(self.also.iter().map(String::as_str))
            .chain(self.plural.as_deref())
    }
}

/// A name as it is compared: small letters and digits, without accents or anything between.
pub fn fold(text: &str) -> String {
    if text.is_ascii() {
        return text
            .chars()
            .filter(char::is_ascii_alphanumeric)
            .map(|it| it.to_ascii_lowercase())
            .collect();
    }
    text.nfd()
        .filter(|it| it.is_alphanumeric() && !is_combining_mark(*it))
        .flat_map(char::to_lowercase)
        .collect()
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Fit {
    None,
    Beginning,
    Full,
}

/// How a folded word fits a spelling. Codes with digits are never completed.
fn compare(spelling: &str, typed: &str) -> Fit {
    let rest = if spelling.is_ascii() {
        let mut rest = typed.bytes();
        for letter in spelling.bytes().filter(u8::is_ascii_alphanumeric) {
            match rest.next() {
                None if spelling.bytes().any(|it| it.is_ascii_digit()) => return Fit::None,
                None => return Fit::Beginning,
                Some(typed) if typed == letter.to_ascii_lowercase() => {}
                Some(_) => return Fit::None,
            }
        }
        rest.next()
    } else {
        let folded = fold(spelling);
        if folded.len() > typed.len() && folded.starts_with(typed) {
            let coded = folded.bytes().any(|it| it.is_ascii_digit());
            return if coded { Fit::None } else { Fit::Beginning };
        }
        return if folded == typed {
            Fit::Full
        } else {
            Fit::None
        };
    };
    if rest.is_none() { Fit::Full } else { Fit::None }
}

/// What a place in a line comes to, looked up in a list.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Lookup<'n> {
    /// This one, written in this many words.
    One {
        noun: &'n Noun,
        words: usize,
        shortened: bool,
    },
    /// A beginning, of this many words, of more than one.
    Several { words: usize, names: Vec<&'n str> },
    /// None of them.
    Nothing,
}

/// How plurals are read that a noun does not spell out.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Plurals {
    /// Not at all.
    Canonical,
    /// With `s` or `es` after any spelling: counted names.
    Understood,
}

impl Names {
    /// Looks up what is at the beginning of `tokens`, the longest run of words first.
    pub(super) fn find(
        &self,
        tokens: &[Token],
        keywords: &BTreeSet<String>,
        plurals: Plurals,
    ) -> Lookup<'_> {
        let first = tokens.first();
        if first.is_none_or(|it| it.kind != TokenKind::Word || it.reserved().is_some()) {
            return Lookup::Nothing;
        }
        let run = tokens
            .iter()
            .take(WORDS_MAX)
            .enumerate()
            .take_while(|(i, it)| *i == 0 || goes_on(it, &tokens[0], keywords))
            .count();
        for words in (1..=run).rev() {
            let typed: String = tokens[..words].iter().map(|it| fold(&it.text)).collect();
            let keyword = words == 1 && is_keyword(&tokens[0], keywords);
            let found = self.find_folded(&typed, plurals, !keyword);
            match found {
                Lookup::One {
                    noun, shortened, ..
                } => {
                    return Lookup::One {
                        noun,
                        words,
                        shortened,
                    };
                }
                Lookup::Several { names, .. } => return Lookup::Several { words, names },
                Lookup::Nothing => {}
            }
        }
        Lookup::Nothing
    }

    /// Looks up one folded word; `words` in the answer means nothing.
    pub(super) fn find_folded(&self, typed: &str, plurals: Plurals, shorten: bool) -> Lookup<'_> {
        if typed.is_empty() {
            return Lookup::Nothing;
        }
        let mut begun: Vec<&Noun> = Vec::new();
        let mut plural = None;
        for noun in self.of.iter() {
            let mut begins = false;
            for spelling in noun.spellings() {
                match compare(spelling, typed) {
                    Fit::Full => {
                        return Lookup::One {
                            noun,
                            words: 1,
                            shortened: false,
                        };
                    }
                    Fit::Beginning => begins = true,
                    Fit::None if plurals == Plurals::Understood => {
                        let stems = [typed.strip_suffix('s'), typed.strip_suffix("es")];
                        let several = |it: &str| compare(spelling, it) == Fit::Full;
                        if stems.into_iter().flatten().any(several) {
                            plural = Some(noun);
                        }
                    }
                    Fit::None => {}
                }
            }
            if begins {
                begun.push(noun);
            }
        }
        if let Some(noun) = plural {
            return Lookup::One {
                noun,
                words: 1,
                shortened: false,
            };
        }
        if !shorten {
            return Lookup::Nothing;
        }
        match begun.as_slice() {
            [] => Lookup::Nothing,
            [noun] if typed.chars().count() >= BEGINNING_MIN => Lookup::One {
                noun,
                words: 1,
                shortened: true,
            },
            [_] => Lookup::Nothing,
            several => Lookup::Several {
                words: 1,
                names: several.iter().map(|it| it.name.as_str()).collect(),
            },
        }
    }
}

/// Whether a word may belong to the name begun before it.
fn goes_on(token: &Token, first: &Token, keywords: &BTreeSet<String>) -> bool {
    token.kind == TokenKind::Word && !token.quoted && !first.quoted && !is_keyword(token, keywords)
}

/// Whether a token is a keyword of the game, or reserved.
pub(super) fn is_keyword(token: &Token, keywords: &BTreeSet<String>) -> bool {
    !token.quoted && (token.reserved().is_some() || keywords.contains(&token.text.to_uppercase()))
}

/// `A`, `A or B`, `A, B or C`; more than four end in `…`. Sorted.
pub(super) fn listed(names: &[&str]) -> String {
    let mut names = names.to_vec();
    names.sort_unstable();
    names.dedup();
    if names.len() > LISTED_MAX {
        return format!("{} …", names[..LISTED_MAX].join(", "));
    }
    either(&names)
}

/// `A`, `A or B`, `A, B or C`.
pub(super) fn either<T: AsRef<str>>(of: &[T]) -> String {
    let texts: Vec<&str> = of.iter().map(AsRef::as_ref).collect();
    match texts.as_slice() {
        [] => String::new(),
        [one] => (*one).to_owned(),
        [front @ .., last] => format!("{} or {last}", front.join(", ")),
    }
}

/// The words nearest to what was typed. Each candidate is a spelling and what is printed for it.
///
/// What begins with the word typed is nearest; else what takes the fewest changes, within
/// limits that grow with the length of the word.
pub fn nearest<'a>(typed: &str, of: impl IntoIterator<Item = (&'a str, &'a str)>) -> Vec<String> {
    let typed = fold(typed);
    let length = typed.chars().count();
    let mut best = match length {
        0 => return Vec::new(),
        1..=3 => 1,
        4..=7 => 2,
        _ => 3,
    };
    let mut near: BTreeSet<(String, &str)> = BTreeSet::new();
    let mut begun: BTreeSet<(String, &str)> = BTreeSet::new();
    for (spelling, printed) in of {
        let folded = fold(spelling);
        if folded.starts_with(&typed) {
            begun.insert((folded, printed));
            continue;
        }
        if folded.chars().count().abs_diff(length) > best {
            continue;
        }
        let far = strsim::osa_distance(&folded, &typed);
        // Two slips in a short word are another word, unless it begins alike: `doom`, DOME.
        if length == 4 && far == 2 && !begins_alike(&folded, &typed) {
            continue;
        }
        if far < best {
            near.clear();
            best = far;
        }
        // A word of one letter is one change away from every other: no help.
        if far == best && far < length {
            near.insert((folded, printed));
        }
    }
    let chosen = if begun.is_empty() { near } else { begun };
    let mut seen = BTreeSet::new();
    let mut offered: Vec<String> = chosen
        .into_iter()
        .filter(|(_, printed)| seen.insert(*printed))
        .take(OFFERED_MAX)
        .map(|(_, printed)| printed.to_owned())
        .collect();
    offered.sort_unstable();
    offered
}

/// Whether one word is most likely meant by the other: it begins with it, or a slip or two lie
/// between them. Stricter than [`nearest`], which offers something for most words.
///
/// ```
/// use packetboat_core::lang::names::is_slip;
/// assert!(is_slip("MERCHENT", "MERCHANT") && is_slip("merch", "MERCHANT"));
/// assert!(!is_slip("SPICE", "PRICE") && !is_slip("SPICE", "SPARE"));
/// ```
pub fn is_slip(typed: &str, word: &str) -> bool {
    let (typed, word) = (fold(typed), fold(word));
    let length = typed.chars().count().min(word.chars().count());
    let most = match length {
        0..=2 => 0,
        3..=6 => 1,
        _ => 2,
    };
    let begins = typed.chars().count() > 2 && word.starts_with(&typed);
    begins || strsim::osa_distance(&typed, &word) <= most
}

/// Whether two words have their first two letters in common.
fn begins_alike(one: &str, other: &str) -> bool {
    one.chars().take(2).eq(other.chars().take(2))
}

/// A kind with its article: `an area`, `a card or colour`.
pub(super) fn article(kind: &str) -> String {
    // It says which.
    if ["a ", "an ", "the "].iter().any(|it| kind.starts_with(it)) {
        return kind.to_owned();
    }
    let vowel = kind.starts_with(['a', 'e', 'i', 'o', 'u', 'A', 'E', 'I', 'O', 'U']);
    format!("{} {kind}", if vowel { "an" } else { "a" })
}
