//! `SUBSTITUTE`: a player looks for somebody who plays their seat for some days; and what those may
//! not do who write for a seat beside its player.
//!
//! Not here: finding somebody (`tick::standbys`), and the change itself (`entry::substitution`).

use crate::clock::Moment;
use crate::clock::civil::Dates;
use crate::desk::club::errors::CampaignError;
use crate::desk::club::partners::Role;
use crate::desk::entry::builder::EntryBuilder;
use crate::desk::entry::substitution::{self, Ends};
use crate::engine::game::Understood;
use crate::engine::seat::Seat;
use crate::lang::request::{Request, Vote};
use crate::report::{AbsenceNotice, Answer, Finding};
use crate::store::entry::Stop;

/// Days for which somebody may be looked for at once.
const DAYS_MAX: u32 = 60;

/// Notes what a mail says of a substitute; the last word counts. `own`: whether it is a mail of the
/// player's own, not by a button or a code.
///
/// # Errors
/// A template that fails.
pub fn asked(
    work: &mut EntryBuilder<'_>,
    (seat, arrived): (Seat, Moment),
    understood: &Understood,
    own: bool,
) -> Result<Option<Answer>, CampaignError> {
    let requests = understood.requests.iter().filter(|_| !understood.check);
    let mut wanted = requests.filter_map(|request| match request {
        Request::Substitute(days) => Some(days.clone()),
        _ => None,
    });
    let Some(days) = wanted.next_back() else {
        return Ok(None);
    };
    let refused = |why: &str| {
        Ok(Some(Answer::NoSubstitute {
            why: why.to_owned(),
        }))
    };
    if !own {
        return refused("it is taken from your own mails only");
    }
    if role(work, seat) != Role::Player {
        return refused("only the player of the seat may look for somebody");
    }
    let Some((from, to)) = days else {
        let record = work.desk.seats.of(seat);
        let any = record.wanted.take().is_some() || record.substitute.is_some();
        substitution::end(work, seat, Ends::PlayerIsBack)?;
        return Ok(Some(Answer::SubstituteCancelled { any }));
    };
    if work.desk.stop == Stop::Over {
        return refused("the game is over");
    }
    let Ok(dates) = format!("{from}..{to}").parse::<Dates>() else {
        return refused("these are no days");
    };
    let today = arrived.date(work.campaign.config.schedule.zone);
    if dates.last() < today {
        return refused("these days are over");
    }
    if dates.last().days_since(dates.first()) >= DAYS_MAX {
        return refused(
            "at most 60 days are looked for at once; for longer, RESIGN, or write to \
            the referee",
        );
    }
    substitution::end(work, seat, Ends::PlayerIsBack)?;
    work.desk.seats.of(seat).wanted = Some(dates);
    Ok(Some(Answer::SubstituteWanted {
        dates: dates.for_people(work.now.date(work.campaign.config.schedule.zone)),
    }))
}

/// Gives a seat back to its player, whose mail says that they are here again: a sheet of orders, or
/// BACK.
///
/// # Errors
/// A template that fails.
pub fn back(
    work: &mut EntryBuilder<'_>,
    seat: Seat,
    finding: &Finding,
) -> Result<Option<AbsenceNotice>, CampaignError> {
    let Finding::Read(read) = finding else {
        return Ok(None);
    };
    let said = &read.understood;
    let plays = said.filed && !said.lines.is_empty();
    let record = work.desk.seats.get(seat);
    let ends = (said.returns && record.substitute.is_some()) || (plays && record.has_substitute());
    if said.check || !ends || role(work, seat) != Role::Player {
        return Ok(None);
    }
    substitution::end(work, seat, Ends::PlayerIsBack)?;
    Ok(Some(AbsenceNotice::SubstituteGone))
}

/// What whoever writes is to a seat.
pub fn role(work: &EntryBuilder<'_>, seat: Seat) -> Role {
    work.writer_for(seat).map_or(Role::Player, |it| it.role)
}

/// The name of the player whose seat it is, if a mail wants something that only they may do:
/// another address, an end of the game while they are away.
pub fn not_theirs(work: &EntryBuilder<'_>, seat: Seat, request: &Request) -> Option<String> {
    let role = role(work, seat);
    let refused = match request {
        Request::Address(_) => role != Role::Player,
        Request::Vote(Vote::Extend(_) | Vote::None) => false,
        Request::Vote(_) => role == Role::Substitute,
        _ => false,
    };
    let player = work.campaign.player(seat).filter(|_| refused)?;
    // A substitute is no exception where nobody learns who plays.
    let hidden = role == Role::Substitute && work.hides_players();
    Some(if hidden {
        "the player".to_owned()
    } else {
        player.name.clone()
    })
}
