//! How much is answered: an end for two programs that answer each other. What is not answered is
//! read and filed all the same.
//!
//! Not here: questions about mails without proof (`confirm`), which have an end of their own.

use super::route::{Arrival, Source};
use super::work::Work;
use crate::clock::length::Length;
use crate::store::question::Answered;

/// How many mails of a seat are answered in a day: more than anybody writes who tries out orders
/// with CHECK, and an end for two programs that answer each other.
const ANSWERS_MAX: u32 = 30;

/// What the record says of a mail beyond them.
pub const UNANSWERED: &str = "not answered, for the answers of the day are used up";

/// How long the day of these answers is.
const ANSWERS_REST: Length = Length::hours(24);

/// Whether one more answer may go to a seat.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Budget {
    /// It may.
    Left,
    /// This one, and then no more.
    Last,
    /// None may.
    Spent,
}

/// Counts an answer to a mail. Files and commands are the referee's doing and not counted.
pub fn budget(work: &mut Work<'_>, arrival: &Arrival) -> Budget {
    if arrival.from != Source::Maildir || arrival.trusted {
        return Budget::Left;
    }
    let now = work.now;
    let answered = work.desk.answered.get(&arrival.seat).copied();
    let answered = answered.filter(|it| now < it.since.plus(ANSWERS_REST));
    let mut answered = answered.unwrap_or(Answered {
        since: now,
        count: 0,
    });
    if answered.count >= ANSWERS_MAX {
        return Budget::Spent;
    }
    answered.count += 1;
    work.desk.answered.insert(arrival.seat, answered);
    match answered.count == ANSWERS_MAX {
        true => Budget::Last,
        false => Budget::Left,
    }
}
