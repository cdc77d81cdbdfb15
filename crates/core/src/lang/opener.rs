//! The line `#orders <campaign> <seat> turn <sheet> [password]`, where a game that names its sheets
//! has the name alone: `#orders <campaign> <seat> S1901M`.
//!
//! Not here: finding it (`block`), and whether the password is right (`mail`).

use super::diagnostic::{Diagnostic, Span};
use super::fault::{did_you_mean, quote};
use super::names::nearest;
use super::sheet::SheetNo;
use super::sheet_names::{SheetNames, could_be_name};
use super::turns::{Before, Turns};

/// What is put in place of a password wherever an opener is shown.
pub(super) const MASK: &str = "****";

/// What a sender may know, against which an opener is read.
#[derive(Debug, Clone, Copy)]
pub struct Known<'a> {
    /// The campaigns the sender may know of.
    pub campaigns: &'a [KnownCampaign],
}

/// One campaign the sender may know of.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct KnownCampaign {
    /// Its id.
    pub name: String,
    /// Its seats, by name.
    pub seats: Vec<String>,
    /// The sheet now open.
    pub open: SheetNo,
    /// How many parts a turn has: 0 for whole turns, 2 for sheets a and b.
    pub parts: u8,
    /// The last turn there can be, if that is known.
    pub last: Option<u32>,
    /// What its sheets are called.
    pub names: SheetNames,
}

impl KnownCampaign {
    fn turns(&self) -> Turns<'_> {
        Turns {
            open: self.open,
            parts: self.parts,
            last: self.last,
            names: &self.names,
        }
    }
}

/// What a block is for.
#[derive(Clone, PartialEq, Eq)]
pub struct Opener {
    /// The campaign, written as it is known.
    pub campaign: String,
    /// The seat, written as it is known.
    pub seat: String,
    /// The sheet the lines are for.
    pub sheet: SheetNo,
    /// Whether they are to be filed.
    pub asked: Asked,
    /// The password, if one was written. Never to be shown.
    pub password: Option<String>,
}

impl std::fmt::Debug for Opener {
    /// Without the password.
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let password = self.password.as_ref().map(|_| MASK);
        f.debug_struct("Opener")
            .field("campaign", &self.campaign)
            .field("seat", &self.seat)
            .field("sheet", &self.sheet)
            .field("asked", &self.asked)
            .field("password", &password)
            .finish()
    }
}

/// What is to be done with a block.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Asked {
    /// File it.
    File,
    /// `check`: read and explain it, and file nothing.
    Check,
}

/// A word of an opener with its place.
#[derive(Debug, Clone, Copy)]
struct Word<'l> {
    text: &'l str,
    span: Span,
}

impl Word<'_> {
    fn is(&self, word: &str) -> bool {
        self.text.eq_ignore_ascii_case(word)
    }
}

/// The words after `#orders`.
fn words(line: &str) -> Vec<Word<'_>> {
    let live = line.split(';').next().unwrap_or_default().trim_end();
    let live = live.strip_suffix('.').unwrap_or(live);
    let mut words = Vec::new();
    let mut begin = None;
    for (column, (at, letter)) in live.char_indices().enumerate() {
        if letter.is_whitespace() {
            if let Some((from, first)) = begin.take() {
                words.push(word(&live[from..at], first, column));
            }
        } else if begin.is_none() {
            begin = Some((at, column));
        }
    }
    if let Some((from, first)) = begin {
        words.push(word(&live[from..], first, live.chars().count()));
    }
    let sharp = words.first().is_some_and(|it| it.text == "#");
    words.drain(..words.len().min(if sharp { 2 } else { 1 }));
    words
}

fn word(text: &str, first: usize, end: usize) -> Word<'_> {
    let number = |it: usize| u32::try_from(it).unwrap_or(u32::MAX);
    let span = Span {
        line: 0,
        column: number(first + 1),
        width: number(end - first),
    };
    Word { text, span }
}

fn end_of(line: &str) -> Span {
    let live = line.split(';').next().unwrap_or_default();
    let length = live.trim_end().trim_end_matches('.').chars().count();
    Span {
        line: 0,
        column: u32::try_from(length + 1).unwrap_or(u32::MAX),
        width: 1,
    }
}

