//! When a campaign is due. Pure: `now` is an argument, and a late cron job changes nothing.
//!
//! All follows from one question: *if no more mail comes, when does this stop resolve?*
//! [`resolves_at`] answers it. Mails that arrived up to that moment belong to this stop, and each
//! may move it; what came later meets the new state. Not here: reading `[schedule]`
//! (`config::schedule`), and doing what is due.

use crate::clock::civil::{Date, Dates, TimeOfDay};
use crate::clock::length::Length;
use crate::clock::{Moment, in_zone};
use crate::config::schedule::{Cadence, HoldIfSilent, Schedule, WhenAllIn};
use crate::engine::seat::Seat;
use crate::store::deadline::{Moved, MovedBy};
use crate::store::entry::{Because, Silence, Stop};
use std::collections::BTreeMap;

/// The least time players are given: a campaign that resolves on Sunday evening is not due again
/// the same evening.
const NOTICE_MIN: Length = Length::hours(12);

/// A report that goes out shortly after the time of day that deadlines have, since cron runs every
/// few minutes, counts as sent at that time.
const LATENESS_MAX: Length = Length::hours(1);

/// How many seats must be called for the silence of all to be more than forgetfulness.
const ALL_MIN: usize = 2;

/// What the scheduler needs to know of a campaign; no game type appears in it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Standing {
    /// What it waits for.
    pub stop: Stop,
    /// When the report went out that called the seats.
    pub asked_at: Moment,
    /// The deadline announced to them; `None`: none.
    pub deadline: Option<Moment>,
    /// Every called seat that is expected to write: no robots, and nobody who has left.
    pub called: BTreeMap<Seat, Owes>,
    /// When the last sheet for this stop came in.
    pub last_sheet_at: Option<Moment>,
    /// When seats were last reminded of this stop.
    pub reminded: BTreeMap<Seat, Moment>,
    /// Why it is held, if it is.
    pub held: Option<String>,
    /// Whether the silence of many may hold it.
    pub silence: Silence,
    /// When players said that they are away.
    pub away: BTreeMap<Seat, Vec<Dates>>,
    /// Who referees, where that is a person at the table.
    pub referee: Option<Seat>,
    /// The seats for which a robot writes, so that nobody wonders that they are silent.
    pub stood_in_for: Vec<Seat>,
    /// How much more time is given where a sheet is missing; `None`: none.
    pub extend: Option<Length>,
    /// How often for each seat that has any left.
    pub extensions: BTreeMap<Seat, u32>,
}

/// A deadline, and why it is not the usual one.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Deadline {
    /// The moment it is due.
    pub at: Moment,
    /// What moved it, in the order in which it did; empty: it is the usual one.
    pub moved: Vec<Moved>,
}

/// A called seat that owes a sheet and says that it is away.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Absent {
    /// The seat that is away.
    pub seat: Seat,
    /// The days it is away.
    pub dates: Vec<Dates>,
    /// By how many days deadlines may still be moved for it.
    pub budget: u32,
}

/// What a called seat owes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Owes {
    /// Nothing: it is ready.
    Nothing,
    /// It is ready, but asked to wait until the deadline.
    Patience,
    /// A sheet of before it was called is in, and counts at the deadline; GOAHEAD would let the
    /// game go on before.
    GoAhead,
    /// A sheet.
    Orders,
}

/// What is to be done now.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Due {
    /// Nothing is due yet.
    Nothing,
    /// These seats owe a sheet or GOAHEAD, and a reminder is due.
    Remind {
        /// At least one.
        seats: Vec<Seat>,
    },
    /// The stop is over.
    Resolve {
        /// What made it due.
        because: Because,
        /// When it was over: mails up to this moment count.
        at: Moment,
    },
    /// Sheets are missing, and more time is given for that.
    Extend {
        /// Those with time left whose sheets are missing; at least one.
        seats: Vec<Seat>,
        /// The new deadline.
        to: Deadline,
    },
    /// It is likelier that mail is broken than that so many forgot.
    Hold {
        /// For the referee: who is silent, and what they can do.
        why: String,
    },
}

