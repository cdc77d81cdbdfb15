//! One order line: `STANDING`, `EACH`, branches with their `IF`, and `ELSE`.
//!
//! Not here: one branch (`branch`), common lines (`common`), joining lines (`join`), and what a
//! slot reads (`shape`).

use super::branch::{Reader, first_branch, groups_meet, next_branch, other_group};
use super::cut::{Token, TokenKind};
use super::dashes::parted;
use super::diagnostic::{NOWHERE, Span};
use super::fault::{Fault, cut_short, quote};
use super::form::Tried;
use super::kept_file;
use super::said::{Branch, Is, Value};
use super::shape::Lexicon;
use super::sheet::SheetNo;
use super::sheet_names::SheetNames;
use super::turns::Before;

/// The latest turn a standing line may name.
const UNTIL_MAX: i64 = 999_999;

/// How many branches one line may have.
const BRANCHES_MAX: usize = 40;

/// What an order line says.
#[derive(Debug, Clone)]
pub(super) struct Order {
    /// It began with STANDING; the turn after UNTIL.
    pub standing: Option<Option<u32>>,
    pub each: bool,
    pub form: &'static str,
    pub key: Vec<String>,
    pub tried: Tried,
    pub printed: String,
    pub branches: Vec<Branch>,
}

/// What is before the order.
struct Prefix<'t> {
    standing: Option<(Option<u32>, Span)>,
    each: Option<Span>,
    rest: &'t [Token],
}

/// Whether a line is nothing but `STANDING [UNTIL n]`, or with EACH after it.
pub(super) fn only_standing(tokens: &[Token]) -> bool {
    match tokens {
        [each] if each.is("EACH") => true,
        [before @ .., each] if each.is("EACH") => only_standing(before),
        [standing] => standing.is("STANDING"),
        [standing, until] => standing.is("STANDING") && until.is("UNTIL"),
        [standing, until, number] => {
            standing.is("STANDING") && until.is("UNTIL") && number.kind == TokenKind::Number
        }
        _ => false,
    }
}

/// Reads an order line.
pub(super) fn order(
    lexicon: Lexicon<'_>,
    (sheet, names): (SheetNo, &SheetNames),
    tokens: &[Token],
) -> Result<Order, Fault> {
    let tokens = &*parted(lexicon.grammar, tokens);
    let prefix = prefix((lexicon, names), tokens)?;
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
    may_stand(&prefix, (sheet, names), &branches)?;
    Ok(finish(&prefix, names, branches))
}

/// Takes `STANDING [UNTIL n]` and `EACH` off the front.
fn prefix<'t>(
    (lexicon, names): (Lexicon<'_>, &SheetNames),
    tokens: &'t [Token],
) -> Result<Prefix<'t>, Fault> {
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
                return Err(Fault::unfinished(tokens, "expected here: a number"));
            };
            until = Some(names.turn_of(turn_number(number)?));
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
    if token.kind != TokenKind::Number {
        let reason = format!("did not understand {}", quote(&token.text));
        return Err(Fault::words(token.span, reason, "expected here: a number"));
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

/// Whether the order may be STANDING, may have EACH, and belongs to this part of the turn.
fn may_stand(
    prefix: &Prefix<'_>,
    (sheet, names): (SheetNo, &SheetNames),
    branches: &[Reader<'_>],
) -> Result<(), Fault> {
    for branch in branches {
        let form = branch.form;
        if let Some((_, span)) = prefix.standing
            && form.key.is_none()
        {
            let reason = format!("{} cannot have STANDING: it is for one sheet", form.name);
            return Err(Fault::rule(span, reason, "leave out STANDING"));
        }
        if let Some(span) = prefix.each
            && form.tried != Tried::Wish
        {
            let why = match form.tried {
                Tried::Kept => "stays in force by itself",
                Tried::Once | Tried::Wish => "is tried once",
            };
            let reason = format!(
                "EACH is only for orders that wait until they can be done; {} \
                {why}",
                form.name
            );
            return Err(Fault::rule(span, reason, ""));
        }
        if prefix.standing.is_none()
            && sheet.part != 0
            && let Some(part) = form.part
            && part != sheet.part
        {
            // What comes earlier in a turn is over when a later part is open.
            let turn = sheet.turn + u32::from(part < sheet.part);
            let own = SheetNo { turn, part };
            let [of, this] = [own, sheet].map(|it| names.after("sheet", it));
            let reason = format!("{} belongs to {of}; this is {this}", form.name);
            let line = Before::Lines.write(names, own);
            let hint = format!("write it below a line {line}");
            let span = branch.tokens.first().map_or(branch.said.span, |it| it.span);
            return Err(Fault::rule(span, reason, hint));
        }
    }
    Ok(())
}

fn finish(prefix: &Prefix<'_>, names: &SheetNames, branches: Vec<Reader<'_>>) -> Order {
    let mut printed = String::new();
    match prefix.standing {
        Some((Some(turn), _)) => {
            printed.push_str(&format!("STANDING UNTIL {} ", names.number(turn)));
        }
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
            .map(|branch| Branch {
                when: branch.when,
                said: branch.said,
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
            // Another file of the same name takes its place.
            Is::Name(noun) | Is::Counted { name: noun, .. } if named => {
                into.push(kept_file::plain_name(noun).unwrap_or_else(|| noun.clone()));
            }
            Is::Word(word) if named => into.push((*word).to_owned()),
            Is::Group(group) if named => into.push(group.printed.clone()),
            Is::Number(number) if named => into.push(number.to_string()),
            _ => {}
        }
    }
}
