//! The one question asked of a player who has written RESIGN outside of a sheet, and its answer in
//! a word: OK, YES or CONFIRM.
//!
//! OK sends a sheet in answer to any other mail of ours, so it says yes only to the mail that asks.
//! Not here: the question and its code (`confirm`), and what follows from leaving (`intake`).

use super::answered;
use super::confirm;
use super::substitutes::role;
use crate::desk::club::errors::CampaignError;
use crate::desk::club::partners::Role;
use crate::desk::entry::builder::EntryBuilder;
use crate::desk::entry::publish::{announce_to_others, to_referee};
use crate::desk::entry::substitution::{self, Ends};
use crate::desk::inbox::arrival::Arrival;
use crate::engine::seat::Seat;
use crate::lang::block::Block;
use crate::lang::courtesy;
use crate::report::{AbsenceNotice, Notice, RefereeMail, Subject};

/// Words that say yes to nothing else.
const YES: [&str; 5] = ["YES", "CONFIRM", "CONFIRMED", "I CONFIRM", "YES I CONFIRM"];

/// The block that says yes, if a reply does so in a word.
///
/// # Errors
/// An entry that is gone or altered.
pub fn yes(work: &EntryBuilder<'_>, arrival: &Arrival) -> Result<Option<Block>, CampaignError> {
    let seat = arrival.seat;
    let Some(code) = confirm::leaving_code(work, seat) else {
        return Ok(None);
    };
    let player = work.campaign.player(seat).map_or("", |it| it.name.as_str());
    let above: Vec<&str> = arrival.mail.above().map(|it| it.text.as_str()).collect();
    let typed = courtesy::bare(&above, (player, ""), |_| false).lines;
    let typed: Vec<String> = typed
        .into_iter()
        .filter(|it| !it.trim().is_empty())
        .collect();
    let [line] = &typed[..] else {
        return Ok(None);
    };
    let letters = |it: char| it.is_alphanumeric() || it == ' ';
    let word: String = line
        .to_uppercase()
        .chars()
        .filter(|it| letters(*it))
        .collect();
    let says = YES.contains(&word.trim());
    let says = says || (courtesy::is_ok(&typed, "") && answers_it(work, arrival, &code)?);
    if !says {
        return Ok(None);
    }
    let sheet = work.table(seat).sheet();
    Ok(Some(Block {
        opener: work.campaign.opener(seat, sheet),
        // After all lines of the mail: it is nowhere in it.
        at: arrival.mail.body.lines().len(),
        lines: vec![format!("CONFIRM {code}")],
        closed: true,
    }))
}

/// Whether a mail answers the one that asks, or quotes it.
fn answers_it(
    work: &EntryBuilder<'_>,
    arrival: &Arrival,
    code: &str,
) -> Result<bool, CampaignError> {
    let quotes = |it: &str| it.split_whitespace().any(|word| word == code);
    if arrival.mail.body.lines().iter().any(|it| quotes(&it.text)) {
        return Ok(true);
    }
    let mail = answered::answered(work, arrival.seat, &arrival.mail.references)?;
    Ok(mail.is_some_and(|it| it.has(|line| quotes(line))))
}

/// A player leaves the game: the others and the referee are notified, once. A substitute only gives
/// the seat back, and a co-player cannot leave for the seat: what their receipts say of that.
///
/// # Errors
/// A template that fails.
pub fn resign(
    work: &mut EntryBuilder<'_>,
    seat: Seat,
) -> Result<Option<AbsenceNotice>, CampaignError> {
    match role(work, seat) {
        Role::CoPlayer => return Ok(Some(AbsenceNotice::NotYours)),
        Role::Substitute => {
            substitution::end(work, seat, Ends::GivesUp)?;
            return Ok(Some(AbsenceNotice::GivenBack));
        }
        Role::Player => substitution::end(work, seat, Ends::PlayerIsBack)?,
    }
    if !std::mem::replace(&mut work.desk.seats.of(seat).left, true) {
        work.desk.fewer_voters = Some(work.now);
        let notice = Notice::Left { seat };
        announce_to_others(work, Some(seat), &notice, &Subject::Left(seat))?;
        to_referee(work, &RefereeMail::Resigned { seat }, "a player leaves")?;
    }
    Ok(None)
}
