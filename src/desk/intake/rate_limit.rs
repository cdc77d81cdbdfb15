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
use crate::store::entry::Letter;
use crate::store::question::{Answered, DAY, Letters, Unanswered, of_today};

/// How many mails of a seat that hold no orders are answered in a day: more than anybody writes who
/// asks and tries out orders with CHECK, and an end for two programs that answer each other.
const ANSWERS_MAX: u32 = 30;

/// The same of mails that hold orders, filed or not: those have an end of their own, so that nobody
/// who has asked much goes without an answer to orders.
const RECEIPTS_MAX: u32 = 60;

/// How many mails with orders that were not filed a summary names by the time of their arrival.
const NAMED_MAX: usize = 20;

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

/// What became of a mail that was not answered, worst last.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Unheard {
    /// It held nothing that could be used.
    Refused,
    /// It asked or announced something.
    Asked,
    /// It was words for people, which were passed on.
    Letter,
    /// It was words for people, which were not.
    LostLetter,
    /// It filed orders.
    Filed,
    /// It held orders, and nothing of it was filed.
    Unfiled,
}

/// Counts an answer to a mail; `orders`: it held some. Files and commands are the referee's doing
/// and not counted.
pub fn budget(work: &mut EntryBuilder<'_>, arrival: &Arrival, orders: bool) -> RateLimit {
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
    let (count, most) = if orders {
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
        WARNED_AT if !orders => RateLimit::Few,
        _ => RateLimit::Left,
    }
}

/// Counts a proved mail that was not answered.
pub fn note_unanswered(work: &mut EntryBuilder<'_>, arrival: &Arrival, became: Unheard) {
    let record = work.desk.seats.of(arrival.seat);
    let told_at = record.answered.map_or(work.now, |it| it.since.plus(DAY));
    let unanswered = record.unanswered.get_or_insert(Unanswered {
        told_at,
        filed: 0,
        asked: 0,
        refused: 0,
        unfiled: 0,
        unfiled_at: Vec::new(),
        letters: 0,
        lost_letters: 0,
    });
    let count = match became {
        Unheard::Refused => &mut unanswered.refused,
        Unheard::Asked => &mut unanswered.asked,
        Unheard::Letter => &mut unanswered.letters,
        Unheard::LostLetter => &mut unanswered.lost_letters,
        Unheard::Filed => &mut unanswered.filed,
        Unheard::Unfiled => &mut unanswered.unfiled,
    };
    *count += 1;
    if became == Unheard::Unfiled && unanswered.unfiled_at.len() < NAMED_MAX {
        unanswered.unfiled_at.push(arrival.arrived);
    }
}

/// When the next summary of mails beyond the answers of a day is due; `None`: none is.
pub fn next_summary(work: &EntryBuilder<'_>) -> Option<Moment> {
    let waiting = work.desk.seats.with(|it| it.unanswered.as_ref());
    waiting.map(|it| it.1.told_at).min()
}

/// Notifies the seats whose day of answers is over of what became of their other mails; which they
/// are.
///
/// # Errors
/// A template that fails.
pub fn summaries(work: &mut EntryBuilder<'_>) -> Result<Vec<Seat>, CampaignError> {
    let waiting = work.desk.seats.with(|it| it.unanswered.as_ref());
    let due = waiting.filter(|it| it.1.told_at <= work.now);
    let due: Vec<Seat> = due.map(|it| it.0).collect();
    for seat in &due {
        let Some(unanswered) = work.desk.seats.of(*seat).unanswered.take() else {
            continue;
        };
        let page = page_now(work, *seat)?;
        let id = work.campaign.id.as_str();
        let zone = work.zone_of(Some(*seat));
        let own = (page.sheet, work.campaign.sheet_names());
        let at = unanswered.unfiled_at.iter();
        let notice = Notice::Summary {
            filed: unanswered.filed,
            asked: unanswered.asked,
            refused: unanswered.refused,
            unfiled: unanswered.unfiled,
            unfiled_at: at.map(|it| it.for_people(zone, work.now)).collect(),
            letters: unanswered.letters,
            lost_letters: unanswered.lost_letters,
            order_sheet: order_sheet(id, *seat, own, &page.order_sheet, &page.in_force),
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
