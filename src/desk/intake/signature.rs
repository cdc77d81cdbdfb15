//! How a player's mails end: a last paragraph that ended another of them is a signature, and no
//! orders.
//!
//! Not here: closings and names, which are courtesies in the first mail already (`lang::courtesy`).

use super::seat_mail::SeatMail;
use crate::desk::entry::builder::EntryBuilder;
use crate::lang::block;
use crate::store::question::Ending;
use std::ops::Range;

/// Lines of a signature at most.
pub(super) const SIGNATURE_MAX: usize = 3;
/// Characters of such a line at most.
const SIGNATURE_CHARS_MAX: usize = 100;
/// How many of them are kept of a seat.
const ENDINGS_MAX: usize = 6;

/// Takes the last paragraph away if its lines ended another mail of the player's before and are
/// no orders. `known`: how those ended; `is_verb`: whether an order begins with that word.
pub(super) fn take(
    lines: &mut Vec<String>,
    known: &[Ending],
    is_verb: impl Fn(&str) -> bool,
) -> Vec<String> {
    let last = last_paragraph(lines).filter(|_| !known.is_empty());
    let Some((paragraph, above)) = last else {
        return Vec::new();
    };
    let linking = ["IF", "THEN", "ELSE", "AND", "OR"];
    let is_signature = |text: &String| {
        let first = text.split_whitespace().next().unwrap_or_default();
        let first = first.trim_matches(|it: char| !it.is_alphanumeric());
        let links = linking.iter().any(|it| it.eq_ignore_ascii_case(first));
        let ended = known
            .iter()
            .any(|known| known.line == text.trim() && known.above != above);
        ended && !is_verb(first) && !links
    };
    if !lines[paragraph.clone()].iter().all(is_signature) {
        return Vec::new();
    }
    lines.drain(paragraph).collect()
}

/// Notes how a mail ends that its player wrote without a sheet.
pub(super) fn note(work: &mut EntryBuilder<'_>, sent: &SeatMail<'_>) {
    let lines: Vec<String> = sent.mail.above().map(|it| it.text.clone()).collect();
    let Some((paragraph, above)) = last_paragraph(&lines) else {
        return;
    };
    let kept = &mut work.desk.seats.of(sent.seat).endings;
    for line in &lines[paragraph] {
        let line = line.trim().to_owned();
        kept.retain(|it| it.line != line);
        kept.push(Ending {
            line,
            above: above.clone(),
        });
    }
    let surplus = kept.len().saturating_sub(ENDINGS_MAX);
    kept.drain(..surplus);
}

/// The last paragraph of a text, if it is as short as a signature and something is above it:
/// where it begins and ends, and a mark of what is above.
fn last_paragraph(lines: &[String]) -> Option<(Range<usize>, String)> {
    let last = lines.iter().rposition(|it| !it.trim().is_empty())?;
    let blank = lines[..last].iter().rposition(|it| it.trim().is_empty())?;
    let paragraph = blank + 1..last + 1;
    let is_long = |it: &String| it.chars().count() > SIGNATURE_CHARS_MAX;
    let is_short =
        paragraph.len() <= SIGNATURE_MAX && !lines[paragraph.clone()].iter().any(is_long);
    let above = blake3::hash(block::fold(&lines[..blank]).as_bytes());
    is_short.then(|| (paragraph, above.to_hex()[..16].to_owned()))
}
