//! Players who are away: noted from a line of their sheets, announced to everybody, forgotten when
//! it is over; and what that does to deadlines.
//!
//! A gate waits for who is away, within the budget of campaign.toml. A question in the middle of a
//! turn does not: whom it asks is nobody's business, and a deadline that moves would show it. Not
//! here: where a deadline falls then (`schedule`), and reading the line (`lang`).

use super::rate_limit::letters_sent;
use crate::clock::Moment;
use crate::clock::civil::Dates;
use crate::desk::calendar::{schedule, substitute};
use crate::desk::club::errors::CampaignError;
use crate::desk::entry::builder::EntryBuilder;
use crate::desk::entry::deadline::{absent, settle};
use crate::desk::entry::publish::{announce_to_others, to_referee};
use crate::engine::game::Understood;
use crate::engine::seat::Seat;
use crate::report::{AbsenceNotice, Notice, RefereeMail, Subject};

/// How often in a turn the others are notified of a seat's absences.
const TOLD_MAX: u32 = 10;

/// How many absences to come are kept for one seat, and looked at in one mail.
const ABSENCES_MAX: usize = 12;

/// Notes what a player said of absences in a mail that came at a moment, moves the deadline if the
/// budget allows, and notifies everybody.
///
/// # Errors
/// A template that fails.
pub fn note(
    work: &mut EntryBuilder<'_>,
    seat: Seat,
    arrived: Moment,
    understood: &Understood,
) -> Result<Vec<AbsenceNotice>, CampaignError> {
    if !understood.returns && understood.absences.is_empty() {
        return Ok(ended(work, seat, arrived, understood));
    }
    if letters_sent(work, seat).absences >= TOLD_MAX {
        return Ok(vec![AbsenceNotice::TooOften { limit: TOLD_MAX }]);
    }
    let mut told = Vec::new();
    if understood.returns {
        let robot = {
            let campaign = &*work.campaign;
            let table = &*campaign.table;
            substitute::stood_in_for(table, &campaign.config, &work.desk).contains(&seat)
        };
        let record = work.desk.seats.of(seat);
        let away = std::mem::take(&mut record.away);
        record.missed = 0;
        let today = work.now.date(work.campaign.config.schedule.zone);
        told.push(AbsenceNotice::TakenBack {
            dates: away.iter().map(|it| it.for_people(today)).collect(),
            robot: robot && !record.left,
        });
        if !away.is_empty() && understood.absences.is_empty() {
            let notice = Notice::Back { seat };
            tell(work, seat, (&notice, &Subject::Back(seat)), &[])?;
        }
    }
    let mut noted = Vec::new();
    for (from, to) in understood.absences.iter().take(ABSENCES_MAX) {
        match keep(work, seat, arrived, &format!("{from}..{to}")) {
            Ok(Some(dates)) => noted.push(dates),
            Ok(None) => told.push(AbsenceNotice::Known {
                dates: printed(work, from, to),
            }),
            Err(why) => told.push(AbsenceNotice::Refused {
                dates: format!("{from}..{to}"),
                why,
            }),
        }
    }
    let count = understood.absences.len().saturating_sub(ABSENCES_MAX);
    if count > 0 {
        told.push(AbsenceNotice::TooMany { count });
    }
    if noted.is_empty() {
        return Ok(told);
    }
    let moved = stretch(work, arrived);
    let today = work.now.date(work.campaign.config.schedule.zone);
    let dates: Vec<String> = noted.iter().map(|it| it.for_people(today)).collect();
    let notice = Notice::Away {
        seat,
        dates: dates.clone(),
        moved,
    };
    tell(work, seat, (&notice, &Subject::Away(seat)), &dates)?;
    told.extend(noted_now(work, seat, (&noted, dates), moved));
    Ok(told)
}

