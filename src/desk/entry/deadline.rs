//! What an entry in the making notes of its stop: whom the campaign waits for, until when, and
//! whose absence has moved that.
//!
//! Not here: who is called and what they owe (`stop`), and where a deadline falls (`schedule`).

use super::builder::EntryBuilder;
use crate::clock::Moment;
use crate::desk::calendar::schedule::{self, Absent, Deadline, Standing};
use crate::desk::calendar::stop::{
    absent_of, asked_again, called, is_ruling, ruling_until, schedule_of, standing_of, waits_for,
};
use crate::engine::game::Halted;
use crate::store::deadline::MovedBy;
use crate::store::entry::{Because, Silence, Stop};
use crate::store::seat_desk::{Motion, Vote};

/// Notes what the campaign waits for now, and until when.
pub fn note_stop(work: &mut EntryBuilder<'_>, halted: &Halted) {
    let before = ruling_until(&*work.campaign.table, &work.desk);
    (work.desk.stop, work.desk.called) = called(&*work.campaign.table, halted);
    work.desk.asked_at = work.now;
    work.desk.moved.clear();
    forget_past(work);
    let absent = absent(work);
    let schedule = schedule_of(&*work.campaign.table, &work.campaign.config.schedule);
    let deadline = schedule::next_deadline(&schedule, work.desk.stop, work.now, &absent);
    let at = deadline.as_ref().map(|it| it.at);
    let at = asked_again(&*work.campaign.table, &work.desk, (before, at));
    let deadline = deadline.zip(at).map(|(old, at)| Deadline { at, ..old });
    settle(work, deadline);
    work.desk.last_sheet_at = None;
    work.desk.silence = Silence::Suspicious;
    for record in work.desk.seats.all_mut() {
        record.reminded = None;
        record.late = false;
    }
    if work.desk.stop == Stop::Gate {
        // More time was wanted for another turn.
        for record in work.desk.seats.all_mut() {
            let is_time = |it: &Vote| matches!(it.of, Motion::Extend { .. });
            record.votes.retain(|it| !is_time(it));
        }
    }
}

/// Whether the game waits for something else than the desk thinks: after an edit by hand.
pub fn stands_elsewhere(work: &EntryBuilder<'_>, halted: &Halted) -> bool {
    let (stop, called) = waits_for(halted);
    stop != work.desk.stop || called != work.desk.called.iter().copied().collect()
}

/// What the scheduler must know.
pub fn standing(work: &EntryBuilder<'_>) -> Standing {
    let campaign = &*work.campaign;
    standing_of(&*campaign.table, &campaign.config, &work.desk)
}

/// When the stop closes before its deadline, since all orders are in; `None`: they are not, or it
/// waits for the deadline, or for the referee who holds it. Of a question by mail it is not told:
/// who knew would know whether another seat is asked besides.
pub fn closes_early(work: &EntryBuilder<'_>) -> Option<Moment> {
    let is_told = work.desk.stop == Stop::Gate || is_ruling(&*work.campaign.table, &work.desk);
    if work.desk.held.is_some() || !is_told {
        return None;
    }
    let schedule = &work.campaign.config.schedule;
    match schedule::resolves_at(schedule, &standing(work))? {
        (at, Because::AllIn) => Some(at),
        (_, Because::Deadline | Because::Referee) => None,
    }
}

/// Sets a deadline, and charges those whose absence has moved it.
pub fn settle(work: &mut EntryBuilder<'_>, deadline: Option<Deadline>) {
    work.desk.deadline = deadline.as_ref().map(|it| it.at);
    let moved = deadline.map_or_else(Vec::new, |it| it.moved);
    for moved in &moved {
        if let MovedBy::Absence { seat, days, .. } = &moved.by {
            work.desk.seats.of(*seat).stretched += days;
        }
    }
    work.note_moved(moved);
}

/// The called players who owe a sheet and say that they are away; none at a question.
pub fn absent(work: &EntryBuilder<'_>) -> Vec<Absent> {
    let campaign = &*work.campaign;
    absent_of(&*campaign.table, &campaign.config, &work.desk)
}

/// Forgets absences that are over.
pub fn forget_past(work: &mut EntryBuilder<'_>) {
    let today = work.now.date(work.campaign.config.schedule.zone);
    for seat in work.desk.seats.all_mut() {
        seat.away.retain(|it| it.last() >= today);
    }
}
