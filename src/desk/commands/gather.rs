//! The referee's acts on campaigns that wait for players: `admit`, `begin`, and taking one back.
//!
//! Not here: making one (`create`), and what people ask for by mail (`tick::open_seats`).

use crate::clock::Moment;
use crate::config::address::Address;
use crate::config::campaign::Holder;
use crate::desk::club::clock_check;
use crate::desk::club::open::Club;
use crate::desk::club::waiting::{self, WaitingCampaign, Wish};
use crate::desk::commands::create::person;
use crate::desk::outbox::desk_letters::{self, DeskLetter, Reader};
use crate::desk::tick::open_seats;
use crate::engine::seat::Seat;
use crate::fault::Fault;
use crate::report::{DeskMail, Joining, OpenTable, counted};
use crate::store::layout::CampaignId;
use std::fmt::Write;

fn waiting(club: &Club, name: &str) -> anyhow::Result<WaitingCampaign> {
    let id: CampaignId = name.parse().map_err(|it: String| Fault::usage(it))?;
    if !waiting::is_waiting(club, &id) {
        let fault = Fault::usage(format!("no campaign called `{id}` waits for players"));
        let hint = "`packetboat status` lists those that do.";
        return Err(fault.hint(hint).into());
    }
    waiting::read(club, &id)
}

/// Gives a seat to somebody who has asked for one, or to whom it is given unasked: `Ana
/// <ana@example.org>`. They are notified.
///
/// # Errors
/// A campaign that does not wait; somebody who did not ask, named by the address alone; no free
/// seat; the disk.
pub fn admit(
    club: &Club,
    name: &str,
    (who, seat): (&str, Option<Seat>),
    now: Moment,
) -> anyhow::Result<String> {
    let mut open = waiting(club, name)?;
    let mut wish = if who.contains('<') {
        let player = person("admit", who)?;
        Wish {
            number: 0,
            at: now,
            address: player.address,
            name: player.name,
            seat: None,
            confirmed: true,
        }
    } else {
        let address: Address = who.parse().map_err(Fault::usage)?;
        let mut all = open.wishes.all.iter();
        let found = all.find(|it| it.address.same_as(address.as_str()));
        found.cloned().ok_or_else(|| {
            Fault::usage(format!("{address} has not asked for a seat in {name}"))
                .hint("To give them one all the same, write \"Name <address>\".")
        })?
    };
    wish.seat = seat.or(wish.seat);
    if let Some(seat) = open.seat_of(wish.address.as_str()) {
        return Err(Fault::usage(format!("{} has the seat {seat} already", wish.address)).into());
    }
    let became = open_seats::admit(club, &mut open, &wish)?;
    let Joining::Joined { .. } = &became else {
        let free: Vec<String> = open.free().iter().map(ToString::to_string).collect();
        let fault = Fault::usage("that seat is not free");
        let hint = match free.as_slice() {
            [] => "No seat is free.".to_owned(),
            free => format!("Free are: {}.", free.join(", ")),
        };
        return Err(fault.hint(hint).into());
    };
    let mail = DeskMail::Join {
        became,
        club_address: club.house.address(),
        referee: club.config.club.referee.to_string(),
    };
    let letter = DeskLetter {
        key: &format!(
            "admitted.{}.{}.{}",
            open.id,
            now.seconds(),
            open.free().len()
        ),
        about: Some(&open.id),
        to: Reader::Address(wish.address.as_str()),
        mail: &mail,
    };
    desk_letters::put(club, &letter, now)?;
    let seat = open.seat_of(wish.address.as_str());
    let seat = seat.map_or_else(String::new, |it| it.to_string());
    let left = match open.free().len() {
        0 => "all seats are taken, and the campaign begins with the next tick".to_owned(),
        left => format!("{} still free", counted(left, "seat is", "seats are")),
    };
    Ok(format!("{name}: {} plays {seat}; {left}.\n", wish.name))
}

