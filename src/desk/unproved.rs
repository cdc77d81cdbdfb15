//! What becomes of a mail that proves nothing: what it says is shown to the registered address,
//! which may say yes to it, or that address is told that somebody tried.
//!
//! What the question shows and what the yes does are one list ([`crate::lang::consent`]): that list
//! is what is kept. Not here: the yes (`confirm`), and which mails prove something (`proof`).

use super::arrival::Arrival;
use super::blocks::{checked_opener, is_live, opener, read_only};
use super::confirm;
use super::mask;
use super::publish::tell_one;
use super::reply::{self, Reply};
use super::stuck::Stuck;
use super::work::Work;
use crate::clock::length::Length;
use crate::config::address::Address;
use crate::lang::block::{Asked, Block, Chosen};
use crate::lang::consent::{self, Withheld};
use crate::mail::Incoming;
use crate::mail::compose::sent_by_us;
use crate::mail::domain::registered;
use crate::report::opener as first_line;
use crate::report::{Notice, Subject};
use crate::store::entry::{Letter, Verdict};
use std::collections::BTreeSet;

/// How long after one warning that somebody without proof wrote, the next may follow.
const WARNING_REST: Length = Length::hours(24);

/// How much a question shows, and so how much a yes does. What says more must be sent with proof.
const DEEDS_MAX: usize = 60;

/// How long a line of it may be: what the reader reads.
const DEED_CHARS_MAX: usize = 400;

/// Characters of a sender's address that is shown: it fits into a line.
const SENDER_CHARS_MAX: usize = 60;

/// What stands in place of one that is not.
const SENDER_HIDDEN: &str = "an address that is not shown here";

/// What the record says of a mail that proves nothing.
///
/// # Errors
/// Rules or templates that fail.
pub fn unproved(
    work: &mut Work<'_>,
    arrival: &Arrival,
    found: &Chosen,
) -> Result<(Verdict, Option<u32>, &'static str), Stuck> {
    Ok(match ask(work, arrival, found)? {
        Asking::Kept(submission) => {
            let why = "its orders wait until the registered address confirms them";
            (Verdict::Held, Some(submission), why)
        }
        Asking::TooMuch => {
            let why = "the sender proved nothing, and it says more than a question can show";
            (Verdict::Refused, None, why)
        }
        Asking::Nothing => {
            warn(work, arrival, found)?;
            (Verdict::Refused, None, "the sender proved nothing")
        }
    })
}

/// What the registered address is asked about a mail.
pub enum Asking {
    /// Whether what is kept under this number shall be done.
    Kept(u32),
    /// To send the orders with proof, for they say too much.
    TooMuch,
    /// Nothing: it holds nothing that a yes could do, or too much was asked today.
    Nothing,
}

/// Keeps what a yes to this mail would do, and asks the registered address about it: where it
/// brought no proof, or a machine may have written it.
///
/// # Errors
/// Rules or templates that fail.
pub fn ask(work: &mut Work<'_>, arrival: &Arrival, found: &Chosen) -> Result<Asking, Stuck> {
    let Chosen::One(block) = found else {
        return Ok(Asking::Nothing);
    };
    let seat = arrival.seat;
    // Whoever guesses at codes is not to be helped by a question.
    let says = |it: &String| is_live(it) && confirm::code_in(it).is_none();
    let Ok(opener) = checked_opener(work, seat, block) else {
        return Ok(Asking::Nothing);
    };
    if !block.lines.iter().any(says) {
        return Ok(Asking::Nothing);
    }
    let origins = origins(&arrival.mail);
    if !confirm::may_ask(work, seat, &origins) {
        *work.desk.unasked.entry(seat).or_default() += 1;
        return Ok(Asking::Nothing);
    }
    let understood = read_only(work, seat, block, opener.sheet)?;
    let mut deeds = understood.consents.all();
    if deeds.is_empty() || understood.check || opener.asked == Asked::Check {
        return Ok(Asking::Nothing);
    }
    let faulty: BTreeSet<u32> = understood.faults.iter().map(|it| it.span.line).collect();
    let all = deeds.len();
    deeds.retain(|it| it.line().chars().count() <= DEED_CHARS_MAX);
    let unread = faulty.len() + all - deeds.len();
    let mut withheld = understood.consents.withheld;
    withheld.extend(opener.password.map(|_| Withheld::Password));
    let block = Block {
        lines: consent::lines(&deeds, opener.sheet),
        ..block.clone()
    };
    let understood = read_only(work, seat, &block, opener.sheet)?;
    // What is kept must read as what is shown.
    let fits = deeds.len() <= DEEDS_MAX && understood.consents.all() == deeds;
    let kept =
        fits.then(|| confirm::keep(work, seat, &block.lines, (opener.sheet, origins.clone())));
    confirm::note_asked(work, seat, &origins);
    mask::echo(work, seat, &understood);
    let replaces: BTreeSet<_> = understood.lines.iter().filter_map(|it| it.sheet).collect();
    let sheets = understood.sheets.difference(&understood.cancelled);
    let notice = Notice::Confirm {
        address: sender(arrival),
        mark: mark(&arrival.mail),
        asked: opener.sheet,
        deeds: match fits {
            true => deeds.iter().map(consent::Deed::words).collect(),
            false => Vec::new(),
        },
        count: deeds.len(),
        withheld: withheld.into_iter().map(Withheld::words).collect(),
        unread,
        sheets: sheets.map(ToString::to_string).collect(),
        replaces: replaces.iter().map(ToString::to_string).collect(),
        stands: understood.lines.iter().any(|it| it.sheet.is_none()),
        block: kept
            .as_ref()
            .map_or_else(String::new, |it| confirm::sheet(work, seat, &it.code)),
    };
    tell_one(work, seat, Letter::Refusal, (&notice, &Subject::Confirm))?;
    Ok(kept.map_or(Asking::TooMuch, |it| Asking::Kept(it.submission)))
}

