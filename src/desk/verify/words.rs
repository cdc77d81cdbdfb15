//! Whether a mail says what was sent: its words held against those that the log keeps.
//!
//! On the way a mail is wrapped anew and quoted, and something is added above or below; none of
//! that counts. Where a mail has several forms its plain text is compared, else its HTML. Not
//! here: which entry a mail is of (`mails`).

use crate::lang::plain::bare;
use crate::mail::mime::{self, Part};
use crate::mail::token::Token;
use crate::mail::{charset, html};
use crate::store::witness::{self, Place};
use std::ops::Range;

/// Marks that programs set before what they quote. A line that is broken elsewhere begins with
/// another word, so they count nowhere.
const MARKS: [char; 2] = ['>', '|'];

/// What programs add to an address or a link when they make text of it, up to the next `>`.
const ADDED: [&str; 3] = ["<mailto:", "<http://", "<https://"];

/// The forms of a mail that can be read.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Form {
    Plain,
    Html,
}

/// A mail, or the text of one, with a witness in it.
pub(super) struct Words {
    form: Form,
    text: String,
    place: Place,
}

/// Where a mail says something else than ours.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Difference {
    /// The line of its text, counted from 1.
    pub line: usize,
    /// How many characters below are the same.
    pub same: usize,
}

impl Words {
    /// Of a mail as it was saved, or of its text alone; `None`: there is no witness in it.
    pub(super) fn of(bytes: &[u8]) -> Option<Self> {
        Words::in_form(bytes, Form::Plain)
            .or_else(|| Words::in_form(bytes, Form::Html))
            .or_else(|| Words::with(Form::Plain, String::from_utf8_lossy(bytes).into_owned()))
    }

    fn in_form(bytes: &[u8], form: Form) -> Option<Self> {
        let mut lines = bytes.to_vec();
        lines.retain(|it| *it != b'\r');
        let mut text = String::new();
        add_text(&mime::tree(&lines), form, &mut text);
        Words::with(form, text)
    }

    fn with(form: Form, text: String) -> Option<Self> {
        let place = witness::last_in(&text)?;
        Some(Words { form, text, place })
    }

    /// Its witness.
    pub(super) fn witness(&self) -> &str {
        &self.place.witness
    }

    /// The last place at which it does not say what this mail of ours does; `None`: all that ours
    /// says is in it.
    pub(super) fn differs_from(&self, ours: &[u8]) -> Option<Difference> {
        let nothing = Difference { line: 1, same: 0 };
        let Some(ours) = Words::in_form(ours, self.form) else {
            return Some(nothing);
        };
        let (here, ours) = (self.above(), ours.above());
        let mut here = here.iter().rev();
        let mut line = nothing.line;
        for (same, wanted) in ours.iter().rev().enumerate() {
            let Some(it) = here.next() else {
                return Some(Difference { line, same });
            };
            line = it.line;
            if it.letter != wanted.letter && !wanted.is_token {
                return Some(Difference { line, same });
            }
        }
        None
    }

    /// All that is said above the witness, character by character.
    fn above(&self) -> Vec<Letter> {
        let mut letters = Vec::new();
        for (line, text) in (1..).zip(self.text[..self.place.at].lines()) {
            let text = bare(&without_added(text)).text;
            let kinds = [Token::held_back(), Token::button_held_back()];
            let put_in = |kind: &Token| {
                let found = text.match_indices(kind.as_str());
                found.map(|(at, it)| at..at + it.len()).collect::<Vec<_>>()
            };
            let tokens: Vec<Range<usize>> = kinds.iter().flat_map(put_in).collect();
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
}

/// A character of a text that can be seen.
struct Letter {
    line: usize,
    letter: char,
    /// Whether it is put in when the mail is sent, and so may be any other.
    is_token: bool,
}

/// The text of a mail in one form.
fn add_text(part: &Part<'_>, form: Form, text: &mut String) {
    let is_form = match form {
        Form::Plain => part.kind.is("text", "plain"),
        Form::Html => part.kind.is("text", "html"),
    };
    if part.children.is_empty() && is_form {
        let decoded = charset::decode(&part.decoded(), part.kind.param("charset")).text;
        match form {
            Form::Plain => text.push_str(&decoded),
            Form::Html => {
                let seen = html::seen(&decoded).unwrap_or_default();
                text.push_str(&seen.lines.join("\n"));
            }
        }
        text.push('\n');
    }
    for child in &part.children {
        add_text(child, form, text);
    }
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

#[cfg(test)]
mod tests {
    use super::*;

    const WITNESS: &str = "Witness: 0123456789abcdef0123456789abcdef01234567\n";

    fn ours() -> String {
        let text = "\
Dear Ana,\n\nColumbus takes 9 gold (see 3.2) and sails home.\n\nTo be sent to \
orders+duel.north.put-in-when-sent@club.example by Sunday.\n\n";
        format!("Subject: A report\n\n{text}{WITNESS}")
    }

    fn found(mail: &str) -> Option<usize> {
        let words = Words::of(mail.as_bytes()).expect("there is a witness");
        words.differs_from(ours().as_bytes()).map(|it| it.line)
    }

    #[test]
    fn what_happens_to_a_mail_on_the_way_does_not_count() {
        let sent = ours().replace("put-in-when-sent", "abcdefgh12345678");
        let body = sent.split_once("\n\n").expect("a head").1;
        let quoted = body.replace('\n', "\n> ");
        let wrapped = body
            .replace("gold (see", "gold\n(see")
            .replace("by Sunday", "by\nSunday");
        let linked = body.replace("@club.example", "@club.example<mailto:orders@club.example>");
        for mail in [
            sent.clone(),
            sent.replace('\n', "\r\n"),
            body.to_owned(),
            format!("Look at this:\n\n> {quoted}"),
            format!("{body}\n-- \nA list of the club's\nTo leave: write to it\n"),
            wrapped,
            linked,
            body.replace(' ', "\u{a0} "),
            body.replace("orders+duel", "orders+\nduel"),
        ] {
            assert_eq!(found(&mail), None, "{mail}");
        }
    }

    #[test]
    fn a_word_that_was_changed_is_named_by_its_line() {
        let body = ours().split_once("\n\n").expect("a head").1.to_owned();
        for (from, to, line) in [
            ("9 gold", "90 gold", 3),
            ("Ana", "Ben", 1),
            ("home.\n", "home.\nAll is lost.\n", 4),
            (" by Sunday", "", 5),
            ("Dear Ana,\n\n", "", 1),
        ] {
            let altered = body.replace(from, to);
            assert_ne!(altered, body);
            assert_eq!(found(&altered), Some(line), "{altered}");
        }
    }
}