/// What is said of absences noted now, and with the last of them of those noted before.
fn noted_now(
    work: &EntryBuilder<'_>,
    seat: Seat,
    (noted, dates): (&[Dates], Vec<String>),
    moved: bool,
) -> Vec<AbsenceNotice> {
    let today = work.now.date(work.campaign.config.schedule.zone);
    let away = work.desk.seats.get(seat).away.iter();
    let before = away.filter(|it| !noted.contains(it));
    let before: Vec<String> = before.map(|it| it.for_people(today)).collect();
    let count = dates.len();
    let all = dates.into_iter().enumerate();
    all.map(|(at, dates)| AbsenceNotice::Noted {
        dates,
        moved,
        also: if at + 1 == count {
            before.clone()
        } else {
            Vec::new()
        },
    })
    .collect()
}

/// Days of an absence, as they are printed.
fn printed(work: &EntryBuilder<'_>, from: &str, to: &str) -> String {
    let today = work.now.date(work.campaign.config.schedule.zone);
    let text = format!("{from}..{to}");
    let dates = text.parse::<Dates>();
    dates.map_or(text, |it| it.for_people(today))
}

/// The absence in which orders of its player come is over.
fn ended(
    work: &mut EntryBuilder<'_>,
    seat: Seat,
    arrived: Moment,
    understood: &Understood,
) -> Vec<AbsenceNotice> {
    if !understood.filed || understood.lines.is_empty() {
        return Vec::new();
    }
    let schedule = &work.campaign.config.schedule;
    let today = arrived.date(schedule.zone);
    let away = &mut work.desk.seats.of(seat).away;
    let (over, still): (Vec<Dates>, Vec<Dates>) = away.iter().partition(|it| it.contains(today));
    *away = still;
    let over = over.iter().map(|it| it.for_people(today));
    over.map(|dates| AbsenceNotice::Ended { dates }).collect()
}

/// Notifies everybody of a seat's absences, or with no dates that there are none, and counts it.
fn tell(
    work: &mut EntryBuilder<'_>,
    seat: Seat,
    (notice, subject): (&Notice, &Subject<'_>),
    dates: &[String],
) -> Result<(), CampaignError> {
    let mut written = letters_sent(work, seat);
    written.absences += 1;
    work.desk.seats.of(seat).letters = Some(written);
    let moved = matches!(notice, Notice::Away { moved: true, .. });
    match (work.hides_players(), moved) {
        (false, _) => announce_to_others(work, Some(seat), notice, subject)?,
        // Who is away elsewhere on the same days would be known.
        (true, true) => {
            announce_to_others(work, Some(seat), &Notice::Later, &Subject::Extended)?;
        }
        (true, false) => {}
    }
    let about = RefereeMail::Away {
        seat,
        dates: dates.to_vec(),
        moved,
    };
    let what = match dates {
        [] => "a player is not away after all",
        _ => "a player is away",
    };
    to_referee(work, &about, what)
}

/// Keeps one absence; `None`: it is noted already; or why it cannot be kept.
fn keep(
    work: &mut EntryBuilder<'_>,
    seat: Seat,
    arrived: Moment,
    text: &str,
) -> Result<Option<Dates>, String> {
    let mut dates: Dates = text.parse()?;
    if dates.last() < arrived.date(work.campaign.config.schedule.zone) {
        return Err("it is over already".to_owned());
    }
    let kept = &mut work.desk.seats.of(seat).away;
    if kept.iter().any(|it| it.joined(&dates) == Some(*it)) {
        return Ok(None);
    }
    // Those that overlap are one absence.
    kept.retain(|absence| match absence.joined(&dates) {
        Some(both) => {
            dates = both;
            false
        }
        None => true,
    });
    if kept.len() >= ABSENCES_MAX {
        return Err(format!(
            "{ABSENCES_MAX} absences are noted already; AWAY NONE cancels them"
        ));
    }
    kept.push(dates);
    kept.sort_unstable();
    Ok(Some(dates))
}

/// Moves the deadline that is set, if it falls into an absence; whether it did. What counts is when
/// the mail came, not when cron ran.
fn stretch(work: &mut EntryBuilder<'_>, arrived: Moment) -> bool {
    let Some(old) = work.desk.deadline.filter(|it| *it > arrived) else {
        return false;
    };
    let absent = absent(work);
    if absent.is_empty() {
        return false;
    }
    let deadline = schedule::deadline_from(&work.campaign.config.schedule, old, &absent);
    settle(work, Some(deadline));
    work.desk.deadline != Some(old)
}
