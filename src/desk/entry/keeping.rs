//! How players keep time: what a sheet that comes, or does not, counts for.
//!
//! A sheet is late if it comes after the deadline, in grace or in the time that is given where it
//! is missing. More time for other reasons (a vote, a holiday, an outage, the referee) moves the
//! deadline itself. What an absence covers, what a substitute plays, and what the referee resolves
//! by command, counts as nothing. Not here: adding it up (`club::record`).

use super::builder::EntryBuilder;
use super::publish::to_referee;
use crate::clock::Moment;
use crate::config::campaign::{Partner, Player};
use crate::desk::calendar::schedule;
use crate::desk::club::errors::CampaignError;
use crate::engine::seat::Seat;
use crate::report::RefereeMail;
use crate::store::entry::Stop;
use crate::store::keeping::Former;
use crate::store::seat_desk::SeatDesk;

/// Notes that a seat files a sheet that it owes, before it is filed.
pub fn files(work: &mut EntryBuilder<'_>, seat: Seat, arrived: Moment) {
    let is_after = work.desk.deadline.is_some_and(|it| it < arrived);
    if is_after && work.desk.called.contains(&seat) && work.desk.stop == Stop::Gate {
        work.desk.seats.of(seat).late = true;
    }
}

/// Notes that the sheets of these seats are waited for longer, since they are missing.
pub fn waits(work: &mut EntryBuilder<'_>, seats: &[Seat]) {
    for seat in seats {
        work.desk.seats.of(*seat).late = true;
    }
}

/// Counts the sheets of the turn that is closed, and notifies the referee of those who have missed
/// several in a row. Questions in the middle of a turn do not count.
///
/// # Errors
/// A template that fails.
pub fn close(work: &mut EntryBuilder<'_>, silent: &[Seat]) -> Result<(), CampaignError> {
    if work.desk.stop != Stop::Gate {
        return Ok(());
    }
    let limit = u32::from(work.campaign.config.absence.tell_referee_after);
    let at = work.desk.deadline.unwrap_or(work.now);
    for seat in work.campaign.table.seats() {
        let record = work.desk.seats.get(seat);
        let gone = work.campaign.is_robot(seat) || record.left;
        if gone || !work.desk.called.contains(&seat) {
            continue;
        }
        let schedule = &work.campaign.config.schedule;
        let is_away = schedule::is_away(schedule, Some(&record.away), at);
        let is_silent = silent.contains(&seat);
        let stands_in = record.has_substitute();
        let record = work.desk.seats.of(seat);
        let late = std::mem::take(&mut record.late);
        match (is_silent, is_away) {
            (true, true) => continue,
            (true, false) => record.missed += 1,
            (false, _) => record.missed = 0,
        }
        if !stands_in {
            let keeping = &mut record.keeping;
            let count = match (is_silent, late) {
                (true, _) => &mut keeping.missed,
                (false, true) => &mut keeping.late,
                (false, false) => &mut keeping.on_time,
            };
            *count += 1;
        }
        let sheets = record.missed;
        if is_silent && limit > 0 && sheets == limit {
            let about = RefereeMail::Missed { seat, sheets };
            to_referee(work, &about, "a player sends no orders")?;
        }
    }
    Ok(())
}

/// Who had a seat until now, after those of before, if anybody has waited for them.
pub fn former(record: &SeatDesk, player: Option<&Player>) -> Vec<Former> {
    let mut former = record.former.clone();
    let who: Option<Partner> = record.roster.as_ref().and_then(|it| it.parse().ok());
    if let Some(who) = who.filter(|_| record.left || record.keeping.owed() > 0) {
        let is_theirs = |it: &&Player| it.address.same_as(who.address.as_str());
        let public = player.filter(is_theirs).is_some_and(|it| it.record_public);
        former.push(Former {
            who,
            public,
            keeping: record.keeping,
        });
    }
    former
}
