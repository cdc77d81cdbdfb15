//! Explaining why a line does not read: what was looked for where it got furthest.
//!
//! Not here: the trying (`shape`), and how a fault is shown (`diagnostic`).

use super::cut::{Kind, Token};
use super::diagnostic::{Diagnostic, Span};
use super::form::{Shape, Slot};
use super::names::{Names, article, either, fold, nearest};
use super::plain::harmless;
use super::shape::{Matcher, NOWHERE};

/// How many things that may come next a hint names.
const NEXT_MAX: usize = 6;

/// How many characters of the player's own words a complaint repeats.
const QUOTED_MAX: usize = 30;

/// Something a slot looks for.
#[derive(Debug, Clone, Copy)]
pub(super) enum Expected<'g> {
    /// A keyword, with its spellings.
    Word(&'g [&'static str]),
    /// A mark.
    Mark(&'static str),
    Number,
    /// A comparator.
    Sign,
    /// `IS` or `IS NOT`.
    Is,
    /// One of a list.
    Names(&'g Names),
    /// A group in one word, beginning with one of these.
    Group(&'g Names),
    Shape(Shape),
    /// Anything else, without its article.
    Text(&'static str),
}

/// Where the tries got furthest, and what was looked for there.
#[derive(Debug, Clone, Default)]
pub(super) struct Far<'g> {
    at: usize,
    expected: Vec<Expected<'g>>,
    /// A complaint of its own, which is better than a list of what was looked for.
    said: Option<(Span, String, String)>,
    /// Lists that could have gone on here: what an item is made of, and the mark.
    lists: Vec<(&'g [Slot], &'static str)>,
    /// Rows that could have begun here with a keyword: that, and what would stand behind it.
    rows: Vec<(&'static str, &'g [Slot])>,
    /// Where a whole form ended although the line went on.
    complete: Option<usize>,
}

impl<'g> Far<'g> {
    fn reach(&mut self, at: usize) -> bool {
        if at > self.at {
            *self = Far {
                at,
                complete: self.complete,
                ..Far::default()
            };
        }
        at == self.at
    }

    pub(super) fn expect(&mut self, at: usize, expected: Expected<'g>) {
        if self.reach(at) {
            self.expected.push(expected);
        }
    }

    pub(super) fn say(&mut self, at: usize, span: Span, reason: String, hint: String) {
        if self.reach(at) && self.said.is_none() {
            self.said = Some((span, reason, hint));
        }
    }

    pub(super) fn list_ends(&mut self, at: usize, item: &'g [Slot], mark: &'static str) {
        if self.reach(at) {
            self.lists.push((item, mark));
        }
    }

    pub(super) fn opened_by(&mut self, at: usize, word: &'static str, behind: &'g [Slot]) {
        if self.reach(at) {
            self.rows.push((word, behind));
        }
    }

    pub(super) fn complete_at(&mut self, at: usize) {
        self.reach(at);
        self.complete = self.complete.max(Some(at));
    }

    /// How far it got.
    pub(super) fn at(&self) -> usize {
        self.at
    }

    /// `next: …` for what was looked for at this place.
    pub(super) fn next_at(&self, at: usize) -> String {
        if at == self.at {
            next(&self.expected, false)
        } else {
            String::new()
        }
    }
}

/// A fault, with what the reader of lines must know of it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Fault {
    pub diagnostic: Diagnostic,
    pub kind: FaultKind,
}

/// What a fault means for joining lines.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum FaultKind {
    /// The words do not fit.
    Words,
    /// The line stops too early; more of it might follow.
    Unfinished,
    /// It reads, but may not stand here.
    Rule,
}

impl Fault {
    pub(super) fn words(span: Span, reason: impl Into<String>, hint: impl Into<String>) -> Self {
        Fault {
            diagnostic: Diagnostic::new(span, reason, hint),
            kind: FaultKind::Words,
        }
    }

    pub(super) fn rule(span: Span, reason: impl Into<String>, hint: impl Into<String>) -> Self {
        Fault {
            kind: FaultKind::Rule,
            ..Fault::words(span, reason, hint)
        }
    }

    pub(super) fn unfinished(tokens: &[Token], hint: impl Into<String>) -> Self {
        Fault {
            kind: FaultKind::Unfinished,
            ..Fault::words(behind(tokens), "the line is not finished", hint)
        }
    }
}

/// One column behind the end of a line.
pub(super) fn behind(tokens: &[Token]) -> Span {
    tokens.last().map_or(NOWHERE, |last| Span {
        column: last.span.column + last.span.width,
        width: 1,
        ..last.span
    })
}

