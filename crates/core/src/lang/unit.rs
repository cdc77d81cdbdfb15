//! What a line, or several that belong together, comes to; and which line is the rest of an order
//! with which it does not read.
//!
//! Not here: which other lines belong together (`join`).

use super::common;
use super::cut::{QUOTATION_MARKS, TEXT_MARK, Token, TokenKind, cut};
use super::diagnostic::{NOWHERE, Span};
use super::fault::{Fault, FaultKind};
use super::form::{Form, Slot};
use super::keywords::words_of;
use super::letter;
use super::meant::meant;
use super::order;
use super::plain::seen;
use super::reading::Context;
use super::shape::Lexicon;
use super::sheet::SheetNo;
use super::text;
use super::verb::{begins, is_near, verb_forms};
use super::verdict::Verdict;
use super::wrapped::{bullet_length, ends_in_joint, indent, is_of_list, may_be_broken};

/// One or several physical lines that belong together.
pub(super) struct Unit {
    pub tokens: Vec<Token>,
    /// The physical lines as written.
    pub raw: Vec<String>,
    pub first: u32,
    pub last: u32,
    pub sheet: SheetNo,
    pub verdict: Option<Verdict>,
    /// The first word of a line that was joined though nothing in its words says so.
    pub doubt: Option<Span>,
}

/// The lines that take any words for theirs.
const ANY_WORDS: [&str; 4] = ["SALT", "HELP", "HANDBOOK", "MAP"];

/// Whether a line that begins so takes any more words for its own.
pub(super) fn takes_any_words(lexicon: Lexicon<'_>, first: &Token) -> bool {
    let takes_rest = |form: &&Form| matches!(form.slots.last(), Some(Slot::Words { .. }));
    let mut forms = lexicon.grammar.orders.iter().filter(takes_rest);
    ANY_WORDS.iter().any(|it| first.is(it)) || forms.any(|it| first.is(it.name))
}

/// A line whose order takes all that is left of it: what it has in quotation marks is one piece, as
/// it is written, whatever is in it.
pub(super) fn with_quotation(
    lexicon: Lexicon<'_>,
    number: u32,
    raw: &str,
    mut tokens: Vec<Token>,
) -> Vec<Token> {
    let takes_rest = |form: &Form| matches!(form.slots.last(), Some(Slot::Words { .. }));
    let mut forms = lexicon.grammar.orders.iter().filter(|it| takes_rest(it));
    if !tokens
        .first()
        .is_some_and(|first| forms.any(|it| first.is(it.name)))
    {
        return tokens;
    }
    let letters: Vec<char> = raw.chars().collect();
    let is_mark = |it: &char| QUOTATION_MARKS.contains(it);
    let Some(from) = letters.iter().position(is_mark) else {
        return tokens;
    };
    let to = letters.iter().rposition(is_mark).filter(|it| *it > from);
    let to = to.unwrap_or(letters.len());
    let said: String = letters[from + 1..to].iter().collect();
    let said = seen(&said).replace(TEXT_MARK, "|");
    if said.trim().is_empty() {
        return tokens;
    }
    let columns = |it: usize| u32::try_from(it).unwrap_or(u32::MAX);
    let span = Span {
        line: number,
        column: columns(from + 2),
        width: columns(to - from - 1),
    };
    tokens.retain(|it| it.span.column <= columns(from));
    tokens.push(Token::quoted(said.trim().to_owned(), span));
    tokens
}

/// Whether a line inside a text begins the next order with a text: in capitals, and whole.
pub(super) fn begins_text(lexicon: Lexicon<'_>, context: &Context<'_>, raw: &str) -> bool {
    let first = raw.split_whitespace().next().unwrap_or_default();
    let mut forms = lexicon.grammar.orders.iter().filter(|it| it.has_text());
    if !forms.any(|it| it.name == first) {
        return false;
    }
    let mut tokens = cut(1, raw).tokens;
    tokens.pop_if(|it| it.is(":"));
    tokens.push(Token::of_text(String::new(), NOWHERE));
    judge(lexicon, context, &tokens, context.sheet).reads()
}

/// A text without END: its lines, and those from the next order on, which is no part of it. Such an
/// order is in capitals, and whole.
pub(super) fn above_order<'t>(
    lexicon: Lexicon<'_>,
    context: &Context<'_>,
    text: &'t [String],
) -> (&'t [String], &'t [String]) {
    let is_order = |raw: &String| {
        let first = raw.split_whitespace().next().unwrap_or_default();
        let mut forms = lexicon.grammar.orders.iter().filter(|it| !it.has_text());
        forms.any(|it| it.name == first)
            && judge(lexicon, context, &cut(1, raw).tokens, context.sheet).reads()
    };
    text.split_at(text.iter().position(is_order).unwrap_or(text.len()))
}

