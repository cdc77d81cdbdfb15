//! `NOTE`: a player's note to themself, which comes back in their reports and is nobody else's.
//!
//! Not here: reading it (`lang::letter`), and printing it (`entry::own`).

use super::blocks::order_in;
use super::newspaper::lines;
use super::substitutes::role;
use crate::desk::club::errors::CampaignError;
use crate::desk::club::partners::Role;
use crate::desk::entry::builder::EntryBuilder;
use crate::engine::seat::Seat;
use crate::lang::letter::Letter;
use crate::report::{LetterSent, counted};

/// Lines of a note.
const LINES_MAX: usize = 40;

/// Characters of a note.
const CHARS_MAX: usize = 4_000;

/// Keeps the last note of a sheet, or ends the one of before; what became of it.
///
/// # Errors
/// Rules that fail.
pub fn keep(
    work: &mut EntryBuilder<'_>,
    seat: Seat,
    letters: &[Letter],
) -> Result<Option<LetterSent>, CampaignError> {
    let notes = || letters.iter().filter(|it| it.is_note());
    if notes().next().is_none() {
        return Ok(None);
    }
    if let Some(why) = not_theirs(work, seat) {
        return Ok(Some(LetterSent::NotNoted { why }));
    }
    // `NOTE NONE` beside a note ends the one of before.
    let written = notes().map(|it| (it, lines(&it.text)));
    let Some((note, lines)) = written.rev().find(|it| !it.1.is_empty()) else {
        let before = std::mem::take(&mut work.desk.seats.of(seat).note);
        let any = !before.is_empty();
        return Ok(Some(LetterSent::NoteEnded { any }));
    };
    if let Some(why) = too_long(&note.text) {
        return Ok(Some(LetterSent::NotNoted { why }));
    }
    let order = order_in(work, seat, &note.text)?.unwrap_or_default();
    let count = lines.len();
    let before = std::mem::replace(&mut work.desk.seats.of(seat).note, lines);
    Ok(Some(LetterSent::Noted {
        lines: count,
        instead: !before.is_empty(),
        order,
    }))
}

/// What would not be kept of a mail that is only looked at.
pub fn hopeless(letters: &[Letter]) -> Option<LetterSent> {
    let mut notes = letters.iter().filter(|it| it.is_note());
    let why = notes.find_map(|it| too_long(&it.text))?;
    Some(LetterSent::NotNoted { why })
}

/// Why somebody who plays a seat for its player keeps no note; `None`: they do not.
fn not_theirs(work: &EntryBuilder<'_>, seat: Seat) -> Option<String> {
    let is_substitute = role(work, seat) == Role::Substitute;
    let player = work.campaign.player(seat).filter(|_| is_substitute)?;
    let name = if work.hides_players() {
        "the player"
    } else {
        &player.name
    };
    Some(format!(
        "notes of this seat are kept for {name}, whose seat it is"
    ))
}

/// Why a note is not kept; `None`: it is.
fn too_long(text: &str) -> Option<String> {
    let (lines, chars) = (lines(text).len(), text.chars().count());
    if lines > LINES_MAX {
        let has = counted(lines, "line", "lines");
        return Some(format!("it has {has}, and a note has {LINES_MAX} at most"));
    }
    (chars > CHARS_MAX)
        .then(|| format!("it has {chars} characters, and a note has {CHARS_MAX} at most"))
}
