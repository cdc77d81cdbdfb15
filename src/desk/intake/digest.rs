//! `DIGEST DAILY`, `DIGEST NONE`: how somebody wants the notices of all their campaigns.
//!
//! It is kept in the record of the seat that it was written for, and a tick takes it from there for
//! the club (`club::digest_list`). Not here: making digests (`outbox::digests`).

use super::senders;
use crate::desk::club::digest_list;
use crate::desk::entry::builder::EntryBuilder;
use crate::desk::inbox::arrival::Arrival;
use crate::engine::game::Understood;
use crate::lang::request::Request;
use crate::report::Answer;
use crate::store::seat_desk::DigestWish;

/// How many people of a seat are remembered.
const KEPT_MAX: usize = 10;

/// Notes what a mail says of digests, unless it is only to be read; the last word counts. It is for
/// whoever wrote, if they write for the seat from an address of theirs; else for its player.
pub fn asked(
    work: &mut EntryBuilder<'_>,
    arrival: &Arrival,
    understood: &Understood,
) -> Option<Answer> {
    let requests = understood.requests.iter().filter(|_| !understood.check);
    let mut said = requests.filter_map(|request| match request {
        Request::Digest { daily } => Some(*daily),
        _ => None,
    });
    let daily = said.next_back()?;
    let seat = arrival.seat;
    let address = match senders::writer(work, arrival) {
        Some(writer) => writer.who.address.to_string(),
        None => work.campaign.player(seat)?.address.to_string(),
    };
    note(work, arrival, &address, daily);
    Some(Answer::Digested {
        daily,
        address,
        at: digest_list::time_of_day(work.club.config.club.zone),
    })
}

fn note(work: &mut EntryBuilder<'_>, arrival: &Arrival, address: &str, daily: bool) {
    let wishes = &mut work.desk.seats.of(arrival.seat).digests;
    wishes.retain(|it| !it.address.eq_ignore_ascii_case(address));
    wishes.push(DigestWish {
        address: address.to_owned(),
        at: arrival.arrived,
        daily,
    });
    let surplus = wishes.len().saturating_sub(KEPT_MAX);
    wishes.drain(..surplus);
}
