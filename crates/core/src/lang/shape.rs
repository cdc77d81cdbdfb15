//! Matching words, numbers and marks against slots: values, and the one spelling.
//!
//! What has begun to fit must go on fitting: nothing is tried backwards. Of several shapes the
//! one that reads furthest is taken, and if none reads, the one that got furthest explains
//! itself (`explain`).
//!
//! Not here: names and codes (`noun`), lists, clauses and other slots made of slots
//! (`compound`), conditions (`condition`), and what is around an order: `STANDING`, `IF`,
//! `ELSE` (`order`).

use super::cut::{Token, TokenKind};
use super::diagnostic::{NOWHERE, Span};
use super::expect::{Expected, Far};
use super::fault::cut_short;
use super::form::{Form, Grammar, Shown, Slot};
use super::hint::Meanings;
use super::names::{Names, is_keyword};
use super::said::{Is, Value};
use super::text;
use std::cell::OnceCell;
use std::collections::BTreeSet;

/// How deep slots and conditions may be within each other.
pub(super) const DEPTH_MAX: u32 = 40;

/// Numbers from here on are not a bound worth showing to a player.
const BOUND_MAX: i64 = 1_000_000;

/// What the matcher knows of the language besides the form it tries.
#[derive(Debug, Clone, Copy)]
pub(super) struct Lexicon<'g> {
    /// The game's forms.
    pub grammar: &'g Grammar,
    /// All its keywords, in capitals.
    pub keywords: &'g BTreeSet<String>,
    /// What faulty lines may mean, found out at the first fault.
    pub meanings: &'g OnceCell<Meanings>,
}

/// Tries forms on one stretch of a line.
pub(super) struct Matcher<'g, 't> {
    pub lexicon: Lexicon<'g>,
    /// The stretch.
    pub tokens: &'t [Token],
    /// What comes after it on the line, if anything.
    pub after: Option<&'t Token>,
    /// What was looked for where it got furthest.
    pub far: Far<'g>,
    /// Names of one word that were read, and where: for hints about names of several.
    pub named: Vec<(usize, &'g Names)>,
    pub depth: u32,
}

/// What a slot, or a row of them, came to.
#[derive(Debug, Clone, Default)]
pub(super) struct Got {
    /// Where the next slot begins.
    pub at: usize,
    /// Values of slots with names.
    pub values: Vec<Value>,
    /// The one spelling.
    pub text: Text,
    /// How many names were shortened: of two shapes that read as far, the exact one is taken.
    pub shortened: u32,
}

/// Why a slot does not fit.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Stop {
    /// How far it got.
    pub reach: usize,
    /// Nothing else is to be tried.
    pub hard: bool,
}

impl Stop {
    pub(super) fn soft(reach: usize) -> Self {
        Stop { reach, hard: false }
    }

    pub(super) fn hard(reach: usize) -> Self {
        Stop { reach, hard: true }
    }
}

/// Printed words, and whether a space belongs before and after them.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(super) struct Text {
    pub words: String,
    tight_before: bool,
    tight_after: bool,
}

impl Text {
    pub(super) fn plain(words: impl Into<String>) -> Self {
        Text {
            words: words.into(),
            ..Text::default()
        }
    }

    /// A mark between two things, without spaces.
    pub(super) fn tight(words: impl Into<String>) -> Self {
        Text {
            words: words.into(),
            tight_before: true,
            tight_after: true,
        }
    }

    /// A word, or a mark that is attached to the word before it (`1: E`).
    pub(super) fn hanging(words: impl Into<String>) -> Self {
        let words = words.into();
        let tight_before = !words.starts_with(char::is_alphanumeric);
        Text {
            words,
            tight_before,
            tight_after: false,
        }
    }

    pub(super) fn then(&mut self, next: Text) {
        if next.words.is_empty() {
            return;
        }
        if self.words.is_empty() {
            *self = next;
            return;
        }
        if !self.tight_after && !next.tight_before {
            self.words.push(' ');
        }
        self.words.push_str(&next.words);
        self.tight_after = next.tight_after;
    }
}

