//! Letters in a sheet: the lines below `MESSAGE`, `NEWS` or `NOTE`, down to `END`.
//!
//! Not here: collecting them (`join`), and who gets them (`desk`).

use super::cut::{TEXT_MARK, Token, cut};
use super::diagnostic::{Diagnostic, Span};
use super::fault::{Fault, did_you_mean, quote};
use super::names::nearest;

/// Begins the orders of a player that are a text (umpire).
pub const FREE_ORDERS: &str = "ORDERS";

/// Begins the text that some seats are told (umpire).
pub const TOLD: &str = "TO";

/// A letter to other seats, to the newspaper, or to its writer alone.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Letter {
    /// The line it begins on.
    pub line: u32,
    /// For whom it is.
    pub to: To,
    /// The lines between, as written.
    pub text: String,
}

/// For whom a letter is.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum To {
    /// Seats by name; empty: all others.
    Seats(Vec<String>),
    /// The same, without the name of its writer.
    Unsigned(Vec<String>),
    /// The referee.
    Referee,
    /// The newspaper of the turn; without any lines it takes back what was sent for it before.
    Newspaper {
        /// Without the name of its seat.
        anonymous: bool,
    },
    /// Its writer: a note, which comes back in their reports; without any lines it ends the one of
    /// before.
    Writer,
}

impl Letter {
    /// `NEWS NONE`, `NOTE NONE`.
    pub(super) fn none(line: u32, to: &To) -> Self {
        Letter {
            line,
            to: to.clone(),
            text: String::new(),
        }
    }

    /// Whether it is a note to its writer.
    pub fn is_note(&self) -> bool {
        self.to == To::Writer
    }
}

impl To {
    /// The fault of a letter from this line on that has no `END`.
    pub(super) fn endless(&self, line: u32) -> Diagnostic {
        let (width, reason, hint) = match self {
            To::Seats(_) | To::Unsigned(_) | To::Referee => (
                7,
                "the letter has no END, so it was not sent",
                "write END on a line of its own after the letter",
            ),
            To::Newspaper { .. } => (
                4,
                "the news has no END, so it was not taken",
                "write END on a line of its own after it",
            ),
            To::Writer => (
                4,
                "the note has no END, so it was not kept",
                "write END on a line of its own after it",
            ),
        };
        let column = 1;
        let span = Span {
            line,
            column,
            width,
        };
        Diagnostic::new(span, reason, hint)
    }
}

/// Whether lines of a letter are below this one.
pub(super) fn begins(tokens: &[Token]) -> bool {
    let none = matches!(tokens, [_, none] if none.is("NONE"));
    let first = |word: &str| tokens.first().is_some_and(|it| it.is(word));
    // `Note that I am away` is a sentence: what is below it is no note.
    first("MESSAGE") || (first("NEWS") && !none) || (first("NOTE") && tokens.len() == 1)
}

/// Whether text follows a line of a sheet, as it is written: a letter, or what belongs to an order
/// (`text`). In an order's word alone nobody writes a sentence; before others it is in capitals.
pub fn is_above_text(line: &str) -> bool {
    // In one line it holds its text.
    if line.contains(TEXT_MARK) {
        return false;
    }
    let mut words = line.split_whitespace();
    let (first, more) = (words.next().unwrap_or_default(), words.next().is_some());
    let is = |word: &str| first.eq_ignore_ascii_case(word);
    is("MESSAGE")
        || is("NEWS")
        || (is("NOTE") && begins(&cut(1, line).tokens))
        || (!more && is(FREE_ORDERS))
        || (more && first == TOLD)
}

/// Whether a line is END and nothing else. Only what may be is cut into words.
pub fn ends(number: u32, raw: &str) -> bool {
    let written = raw.trim_start();
    let begins = written
        .get(..3)
        .is_some_and(|it| it.eq_ignore_ascii_case("END"));
    begins && matches!(cut(number, raw).tokens.as_slice(), [end] if end.is("END"))
}

