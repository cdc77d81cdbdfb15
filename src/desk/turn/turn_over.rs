//! The heart of a tick, for one campaign: last entry + mails + now → the next entry. No effects.
//!
//! It does one thing and is called until it returns nothing: either it takes all mail up to the
//! moment at which the stop resolves, or it resolves. So a late cron job changes nothing: a mail
//! counts by when it reached us, and late mail meets the new state in an entry of its own.

use super::decided;
use super::outage;
use crate::clock::Moment;
use crate::desk::calendar::schedule::{Due, due, is_away, next_moment_of_interest, resolves_at};
use crate::desk::calendar::substitute;
use crate::desk::calendar::votes::{Passed, passes};
use crate::desk::club::campaign::Campaign;
use crate::desk::club::errors::{CampaignError, catch_panic, rules_fault, template_fault};
use crate::desk::club::open::Club;
use crate::desk::club::tick_gaps::Gap;
use crate::desk::entry::builder::{EntryBuilder, Made};
use crate::desk::entry::deadline::{note_stop, standing};
use crate::desk::entry::elsewhere::Elsewhere;
use crate::desk::entry::keeping;
use crate::desk::entry::publish::{self, announce, to_referee};
use crate::desk::entry::salt;
use crate::desk::entry::substitution;
use crate::desk::entry::unsigned;
use crate::desk::inbox::arrival::Arrival;
use crate::desk::intake::{answered, rate_limit, take};
use crate::engine::dice::{Dice, Keys};
use crate::engine::game::{Gate, Halted, Understood};
use crate::engine::seat::Seat;
use crate::report::{Missing, Notice, RefereeMail, Subject, Templates, counted, order_sheet};
use crate::store::draft::Draft;
use crate::store::entry::{Because, Cause, Letter, Silence, Stop};
use std::collections::BTreeSet;

/// What one call came to.
pub struct Turned {
    /// The entry to be committed.
    pub draft: Draft,
    /// The mails it takes: for each, how much there was of the draft after it.
    pub taken: Vec<Made>,
    /// What happened, for the summary.
    pub said: String,
    /// What other campaigns are to note of absences, once it is committed.
    pub elsewhere: Vec<Elsewhere>,
}

impl Turned {
    fn of(draft: Draft, taken: Vec<Made>, said: String) -> Self {
        Turned {
            draft,
            taken,
            said,
            elsewhere: Vec::new(),
        }
    }
}

/// Does the next thing there is to do; `None`: nothing.
///
/// # Errors
/// Rules or templates that fail: the campaign must be halted.
pub fn turn_over(
    club: &Club,
    templates: &Templates,
    campaign: &mut Campaign,
    mail: &[Arrival],
    (now, gaps): (Moment, &[Gap]),
) -> Result<Option<Turned>, CampaignError> {
    let mut work = EntryBuilder::begin(club, templates, campaign, now);
    let idle = idle_robots(&work);
    if !idle.is_empty() {
        return robots(work, idle).map(Some);
    }
    if work.desk.is_under_review() {
        return Ok(None);
    }
    let taken = take_mail(&mut work, mail)?;
    if !taken.is_empty() {
        let said = format!("{} taken", counted(taken.len(), "mail", "mails"));
        let elsewhere = std::mem::take(&mut work.elsewhere);
        let turned = Turned::of(work.finish(Cause::Mail {})?, taken, said);
        return Ok(Some(Turned {
            elsewhere,
            ..turned
        }));
    }
    let turned = substitution::turn(&mut work)?;
    if turned.is_any() {
        return substituted(work, turned).map(Some);
    }
    if unsigned::turn(&mut work)? {
        let said = "letters without a name passed on".to_owned();
        let draft = work.finish(Cause::Unsigned {})?;
        return Ok(Some(Turned::of(draft, Vec::new(), said)));
    }
    if let Some((cause, said)) = outage::turn(&mut work, gaps)? {
        let draft = work.finish(cause)?;
        return Ok(Some(Turned::of(draft, Vec::new(), said)));
    }
    if let Some(passed) = passed(&work, None) {
        let (cause, said) = decided::voted(&mut work, passed)?;
        let draft = work.finish(cause)?;
        return Ok(Some(Turned::of(draft, Vec::new(), said)));
    }
    let schedule = work.campaign.config.schedule.clone();
    let turned = match due(&schedule, &standing(&work), now) {
        // What is due otherwise changes the sheet that a summary prints.
        Due::Nothing => return summed(work),
        Due::Remind { seats } => remind(work, &seats)?,
        Due::Hold { why } => hold_for_silence(work, &why)?,
        Due::Extend { seats, to } => {
            let (cause, said) = decided::waits(&mut work, seats, to)?;
            Turned::of(work.finish(cause)?, Vec::new(), said)
        }
        Due::Resolve { because, .. } => resolved(work, because)?,
    };
    Ok(Some(turned))
}