/// Whether a line cannot be finished yet: it ends in a mark or a reserved word, or is only
/// `STANDING [UNTIL n]`.
pub(super) fn goes_on(tokens: &[Token]) -> bool {
    let last = tokens.last();
    last.is_some_and(|it| it.is_mark() || it.reserved().is_some()) || order::only_standing(tokens)
}

/// What words come to. What is not an order with its articles may be one without (`MOVE TOWARD the
/// ISLE`), or one in other words.
pub(super) fn judge(
    lexicon: Lexicon<'_>,
    context: &Context<'_>,
    tokens: &[Token],
    sheet: SheetNo,
) -> Verdict {
    let read = |tokens: &[Token]| as_written(lexicon, context, tokens, sheet);
    match read(tokens) {
        Verdict::Fault(fault) => meant(lexicon, tokens, fault, &read),
        verdict => verdict,
    }
}

fn as_written(
    lexicon: Lexicon<'_>,
    context: &Context<'_>,
    tokens: &[Token],
    sheet: SheetNo,
) -> Verdict {
    match common::common(lexicon, context, without_please(tokens)) {
        Some(Ok((said, printed))) => Verdict::Common(said, printed),
        Some(Err(fault)) => Verdict::Fault(fault),
        None => match order::order(lexicon, (sheet, context.names), tokens) {
            Ok(order) => Verdict::Order(Box::new(order)),
            Err(fault) => Verdict::Fault(fault),
        },
    }
}

/// `MAP please` is MAP; in lines that are words for people or the dice it is one of them.
fn without_please(tokens: &[Token]) -> &[Token] {
    let words = ["MESSAGE", "NEWS", "SALT", "HELP"];
    match tokens {
        [first, ..] if words.iter().any(|it| first.is(it)) => tokens,
        [front @ .., last] if !front.is_empty() && last.is("PLEASE") => front,
        _ => tokens,
    }
}

/// Whether a line is the rest of the order above, though both do not read together.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Rest {
    /// Its words go on with that order, or belong to its form.
    ByWords,
    /// Only its place says so: it is set in further, or is where a mail program may have broken the
    /// line above.
    ByPlace,
}

/// Whether a line that does not read alone belongs to the order above, though both do not read
/// either: then that order is refused whole. Half of it may do what nobody wanted.
pub(super) fn rest(
    lexicon: Lexicon<'_>,
    context: &Context<'_>,
    (above, below): (&Unit, &Unit),
    (alone, both): (&Verdict, &Verdict),
) -> Option<Rest> {
    let forms = forms(lexicon, &above.tokens);
    let (Verdict::Fault(alone), Verdict::Fault(both)) = (alone, both) else {
        return None;
    };
    // A line that is whole, but may not be there, hides nothing that is wrong below.
    if forms.is_empty() || both.kind == FaultKind::Rule {
        return None;
    }
    let first = &below.tokens[0];
    let (here, there) = (first.span, both.diagnostic.span);
    let goes_further = (there.line, there.column) > (here.line, here.column);
    let (set_in, broken) = (set_in(above, below), broken(above, below));
    let in_list = bullet_length(&below.tokens) > 0 && is_of_list(&above.raw[0]);
    let mended = below.mend(alone);
    let mended = mended.map(|it| judge(lexicon, context, &it, below.sheet));
    if in_list || begins(lexicon, first) || matches!(mended, Some(Verdict::Order(_))) {
        return (goes_further && (set_in || broken)).then_some(Rest::ByWords);
    }
    let of_order = here == there && both.diagnostic.mend.is_some();
    let known = |it: &&Form| words_of(&it.slots).contains(&first.text.to_uppercase());
    if goes_further || of_order || forms.iter().any(known) {
        return Some(Rest::ByWords);
    }
    if !set_in && is_near(lexicon, first) {
        return None;
    }
    (set_in || broken).then_some(Rest::ByPlace)
}

