//! Explaining why a line does not read, by where it got furthest.
//!
//! Not here: what was looked for there (`expect`), the trying (`shape`), and how a fault is shown
//! (`diagnostic`).

use super::cut::{Token, TokenKind};
use super::expect::{Expected, Near, few, kinds, near, next};
use super::fault::{Fault, cut_short, did_you_mean, quote};
use super::form::Slot;
use super::names::{Names, Noun, article, either, fold};
use super::shape::Matcher;

impl Matcher<'_, '_> {
    /// The fault at the place where the tries so far got furthest.
    pub(super) fn fault(&self) -> Fault {
        explain(self)
    }
}

fn explain(matcher: &Matcher<'_, '_>) -> Fault {
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
    if token.kind == TokenKind::Number && looks_for_sign {
        let reason = "a number needs a sign or words before it";
        let hint = format!("did you mean `AT LEAST {}`?", cut_short(&token.text));
        return Fault::words(token.span, reason, hint);
    }
    let written = quote(&token.text);
    let keyword = matcher.keyword(token);
    if complete {
        return overflow(matcher, token, &written, keyword);
    }
    let near = if keyword || token.kind != TokenKind::Word {
        Near::default()
    } else {
        near(&token.text, &far.expected, &[])
    };
    let kinds = kinds(&far.expected);
    let nameable = token.kind == TokenKind::Word && !keyword && !kinds.is_empty();
    let other = nameable.then(|| other_kind(matcher, token)).flatten();
    if let Some((other, noun)) = other {
        let reason = if kinds.contains(&other) {
            format!("{written} is not allowed here")
        } else {
            format!(
                "{written} names {}, not {}",
                article(other),
                article(&either(&kinds))
            )
        };
        let hint = match noun.within.as_slice() {
            [] => next(&far.expected, false),
            within => did_you_mean(&after_its_word(matcher, within)),
        };
        return Fault::words(token.span, reason, hint);
    }
    let reason = if nameable && !near.keywords_only {
        format!("no {} is called {written}", either(&kinds))
    } else if token.kind == TokenKind::Word && !keyword {
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

/// What a word names that names nothing of the kind wanted here: the language knows it elsewhere,
/// and best as the kind of fewest names, as a player rather than a goal.
fn other_kind<'g>(matcher: &Matcher<'g, '_>, token: &Token) -> Option<(&'static str, &'g Noun)> {
    let grammar = matcher.lexicon.grammar;
    let forms = grammar.orders.iter().chain(&grammar.tests);
    let known = forms.filter_map(|it| named_in(&it.slots, &token.text));
    // `one of your shots` is a kind to be wanted, not one to be.
    let kinds = known.filter(|it| !it.0.kind.starts_with("one of "));
    let (of, noun) = kinds.min_by_key(|it| it.0.of.len())?;
    Some((of.kind, noun))
}

/// Names with the keyword before the place where it got furthest: `LAND bahia`.
fn after_its_word(matcher: &Matcher<'_, '_>, names: &[String]) -> Vec<String> {
    let before = matcher.far.at.checked_sub(1);
    let before = before.and_then(|it| matcher.tokens.get(it));
    let before = before.filter(|it| matcher.keyword(it));
    let word = before.map_or_else(String::new, |it| it.text.to_uppercase() + " ");
    names.iter().map(|it| format!("{word}{it}")).collect()
}

/// A name that one of these slots takes, and the names that it is among.
fn named_in<'s>(slots: &'s [Slot], word: &str) -> Option<(&'s Names, &'s Noun)> {
    slots.iter().find_map(|slot| match slot {
        Slot::Name { of, .. } | Slot::Counted { of, .. } => of.exact(word).map(|noun| (of, noun)),
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
    let reason = format!("the order should end here; {written} was not understood");
    if let Some(hint) = missing_word(matcher).or_else(|| missing_mark(matcher)) {
        return Fault::words(token.span, reason, hint);
    }
    if token.reserved() == Some("AND") && comma_fits(matcher) {
        let reason = "separate the items of a list with `,`, not `and`";
        let mut fault = Fault::words(token.span, reason, did_you_mean(&[",".to_owned()]));
        fault.diagnostic.mend = Some(",".to_owned());
        return fault;
    }
    if let Some(name) = longer_name(matcher) {
        let hint = format!("did you mean `{name} {}`?", cut_short(&token.text));
        return Fault::words(token.span, reason, hint);
    }
    if !keyword && token.kind == TokenKind::Word {
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
        hint = hint.replacen("expected here: ", "expected here: IF, ", 1);
        hint = hint.replacen(
            "expected here: IF, the end",
            "expected here: IF or the end",
            1,
        );
    }
    Fault::words(token.span, reason, hint)
}

/// Whether what is at the furthest place would do after a keyword that is not there.
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

/// Whether a `,` in place of the word at the furthest place would go on with a list.
fn comma_fits(matcher: &Matcher<'_, '_>) -> bool {
    let at = matcher.far.at + 1;
    let fits = |item: &[Slot]| {
        let mut inner = Matcher::new(matcher.lexicon, matcher.tokens, matcher.after);
        inner.row(item, at, &[]).is_ok_and(|it| it.at > at)
    };
    let mut lists = matcher.far.lists.iter();
    at < matcher.tokens.len() && lists.any(|(item, mark)| *mark == "," && fits(item))
}

/// Whether what is at the furthest place would do as the next item of a list, and after which mark.
fn missing_mark(matcher: &Matcher<'_, '_>) -> Option<String> {
    let far = &matcher.far;
    let at = far.at;
    matcher.tokens.get(at)?;
    let fits = |item: &[Slot]| {
        let mut inner = Matcher::new(matcher.lexicon, matcher.tokens, matcher.after);
        inner.row(item, at, &[]).is_ok_and(|it| it.at > at)
    };
    let mut marks: Vec<&str> = Vec::new();
    for (item, mark) in &far.lists {
        if !marks.contains(mark) && fits(item) {
            marks.push(mark);
        }
    }
    // What people leave out is the mark between things that they want all of.
    let others: Vec<&&str> = marks.iter().filter(|it| **it != "/").collect();
    Some(match (others.as_slice(), marks.as_slice()) {
        ([], []) => return None,
        ([], _) => "only one fits here; `/` before another means \"or else\"".to_owned(),
        ([mark, ..], [_]) => format!("a `{mark}` may be missing before it"),
        ([mark, ..], _) => {
            format!("a `{mark}` may be missing before it; `/` would mean \"or else\"")
        }
    })
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