/// The entry in which a stop is over.
fn resolved(mut work: EntryBuilder<'_>, because: Because) -> Result<Turned, CampaignError> {
    let turn = work.campaign.turn();
    let whose = match work.desk.called[..] {
        [seat] => format!(" of {seat}"),
        _ => String::new(),
    };
    resolve(&mut work, because)?;
    let how = match because {
        Because::AllIn => "all orders were received",
        Because::Deadline => "the deadline has passed",
        Because::Referee => "the referee said so",
    };
    let review = if work.desk.is_under_review() {
        "; the reports are waiting for your review"
    } else {
        ""
    };
    let why = String::new();
    let draft = work.finish(Cause::Resolved { because, why })?;
    let said = format!("{turn}{whose} resolved, {how}{review}");
    Ok(Turned::of(draft, Vec::new(), said))
}

/// The entry in which substitutes begin or stop.
fn substituted(
    work: EntryBuilder<'_>,
    turned: substitution::Turned,
) -> Result<Turned, CampaignError> {
    let names = |seats: &[Seat]| {
        let names: Vec<String> = seats.iter().map(ToString::to_string).collect();
        names.join(", ")
    };
    let mut said = Vec::new();
    if !turned.begun.is_empty() {
        said.push(format!("a substitute plays {}", names(&turned.begun)));
    }
    if !turned.over.is_empty() {
        said.push(format!("{} back from a substitute", names(&turned.over)));
    }
    let cause = Cause::Substituted {
        begun: turned.begun,
        over: turned.over,
    };
    let draft = work.finish(cause)?;
    Ok(Turned::of(draft, Vec::new(), said.join("; ")))
}

/// Notifies seats of what became of mails that were not answered.
fn summed(mut work: EntryBuilder<'_>) -> Result<Option<Turned>, CampaignError> {
    let seats = rate_limit::summaries(&mut work)?;
    if seats.is_empty() {
        return Ok(None);
    }
    let count = counted(seats.len(), "seat", "seats");
    let said = format!("notified {count} of what became of mails");
    let draft = work.finish(Cause::Summed { seats })?;
    Ok(Some(Turned::of(draft, Vec::new(), said)))
}

/// When something is due though no mail comes; `None`: never. For the hint of `due`.
pub fn next_moment(
    club: &Club,
    templates: &Templates,
    campaign: &mut Campaign,
    now: Moment,
) -> Option<Moment> {
    let work = EntryBuilder::begin(club, templates, campaign, now);
    if work.desk.is_under_review() {
        return None;
    }
    let campaign = &*work.campaign;
    let next = next_moment_of_interest(&campaign.config.schedule, &standing(&work), now);
    let counted = passes(&*campaign.table, &campaign.config, &work.desk);
    next.into_iter()
        .chain(counted.map(|it| it.0))
        .chain(rate_limit::next_summary(&work))
        .chain(substitution::next(&work))
        .chain(unsigned::next(&work))
        .min()
}

/// Takes mails in the order they came, up to the moment at which the stop resolves.
fn take_mail(work: &mut EntryBuilder<'_>, mail: &[Arrival]) -> Result<Vec<Made>, CampaignError> {
    let mut taken = Vec::new();
    for arrival in mail {
        let resolves = match work.desk.held {
            Some(_) => None,
            None => resolves_at(&work.campaign.config.schedule, &standing(work)),
        };
        // Its sheet was over before it came: resolve first.
        if resolves.is_some_and(|(at, _)| at < arrival.arrived && at <= work.now) {
            break;
        }
        // What was voted for by then counts before.
        if passed(work, Some(arrival.arrived)).is_some() {
            break;
        }
        take::take(work, arrival)?;
        taken.push(work.made());
    }
    Ok(taken)
}

