//! A substitute is found for a seat, begins to play it, and stops: who is told, and from when whose
//! mails count.
//!
//! Orders in force are the seat's, whoever wrote them. What waits to be confirmed is lost each
//! time: nobody may say yes to what somebody else has sent. Not here: finding a substitute
//! (`tick::standbys`).

use super::builder::EntryBuilder;
use super::post::Post;
use super::publish::{announce_to_others, report, to_referee};
use crate::clock::civil::{Date, Dates, TimeOfDay};
use crate::clock::{Moment, in_zone};
use crate::config::campaign::Partner;
use crate::desk::club::errors::{CampaignError, mail_fault, template_fault};
use crate::desk::club::partners;
use crate::engine::seat::Seat;
use crate::report::{Notice, RefereeMail, ReportKind, Subject, SubstituteSays, subject};
use crate::store::entry::{Letter, Stop};
use crate::store::seat_desk::Substitute;

/// Why a substitute stops.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Ends {
    /// The last day is over.
    Days,
    /// The player is back, or needs nobody.
    PlayerIsBack,
    /// They will not go on: somebody else may.
    GivesUp,
    /// The seat gets another player.
    SeatIsGiven,
}

/// Notes who plays a seat for its player on these days, and lets them begin if it is the first.
///
/// # Errors
/// A template that fails.
pub fn found(
    work: &mut EntryBuilder<'_>,
    seat: Seat,
    (who, dates): (&Partner, Dates),
) -> Result<(), CampaignError> {
    end(work, seat, Ends::PlayerIsBack)?;
    let record = work.desk.seats.of(seat);
    record.wanted = None;
    record.substitute = Some(Box::new(Substitute {
        who: who.clone(),
        dates,
        plays: false,
        known: None,
    }));
    let today = today(work);
    let hidden = work.hides_players();
    let says = SubstituteSays::Found {
        name: Some(&who.name)
            .filter(|_| !hidden)
            .cloned()
            .unwrap_or_default(),
        dates: dates.for_people(today),
    };
    to_player(work, seat, says)?;
    let about = RefereeMail::Substitute {
        seat,
        name: who.name.clone(),
        dates: dates.for_people(today),
    };
    to_referee(work, &about, "a seat has a substitute")?;
    if dates.first() <= today {
        begin(work, seat)?;
    }
    Ok(())
}

/// Lets the substitute of a seat begin.
fn begin(work: &mut EntryBuilder<'_>, seat: Seat) -> Result<(), CampaignError> {
    work.desk.asked.retain(|it| it.seat != seat);
    let record = work.desk.seats.of(seat);
    let known = record.known.take();
    let Some(substitute) = &mut record.substitute else {
        return Ok(());
    };
    (substitute.plays, substitute.known) = (true, known);
    let who = substitute.who.clone();
    record.missed = 0;
    alone(work, who, |work| {
        report(work, seat, ReportKind::Takeover, None)
    })?;
    to_all(work, seat, SubstituteSays::Plays)
}

/// Gives the seat back to its player; nothing, if nobody plays it for them.
///
/// # Errors
/// A template that fails.
pub fn end(work: &mut EntryBuilder<'_>, seat: Seat, why: Ends) -> Result<(), CampaignError> {
    let record = work.desk.seats.of(seat);
    let Some(substitute) = record.substitute.take() else {
        return Ok(());
    };
    let Substitute {
        who,
        dates,
        plays,
        known,
    } = *substitute;
    record.wanted = (why == Ends::GivesUp).then_some(dates);
    if plays {
        record.known = known;
        work.desk.asked.retain(|it| it.seat != seat);
    }
    let early = why == Ends::PlayerIsBack;
    let frame = work.frame(None);
    let says = SubstituteSays::Thanks { early };
    let notice = Notice::Substitute { seat, says };
    let text = work.templates.notice(&frame, &notice);
    let text = text.map_err(|it| template_fault(&it))?;
    let post = Post::plain(None, Letter::Note, subject(&frame, &Subject::Thanks), text);
    let posted = work.post_outside(post, &who.address);
    posted.map_err(|it| mail_fault(&it))?;
    if why == Ends::SeatIsGiven || !plays {
        return Ok(());
    }
    if let Some(player) = player(work, seat).filter(|_| work.desk.stop != Stop::Over) {
        alone(work, player, |work| {
            report(work, seat, ReportKind::Back, None)
        })?;
    }
    to_all(work, seat, SubstituteSays::Gone)?;
    let about = RefereeMail::Substitute {
        seat,
        name: who.name,
        dates: String::new(),
    };
    to_referee(work, &about, "a substitute plays no longer")
}

