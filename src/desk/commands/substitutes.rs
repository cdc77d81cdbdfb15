//! The referee's acts on who plays a seat for its player, and on who stands by: `substitute`,
//! `standby`.
//!
//! Not here: what people ask for by mail (`tick::standbys`).

use crate::clock::Moment;
use crate::clock::civil::Dates;
use crate::config::campaign::Partner;
use crate::desk::club::open::Club;
use crate::desk::club::ready::{not_over, with_seat};
use crate::desk::club::standby_list::StandbyList;
use crate::desk::entry::substitution::{self, Ends};
use crate::desk::tick::standbys;
use crate::desk::turn::act::act;
use crate::engine::seat::Seat;
use crate::fault::Fault;
use crate::report::Joining;
use crate::store::entry::Cause;
use crate::store::layout::CampaignId;
use std::fmt::Write;

/// Has somebody play a seat for its player on these days; `None`: nobody any more.
///
/// # Errors
/// A campaign or seat that does not exist, or a robot's; days that are over; the disk.
pub fn substitute(
    club: &Club,
    name: &str,
    seat: Seat,
    who: Option<(&str, &str)>,
    now: Moment,
) -> anyhow::Result<String> {
    let campaign = with_seat(club, name, seat)?;
    not_over(&campaign)?;
    if campaign.is_robot(seat) {
        let fault = Fault::usage(format!("{seat} in {name} is played by the program"));
        return Err(fault.into());
    }
    let today = now.date(campaign.config.schedule.zone);
    let Some((who, dates)) = who else {
        let Some(substitute) = &campaign.note().desk.seats.get(seat).substitute else {
            return Err(Fault::usage(format!("{seat} in {name} has no substitute")).into());
        };
        let gone = substitute.who.name.clone();
        act(
            club,
            name,
            now,
            Cause::Substituted {
                begun: Vec::new(),
                over: vec![seat],
            },
            |work| substitution::end(work, seat, Ends::PlayerIsBack),
        )?;
        return Ok(format!("{gone} plays {seat} in {name} no longer.\n"));
    };
    let who: Partner = who.parse().map_err(Fault::usage)?;
    let hint = "Write the first and the last day: 2026-12-24..2027-01-06.";
    let dates = dates.parse::<Dates>();
    let dates = dates.map_err(|it| Fault::usage(it).hint(hint))?;
    if dates.last() < today {
        return Err(Fault::usage(format!("the days {dates} are over")).into());
    }
    act(club, name, now, Cause::Booked { seat }, |work| {
        substitution::found(work, seat, (&who, dates))
    })?;
    let shown = dates.for_people(today);
    Ok(format!(
        "{} plays {seat} in {name} {shown}; all whom it concerns get a mail with the next tick.\n",
        who.name
    ))
}

/// Puts somebody on the list of those who stand by, or takes them off it. `campaign`: for which, or
/// `any`.
///
/// # Errors
/// A name that no campaign can have; somebody who may not play here; the disk.
pub fn standby(
    club: &Club,
    (who, campaign): (&str, &str),
    remove: bool,
    now: Moment,
) -> anyhow::Result<String> {
    let who: Partner = who.parse().map_err(Fault::usage)?;
    let campaign = match campaign {
        any if any.eq_ignore_ascii_case("any") => None,
        name => Some(
            name.parse::<CampaignId>()
                .map_err(|it: String| Fault::usage(it))?,
        ),
    };
    if let Some(id) = campaign.as_ref().filter(|_| !remove) {
        club.campaign(id.as_str())?;
    }
    let became = if remove {
        standbys::stand_down(club, who.address.as_str(), campaign.as_ref())?
    } else {
        standbys::stand_by(club, &who, campaign, now)?
    };
    match became {
        Joining::Refused => {
            let fault = Fault::usage(format!("{} may not play here", who.address));
            Err(fault
                .hint("See allowed and banned in packetboat.toml.")
                .into())
        }
        Joining::ListFull => Err(Fault::usage("the list is full").into()),
        Joining::StandsBy { place, .. } => Ok(format!(
            "{} stands by, as number {place} in line.\n",
            who.name
        )),
        Joining::StandsDown { any: false } => {
            Err(Fault::usage(format!("{} does not stand by", who.address)).into())
        }
        _ => Ok(format!("{} stands by no longer.\n", who.name)),
    }
}

/// Who stands by, and which seats are offered to whom, in words: for `status`.
///
/// # Errors
/// The disk's.
pub fn listed(club: &Club, now: Moment) -> anyhow::Result<String> {
    let mut text = String::new();
    if !StandbyList::is_there(club) {
        return Ok(text);
    }
    let list = StandbyList::read(club)?;
    for person in &list.people {
        let campaign = person.campaign.as_ref();
        let campaign = campaign.map_or("any campaign", CampaignId::as_str);
        writeln!(text, "{} stands by for {campaign}", person.who)?;
    }
    for vacancy in &list.vacancies {
        let Some(offer) = &vacancy.offer else {
            continue;
        };
        let until = offer.at.plus(crate::desk::club::standby_list::OFFERED);
        let until = until.for_people(club.config.club.zone, now);
        let (campaign, seat) = (&vacancy.campaign, vacancy.seat);
        writeln!(
            text,
            "{seat} in {campaign} is offered to {} until {until}",
            offer.who
        )?;
    }
    Ok(text)
}
