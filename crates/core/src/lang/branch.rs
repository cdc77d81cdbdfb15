//! One branch of an order line: the order, its `IF`, and what `ELSE` puts in front of it.
//!
//! Not here: `STANDING`, `EACH`, and what holds for the whole line (`order`); the words with which
//! lines begin (`verb`).

use super::condition::misplaced;
use super::cut::Token;
use super::diagnostic::NOWHERE;
use super::fault::{Fault, quote};
use super::form::Form;
use super::said::{Condition, Is, Said};
use super::shape::{GotForm, Lexicon, Matcher};
use super::sheet::SheetNo;
use super::verb::{verb, verb_forms};

/// A branch as read, with what the next one may need of it.
pub(super) struct Reader<'g> {
    pub form: &'g Form,
    pub said: Said,
    pub when: Option<Condition>,
    pub got: GotForm,
    /// The tokens of the order, without its condition.
    pub tokens: Vec<Token>,
}

/// A branch, its condition, and where they are.
struct Parts<'t> {
    order: &'t [Token],
    /// What comes after the order on the line.
    behind: Option<&'t Token>,
    when: Option<&'t [Token]>,
    /// What comes after the condition.
    after_when: Option<&'t Token>,
}

/// Parts a branch from its condition, on whichever side that is. After a condition at the beginning
/// a colon does for THEN, if an order follows it.
fn parts<'t>(
    lexicon: Lexicon<'_>,
    segment: &'t [Token],
    after: Option<&'t Token>,
) -> Result<Parts<'t>, Fault> {
    let is_if = |it: &&Token| it.is("IF");
    let second = |tokens: &'t [Token]| match tokens.iter().find(is_if) {
        None => Ok(()),
        Some(token) => {
            let hint = "join tests with AND, or write ELSE IF";
            Err(Fault::words(token.span, "a second IF in one branch", hint))
        }
    };
    let Some(begin) = segment.iter().position(|it| it.is("IF")) else {
        return Ok(Parts {
            order: segment,
            behind: after,
            when: None,
            after_when: None,
        });
    };
    if begin > 0 {
        let when = &segment[begin + 1..];
        second(when)?;
        return Ok(Parts {
            order: &segment[..begin],
            behind: Some(&segment[begin]),
            when: Some(when),
            after_when: after,
        });
    }
    let rest = &segment[1..];
    let is_colon = |pair: &[Token]| pair[0].is(":") && !verb_forms(lexicon, &pair[1]).is_empty();
    let then = rest.iter().position(|it| it.is("THEN"));
    let Some(then) = then.or_else(|| rest.windows(2).position(is_colon)) else {
        second(rest)?;
        return Ok(Parts {
            order: &segment[..0],
            behind: segment.first(),
            when: Some(rest),
            after_when: after,
        });
    };
    second(rest)?;
    Ok(Parts {
        order: &rest[then + 1..],
        behind: after,
        when: Some(&rest[..then]),
        after_when: Some(&rest[then]),
    })
}

pub(super) fn first_branch<'g>(
    lexicon: Lexicon<'g>,
    sheet: SheetNo,
    standing: bool,
    segment: &[Token],
    after: Option<&Token>,
) -> Result<Reader<'g>, Fault> {
    let parts = parts(lexicon, segment, after)?;
    if parts.order.is_empty()
        && let Some(first) = segment.first()
    {
        if segment.iter().any(|it| it.is("THEN")) {
            return match after {
                Some(token) => Err(not_expected(token, "an order must follow THEN")),
                None => Err(Fault::unfinished(segment, "an order must follow THEN")),
            };
        }
        let reason = "the order is missing, or THEN before it";
        let hint = "write IF, the test, THEN and the order";
        return Err(Fault::words(first.span, reason, hint));
    }
    let Some(first) = parts.order.first().or(after) else {
        return Err(Fault::unfinished(segment, "expected here: an order"));
    };
    let mut forms = verb(lexicon, first)?;
    if sheet.part != 0 && !standing {
        // Of two forms of one verb, the one of this part of the turn.
        forms.sort_by_key(|it| it.part.is_some_and(|part| part != sheet.part));
    }
    let (form, got) = read_order(lexicon, &forms, parts.order, parts.behind)?;
    branch(lexicon, form, got, parts.order.to_vec(), &parts)
}

