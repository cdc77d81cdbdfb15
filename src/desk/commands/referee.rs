//! The referee's acts: each is an entry in the log with a reason. They only commit; `tick` sends.
//!
//! Not here: starting campaigns (`create`), letting go on what is paused (`pause`), the acts
//! that concern players (`players`), and looking without touching (`look`).

pub use super::edit::{adopt, edit};
pub use super::pause::release;
use super::pause::{HeldBy, hold_of, not_held, reports_go};
use super::when;
use crate::clock::Moment;
use crate::config::secret::Key;
use crate::desk::club::campaign::Campaign;
use crate::desk::club::clock_check;
use crate::desk::club::errors::{CampaignError, fault};
use crate::desk::club::open::Club;
use crate::desk::club::ready::{in_play, not_over, not_under_review, open, with_seat};
use crate::desk::club::register::{self, Register, RegisterRow};
use crate::desk::entry::builder::EntryBuilder;
use crate::desk::entry::commit::commit;
use crate::desk::entry::deadline::note_stop;
use crate::desk::entry::new_dice::found_if_published;
use crate::desk::entry::publish::{announce, reports};
use crate::desk::entry::undone::Undone;
use crate::desk::inbox::arrival::{Arrival, Wish};
use crate::desk::intake::receipt::Taken;
use crate::desk::intake::take;
use crate::desk::turn::act::{act, opened, placed_draft, spoken, unhalt};
use crate::desk::turn::founding::random_bytes;
use crate::desk::turn::turn_over::resolve as resolve_now;
use crate::engine::dice::unhex;
use crate::engine::seat::Seat;
use crate::fault::Fault;
use crate::mail::token::{TokenKey, password as readable};
use crate::report::{Notice, Subject};
use crate::store::deadline::{Moved, MovedBy};
use crate::store::entry::{Because, Cause, StateFile, Stop};
use crate::store::fault::StoreFault;
use crate::store::log::CampaignLog;
use anyhow::Context;

/// Resolves now, no matter who is missing.
///
/// # Errors
/// A campaign that does not exist, is over, halted, held by the referee, or whose reports wait for
/// review.
pub fn resolve(club: &Club, name: &str, why: &str, now: Moment) -> anyhow::Result<String> {
    not_held(club, &in_play(club, name)?)?;
    let because = Because::Referee;
    let cause = Cause::Resolved {
        because,
        why: why.trim().to_owned(),
    };
    let campaign = act(club, name, now, cause, |work| closes(work, why))?;
    let stands = match campaign.note().desk.stop {
        Stop::Over => "the game is over".to_owned(),
        Stop::Gate => format!("{} is open now", campaign.turn()),
        Stop::Interrupt => "a question is asked by mail".to_owned(),
    };
    Ok(format!(
        "{name}: resolved; {stands}. {}\n",
        reports_go(&campaign.id, &campaign.note().desk)
    ))
}

/// Closes the turn because the referee says so; the reason is in the reports.
pub(crate) fn closes(work: &mut EntryBuilder<'_>, why: &str) -> Result<(), CampaignError> {
    work.desk.held = None;
    let turn = work.campaign.turn();
    let what = format!("The referee has closed {turn} by hand");
    work.notify_readers(spoken(&what, why));
    work.note_by_hand();
    resolve_now(work, Because::Referee)
}

/// Holds: nothing is resolved until it is released; mail is taken all the same.
///
/// # Errors
/// A campaign that does not exist, is over or halted.
pub fn hold(club: &Club, name: &str, why: &str, now: Moment) -> anyhow::Result<String> {
    not_over(&open(club, name)?)?;
    let why = match why.trim() {
        "" => "the referee has put it on hold".to_owned(),
        why => why.to_owned(),
    };
    let cause = Cause::Held { why: why.clone() };
    act(club, name, now, cause, |work| {
        work.desk.held = Some(why.clone());
        announce(work, &Notice::Held { why }, &Subject::Held)
    })?;
    Ok(format!(
        "{name} is on hold. To let it go on: packetboat release {name}\n"
    ))
}

