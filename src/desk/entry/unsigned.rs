//! Letters without the name of their writer: they wait for the next full hour, and all of an hour
//! go out together, in an entry of their own and in the order of their texts. So neither when they
//! come nor what comes with them says who wrote them.
//!
//! Not here: who may write such (`intake::press`).

use super::builder::EntryBuilder;
use super::post::Post;
use crate::clock::Moment;
use crate::desk::club::errors::{CampaignError, mail_fault, template_fault};
use crate::engine::seat::Seat;
use crate::report::{PlayerLetter, Subject, Writer, subject};
use crate::store::draft::LetterText;
use crate::store::entry::Letter;
use crate::store::news::Unsigned;

/// Seconds of an hour.
const HOUR: i64 = 3600;

/// Keeps a letter until the next full hour.
pub fn keep(work: &mut EntryBuilder<'_>, (to, all): (Vec<Seat>, bool), text: String) {
    let into_hour = work.now.seconds().rem_euclid(HOUR);
    let at = Moment::from_seconds(work.now.seconds() + HOUR - into_hour);
    work.desk.unsigned.push(Unsigned { at, to, all, text });
    work.desk
        .unsigned
        .sort_by_cached_key(|it| (it.at, *blake3::hash(it.text.as_bytes()).as_bytes()));
}

/// When the next of them go out; `None`: none wait.
pub fn next(work: &EntryBuilder<'_>) -> Option<Moment> {
    work.desk.unsigned.iter().map(|it| it.at).min()
}

/// Posts those whose hour has come; whether there were any.
///
/// # Errors
/// A template that fails.
pub fn turn(work: &mut EntryBuilder<'_>) -> Result<bool, CampaignError> {
    let now = work.now;
    let waiting = std::mem::take(&mut work.desk.unsigned);
    let (due, waits): (Vec<Unsigned>, Vec<Unsigned>) =
        waiting.into_iter().partition(|it| it.at <= now);
    work.desk.unsigned = waits;
    for letter in &due {
        post(work, letter)?;
    }
    Ok(!due.is_empty())
}

/// To each of its readers who is no robot by now.
fn post(work: &mut EntryBuilder<'_>, letter: &Unsigned) -> Result<(), CampaignError> {
    let to = letter.to.iter().copied();
    let to: Vec<Seat> = to.filter(|it| !work.campaign.is_robot(*it)).collect();
    work.keep_letter(LetterText {
        from: None,
        to: to.clone(),
        text: letter.text.clone(),
    });
    for seat in to {
        let frame = work.frame(Some(seat));
        let written = PlayerLetter {
            from: Writer::Nobody { all: letter.all },
            also_to: Vec::new(),
            text: letter.text.clone(),
        };
        work.heard().quote(seat, &letter.text);
        let made = work.templates.letter(&frame, &written);
        let made = made.map_err(|it| template_fault(&it))?;
        let about = subject(&frame, &Subject::Unsigned);
        let post = Post::plain(Some(seat), Letter::Note, about, made);
        work.post(post).map_err(|it| mail_fault(&it))?;
    }
    Ok(())
}
