//! The referee's acts that concern players: `remind`, `tell`, `replace`. Each is an entry in the
//! log; they only commit, and `tick` sends.
//!
//! Not here: the acts that concern the campaign (`referee`), and reminders that fall due by
//! themselves (`turn_over`).

use super::create::person;
use crate::clock::Moment;
use crate::config::campaign::Holder;
use crate::desk::calendar::schedule::is_away;
use crate::desk::calendar::substitute;
use crate::desk::club::campaign::Campaign;
use crate::desk::club::errors::{CampaignError, mail_fault, template_fault};
use crate::desk::club::open::Club;
use crate::desk::club::ready::{in_play, open, seated};
use crate::desk::entry::builder::EntryBuilder;
use crate::desk::entry::post::Post;
use crate::desk::turn::act::act;
use crate::desk::turn::seat_change::{Decided, Lines, NewHolder, give};
use crate::desk::turn::turn_over::post_reminder;
use crate::engine::game::Gate;
use crate::engine::seat::Seat;
use crate::fault::Fault;
use crate::report::{PlayerLetter, Subject, Writer, subject};
use crate::store::entry::{Cause, Letter};

/// How many characters a letter of the referee's may have: as a mail of orders, far more than
/// anybody reads.
const LETTER_CHARS_MAX: usize = 20_000;

/// Reminds players who owe orders: the seats named, even if they are away; else all but those.
///
/// # Errors
/// A campaign or seat that does not exist; a campaign that is over or halted, or whose reports
/// wait for review.
pub fn remind(
    club: &Club,
    name: &str,
    seats: &[Seat],
    why: &str,
    now: Moment,
) -> anyhow::Result<String> {
    let campaign = in_play(club, name)?;
    for seat in seats {
        seated(&campaign, *seat)?;
    }
    let (mut owing, mut said) = (Vec::new(), Vec::new());
    for seat in campaign.table.seats() {
        if !seats.is_empty() && !seats.contains(&seat) {
            continue;
        }
        match owes(&campaign, seat, seats.is_empty(), now) {
            Ok(()) => owing.push(seat),
            Err(why) => said.push(format!("{seat} {why}")),
        }
    }
    let not = if said.is_empty() {
        String::new()
    } else {
        format!(" Not reminded: {}.", said.join(", "))
    };
    if owing.is_empty() {
        return Ok(format!("{name}: nobody is reminded.{not}\n"));
    }
    let cause = Cause::Reminded {
        seats: owing.clone(),
        why: why.trim().to_owned(),
    };
    act(club, name, now, cause, |work| {
        owing
            .iter()
            .try_for_each(|seat| post_reminder(work, *seat, why))
    })?;
    Ok(format!(
        "{name}: the reminder to {} goes out with the next tick.{not}\n",
        names(&owing)
    ))
}

/// Whether a seat owes a sheet; else why it is not reminded.
fn owes(campaign: &Campaign, seat: Seat, spare_away: bool, now: Moment) -> Result<(), String> {
    let desk = &campaign.note().desk;
    if campaign.is_robot(seat) {
        return Err("is a robot".to_owned());
    }
    match campaign.table.gate(seat) {
        _ if !desk.called.contains(&seat) => return Err("is asked nothing now".to_owned()),
        Gate::NoSheet if desk.seats.get(seat).left => return Err("has left".to_owned()),
        Gate::NoSheet if stands_in(campaign, seat) => {
            return Err("has a robot that writes for it".to_owned());
        }
        Gate::NoSheet => {}
        Gate::NotCalled => return Err("is asked nothing now".to_owned()),
        // Its sheet counts at the deadline, and before only with GOAHEAD.
        Gate::Earlier => {}
        Gate::Waits => return Err("has sent a sheet and said WAIT".to_owned()),
        Gate::Ready => return Err("has sent a sheet".to_owned()),
    }
    let away = is_away(
        &campaign.config.schedule,
        Some(&desk.seats.get(seat).away),
        now,
    );
    if away && spare_away {
        Err("is away".to_owned())
    } else {
        Ok(())
    }
}

