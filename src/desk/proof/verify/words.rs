//! Whether a mail says what was sent: its words held against those that the log keeps.
//!
//! On the way a mail is wrapped again and quoted, and something is added above or below; none of
//! that counts. Where a mail has several forms each is compared: nobody knows which of them its
//! reader saw. Not here: which entry a mail is of (`mails`).

use crate::desk::proof::verify::letters::{Letter, letters};
use crate::mail::mime::{self, MimePart};
use crate::mail::{charset, html};
use crate::store::outbox::KeptMail;
use crate::store::witness;
use serde::Serialize;

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
    /// Whether that is all that is known: of mails that have left, HTML is not kept.
    text_alone: bool,
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
                text_alone: false,
            });
            words.forms.push((form, letters(&text[..place.at])));
        }
        words.or_else(|| {
            let place = witness::last_in(&String::from_utf8_lossy(bytes))?;
            Some(Words {
                witness: place.witness,
                forms: Vec::new(),
                text_alone: false,
            })
        })
    }

    /// Of a mail of the log.
    pub(super) fn of_ours(kept: &KeptMail) -> Option<Self> {
        let kept = match kept {
            KeptMail::Whole(bytes) => return Words::of(bytes),
            KeptMail::Text(kept) => kept,
        };
        let place = witness::last_in(&kept.text)?;
        Some(Words {
            witness: place.witness,
            forms: vec![(Form::Text, letters(&kept.text[..place.at]))],
            text_alone: true,
        })
    }

    /// Whether it can be read, and so be compared.
    pub(super) fn can_be_read(&self) -> bool {
        !self.forms.is_empty()
    }

    /// Whether something of it can be held against this mail of ours.
    pub(super) fn can_be_compared(&self, ours: &Words) -> bool {
        !ours.text_alone || self.forms.iter().any(|it| it.0 == Form::Text)
    }

    /// Where it does not say what this mail of ours does; `None`: all that ours says is in each of
    /// its forms.
    pub(super) fn differs_from(&self, ours: &Words) -> Option<Difference> {
        self.forms.iter().find_map(|(form, here)| {
            if *form == Form::Html && ours.text_alone {
                return None;
            }
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
        let Some(letter) = here.next() else {
            return Some((line, same));
        };
        line = letter.line;
        if letter.letter != wanted.letter && !wanted.is_token {
            return Some((line, same));
        }
    }
    None
}

/// The text of a mail in one form; of mails that were forwarded as attachments, too.
fn add_text(part: &MimePart<'_>, form: Form, text: &mut String) {
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
    let own_form = if markup || own.trim_start().starts_with('<') {
        Form::Html
    } else {
        Form::Text
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