/// What is to be done now, if every mail up to now has been taken.
pub fn due(schedule: &Schedule, standing: &Standing, now: Moment) -> Due {
    if standing.stop == Stop::Over || standing.held.is_some() {
        return Due::Nothing;
    }
    match resolves_at(schedule, standing) {
        Some((at, because)) if at <= now => match extended(schedule, standing, (at, because)) {
            Some((seats, to)) => Due::Extend { seats, to },
            None => match too_silent(schedule, standing) {
                Some(why) => Due::Hold { why },
                None => Due::Resolve { because, at },
            },
        },
        _ => match to_remind(schedule, standing, now) {
            seats if seats.is_empty() => Due::Nothing,
            seats => Due::Remind { seats },
        },
    }
}

/// Whose missing sheets give more time to a stop that would resolve so, and until when; `None`: it
/// resolves. Who is away is not missing, nor is who has a robot.
pub fn extended(
    schedule: &Schedule,
    standing: &Standing,
    (at, because): (Moment, Because),
) -> Option<(Vec<Seat>, Deadline)> {
    let by = standing.extend.filter(|_| because == Because::Deadline)?;
    let deadline = standing.deadline.filter(|_| standing.stop == Stop::Gate)?;
    let has_time = |seat: &Seat| standing.extensions.get(seat).is_some_and(|it| *it > 0);
    let away = |seat: &Seat| is_away(schedule, standing.away.get(seat), deadline);
    let seats: Vec<Seat> = silent(standing)
        .filter(|it| has_time(it) && !away(it) && !standing.stood_in_for.contains(it))
        .collect();
    if seats.is_empty() {
        return None;
    }
    let by_missing = Moved {
        to: Some(at.plus(by)),
        by: MovedBy::Missing {
            seats: seats.clone(),
        },
    };
    let mut to = deadline_from(schedule, at.plus(by), &[]);
    to.moved.insert(0, by_missing);
    Some((seats, to))
}

/// When this stop resolves if no more mail comes, and why; `None`: never, by itself. Holds are not
/// looked at: one only delays what is done.
pub fn resolves_at(schedule: &Schedule, standing: &Standing) -> Option<(Moment, Because)> {
    if standing.stop == Stop::Over {
        return None;
    }
    let last = standing.last_sheet_at.unwrap_or(standing.asked_at);
    let all_in = |at: Moment| match standing.deadline {
        Some(deadline) if at >= deadline => (at, Because::Deadline),
        _ => (at, Because::AllIn),
    };
    let at_deadline = standing
        .deadline
        .map(|it| (it.max(last), Because::Deadline));
    // Whoever referees rolls and rules as soon as they have written.
    let rules = standing.referee.is_some() && standing.called.keys().copied().eq(standing.referee);
    match (most_owed(standing), schedule.when_all_in) {
        (Owes::Nothing, _) if rules => Some(all_in(last)),
        (Owes::Nothing, WhenAllIn::ResolveAtOnce) => Some(all_in(last)),
        (Owes::Nothing, WhenAllIn::ResolveAfter(length)) => {
            let thought = last.plus(length);
            // Thinking again ends at the deadline; a sheet after it leaves no time to think.
            let end = standing.deadline.map_or(thought, |it| it.min(thought));
            Some(all_in(end.max(last)))
        }
        (Owes::Nothing, WhenAllIn::WaitForDeadline) | (Owes::Patience | Owes::GoAhead, _) => {
            at_deadline
        }
        (Owes::Orders, _) => {
            let end = standing.deadline?.plus(schedule.grace);
            Some((end.max(last), Because::Deadline))
        }
    }
}

/// The next moment after `now` at which something is due though no mail comes; for the hint that
/// makes idle ticks cheap. What is due already is not named.
pub fn next_moment_of_interest(
    schedule: &Schedule,
    standing: &Standing,
    now: Moment,
) -> Option<Moment> {
    if standing.stop == Stop::Over || standing.held.is_some() {
        return None;
    }
    let end = resolves_at(schedule, standing).map(|it| it.0);
    let reminders = match most_owed(standing) {
        Owes::Orders | Owes::GoAhead => reminders(schedule, standing),
        Owes::Nothing | Owes::Patience => Vec::new(),
    };
    let all = reminders.into_iter().chain(end);
    all.filter(|it| *it > now).min()
}

/// The deadline of a stop whose report goes out at `asked_at`; `None`: only the referee ends it.
pub fn next_deadline(
    schedule: &Schedule,
    stop: Stop,
    asked_at: Moment,
    absent: &[Absent],
) -> Option<Deadline> {
    let (date, at) = usual(schedule, stop, asked_at)?;
    Some(moved_on(schedule, (date, at), absent))
}