/// A whole form, with what `ELSE` and a key need to know of its slots.
#[derive(Debug, Clone)]
pub(super) struct GotForm {
    /// All of it.
    pub got: Got,
    /// Where each slot ends.
    pub ends: Vec<usize>,
    /// The printed words of each slot.
    pub texts: Vec<String>,
}

impl<'g, 't> Matcher<'g, 't> {
    pub(super) fn new(lexicon: Lexicon<'g>, tokens: &'t [Token], after: Option<&'t Token>) -> Self {
        Matcher {
            lexicon,
            tokens,
            after,
            far: Far::default(),
            named: Vec::new(),
            depth: 0,
        }
    }

    /// Tries a form on the whole stretch.
    pub(super) fn whole(&mut self, form: &'g Form) -> Result<GotForm, Stop> {
        let got = self.form(form)?;
        if got.got.at < self.tokens.len() {
            self.far.complete_at(got.got.at);
            return Err(Stop::soft(got.got.at));
        }
        Ok(got)
    }

    fn form(&mut self, form: &'g Form) -> Result<GotForm, Stop> {
        let mut all = Got::default();
        let mut ends = Vec::new();
        let mut texts = Vec::new();
        for (index, slot) in form.slots.iter().enumerate() {
            let own_colon = matches!(slot, Slot::Filler { words, .. } if words.contains(&":"));
            if index == form.head && !own_colon && self.is_at(all.at, ":") {
                all.at += 1;
            }
            let got = self.slot(slot, all.at, &all.values)?;
            texts.push(got.text.words.clone());
            all.add(got);
            ends.push(all.at);
        }
        let got = all;
        Ok(GotForm { got, ends, texts })
    }

    /// A row of slots from `at` on. `before`: values read so far, for the words of a refusal.
    pub(super) fn row(
        &mut self,
        slots: &'g [Slot],
        at: usize,
        before: &[Value],
    ) -> Result<Got, Stop> {
        let mut all = Got {
            at,
            ..Got::default()
        };
        let mut known = before.to_vec();
        for slot in slots {
            let got = self.slot(slot, all.at, &known).inspect_err(|_| {
                if let ([Slot::Word { words }, rest @ ..], true) = (slots, all.at == at) {
                    self.far.opened_by(at, words[0], rest);
                }
            })?;
            known.extend(got.values.iter().cloned());
            all.add(got);
        }
        Ok(all)
    }

    pub(super) fn slot(
        &mut self,
        slot: &'g Slot,
        at: usize,
        before: &[Value],
    ) -> Result<Got, Stop> {
        if self.depth >= DEPTH_MAX {
            return Err(Stop::hard(at));
        }
        self.depth += 1;
        let got = self.slot_at(slot, at, before);
        self.depth -= 1;
        got
    }

    fn slot_at(&mut self, slot: &'g Slot, at: usize, before: &[Value]) -> Result<Got, Stop> {
        match slot {
            Slot::Word { words } => self.word(words, at),
            Slot::Filler { words, shown } => Ok(self.filler(words, *shown, at)),
            Slot::Mark { mark } => self.mark(mark, at),
            Slot::Choice { name, of } => self.choice(name, of, at),
            Slot::Number { name, min, max } => self.number(name, *min, *max, at),
            Slot::Name { name, of } => self.name(name, of, at),
            Slot::Counted {
                name,
                of,
                min,
                max,
                count,
            } => self.counted((name, of), (*min, *max), *count, at),
            Slot::Code { name, shape } => self.code(name, *shape, at),
            Slot::Numbered { name, of, hint } => self.numbered(name, of, hint, at),
            Slot::Dotted {
                name,
                heads,
                filters,
            } => self.dotted(name, heads, filters, at),
            Slot::Words { name } => self.all_words(name, at),
            Slot::Text { name } => self.text(name, at),
            Slot::Compare { name } => self.compare(name, at),
            Slot::Is { name } => self.is_or_not(name, at),
            Slot::Condition { name } => self.condition_slot(name, at),
            Slot::Test { name, of } => self.test_slot(name, of, at),
            Slot::List { name, of, by } => self.list(name, of, *by, at, before),
            Slot::Clauses { of } => self.clauses(of, at, before),
            Slot::Maybe { of } => self.maybe(of, at, before),
            Slot::By { on, of } => self.by(on, of, at, before),
            Slot::Either { of } => self.either(of, at, before),
            Slot::Refused { of, reason, hint } => self.refused(of, (reason, hint), at, before),
        }
    }