/// Explains the furthest failure.
pub(super) fn explain(matcher: &Matcher<'_, '_>) -> Fault {
    let far = &matcher.far;
    if let Some((span, reason, hint)) = &far.said {
        return Fault::words(*span, reason.clone(), hint.clone());
    }
    let complete = far.complete == Some(far.at);
    let Some(token) = matcher.tokens.get(far.at).or(matcher.after) else {
        return Fault::unfinished(matcher.tokens, next(&far.expected, false));
    };
    let looks_for_sign = far
        .expected
        .iter()
        .any(|it| matches!(it, Expected::Sign | Expected::Is));
    if token.kind == Kind::Number && looks_for_sign {
        let reason = "a number needs a sign or words before it";
        let hint = format!("did you mean `AT LEAST {}`?", cut_short(&token.text));
        return Fault::words(token.span, reason, hint);
    }
    let written = quote(&token.text);
    let keyword = matcher.keyword(token);
    if complete {
        return overflow(matcher, token, &written, keyword);
    }
    let near = if keyword || token.kind != Kind::Word {
        Near::default()
    } else {
        near(&token.text, &far.expected, &[])
    };
    let kinds = kinds(&far.expected);
    let nameable = token.kind == Kind::Word && !keyword && !kinds.is_empty();
    let other = nameable.then(|| other_kind(matcher, token)).flatten();
    if let Some(other) = other {
        let reason = match kinds.contains(&other) {
            true => format!("{written} may not stand here"),
            false => format!(
                "{written} names {}, not {}",
                article(other),
                article(&either(&kinds))
            ),
        };
        let hint = next(&far.expected, false);
        return Fault::words(token.span, reason, hint);
    }
    let reason = if nameable && !near.keywords_only {
        format!("no {} is called {written}", either(&kinds))
    } else if token.kind == Kind::Word && !keyword {
        format!("did not understand {written}")
    } else {
        format!("did not expect {written}")
    };
    let missing = missing_mark(matcher);
    let hint = match (near.words.is_empty(), missing) {
        (false, _) => did_you_mean(&near.words),
        (true, Some(mark)) => mark,
        (true, None) => match few(&far.expected).filter(|_| nameable) {
            Some(names) => format!("there are {names}"),
            None => next(&far.expected, false),
        },
    };
    let mut fault = Fault::words(token.span, reason, hint);
    // Of codes the next one is as likely as any: `K4-K5`.
    let code = token.text.contains(|it: char| it.is_ascii_digit());
    fault.diagnostic.mend = near.sure().filter(|_| !code);
    fault
}

/// What a word names that names nothing of the kind wanted here: the language knows it elsewhere.
fn other_kind(matcher: &Matcher<'_, '_>, token: &Token) -> Option<&'static str> {
    let grammar = matcher.lexicon.grammar;
    let forms = grammar.orders.iter().chain(&grammar.tests);
    forms
        .into_iter()
        .find_map(|it| named_in(&it.slots, &token.text))
}

/// The kind of a name that one of these slots takes.
fn named_in(slots: &[Slot], word: &str) -> Option<&'static str> {
    slots.iter().find_map(|slot| match slot {
        Slot::Name { of, .. } | Slot::Counted { of, .. } => of.exact(word).map(|_| of.kind),
        Slot::List { of, .. } | Slot::Maybe { of } => named_in(of, word),
        Slot::Either { of } => of.iter().find_map(|it| named_in(it, word)),
        Slot::By { of, .. } => of.iter().find_map(|it| named_in(&it.slots, word)),
        Slot::Clauses { of } => of.iter().find_map(|it| named_in(&it.slots, word)),
        _ => None,
    })
}