/// A deadline that would be at this moment, moved on past holidays and absences.
pub fn deadline_from(schedule: &Schedule, at: Moment, absent: &[Absent]) -> Deadline {
    let zone = schedule.zone;
    let moved = moved_on(schedule, (at.date(zone), at.time(zone)), absent);
    if moved.moved.is_empty() {
        // As it was, seconds and all.
        Deadline { at, ..moved }
    } else {
        moved
    }
}

/// Whether a player who said so is away on the day that this moment has in the campaign's zone.
pub fn is_away(schedule: &Schedule, dates: Option<&Vec<Dates>>, at: Moment) -> bool {
    let day = at.date(schedule.zone);
    dates.is_some_and(|it| it.iter().any(|it| it.contains(day)))
}

/// The date and time that the cadence gives, holidays or not.
fn usual(schedule: &Schedule, stop: Stop, asked_at: Moment) -> Option<(Date, TimeOfDay)> {
    let cadence = match stop {
        Stop::Gate => schedule.deadline.of(None),
        Stop::Interrupt => &schedule.interrupt,
        Stop::Over => return None,
    };
    let zone = schedule.zone;
    match cadence {
        Cadence::Never {} => None,
        Cadence::Weekday { days, at } => {
            let earliest = asked_at.minus(LATENESS_MAX).plus(NOTICE_MIN);
            let today = asked_at.date(zone);
            // A week and the notice: one of these days is among them.
            let date = (0..=8)
                .map(|it| today.plus_days(it))
                .find(|it| days.contains(it.day()) && in_zone(zone, *it, *at) >= earliest)?;
            Some((date, *at))
        }
        Cadence::Days { days, at } => {
            let counted_from = asked_at.minus(LATENESS_MAX);
            let first = counted_from.date(zone).plus_days(days.get());
            let date = if counted_from.time(zone) <= *at {
                first
            } else {
                first.plus_days(1)
            };
            Some((date, *at))
        }
    }
}

/// The deadline on this date, or on the next one that is neither a holiday nor a day of an absence
/// for which there is budget enough. An absence moves it whole or not at all: a deadline in the
/// middle of one helps nobody.
fn moved_on(schedule: &Schedule, (date, at): (Date, TimeOfDay), absent: &[Absent]) -> Deadline {
    let (mut date, mut moved) = (date, Vec::new());
    let note = |date: Date, by: MovedBy| Moved {
        to: Some(in_zone(schedule.zone, date, at)),
        by,
    };
    let mut spent: BTreeMap<Seat, u32> = BTreeMap::new();
    loop {
        if let Some(holiday) = schedule.holidays.iter().find(|it| it.contains(date)) {
            date = holiday.last().plus_days(1);
            moved.push(note(date, MovedBy::Holiday { dates: *holiday }));
            continue;
        }
        let absence = absent.iter().find_map(|away| {
            let dates = away.dates.iter().find(|dates| dates.contains(date))?;
            let days = dates.last().plus_days(1).days_since(date);
            let so_far = spent.get(&away.seat).copied().unwrap_or(0);
            (so_far + days <= away.budget).then_some((away.seat, *dates, days))
        });
        let Some((seat, dates, days)) = absence else {
            let at = in_zone(schedule.zone, date, at);
            return Deadline { at, moved };
        };
        *spent.entry(seat).or_default() += days;
        date = date.plus_days(u16::try_from(days).unwrap_or(u16::MAX));
        moved.push(note(date, MovedBy::Absence { seat, dates, days }));
    }
}

/// What the seat that owes most owes; nothing, if none is called.
fn most_owed(standing: &Standing) -> Owes {
    let owed = |what| standing.called.values().any(|it| *it == what);
    let most = [Owes::Orders, Owes::GoAhead, Owes::Patience];
    let most = most.into_iter().find(|it| owed(*it));
    most.unwrap_or(Owes::Nothing)
}

fn silent(standing: &Standing) -> impl Iterator<Item = Seat> {
    let silent = standing.called.iter().filter(|it| *it.1 == Owes::Orders);
    silent.map(|it| *it.0)
}

