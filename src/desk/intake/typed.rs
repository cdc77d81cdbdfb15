//! Lines that every game knows, as people type them: the dates of AWAY in full, and players by
//! their names, put into the language's own words before they are read.
//!
//! What cannot be put so stays as it is, and its fault says what to write: also where an order
//! names a player, as orders know seats alone. Not here: reading dates (`clock::written`).

use crate::clock::civil::Date;
use crate::clock::written;
use crate::desk::entry::builder::EntryBuilder;
use crate::desk::inbox::arrival::Arrival;
use crate::lang::common_help;
use crate::lang::courtesy;
use crate::lang::diagnostic::Diagnostic;
use crate::lang::letter;
use std::borrow::Cow;
use std::cell::OnceCell;
use std::collections::BTreeSet;

/// Words after the names of a letter's readers, and a comma, from which on they are the letter.
const LETTER_WORDS_MIN: usize = 3;

/// Letters of words beside a sheet that are shown again.
const BEGINNING_MAX: usize = 50;

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
    let may_be = |it: &String| is_dated(it) || begins(it, "MESSAGE") || headline(it).is_some();
    if !lines.iter().any(may_be) {
        return Cow::Borrowed(lines);
    }
    let verbs = OnceCell::new();
    let mut all = Vec::new();
    // Where the text of a letter or of news begins whose END has not come yet.
    let mut letter = None;
    // Whether those are known to whom it is: no END is added to a letter that will be refused.
    let mut is_to_seats = false;
    for (line, number) in lines.iter().zip(1..) {
        if letter.is_some() {
            letter = letter.filter(|_| !letter::ends(number, line));
            all.push(line.clone());
            continue;
        }
        let told = if is_dated(line) {
            let line = courtesy::without_please(line);
            written::away(&line, day_of(work, arrival)).map(|it| vec![it])
        } else if begins(line, "MESSAGE") {
            addressed(work, line)
        } else if let Some([head, text]) = headline(line) {
            // It may go on below, down to an END; else it is all of the news.
            let verbs = verbs.get_or_init(|| first_words(work, arrival));
            if !ends_below(verbs, &lines[number as usize..]) {
                all.extend([head, text, "END".to_owned()]);
                continue;
            }
            Some(vec![head, text])
        } else {
            None
        };
        if letter::is_above_text(line) {
            letter = Some(all.len() + 1);
            is_to_seats = told.is_some();
        }
        all.extend(told.unwrap_or_else(|| vec![line.clone()]));
    }
    // A letter that is all of the rest needs no END, unless orders may be in it by mistake.
    let is_letter = |from: usize| {
        let verbs = verbs.get_or_init(|| first_words(work, arrival));
        let mut text = all[from..].iter().map(|it| first_word(it));
        begins(&all[from - 1], "MESSAGE") && !text.any(|it| verbs.contains(it.as_str()))
    };
    if letter.filter(|_| is_to_seats).is_some_and(is_letter) {
        all.push("END".to_owned());
    }
    Cow::Owned(all)
}

/// The first words of a text, as they are shown again.
pub fn beginning(lines: &[String]) -> String {
    let words = lines.iter().flat_map(|it| it.split_whitespace());
    let mut told = String::new();
    for word in words {
        if told.chars().count() + word.chars().count() > BEGINNING_MAX {
            return told + " …";
        }
        if !told.is_empty() {
            told.push(' ');
        }
        told.push_str(word);
    }
    told
}

