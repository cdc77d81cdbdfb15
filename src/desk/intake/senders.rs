//! Which addresses are a player's: the registered one, and those that it has said yes to.
//!
//! The token of our mails is in the address to reply to, and some programs print that when they
//! pass a mail on. So it counts from these addresses alone; one that is new and has a token is
//! asked about, once. Not here: the question (`unauthenticated`), and the yes (`confirm`).

use crate::config::address::Address;
use crate::desk::club::partners::{self, Hand};
use crate::desk::entry::builder::EntryBuilder;
use crate::desk::inbox::arrival::Arrival;
use crate::engine::seat::Seat;
use crate::store::question::Known;

/// How many a seat may have besides the registered one; the oldest gives way.
const KNOWN_MAX: usize = 10;

/// Characters of an address of a sender that is shown: it fits into a line.
const SENDER_CHARS_MAX: usize = 60;

/// Whether a mail is from an address of its player's, as it says, and our own server does not say
/// otherwise.
pub fn is_players(work: &EntryBuilder<'_>, arrival: &Arrival) -> bool {
    is_from_player(work, arrival) && !arrival.mail.disowned
}

/// Whether the sender is the registered address, as the mail says, or that of somebody who writes
/// for the seat beside its player.
pub fn is_registered(work: &EntryBuilder<'_>, arrival: &Arrival) -> bool {
    writer(work, arrival).is_some()
}

/// Who of those who write for a seat has sent a mail, as it says; `None`: it came from nowhere, or
/// from an address that is registered for nobody.
pub fn writer(work: &EntryBuilder<'_>, arrival: &Arrival) -> Option<Hand> {
    let from = arrival.mail.from.as_deref()?;
    partners::by_address(work.campaign, &work.desk, (arrival.seat, from))
}

/// Whether the sender is an address of the player's, as the mail says.
pub fn is_from_player(work: &EntryBuilder<'_>, arrival: &Arrival) -> bool {
    let from = arrival.mail.from.as_deref().unwrap_or_default();
    is_registered(work, arrival) || is_known(work, arrival.seat, from)
}

/// Whether a player has said yes to mails from there. A player who has the seat next, or another
/// reply address, has said yes to none.
fn is_known(work: &EntryBuilder<'_>, seat: Seat, from: &str) -> bool {
    let generation = work.campaign.secret.generation(seat);
    let known = &work.desk.seats.get(seat).known;
    known.as_ref().is_some_and(|senders| {
        let mut addresses = senders.addresses.iter();
        senders.generation == generation && addresses.any(|it| it.eq_ignore_ascii_case(from))
    })
}

/// The sender as the mail says, if the address is plain and short: strangers may write anything
/// there, and it goes to a player.
pub fn shown(arrival: &Arrival) -> Option<&str> {
    let from = arrival.mail.from.as_deref()?;
    let plain = from.parse::<Address>().is_ok_and(|it| it.is_plain());
    (plain && from.len() <= SENDER_CHARS_MAX).then_some(from)
}

/// Takes an address for one of a player's from now on.
pub fn know(work: &mut EntryBuilder<'_>, seat: Seat, address: &str) {
    let generation = work.campaign.secret.generation(seat);
    let anew = || Known {
        generation,
        addresses: Vec::new(),
    };
    let known = work.desk.seats.of(seat).known.get_or_insert_with(anew);
    if known.generation != generation {
        *known = anew();
    }
    known
        .addresses
        .retain(|it| !it.eq_ignore_ascii_case(address));
    if known.addresses.len() >= KNOWN_MAX {
        known.addresses.remove(0);
    }
    known.addresses.push(address.to_owned());
}
