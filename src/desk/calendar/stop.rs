//! What a campaign waits for: whom it calls, until when, and what they owe.
//!
//! Not here: telling anybody (`publish`), and what follows from it (`schedule`).

use super::schedule::{Absent, Owes, Standing, time_of_day};
use super::substitute;
use crate::clock::Moment;
use crate::config::campaign::CampaignConfig;
use crate::config::schedule::{Cadence, DayCount, Schedule};
use crate::desk::club::campaign::player_in;
use crate::engine::game::{Gate, Halted, Table};
use crate::engine::seat::Seat;
use crate::store::desk_state::DeskState;
use crate::store::entry::Stop;
use crate::store::seat_desk::SeatDesk;
use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet};

/// What a game waits for, and the seats that it calls, in table order.
pub fn called(table: &dyn Table, halted: &Halted) -> (Stop, Vec<Seat>) {
    let (stop, called) = waits_for(halted);
    let table_order = table.seats().into_iter();
    let called = table_order.filter(|it| called.contains(it));
    (stop, called.collect())
}

/// What a game waits for, and the seats that it calls.
pub fn waits_for(halted: &Halted) -> (Stop, BTreeSet<Seat>) {
    match halted {
        Halted::Gathering { called, .. } => (Stop::Gate, called.clone()),
        Halted::Asking { seats } => (Stop::Interrupt, seats.clone()),
        Halted::Over(_) => (Stop::Over, BTreeSet::new()),
    }
}

/// Whether a person at the table referees now: all others read later what comes of it, and nothing
/// before.
pub fn is_ruling(table: &dyn Table, desk: &DeskState) -> bool {
    table.referee().is_some_and(|it| desk.called == [it])
}

/// The deadline of whoever referees and is asked again in the midst of it: no earlier than the one
/// they had. `before`: that one, if they refereed before this stop.
pub fn asked_again(
    table: &dyn Table,
    desk: &DeskState,
    (before, at): (Option<Moment>, Option<Moment>),
) -> Option<Moment> {
    let again = desk.stop == Stop::Interrupt && is_ruling(table, desk);
    at.max(before.filter(|_| again && at.is_some()))
}

/// The deadline of whoever referees now.
pub fn ruling_until(table: &dyn Table, desk: &DeskState) -> Option<Moment> {
    desk.deadline.filter(|_| is_ruling(table, desk))
}

/// The schedule of a stop: that of the kind of its sheet; where the game says how many days it may
/// take, these count.
pub fn schedule_of<'s>(table: &dyn Table, schedule: &'s Schedule) -> Cow<'s, Schedule> {
    let days = table.days().and_then(|it| u16::try_from(it).ok());
    let days = days.and_then(|it| DayCount::try_from(it).ok());
    let schedule = schedule.for_kind(table.sheet_names().kind(table.sheet()));
    let Some(days) = days else {
        return schedule;
    };
    let at = time_of_day(&schedule);
    Cow::Owned(Schedule {
        deadline: Cadence::Days { days, at }.into(),
        ..schedule.into_owned()
    })
}

/// The same of any game at a stop, with the settings and the desk of a moment.
pub fn standing_of(table: &dyn Table, config: &CampaignConfig, desk: &DeskState) -> Standing {
    let stood_in_for = substitute::stood_in_for(table, config, desk);
    let nobody = &stood_in_for.iter().copied().collect();
    standing_without(table, config, desk, (nobody, stood_in_for))
}

/// The same as packetboats before 2026-11-28 had it: they waited for seats that a robot plays.
pub fn standing_before(table: &dyn Table, config: &CampaignConfig, desk: &DeskState) -> Standing {
    let stood_in_for = substitute::stood_in_for(table, config, desk);
    standing_without(table, config, desk, (&BTreeSet::new(), stood_in_for))
}