/// `NEWS The Queen is amused.`: what is above news, and its first line. In small letters it is news
/// only with a colon: `News of it came late` is a sentence.
fn headline(line: &str) -> Option<[String; 2]> {
    let line = line.trim_start();
    let word = line.get(.."NEWS".len())?;
    let rest = &line["NEWS".len()..];
    let marked = rest.strip_prefix(':');
    if !(word == "NEWS" || (word.eq_ignore_ascii_case("NEWS") && marked.is_some())) {
        return None;
    }
    let rest = marked.unwrap_or(rest);
    let unsigned = rest.trim_start().strip_prefix("ANONYMOUS");
    let unsigned = unsigned.filter(|it| it.starts_with([' ', ':']));
    let head = if unsigned.is_some() {
        "NEWS ANONYMOUS"
    } else {
        "NEWS"
    };
    let text = unsigned.unwrap_or(rest).trim_start_matches(':');
    let is_apart = marked.is_some() || text.starts_with(char::is_whitespace);
    let text = text.trim();
    // A letter to somebody is no news, nor is what takes news back.
    let first = first_word(text);
    let is_other = ["TO", "NONE", "ANON", "OFF", "CANCEL", "DELETE"].contains(&first.as_str());
    (is_apart && !is_other && text.split_whitespace().count() > 1)
        .then(|| [head.to_owned(), text.to_owned()])
}