/// What players have voted for, if it is counted by now, before this mail came, and before the stop
/// is over.
fn passed(work: &EntryBuilder<'_>, mail: Option<Moment>) -> Option<Passed> {
    let campaign = &*work.campaign;
    let (at, passed) = passes(&*campaign.table, &campaign.config, &work.desk)?;
    let over = resolves_at(&campaign.config.schedule, &standing(work));
    let in_time = at <= work.now && mail.is_none_or(|it| at < it);
    (in_time && over.is_none_or(|it| at <= it.0)).then_some(passed)
}

/// Opens the stop, plays on to the next, and posts what is announced to everybody.
///
/// # Errors
/// Rules or templates that fail.
pub fn resolve(work: &mut EntryBuilder<'_>, because: Because) -> Result<(), CampaignError> {
    let called = work.desk.called.clone();
    let silent: Vec<Seat> = called
        .into_iter()
        .filter(|it| work.campaign.table.gate(*it) == Gate::NoSheet)
        .collect();
    let stood_in_for = {
        let campaign = &*work.campaign;
        substitute::stood_in_for(&*campaign.table, &campaign.config, &work.desk)
    };
    if because != Because::Referee {
        keeping::close(work, &silent)?;
    }
    for seat in silent.iter().filter(|it| stood_in_for.contains(it)) {
        robot(work, *seat)?;
    }
    note_unanswered(work)?;
    salt::close_gate(work);
    let mut dice = work
        .keyed_dice()
        .map_err(|it| CampaignError::broken(it, &["found a new campaign"]))?;
    let halted = play_on(work, &mut dice, Open::First)?;
    match halted {
        Halted::Asking { .. } => work.hide_batch()?,
        Halted::Gathering { .. } | Halted::Over(_) => work.file_ahead()?,
    }
    note_stop(work, &halted);
    publish::reports(work, false)
}

/// Tells those called whose orders wait for their OK that they were not filed.
fn note_unanswered(work: &mut EntryBuilder<'_>) -> Result<(), CampaignError> {
    let is_player = |it: &Seat| !work.campaign.is_robot(*it);
    let players: Vec<Seat> = work.desk.called.iter().copied().filter(is_player).collect();
    for seat in players {
        let Some(mail) = answered::offered(work, seat)? else {
            continue;
        };
        let turn = work.campaign.sheet_names().turn(work.table(seat).sheet());
        work.notify_reader(
            seat,
            format!(
                "Orders that you sent for {turn} were not filed, since our mail {mail}, got \
                 no OK. What you had sent before, or the defaults, was played instead."
            ),
        );
    }
    Ok(())
}

/// Whether the stop at which play begins is opened in any case.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Open {
    /// It is: its time has come.
    First,
    /// Only if everybody is ready: a campaign that begins.
    Ready,
}

/// Plays on; robots that are called write their sheets at once, and play goes on with them.
///
/// # Errors
/// Rules that fail.
pub fn play_on(
    work: &mut EntryBuilder<'_>,
    dice: &mut Dice,
    open: Open,
) -> Result<Halted, CampaignError> {
    let mut open = open == Open::First;
    let rush = Rush::begin(work);
    work.forget_printed();
    loop {
        let played = catch_panic(|| work.campaign.table.play(dice, open));
        let played = played.map_err(|it| rules_fault(&it))?;
        let halted = played.map_err(|it| rules_fault(&it.to_string()))?;
        open = false;
        let waited_for = match &halted {
            Halted::Gathering { waiting, .. } => waiting.clone(),
            Halted::Asking { seats } => seats.clone(),
            Halted::Over(_) => BTreeSet::new(),
        };
        let mut robots = waited_for
            .into_iter()
            .filter(|it| work.campaign.is_robot(*it));
        let robots: Vec<Seat> = robots.by_ref().collect();
        if robots.is_empty() || rush.is_one(work) {
            return Ok(halted);
        }
        for seat in robots {
            robot(work, seat)?;
        }
    }
}