/// Behind ELSE: a branch of its own, a tail, or another condition for the order before.
pub(super) fn next_branch<'g>(
    lexicon: Lexicon<'g>,
    last: &Reader<'g>,
    segment: &[Token],
    joint: &Token,
    after: Option<&Token>,
) -> Result<Reader<'g>, Fault> {
    let Some(first) = segment.first() else {
        let hint = "an order must follow ELSE";
        return Err(match after {
            Some(token) => not_expected(token, hint),
            None => Fault::unfinished(std::slice::from_ref(joint), hint),
        });
    };
    let parts = parts(lexicon, segment, after)?;
    if parts.order.is_empty() && !segment.iter().any(|it| it.is("THEN")) {
        return branch(
            lexicon,
            last.form,
            last.got.clone(),
            last.tokens.clone(),
            &parts,
        );
    }
    let Some(head) = parts.order.first() else {
        let hint = "an order must follow THEN";
        return Err(match after {
            Some(token) => not_expected(token, hint),
            None => Fault::unfinished(segment, hint),
        });
    };
    let forms = verb_forms(lexicon, head);
    if !forms.is_empty() {
        let meeting: Vec<&Form> = forms
            .iter()
            .copied()
            .filter(|it| groups_meet(it.group, last.form.group))
            .collect();
        if meeting.is_empty() {
            return Err(other_group(
                last.form,
                forms[0],
                std::slice::from_ref(first),
            ));
        }
        let (form, got) = read_order(lexicon, &meeting, parts.order, parts.behind)?;
        return branch(lexicon, form, got, parts.order.to_vec(), &parts);
    }
    tail(lexicon, last, &parts)
}

/// The head of the branch before, put in front; less of it if all of it does not read.
fn tail<'g>(
    lexicon: Lexicon<'g>,
    last: &Reader<'g>,
    parts: &Parts<'_>,
) -> Result<Reader<'g>, Fault> {
    let forms = match last.tokens.first() {
        Some(first) => verb_forms(lexicon, first),
        None => vec![last.form],
    };
    let mut first_fault = None;
    for slots in (1..=last.form.head).rev() {
        let end = slots.checked_sub(1).and_then(|it| last.got.ends.get(it));
        let end = end.copied().unwrap_or(0).min(last.tokens.len());
        let mut tokens = last.tokens[..end].to_vec();
        tokens.extend_from_slice(parts.order);
        match read_order(lexicon, &forms, &tokens, parts.behind) {
            Ok((form, got)) => return branch(lexicon, form, got, tokens, parts),
            Err(fault) => {
                first_fault.get_or_insert(fault);
            }
        }
    }
    let nothing = || Fault::unfinished(parts.order, "an order must follow ELSE");
    Err(first_fault.unwrap_or_else(nothing))
}

fn not_expected(token: &Token, hint: &str) -> Fault {
    Fault::words(
        token.span,
        format!("did not expect {}", quote(&token.text)),
        hint,
    )
}

/// Tries forms of one verb; the one that gets furthest explains itself.
fn read_order<'g>(
    lexicon: Lexicon<'g>,
    forms: &[&'g Form],
    tokens: &[Token],
    behind: Option<&Token>,
) -> Result<(&'g Form, GotForm), Fault> {
    let mut matcher = Matcher::new(lexicon, tokens, behind);
    let mut best: Option<(&Form, GotForm)> = None;
    for form in forms {
        if let Ok(got) = matcher.whole(form) {
            let better = best
                .as_ref()
                .is_none_or(|(_, best)| got.got.shortened < best.got.shortened);
            if better {
                best = Some((form, got));
            }
        }
    }
    best.ok_or_else(|| matcher.fault())
}

/// Reads the condition of a branch and puts both together.
fn branch<'g>(
    lexicon: Lexicon<'g>,
    form: &'g Form,
    got: GotForm,
    tokens: Vec<Token>,
    parts: &Parts<'_>,
) -> Result<Reader<'g>, Fault> {
    let mut when = None;
    if let Some(words) = parts.when {
        let mut matcher = Matcher::new(lexicon, words, parts.after_when);
        if words.is_empty() && parts.after_when.is_none() {
            // An IF at the end of the line: the fault is after the IF itself.
            let here = parts.behind.or(tokens.last());
            return Err(Fault::unfinished(
                here.map(std::slice::from_ref).unwrap_or_default(),
                "expected here: a condition",
            ));
        }
        let condition = matcher.condition(0).map_err(|_| matcher.fault())?;
        if let Some(fault) = misplaced(lexicon.grammar, form.name, &condition, words) {
            return Err(fault);
        }
        when = Some(condition);
    }
    for value in &got.got.values {
        if let Is::Condition(condition) = &value.is
            && let Some(fault) = misplaced(lexicon.grammar, form.name, condition, &tokens)
        {
            return Err(fault);
        }
    }
    let span = match (tokens.first(), tokens.last()) {
        (Some(first), Some(last)) => first.span.to(last.span),
        _ => NOWHERE,
    };
    let said = Said {
        form: form.name,
        values: got.got.values.clone(),
        span,
        printed: got.got.text.words.clone(),
    };
    Ok(Reader {
        form,
        said,
        when,
        got,
        tokens,
    })
}

/// Whether two forms have a group in common.
pub(super) fn groups_meet(a: &str, b: &str) -> bool {
    a.split(' ').any(|it| b.split(' ').any(|other| it == other))
}

pub(super) fn other_group(first: &Form, other: &Form, segment: &[Token]) -> Fault {
    let reason = format!(
        "{} cannot come after {}: they are tried at different times",
        other.name, first.name
    );
    let span = segment.first().map_or(NOWHERE, |it| it.span);
    Fault::rule(span, reason, "write it on a line of its own")
}