/// The words with which orders begin, and lines that every game knows.
fn first_words(work: &EntryBuilder<'_>, arrival: &Arrival) -> BTreeSet<&'static str> {
    let grammar = work.table(arrival.seat).grammar(arrival.seat);
    let orders = grammar.orders.iter().map(|it| it.name);
    orders
        .chain(common_help::help(&grammar).map(|it| it.word))
        .collect()
}

/// Whether a line END is below, before any that begins as an order does.
fn ends_below(verbs: &BTreeSet<&str>, lines: &[String]) -> bool {
    let is_order = |first: &str| first != "END" && verbs.contains(first);
    let mut text = lines.iter().take_while(|it| !is_order(&first_word(it)));
    text.any(|it| letter::ends(1, it))
}

/// Whether a line may name days.
fn is_dated(line: &str) -> bool {
    written::DATED.iter().any(|it| begins(line, it))
}

/// The first word of a line, as orders begin with it.
fn first_word(line: &str) -> String {
    let first = line.split_whitespace().next().unwrap_or_default();
    first
        .trim_matches(|it: char| !it.is_alphanumeric())
        .to_uppercase()
}

fn begins(line: &str, word: &str) -> bool {
    let first = line.split_whitespace().next();
    first.is_some_and(|it| it.eq_ignore_ascii_case(word))
}

/// `MESSAGE TO Cleo, blue` with seats in place of names, and what is after a colon, or after the
/// last name of a seat, as the first line of the letter; `None`: it names a player twice, or
/// somebody who is none.
fn addressed(work: &EntryBuilder<'_>, line: &str) -> Option<Vec<String>> {
    let read =
        |line: &str| addressed_before_colon(work, line).or_else(|| addressed_by_names(work, line));
    let Some(rest) = without_name(work, line) else {
        return read(line);
    };
    let mut lines = read(&format!("MESSAGE {rest}"))?;
    lines[0] = lines[0].replacen("MESSAGE", "MESSAGE ANONYMOUS", 1);
    Some(lines)
}

/// What is after `MESSAGE ANONYMOUS`, unless a seat is called so.
fn without_name<'l>(work: &EntryBuilder<'_>, line: &'l str) -> Option<&'l str> {
    let rest = line.trim_start().get("MESSAGE".len()..)?.trim_start();
    let (word, rest) = rest.split_once(char::is_whitespace)?;
    let is_word = word.eq_ignore_ascii_case("ANONYMOUS");
    (is_word && seat_of(work, word).is_none()).then_some(rest)
}

/// `MESSAGE portugal Dear King, shall we ally?`: what comes after the last seat is the letter. One
/// or two words after a comma may be a name that is misspelt, and are no letter.
fn addressed_by_names(work: &EntryBuilder<'_>, line: &str) -> Option<Vec<String>> {
    let mut words: Vec<&str> = line.split_whitespace().skip(1).collect();
    if words
        .first()
        .is_some_and(|it| it.eq_ignore_ascii_case("TO"))
    {
        words.remove(0);
    }
    let mut seats: Vec<String> = Vec::new();
    let mut listed = false;
    while let Some(word) = words.first() {
        let links = !seats.is_empty() && (*word == "," || word.eq_ignore_ascii_case("AND"));
        let found = seat_of(work, word.trim_end_matches([',', ':']));
        match found.filter(|it| !links && !seats.contains(it)) {
            Some(seat) => {
                seats.push(seat);
                listed = word.ends_with(',');
            }
            None if links => listed = true,
            None => break,
        }
        words.remove(0);
    }
    let is_letter = words.len() >= LETTER_WORDS_MIN || (!listed && !words.is_empty());
    (!seats.is_empty() && is_letter).then(|| {
        let head = format!("MESSAGE TO {}", seats.join(", "));
        vec![head, words.join(" ")]
    })
}

fn addressed_before_colon(work: &EntryBuilder<'_>, line: &str) -> Option<Vec<String>> {
    let (head, text) = line.split_once(':').unwrap_or((line, ""));
    let head = head.split([';', '#']).next().unwrap_or_default();
    let mut words = head.split_whitespace().skip(1).peekable();
    words.next_if(|it| it.eq_ignore_ascii_case("TO"));
    let rest: Vec<&str> = words.collect();
    let rest = rest.join(" ").replace(" and ", ", ").replace(" AND ", ", ");
    let parts = rest.trim_end_matches(['.', '!']).split(',').map(str::trim);
    let seats: Option<Vec<String>> = parts
        .filter(|it| !it.is_empty())
        .map(|it| seat_of(work, it))
        .collect();
    let seats = seats.filter(|it| !it.is_empty())?;
    let mut lines = vec![format!("MESSAGE TO {}", seats.join(", "))];
    lines.extend(Some(text.trim().to_owned()).filter(|it| !it.is_empty()));
    Some(lines)
}

/// The seat that is called so, or whose player is; a part of a name is enough where only one player
/// has it.
pub(super) fn seat_of(work: &EntryBuilder<'_>, name: &str) -> Option<String> {
    let seats = work.campaign.table.seats();
    let is_it = |it: &str| it.to_lowercase() == name.to_lowercase();
    if let Some(seat) = seats.iter().find(|it| is_it(it.as_str())) {
        return Some(seat.to_string());
    }
    let other = ["ALL", "REFEREE"].into_iter().find(|it| is_it(it));
    if let Some(other) = other.or_else(|| is_it("the referee").then_some("REFEREE")) {
        return Some(other.to_owned());
    }
    seat_of_player(work, name)
}

/// Says of faults where an order names a player which seat it is.
pub fn name_seats(work: &EntryBuilder<'_>, lines: &[String], faults: &mut [Diagnostic]) {
    for fault in faults {
        let line = (fault.span.line as usize).checked_sub(1);
        let Some(line) = line.and_then(|it| lines.get(it)) else {
            continue;
        };
        let from = line.chars().skip(fault.span.column as usize - 1);
        let whole: String = from.clone().take(fault.span.width as usize).collect();
        let word: String = from.take_while(|it| it.is_alphanumeric()).collect();
        let named = [whole, word].into_iter().find_map(|name| {
            let seat = seat_of_player(work, name.trim())?;
            Some((name, seat))
        });
        if let Some((name, seat)) = named {
            let name = name.trim();
            let hint = std::mem::take(&mut fault.hint);
            fault.hint = format!("{name} plays {seat}: in orders, write {seat}");
            if !hint.is_empty() {
                fault.hint += &format!(" ({hint})");
            }
            fault.mend = None;
        }
    }
}

/// The seat of the one player with this name, or with this part of one.
pub(super) fn seat_of_player(work: &EntryBuilder<'_>, name: &str) -> Option<String> {
    if work.hides_players() {
        return None;
    }
    let seats = work.campaign.table.seats();
    let is_it = |it: &str| it.to_lowercase() == name.to_lowercase();
    let named = |part: bool| {
        let mut called = seats.iter().filter(|seat| {
            let player = work.campaign.player(**seat);
            let player = player.map_or("", |it| it.name.as_str());
            !player.is_empty() && (is_it(player) || (part && player.split_whitespace().any(is_it)))
        });
        let first = called.next()?;
        called.next().is_none().then(|| first.to_string())
    };
    named(false).or_else(|| named(true))
}