/// An opener made whole that leaves out what the address says to which its mail came: the campaign
/// and seat given here, and the sheet. `None`: it leaves out nothing, or says something else.
pub fn completed(
    line: &str,
    [campaign, seat]: [&str; 2],
    (sheet, names): (SheetNo, &SheetNames),
) -> Option<String> {
    let words = words(line);
    let mut rest = words.as_slice();
    for told in [campaign, seat] {
        if let Some((_, behind)) = rest.split_first().filter(|it| it.0.is(told)) {
            rest = behind;
        }
    }
    match rest {
        [] => Some(format!("#orders {campaign} {seat} {}", names.turn(sheet))),
        [check] if check.is("check") => Some(format!("#orders {campaign} {seat} check")),
        _ => None,
    }
}

/// The sheet that the last word of an opener names.
pub fn sheet_named(line: &str, names: &SheetNames) -> Option<SheetNo> {
    names.read(line.split_whitespace().last()?).ok()
}

/// Reads an opener.
///
/// # Errors
/// The fault that refuses the whole block. It never quotes a password.
pub fn opener(known: &Known<'_>, line: &str) -> Result<Opener, Diagnostic> {
    let words = words(line);
    let unfinished = |hint: String| {
        Diagnostic::new(
            end_of(line),
            "the line is not finished",
            format!("expected here: {hint}"),
        )
    };
    let Some((campaign, rest)) = words.split_first() else {
        return Err(unfinished("your campaign".to_owned()));
    };
    let campaigns = known.campaigns.iter();
    let Some(of) = campaigns.clone().find(|it| campaign.is(&it.name)) else {
        return Err(unknown(
            "campaign",
            *campaign,
            campaigns.map(|it| it.name.as_str()),
        ));
    };
    let Some((seat, rest)) = rest.split_first() else {
        return Err(unfinished("your seat".to_owned()));
    };
    let seats = of.seats.iter();
    let Some(name) = seats.clone().find(|it| seat.is(it)) else {
        return Err(unknown("seat", *seat, seats.map(String::as_str)));
    };
    let turn = of.names.turn(of.open);
    let (asked, rest) = match rest.split_first() {
        Some((check, rest)) if check.is("check") => (Asked::Check, rest),
        _ => (Asked::File, rest),
    };
    let (sheet, rest) = sheet(of, asked, rest, &turn).map_err(|fault| match fault {
        Some(fault) => fault,
        None => unfinished(turn.clone()),
    })?;
    if let Some(more) = rest.get(1) {
        let span = Span {
            column: end_of(&mask(line)).column,
            ..more.span
        };
        let reason = "nothing may follow the password";
        return Err(Diagnostic::new(Span { width: 1, ..span }, reason, ""));
    }
    Ok(Opener {
        campaign: of.name.clone(),
        seat: name.clone(),
        sheet,
        asked,
        password: rest.first().map(|it| it.text.to_owned()),
    })
}

fn unknown<'k>(kind: &str, word: Word<'_>, known: impl Iterator<Item = &'k str>) -> Diagnostic {
    let near = nearest(word.text, known.map(|it| (it, it)));
    let hint = if near.is_empty() {
        "write it in full, as in the report".to_owned()
    } else {
        did_you_mean(&near)
    };
    let reason = if is_password_like(word.text) {
        format!("no {kind} is named here")
    } else {
        format!("no {kind} is called {}", quote(word.text))
    };
    Diagnostic::new(word.span, reason, hint)
}

/// Whether this is written as each part of a password is: five letters, the second and the fourth
/// of them vowels, of those that passwords have.
fn is_group(text: &str) -> bool {
    let small = text.to_ascii_lowercase();
    let fits = |(at, letter): (usize, u8)| match at % 2 {
        0 => b"bdfghjklmnprstvz".contains(&letter),
        _ => b"aiou".contains(&letter),
    };
    small.len() == 5 && small.bytes().enumerate().all(fits)
}

