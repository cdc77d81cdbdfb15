//! Conditions: tests joined by AND or by OR, each perhaps with NOT before it.
//!
//! Not here: where a condition may be in a line (`order`), and what a test means (a game).

use super::cut::Token;
use super::diagnostic::Span;
use super::expect::Expected;
use super::fault::{Fault, cut_short};
use super::form::{Form, Grammar};
use super::said::{Condition, Is, Joined, Said, Test};
use super::shape::{Got, Matcher, Stop, Text};

/// How many tests one condition may have.
const TESTS_MAX: usize = 40;

impl<'g> Matcher<'g, '_> {
    /// A whole condition, up to the end of the stretch.
    pub(super) fn condition(&mut self, from: usize) -> Result<Condition, Stop> {
        let mut at = from;
        let mut joined = None;
        let mut tests = Vec::new();
        loop {
            let not = self.tokens.get(at).is_some_and(|it| it.is("NOT"));
            if not {
                at += 1;
                self.one_after_not(at)?;
            }
            let bound = self.bound(at);
            let said = self.bounded_test(at, bound)?;
            tests.push(Test { not, said });
            let Some(token) = self.tokens.get(bound) else {
                let joined = joined.unwrap_or_default();
                return Ok(Condition { joined, tests });
            };
            let join = match token.reserved() {
                Some("AND") => Joined::All,
                Some("OR") => Joined::Any,
                _ => {
                    self.far.complete_at(bound);
                    return Err(Stop::hard(bound));
                }
            };
            if joined.is_some_and(|it| it != join) {
                let reason = "AND and OR cannot be in one condition".to_owned();
                let hint = "write ELSE IF for the second part".to_owned();
                self.far.say(bound + 1, token.span, reason, hint);
                return Err(Stop::hard(bound + 1));
            }
            if tests.len() >= TESTS_MAX {
                let reason = format!("a condition has at most {TESTS_MAX} tests");
                self.far.say(bound + 1, token.span, reason, String::new());
                return Err(Stop::hard(bound + 1));
            }
            joined = Some(join);
            at = bound + 1;
        }
    }

    /// NOT turns one test: refuses a bracket with several.
    fn one_after_not(&mut self, at: usize) -> Result<(), Stop> {
        let Some((mut open, bracket)) = self.tokens.get(at).and_then(|it| it.opens) else {
            return Ok(());
        };
        for (index, token) in self.tokens[at..].iter().enumerate() {
            if index > 0 {
                open += token.opens.map_or(0, |it| it.0);
            }
            if matches!(token.reserved(), Some("AND" | "OR")) {
                let reason = "NOT reverses one test, not several in brackets".to_owned();
                let hint = "write NOT in front of each test".to_owned();
                self.far.say(self.tokens.len() + 1, bracket, reason, hint);
                return Err(Stop::hard(at));
            }
            open = open.saturating_sub(token.closes);
            if open == 0 {
                break;
            }
        }
        Ok(())
    }

    /// Where the test that begins at `at` ends: before the next reserved word, but for IS NOT.
    fn bound(&self, at: usize) -> usize {
        let ends = |index: &usize| {
            let token = &self.tokens[*index];
            match token.reserved() {
                None => false,
                Some("NOT") => !(*index > at && self.tokens[*index - 1].is("IS")),
                Some(_) => true,
            }
        };
        let end = self.tokens.len();
        (at.min(end)..end).find(ends).unwrap_or(end)
    }

    /// The test that fills the stretch from `at` to `bound`.
    fn bounded_test(&mut self, at: usize, bound: usize) -> Result<Said, Stop> {
        let after = self.tokens.get(bound).or(self.after);
        let tokens = &self.tokens[..bound];
        let mut inner = Matcher {
            lexicon: self.lexicon,
            tokens,
            after,
            far: std::mem::take(&mut self.far),
            named: std::mem::take(&mut self.named),
            depth: self.depth + 1,
        };
        let grammar = self.lexicon.grammar;
        let best = inner.best_test(grammar.tests.iter(), at, |got| got.at == bound);
        self.far = inner.far;
        self.named = inner.named;
        let (form, got) = best?;
        if got.at < bound {
            self.far.complete_at(got.at);
            return Err(Stop::hard(got.at));
        }
        let span = self.span(at, got.at);
        Ok(said(form, got, span))
    }

    /// Of the tests that read, the one that reads furthest, the exact one before others.
    fn best_test(
        &mut self,
        tests: impl Iterator<Item = &'g Form>,
        at: usize,
        whole: impl Fn(&Got) -> bool,
    ) -> Result<(&'g Form, Got), Stop> {
        let mut best: Option<(&Form, Got)> = None;
        let mut reach = at;
        for form in tests {
            match self.row(&form.slots, at, &[]) {
                Ok(got) => {
                    let better = best.as_ref().is_none_or(|(_, best)| {
                        got.at > best.at || (got.at == best.at && got.shortened < best.shortened)
                    });
                    if better {
                        best = Some((form, got));
                    }
                    if best
                        .as_ref()
                        .is_some_and(|(_, it)| whole(it) && it.shortened == 0)
                    {
                        break;
                    }
                }
                Err(stop) if stop.hard => return Err(stop),
                Err(stop) => reach = reach.max(stop.reach),
            }
        }
        best.ok_or(Stop::soft(reach))
    }

    /// A condition as a slot, up to the end of the stretch.
    pub(super) fn condition_slot(&mut self, name: &'static str, at: usize) -> Result<Got, Stop> {
        if at >= self.tokens.len() {
            return self.missing(at, Expected::Text("condition"));
        }
        let condition = self.condition(at)?;
        let end = self.tokens.len();
        let text = Text::plain(condition.printed());
        let span = self.span(at, end);
        Ok(Got::value(name, span, Is::Condition(condition), end, text))
    }

    /// One of some tests, without IF.
    pub(super) fn test_slot(
        &mut self,
        name: &'static str,
        of: &'g [&'static str],
        at: usize,
    ) -> Result<Got, Stop> {
        let grammar = self.lexicon.grammar;
        let tests = grammar.tests.iter().filter(|it| of.contains(&it.name));
        let (form, got) = self.best_test(tests, at, |_| false)?;
        let (end, shortened) = (got.at, got.shortened);
        let span = self.span(at, end);
        let test = Test {
            not: false,
            said: said(form, got, span),
        };
        let text = Text::plain(&test.said.printed);
        let condition = Condition {
            joined: Joined::All,
            tests: vec![test],
        };
        let mut got = Got::value(name, span, Is::Condition(condition), end, text);
        got.shortened = shortened;
        Ok(got)
    }
}

