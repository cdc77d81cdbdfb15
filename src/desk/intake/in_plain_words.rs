//! Letters in plain English that say orders: "I'd like to play my highest card". The orders are
//! offered as a sheet, and nothing is filed without the player's OK.
//!
//! Only of a person's reply that proves its sender: an answer by a machine says what its owner has
//! not read. Not here: which words say what (`lang::spoken`), and the offer (`reply`).

use super::authentication::Proof;
use super::guide;
use super::seat_mail::SeatMail;
use super::typed;
use crate::clock::civil::Date;
use crate::clock::written;
use crate::desk::club::errors::CampaignError;
use crate::desk::entry::builder::EntryBuilder;
use crate::engine::game::Understood;
use crate::engine::seat::Seat;
use crate::lang::spoken::{self, Says};
use crate::mail::classify::WithProof;
use std::collections::BTreeSet;

/// How many entries are looked into for the orders of before.
const ENTRIES_BACK_MAX: u32 = 200;

/// Words that say that somebody is away.
const AWAY: [&str; 4] = ["away", "holiday", "holidays", "vacation"];

/// Words before that at most: `I will be`.
const HEAD_MAX: usize = 6;

/// What is offered for a letter.
pub enum Spoken {
    /// Nothing: it is for people.
    Nothing,
    /// These orders; and what of it was not understood.
    Orders(Vec<String>, Vec<String>),
    /// The sheet, or the advice, of the mail that it answers.
    Advice,
}

/// What lines of a player say in plain English. `read`: these lines as orders.
///
/// # Errors
/// Rules that fail; a glossary that does not fit; an entry that is gone or altered.
pub fn read(
    work: &EntryBuilder<'_>,
    sent: &SeatMail<'_>,
    lines: &[String],
    read: impl Fn(&[String]) -> Result<Option<Understood>, CampaignError>,
) -> Result<Spoken, CampaignError> {
    let by_person = sent.mail.class.with_proof() == WithProof::AsAny;
    let text = lines.join("\n");
    if sent.proof != Some(Proof::Token) || !by_person || spoken::turns(&text) {
        return Ok(Spoken::Nothing);
    }
    if let Some(line) = absence(&text, typed::day_of(work, sent)) {
        return Ok(Spoken::Orders(vec![line], Vec::new()));
    }
    let says = says(work, sent)?;
    let grammar = work.table(sent.seat).grammar(sent.seat);
    let verbs = grammar.orders.iter().map(|it| it.name).chain(["AWAY"]);
    let verbs = BTreeSet::from_iter(verbs);
    let said = spoken::said(&text, &says, |text| {
        let first = text.split(' ').next().unwrap_or_default().to_uppercase();
        if !verbs.contains(first.as_str()) {
            return Ok(None);
        }
        let line = [text.to_owned()];
        let line = typed::in_full(work, sent, &line).into_owned();
        let read = read(&line)?;
        Ok::<_, CampaignError>(read.and_then(|it| as_order(&it)))
    })?;
    let Some(said) = said else {
        return Ok(Spoken::Nothing);
    };
    if said.advice {
        return Ok(Spoken::Advice);
    }
    if !said.again {
        return Ok(Spoken::Orders(said.orders, said.left_out));
    }
    let before = of_before(work, sent.seat)?;
    let sheet = work.table(sent.seat).sheet();
    let lines = read(&before)?.map(|it| it.lines).unwrap_or_default();
    let lines = lines.into_iter().filter(|it| it.sheet == Some(sheet));
    let lines: Vec<String> = lines.map(|it| it.text).collect();
    Ok(if lines.is_empty() {
        Spoken::Nothing
    } else {
        Spoken::Orders(lines, said.left_out)
    })
}

/// `I am away from 10 to 14 January`, and nothing else: the absence that it says.
fn absence(text: &str, today: Date) -> Option<String> {
    let text = text.trim().trim_end_matches(['.', '!']).to_lowercase();
    let at = text.split_whitespace().position(|it| AWAY.contains(&it));
    let at = at.filter(|it| *it < HEAD_MAX)?;
    let dates: Vec<&str> = text.split_whitespace().skip(at + 1).collect();
    written::away(&format!("AWAY {}", dates.join(" ")), today)
}

/// The phrases of the game, and those that every game knows.
fn says(work: &EntryBuilder<'_>, sent: &SeatMail<'_>) -> Result<Says, CampaignError> {
    let (from, to) = written::next_week(typed::day_of(work, sent));
    let mut says = guide::glossary(work)?.says;
    for phrase in [
        "away next week",
        "on holiday next week",
        "on vacation next week",
    ] {
        says.insert(phrase.to_owned(), format!("AWAY {from}..{to}"));
    }
    Ok(says)
}

/// The printed form of words that read as one order, or as an absence, and as nothing else.
fn as_order(read: &Understood) -> Option<String> {
    let other = !read.faults.is_empty()
        || !read.letters.is_empty()
        || !read.requests.is_empty()
        || read.resigns
        || read.check
        || read.returns;
    match (read.lines.as_slice(), read.common.as_slice()) {
        _ if other => None,
        ([_], []) => read.corrected.first().cloned(),
        ([], [(_, printed)]) if read.absences.len() == 1 => Some(printed.clone()),
        _ => None,
    }
}

/// The lines of the last sheet of a seat, where it has sent none for the sheet now open.
fn of_before(work: &EntryBuilder<'_>, seat: Seat) -> Result<Vec<String>, CampaignError> {
    let table = work.table(seat);
    if table.sheets(seat).contains(&table.sheet()) {
        return Ok(Vec::new());
    }
    let log = work.campaign.log(&*work.club.fs);
    let end = work.campaign.next_number();
    for number in (end.saturating_sub(ENTRIES_BACK_MAX)..end).rev() {
        let note = &log.known(number)?.note;
        let filed = note.mail.iter().rev().filter(|it| it.seat == Some(seat));
        let Some(submission) = filed.filter_map(|it| it.submission).next() else {
            continue;
        };
        let text = log.orders(number, submission)?;
        let lines = text.lines().take_while(|it| !it.starts_with("#end"));
        return Ok(lines.map(str::to_owned).collect());
    }
    Ok(Vec::new())
}
