//! Lines that every game knows, as people type them: the dates of AWAY in full, and players by
//! their names, put into the language's own words before they are read.
//!
//! What cannot be put so stays as it is, and its fault says what to write. Not here: reading dates
//! (`clock::written`).

use crate::clock::civil::Date;
use crate::clock::written;
use crate::desk::entry::builder::EntryBuilder;
use crate::desk::inbox::arrival::Arrival;
use crate::lang::letter;
use std::borrow::Cow;

/// The day on which a mail came, at the club. A date without a year is the next such day from then
/// on, whenever the mail is read.
pub fn day_of(work: &EntryBuilder<'_>, arrival: &Arrival) -> Date {
    arrival.arrived.date(work.campaign.config.schedule.zone)
}

/// Lines of a player in the language's own words; what is inside letters stays.
pub fn in_full<'l>(
    work: &EntryBuilder<'_>,
    arrival: &Arrival,
    lines: &'l [String],
) -> Cow<'l, [String]> {
    if !lines
        .iter()
        .any(|it| begins(it, "AWAY") || begins(it, "MESSAGE"))
    {
        return Cow::Borrowed(lines);
    }
    let mut inside = false;
    let all = lines.iter().zip(1..).map(|(line, number)| {
        if inside {
            inside = !letter::ends(number, line);
            return line.clone();
        }
        inside = begins(line, "MESSAGE") || begins(line, "NEWS");
        let told = if begins(line, "AWAY") {
            written::away(line, day_of(work, arrival))
        } else if begins(line, "MESSAGE") {
            addressed(work, line)
        } else {
            None
        };
        told.unwrap_or_else(|| line.clone())
    });
    Cow::Owned(all.collect())
}

fn begins(line: &str, word: &str) -> bool {
    let first = line.split_whitespace().next();
    first.is_some_and(|it| it.eq_ignore_ascii_case(word))
}

/// `MESSAGE TO Cleo, blue` with seats in place of names; `None`: it names a player twice, or
/// somebody who is none.
fn addressed(work: &EntryBuilder<'_>, line: &str) -> Option<String> {
    let line = line.split([';', '#']).next().unwrap_or_default();
    let mut words = line.split_whitespace().skip(1).peekable();
    words.next_if(|it| it.eq_ignore_ascii_case("TO"));
    let rest: Vec<&str> = words.collect();
    let rest = rest.join(" ").replace(" and ", ", ").replace(" AND ", ", ");
    let parts = rest
        .trim_end_matches(['.', '!', ':'])
        .split(',')
        .map(str::trim);
    let seats: Option<Vec<String>> = parts
        .filter(|it| !it.is_empty())
        .map(|it| seat_of(work, it))
        .collect();
    let seats = seats.filter(|it| !it.is_empty())?;
    Some(format!("MESSAGE TO {}", seats.join(", ")))
}

/// The seat that is called so, or whose player is; a part of a name is enough where only one player
/// has it.
fn seat_of(work: &EntryBuilder<'_>, name: &str) -> Option<String> {
    let seats = work.campaign.table.seats();
    let is_it = |it: &str| it.to_lowercase() == name.to_lowercase();
    if is_it("ALL") {
        return Some("ALL".to_owned());
    }
    if let Some(seat) = seats.iter().find(|it| is_it(it.as_str())) {
        return Some(seat.to_string());
    }
    let named = |part: bool| {
        let mut called = seats.iter().filter(|seat| {
            let player = work.campaign.player(**seat);
            let player = player.map_or("", |it| it.name.as_str());
            is_it(player) || (part && player.split_whitespace().any(is_it))
        });
        let first = called.next()?;
        called.next().is_none().then(|| first.to_string())
    };
    named(false).or_else(|| named(true))
}
