//! A deadline as the referee writes it: what `new --deadline` takes, a length of time, or a date,
//! on the campaign's own clock.
//!
//! Not here: the deadlines that a schedule gives by itself (`schedule`).

use crate::clock::civil::{Date, Day, TimeOfDay};
use crate::clock::length::Length;
use crate::clock::{Moment, in_zone};
use crate::config::schedule::{Cadence, Deadlines, Schedule};
use crate::desk::calendar::schedule::deadline_from;
use crate::fault::Fault;
use std::collections::BTreeMap;
use std::str::FromStr;

/// Where a deadline moves.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Wanted {
    /// To which moment; `None`: no time is set.
    pub at: Option<Moment>,
    /// Whether it is later than was asked, after holidays.
    pub past_holidays: bool,
}

/// Reads a cadence; of a game whose sheets are of kinds also one for each, such as
/// `movement 7d 20:00, retreats 2d 20:00`.
///
/// # Errors
/// What is neither; a kind that is missing, or that the game does not have.
pub fn deadlines(text: &str, kinds: &[&str]) -> anyhow::Result<Deadlines> {
    let first = text.split_whitespace().next().unwrap_or_default();
    let many = text.split_whitespace().count() > 2;
    let by_kind = kinds.contains(&first) || (many && is_kind(first));
    if kinds.is_empty() || !by_kind {
        return Ok(cadence(text)?.into());
    }
    let mut all: BTreeMap<String, Vec<&str>> = BTreeMap::new();
    let mut kind = String::new();
    for piece in text.split(',').map(str::trim) {
        // A comma is between days of the week, too.
        let rest = match piece.split_once(' ') {
            Some((word, rest)) if is_kind(word) => {
                word.clone_into(&mut kind);
                rest.trim()
            }
            _ => piece,
        };
        all.entry(kind.clone()).or_default().push(rest);
    }
    let each = all.into_iter();
    let each = each.map(|(kind, days)| Ok((kind, cadence(&days.join(","))?)));
    let deadlines = Deadlines::ByKind(each.collect::<anyhow::Result<_>>()?);
    let hint = || {
        let each: Vec<String> = kinds.iter().map(|it| format!("{it} 2d 20:00")).collect();
        format!(
            "Write \"{}\", or one deadline for all: \"2d 20:00\".",
            each.join(", ")
        )
    };
    let checked = deadlines.check(kinds);
    checked.map_err(|it| Fault::usage(it).hint(hint()))?;
    Ok(deadlines)
}

/// Whether a word of a deadline can only be the kind of a sheet.
fn is_kind(word: &str) -> bool {
    let is_day = word.split(',').all(|it| it.parse::<Day>().is_ok());
    word.starts_with(|it: char| it.is_ascii_alphabetic()) && word != "never" && !is_day
}

/// Reads `sun 20:00`, `tue,fri 18:30`, `3d 20:00`, `never`.
///
/// # Errors
/// What is none of these.
pub fn cadence(text: &str) -> anyhow::Result<Cadence> {
    let wrong = || {
        Fault::usage(format!("`{text}` is not a deadline"))
            .hint("Write \"sun 20:00\", \"tue,fri 18:30\", \"3d 20:00\" or \"never\".")
    };
    if text == "never" {
        return Ok(Cadence::Never {});
    }
    let (days, at) = text.split_once(' ').ok_or_else(wrong)?;
    let at = at.trim().parse().map_err(|_| wrong())?;
    if let Some(count) = days.strip_suffix('d') {
        let count: u16 = count.parse().map_err(|_| wrong())?;
        let days = count.try_into().map_err(|_| wrong())?;
        return Ok(Cadence::Days { days, at });
    }
    let days: Result<Vec<_>, _> = days.split(',').map(FromStr::from_str).collect();
    let days = days.map_err(|_| wrong())?.try_into().map_err(|_| wrong())?;
    Ok(Cadence::Weekday { days, at })
}

/// Reads where a deadline shall move that is at `old`, if there is one. A length or a day
/// of the week counts from the present deadline, or from now if that has passed; a date is
/// taken as it is written, holidays or not.
///
/// # Errors
/// What says no time to come.
pub fn moved(
    schedule: &Schedule,
    old: Option<Moment>,
    text: &str,
    now: Moment,
) -> anyhow::Result<Wanted> {
    let zone = schedule.zone;
    let from = old.unwrap_or(now).max(now);
    let text = text.trim();
    let exact = |at| Wanted {
        at: Some(at),
        past_holidays: false,
    };
    let later = |at| {
        let deadline = deadline_from(schedule, at, &[]);
        Wanted {
            at: Some(deadline.at),
            past_holidays: !deadline.moved.is_empty(),
        }
    };
    if let Ok(length) = text.parse::<Length>()
        && length.seconds() > 0
    {
        return Ok(later(from.plus(length)));
    }
    let sooner = text
        .strip_prefix('-')
        .and_then(|it| it.parse::<Length>().ok());
    if let (Some(length), Some(old)) = (sooner, old) {
        return Ok(exact(old.minus(length)));
    }
    if let Ok(moment) = text.parse::<Moment>() {
        return Ok(exact(moment));
    }
    if let Some((date, at)) = text.split_once([' ', 'T'])
        && let (Ok(date), Ok(at)) = (date.parse::<Date>(), at.trim().parse::<TimeOfDay>())
    {
        return Ok(exact(in_zone(zone, date, at)));
    }
    if !text.is_empty() && text.bytes().all(|it| it.is_ascii_digit()) {
        return Err(Fault::usage(format!("{text} needs a unit: {text}h or {text}d")).into());
    }
    let cadence = cadence(text).map_err(|_| {
        Fault::usage(format!("can't read `{text}` as a future time"))
            .hint("Write how much longer, 24h or 2d, or sooner, -1d;")
            .hint("a day, \"sun 20:00\" or \"3d 20:00\";")
            .hint("a date on the campaign's clock, \"2026-11-29 20:00\"; or \"never\".")
    })?;
    let today = from.date(zone);
    Ok(match cadence {
        Cadence::Never {} => Wanted {
            at: None,
            past_holidays: false,
        },
        Cadence::Days { days, at } => later(in_zone(zone, today.plus_days(days.get()), at)),
        Cadence::Weekday { days, at } => {
            // The same day of the week may have passed its hour: then it is that of next week.
            let mut dates = (0..=7).map(|it| today.plus_days(it));
            let next = dates.find(|it| days.contains(it.day()) && in_zone(zone, *it, at) > from);
            later(in_zone(zone, next.unwrap_or(today.plus_days(7)), at))
        }
    })
}
