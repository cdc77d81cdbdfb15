//! Our own sheet as it comes back: what a mail program or a thumb has done to lines that we printed
//! is undone.
//!
//! A suggestion of ours in two lines of which only the first lost its `;` is one order; and what a
//! mail program broke off one of our comments is no order. Not here: orders that players have put
//! into comments (`reply`).

use super::answered::{self, Ours};
use super::blocks::is_live;
use super::seat_mail::SeatMail;
use crate::desk::club::errors::CampaignError;
use crate::desk::entry::builder::EntryBuilder;
use crate::lang::block::Block;
use std::borrow::Cow;

/// Letters from which on a comment may have been broken.
const BROKEN_MIN: usize = 40;

/// A block of a mail as its player meant it.
///
/// # Errors
/// An entry that is gone or altered.
pub fn as_printed<'b>(
    work: &EntryBuilder<'_>,
    sent: &SeatMail<'_>,
    block: &'b Block,
) -> Result<Cow<'b, Block>, CampaignError> {
    let lines = &block.lines;
    let pairs = || lines.iter().zip(lines.iter().skip(1));
    if sent.trusted || !pairs().any(|(above, line)| goes_on(above, line) || breaks(above, line)) {
        return Ok(Cow::Borrowed(block));
    }
    let mail = answered::answered(work, sent.seat, &sent.mail.references)?;
    let Some(mail) = mail else {
        return Ok(Cow::Borrowed(block));
    };
    let mut mended = block.clone();
    let comments = comments(&mail);
    // The words of a comment so far, where the line above is one or the rest of one.
    let mut comment = String::new();
    for at in 0..lines.len() {
        let line = &lines[at];
        let above = at.checked_sub(1).map(|it| &lines[it]);
        if above.is_some_and(|above| goes_on(above, line) && is_suggestion(&mail, above, line)) {
            mended.lines[at] = line.replacen(';', " ", 1);
            comment.clear();
            continue;
        }
        if !is_live(line) {
            comment = words(line.trim_start().trim_start_matches(';'));
            continue;
        }
        let whole = format!("{comment} {}", words(line));
        if comment.len() >= BROKEN_MIN && comments.contains(&format!(" {whole} ")) {
            mended.lines[at] = format!("; {line}");
            comment = whole;
        } else {
            comment.clear();
        }
    }
    Ok(if mended.lines == *lines {
        Cow::Borrowed(block)
    } else {
        Cow::Owned(mended)
    })
}

/// Whether a line may be the rest of the suggestion above, whose `;` was taken away.
fn goes_on(above: &str, line: &str) -> bool {
    is_live(above) && line.starts_with(";   ")
}

/// Whether a line may have been broken off the comment above.
fn breaks(above: &str, line: &str) -> bool {
    above.trim_start().starts_with(';') && above.chars().count() >= BROKEN_MIN && is_live(line)
}

/// Whether both lines are a suggestion that is printed in our mail.
fn is_suggestion(mail: &Ours, above: &str, line: &str) -> bool {
    let (first, second) = (words(above), words(line.trim_start_matches(';')));
    let is =
        |it: &str, wanted: &str| it.starts_with(';') && words(it.trim_start_matches(';')) == wanted;
    let mut was_first = false;
    mail.has_in_order(|line| {
        let fits = was_first && line.starts_with(";   ") && is(line, &second);
        was_first = is(line, &first);
        fits
    })
}

/// All comments of our mail, one after the other.
fn comments(mail: &Ours) -> String {
    let mut all = String::from(" ");
    mail.has_in_order(|line| {
        if let Some(comment) = line.strip_prefix(';') {
            all.push_str(&words(comment));
            all.push(' ');
        }
        false
    });
    all
}

/// The words of a line, with single spaces.
fn words(line: &str) -> String {
    let words: Vec<&str> = line.split_whitespace().collect();
    words.join(" ")
}
