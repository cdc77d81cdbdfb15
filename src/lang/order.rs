//! One order line: `STANDING`, `EACH`, branches with their `IF`, and `ELSE`.
//!
//! Not here: common lines (`common`), joining lines (`read`), and what a slot reads (`shape`).

use super::condition::misplaced;
use super::cut::{Kind, Token};
use super::diagnostic::Span;
use super::expect::{Fault, FaultKind, cut_short, did_you_mean, quote};
use super::form::{Form, Slot, Tried};
use super::names::nearest;
use super::said::{Branch, Condition, Is, Said, Value};
use super::shape::{GotForm, Lexicon, Matcher, NOWHERE};
use super::sheet::SheetNo;

/// The latest turn a standing line may name.
const UNTIL_MAX: i64 = 999_999;

/// How many branches one line may have.
const BRANCHES_MAX: usize = 40;

/// What an order line says.
#[derive(Debug, Clone)]
pub(super) struct Order {
    /// It began with STANDING; the turn behind UNTIL.
    pub standing: Option<Option<u32>>,
    pub each: bool,
    pub form: &'static str,
    pub key: Vec<String>,
    pub tried: Tried,
    pub printed: String,
    pub branches: Vec<Branch>,
}

/// A branch as read, with what the next one may need of it.
struct Reader<'g> {
    form: &'g Form,
    said: Said,
    when: Option<Condition>,
    got: GotForm,
    /// The tokens of the order, without its condition.
    tokens: Vec<Token>,
}

/// What stands before the order.
struct Prefix<'t> {
    standing: Option<(Option<u32>, Span)>,
    each: Option<Span>,
    rest: &'t [Token],
}

/// Whether a line is nothing but `STANDING [UNTIL n]`.
pub(super) fn only_standing(tokens: &[Token]) -> bool {
    match tokens {
        [standing] => standing.is("STANDING"),
        [standing, until] => standing.is("STANDING") && until.is("UNTIL"),
        [standing, until, number] => {
            standing.is("STANDING") && until.is("UNTIL") && number.kind == Kind::Number
        }
        _ => false,
    }
}

/// Reads an order line.
pub(super) fn order(
    lexicon: Lexicon<'_>,
    sheet: SheetNo,
    tokens: &[Token],
) -> Result<Order, Fault> {
    let prefix = prefix(lexicon, tokens)?;
    let segments = segments(prefix.rest);
    if let Some((_, joint)) = segments.get(BRANCHES_MAX).copied() {
        let span = joint.map_or(NOWHERE, |it| it.span);
        let reason = format!("a line has at most {BRANCHES_MAX} branches");
        return Err(Fault::words(span, reason, "write two lines"));
    }
    let mut branches: Vec<Reader<'_>> = Vec::new();
    for (index, (segment, joint)) in segments.iter().enumerate() {
        let after = segments.get(index + 1).and_then(|it| it.1);
        let branch = match (branches.last(), joint) {
            (Some(last), Some(joint)) => next_branch(lexicon, last, segment, joint, after)?,
            _ => first_branch(lexicon, sheet, prefix.standing.is_some(), segment, after)?,
        };
        if let Some(form) = branches.first().map(|it| it.form)
            && !groups_meet(form.group, branch.form.group)
        {
            return Err(other_group(form, branch.form, segment));
        }
        branches.push(branch);
    }
    for (branch, (_, joint)) in branches.iter().zip(segments.iter().skip(1)) {
        if branch.form.tried == Tried::Wish
            && branch.when.is_none()
            && let Some(joint) = joint
        {
            let reason = "ELSE needs an IF before it: this line waits until it can be done";
            let hint = "write the second order on a line of its own below";
            return Err(Fault::rule(joint.span, reason, hint));
        }
    }
    may_stand(&prefix, sheet, &branches)?;
    Ok(finish(&prefix, branches))
}