/// What the scheduler must know, if these seats are out besides those whose player has left.
fn standing_without(
    table: &dyn Table,
    config: &CampaignConfig,
    desk: &DeskState,
    (out, stood_in_for): (&BTreeSet<Seat>, Vec<Seat>),
) -> Standing {
    let is_robot = |it: Seat| player_in(config, it).is_none();
    let players = table.seats().into_iter();
    let players: Vec<Seat> = players.filter(|it| !is_robot(*it)).collect();
    let is_out = |it: &Seat| is_out(config, desk.seats.get(*it)) || out.contains(it);
    let all_out = players.iter().all(is_out);
    let is_called = |it: &Seat| desk.called.contains(it);
    // The game calls no player any more, and goes on among robots.
    let robots_alone = !players.is_empty() && !players.iter().any(is_called);
    let with_all = all_out || robots_alone;
    let owes = |seat: Seat| match table.gate(seat) {
        // With nobody left to play for, the game is not rushed through to its end.
        Gate::Ready if robots_alone => Owes::Patience,
        Gate::Ready | Gate::NotCalled => Owes::Nothing,
        Gate::Waits => Owes::Patience,
        // Nobody is asked any more for who is out.
        Gate::Earlier if is_out(&seat) => Owes::Patience,
        Gate::Earlier => Owes::GoAhead,
        Gate::NoSheet if all_out => Owes::Patience,
        Gate::NoSheet => Owes::Orders,
    };
    // A seat that has left, or for which a robot writes, sent nothing more; but what was in before
    // keeps its time.
    // But without whoever referees nothing goes on: they are missed even if they have left.
    let referee = table.referee();
    let gone = |it: Seat| is_out(&it) && owes(it) == Owes::Orders && Some(it) != referee;
    let expected = |it: &&Seat| with_all || !(is_robot(**it) || gone(**it));
    let called = desk.called.iter().filter(expected);
    let away = |it: &SeatDesk| (!it.away.is_empty()).then(|| it.away.clone());
    Standing {
        stop: desk.stop,
        asked_at: desk.asked_at,
        deadline: desk.deadline,
        called: called.map(|it| (*it, owes(*it))).collect(),
        last_sheet_at: desk.last_sheet_at,
        reminded: desk.seats.with(|it| it.reminded).collect(),
        held: desk.held.clone(),
        silence: desk.silence,
        away: desk.seats.with(away).collect(),
        referee,
        stood_in_for,
        extend: config.absence.extend.map(|it| it.by),
        extensions: extensions(table, config, desk),
    }
}

/// How often a deadline may still be moved for the missing sheet of each seat.
fn extensions(table: &dyn Table, config: &CampaignConfig, desk: &DeskState) -> BTreeMap<Seat, u32> {
    let each = config.absence.extend.map_or(0, |it| u32::from(it.each));
    let left = |seat: Seat| each.saturating_sub(desk.seats.get(seat).extended);
    let seats = table.seats().into_iter();
    seats
        .map(|it| (it, left(it)))
        .filter(|it| it.1 > 0)
        .collect()
}

/// Whether nobody waits for a seat any more, since its player has left or has missed so many sheets
/// that it is skipped.
pub fn is_out(config: &CampaignConfig, record: &SeatDesk) -> bool {
    let after = u32::from(config.absence.skip_after);
    record.left || (after > 0 && record.missed >= after)
}

/// The same of any game at a stop, with the settings and the desk of a moment.
pub fn absent_of(table: &dyn Table, config: &CampaignConfig, desk: &DeskState) -> Vec<Absent> {
    if desk.stop != Stop::Gate {
        return Vec::new();
    }
    let budget = u32::from(config.absence.stretch_days.get());
    let called = desk.called.iter();
    let called = called.filter(|it| !desk.seats.get(**it).left);
    let owing = called.filter(|it| table.gate(**it) == Gate::NoSheet);
    owing
        .map(|seat| (*seat, desk.seats.get(*seat)))
        .filter(|it| !it.1.away.is_empty())
        .map(|(seat, record)| Absent {
            seat,
            dates: record.away.clone(),
            budget: budget.saturating_sub(record.stretched),
        })
        .collect()
}
