//! What must hold between an entry and the one before it, besides its hash: how the numbers that
//! key the dice may rise, and that what players have added to them stays.
//!
//! These numbers choose the dice, so nobody may choose them. Asked before an entry is committed,
//! when a campaign is opened, and when it is verified.

use super::entry::{Cause, Note, StateFile};
use super::seat_desk::Seats;

/// Whether this note may follow that one; `None`: it is the first.
///
/// # Errors
/// What does not follow, in a few words.
pub fn follows(note: &Note, before: Option<&Note>) -> Result<(), String> {
    let (timeline, mut link) = before.map_or((0, 0), |it| (it.dice.timeline, it.dice.link));
    let dice = &note.dice;
    let back = matches!(note.cause, Cause::RolledBack { .. });
    let new_dice = founds_dice(note, before);
    if new_dice {
        if !back && !matches!(note.cause, Cause::Adopted { .. }) {
            return Err("it has new dice, which only a rollback or an edit may make".to_owned());
        }
        if note.files.get(&StateFile::Foundation).map(|it| it.entry) != Some(note.number) {
            return Err("it uses dice that were not made in it or before it".to_owned());
        }
        link = 0;
    }
    let wanted = timeline + u32::from(back);
    if dice.timeline != wanted {
        return Err(format!(
            "the timeline of the dice is {}, where only {wanted} follows: it rises by one at a \
             rollback, and only there",
            dice.timeline
        ));
    }
    let wanted = link + u32::from(dice.resolved);
    // After lost entries a rollback goes on with a link that they did not show.
    let skips = back && !dice.resolved && dice.link > wanted;
    if dice.link != wanted && !skips {
        return Err(format!(
            "the link of the dice is {}, where only {wanted} follows: it rises by one when play \
             goes on, and only then",
            dice.link
        ));
    }
    if dice.resolved != dice.shown.is_some() {
        return Err("it shows a link of the dice without having drawn, or hides one".to_owned());
    }
    let salts = &note.desk.seats;
    let before = before.map(|it| &it.desk.seats).filter(|_| !new_dice);
    let salted = |it: &Seats| it.that(|it| it.salt.is_some()).count();
    let kept = before.is_none_or(|seats| {
        let mut given = seats.with(|it| it.salt.as_ref());
        given.all(|(seat, words)| salts.get(seat).salt.as_ref() == Some(words))
    });
    let more = salted(salts) > before.map_or(0, salted);
    let mail = matches!(note.cause, Cause::Mail { .. });
    if kept && (mail || !more) {
        Ok(())
    } else {
        Err("the words that players have added to the dice were changed".to_owned())
    }
}

/// Whether an entry founds dice of another seed than the entry before has.
pub fn founds_dice(note: &Note, before: Option<&Note>) -> bool {
    let founded = |it: &Note| it.files.get(&StateFile::Foundation).map(|it| it.entry);
    let before = before.and_then(founded);
    before.is_some() && founded(note) != before
}