/// The form is whole, but the line goes on.
fn overflow(matcher: &Matcher<'_, '_>, token: &Token, written: &str, keyword: bool) -> Fault {
    let far = &matcher.far;
    let reason = format!("nothing may follow here, but found {written}");
    if let Some(hint) = missing_word(matcher).or_else(|| missing_mark(matcher)) {
        return Fault::words(token.span, reason, hint);
    }
    if let Some(name) = longer_name(matcher) {
        let hint = format!("did you mean `{name} {}`?", cut_short(&token.text));
        return Fault::words(token.span, reason, hint);
    }
    if !keyword && token.kind == Kind::Word {
        let words: Vec<Expected<'_>> = far
            .expected
            .iter()
            .copied()
            .filter(|it| matches!(it, Expected::Word(_)))
            .collect();
        let near = near(&token.text, &words, &["IF", "ELSE"]);
        if !near.words.is_empty() {
            let reason = format!("did not understand {written}");
            let mut fault = Fault::words(token.span, reason, did_you_mean(&near.words));
            fault.diagnostic.mend = near.sure();
            return fault;
        }
    }
    let mut hint = next(&far.expected, true);
    let orders = &matcher.lexicon.grammar.orders;
    let mut begins = matcher.tokens.first().into_iter();
    let is_order = begins.any(|it| orders.iter().any(|form| it.is(form.name)));
    if is_order && matcher.after.is_none() {
        hint = hint.replacen("next: ", "next: IF, ", 1);
        hint = hint.replacen("next: IF, the end", "next: IF or the end", 1);
    }
    Fault::words(token.span, reason, hint)
}

/// Whether what stands at the furthest place would do behind a keyword that is not there.
fn missing_word(matcher: &Matcher<'_, '_>) -> Option<String> {
    let far = &matcher.far;
    for (word, behind) in far.rows.iter().filter(|it| !it.1.is_empty()) {
        let mut inner = Matcher::new(matcher.lexicon, matcher.tokens, matcher.after);
        if let Ok(got) = inner.row(behind, far.at, &[])
            && got.at > far.at
        {
            let written = matcher.tokens[far.at..got.at]
                .iter()
                .map(|it| it.text.as_str());
            let written = written.collect::<Vec<_>>().join(" ");
            return Some(format!("did you mean `{word} {}`?", cut_short(&written)));
        }
    }
    None
}

/// Whether what stands at the furthest place would do as the next item of a list.
fn missing_mark(matcher: &Matcher<'_, '_>) -> Option<String> {
    let far = &matcher.far;
    let at = far.at;
    matcher.tokens.get(at)?;
    for (item, mark) in &far.lists {
        let mut inner = Matcher::new(matcher.lexicon, matcher.tokens, matcher.after);
        if inner.row(item, at, &[]).is_ok_and(|it| it.at > at) {
            return Some(format!("a `{mark}` may be missing before it"));
        }
    }
    None
}

/// A name of several words that was cut short by a keyword within it: `MUTUAL SUPPORT`.
fn longer_name(matcher: &Matcher<'_, '_>) -> Option<String> {
    let end = matcher.far.at;
    for (begin, names) in &matcher.named {
        if begin + 2 > end || end > matcher.tokens.len() {
            continue;
        }
        let words = &matcher.tokens[*begin..end];
        let whole: String = words.iter().map(|it| fold(&it.text)).collect();
        if names.exact(&whole).is_some() {
            let texts: Vec<&str> = words.iter().map(|it| it.text.as_str()).collect();
            return Some(cut_short(&texts.join("-")));
        }
    }
    None
}

/// A filter of a group that does not exist.
pub(super) fn unknown_filter(written: &str, filters: &Names) -> (String, String) {
    let reason = format!("did not understand {}", quote(written));
    let near = nearest(written, spellings(filters));
    let hint = if near.is_empty() {
        let names: Vec<&str> = filters.of.iter().map(|it| it.name.as_str()).collect();
        next_of(names.into_iter().map(str::to_owned).collect())
    } else {
        did_you_mean(&near)
    };
    (reason, hint)
}

/// The words nearest to one that did not fit.
#[derive(Debug, Default)]
struct Near {
    words: Vec<String>,
    /// None of them is a name.
    keywords_only: bool,
    /// How many letters away they are; a beginning of a word is as far as what it lacks.
    far: usize,
}

impl Near {
    fn sure(&self) -> Option<String> {
        match self.words.as_slice() {
            [one] if self.far <= 1 => Some(one.clone()),
            _ => None,
        }
    }
}

