//! Lines that name days: `AWAY 2026-12-24..2027-01-02 [ALL]`, `AWAY NONE`, and `SUBSTITUTE` with
//! the same.
//!
//! As people write days is made into this before (`clock::written`). Not here: what follows from it
//! (`desk`).

use super::cut::Token;
use super::fault::{Fault, FaultKind};

/// For which campaigns an AWAY line is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Campaigns {
    /// That of its sheet.
    This,
    /// `ALL`: every one in which its player has a seat.
    All,
}

impl Campaigns {
    /// What a line says of it at its end.
    fn printed(self) -> &'static str {
        match self {
            Campaigns::This => "",
            Campaigns::All => " ALL",
        }
    }
}

/// Two days, as `2026-12-24`; `None`: none any more.
pub(super) type Days = Option<(String, String)>;

/// Reads an AWAY line; its one spelling with it.
pub(super) fn away(tokens: &[Token]) -> Result<(Days, Campaigns, String), Fault> {
    let (rest, campaigns) = match tokens.get(1..).unwrap_or_default() {
        [rest @ .., last] if last.is("ALL") => (rest, Campaigns::All),
        [first, rest @ ..] if first.is("ALL") => (rest, Campaigns::All),
        rest => (rest, Campaigns::This),
    };
    let more = campaigns.printed();
    if is_none(rest) {
        return Ok((None, campaigns, format!("AWAY NONE{more}")));
    }
    let (from, to) = days("AWAY", tokens, rest)?;
    let printed = format!("AWAY {from}..{to}{more}");
    Ok((Some((from, to)), campaigns, printed))
}

/// Reads a SUBSTITUTE line; its one spelling with it.
pub(super) fn substitute(tokens: &[Token]) -> Result<(Days, String), Fault> {
    let rest = tokens.get(1..).unwrap_or_default();
    if is_none(rest) {
        return Ok((None, "SUBSTITUTE NONE".to_owned()));
    }
    let (from, to) = days("SUBSTITUTE", tokens, rest)?;
    let printed = format!("SUBSTITUTE {from}..{to}");
    Ok((Some((from, to)), printed))
}

fn is_none(rest: &[Token]) -> bool {
    matches!(rest, [only] if only.is("NONE"))
}

/// The two days that `rest` names of a line with this first word.
fn days(word: &str, line: &[Token], rest: &[Token]) -> Result<(String, String), Fault> {
    let written: String = rest.iter().map(|it| it.text.as_str()).collect();
    let both = written.split_once("..");
    if let Some((from, to)) = both
        && is_date(from)
        && is_date(to)
        && from <= to
    {
        return Ok((from.to_owned(), to.to_owned()));
    }
    let hint = format!("write {word} 2026-07-01..2026-07-14, or {word} 1 Jul - 14 Jul");
    let mut fault = Fault::unfinished(line, hint);
    if let (Some(first), Some(last)) = (line.get(1), line.last()) {
        fault.diagnostic.span = first.span.to(last.span);
        fault.kind = FaultKind::Words;
    }
    fault.diagnostic.reason = match both {
        Some((from, to)) if is_date(from) && is_date(to) => {
            "the second date is before the first".to_owned()
        }
        Some(_) => "dates are written as 2026-12-24: the year, the month, the day".to_owned(),
        None => format!("{word} needs two dates"),
    };
    Err(fault)
}

/// `2026-12-24`: a day there is.
fn is_date(text: &str) -> bool {
    let parts: Vec<&str> = text.split('-').collect();
    let [year, month, day] = parts.as_slice() else {
        return false;
    };
    let digits = |it: &str, length| it.len() == length && it.bytes().all(|it| it.is_ascii_digit());
    if !(digits(year, 4) && digits(month, 2) && digits(day, 2)) {
        return false;
    }
    let number = |it: &str| it.parse::<u32>().unwrap_or(0);
    let (year, month, day) = (number(year), number(month), number(day));
    let leap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0);
    let days = match month {
        1 | 3 | 5 | 7 | 8 | 10 | 12 => 31,
        4 | 6 | 9 | 11 => 30,
        2 if leap => 29,
        2 => 28,
        _ => 0,
    };
    (1..=days).contains(&day)
}
