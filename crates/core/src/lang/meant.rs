//! What a line that does not read most likely means: the same without words and marks that say
//! nothing, with a name of several words in one piece; or an order in other words, which is
//! offered.
//!
//! Not here: the words that a game lists (`hints`), and what is near to a word (`explain`).

use super::cut::{Token, TokenKind, cut};
use super::fault::{Fault, FaultKind, did_you_mean};
use super::names::{fold, is_keyword};
use super::shape::Lexicon;
use super::verb::verb_forms;
use super::verdict::Verdict;

/// Words before an order or in it that say nothing.
const EMPTY: [&str; 7] = ["THE", "A", "AN", "PLEASE", "PLS", "PLZ", "KINDLY"];

/// Words of a name at most.
const NAME_WORDS_MAX: usize = 5;

/// Words of a line at most for which other words are looked for.
const TOKENS_MAX: usize = 60;

/// How many small faults are mended one after the other in other words.
const MENDS_MAX: usize = 6;

/// A way to make words say more.
type Step<'s> = dyn Fn(&[Token]) -> Vec<Token> + 's;

/// The order that faulty words are without anything that says nothing, or the fault with what is
/// offered. `read`: what words come to as they are.
pub(super) fn meant(
    lexicon: Lexicon<'_>,
    tokens: &[Token],
    mut fault: Fault,
    read: &dyn Fn(&[Token]) -> Verdict,
) -> Verdict {
    if tokens.len() > TOKENS_MAX {
        return Verdict::Fault(fault);
    }
    let steps: [&Step<'_>; 3] = [
        &|it| without_empty(it),
        &|it| whole_names(lexicon, it),
        &|it| without_commas(lexicon, it),
    ];
    for mark in ["OR", "ELSE"] {
        let words = or_else(tokens, mark);
        if words.len() == tokens.len() {
            break;
        }
        if let order @ Verdict::Order(_) = read(&words) {
            return order;
        }
    }
    let (mut bare, mut marked) = (tokens.to_vec(), Vec::new());
    for step in steps {
        let next = step(&bare);
        if next.is_empty() || next == bare {
            continue;
        }
        marked = std::mem::replace(&mut bare, next);
        match read(&bare) {
            order @ Verdict::Order(_) => return order,
            // What says nothing is not what is wrong, if it goes on without it.
            Verdict::Fault(next) if next.diagnostic.span.is_after(&fault.diagnostic.span) => {
                fault = next;
            }
            _ => {}
        }
    }
    if fault.kind == FaultKind::Rule || bare.is_empty() {
        return Verdict::Fault(fault);
    }
    // A row of the table may hold a mark that is dropped elsewhere.
    let ways: Vec<&[Token]> = [&bare[..], &marked]
        .into_iter()
        .filter(|it| !it.is_empty())
        .collect();
    Verdict::Fault(offered(lexicon, &ways, fault, read))
}

/// `OR ELSE` in one word: OR between the items of a list, ELSE between two orders.
fn or_else(tokens: &[Token], mark: &str) -> Vec<Token> {
    let is_both = |at: usize| {
        let second = tokens.get(at + 1);
        tokens[at].is("OR") && second.is_some_and(|it| it.is("ELSE"))
    };
    let stays = |at: &usize| match tokens[*at].reserved() {
        Some("OR") => mark == "OR" || !is_both(*at),
        Some("ELSE") => mark == "ELSE" || *at == 0 || !is_both(*at - 1),
        _ => true,
    };
    let stay = (0..tokens.len()).filter(stays);
    stay.map(|at| tokens[at].clone()).collect()
}

/// The printed order that a line with IF in front is if THEN is put where an order begins.
fn with_then(
    lexicon: Lexicon<'_>,
    tokens: &[Token],
    read: &dyn Fn(&[Token]) -> Verdict,
) -> Option<String> {
    let first = tokens.first().filter(|it| it.is("IF"))?;
    if tokens.iter().any(|it| it.is("THEN")) {
        return None;
    }
    let begins = |at: &usize| !verb_forms(lexicon, &tokens[*at]).is_empty();
    (1..tokens.len()).filter(begins).find_map(|at| {
        let then = cut(first.span.line, "THEN").tokens;
        let front = match &tokens[..at] {
            [front @ .., mark] if mark.is(",") => front,
            front => front,
        };
        mended([front, &then, &tokens[at..]].concat(), read)
    })
}

fn without_empty(tokens: &[Token]) -> Vec<Token> {
    let says_nothing = |token: &&Token| {
        let bare = token.opens.is_none() && token.closes == 0;
        bare && EMPTY.iter().any(|one| token.is(one))
    };
    let rest = tokens.iter().filter(|it| !says_nothing(it));
    rest.cloned().collect()
}