/// Why the stop is not simply played on, if it is not.
pub fn too_silent(schedule: &Schedule, standing: &Standing) -> Option<String> {
    let suspicious = standing.silence == Silence::Suspicious;
    // Without whoever referees there is nothing to be played.
    let referee = silent(standing).find(|it| Some(*it) == standing.referee);
    if let Some(referee) = referee.filter(|_| suspicious) {
        return Some(format!(
            "{referee} referees, and has sent nothing. Extend the deadline, or give the seat to \
             somebody else; if you release the campaign, the turn is played without them"
        ));
    }
    let away = |seat: &Seat| {
        let at = standing.deadline.unwrap_or(standing.asked_at);
        is_away(schedule, standing.away.get(seat), at)
    };
    // Who is away is not expected to write, nor for whom a robot does.
    let stood_in = |seat: &Seat| standing.stood_in_for.contains(seat);
    let expected = standing.called.keys().filter(|it| !stood_in(it)).count();
    let silent: Vec<String> = silent(standing)
        .filter(|it| !away(it) && !stood_in(it))
        .map(|it| it.to_string())
        .collect();
    let many = match schedule.hold_if_silent {
        HoldIfSilent::Never => false,
        HoldIfSilent::AtLeast(limit) => silent.len() >= usize::from(limit.get()),
        HoldIfSilent::All => silent.len() >= ALL_MIN && silent.len() == expected,
    };
    (suspicious && many).then(|| {
        format!(
            "{} sent no orders; that is unlikely to be chance, so mail may be broken. If it was, \
             extend the deadline; otherwise release the campaign and it is played",
            silent.join(", ")
        )
    })
}

/// The time of day of deadlines; where only the referee closes turns, eight in the evening.
pub fn time_of_day(schedule: &Schedule) -> TimeOfDay {
    match schedule.deadline.of(None) {
        Cadence::Weekday { at, .. } | Cadence::Days { at, .. } => *at,
        Cadence::Never {} => TimeOfDay::new(20, 0).expect("a day has more than twenty hours"),
    }
}

/// The moment of a day at which votes are counted: the first at the time of day of deadlines that
/// is not before this one, or the deadline itself if that comes earlier.
pub fn next_count(schedule: &Schedule, deadline: Option<Moment>, from: Moment) -> Moment {
    let zone = schedule.zone;
    let at = deadline.map_or_else(|| time_of_day(schedule), |it| it.time(zone));
    let today = from.date(zone);
    let days = [today, today.plus_days(1), today.plus_days(2)];
    let daily = days.into_iter().map(|it| in_zone(zone, it, at));
    let daily = daily.filter(|it| *it >= from).min();
    let daily = daily.expect("there is such a moment within two days");
    deadline
        .filter(|it| *it >= from)
        .map_or(daily, |it| it.min(daily))
}

/// The moments of reminders: those after the report and before the deadline, ascending.
fn reminders(schedule: &Schedule, standing: &Standing) -> Vec<Moment> {
    let Some(deadline) = standing.deadline else {
        return Vec::new();
    };
    let before = schedule.reminders.iter().map(|it| deadline.minus(*it));
    let mut moments: Vec<Moment> = before
        .filter(|it| *it > standing.asked_at && *it < deadline)
        .collect();
    moments.sort_unstable();
    moments
}

/// The seats that owe a sheet or GOAHEAD, and have not been reminded since the last reminder was
/// due. Several that were missed make one; none comes after the deadline, and none to who is away
/// when it is due.
fn to_remind(schedule: &Schedule, standing: &Standing, now: Moment) -> Vec<Seat> {
    let passed = reminders(schedule, standing)
        .into_iter()
        .rfind(|it| *it <= now);
    let (Some(due), Some(deadline)) = (passed, standing.deadline) else {
        return Vec::new();
    };
    if now >= deadline {
        return Vec::new();
    }
    let reminded = |seat: &Seat| standing.reminded.get(seat).is_some_and(|it| *it >= due);
    let away = |seat: &Seat| is_away(schedule, standing.away.get(seat), due);
    let asked = |it: Owes| matches!(it, Owes::Orders | Owes::GoAhead);
    let asked = standing.called.iter().filter(|it| asked(*it.1));
    asked
        .map(|it| *it.0)
        .filter(|it| !reminded(it) && !away(it))
        .collect()
}