/// Takes `STANDING [UNTIL n]` and `EACH` off the front.
fn prefix<'t>(lexicon: Lexicon<'_>, tokens: &'t [Token]) -> Result<Prefix<'t>, Fault> {
    let mut rest = tokens;
    let mut standing = None;
    let mut each = None;
    if let Some((first, behind)) = rest.split_first()
        && first.is("STANDING")
    {
        rest = behind;
        let mut until = None;
        if rest.first().is_some_and(|it| it.is("UNTIL")) {
            let Some(number) = rest.get(1) else {
                return Err(Fault::unfinished(tokens, "next: a number"));
            };
            until = Some(turn_number(number)?);
            rest = &rest[2..];
        }
        standing = Some((until, first.span));
        if rest.is_empty() {
            return Err(Fault::unfinished(tokens, "an order must follow STANDING"));
        }
    }
    if let Some((first, behind)) = rest.split_first()
        && first.is("EACH")
        && lexicon.grammar.each
    {
        each = Some(first.span);
        rest = behind;
        if rest.is_empty() {
            return Err(Fault::unfinished(tokens, "an order must follow EACH"));
        }
    }
    Ok(Prefix {
        standing,
        each,
        rest,
    })
}

fn turn_number(token: &Token) -> Result<u32, Fault> {
    if token.kind != Kind::Number {
        let reason = format!("did not understand {}", quote(&token.text));
        return Err(Fault::words(token.span, reason, "next: a number"));
    }
    let number = token.text.parse().unwrap_or(i64::MAX);
    if !(1..=UNTIL_MAX).contains(&number) {
        let written = cut_short(&token.text);
        let reason = format!("a turn must be from 1 to {UNTIL_MAX}, not {written}");
        return Err(Fault::words(token.span, reason, ""));
    }
    u32::try_from(number).map_err(|_| Fault::words(token.span, "no such turn", ""))
}

/// The stretches between the ELSEs, each with the ELSE before it.
fn segments(tokens: &[Token]) -> Vec<(&[Token], Option<&Token>)> {
    let mut segments = Vec::new();
    let mut joint = None;
    let mut rest = tokens;
    while let Some(index) = rest.iter().position(|it| it.is("ELSE")) {
        segments.push((&rest[..index], joint));
        joint = Some(&rest[index]);
        rest = &rest[index + 1..];
    }
    segments.push((rest, joint));
    segments
}

/// A branch, its condition, and where they stand.
struct Parts<'t> {
    order: &'t [Token],
    /// What stands behind the order on the line.
    behind: Option<&'t Token>,
    when: Option<&'t [Token]>,
    /// What stands behind the condition.
    behind_when: Option<&'t Token>,
}

/// Parts a branch from its condition, on whichever side that stands.
fn parts<'t>(segment: &'t [Token], after: Option<&'t Token>) -> Result<Parts<'t>, Fault> {
    let is_if = |it: &&Token| it.is("IF");
    let second = |tokens: &'t [Token]| match tokens.iter().find(is_if) {
        None => Ok(()),
        Some(it) => {
            let hint = "join tests with AND, or write ELSE IF";
            Err(Fault::words(it.span, "a second IF in one branch", hint))
        }
    };
    let Some(begin) = segment.iter().position(|it| it.is("IF")) else {
        return Ok(Parts {
            order: segment,
            behind: after,
            when: None,
            behind_when: None,
        });
    };
    if begin > 0 {
        let when = &segment[begin + 1..];
        second(when)?;
        return Ok(Parts {
            order: &segment[..begin],
            behind: Some(&segment[begin]),
            when: Some(when),
            behind_when: after,
        });
    }
    let rest = &segment[1..];
    let Some(then) = rest.iter().position(|it| it.is("THEN")) else {
        second(rest)?;
        return Ok(Parts {
            order: &segment[..0],
            behind: segment.first(),
            when: Some(rest),
            behind_when: after,
        });
    };
    second(rest)?;
    Ok(Parts {
        order: &rest[then + 1..],
        behind: after,
        when: Some(&rest[..then]),
        behind_when: Some(&rest[then]),
    })
}

