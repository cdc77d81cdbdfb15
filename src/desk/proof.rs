//! What shows that a mail is its player's.
//!
//! Not here: what becomes of one that shows nothing (`unproved`).

use super::arrival::Arrival;
use super::blocks::find;
use super::confirm;
use super::guard::proofs::before;
use super::work::Work;
use crate::engine::seat::Seat;
use crate::lang::block::{self, Block, Chosen};
use crate::lang::sheet::SheetNo;
use crate::mail::token::TokenKey;

/// What shows that a mail is its player's.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Proof {
    /// Access to the file.
    File,
    /// The token of this sheet or the one before.
    Token,
    /// The password.
    Password,
    /// The word of our own mail server.
    Server,
    /// The code of a question; of its own line only.
    Code,
}

/// What a mail as it came proves; `None`: nothing.
pub fn proof(work: &Work<'_>, arrival: &Arrival) -> Option<Proof> {
    if arrival.trusted {
        return Some(Proof::File);
    }
    if proved_by_token(work, arrival) {
        return Some(Proof::Token);
    }
    let found = find(work, arrival);
    if proved_by_password(work, arrival.seat, &found) {
        return Some(Proof::Password);
    }
    if proved_by_our_server(work, arrival) {
        return Some(Proof::Server);
    }
    confirm::is_proof(work, arrival.seat, &found).then_some(Proof::Code)
}

/// A mail from the registered address, of which our own mail server says that it comes from there.
fn proved_by_our_server(work: &Work<'_>, arrival: &Arrival) -> bool {
    let player = work.campaign.player(arrival.seat);
    let from = arrival.mail.from.as_deref().unwrap_or_default();
    arrival.mail.vouched && player.is_some_and(|it| it.address.same_as(from))
}

fn proved_by_token(work: &Work<'_>, arrival: &Arrival) -> bool {
    let campaign = &*work.campaign;
    let open = || campaign.published.values().chain([&campaign.table]);
    arrival.token.as_ref().is_some_and(|token| {
        let good = |it: SheetNo| campaign.token(arrival.seat, &it.to_string()) == *token;
        open().any(|it| good(it.sheet()) || before(it.sheet(), it.parts()).is_some_and(good))
    })
}

fn proved_by_password(work: &Work<'_>, seat: Seat, found: &Chosen) -> bool {
    let Some(kept) = work.campaign.secret.passwords.get(&seat) else {
        return false;
    };
    let key = TokenKey::new(work.campaign.secret.token_key.0);
    let id = work.campaign.id.as_str();
    let good = |block: &Block| {
        let password = block::password(&block.opener);
        password.is_some_and(|it| key.is_password(id, seat, &it, &String::from(*kept)))
    };
    match found {
        Chosen::One(block) => good(block),
        Chosen::Several(blocks) => blocks.iter().all(good),
        Chosen::Nothing | Chosen::Quoted(_) => false,
    }
}