/// `MESSAGE TO north, south`, `MESSAGE ANONYMOUS TO ALL`, and its one spelling.
pub(super) fn message(seats: &[String], tokens: &[Token]) -> Result<(To, String), Fault> {
    let mut rest = &tokens[1..];
    let is_seat = |token: &Token| seats.iter().any(|it| token.is(it));
    let unsigned = rest
        .first()
        .is_some_and(|it| it.is("ANONYMOUS") && !is_seat(it));
    if unsigned {
        rest = &rest[1..];
    }
    if rest.first().is_some_and(|it| it.is("TO")) {
        rest = &rest[1..];
    }
    if rest.is_empty() {
        return Err(Fault::unfinished(
            tokens,
            "expected here: TO and a seat, or ALL",
        ));
    }
    let begins = if unsigned {
        "MESSAGE ANONYMOUS TO"
    } else {
        "MESSAGE TO"
    };
    let all_of = |to: Vec<String>| {
        if unsigned {
            To::Unsigned(to)
        } else {
            To::Seats(to)
        }
    };
    if let [all] = rest
        && all.is("ALL")
    {
        return Ok((all_of(Vec::new()), format!("{begins} ALL")));
    }
    if let [referee] = rest
        && referee.is("REFEREE")
        && !seats.iter().any(|it| it == "referee")
    {
        if unsigned {
            let reason = "the referee learns who writes".to_owned();
            return Err(Fault::words(
                referee.span,
                reason,
                "write MESSAGE TO REFEREE",
            ));
        }
        return Ok((To::Referee, "MESSAGE TO REFEREE".to_owned()));
    }
    let to = named(seats, rest)?;
    if to.is_empty() {
        return Err(Fault::unfinished(tokens, "expected here: a seat or ALL"));
    }
    let printed = format!("{begins} {}", to.join(", "));
    Ok((all_of(to), printed))
}

/// The seats that these words name, each once.
fn named(seats: &[String], words: &[Token]) -> Result<Vec<String>, Fault> {
    let mut to: Vec<String> = Vec::new();
    for token in words {
        if token.is(",") || token.is("AND") {
            continue;
        }
        let Some(seat) = seats.iter().find(|it| token.is(it)) else {
            let reason = format!("no seat is called {}", quote(&token.text));
            let near = nearest(
                &token.text,
                seats.iter().map(|it| (it.as_str(), it.as_str())),
            );
            let hint = if near.is_empty() {
                format!("expected here: {} or ALL", seats.join(", "))
            } else {
                did_you_mean(&near)
            };
            return Err(Fault::words(token.span, reason, hint));
        };
        if !to.contains(seat) {
            to.push(seat.clone());
        }
    }
    Ok(to)
}

/// What a line says that is above a text, or takes one back.
pub(super) enum Head {
    /// The text is below it.
    Above(To),
    /// `NONE`: what was sent before is taken back.
    None(To),
}

/// `NEWS`, `NEWS ANONYMOUS` or `NEWS NONE`, and its one spelling.
pub(super) fn news(tokens: &[Token]) -> Result<(Head, &'static str), Fault> {
    let to = |anonymous| To::Newspaper { anonymous };
    match &tokens[1..] {
        [] => Ok((Head::Above(to(false)), "NEWS")),
        [one] if one.is("ANONYMOUS") => Ok((Head::Above(to(true)), "NEWS ANONYMOUS")),
        [one] if one.is("NONE") => Ok((Head::None(to(false)), "NEWS NONE")),
        rest => {
            let reason = "NEWS must be alone on its line, above the text to be printed";
            let hint = "write NEWS, NEWS ANONYMOUS or NEWS NONE";
            Err(not_alone(rest, reason, hint))
        }
    }
}

/// `NOTE` or `NOTE NONE`, and its one spelling.
pub(super) fn note(tokens: &[Token]) -> Result<(Head, &'static str), Fault> {
    match &tokens[1..] {
        [] => Ok((Head::Above(To::Writer), "NOTE")),
        [one] if one.is("NONE") => Ok((Head::None(To::Writer), "NOTE NONE")),
        rest => {
            let reason = "NOTE must be alone on its line, above your note";
            let hint = "write NOTE, below it your note, and END; or NOTE NONE";
            Err(not_alone(rest, reason, hint))
        }
    }
}

fn not_alone(rest: &[Token], reason: &str, hint: &str) -> Fault {
    let span = rest[0].span.to(rest[rest.len() - 1].span);
    Fault::words(span, reason, hint)
}
