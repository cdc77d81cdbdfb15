//! Whether the seed of a campaign's dice has been published: the last reports print it, and so does
//! the club's site. Play that goes on after that has new dice.
//!
//! Not here: founding them (`builder`), and what is announced to players (`publish`).

use super::builder::EntryBuilder;
use crate::desk::club::errors::CampaignError;
use crate::store::entry::{Committed, Note, StateFile, Stop};
use crate::store::fault::Stored;
use crate::store::log::CampaignLog;

/// Whether the seed that is in force after this entry was published with it or before it: since it
/// was sealed, the campaign was over.
///
/// # Errors
/// An entry that is gone or altered.
pub fn is_published(log: &CampaignLog<'_>, last: &Note) -> Stored<bool> {
    let sealed_in = last
        .files
        .get(&StateFile::Foundation)
        .map_or(0, |it| it.entry);
    if last.desk.stop == Stop::Over {
        return Ok(true);
    }
    for number in (sealed_in..last.number).rev() {
        if log.note(number)?.note.desk.stop == Stop::Over {
            return Ok(true);
        }
    }
    Ok(false)
}

/// Founds new dice if play goes on from the position that the referee has put in place, and the
/// seed of the old ones was published, or may have been in entries that are lost.
///
/// # Errors
/// An entry that is gone or altered.
pub fn found_if_published(work: &mut EntryBuilder<'_>, lost: bool) -> Result<(), CampaignError> {
    let Some(Committed { note, .. }) = &work.campaign.last else {
        return Ok(());
    };
    let goes_on = work.desk.stop != Stop::Over;
    let log = work.campaign.log(&*work.club.fs);
    if goes_on && (lost || is_published(&log, note)?) {
        let salted = work.desk.seats.any(|it| it.salt.is_some());
        work.found_dice();
        let why = if lost {
            "The lost entries may have shown the seed"
        } else {
            "The campaign was over and its seed was shown"
        };
        let mut note = format!("{why}, so new dice are sealed, below.");
        if salted {
            note += " Words that players had added to the old ones no longer count; you may add \
                some again.";
        }
        work.notify_readers(note);
    }
    Ok(())
}