fn first_branch<'g>(
    lexicon: Lexicon<'g>,
    sheet: SheetNo,
    standing: bool,
    segment: &[Token],
    after: Option<&Token>,
) -> Result<Reader<'g>, Fault> {
    let parts = parts(segment, after)?;
    if parts.order.is_empty()
        && let Some(first) = segment.first()
    {
        if segment.iter().any(|it| it.is("THEN")) {
            return match after {
                Some(it) => Err(not_expected(it, "an order must follow THEN")),
                None => Err(Fault::unfinished(segment, "an order must follow THEN")),
            };
        }
        let reason = "IF at the beginning of a line needs THEN";
        let hint = "write the order first: ORDER IF …";
        return Err(Fault::words(first.span, reason, hint));
    }
    let Some(first) = parts.order.first().or(after) else {
        return Err(Fault::unfinished(segment, "next: an order"));
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
fn next_branch<'g>(
    lexicon: Lexicon<'g>,
    last: &Reader<'g>,
    segment: &[Token],
    joint: &Token,
    after: Option<&Token>,
) -> Result<Reader<'g>, Fault> {
    let Some(first) = segment.first() else {
        let hint = "an order must follow ELSE";
        return Err(match after {
            Some(it) => not_expected(it, hint),
            None => Fault::unfinished(std::slice::from_ref(joint), hint),
        });
    };
    let parts = parts(segment, after)?;
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
            Some(it) => not_expected(it, hint),
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

/// The forms whose verb this is, those of that very name first.
pub(super) fn verb_forms<'g>(lexicon: Lexicon<'g>, token: &Token) -> Vec<&'g Form> {
    let verb = |it: &&Form| match it.slots.first() {
        Some(Slot::Word { words }) => words.iter().any(|it| token.is(it)),
        _ => false,
    };
    let mut forms: Vec<&Form> = lexicon.grammar.orders.iter().filter(verb).collect();
    forms.sort_by_key(|it| !token.is(it.name));
    forms
}

/// The forms whose verb this is, or why there are none.
fn verb<'g>(lexicon: Lexicon<'g>, token: &Token) -> Result<Vec<&'g Form>, Fault> {
    let forms = verb_forms(lexicon, token);
    if forms.is_empty() {
        return Err(no_order(lexicon, token));
    }
    Ok(forms)
}

