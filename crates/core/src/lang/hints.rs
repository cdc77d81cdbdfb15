//! What a game says of words that begin no order of it, or that do not go on as written: the words
//! to put in their place, and a sentence.
//!
//! A game writes them as a table, `hints.toml`: on the left the first words of a line, on the right
//! what to try in their place, then a sentence in small letters. `%` is a number, `@` a word, `*`
//! all that follows up to IF or ELSE; on the right they are what they were. A left side that begins
//! with `~` is looked for anywhere in a line. Read only where a line has a fault.
//!
//! Not here: the trying (`meant`).

use super::cut::{Token, TokenKind, cut};
use super::fault::cut_short;
use super::form::Grammar;
use super::hint::{Hint, Meanings};
use super::keywords::each_name;
use super::names::fold;
use super::shape::Lexicon;
use std::collections::{BTreeMap, BTreeSet};

/// Where a hint fits, and what was at its holes.
pub(super) struct Place {
    pub from: usize,
    pub to: usize,
    held: Vec<(char, String)>,
}

impl<'g> Lexicon<'g> {
    pub(super) fn meanings(self) -> &'g Meanings {
        self.meanings.get_or_init(|| Meanings {
            hints: hints(self.grammar),
            names: long_names(self),
        })
    }
}

fn long_names(lexicon: Lexicon<'_>) -> BTreeSet<String> {
    let forms = lexicon.grammar.orders.iter().chain(&lexicon.grammar.tests);
    let mut names = BTreeSet::new();
    for form in forms {
        each_name(&form.slots, &mut |spelling| {
            let mut words = spelling.split(' ');
            let is_key = |it: &str| lexicon.keywords.contains(&it.to_uppercase());
            if spelling.contains(' ') && words.any(is_key) {
                names.insert(fold(spelling));
            }
        });
    }
    names
}

/// The rows of a game, those of the most words first.
fn hints(grammar: &Grammar) -> Vec<Hint> {
    let rows: BTreeMap<String, Vec<String>> = toml::from_str(grammar.hints).unwrap_or_default();
    let mut hints: Vec<Hint> = rows
        .into_iter()
        .map(|(key, says)| row(&key, says))
        .collect();
    hints.sort_by_key(|it| std::cmp::Reverse(it.key.len()));
    hints
}

fn row(key: &str, says: Vec<String>) -> Hint {
    let anywhere = key.starts_with('~');
    let (tries, said): (Vec<String>, Vec<String>) = says
        .into_iter()
        .partition(|it| !it.starts_with(|it: char| it.is_lowercase()));
    Hint {
        key: cut(0, key.trim_start_matches('~')).tokens,
        anywhere,
        tries,
        say: said.concat(),
    }
}

/// Whether a game has something to say of a line that begins with this word.
pub(super) fn knows(lexicon: Lexicon<'_>, token: &Token) -> bool {
    let mut hints = lexicon.meanings().hints.iter();
    hints.any(|it| !it.anywhere && it.key.first().is_some_and(|it| token.is(&it.text)))
}

impl Hint {
    /// How many words it is looked for by.
    pub(super) fn words(&self) -> usize {
        self.key.len()
    }

    /// The first place where it fits.
    pub(super) fn find(&self, tokens: &[Token]) -> Option<Place> {
        let ends = if self.anywhere { tokens.len() } else { 1 };
        (0..ends.min(tokens.len())).find_map(|from| self.fits(tokens, from))
    }

    fn fits(&self, tokens: &[Token], from: usize) -> Option<Place> {
        let mut at = from;
        let mut held = Vec::new();
        for key in &self.key {
            let token = tokens.get(at)?;
            let free = token.reserved().is_none();
            match key.text.as_str() {
                "%" if token.kind == TokenKind::Number => held.push(('%', token.text.clone())),
                "@" if token.kind == TokenKind::Word && free => held.push(('@', written(token))),
                "*" => {
                    let rest = tokens[at..].iter();
                    let rest = rest.take_while(|it| !(it.is("IF") || it.is("ELSE")));
                    let rest: Vec<String> = rest.map(written).collect();
                    at += rest.len().checked_sub(1)?;
                    held.push(('*', rest.join(" ")));
                }
                text if token.is(text) => {}
                _ => return None,
            }
            at += 1;
        }
        Some(Place { from, to: at, held })
    }
}

impl Place {
    /// The right side with what is here in its holes.
    pub(super) fn filled(&self, with: &str) -> String {
        let mut held = self.held.iter().collect::<Vec<_>>();
        let mut text = String::new();
        for letter in with.chars() {
            let at = held.iter().position(|it| it.0 == letter);
            match at {
                Some(at) => text.push_str(&held[at].1),
                None => text.push(letter),
            }
            // Of several holes of a kind each is filled once, the last as often as it is there.
            if let Some(at) = at
                && held.iter().filter(|it| it.0 == letter).count() > 1
            {
                held.remove(at);
            }
        }
        text
    }
}

fn written(token: &Token) -> String {
    let text = cut_short(&token.text);
    if token.quoted {
        return format!("\"{text}\"");
    }
    text
}
