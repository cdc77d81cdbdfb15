//! Words of games whose places are parted by a dash, and whose coasts follow a slash: `A PAR-BUR`,
//! `F STP/SC-BOT`. A game says so in its grammar; in all others `PAR-BUR` is one word.
//!
//! Not here: cutting a line (`cut`).

use super::cut::{Token, TokenKind};
use super::form::{Dashes, Grammar, Slot};
use super::keywords::keywords;
use super::names::fold;
use super::shape::{Lexicon, Matcher};
use super::verb::verb_forms;
use std::borrow::Cow;
use std::cell::OnceCell;

/// The tokens of an order line as the game cuts them.
pub(super) fn parted<'t>(grammar: &Grammar, tokens: &'t [Token]) -> Cow<'t, [Token]> {
    let Some(dashes) = grammar.dashes else {
        return Cow::Borrowed(tokens);
    };
    let mut all: Vec<Token> = Vec::new();
    for token in tokens {
        let touches = |one: &Token| {
            let (left, right) = (one.span, token.span);
            left.line == right.line && left.column + left.width == right.column
        };
        let is_arrow = |it: &Token| it.kind == TokenKind::Mark && it.text == "-" && touches(it);
        match all.as_slice() {
            // `St. Petersburg`
            [.., word] if token.text == "." && word.kind == TokenKind::Word => {}
            // `--`, `->`
            [.., dash] if is_arrow(dash) && matches!(token.text.as_str(), "-" | ">") => {
                let width = token.span.width;
                let dash = all.last_mut().expect("it was seen");
                dash.span.width += width;
            }
            _ if token.text == "→" => {
                let text = "-".to_owned();
                all.push(Token {
                    text,
                    ..token.clone()
                });
            }
            _ if dashes.whole.iter().any(|it| token.is(it)) => all.push(token.clone()),
            _ => {
                for piece in at_dashes(token) {
                    all.push(piece);
                    join_coast(&mut all, dashes);
                }
            }
        }
    }
    Cow::Owned(all)
}

/// A word, cut at its dashes.
fn at_dashes(token: &Token) -> Vec<Token> {
    if token.kind != TokenKind::Word || token.quoted || !token.text.contains('-') {
        return vec![token.clone()];
    }
    let mut column = token.span.column;
    let mut pieces = Vec::new();
    for (place, word) in token.text.split('-').enumerate() {
        let mut piece = |text: &str, kind| {
            let width = u32::try_from(text.chars().count()).unwrap_or(u32::MAX);
            let mut piece = Token {
                kind,
                text: text.to_owned(),
                opens: None,
                closes: 0,
                ..token.clone()
            };
            piece.span.column = column;
            piece.span.width = width;
            column += width;
            pieces.push(piece);
        };
        if place > 0 {
            piece("-", TokenKind::Mark);
        }
        if !word.is_empty() {
            piece(word, TokenKind::Word);
        }
    }
    if let [first, .., last] = pieces.as_mut_slice() {
        first.opens = token.opens;
        last.closes = token.closes;
    }
    pieces
}

/// `STP`, `/` and `SC` are one word.
fn join_coast(all: &mut Vec<Token>, dashes: Dashes) {
    let [.., of, slash, coast] = all.as_slice() else {
        return;
    };
    let is_coast = |it: &Token| dashes.after_slash.iter().any(|coast| it.is(coast));
    let is_word = of.kind == TokenKind::Word && !of.quoted;
    if !(is_word && slash.is("/") && is_coast(coast)) {
        return;
    }
    let text = format!("{}/{}", of.text, coast.text);
    let span = of.span.to(coast.span);
    let closes = coast.closes;
    all.truncate(all.len() - 2);
    if let Some(whole) = all.last_mut() {
        (whole.text, whole.span, whole.closes) = (text, span, closes);
    }
}

/// Whether an order begins with this word.
fn has_verb(grammar: &Grammar, word: &str) -> bool {
    let mut forms = grammar.orders.iter();
    forms.any(|form| match form.slots.first() {
        Some(Slot::Word { words }) => words.iter().any(|it| it.eq_ignore_ascii_case(word)),
        _ => false,
    })
}

/// Whether a line begins with a letter that is a verb, and is no order all the same: a sentence.
pub fn is_sentence(grammar: &Grammar, line: &str) -> bool {
    let first = line.split_whitespace().next().unwrap_or_default();
    let first = first.trim_end_matches('.');
    is_letter(first) && has_verb(grammar, first) && !is_order_like(grammar, line)
}

/// Whether a line is an order though its verb is a single letter, with which many a sentence begins
/// (`A question: when is the deadline?`, `F. says hello`): what follows fits the order up to its
/// third word, or is a name in capitals, or a name and the end of the line.
pub fn is_order_like(grammar: &Grammar, line: &str) -> bool {
    let tokens = super::cut::cut(1, line).tokens;
    let tokens = parted(grammar, &tokens);
    let Some(verb) = tokens.first().filter(|it| has_verb(grammar, &it.text)) else {
        return false;
    };
    let keywords = keywords(grammar);
    let meanings = OnceCell::new();
    let lexicon = Lexicon {
        grammar,
        keywords: &keywords,
        meanings: &meanings,
    };
    let forms = verb_forms(lexicon, verb);
    let reach = forms.iter().map(|form| {
        let mut matcher = Matcher::new(lexicon, &tokens, None);
        matcher
            .whole(form)
            .map_or_else(|it| it.reach, |it| it.got.at)
    });
    let reach = reach.max().unwrap_or(0);
    // Names of several words are none of a sentence.
    let in_capitals = |it: &Token| it.text.chars().all(|it| !it.is_lowercase());
    let named = tokens.get(1).is_some_and(in_capitals) || tokens.len() == reach;
    reach > 2 || (reach == 2 && named)
}

/// Whether a word is a verb that is a single letter.
pub fn is_letter(word: &str) -> bool {
    fold(word).chars().count() == 1
}