    pub(super) fn is_at(&self, at: usize, word: &str) -> bool {
        self.tokens.get(at).is_some_and(|it| it.is(word))
    }

    /// Notes what was looked for, and that it is not there.
    pub(super) fn missing<T>(&mut self, at: usize, expected: Expected<'g>) -> Result<T, Stop> {
        self.far.expect(at, expected);
        Err(Stop::soft(at))
    }

    /// The one spelling of `words` that is here, and where it ends. A spelling may be of several
    /// words.
    pub(super) fn canonical(&self, spelling: &str, at: usize) -> Option<usize> {
        let mut here = at;
        for word in spelling.split(' ') {
            if !self.is_at(here, word) {
                return None;
            }
            here += 1;
        }
        // `AT LEAST 2` and `AT MOST 2` are signs, whatever else AT may begin.
        let sign = spelling == "AT"
            && (self.is_at(here, "LEAST")
                || (self.is_at(here, "MOST") && self.number_at(here + 1).is_some()));
        (!sign).then_some(here)
    }

    fn any_canonical(&self, words: &[&str], at: usize) -> Option<usize> {
        words.iter().find_map(|it| self.canonical(it, at))
    }

    pub(super) fn number_at(&self, at: usize) -> Option<i64> {
        let token = self.tokens.get(at)?;
        let wrong = if token.text.starts_with('-') {
            i64::MIN
        } else {
            i64::MAX
        };
        (token.kind == TokenKind::Number).then(|| token.text.parse().unwrap_or(wrong))
    }