fn near(typed: &str, expected: &[Expected<'_>], more: &[&'static str]) -> Near {
    let mut keywords: Vec<(&str, &str)> = more.iter().map(|it| (*it, *it)).collect();
    let mut all: Vec<(&str, &str)> = Vec::new();
    for it in expected {
        match it {
            Expected::Word(words) => keywords.extend(words.iter().map(|it| (*it, words[0]))),
            Expected::Names(names) | Expected::Group(names) => all.extend(spellings(names)),
            Expected::Sign => {
                let signs = ["AT LEAST", "AT MOST", "OVER", "UNDER", "IS"];
                keywords.extend(signs.iter().map(|it| (*it, *it)));
            }
            _ => {}
        }
    }
    // Marks have no letters; nothing is near them.
    keywords.retain(|it| it.0.starts_with(char::is_alphabetic));
    all.extend(&keywords);
    let words = nearest(typed, all.iter().copied());
    let typed = fold(typed);
    let of_it = all
        .iter()
        .filter(|it| words.iter().any(|word| word == it.1));
    let far = of_it
        .map(|it| strsim::osa_distance(&fold(it.0), &typed))
        .min();
    let keywords_only = !words.is_empty()
        && words
            .iter()
            .all(|it| keywords.iter().any(|(_, printed)| printed == it));
    Near {
        words,
        keywords_only,
        far: far.unwrap_or(usize::MAX),
    }
}

fn spellings(names: &Names) -> impl Iterator<Item = (&str, &str)> {
    names
        .of
        .iter()
        .flat_map(|noun| noun.spellings().map(|it| (it, noun.name.as_str())))
}

pub(super) fn did_you_mean(words: &[String]) -> String {
    let quoted: Vec<String> = words.iter().map(|it| format!("`{it}`")).collect();
    format!("did you mean {}?", either(&quoted))
}

/// The names of a list, if nothing else was looked for and they are few enough to be told.
fn few(expected: &[Expected<'_>]) -> Option<String> {
    const FEW: usize = 8;
    let [Expected::Names(only)] = expected else {
        return None;
    };
    let names: Vec<&str> = only.of.iter().map(|it| it.name.as_str()).collect();
    (1..=FEW).contains(&names.len()).then(|| names.join(", "))
}

/// The kinds of names looked for, each once.
fn kinds(expected: &[Expected<'_>]) -> Vec<&'static str> {
    let mut kinds = Vec::new();
    for it in expected {
        if let Expected::Names(names) = it
            && !kinds.contains(&names.kind)
        {
            kinds.push(names.kind);
        }
    }
    kinds
}

/// `next: …`: words and names in the order they were looked for, marks behind them.
fn next(expected: &[Expected<'_>], complete: bool) -> String {
    let mut words: Vec<String> = Vec::new();
    let mut marks: Vec<String> = Vec::new();
    for it in expected {
        let (list, texts) = match it {
            Expected::Mark(mark) => (&mut marks, vec![format!("`{mark}`")]),
            other => (&mut words, other.texts()),
        };
        for text in texts {
            if !list.contains(&text) {
                list.push(text);
            }
        }
    }
    words.extend(marks);
    if complete {
        words.truncate(NEXT_MAX - 2);
        words.push("the end of the line".to_owned());
    }
    next_of(words)
}

fn next_of(mut words: Vec<String>) -> String {
    if words.is_empty() {
        return String::new();
    }
    if words.len() > NEXT_MAX {
        words.truncate(NEXT_MAX);
        return format!("next: {} …", words.join(", "));
    }
    format!("next: {}", either(&words))
}

impl Expected<'_> {
    fn texts(&self) -> Vec<String> {
        let shape = |it: &Shape| match it {
            Shape::Label => "a label such as S1",
            Shape::Hex => "a hex",
            Shape::Cell => "a space such as E3",
            Shape::Pair => "two numbers with a comma",
        };
        match self {
            Expected::Word(words) => vec![words[0].to_owned()],
            Expected::Mark(mark) => vec![format!("`{mark}`")],
            Expected::Number => vec!["a number".to_owned()],
            Expected::Sign => ["AT LEAST", "AT MOST", "OVER", "UNDER", "IS"]
                .map(str::to_owned)
                .to_vec(),
            Expected::Is => vec!["IS".to_owned(), "IS NOT".to_owned()],
            Expected::Names(names) => vec![article(names.kind)],
            Expected::Group(_) => vec!["a group".to_owned()],
            Expected::Shape(it) => vec![shape(it).to_owned()],
            Expected::Text(it) => vec![article(it)],
        }
    }
}

/// The player's words in backticks, short and harmless.
pub(super) fn quote(text: &str) -> String {
    format!("`{}`", cut_short(text))
}

/// The player's words, short and harmless.
pub(super) fn cut_short(text: &str) -> String {
    let quoted = |it: char| if it == '`' { '?' } else { harmless(it) };
    let mut chars = text.chars().map(quoted);
    let mut short: String = chars.by_ref().take(QUOTED_MAX).collect();
    if chars.next().is_some() {
        short.push('…');
    }
    short
}
