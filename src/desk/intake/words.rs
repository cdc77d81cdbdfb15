//! Words that a proved player wrote outside of orders: they go to the referee, or to the player
//! whose letter they answer.
//!
//! Not here: which text is words (`reply`), and letters within sheets (`request`).

use super::guide;
use super::request;
use super::typed;
use crate::clock::length::Length;
use crate::config::press::LettersPassed;
use crate::desk::club::errors::CampaignError;
use crate::desk::entry::builder::EntryBuilder;
use crate::desk::entry::publish::to_referee_for;
use crate::desk::inbox::arrival::{Arrival, live};
use crate::engine::seat::Seat;
use crate::lang::block::Block;
use crate::lang::letter::{Letter as Written, To};
use crate::mail::MailLine;
use crate::mail::cut::unquoted;
use crate::mail::fold::fold;
use crate::report::{LetterSent, RefereeMail};
use crate::store::question::Answered;

/// How often a day words of one seat go to the referee.
const WORDS_MAX: u32 = 6;

/// How many words of a text are named that HELP explains.
const HELP_MAX: usize = 3;
/// How many of its first words are looked at.
const LOOKED_AT: usize = 60;

/// What words to another player begin with.
const ADDRESSES: [&str; 7] = ["dear", "for", "hallo", "hello", "hey", "hi", "to"];
/// Words of a player's name at most.
const NAME_WORDS_MAX: usize = 4;

/// How long that day is.
const WORDS_REST: Length = Length::hours(24);

/// Passes words on, and says what became of them.
///
/// # Errors
/// A template that fails.
pub fn pass_on(
    work: &mut EntryBuilder<'_>,
    from: Seat,
    (text, to): (String, Option<Seat>),
) -> Result<Vec<LetterSent>, CampaignError> {
    if let Some(to) = to {
        let letter = Written {
            line: 0,
            to: To::Seats(vec![to.to_string()]),
            text,
        };
        return request::letters(work, from, &[letter]);
    }
    let now = work.now;
    let said = work.desk.seats.get(from).words;
    let said = said.filter(|it| now < it.since.plus(WORDS_REST));
    let mut said = said.unwrap_or(Answered {
        since: now,
        count: 0,
        filed: 0,
    });
    if said.count >= WORDS_MAX {
        return Ok(vec![LetterSent::EnoughForReferee { limit: WORDS_MAX }]);
    }
    said.count += 1;
    work.desk.seats.of(from).words = Some(said);
    work.heard().quote_outside(text.clone());
    let about = RefereeMail::Words {
        seat: from,
        text: text.clone(),
    };
    to_referee_for(work, from, &about)?;
    let passed = work.campaign.config.press.letters;
    let is_private = matches!(passed, LettersPassed::Private | LettersPassed::Anonymous);
    let to = addressee(work, from, &text).filter(|_| is_private);
    let mut words = text.split(|it: char| !it.is_alphanumeric());
    Ok(vec![LetterSent::ToReferee {
        help: explained(work, from, &text)?,
        asks_why: words.any(|it| it.eq_ignore_ascii_case("why")),
        to: to.map_or_else(String::new, |it| it.to_string()),
        to_title: to.map_or_else(String::new, |it| work.campaign.title(it)),
        to_robot: to.is_some_and(|it| work.campaign.is_robot(it)),
    }])
}

/// The first words of a text that HELP explains: it may be a question, or an order in other words.
fn explained(
    work: &EntryBuilder<'_>,
    seat: Seat,
    text: &str,
) -> Result<Vec<String>, CampaignError> {
    let words = text.split(|it: char| !it.is_alphanumeric());
    let words = words.filter(|it| !it.is_empty()).take(LOOKED_AT);
    guide::explained(work, seat, (words, HELP_MAX))
}

/// The seat that the first line of a text is to: `Dear Green, ...`, `To Red:`, `Blue: ...`.
fn addressee(work: &EntryBuilder<'_>, from: Seat, text: &str) -> Option<Seat> {
    let line = text.lines().find(|it| !it.trim().is_empty())?.trim();
    let head = line.split([',', ':', '!', '.', ';']).next()?;
    let ends = head.len() < line.len();
    let mut words: Vec<&str> = head.split_whitespace().collect();
    let first = *words.first()?;
    let begins = ADDRESSES.iter().any(|it| it.eq_ignore_ascii_case(first));
    if begins {
        words.remove(0);
    }
    // Without a word of address the name is all that is before a mark.
    let least = if begins { 1 } else { words.len().max(1) };
    let most = words.len().min(NAME_WORDS_MAX);
    let names = (least..=most).rev().map(|it| words[..it].join(" "));
    let is_it = |name: &String, seat: &Seat| {
        work.campaign.title(*seat).eq_ignore_ascii_case(name)
            || typed::seat_of(work, name).is_some_and(|it| it == seat.as_str())
    };
    let seats = work.campaign.table.seats();
    let mut named = names.filter_map(|name| seats.iter().copied().find(|it| is_it(&name, it)));
    named.find(|it| *it != from && (begins || ends))
}

/// A letter as its writer has written it. What was undone to its lines was undone for the reader
/// of orders, and this is for people.
pub(crate) fn as_written(arrival: &Arrival, block: &Block, letter: &Written) -> String {
    let whole = |it: &MailLine| it.raw.clone();
    let bare = |it: &MailLine| unquoted(&it.raw).to_owned();
    let lines: Vec<&MailLine> = live(&arrival.mail.body).collect();
    let own = lines.get(block.at).map(|it| it.text.clone());
    let lines: Vec<String> = match &own {
        Some(line) if line.starts_with(&block.opener) => lines.into_iter().map(whole).collect(),
        // It was found in a quotation.
        _ => arrival.mail.body.lines().iter().map(bare).collect(),
    };
    // What else is on the line of the opener is the first of the block.
    let glued = own.is_some_and(|it| it.starts_with(&block.opener) && it != block.opener);
    let first = (block.at + letter.line as usize + 1).saturating_sub(usize::from(glued));
    let read = letter.text.split('\n').enumerate();
    let written = read.map(|(at, read)| match lines.get(first + at) {
        Some(raw) if fold(raw) == read.trim_end() => raw,
        // A line that was changed otherwise stays as it was read.
        _ => read,
    });
    written.collect::<Vec<_>>().join("\n")
}
