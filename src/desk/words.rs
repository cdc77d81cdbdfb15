//! Words that a proved player wrote outside of orders: they go to the referee, or to the player
//! whose letter they answer.
//!
//! Not here: which text is words (`reply`), and letters within sheets (`request`).

use super::publish::to_referee_for;
use super::request;
use super::stuck::Stuck;
use super::work::Work;
use crate::clock::length::Length;
use crate::engine::seat::Seat;
use crate::lang::read::{Letter as Written, To};
use crate::report::{LetterSent, RefereeMail};
use crate::store::question::Answered;

/// How often a day words of one seat go to the referee.
const WORDS_MAX: u32 = 3;

/// How long that day is.
const WORDS_REST: Length = Length::hours(24);

/// Passes words on, and says what became of them.
///
/// # Errors
/// A template that fails.
pub fn pass_on(
    work: &mut Work<'_>,
    from: Seat,
    (text, to): (String, Option<Seat>),
) -> Result<Vec<LetterSent>, Stuck> {
    if let Some(to) = to {
        let letter = Written {
            line: 0,
            to: To::Seats(vec![to.to_string()]),
            text,
        };
        return request::letters(work, from, &[letter]);
    }
    let now = work.now;
    let said = work.desk.words.get(&from).copied();
    let said = said.filter(|it| now < it.since.plus(WORDS_REST));
    let mut said = said.unwrap_or(Answered {
        since: now,
        count: 0,
    });
    if said.count >= WORDS_MAX {
        return Ok(vec![LetterSent::EnoughForReferee { limit: WORDS_MAX }]);
    }
    said.count += 1;
    work.desk.words.insert(from, said);
    work.heard.quote_to_referee(text.clone());
    let about = RefereeMail::Words { seat: from, text };
    to_referee_for(work, from, &about)?;
    Ok(vec![LetterSent::ToReferee])
}