/// Whether a line that reads by itself is not an order of its own, since the one above lacks it:
/// what was to be done under a condition, or after ELSE, is not done by itself.
pub(super) fn is_lacked(
    lexicon: Lexicon<'_>,
    context: &Context<'_>,
    above: &mut Unit,
    below: &Unit,
) -> bool {
    let (wrong, unfinished) = match above.judged(lexicon, context) {
        Verdict::Fault(fault) if fault.kind != FaultKind::Rule => {
            (fault.diagnostic.span, fault.is_unfinished())
        }
        _ => return false,
    };
    let is_order = |tokens: &[Token]| {
        let verdict = judge(lexicon, context, tokens, above.sheet);
        matches!(verdict, Verdict::Order(_))
    };
    let with_below = |tokens: &[Token]| is_order(&[tokens, &below.tokens].concat());
    let by_place = set_in(above, below) || broken(above, below);
    let mended = above.mended();
    if forms(lexicon, mended.as_ref().unwrap_or(&above.tokens)).is_empty() {
        return lacks_verb(lexicon, above, by_place);
    }
    if unfinished {
        return with_below(&above.tokens);
    }
    if mended.is_some_and(|it| ends_in_joint(&it)) {
        return true;
    }
    // A wrong word at the end may have been ELSE, or one of a list that goes on.
    let at = above.tokens.iter().position(|it| it.span == wrong);
    let at = at.filter(|it| above.tokens[it + 1..].iter().all(Token::is_mark));
    let before = at.map(|it| &above.tokens[..it]);
    let ends_wrong = || before.is_some_and(|it| is_order(it) || with_below(it));
    let goes_on = above.tokens.last().is_some_and(Token::is_mark);
    by_place && (goes_on || ends_wrong())
}

/// Whether a line has come no further than a condition without THEN; or than STANDING, if its place
/// says that it was broken.
fn lacks_verb(lexicon: Lexicon<'_>, above: &Unit, by_place: bool) -> bool {
    let first = |raw: &String| cut(1, raw).tokens.into_iter().next();
    let begins = |it: Token| !verb_forms(lexicon, &it).is_empty();
    let lacks = if above.tokens[0].is("IF") {
        above.tokens.iter().all(|it| !it.is("THEN"))
    } else {
        above.tokens[0].is("STANDING") && by_place
    };
    lacks && !above.raw.iter().filter_map(first).any(begins)
}

/// Whether a line is set in further than the one above; not where that ends in a comment.
fn set_in(above: &Unit, below: &Unit) -> bool {
    let last = above.raw.last().map_or("", String::as_str);
    indent(&below.raw[0]) > indent(&above.raw[0]) && !cut(1, last).comment
}

/// Whether a mail program may have broken a line between these two.
fn broken(above: &Unit, below: &Unit) -> bool {
    let last = above.raw.last().map_or("", String::as_str);
    may_be_broken(last, &below.raw[0])
}

/// The forms of the orders that a line holds.
fn forms<'g>(lexicon: Lexicon<'g>, tokens: &[Token]) -> Vec<&'g Form> {
    let before = |it: &Token| it.is("STANDING") || it.is("EACH");
    let until = |it: &[Token]| it[0].is("UNTIL") && it[1].kind == TokenKind::Number;
    let mut rest = tokens;
    while let Some((first, behind)) = rest.split_first()
        && before(first)
    {
        rest = behind;
        if rest.len() > 1 && until(rest) {
            rest = &rest[2..];
        }
    }
    let joints = rest
        .windows(2)
        .filter(|it| it[0].is("ELSE") || it[0].is("THEN"));
    let verbs = rest.first().into_iter().chain(joints.map(|it| &it[1]));
    verbs.flat_map(|it| verb_forms(lexicon, it)).collect()
}

impl Verdict {
    /// The words fit, even if the line may not be here.
    pub(super) fn reads(&self) -> bool {
        match self {
            Verdict::Common(..) | Verdict::Order(_) => true,
            Verdict::Fault(fault) => fault.kind == FaultKind::Rule,
        }
    }

    /// It reads, or fails only by being unfinished; if it reads but may not be here, that is due to
    /// what is below this line.
    pub(super) fn goes_with(&self, last: u32) -> bool {
        match self {
            Verdict::Fault(fault) if fault.kind == FaultKind::Rule => {
                fault.diagnostic.span.line > last
            }
            verdict => verdict.may_go_on(),
        }
    }

    /// It reads, or fails only by being unfinished.
    pub(super) fn may_go_on(&self) -> bool {
        match self {
            Verdict::Fault(fault) => fault.kind == FaultKind::Rule || fault.is_unfinished(),
            _ => true,
        }
    }
}

impl Unit {
    /// Whether a quotation is open at its end.
    pub(super) fn is_quoting(&self) -> bool {
        let marks = |line: &String| line.matches(QUOTATION_MARKS).count();
        self.raw.iter().map(marks).sum::<usize>() % 2 == 1
    }

    /// What it comes to as it is.
    pub(super) fn judged(&mut self, lexicon: Lexicon<'_>, context: &Context<'_>) -> &Verdict {
        let (tokens, sheet) = (&self.tokens, self.sheet);
        self.verdict
            .get_or_insert_with(|| judge(lexicon, context, tokens, sheet))
    }

