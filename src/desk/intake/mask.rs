//! What players write, before anything of it is shown, kept or passed on: proofs of sender are
//! starred out, and what else is in it is noted as theirs.
//!
//! People quote whole mails with their addresses, and write passwords into the wrong line. None of
//! that may travel on in a receipt, a letter or the record. Not here: the search of what goes out
//! (`guard`), and the password of an opener, which is masked where openers are shown
//! (`lang::block`).

use crate::desk::club::sender_proofs::Tokens;
use crate::desk::club::stars::{harmless, starred};
use crate::desk::entry::builder::EntryBuilder;
use crate::desk::inbox::arrival::Arrival;
use crate::desk::inbox::opened::OpenedMail;
use crate::engine::game::Understood;
use crate::engine::seat::Seat;
use crate::lang::{block, plain};
use crate::mail::cut::is_opener;
use crate::mail::token::could_be_password;
use crate::mail::{Body, MailLine};
use std::borrow::Cow;
use std::collections::BTreeSet;

/// Characters that a word in the place of a password must have to be looked for elsewhere, if it
/// is none of ours by its shape. A shorter one comes up by chance.
const PASSWORD_CHARS_MIN: usize = 8;

/// What is starred out of one mail: every reply token and password, and what cannot be seen.
pub struct Mask {
    tokens: Tokens,
    /// Passwords given in openers, which are looked for elsewhere too.
    passwords: BTreeSet<String>,
}

impl Mask {
    /// That of a mail to this campaign.
    pub fn of(work: &EntryBuilder<'_>, arrival: &Arrival) -> Self {
        let openers = arrival.mail.body.lines().iter();
        let openers = openers.filter(|it| is_opener(&it.text));
        Mask {
            tokens: Tokens::of(work.campaign, &work.desk, &work.club.house),
            passwords: openers.filter_map(|it| secret_word(&it.text)).collect(),
        }
    }

    /// A text as it may be shown; `None`: as it is.
    fn text(&self, text: &str) -> Option<String> {
        harmless(text, &self.tokens, &self.passwords)
    }

    /// The mail as it may be shown, wherever that is: its lines and openers, its sender, and what
    /// its reader noted. Nothing that could be a proof if it were cut somewhere is left in it, so
    /// it may be cut and wrapped at will. One in which something is starred out is opened again:
    /// its blocks and borders are those of what is shown.
    pub fn arrival<'a>(&self, arrival: &'a Arrival) -> Cow<'a, Arrival> {
        let lines = arrival.mail.body.lines();
        let mut masked = Vec::with_capacity(lines.len());
        let mut changed = false;
        for line in lines {
            // As it was written it is shown where it was mended, and printed in letters only.
            let raw = starred(&line.raw, &self.tokens, &self.passwords);
            let text = self.text(&line.text);
            changed |= text.is_some() || raw.is_some();
            masked.push((text, raw));
        }
        let mail = &arrival.mail;
        let from = mail.from.as_deref().and_then(|it| self.text(it));
        let name = self.text(&mail.from_name);
        let notes: Vec<Option<String>> = mail.notes.iter().map(|it| self.text(it)).collect();
        if !changed && from.is_none() && name.is_none() && notes.iter().all(Option::is_none) {
            return Cow::Borrowed(arrival);
        }
        let lines = lines
            .iter()
            .zip(masked)
            .map(|(line, (text, raw))| MailLine {
                text: text.unwrap_or_else(|| line.text.clone()),
                raw: raw.unwrap_or_else(|| line.raw.clone()),
                place: line.place,
                cut: line.cut,
                beyond: line.beyond,
                odd: line.odd,
            });
        let body = match mail.body {
            Body::Text(_) => Body::Text(lines.collect()),
            ref other => other.clone(),
        };
        let mut arrival = arrival.clone();
        let mail = &mut arrival.mail.mail;
        mail.body = body;
        mail.from = from.or(mail.from.take());
        mail.from_name = name.unwrap_or_else(|| std::mem::take(&mut mail.from_name));
        let names = mail.unread.iter_mut();
        names.for_each(|it| *it = self.text(it).unwrap_or_else(|| std::mem::take(it)));
        let pairs = mail.notes.iter_mut().zip(notes);
        pairs.for_each(|(note, masked)| *note = masked.unwrap_or_else(|| std::mem::take(note)));
        arrival.mail = OpenedMail::open(arrival.mail.mail);
        Cow::Owned(arrival)
    }
}

/// The word in the place of the password, if it reveals anything: a slip such as `turn 6 please`
/// does not.
fn secret_word(opener: &str) -> Option<String> {
    let word = plain::bare(&block::password(opener)?).text;
    let letters = word.chars().any(char::is_alphabetic);
    let others = word.chars().any(|it| !it.is_alphabetic());
    let odd = letters && others && word.chars().count() >= PASSWORD_CHARS_MIN;
    (odd || could_be_password(&word)).then_some(word)
}

/// Notes for the search what a mail brought: all its lines as its seat's own, and what else is
/// shown of it.
pub fn hear(work: &mut EntryBuilder<'_>, arrival: &Arrival) {
    let masked = |line: &MailLine| {
        if is_opener(&line.text) {
            block::mask(&line.text)
        } else {
            format!("{}\n{}", line.text, line.raw)
        }
    };
    let lines = arrival.mail.body.lines().iter();
    let text: Vec<String> = lines
        .map(masked)
        .chain(arrival.mail.from.clone())
        // Its reader quotes names of files and charsets in them.
        .chain(arrival.mail.notes.iter().cloned())
        .collect();
    work.heard().quote(arrival.seat, text.join("\n"));
}

/// Notes for the search what was made of a seat's own lines and goes back to it alone: their one
/// spelling, what they replace, and the hints.
pub fn echo(work: &mut EntryBuilder<'_>, seat: Seat, understood: &Understood) {
    let lines = understood.lines.iter().map(|it| it.text.as_str());
    let made = understood.corrected.iter().chain(&understood.beside);
    let made = made.chain(&understood.replaced);
    let faults = understood.faults.iter();
    let hints = faults.flat_map(|it| [it.reason.as_str(), it.hint.as_str()]);
    let all: Vec<&str> = lines.chain(made.map(String::as_str)).chain(hints).collect();
    work.heard().quote(seat, all.join("\n"));
}
