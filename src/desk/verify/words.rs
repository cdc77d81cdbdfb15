//! Whether a mail says what was sent: its words held against those that the log keeps.
//!
//! On the way a mail is wrapped anew and quoted, and something is added above or below; none of
//! that counts. Where a mail has several forms each is compared: nobody knows which of them its
//! reader saw. Not here: which entry a mail is of (`mails`).

use crate::lang::plain::bare;
use crate::mail::mime::{self, Part};
use crate::mail::token::Token;
use crate::mail::{charset, html};
use crate::store::witness;
use serde::Serialize;
use std::ops::Range;

/// Marks that programs set before what they quote. A line that is broken elsewhere begins with
/// another word, so they count nowhere.
const MARKS: [char; 2] = ['>', '|'];

/// What programs add to an address or a link when they make text of it, up to the next `>`.
const ADDED: [&str; 3] = ["<mailto:", "<http://", "<https://"];

/// The forms of a mail that can be read.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub(super) enum Form {
    Text,
    Html,
}

/// A mail, or the text of one, with a witness in it.
pub(super) struct Words {
    /// Its witness, in small letters.
    pub(super) witness: String,
    /// What it says above the witness, in each form that has that; none if it cannot be read.
    forms: Vec<(Form, Vec<Letter>)>,
}

/// Where a mail says something else than ours.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Difference {
    /// In which of its forms.
    pub form: Form,
    /// The line there, counted from 1.
    pub line: usize,
    /// How many characters below are the same.
    pub same: usize,
}

impl Words {
    /// Of a mail as it was saved, or of its text alone; `None`: there is no witness in it.
    pub(super) fn of(bytes: &[u8]) -> Option<Self> {
        let mut lines = bytes.to_vec();
        lines.retain(|it| *it != b'\r');
        let root = mime::tree(&lines);
        let mut words: Option<Words> = None;
        for form in [Form::Text, Form::Html] {
            let mut text = String::new();
            add_text(&root, form, &mut text);
            let Some(place) = witness::last_in(&text) else {
                continue;
            };
            let words = words.get_or_insert_with(|| Words {
                witness: place.witness,
                forms: Vec::new(),
            });
            words.forms.push((form, letters(&text[..place.at])));
        }
        words.or_else(|| {
            let place = witness::last_in(&String::from_utf8_lossy(bytes))?;
            Some(Words {
                witness: place.witness,
                forms: Vec::new(),
            })
        })
    }

    /// Whether it can be read, and so be compared.
    pub(super) fn can_be_read(&self) -> bool {
        !self.forms.is_empty()
    }

    /// Where it does not say what this mail of ours does; `None`: all that ours says is in each of
    /// its forms.
    pub(super) fn differs_from(&self, ours: &Words) -> Option<Difference> {
        self.forms.iter().find_map(|(form, here)| {
            // A program may have made HTML of a mail that had none.
            let same_form = ours.forms.iter().find(|it| it.0 == *form);
            let (_, sent) = same_form.or(ours.forms.first())?;
            let (line, same) = differing(here, sent)?;
            let form = *form;
            Some(Difference { form, line, same })
        })
    }
}

/// The last place at which a text does not say what was sent, and how many characters below are
/// the same.
fn differing(here: &[Letter], sent: &[Letter]) -> Option<(usize, usize)> {
    let mut here = here.iter().rev();
    let mut line = 1;
    for (same, wanted) in sent.iter().rev().enumerate() {
        let Some(it) = here.next() else {
            return Some((line, same));
        };
        line = it.line;
        if it.letter != wanted.letter && !wanted.is_token {
            return Some((line, same));
        }
    }
    None
}

/// All that a text says, character by character.
fn letters(text: &str) -> Vec<Letter> {
    let mut letters = Vec::new();
    for (line, text) in (1..).zip(text.lines()) {
        let text = bare(&without_added(text)).text;
        let tokens = tokens_in(&text);
        for (at, letter) in text.char_indices() {
            if letter.is_whitespace() || MARKS.contains(&letter) {
                continue;
            }
            let is_token = tokens.iter().any(|it| it.contains(&at));
            letters.push(Letter {
                line,
                letter,
                is_token,
            });
        }
    }
    letters
}

/// Where a token is put in when the mail is sent.
fn tokens_in(text: &str) -> Vec<Range<usize>> {
    let kinds = [Token::held_back(), Token::button_held_back()];
    let places = |kind: &Token| {
        let found = text.match_indices(kind.as_str());
        found.map(|(at, it)| at..at + it.len()).collect::<Vec<_>>()
    };
    kinds.iter().flat_map(places).collect()
}

/// A character of a text that can be seen.
struct Letter {
    line: usize,
    letter: char,
    /// Whether it is put in when the mail is sent, and so may be any other.
    is_token: bool,
}

/// The text of a mail in one form; of mails that were forwarded as attachments, too.
fn add_text(part: &Part<'_>, form: Form, text: &mut String) {
    if part.kind.is("message", "rfc822") {
        return add_text(&mime::tree(&part.decoded()), form, text);
    }
    for child in &part.children {
        add_text(child, form, text);
    }
    let [plain, markup] = ["plain", "html"].map(|it| part.kind.is("text", it));
    if !part.children.is_empty() || !(plain || markup) {
        return;
    }
    let own = charset::decode(&part.decoded(), part.kind.param("charset")).text;
    // A page that was saved without its mail has no type.
    let own_form = match markup || own.trim_start().starts_with('<') {
        true => Form::Html,
        false => Form::Text,
    };
    if own_form != form {
        return;
    }
    match form {
        Form::Text => text.push_str(&own),
        Form::Html => {
            let seen = html::seen(&own).unwrap_or_default();
            text.push_str(&seen.lines.join("\n"));
        }
    }
    text.push('\n');
}

/// A line without what programs add to addresses and links.
fn without_added(line: &str) -> String {
    let mut rest = line;
    let mut kept = String::with_capacity(line.len());
    while let Some(at) = ADDED.iter().filter_map(|it| rest.find(it)).min() {
        let Some(end) = rest[at..].find('>') else {
            break;
        };
        kept.push_str(&rest[..at]);
        rest = &rest[at + end + 1..];
    }
    kept + rest
}