/// Lets a campaign begin before all its seats are taken: a robot plays those named, and nobody has
/// the others.
///
/// # Errors
/// A campaign that does not wait; seats that are open still and not named; what the game does not
/// allow; the disk.
pub fn begin(
    club: &Club,
    name: &str,
    (robots, empty): (&[Seat], &[Seat]),
    now: Moment,
) -> anyhow::Result<String> {
    let mut open = waiting(club, name)?;
    clock_check::check_new(club, now)?;
    let free = open.free();
    for seat in robots.iter().chain(empty) {
        if !free.contains(seat) {
            return Err(Fault::usage(format!("the seat {seat} of {name} is not open")).into());
        }
    }
    let is_named = |it: &&Seat| robots.contains(it) || empty.contains(it);
    let left: Vec<String> = free
        .iter()
        .filter(|it| !is_named(it))
        .map(ToString::to_string)
        .collect();
    if let Some(first) = left.first() {
        return Err(
            Fault::usage(format!("{} of {name} has no player", left.join(", ")))
                .hint(format!(
                    "Give each to the program, --robot {first}, or leave it empty, --empty {first}."
                ))
                .into(),
        );
    }
    if open.players().is_empty() {
        return Err(Fault::usage(format!("nobody has a seat in {name} yet")).into());
    }
    for seat in robots {
        open.config.seats.insert(*seat, Holder::Robot);
    }
    for seat in empty {
        open.config.seats.remove(seat);
    }
    open_seats::begin(club, open, now)
}

/// Takes a campaign back that waits for players; whoever has a seat is notified. `None`: none of
/// this name does.
///
/// # Errors
/// The disk's.
pub fn take_back(club: &Club, name: &str, now: Moment) -> anyhow::Result<Option<String>> {
    let id: Option<CampaignId> = name.parse().ok();
    let Some(id) = id.filter(|it| waiting::is_waiting(club, it)) else {
        return Ok(None);
    };
    let open = waiting::read(club, &id)?;
    for (seat, player) in open.players() {
        let mail = DeskMail::Join {
            became: Joining::TakenBack,
            club_address: club.house.address(),
            referee: club.config.club.referee.to_string(),
        };
        let letter = DeskLetter {
            key: &format!("taken-back.{id}.{}.{seat}", now.seconds()),
            about: Some(&id),
            to: Reader::Player(player),
            mail: &mail,
        };
        desk_letters::put(club, &letter, now)?;
    }
    waiting::take_away(club, &id)?;
    Ok(Some(format!(
        "{id} waits for players no longer; whoever had a seat is notified with the next tick.\n"
    )))
}

/// The campaigns that wait for players, in words: for `status`.
///
/// # Errors
/// The disk's.
pub fn listed(club: &Club) -> anyhow::Result<String> {
    let mut text = String::new();
    for id in waiting::ids(club)? {
        match waiting::read(club, &id) {
            Ok(open) => text += &line(&open, &open.shown()),
            Err(error) => writeln!(text, "{id} cannot be read: {error:#}")?,
        }
    }
    Ok(text)
}

fn line(open: &WaitingCampaign, table: &OpenTable) -> String {
    let free: Vec<String> = open.free().iter().map(ToString::to_string).collect();
    let players = open.players();
    let players: Vec<String> = players
        .iter()
        .map(|(seat, it)| format!("{seat} {}", it.name))
        .collect();
    let confirmed = open.wishes.all.iter().filter(|it| it.confirmed);
    let asks: Vec<String> = confirmed
        .map(|it| format!("to admit: packetboat admit {} {}", open.id, it.address))
        .collect();
    let mut said = vec![format!("free: {}", free.join(", "))];
    if !players.is_empty() {
        said.push(format!("seated: {}", players.join(", ")));
    }
    said.extend(asks);
    format!(
        "{} waits for players ({}); {}\n",
        open.id,
        table.title,
        said.join("; ")
    )
}