/// Play that goes on among robots alone while the players look on, since the game calls none of
/// them any more: it is not rushed through to its end, but keeps the pace.
struct Rush {
    /// The turn from which on it is one; `None`: no player sits at the table.
    from: Option<u32>,
}

impl Rush {
    /// A player who is merely not called at this gate may be at a later one, so a turn may pass
    /// without any; where none was called to begin with, only what is left of this turn.
    fn begin(work: &EntryBuilder<'_>) -> Rush {
        let campaign = &*work.campaign;
        let is_player = |it: &Seat| !campaign.is_robot(*it);
        let turns = if work.desk.called.iter().any(is_player) {
            2
        } else {
            1
        };
        let sits = campaign.table.seats().iter().any(is_player);
        Rush {
            from: sits.then(|| campaign.table.sheet().turn + turns),
        }
    }

    fn is_one(&self, work: &EntryBuilder<'_>) -> bool {
        let table = &work.campaign.table;
        self.from.is_some_and(|from| table.sheet().turn >= from)
    }
}

/// The robots that are called and have not written: seats that were given to the program in
/// campaign.toml, or before the referee went back. For one that is just being replaced, the command
/// itself sees to it.
fn idle_robots(work: &EntryBuilder<'_>) -> Vec<Seat> {
    let campaign = &*work.campaign;
    let table = &campaign.table;
    let just_given = |it: &Seat| campaign.secret.generation(*it) >= campaign.next_number();
    let called = work.desk.called.iter().copied();
    called
        .filter(|it| campaign.is_robot(*it) && !just_given(it))
        .filter(|it| !matches!(table.gate(*it), Gate::Ready | Gate::NotCalled))
        .collect()
}

fn robots(mut work: EntryBuilder<'_>, seats: Vec<Seat>) -> Result<Turned, CampaignError> {
    for seat in &seats {
        robot(&mut work, *seat)?;
    }
    let names: Vec<String> = seats.iter().map(ToString::to_string).collect();
    Ok(Turned {
        draft: work.finish(Cause::Robots { seats })?,
        taken: Vec::new(),
        elsewhere: Vec::new(),
        said: format!("the program has written the sheet of {}", names.join(", ")),
    })
}

/// Files a robot's sheet like any other submission. A question by mail that it leaves open is not
/// waited for: what the program plays answers it.
///
/// # Errors
/// Rules that fail, or a robot that writes what its own rules refuse.
pub fn robot(work: &mut EntryBuilder<'_>, seat: Seat) -> Result<(), CampaignError> {
    let number = work.next_submission();
    let seed = &work.campaign.seed.0;
    let robot = format!("{seat} {number}");
    let keys = Keys::of_robot(seed, &robot, work.dice.link.max(1), work.dice.timeline);
    let keys = keys.salted(&work.campaign.salts(&work.desk));
    let mut dice = Dice::keyed(keys);
    let asks = matches!(work.campaign.table.halt(), Halted::Asking { .. });
    let body = catch_panic(|| work.campaign.table.robot(seat, &mut dice));
    let body = body.map_err(|it| rules_fault(&it))?;
    let mut filed = file_for_robot(work, seat, number, &body)?;
    if asks && work.campaign.table.gate(seat) != Gate::Ready {
        let number = work.next_submission();
        filed = file_for_robot(work, seat, number, "GOAHEAD")?;
    }
    if !filed.filed || work.campaign.table.gate(seat) != Gate::Ready {
        let faults: Vec<&str> = filed.faults.iter().map(|it| it.reason.as_str()).collect();
        let what = format!("the robot of {seat} wrote a sheet that makes it not ready: {faults:?}");
        return Err(CampaignError::broken(
            what,
            &["report this as a bug", "or `packetboat resolve`"],
        ));
    }
    Ok(())
}

fn file_for_robot(
    work: &mut EntryBuilder<'_>,
    seat: Seat,
    number: u32,
    body: &str,
) -> Result<Understood, CampaignError> {
    let sheet = work.campaign.table.sheet();
    work.file_for(seat, number, (sheet, body))
}

