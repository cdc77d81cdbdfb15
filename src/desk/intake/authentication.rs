//! What shows that a mail is its player's.
//!
//! Not here: what becomes of one that shows nothing (`unauthenticated`).

use super::blocks::choose;
use super::confirm;
use super::senders::{is_players, is_registered};
use crate::desk::club::errors::CampaignError;
use crate::desk::club::partners::tokens;
use crate::desk::club::sender_proofs::before;
use crate::desk::entry::builder::EntryBuilder;
use crate::desk::inbox::arrival::Arrival;
use crate::engine::seat::Seat;
use crate::lang::block::{self, Block, Chosen};
use crate::lang::sheet::SheetNo;
use crate::mail::token::{Token, TokenKey};
use crate::store::entry::Cause;
use std::iter::successors;

/// What shows that a mail is its player's.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Proof {
    /// Access to the file.
    File,
    /// The token of this sheet or the one before, from an address of the player's.
    Token,
    /// The password.
    Password,
    /// The word of our own mail server.
    Server,
    /// The token of a link in our mail, from one of these too; of orders and requests only.
    Button,
    /// A token of an older sheet, from one of these too: good for an answer alone.
    Spent,
    /// The code of a question; of its own line only.
    Code,
}

impl Proof {
    /// Whether it is that of a mail which the player wrote themselves.
    pub fn is_own_mail(self) -> bool {
        matches!(self, Proof::Token | Proof::Password | Proof::Server)
    }
}

/// What a mail as it came proves; `None`: nothing.
/// `found`: the block that counts; `has_token`: see [`has_token`].
pub fn proof(
    work: &EntryBuilder<'_>,
    arrival: &Arrival,
    found: &Chosen,
    has_token: bool,
) -> Option<Proof> {
    if arrival.trusted {
        return Some(Proof::File);
    }
    // The address that our mails ask to be answered at is in no mail that most programs pass on,
    // but in some: so it counts from the player's addresses, and with a code that makes its sender
    // one of them.
    if has_token && (is_players(work, arrival) || confirm::lets_in(work, arrival, found)) {
        return Some(Proof::Token);
    }
    if proved_by_password(work, arrival.seat, found) {
        return Some(Proof::Password);
    }
    if proved_by_our_server(work, arrival) {
        return Some(Proof::Server);
    }
    if confirm::is_proof(work, arrival.seat, found) {
        return Some(Proof::Code);
    }
    if proved_by_button(work, arrival) {
        return Some(Proof::Button);
    }
    is_spent(work, arrival).then_some(Proof::Spent)
}

/// A mail that a link of ours has written, from an address of the player's, as it says. Anybody to
/// whom a report was passed on has the link, and may write any address: so it does no more than
/// file orders and ask (`button_mail`), and what it files is reported to the registered address.
fn proved_by_button(work: &EntryBuilder<'_>, arrival: &Arrival) -> bool {
    let is_token = |token: &Token| {
        token_is(work, |sheet| {
            let all = tokens(work.campaign, &work.desk, (arrival.seat, sheet));
            all.iter().any(|it| it.1 == *token)
        })
    };
    is_players(work, arrival) && arrival.token.as_ref().is_some_and(is_token)
}

/// Whether a mail came to the address of an older mail of ours, as its player's would: it proves
/// nothing any more, and says that somebody waits for an answer.
fn is_spent(work: &EntryBuilder<'_>, arrival: &Arrival) -> bool {
    let Some(token) = arrival.token.as_ref() else {
        return false;
    };
    let table = work.table(arrival.seat);
    let sheets = successors(Some(table.sheet()), |it| before(*it, table.parts()));
    let is_its = |number: SheetNo| {
        let all = tokens(
            work.campaign,
            &work.desk,
            (arrival.seat, &number.to_string()),
        );
        all.iter().any(|it| it.0 == *token || it.1 == *token)
    };
    is_players(work, arrival) && { sheets }.any(is_its)
}

/// Whether `good` is true of the sheet that is open, or of the one before.
fn token_is(work: &EntryBuilder<'_>, good: impl Fn(&str) -> bool) -> bool {
    let campaign = &*work.campaign;
    let mut open = campaign.published.values().chain([&campaign.table]);
    let good = |it: SheetNo| good(&it.to_string());
    open.any(|it| good(it.sheet()) || before(it.sheet(), it.parts()).is_some_and(good))
}

/// A mail from the registered address, of which our own mail server says that it comes from there.
fn proved_by_our_server(work: &EntryBuilder<'_>, arrival: &Arrival) -> bool {
    arrival.mail.vouched && is_registered(work, arrival)
}

/// Whether a mail has the token of this sheet or the one before, from wherever it is.
pub fn has_token(work: &EntryBuilder<'_>, arrival: &Arrival) -> bool {
    let is_token = |token: &Token| {
        token_is(work, |sheet| {
            let all = tokens(work.campaign, &work.desk, (arrival.seat, sheet));
            all.iter().any(|it| it.0 == *token)
        })
    };
    arrival.token.as_ref().is_some_and(is_token)
}

/// Whether a mail as it came proves anything.
pub fn proves(work: &EntryBuilder<'_>, arrival: &Arrival) -> bool {
    let found = choose(work, arrival);
    proof(work, arrival, &found, has_token(work, arrival)).is_some()
}

/// How many sheets back a token is looked for that is none of the seat's any more.
const SHEETS_BACK: usize = 3;

/// Whether a mail came to an address that was mailed to the player who had the seat before: it is
/// not the business of the player who has it now.
///
/// # Errors
/// An entry that is gone or altered.
pub fn is_predecessors(work: &EntryBuilder<'_>, arrival: &Arrival) -> Result<bool, CampaignError> {
    let campaign = &*work.campaign;
    let (seat, secret) = (arrival.seat, &campaign.secret);
    // The number of the entry that gave the seat away.
    let since = secret.generation(seat);
    let Some(token) = arrival.token.as_ref().filter(|_| since > 0) else {
        return Ok(false);
    };
    let given = &campaign.log(&*work.club.fs).known(since)?.note.cause;
    if !matches!(given, Cause::Replaced { seat: given, .. } if *given == seat) {
        return Ok(false);
    }
    let key = TokenKey::new(secret.token_key.0);
    let (id, table) = (campaign.id.as_str(), work.table(seat));
    let sheets = successors(Some(table.sheet()), |it| before(*it, table.parts()));
    let sheets: Vec<String> = sheets.take(SHEETS_BACK).map(|it| it.to_string()).collect();
    let was = |generation: u32| {
        let issue = (generation, campaign.timeline);
        sheets.iter().any(|sheet| {
            key.token(id, seat, issue, sheet) == *token
                || key.button_token(id, seat, issue, sheet) == *token
        })
    };
    Ok((0..since).any(was))
}

fn proved_by_password(work: &EntryBuilder<'_>, seat: Seat, found: &Chosen) -> bool {
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