    /// Whether it is one line, and reads: `HELP IF`.
    pub(super) fn reads_as_one_line(
        &mut self,
        lexicon: Lexicon<'_>,
        context: &Context<'_>,
    ) -> bool {
        self.first == self.last && self.judged(lexicon, context).reads()
    }

    pub(super) fn absorb(&mut self, below: Unit, verdict: Option<Verdict>) {
        self.tokens.extend(below.tokens);
        self.raw.extend(below.raw);
        self.last = below.last;
        self.verdict = verdict;
    }

    /// An order whose text is on the lines below its first one: where it begins and ends, and
    /// these lines, as written.
    pub(super) fn of_text(
        (first, last): (u32, u32),
        (head, text): (&str, &[String]),
        mut tokens: Vec<Token>,
        sheet: SheetNo,
    ) -> Self {
        // `TO red:`, as people write above what they say.
        tokens.pop_if(|it| it.is(":"));
        let span = tokens.last().map_or(NOWHERE, |it| it.span);
        tokens.push(Token::of_text(text::of_lines(text), span));
        let end = std::iter::once("END".to_owned());
        let written = std::iter::once(head.to_owned()).chain(text.iter().cloned());
        Unit {
            tokens,
            raw: written.chain(end).collect(),
            first,
            last,
            sheet,
            verdict: None,
            doubt: None,
        }
    }

    /// The same, of which END was not written: if it reads, it is offered so.
    pub(super) fn without_end(mut self, lexicon: Lexicon<'_>, context: &Context<'_>) -> Self {
        if let Verdict::Order(order) = self.judged(lexicon, context) {
            let whole = order.printed.clone();
            let reason = "the text of this order has no END, so it was not filed";
            let hint = "write END on a line of its own after it";
            let mut fault = Fault::words(self.tokens[0].span, reason, hint);
            fault.whole = Some(whole);
            self.verdict = Some(Verdict::Fault(fault));
        }
        self
    }

    /// Whether its text is on lines of its own.
    pub(super) fn has_text(&self) -> bool {
        let is_text = self.tokens.last().is_some_and(Token::is_text);
        is_text && self.raw.len() > 1 && self.raw.last().is_some_and(|it| letter::ends(1, it))
    }

    /// Its lines as written, without comments, each with its number.
    pub(super) fn written(&self) -> impl Iterator<Item = (u32, String)> {
        let has_text = self.has_text();
        (self.first..).zip(&self.raw).map(move |(number, raw)| {
            if has_text && number > self.first {
                return (number, raw.clone());
            }
            // In quotation marks there is no comment.
            let quoted = self
                .tokens
                .iter()
                .filter(|it| it.quoted && it.span.line == number);
            let quoted = quoted
                .map(|it| (it.span.column + it.span.width) as usize)
                .max();
            let end = cut(number, raw).end.max(quoted.unwrap_or(0));
            let said: String = raw.chars().take(end).collect();
            (number, said.trim_end().to_owned())
        })
    }

    /// Whether it goes on with the line below once its fault is mended.
    pub(super) fn goes_on_mended(
        &mut self,
        lexicon: Lexicon<'_>,
        context: &Context<'_>,
        below: &Unit,
    ) -> bool {
        self.judged(lexicon, context);
        self.mended().is_some_and(|mut both| {
            both.extend(below.tokens.iter().cloned());
            judge(lexicon, context, &both, self.sheet).may_go_on()
        })
    }

    pub(super) fn mended(&self) -> Option<Vec<Token>> {
        match &self.verdict {
            Some(Verdict::Fault(fault)) => self.mend(fault),
            _ => None,
        }
    }

    /// The words with the sure suggestion in place of the faulty ones.
    pub(super) fn mend(&self, fault: &Fault) -> Option<Vec<Token>> {
        if let Some(whole) = &fault.whole {
            return Some(cut(self.first, whole).tokens);
        }
        let fault = &fault.diagnostic;
        let mend = fault.mend.as_ref()?;
        let place = fault.span;
        let inside = |token: &Token| {
            token.span.line == place.line
                && token.span.column >= place.column
                && token.span.column < place.column + place.width
        };
        let at = self.tokens.iter().position(inside)?;
        let mut tokens: Vec<Token> = self.tokens[..at].to_vec();
        for mut token in cut(place.line, mend).tokens {
            token.span = place;
            tokens.push(token);
        }
        tokens.extend(self.tokens[at..].iter().filter(|it| !inside(it)).cloned());
        Some(tokens)
    }
}
