//! How much is answered and passed on: an end for two programs that answer each other, and for
//! anyone who writes to the others without end. What is not answered is read and filed all the
//! same, and one summary says what became of it.
//!
//! Not here: questions about mails without proof (`confirm`), which have an end of their own.

use crate::clock::Moment;
use crate::desk::club::errors::CampaignError;
use crate::desk::entry::builder::EntryBuilder;
use crate::desk::entry::publish::{announce_to, page_now};
use crate::desk::inbox::arrival::{Arrival, Source};
use crate::engine::seat::Seat;
use crate::report::{Notice, Subject, order_sheet};
use crate::store::entry::{Letter, Verdict};
use crate::store::question::{Answered, DAY, Letters, Unanswered, of_today};

/// How many mails of a seat that file no orders are answered in a day: more than anybody writes who
/// asks and tries out orders with CHECK, and an end for two programs that answer each other.
const ANSWERS_MAX: u32 = 30;

/// The same of mails that file orders: those have an end of their own, so that nobody goes without
/// receipts who has asked much.
const RECEIPTS_MAX: u32 = 60;

/// How many answers are left when the seat is warned.
const WARNED_AT: u32 = 5;

/// What the record says of a mail beyond them.
pub const UNANSWERED: &str = "not answered, because the answers for the day are used up";

/// Whether one more answer may go to a seat.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum RateLimit {
    /// It may.
    Left,
    /// It may, and few more.
    Few,
    /// This one, and then no more.
    Last,
    /// None may.
    Spent,
}

/// Counts an answer to a mail; `files`: it has filed orders. Files and commands are the referee's
/// doing and not counted.
pub fn budget(work: &mut EntryBuilder<'_>, arrival: &Arrival, files: bool) -> RateLimit {
    if arrival.from != Source::Maildir || arrival.trusted {
        return RateLimit::Left;
    }
    let now = work.now;
    let answered = work.desk.seats.get(arrival.seat).answered;
    let anew = Answered {
        since: now,
        count: 0,
        filed: 0,
    };
    let mut answered = of_today(answered, |it| it.since, now, anew);
    let (count, most) = if files {
        (&mut answered.filed, RECEIPTS_MAX)
    } else {
        (&mut answered.count, ANSWERS_MAX)
    };
    if *count >= most {
        return RateLimit::Spent;
    }
    *count += 1;
    let left = most - *count;
    work.desk.seats.of(arrival.seat).answered = Some(answered);
    match left {
        0 => RateLimit::Last,
        WARNED_AT if !files => RateLimit::Few,
        _ => RateLimit::Left,
    }
}

/// Counts a proved mail that was not answered.
pub fn note_unanswered(work: &mut EntryBuilder<'_>, seat: Seat, verdict: Verdict) {
    let record = work.desk.seats.of(seat);
    let told_at = record.answered.map_or(work.now, |it| it.since.plus(DAY));
    let unanswered = record.unanswered.get_or_insert(Unanswered {
        told_at,
        filed: 0,
        asked: 0,
        refused: 0,
    });
    match verdict {
        Verdict::Accepted => unanswered.filed += 1,
        Verdict::Answered => unanswered.asked += 1,
        Verdict::Held | Verdict::Refused | Verdict::Ignored => unanswered.refused += 1,
    }
}

/// When the next summary of mails beyond the answers of a day is due; `None`: none is.
pub fn next_summary(work: &EntryBuilder<'_>) -> Option<Moment> {
    let waiting = work.desk.seats.with(|it| it.unanswered);
    waiting.map(|it| it.1.told_at).min()
}

/// Notifies the seats whose day of answers is over of what became of their other mails; which they
/// are.
///
/// # Errors
/// A template that fails.
pub fn summaries(work: &mut EntryBuilder<'_>) -> Result<Vec<Seat>, CampaignError> {
    let waiting = work.desk.seats.with(|it| it.unanswered);
    let due = waiting.filter(|it| it.1.told_at <= work.now);
    let due: Vec<Seat> = due.map(|it| it.0).collect();
    for seat in &due {
        let Some(unanswered) = work.desk.seats.of(*seat).unanswered.take() else {
            continue;
        };
        let page = page_now(work, *seat)?;
        let id = work.campaign.id.as_str();
        let notice = Notice::Summary {
            filed: unanswered.filed,
            asked: unanswered.asked,
            refused: unanswered.refused,
            order_sheet: order_sheet(id, *seat, page.sheet, &page.order_sheet, &page.in_force),
        };
        announce_to(work, *seat, Letter::Receipt, (&notice, &Subject::Summary))?;
    }
    Ok(due)
}

/// How often a seat has written to others in the turn now open.
pub fn letters_sent(work: &EntryBuilder<'_>, seat: Seat) -> Letters {
    let turn = work.table(seat).sheet().turn;
    let sent = work.desk.seats.get(seat).letters;
    sent.filter(|it| it.turn == turn).unwrap_or(Letters {
        turn,
        count: 0,
        absences: 0,
    })
}