/// Lets those begin and stop whose days have come, or are over; the seats that they play or played.
///
/// # Errors
/// A template that fails.
pub fn turn(work: &mut EntryBuilder<'_>) -> Result<Turned, CampaignError> {
    let today = today(work);
    let mut turned = Turned::default();
    for seat in work.campaign.table.seats() {
        let Some(substitute) = &work.desk.seats.get(seat).substitute else {
            continue;
        };
        if substitute.dates.last() < today {
            end(work, seat, Ends::Days)?;
            turned.over.push(seat);
        } else if !substitute.plays && substitute.dates.first() <= today {
            begin(work, seat)?;
            turned.begun.push(seat);
        }
    }
    Ok(turned)
}

/// Seats whose substitute has begun to play, or has stopped, in table order.
#[derive(Debug, Default)]
pub struct Turned {
    /// Has begun.
    pub begun: Vec<Seat>,
    /// Has stopped.
    pub over: Vec<Seat>,
}

impl Turned {
    /// Whether there are any.
    pub fn is_any(&self) -> bool {
        !(self.begun.is_empty() && self.over.is_empty())
    }
}

/// When a substitute begins or stops next; `None`: there is none.
pub fn next(work: &EntryBuilder<'_>) -> Option<Moment> {
    let zone = work.campaign.config.schedule.zone;
    let days = work.desk.seats.iter().filter_map(|(_, record)| {
        let substitute = record.substitute.as_ref()?;
        Some(if substitute.plays {
            substitute.dates.last().plus_days(1)
        } else {
            substitute.dates.first()
        })
    });
    let midnight = TimeOfDay::new(0, 0)?;
    days.min().map(|it| in_zone(zone, it, midnight))
}

fn today(work: &EntryBuilder<'_>) -> Date {
    work.now.date(work.campaign.config.schedule.zone)
}

/// Says something to the player of a seat alone.
fn to_player(
    work: &mut EntryBuilder<'_>,
    seat: Seat,
    says: SubstituteSays,
) -> Result<(), CampaignError> {
    let Some(player) = player(work, seat) else {
        return Ok(());
    };
    alone(work, player, |work| {
        let frame = work.frame(Some(seat));
        let notice = Notice::Substitute { seat, says };
        let text = work.templates.notice(&frame, &notice);
        let text = text.map_err(|it| template_fault(&it))?;
        let about = subject(&frame, &Subject::OwnSubstitute);
        let post = Post::plain(Some(seat), Letter::Note, about, text);
        work.post(post).map_err(|it| mail_fault(&it))
    })
}

fn to_all(
    work: &mut EntryBuilder<'_>,
    seat: Seat,
    says: SubstituteSays,
) -> Result<(), CampaignError> {
    // Who is away elsewhere on the same days would be known.
    if work.hides_players() {
        return Ok(());
    }
    let notice = Notice::Substitute { seat, says };
    announce_to_others(work, Some(seat), &notice, &Subject::Substitute(seat))
}

fn player(work: &EntryBuilder<'_>, seat: Seat) -> Option<Partner> {
    let all = partners::hands(work.campaign, &work.desk, seat);
    all.into_iter().next().map(|it| it.who)
}

/// Posts what is posted meanwhile to one person only, of those who write for their seat.
fn alone(
    work: &mut EntryBuilder<'_>,
    who: Partner,
    posts: impl FnOnce(&mut EntryBuilder<'_>) -> Result<(), CampaignError>,
) -> Result<(), CampaignError> {
    let before = work.only.replace(who);
    let posted = posts(work);
    work.only = before;
    posted
}