/// Moves the deadline by a length, or to a moment; if the silence of many holds the campaign, it
/// goes on.
///
/// # Errors
/// A campaign that does not exist, waits for nothing, is held by the referee, or whose reports wait
/// for review; what is neither length nor moment.
pub fn extend(club: &Club, name: &str, by: &str, why: &str, now: Moment) -> anyhow::Result<String> {
    let campaign = in_play(club, name)?;
    clock_check::check(club, Some(&campaign), now)?;
    not_held(club, &campaign)?;
    let old = campaign.note().desk.deadline;
    let schedule = &campaign.config.schedule;
    let zone = schedule.zone;
    let when::Wanted { at, past_holidays } = when::moved(schedule, old, by, now)?;
    if let Some(at) = at.filter(|it| *it <= now) {
        let at = at.for_people(zone, now);
        return Err(Fault::usage(format!("{at} has passed"))
            .hint("Name a later time, or close the turn with `packetboat resolve`.")
            .into());
    }
    let cause = Cause::Extended {
        to: at,
        why: why.to_owned(),
    };
    act(club, name, now, cause, |work| {
        work.desk.deadline = at;
        work.desk.moved.push(Moved {
            to: at,
            by: MovedBy::Referee {},
        });
        work.desk.held = None;
        let why = why.to_owned();
        announce(work, &Notice::Extended { why }, &Subject::Extended)
    })?;
    let due = match (at, past_holidays) {
        (Some(at), true) => {
            let at = at.for_people(zone, now);
            format!("orders are due {at} now, past the holidays in campaign.toml")
        }
        (Some(at), false) => format!("orders are due {} now", at.for_people(zone, now)),
        (None, _) => format!(
            "there is no deadline now; close the turn with: packetboat resolve \
            {name}"
        ),
    };
    Ok(format!(
        "{name}: {due}. The players are notified with the next tick.\n"
    ))
}

/// Goes back to an earlier entry: its state and book count again, and dice are drawn again.
///
/// # Errors
/// A campaign or entry that does not exist.
///
/// Back to the last entry goes only who has lost those after it: then play goes on with a link of
/// the dice that they have not shown.
pub fn rollback(
    club: &Club,
    name: &str,
    to: u32,
    why: &str,
    now: Moment,
) -> anyhow::Result<String> {
    let (id, dir) = club.campaign(name)?;
    clock_check::check_named(club, &id, now)?;
    let log = CampaignLog::new(&*club.fs, &dir);
    let damaged = |it: StoreFault| fault(&id, it.into());
    register::recover(club, &id, &dir).map_err(damaged)?;
    let last = log.newest().map_err(damaged)?.unwrap_or(0);
    let lost = can_go_back(club, name, to)?;
    let mut campaign =
        Campaign::open_at(club.source(), &dir, &id, Some(to)).map_err(|it| fault(&id, it))?;
    let old = campaign.note().clone();
    let newest = log.note(last).map_err(damaged)?;
    // The log goes on from the newest entry, with the position of the older one.
    campaign.seed = campaign
        .seed_at(&log, &newest.note)
        .map_err(|it| fault(&id, it))?;
    let mut undone = Undone::of(&log, &newest, to).map_err(damaged)?;
    for earlier in &undone.again {
        // Cut before the entry is there, the next tick finds the newer mail and marks it again.
        log.unmark_replaced(earlier).map_err(damaged)?;
    }
    campaign.last = Some(newest);
    let held = hold_of(club, &campaign).map_err(damaged)?;
    let cause = Cause::RolledBack {
        to,
        why: why.to_owned(),
    };
    let number = campaign.next_number();
    let draft = placed_draft(club, &mut campaign, now, cause, |work| {
        work.dice.timeline += 1;
        work.campaign.timeline = work.dice.timeline;
        if held.is_none_or(|it| it.by != HeldBy::Referee) {
            // It was silence at a stop that is undone.
            work.desk.held = None;
        }
        work.desk.withdrawn.clone_from(&undone.mails);
        for seat in work.campaign.table.seats() {
            // What was reported of the turns undone is not reported again.
            let record = work.desk.seats.of(seat);
            record.reported = Some(number - 1);
            record.missed = old.desk.seats.get(seat).missed;
        }
        let halted = work.campaign.table.halt();
        note_stop(work, &halted);
        found_if_published(work, lost.is_some())?;
        if let Some(lost) = lost {
            skip_shown(work, &lost);
        }
        undone.say_again(work);
        undone.tell(work, why)?;
        let turn = work.campaign.turn();
        let what = format!("The referee has gone back to {turn}; the dice are drawn again");
        work.notify_readers_first(spoken(&what, why));
        work.notify_readers(
            "Orders count as they were then; your sheet below shows them.".to_owned(),
        );
        reports(work, false)
    })?;
    let new_dice = if draft.parts.contains_key(&StateFile::Foundation) {
        " The old seed is known, so the dice are new; the reports seal them."
    } else {
        ""
    };
    let campaign =
        commit(club, &club.templates()?, campaign, draft).map_err(|it| fault(&id, it))?;
    unhalt(club, &dir)?;
    Ok(format!(
        "{id}: the position of entry {to} counts again, as entry {number}.{new_dice} {}\n",
        reports_go(&id, &campaign.note().desk)
    ))
}