fn remind(mut work: EntryBuilder<'_>, seats: &[Seat]) -> Result<Turned, CampaignError> {
    for seat in seats {
        post_reminder(&mut work, *seat, "")?;
    }
    let seats = seats.to_vec();
    let said = format!("{} reminded", seats.len());
    let draft = work.finish(Cause::Reminded {
        seats,
        why: String::new(),
    })?;
    Ok(Turned {
        draft,
        taken: Vec::new(),
        elsewhere: Vec::new(),
        said,
    })
}

/// Reminds one seat, with the referee's words if there are any.
///
/// # Errors
/// A template that fails.
pub fn post_reminder(
    work: &mut EntryBuilder<'_>,
    seat: Seat,
    why: &str,
) -> Result<(), CampaignError> {
    let deadline = work.desk.deadline.filter(|it| *it > work.now);
    let left = deadline.map(|it| time_left(it.seconds() - work.now.seconds()));
    let page = publish::page_now(work, seat)?;
    let id = work.campaign.id.as_str();
    let own = (page.sheet, work.campaign.sheet_names());
    let sheet = order_sheet(id, seat, own, &page.order_sheet, &page.in_force);
    let asked = work.templates.asked(&work.frame(Some(seat)), &page);
    let [questions, answers] = asked.map_err(|it| template_fault(&it))?;
    let notice = Notice::Reminder {
        left: left.unwrap_or_default(),
        questions,
        answers,
        missing: missing(work, seat),
        ahead: work.table(seat).gate(seat) == Gate::Earlier,
        offered: answered::offered(work, seat)?.unwrap_or_default(),
        why: why.to_owned(),
        order_sheet: sheet,
    };
    publish::announce_to(work, seat, Letter::Reminder, (&notice, &Subject::Reminder))?;
    work.desk.seats.of(seat).reminded = Some(work.now);
    Ok(())
}

/// What follows if no orders come of a seat; `None`: they do not count as missed, as it is away, or
/// is asked a question.
fn missing(work: &EntryBuilder<'_>, seat: Seat) -> Option<Missing> {
    let config = &work.campaign.config;
    let record = work.desk.seats.get(seat);
    let deadline = work
        .desk
        .deadline
        .filter(|_| work.desk.stop == Stop::Gate)?;
    if is_away(&config.schedule, Some(&record.away), deadline) {
        return None;
    }
    let absence = &config.absence;
    let missed = record.missed + 1;
    let reaches = |after: u8| missed == u32::from(after);
    Some(Missing {
        extensions: work.time_left(seat),
        by: absence
            .extend
            .map_or_else(String::new, |it| it.by.to_string()),
        missed,
        robot: reaches(absence.robot_after_missed),
        skipped: reaches(absence.skip_after),
    })
}

/// A length of time in the words of a letter, rounded to the nearest hour: `6 hours`.
fn time_left(seconds: i64) -> String {
    let hours = (seconds + 1800) / 3600;
    match hours {
        ..1 => "less than an hour".to_owned(),
        1..48 => counted(hours, "hour", "hours"),
        _ => counted((hours + 12) / 24, "day", "days"),
    }
}

fn hold_for_silence(mut work: EntryBuilder<'_>, why: &str) -> Result<Turned, CampaignError> {
    work.desk.held = Some(why.to_owned());
    work.desk.silence = Silence::Suspicious;
    let called = work.desk.called.clone();
    let silent = called.iter().copied();
    let silent = silent.filter(|it| work.campaign.table.gate(*it) == Gate::NoSheet);
    let silent = silent.filter(|it| !work.desk.seats.get(*it).left);
    let seats: Vec<Seat> = silent.collect();
    let referee = work.campaign.table.referee();
    let about = RefereeMail::Silent {
        refereed: referee.is_some_and(|it| seats.contains(&it)),
        seats,
        called: u32::try_from(called.len()).unwrap_or(u32::MAX),
    };
    to_referee(
        &mut work,
        &about,
        "many sent no orders; the campaign is on hold",
    )?;
    announce(&mut work, &Notice::Silent, &Subject::Silent)?;
    let why = why.to_owned();
    let said = format!("held: {why}");
    Ok(Turned {
        draft: work.finish(Cause::Held { why })?,
        taken: Vec::new(),
        elsewhere: Vec::new(),
        said,
    })
}
