//! `SCHEDULE`: the next deadlines of a campaign, and why each is where it is, as its reader may
//! know it.
//!
//! Not here: working them out (`calendar::outlook`).

use crate::clock::Moment;
use crate::desk::calendar::outlook::{Coming, Outlook, Sheets, outlook};
use crate::desk::calendar::schedule::Absent;
use crate::desk::entry::builder::EntryBuilder;
use crate::engine::seat::Seat;
use crate::report::{Answer, Due};
use crate::store::entry::Stop;

/// How many deadlines are listed.
pub const COUNT: usize = 10;

/// What is to come in a campaign. In the midst of a turn it is told from the gate after it, whoever
/// is asked.
pub fn ahead(work: &EntryBuilder<'_>) -> Outlook {
    let campaign = &*work.campaign;
    let table = &campaign.table;
    let schedule = &campaign.config.schedule;
    if work.desk.stop == Stop::Over || work.desk.is_under_review() {
        return Outlook::default();
    }
    let sheets = Sheets {
        open: table.sheet(),
        until: table.batch_until(),
        parts: table.parts(),
        last_turn: table.last_turn(),
        names: table.sheet_names(),
    };
    let first = work.desk.deadline.map(|at| Coming {
        sheet: sheets.open,
        at,
        moved: work.desk.moved.clone(),
    });
    let budget = u32::from(campaign.config.absence.stretch_days.get());
    let seats = work.desk.seats.iter();
    let absent = seats
        .filter(|it| !it.1.away.is_empty() && !it.1.left)
        .map(|(seat, record)| Absent {
            seat,
            dates: record.away.clone(),
            budget: budget.saturating_sub(record.stretched),
        });
    outlook(schedule, (sheets, first), absent.collect(), COUNT)
}

/// The same as an answer to a seat.
pub fn answer(work: &EntryBuilder<'_>, seat: Seat) -> Answer {
    let zone = work.zone_of(Some(seat));
    let printed = |it: Moment| it.for_people(zone, work.now);
    // A question in the midst of a turn is the business of whom it asks.
    let is_asked = work.desk.stop != Stop::Interrupt || work.desk.called.contains(&seat);
    let all = if is_asked {
        ahead(work)
    } else {
        Outlook::default()
    };
    let due = all.coming.iter().map(|next| Due {
        sheet: next.sheet,
        at: printed(next.at),
        moved: work.told_of_moves(&next.moved, (Some(seat), zone)),
    });
    Answer::Schedule {
        due: due.collect(),
        grace: match work.campaign.config.schedule.grace {
            none if none.seconds() == 0 => String::new(),
            grace => grace.to_string(),
        },
        last_turn: work.campaign.table.last_turn(),
        last: all.last.map(printed),
    }
}