    fn word(&mut self, words: &'g [&'static str], at: usize) -> Result<Got, Stop> {
        match self.any_canonical(words, at) {
            Some(end) => Ok(Got::read(end, Text::plain(words[0]))),
            None => self.missing(at, Expected::Word(words)),
        }
    }

    fn filler(&mut self, words: &'g [&'static str], shown: Shown, at: usize) -> Got {
        let end = self.any_canonical(words, at).unwrap_or(at);
        let text = match shown {
            Shown::Always if words[0] == "+" => Text::tight(words[0]),
            Shown::Always => Text::hanging(words[0]),
            Shown::Never => Text::default(),
        };
        Got::read(end, text)
    }

    fn mark(&mut self, mark: &'static str, at: usize) -> Result<Got, Stop> {
        if self.is_at(at, mark) {
            return Ok(Got::read(at + 1, Text::tight(mark)));
        }
        self.missing(at, Expected::Mark(mark))
    }

    fn choice(
        &mut self,
        name: &'static str,
        of: &'g [&'static [&'static str]],
        at: usize,
    ) -> Result<Got, Stop> {
        for words in of {
            if let Some(end) = self.any_canonical(words, at) {
                let span = self.span(at, end);
                let text = Text::plain(words[0]);
                return Ok(Got::value(name, span, Is::Word(words[0]), end, text));
            }
        }
        for words in of {
            self.far.expect(at, Expected::Word(words));
        }
        Err(Stop::soft(at))
    }

    /// As words; their marks are between blanks.
    fn all_words(&mut self, name: &'static str, at: usize) -> Result<Got, Stop> {
        let end = self.tokens.len();
        if at >= end {
            return self.missing(at, Expected::Text("a few words in quotation marks"));
        }
        let said = self.as_written(at, end);
        let text = Text::plain(format!("\"{said}\""));
        let span = self.span(at, end);
        Ok(Got::value(name, span, Is::Name(said), end, text))
    }

    /// Words with blanks where they are apart, and nowhere else.
    fn as_written(&self, at: usize, end: usize) -> String {
        let mut said = String::new();
        let mut before: Option<Span> = None;
        for token in &self.tokens[at..end] {
            let Span { line, column, .. } = token.span;
            let touches = |it: Span| it.line == line && it.column + it.width == column;
            if before.is_some_and(|it| !touches(it)) {
                said.push(' ');
            }
            said.push_str(&token.text);
            before = Some(token.span);
        }
        said
    }

    fn text(&mut self, name: &'static str, at: usize) -> Result<Got, Stop> {
        let token = self.tokens.get(at);
        let Some(token) = token.filter(|it| it.kind == TokenKind::Text) else {
            return self.missing(at, Expected::Text("the text on the lines below, and END"));
        };
        if let Some((reason, hint)) = text::wrong(&token.text) {
            self.far.say(at, token.span, reason, hint);
            return Err(Stop::hard(at + 1));
        }
        let printed = Text::plain(text::in_one_line(&token.text));
        let is = Is::Text(token.text.clone());
        Ok(Got::value(name, token.span, is, at + 1, printed))
    }

    fn number(&mut self, name: &'static str, min: i64, max: i64, at: usize) -> Result<Got, Stop> {
        let Some(number) = self.number_at(at) else {
            return self.missing(at, Expected::Number);
        };
        let thing = super::names::article(&name.replace(['_', '-'], " "));
        self.in_range(&thing, number, (min, max), at)?;
        let text = Text::plain(number.to_string());
        let span = self.span(at, at + 1);
        Ok(Got::value(name, span, Is::Number(number), at + 1, text))
    }

    /// Complains of a number that is out of its range.
    pub(super) fn in_range(
        &mut self,
        thing: &str,
        number: i64,
        (min, max): (i64, i64),
        at: usize,
    ) -> Result<(), Stop> {
        if (min..=max).contains(&number) {
            return Ok(());
        }
        let written = cut_short(&self.tokens[at].text);
        let range = if min == max {
            format!("{min}")
        } else if max >= BOUND_MAX && number < min {
            format!("at least {min}")
        } else {
            format!("from {min} to {max}")
        };
        let reason = format!("{thing} must be {range}, not {written}");
        let span = self.span(at, at + 1);
        self.far.say(at, span, reason, String::new());
        Err(Stop::soft(at + 1))
    }

    /// From token to token, on one line.
    pub(super) fn span(&self, at: usize, end: usize) -> Span {
        let first = self.tokens.get(at).or(self.tokens.last());
        let first = first.map_or(NOWHERE, |it| it.span);
        let last = end.checked_sub(1).filter(|it| *it >= at);
        match last.and_then(|it| self.tokens.get(it)) {
            Some(last) => first.to(last.span),
            None => first,
        }
    }

    /// The words as written.
    pub(super) fn words(&self, at: usize, end: usize) -> String {
        let end = end.min(self.tokens.len());
        let texts: Vec<&str> = self.tokens[at.min(end)..end]
            .iter()
            .map(|it| it.text.as_str())
            .collect();
        texts.join(" ")
    }

    /// Whether this token is a keyword of the game.
    pub(super) fn keyword(&self, token: &Token) -> bool {
        is_keyword(token, self.lexicon.keywords)
    }
}

impl Got {
    pub(super) fn read(at: usize, text: Text) -> Self {
        Got {
            at,
            text,
            ..Got::default()
        }
    }

    pub(super) fn value(name: &'static str, span: Span, is: Is, at: usize, text: Text) -> Self {
        Got {
            values: vec![Value { name, span, is }],
            ..Got::read(at, text)
        }
    }

    pub(super) fn add(&mut self, next: Got) {
        self.at = next.at;
        self.values.extend(next.values);
        self.text.then(next.text);
        self.shortened += next.shortened;
    }
}