/// No order is called so.
pub(super) fn no_order(lexicon: Lexicon<'_>, token: &Token) -> Fault {
    let written = quote(&token.text);
    if token.kind != Kind::Word {
        let reason = format!("an order begins with a word, not with {written}");
        return Fault::words(token.span, reason, "the order word comes first");
    }
    let reason = format!("no order is called {written}");
    let hints = &lexicon.grammar.hints;
    if let Some((_, hint)) = hints.iter().find(|it| token.is(it.0)) {
        return Fault::words(token.span, reason, *hint);
    }
    if token.is("READY") {
        let hint = "did you mean `GOAHEAD`? a sheet that came in is ready by itself";
        return Fault::words(token.span, reason, hint);
    }
    let verbs = lexicon
        .grammar
        .orders
        .iter()
        .filter_map(|it| match it.slots.first() {
            Some(Slot::Word { words }) => Some(words.iter().map(|word| (*word, words[0]))),
            _ => None,
        });
    let common = super::common::WORDS.iter().map(|it| (*it, *it));
    let near = nearest(&token.text, verbs.flatten().chain(common));
    if near.is_empty() {
        return Fault::words(token.span, reason, "HELP lists the orders");
    }
    let mut fault = Fault::words(token.span, reason, did_you_mean(&near));
    if let [one] = near.as_slice() {
        fault.diagnostic.mend = Some(one.clone());
    }
    fault
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
        let mut matcher = Matcher::new(lexicon, words, parts.behind_when);
        if words.is_empty() && parts.behind_when.is_none() {
            // An IF at the end of the line: the fault stands behind the IF itself.
            let here = parts.behind.or(tokens.last());
            return Err(Fault::unfinished(
                here.map(std::slice::from_ref).unwrap_or_default(),
                "next: a condition",
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
fn groups_meet(a: &str, b: &str) -> bool {
    a.split(' ').any(|it| b.split(' ').any(|other| it == other))
}

fn other_group(first: &Form, other: &Form, segment: &[Token]) -> Fault {
    let reason = format!(
        "{} cannot stand behind {}: they are tried at different times",
        other.name, first.name
    );
    let span = segment.first().map_or(NOWHERE, |it| it.span);
    Fault::rule(span, reason, "write it on a line of its own")
}

/// Whether the order may be STANDING, may have EACH, and belongs to this part of the turn.
fn may_stand(prefix: &Prefix<'_>, sheet: SheetNo, branches: &[Reader<'_>]) -> Result<(), Fault> {
    for branch in branches {
        let form = branch.form;
        if let Some((_, span)) = prefix.standing
            && form.key.is_none()
        {
            let reason = format!("{} cannot stand: it is for one sheet", form.name);
            return Err(Fault::rule(span, reason, "leave STANDING out"));
        }
        if let Some(span) = prefix.each
            && form.tried != Tried::Wish
        {
            let why = match form.tried {
                Tried::Kept => "stays in force by itself",
                Tried::Once | Tried::Wish => "is tried once",
            };
            let reason = format!("EACH is for wishes; {} {why}", form.name);
            return Err(Fault::rule(span, reason, ""));
        }
        if prefix.standing.is_none()
            && sheet.part != 0
            && let Some(part) = form.part
            && part != sheet.part
        {
            let own = SheetNo { part, ..sheet };
            let reason = format!(
                "{} belongs to sheet {own}; this is sheet {sheet}",
                form.name
            );
            let hint = format!("write it below a line TURN {own}");
            let span = branch.tokens.first().map_or(branch.said.span, |it| it.span);
            return Err(Fault::rule(span, reason, hint));
        }
    }
    Ok(())
}

fn finish(prefix: &Prefix<'_>, branches: Vec<Reader<'_>>) -> Order {
    let mut printed = String::new();
    match prefix.standing {
        Some((Some(turn), _)) => printed.push_str(&format!("STANDING UNTIL {turn} ")),
        Some((None, _)) => printed.push_str("STANDING "),
        None => {}
    }
    if prefix.each.is_some() {
        printed.push_str("EACH ");
    }
    for (index, branch) in branches.iter().enumerate() {
        if index > 0 {
            printed.push_str(" ELSE ");
        }
        printed.push_str(&branch.said.printed);
        if let Some(when) = &branch.when {
            printed.push_str(" IF ");
            printed.push_str(&when.printed());
        }
    }
    let first = branches.first();
    Order {
        standing: prefix.standing.map(|it| it.0),
        each: prefix.each.is_some(),
        form: first.map_or("", |it| it.form.name),
        key: first.map(key).unwrap_or_default(),
        tried: first.map_or(Tried::Once, |it| it.form.tried),
        printed,
        branches: branches
            .into_iter()
            .map(|it| Branch {
                when: it.when,
                said: it.said,
            })
            .collect(),
    }
}

/// The words a newer standing line must share.
fn key(of: &Reader<'_>) -> Vec<String> {
    let form = of.form;
    let slots = form.key.unwrap_or(1);
    let mut key: Vec<String> = of.got.texts.iter().take(slots).cloned().collect();
    if !form.subject.is_empty() {
        let mut subjects = Vec::new();
        subjects_of(&of.said.values, form.subject, &mut subjects);
        subjects.sort_unstable();
        subjects.dedup();
        key.extend(subjects);
    }
    key.retain(|it| !it.is_empty());
    key
}

fn subjects_of(values: &[Value], names: &[&str], into: &mut Vec<String>) {
    for value in values {
        let named = names.contains(&value.name);
        match &value.is {
            Is::Many(items) => {
                for item in items {
                    subjects_of(item, names, into);
                }
            }
            Is::Name(it) | Is::Counted { name: it, .. } if named => into.push(it.clone()),
            Is::Word(it) if named => into.push((*it).to_owned()),
            Is::Number(it) if named => into.push(it.to_string()),
            _ => {}
        }
    }
}

impl Fault {
    /// Whether more words might finish the line.
    pub(super) fn is_unfinished(&self) -> bool {
        self.kind == FaultKind::Unfinished
    }
}