/// `[turn] sheet`, and what comes after it. An `Err` without a fault: the line is not finished.
fn sheet<'w, 'l>(
    of: &KnownCampaign,
    asked: Asked,
    words: &'w [Word<'l>],
    turn: &str,
) -> Result<(SheetNo, &'w [Word<'l>]), Option<Diagnostic>> {
    let (named, rest) = match words.split_first() {
        Some((first, rest)) if first.is("turn") => (true, rest),
        _ => (false, words),
    };
    let hint = format!("expected here: {turn}");
    let Some((word, rest)) = rest.split_first() else {
        return match asked {
            Asked::Check if !named => Ok((of.open, &[])),
            _ => Err(None),
        };
    };
    let digits = word.text.starts_with(|it: char| it.is_ascii_digit());
    match of.names.read(word.text) {
        Ok(sheet) => match super::turns::wrong(sheet, of.turns(), Before::Block) {
            Some((reason, hint)) => Err(Some(Diagnostic::new(word.span, reason, hint))),
            None => Ok((sheet, rest)),
        },
        Err(_) if named && !is_password_like(word.text) => {
            let reason = format!("did not understand {}", quote(word.text));
            Err(Some(Diagnostic::new(word.span, reason, hint)))
        }
        // Behind `check` the sheet may be left out: this is the password.
        Err(_) if asked == Asked::Check && !named => Ok((of.open, words)),
        // It may be a password too, so it is not repeated.
        Err(_) => {
            let span = Span {
                width: if digits { word.span.width } else { 1 },
                ..word.span
            };
            let reason = "the turn must be named before anything else here";
            Err(Some(Diagnostic::new(span, reason, hint)))
        }
    }
}

/// The opener with what may be a password hidden: everything after campaign and seat but
/// `turn`, `check`, and one word in the place of the sheet.
pub fn mask(line: &str) -> String {
    let (shown, secret) = parted(line);
    let Some(first) = secret.first() else {
        return line.to_owned();
    };
    let end = shown.map_or(first.span.column - 1, |word| {
        word.span.column + word.span.width - 1
    });
    let front: String = line.chars().take(end as usize).collect();
    format!("{front}{}", format!(" {MASK}").repeat(secret.len()))
}

/// The password in an opener, whether or not the rest of it is right.
pub fn password(line: &str) -> Option<String> {
    let (_, secret) = parted(line);
    secret.first().map(|it| it.text.to_owned())
}

/// An opener without what else is on its line, and that: orders, or a comment with its `;`. `None`:
/// there is nothing else. One word more may be a password, and stays.
pub fn with_more(line: &str) -> Option<(String, String)> {
    let (shown, more) = parted(line);
    shown.filter(is_sheet)?;
    let is_secret = |it: &Word<'_>| it.text.split('-').all(is_group);
    let behind = match more.as_slice() {
        [password, rest @ ..] if is_password_like(password.text) => rest.first(),
        [_] => None,
        words if words.iter().any(is_secret) => None,
        words => words.first(),
    };
    let from = match (behind, line.find(';')) {
        (Some(word), _) => {
            let mut letters = line.char_indices();
            letters.nth(word.span.column as usize - 1)?.0
        }
        (None, comment) => comment?,
    };
    let (opener, more) = line.split_at(from);
    let is_empty = more.trim_matches([';', ' ', '\t']).is_empty();
    (!is_empty).then(|| (opener.trim_end().to_owned(), more.trim().to_owned()))
}

/// Whether a word has as many letters as a password, and nothing but letters and hyphens.
fn is_password_like(word: &str) -> bool {
    if word == MASK {
        return true;
    }
    const LETTERS: usize = 20;
    let letters = word.chars().filter(char::is_ascii_alphabetic).count();
    letters == LETTERS && word.chars().all(|it| it.is_ascii_alphabetic() || it == '-')
}

/// Whether a word names a sheet: by its number, or as some game may.
fn is_sheet(word: &Word<'_>) -> bool {
    word.text.parse::<SheetNo>().is_ok() || could_be_name(word.text)
}

/// The last word of an opener that may be shown, and those that may be a password.
fn parted(line: &str) -> (Option<Word<'_>>, Vec<Word<'_>>) {
    let words = words(line);
    let mut end = words.len().min(2);
    if words.get(end).is_some_and(|it| it.is("check")) {
        end += 1;
    }
    let named = words.get(end).is_some_and(|it| it.is("turn"));
    if named {
        end += 1;
    }
    if words.get(end).is_some_and(|it| named || is_sheet(it)) {
        end += 1;
    }
    // Where a word was left out, the password has moved to the front.
    let moved = words
        .iter()
        .skip(1)
        .position(|it| is_password_like(it.text));
    end = moved.map_or(end, |it| end.min(it + 1));
    let last = end.checked_sub(1).and_then(|it| words.get(it));
    (last.copied(), words[end..].to_vec())
}