/// The field that says what the mail is, as a question shows it; empty for a person's mail. Only
/// its name: what stands in it is anybody's.
pub fn mark(mail: &Incoming) -> String {
    let name = mail.because.split(':').next().unwrap_or_default();
    name.to_owned()
}

/// From where a mail came: the server that ours took it from, and the domain it names, which may be
/// any.
fn origins(mail: &Incoming) -> Vec<String> {
    let server = mail.server.as_ref().map(|it| format!("server {it}"));
    let from = mail.from.as_deref().unwrap_or_default();
    let domain = format!("domain {}", registered(from));
    server.into_iter().chain([domain]).collect()
}

/// The block that a reply without one would be, if it answers a mail of ours: some programs answer
/// `From`, which holds no token. It is asked about, so it need not be sure that orders are meant.
///
/// # Errors
/// Rules that fail; an entry that is gone or altered.
pub fn bare_block(
    work: &Work<'_>,
    arrival: &Arrival,
    found: &Chosen,
) -> Result<Option<Block>, Stuck> {
    let id = work.campaign.id.as_str();
    let ours = (id.to_owned(), Some(arrival.seat));
    let mut references = arrival.mail.references.iter();
    let answers_ours =
        references.any(|it| sent_by_us(it, &work.club.house).as_ref() == Some(&ours));
    let is_bare = matches!(found, Chosen::Nothing | Chosen::Quoted(_));
    // Anybody can write such a reference: what is not asked about is not read either.
    let may_ask = confirm::may_ask(work, arrival.seat, &origins(&arrival.mail));
    if !answers_ours || !is_bare || arrival.token.is_some() || !may_ask {
        return Ok(None);
    }
    Ok(match reply::read(work, arrival, found)? {
        Reply::Orders(block, _) | Reply::Taken(block) | Reply::Offered(block, _) => Some(block),
        _ => None,
    })
}

/// The sender as the mail says, if the address is plain and short: strangers may write anything
/// there, and it goes to a player.
fn sender(arrival: &Arrival) -> String {
    let from = arrival.mail.from.as_deref().unwrap_or_default();
    let address = from.parse::<Address>().ok();
    let plain = address.is_some_and(|it| it.is_plain()) && from.len() <= SENDER_CHARS_MAX;
    if plain { from } else { SENDER_HIDDEN }.to_owned()
}

/// Tells the registered address, never the sender, that somebody tried; once a day at most.
fn warn(work: &mut Work<'_>, arrival: &Arrival, found: &Chosen) -> Result<(), Stuck> {
    let seat = arrival.seat;
    let rests = work.desk.warned.get(&seat);
    if rests.is_some_and(|it| work.now < it.plus(WARNING_REST)) {
        return Ok(());
    }
    work.desk.warned.insert(seat, work.now);
    let named = match found {
        Chosen::One(block) => opener(work, arrival.seat, block).ok(),
        Chosen::Nothing | Chosen::Quoted(_) | Chosen::Several(_) => None,
    };
    let id = work.campaign.id.as_str();
    let notice = Notice::Refusal {
        address: sender(arrival),
        // In our own words: what strangers write is not passed on.
        opener: named.map_or_else(String::new, |it| first_line(id, seat, it.sheet)),
    };
    tell_one(work, seat, Letter::Refusal, (&notice, &Subject::Refusal))
}