/// A name of several words of which one is a keyword, in one piece: `KEEP Mutual Support`.
fn whole_names(lexicon: Lexicon<'_>, tokens: &[Token]) -> Vec<Token> {
    let mut whole: Vec<Token> = Vec::new();
    let mut at = 0;
    while at < tokens.len() {
        let longest = (at + 2..=tokens.len().min(at + NAME_WORDS_MAX)).rev();
        let name = longest.into_iter().find_map(|end| {
            let words = &tokens[at..end];
            let plain = |it: &Token| it.kind == TokenKind::Word && !it.quoted;
            let keys = words.iter().any(|it| is_keyword(it, lexicon.keywords));
            let text: Vec<&str> = words.iter().map(|it| it.text.as_str()).collect();
            let text = text.join(" ");
            let is_one = || lexicon.meanings().names.contains(&fold(&text));
            let fits = at > 0 && keys && words.iter().all(plain) && is_one();
            fits.then_some((text, end))
        });
        let Some((text, end)) = name else {
            whole.push(tokens[at].clone());
            at += 1;
            continue;
        };
        whole.push(Token {
            text,
            quoted: true,
            span: tokens[at].span.to(tokens[end - 1].span),
            closes: tokens[end - 1].closes,
            ..tokens[at].clone()
        });
        at = end;
    }
    whole
}

/// Without commas and colons before keywords: `FROM europe, SHIPS ALL`.
fn without_commas(lexicon: Lexicon<'_>, tokens: &[Token]) -> Vec<Token> {
    let stays = |(at, token): &(usize, &Token)| {
        let next = tokens.get(at + 1);
        let parts = token.is(",") || token.is(":");
        !(parts && next.is_some_and(|it| is_keyword(it, lexicon.keywords)))
    };
    let rest = tokens.iter().enumerate().filter(stays);
    rest.map(|it| it.1.clone()).collect()
}

/// The fault with the order in other words that reads, or with a sentence of the game.
fn offered(
    lexicon: Lexicon<'_>,
    ways: &[&[Token]],
    mut fault: Fault,
    read: &dyn Fn(&[Token]) -> Verdict,
) -> Fault {
    let is_verb = !fault.diagnostic.reason.starts_with("no order is called");
    let mut say = None;
    let hints = lexicon.meanings().hints.iter();
    for (hint, tokens) in hints.flat_map(|it| ways.iter().map(move |way| (it, *way))) {
        let Some(place) = hint.find(tokens) else {
            continue;
        };
        for with in &hint.tries {
            let mut other = tokens[..place.from].to_vec();
            let line = tokens[place.from].span.line;
            other.extend(cut(line, &place.filled(with)).tokens);
            other.extend_from_slice(&tokens[place.to..]);
            if let Some(printed) = mended(other, read) {
                return in_place(fault, printed);
            }
        }
        if say.is_none() && !hint.say.is_empty() && (hint.words() > 1 || !is_verb) {
            say = Some(place.filled(&hint.say));
        }
    }
    if let Some(say) = say {
        fault.diagnostic.hint = say;
        fault.diagnostic.mend = None;
        return fault;
    }
    let tokens = ways[0];
    if let Some(printed) = with_then(lexicon, tokens, read) {
        return in_place(fault, printed);
    }
    let lines = tokens.first().zip(tokens.last());
    let joined = lines.is_some_and(|(first, last)| first.span.line != last.span.line);
    match joined.then(|| with_marks(tokens, read)).flatten() {
        Some(printed) => in_place(fault, printed),
        None => fault,
    }
}

fn in_place(mut fault: Fault, printed: String) -> Fault {
    fault.diagnostic.hint = did_you_mean(std::slice::from_ref(&printed));
    fault.diagnostic.mend = Some(printed.clone());
    fault.whole = Some(printed);
    fault
}

/// The printed order that words are, at most with small faults for which there is a sure mend.
fn mended(mut tokens: Vec<Token>, read: &dyn Fn(&[Token]) -> Verdict) -> Option<String> {
    for _ in 0..MENDS_MAX {
        let fault = match read(&tokens) {
            Verdict::Order(order) => return Some(order.printed),
            Verdict::Fault(fault) => fault.diagnostic,
            Verdict::Common(..) => return None,
        };
        // Only a mark is put in place of a word: what is near to a word is a guess more.
        let mend = fault.mend.filter(|it| it == ",")?;
        let at = tokens.iter().position(|it| it.span == fault.span)?;
        let mut mark = cut(fault.span.line, &mend).tokens;
        mark.iter_mut().for_each(|it| it.span = fault.span);
        tokens.splice(at..=at, mark);
    }
    None
}

/// The printed order that words of several lines are with a mark between them, or another one.
fn with_marks(tokens: &[Token], read: &dyn Fn(&[Token]) -> Verdict) -> Option<String> {
    let mut tokens = tokens.to_vec();
    for _ in 0..MENDS_MAX {
        let place = match read(&tokens) {
            Verdict::Order(order) => return Some(order.printed),
            Verdict::Fault(fault) if fault.kind == FaultKind::Words => fault.diagnostic.span,
            _ => return None,
        };
        let at = tokens.iter().position(|it| it.span == place)?;
        let comma = || cut(place.line, ",").tokens;
        let is_mark = tokens[at].is("/") || tokens[at].is("+");
        let before = tokens.get(at.checked_sub(1)?)?;
        if before.is(",") {
            return None;
        }
        tokens.splice(at..at + usize::from(is_mark), comma());
    }
    None
}
