//! Comments that players write into their sheets for themselves: they are in the next sheets too,
//! until a sheet comes without them.
//!
//! Lines of ours must not be taken for theirs: what is in the mail that is answered, or in one of
//! the newest mails to the seat, is ours, also where a mail program has broken it. Not here:
//! printing them (`report::sheet`), and orders in comments (`reply`).

use super::answered::{self, Ours};
use super::blocks::has_only_comments;
use super::confirm;
use super::seat_mail::SeatMail;
use super::substitutes::role;
use crate::desk::club::errors::CampaignError;
use crate::desk::club::partners::Role;
use crate::desk::entry::builder::EntryBuilder;
use crate::desk::inbox::arrival::Wish;
use crate::lang::block::Block;
use crate::lang::letter;
use crate::lang::plain::seen;
use crate::report::{is_ours, own_pieces};
use std::collections::BTreeSet;

/// Lines of comments that are kept of a seat.
const KEPT_MAX: usize = 10;

/// Letters from which on a comment may be a piece of one of ours that was broken.
const BROKEN_MIN: usize = 40;

/// Keeps the comments of a sheet that was filed, in the place of those of before.
///
/// # Errors
/// An entry that is gone or altered.
pub fn keep(
    work: &mut EntryBuilder<'_>,
    sent: &SeatMail<'_>,
    block: &Block,
) -> Result<(), CampaignError> {
    let by_player = sent.wish == Wish::Orders && sent.proof.is_some() && !sent.trusted;
    if !by_player || has_only_comments(block) {
        return Ok(());
    }
    let seat = sent.seat;
    // Those of the player wait for them.
    if work.desk.seats.get(seat).has_substitute() && role(work, seat) != Role::Player {
        return Ok(());
    }
    let before = &work.desk.seats.get(seat).comments;
    let known: BTreeSet<String> = before.iter().map(|it| words(it)).collect();
    let written = comments(&block.lines);
    let is_new = |it: &&String| !known.contains(&words(it));
    let new: Vec<&String> = written.iter().filter(is_new).collect();
    let ours = of_ours(work, sent, new)?;
    let theirs = written.iter().filter(|it| !ours.contains(&words(it)));
    let kept: Vec<String> = theirs
        .flat_map(|it| own_pieces(it))
        .take(KEPT_MAX)
        .collect();
    if *before != kept {
        work.desk.seats.of(seat).comments = kept;
    }
    Ok(())
}

/// The words of those of these comments that are ours.
fn of_ours(
    work: &EntryBuilder<'_>,
    sent: &SeatMail<'_>,
    new: Vec<&String>,
) -> Result<BTreeSet<String>, CampaignError> {
    let mut ours = BTreeSet::new();
    let mut left: Vec<String> = new.into_iter().map(|it| words(it)).collect();
    if left.is_empty() {
        return Ok(ours);
    }
    let answered = answered::answered(work, sent.seat, &sent.mail.references)?;
    if let Some(mail) = &answered {
        part(mail, &mut left, &mut ours);
    }
    // It may be a sheet of another mail.
    if !left.is_empty() {
        for mail in answered::newest(work, sent.seat)? {
            part(&mail, &mut left, &mut ours);
        }
    }
    Ok(ours)
}

/// Takes away what is in this mail.
fn part(mail: &Ours, left: &mut Vec<String>, ours: &mut BTreeSet<String>) {
    let mut lines = BTreeSet::new();
    let mut all = String::from(" ");
    mail.has_in_order(|line| {
        let line = words(line.trim_start().trim_start_matches(';'));
        all.push_str(&line);
        all.push(' ');
        lines.insert(line);
        false
    });
    left.retain(|text| {
        let broken = text.chars().count() >= BROKEN_MIN && all.contains(&format!(" {text} "));
        let is_ours = broken || lines.contains(text);
        if is_ours {
            ours.insert(text.clone());
        }
        !is_ours
    });
}

/// The texts of all comments that have a line of their own, but for what a sheet of ours may say
/// anywhere; what is in letters is no comment.
fn comments(lines: &[String]) -> Vec<String> {
    let mut all = Vec::new();
    let mut in_letter = false;
    for (line, number) in lines.iter().zip(1..) {
        if in_letter {
            in_letter = !letter::ends(number, line);
            continue;
        }
        in_letter = letter::is_above_text(line);
        let line = line.trim();
        let Some(text) = line.strip_prefix(';') else {
            continue;
        };
        let text = seen(text.trim_start_matches(';')).replace('\t', " ");
        let text = text.trim();
        let says_something = text.contains(char::is_alphanumeric);
        if says_something && !is_ours(&format!("; {text}")) && !confirm::is_question(line) {
            all.push(text.to_owned());
        }
    }
    all
}

/// The words of a line, in small letters, with single spaces.
fn words(line: &str) -> String {
    let words: Vec<&str> = line.split_whitespace().collect();
    words.join(" ").to_lowercase()
}