/// That there is such an entry to go back to; what the register knows of later ones that are lost,
/// if any are.
///
/// # Errors
/// A campaign or entry that does not exist.
pub fn can_go_back(club: &Club, name: &str, to: u32) -> anyhow::Result<Option<RegisterRow>> {
    let (id, dir) = club.campaign(name)?;
    if dir.root() != club.layout.campaign(&id).root() {
        return Err(Fault::usage(format!("{id} is over and archived")).into());
    }
    let log = CampaignLog::new(&*club.fs, &dir);
    let last = log
        .newest()
        .map_err(|it| fault(&id, it.into()))?
        .unwrap_or(0);
    let registered = Register::read(club)?.row(&id);
    let lost = registered.filter(|it| it.last > last);
    if to < last || (to == last && lost.is_some()) {
        return Ok(lost);
    }
    Err(
        Fault::usage(format!("{id} has no entry {to} to go back to"))
            .hint(format!(
                "Its entries are 0 to {last}; the last one is the position now."
            ))
            .hint(format!("To list them: packetboat entries {id}"))
            .into(),
    )
}

/// Goes on with a link of the dice that the entries that are lost have not shown.
fn skip_shown(work: &mut EntryBuilder<'_>, lost: &RegisterRow) {
    work.dice.link = work.dice.link.max(lost.link);
    work.notify_readers(
        "The end of this campaign's record was lost: mails about it no longer count.".to_owned(),
    );
}

/// Makes a password for fresh mails of a seat; an older one is worth nothing from now on.
///
/// # Errors
/// A campaign or seat that does not exist.
pub fn password(club: &Club, name: &str, seat: Seat) -> anyhow::Result<String> {
    set_password(club, name, seat, &readable(random_bytes()?))
}

/// Makes this word the password of a seat: for rehearsals, in which nothing is left to chance.
///
/// # Errors
/// A campaign or seat that does not exist.
pub fn set_password(club: &Club, name: &str, seat: Seat, word: &str) -> anyhow::Result<String> {
    let mut campaign = with_seat(club, name, seat)?;
    let key = TokenKey::new(campaign.secret.token_key.0);
    let hash = key.password_hash(campaign.id.as_str(), seat, word);
    let hash = unhex(&hash).context("a hash has 64 hex digits")?;
    campaign.secret.passwords.insert(seat, Key(hash));
    campaign.keep_secret(&*club.fs)?;
    let opener = campaign.opener(seat, campaign.table.sheet());
    Ok(format!(
        "The password of {seat} in {name}, shown this once:\n\n    {word}\n\n\
         Write it at the end of the #orders line in a new mail to {}:\n\n    \
         {opener} {word}\n",
        club.house.address()
    ))
}

/// Files orders from a file: access to the club's folder is proof enough.
///
/// # Errors
/// A campaign or seat that does not exist; a campaign that is halted, or whose reports wait for
/// review.
pub fn submit(
    club: &Club,
    name: &str,
    seat: Seat,
    text: &str,
    now: Moment,
) -> anyhow::Result<Taken> {
    let campaign = with_seat(club, name, seat)?;
    not_under_review(&campaign)?;
    let text = opened(&campaign, seat, text);
    let arrival = Arrival::by_command(seat, &text, Wish::Orders, now);
    let mut taken = Taken::default();
    act(club, name, now, Cause::Mail {}, |work| {
        taken = take::take(work, &arrival)?;
        Ok(())
    })?;
    Ok(taken)
}