fn stands_in(campaign: &Campaign, seat: Seat) -> bool {
    let desk = &campaign.note().desk;
    substitute::stood_in_for(&*campaign.table, &campaign.config, desk).contains(&seat)
}

/// Sends a letter of the referee's to these seats; to all players if none is named.
///
/// # Errors
/// A campaign or seat that does not exist, a seat without a player, an empty text; a campaign
/// that is halted.
pub fn tell(
    club: &Club,
    name: &str,
    seats: &[Seat],
    text: &str,
    now: Moment,
) -> anyhow::Result<String> {
    let readers = readers(&open(club, name)?, seats, text)?;
    let cause = Cause::Told {
        seats: readers.clone(),
        in_report: None,
    };
    act(club, name, now, cause, |work| {
        readers
            .iter()
            .try_for_each(|seat| letter(work, *seat, &readers, text))
    })?;
    Ok(format!(
        "{name}: the letter to {} goes out with the next tick.\n",
        names(&readers)
    ))
}

/// Who reads words of the referee's for these seats.
///
/// # Errors
/// A seat that does not exist or has no player, an empty text or one that is too long.
pub(super) fn readers(
    campaign: &Campaign,
    seats: &[Seat],
    text: &str,
) -> anyhow::Result<Vec<Seat>> {
    for seat in seats {
        seated(campaign, *seat)?;
        if campaign.is_robot(*seat) {
            return Err(
                Fault::usage(format!("{seat} is a robot and does not read letters")).into(),
            );
        }
    }
    if text.trim().is_empty() {
        return Err(Fault::usage("there is no text to send").into());
    }
    if text.chars().count() > LETTER_CHARS_MAX {
        let what = format!("the text has more than {LETTER_CHARS_MAX} characters");
        return Err(Fault::usage(what).hint("Send it in parts.").into());
    }
    let all = campaign.table.seats().into_iter();
    let readers: Vec<Seat> = all
        .filter(|it| seats.is_empty() || seats.contains(it))
        .filter(|it| !campaign.is_robot(*it))
        .collect();
    if readers.is_empty() {
        let what = format!("{} has no players to write to", campaign.id);
        return Err(Fault::usage(what).into());
    }
    Ok(readers)
}

fn letter(
    work: &mut EntryBuilder<'_>,
    seat: Seat,
    to: &[Seat],
    text: &str,
) -> Result<(), CampaignError> {
    let frame = work.frame(Some(seat));
    let letter = PlayerLetter {
        from: Writer::Referee {
            address: work.club.config.club.referee.to_string(),
        },
        also_to: to.iter().copied().filter(|it| *it != seat).collect(),
        text: text.trim_end().to_owned(),
    };
    let text = work.templates.letter(&frame, &letter);
    let text = text.map_err(|it| template_fault(&it))?;
    let about = subject(&frame, &Subject::Letter(None));
    work.post(Post::plain(Some(seat), Letter::Note, about, text))
        .map_err(|it| mail_fault(&it))
}

/// Gives a seat to another player, or to the program; or another address to the same player.
///
/// First the secrets, so that what the old player holds is worth nothing; then the roster; then
/// the entry with the mails. Cut in between, the same command again leads to the same end, and so
/// does the next tick, which takes the roster for an edit by hand: the number of the entry to come
/// is the seat's new generation, and the record says who had the seat.
///
/// # Errors
/// A campaign or seat that does not exist, an address that is none; a campaign that is over or
/// halted; the disk.
pub fn replace(
    club: &Club,
    name: &str,
    seat: Seat,
    (by, lines): (NewHolder<'_>, Lines),
    why: &str,
    now: Moment,
) -> anyhow::Result<String> {
    let holder = match by {
        NewHolder::Robot => Holder::Robot,
        NewHolder::Person(text) => Holder::Player(person("replace", text)?),
    };
    let decided = Decided::Referee(why);
    give(club, name, seat, (holder, lines), decided, now)
}

pub(super) fn names(seats: &[Seat]) -> String {
    let names: Vec<String> = seats.iter().map(ToString::to_string).collect();
    names.join(", ")
}
