//! The words with which lines begin: verbs of orders, and those that every game knows.

use super::common_help::{self, WORDS};
use super::courtesy_words::SENTENCES;
use super::cut::{Token, TokenKind};
use super::fault::{Fault, did_you_mean, quote};
use super::form::{Form, Slot};
use super::hints;
use super::names::nearest;
use super::shape::Lexicon;

/// The forms whose verb this is, those of that very name first.
pub(super) fn verb_forms<'g>(lexicon: Lexicon<'g>, token: &Token) -> Vec<&'g Form> {
    let verb = |form: &&Form| match form.slots.first() {
        Some(Slot::Word { words }) => words.iter().any(|it| token.is(it)),
        _ => false,
    };
    let mut forms: Vec<&Form> = lexicon.grammar.orders.iter().filter(verb).collect();
    forms.sort_by_key(|it| !token.is(it.name));
    forms
}

/// The forms whose verb this is, or why there are none.
pub(super) fn verb<'g>(lexicon: Lexicon<'g>, token: &Token) -> Result<Vec<&'g Form>, Fault> {
    let forms = verb_forms(lexicon, token);
    if forms.is_empty() {
        return Err(no_order(lexicon, token));
    }
    Ok(forms)
}

/// With which people try to write to others.
const LETTERS: [&str; 7] = ["LETTER", "WRITE", "TELL", "MAIL", "EMAIL", "SAY", "CHAT"];

/// No order is called so.
pub(super) fn no_order(lexicon: Lexicon<'_>, token: &Token) -> Fault {
    let written = quote(&token.text);
    if token.kind != TokenKind::Word {
        let reason = format!("an order begins with a word, not with {written}");
        return Fault::words(token.span, reason, "the order word comes first");
    }
    let reason = format!("no order is called {written}");
    if hints::knows(lexicon, token) {
        return Fault::words(token.span, reason, "HELP lists the orders");
    }
    if token.is("READY") {
        let hint = "did you mean `GOAHEAD`? a sheet you send is ready by itself";
        return Fault::words(token.span, reason, hint);
    }
    let common = common_help::help(lexicon.grammar).map(|it| it.word);
    let mut common = common.filter(|it| WORDS.contains(it));
    if let Some(word) = common.find(|it| token.is(it)) {
        let reason = format!("`{word}` is not an order, and is not allowed here");
        let hint = "write it at the beginning of a line of its own";
        return Fault::words(token.span, reason, hint);
    }
    if token.is("OK") || token.is("OKAY") {
        return Fault::words(
            token.span,
            reason,
            "OK counts only where it is alone in a reply",
        );
    }
    if LETTERS.iter().any(|it| token.is(it)) {
        let hint = "for a letter write MESSAGE TO and a player above your text, and END below it";
        return Fault::words(token.span, reason, hint);
    }
    if is_of_a_sentence(token) {
        let hint = "for the referee, put MESSAGE TO REFEREE above it and END below; else delete it";
        return Fault::words(token.span, reason, hint);
    }
    let near = near_words(lexicon, token);
    if near.is_empty() {
        return Fault::words(token.span, reason, "HELP lists the orders");
    }
    let mut fault = Fault::words(token.span, reason, did_you_mean(&near));
    if let [one] = near.as_slice() {
        fault.diagnostic.mend = Some(one.clone());
    }
    fault
}

fn is_of_a_sentence(token: &Token) -> bool {
    SENTENCES.contains(&token.text.to_lowercase().as_str())
}

/// The first words of lines that are nearest to this one.
fn near_words(lexicon: Lexicon<'_>, token: &Token) -> Vec<String> {
    if is_of_a_sentence(token) {
        return Vec::new();
    }
    let orders = lexicon.grammar.orders.iter();
    let verbs = orders.filter_map(|form| match form.slots.first() {
        Some(Slot::Word { words }) => Some(words.iter().map(|word| (*word, words[0]))),
        _ => None,
    });
    let legs = lexicon.grammar.legs;
    let common = WORDS.iter();
    let common = common
        .filter(|it| legs || **it != "LEG")
        .map(|it| (*it, *it));
    nearest(&token.text, verbs.flatten().chain(common))
}

/// Whether lines begin with this word: orders, or those that every game knows.
pub(super) fn begins(lexicon: Lexicon<'_>, token: &Token) -> bool {
    let before = ["EACH", "IF", "GO", "READY"].iter();
    let mut common = WORDS.iter().chain(before);
    common.any(|it| token.is(it)) || !verb_forms(lexicon, token).is_empty()
}

/// Whether this word is near to one with which lines begin, and the game does not know it as
/// something else.
pub(super) fn is_near(lexicon: Lexicon<'_>, token: &Token) -> bool {
    let elsewhere = hints::knows(lexicon, token);
    let word = token.kind == TokenKind::Word && !token.quoted;
    word && !elsewhere && !near_words(lexicon, token).is_empty()
}
