//! `VOTE EXTEND 2d`, `VOTE DRAW`, `VOTE CONCEDE france`, `VOTE END`, `VOTE NONE`.
//!
//! Not here: counting votes (`desk`).

use super::cut::Token;
use super::fault::{Fault, quote};
use super::request::Vote;

/// Days by which a vote may ask to move a deadline.
const EXTEND_DAYS_MAX: u32 = 14;

const HINT: &str =
    "write VOTE EXTEND 2d, VOTE DRAW, VOTE CONCEDE and a seat, VOTE END, or VOTE NONE";

/// Reads such a line; its one spelling with it.
pub(super) fn vote(seats: &[String], tokens: &[Token]) -> Result<(Vote, String), Fault> {
    let [_, what, rest @ ..] = tokens else {
        return Err(Fault::unfinished(tokens, HINT));
    };
    let plain = [
        ("DRAW", Vote::Draw),
        ("END", Vote::End),
        ("NONE", Vote::None),
    ];
    if let Some((word, vote)) = plain.into_iter().find(|it| what.is(it.0)) {
        return match rest.first() {
            None => Ok((vote, format!("VOTE {word}"))),
            Some(more) => {
                let written = quote(&more.text);
                let reason = format!("the order should end here; {written} was not understood");
                Err(Fault::words(
                    more.span,
                    reason,
                    "expected here: the end of the line",
                ))
            }
        };
    }
    if what.is("EXTEND") {
        return match hours(&joined(rest)) {
            Some(hours) if hours % 24 == 0 => {
                let days = hours / 24;
                Ok((Vote::Extend(hours), format!("VOTE EXTEND {days}d")))
            }
            Some(hours) => Ok((Vote::Extend(hours), format!("VOTE EXTEND {hours}h"))),
            None => {
                let hint = format!("write VOTE EXTEND 2d, or 36h; at most {EXTEND_DAYS_MAX}d");
                Err(expected("a length of time", (tokens, rest), hint))
            }
        };
    }
    if what.is("CONCEDE") {
        let rest = &rest[usize::from(rest.first().is_some_and(|it| it.is("TO")))..];
        let written = joined(rest);
        return match seats.iter().find(|it| **it == written) {
            Some(seat) => Ok((Vote::Concede(seat.clone()), format!("VOTE CONCEDE {seat}"))),
            None => {
                let hint = format!("write VOTE CONCEDE and one of {}", seats.join(", "));
                Err(expected("a seat", (tokens, rest), hint))
            }
        };
    }
    let reason = format!("did not understand {}", quote(&what.text));
    Err(Fault::words(what.span, reason, HINT))
}

fn joined(tokens: &[Token]) -> String {
    tokens.iter().map(|it| it.text.to_lowercase()).collect()
}

fn expected(what: &str, (line, rest): (&[Token], &[Token]), hint: String) -> Fault {
    match (rest.first(), rest.last()) {
        (Some(first), Some(last)) => {
            let reason = format!("{what} was expected here, and nothing else");
            Fault::words(first.span.to(last.span), reason, hint)
        }
        _ => Fault::unfinished(line, hint),
    }
}

/// `2d`, `36h`: so many hours, from one to the most.
fn hours(text: &str) -> Option<u32> {
    let (number, unit) = match text.strip_suffix('d') {
        Some(number) => (number, 24),
        None => (text.strip_suffix('h')?, 1),
    };
    let digits = !number.is_empty() && number.bytes().all(|it| it.is_ascii_digit());
    let number: u32 = number.parse().ok().filter(|_| digits)?;
    let hours = number.checked_mul(unit)?;
    (1..=EXTEND_DAYS_MAX * 24).contains(&hours).then_some(hours)
}