fn said(form: &Form, got: Got, span: Span) -> Said {
    Said {
        form: form.name,
        values: got.values,
        span,
        printed: got.text.words,
    }
}

impl Condition {
    /// The one spelling, as it is written after `IF`.
    pub fn printed(&self) -> String {
        let between = match self.joined {
            Joined::All => " AND ",
            Joined::Any => " OR ",
        };
        let tests: Vec<String> = self.tests.iter().map(Test::printed).collect();
        tests.join(between)
    }
}

impl Test {
    /// The one spelling.
    pub fn printed(&self) -> String {
        let not = if self.not { "NOT " } else { "" };
        format!("{not}{}", self.said.printed)
    }
}

/// A test, or a name in it, that may not be in lines of this order, if there is one.
pub(super) fn misplaced(
    grammar: &Grammar,
    order: &str,
    condition: &Condition,
    tokens: &[Token],
) -> Option<Fault> {
    condition.tests.iter().find_map(|test| {
        let forms = grammar.tests.iter().filter(|it| it.name == test.said.form);
        let form = forms.clone().next()?;
        let allowed = |only: &[&str]| only.is_empty() || only.contains(&order);
        let (place, what, only) = if forms.clone().any(|it| allowed(it.only)) {
            let (value, only) = misnamed(form, &test.said, allowed)?;
            (value, "named", only)
        } else {
            (test.said.span, "asked", form.only)
        };
        let at = (place.line, place.column);
        let mut tokens = tokens.iter();
        let first = tokens.find(|it| (it.span.line, it.span.column) == at);
        let orders = match only {
            [front @ .., last] if !front.is_empty() => format!("{} and {last}", front.join(", ")),
            only => only.concat(),
        };
        let name = first.map_or(form.name.to_owned(), |it| it.text.to_uppercase());
        let name = cut_short(&name);
        let reason = format!("{name} may be {what} only in {orders} orders");
        Some(Fault::rule(first.map_or(place, |it| it.span), reason, ""))
    })
}

/// A name in a test that means something in lines of other orders only: its place, and the orders.
fn misnamed(
    form: &Form,
    said: &Said,
    allowed: impl Fn(&[&str]) -> bool,
) -> Option<(Span, &'static [&'static str])> {
    form.restricted.iter().find_map(|(name, only)| {
        let mut values = said.values.iter();
        let value = values.find(|it| it.as_name() == Some(name))?;
        (!allowed(only)).then_some((value.span, *only))
    })
}
