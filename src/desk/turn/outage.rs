//! Gaps in which no tick worked, or none could read the mail: anyone who could not reach us in the
//! last hours before a deadline gets that time back; after that the referee is asked.
//!
//! Not here: what a gap is (`tick_gaps`), and other moves of a deadline (`schedule`).

use crate::clock::Moment;
use crate::clock::length::Length;
use crate::desk::calendar::schedule::{Owes, Standing};
use crate::desk::club::errors::CampaignError;
use crate::desk::club::tick_gaps::Gap;
use crate::desk::entry::builder::EntryBuilder;
use crate::desk::entry::deadline::standing;
use crate::desk::entry::publish::{announce_to, to_referee};
use crate::lang::sheet::SheetNo;
use crate::report::{Notice, RefereeMail, Subject};
use crate::store::deadline::{Moved, MovedBy};
use crate::store::entry::{Cause, Letter, Stop};
use crate::store::outage::Outages;

/// How long before a deadline a gap begins to matter: before that there is time to try again.
const MATTERS: Length = Length::hours(12);

/// What is shorter is none, as between ticks.
const GAP_MIN: Length = Length::minutes(30);

/// The least time that is given, from the first working tick on.
const GIVEN_MIN: Length = Length::hours(1);

/// The most for one gap.
const GIVEN_MAX: Length = Length::hours(24);

/// The most for one sheet.
const SHEET_MAX: Length = Length::hours(72);

/// What a gap does to a stop.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum AfterGap {
    /// The deadline moves.
    Moves {
        /// To when.
        to: Moment,
        /// What is remembered of it.
        noted: Outages,
        /// The gap, as far as the seats were called by then.
        gap: Gap,
    },
    /// It has moved for a gap before, or by too much: the referee is asked.
    Asks {
        /// What is remembered of it.
        noted: Outages,
        /// The gap, as far as the seats were called by then.
        gap: Gap,
    },
}

/// What follows from these gaps, oldest first, for a stop at this sheet; `before` is what gaps
/// have done to it already. Only the newest gap that matters counts; each does so once.
pub fn after_gap(
    gaps: &[Gap],
    standing: &Standing,
    (sheet, before): (SheetNo, Option<Outages>),
) -> Option<AfterGap> {
    let deadline = standing.deadline?;
    let owed = standing.called.values().any(|it| *it == Owes::Orders);
    if standing.stop == Stop::Over || standing.held.is_some() || !owed {
        return None;
    }
    let is_new = |it: &&Gap| before.is_none_or(|before| it.from > before.from);
    let (began, gap) = gaps.iter().rev().filter(is_new).find_map(|outage| {
        let from = outage.from.max(standing.asked_at);
        let asked = Gap {
            from,
            to: outage.to,
        };
        let long = asked.to > from.plus(GAP_MIN);
        let near = from <= deadline && asked.to > deadline.minus(MATTERS);
        (long && near).then_some((outage.from, asked))
    })?;
    let lasted = gap.to.seconds() - gap.from.seconds();
    let least = i64::from(GIVEN_MIN.seconds());
    let given = lasted.clamp(least, i64::from(GIVEN_MAX.seconds()));
    let to = Moment::from_seconds(gap.to.seconds() + given);
    if to <= deadline {
        return None;
    }
    let before = before.filter(|it| it.sheet == sheet);
    let so_far = before.map_or(0, |it| it.given);
    let given = so_far.saturating_add(u32::try_from(given).unwrap_or(u32::MAX));
    let set = before.and_then(|it| it.set);
    if set == Some(deadline) || given > SHEET_MAX.seconds() {
        let noted = Outages {
            sheet,
            from: began,
            set,
            given: so_far,
        };
        return Some(AfterGap::Asks { noted, gap });
    }
    let noted = Outages {
        sheet,
        from: began,
        set: Some(to),
        given,
    };
    Some(AfterGap::Moves { to, noted, gap })
}

/// Does what follows from these gaps, if anything does.
///
/// # Errors
/// Templates that fail.
pub fn turn(
    work: &mut EntryBuilder<'_>,
    gaps: &[Gap],
) -> Result<Option<(Cause, String)>, CampaignError> {
    if gaps.is_empty() {
        return Ok(None);
    }
    let sheet = work.campaign.table.sheet();
    let after = after_gap(gaps, &standing(work), (sheet, work.desk.outages));
    Ok(match after {
        None => None,
        Some(AfterGap::Moves { to, noted, gap }) => {
            work.desk.outages = Some(noted);
            Some(moves(work, to, gap)?)
        }
        Some(AfterGap::Asks { noted, gap }) => {
            work.desk.outages = Some(noted);
            Some(asks(work, gap)?)
        }
    })
}

fn moves(
    work: &mut EntryBuilder<'_>,
    to: Moment,
    gap: Gap,
) -> Result<(Cause, String), CampaignError> {
    work.desk.deadline = Some(to);
    work.note_moved(vec![Moved {
        to: Some(to),
        by: MovedBy::Outage {
            from: gap.from,
            to: gap.to,
        },
    }]);
    let owing = standing(work).called.into_iter();
    for (seat, _) in owing.filter(|it| it.1 == Owes::Orders) {
        // This mail reminds them; those still to come before the new deadline do again.
        work.desk.seats.of(seat).reminded = Some(work.now);
    }
    let notice = Notice::Extended { why: String::new() };
    for seat in work.campaign.table.seats() {
        // Whom a question asks is nobody's business.
        if work.desk.stop == Stop::Gate || work.desk.called.contains(&seat) {
            announce_to(work, seat, Letter::Note, (&notice, &Subject::Extended))?;
        }
    }
    let zone = work.campaign.config.schedule.zone;
    let why = in_words(work, gap);
    let said = format!(
        "{why}; orders are due {} now",
        to.for_people(zone, work.now)
    );
    Ok((Cause::Extended { to: Some(to), why }, said))
}

fn asks(work: &mut EntryBuilder<'_>, gap: Gap) -> Result<(Cause, String), CampaignError> {
    let why = format!(
        "{}, and the deadline has already moved for such a gap; extend it, or release the \
         campaign and it is played",
        in_words(work, gap)
    );
    work.desk.held = Some(why.clone());
    let zone = work.zone_of(None);
    let about = RefereeMail::Outage {
        from: gap.from.for_people(zone, work.now),
        to: gap.to.for_people(zone, work.now),
    };
    to_referee(
        work,
        &about,
        "mail was not read again; the campaign is on hold",
    )?;
    let said = format!("held: {why}");
    Ok((Cause::Held { why }, said))
}

fn in_words(work: &EntryBuilder<'_>, gap: Gap) -> String {
    let zone = work.campaign.config.schedule.zone;
    let shown = |it: Moment| it.for_people(zone, work.now);
    format!(
        "no mail was read from {} to {}",
        shown(gap.from),
        shown(gap.to)
    )
}
