//! What becomes of a mail that proves nothing: what it says is shown to the registered address,
//! which may say yes to it, or that address is notified that somebody tried.
//!
//! What the question shows and what the yes does are one list ([`crate::lang::consent`]): that list
//! is what is kept. Not here: the yes (`confirm`), and which mails prove something
//! (`authentication`).

use super::blocks::{checked_opener, is_live, opener, read_only};
use super::confirm::{self, Origin};
use super::mask;
use super::reply::{self, Reply};
use super::seat_mail::SeatMail;
use super::senders::{is_from_player, shown};
use crate::clock::length::Length;
use crate::desk::club::errors::CampaignError;
use crate::desk::entry::builder::EntryBuilder;
use crate::desk::entry::publish::announce_to;
use crate::desk::inbox::arrival::Arrival;
use crate::desk::inbox::may_count;
use crate::engine::seat::Seat;
use crate::lang::block::{Asked, Block, Chosen, Opener};
use crate::lang::consent::{self, Withheld};
use crate::mail::Incoming;
use crate::mail::classify::WithProof;
use crate::mail::compose::sent_by_us;
use crate::mail::domain::registered;
use crate::report::{Notice, Subject};
use crate::store::entry::{Letter, Verdict};
use std::collections::BTreeSet;

/// How long after one warning that somebody without proof wrote, the next may follow.
const WARNING_REST: Length = Length::hours(24);

/// How much a question shows, and so how much a yes does. What says more must be sent with proof.
const DEEDS_MAX: usize = 60;

/// How long a line of it may be: what the reader reads.
const DEED_CHARS_MAX: usize = 400;

/// What is written in place of a sender's address that is not shown.
const SENDER_HIDDEN: &str = "an address that is not shown here";

/// What the record says of a mail that proves nothing.
///
/// # Errors
/// Rules or templates that fail.
pub fn unproved(
    work: &mut EntryBuilder<'_>,
    sent: &SeatMail<'_>,
    found: &Chosen,
) -> Result<(Verdict, Option<u32>, &'static str), CampaignError> {
    Ok(match ask(work, sent, found)? {
        Asking::Kept(submission) => {
            let why = "its orders wait until the registered address confirms them";
            (Verdict::Held, Some(submission), why)
        }
        Asking::Sender => {
            let why = "the registered address is asked whether its sender is the player too";
            (Verdict::Held, None, why)
        }
        Asking::TooMuch => {
            let why = "the sender proved nothing, and it contains more than a question can show";
            (Verdict::Refused, None, why)
        }
        Asking::Nothing => {
            warn(work, sent, found)?;
            (Verdict::Refused, None, "the sender proved nothing")
        }
    })
}

/// What the registered address is asked about a mail.
pub enum Asking {
    /// Whether what is kept under this number shall be done.
    Kept(u32),
    /// Whether mails from its sender are the player's; what it says must be sent again.
    Sender,
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
pub fn ask(
    work: &mut EntryBuilder<'_>,
    sent: &SeatMail<'_>,
    found: &Chosen,
) -> Result<Asking, CampaignError> {
    let seat = sent.seat;
    let newcomer = newcomer(work, sent);
    let orders = readable(work, seat, found);
    if orders.is_none() && newcomer.is_none() {
        return Ok(Asking::Nothing);
    }
    let origin = Origin {
        places: origins(&sent.mail),
        sender: newcomer.clone(),
    };
    if !confirm::may_ask(work, seat, &origin.places) {
        work.desk.seats.of(seat).unasked += 1;
        return Ok(Asking::Nothing);
    }
    let asking = match orders {
        Some((block, opener)) => about_orders(work, sent, (block, &opener), &origin)?,
        None => Asking::Nothing,
    };
    match (asking, newcomer) {
        (Asking::Nothing | Asking::TooMuch, Some(address)) => {
            about_sender(work, seat, address, origin)
        }
        (asking, _) => Ok(asking),
    }
}

/// The sender of a mail that has the token and is from none of the player's addresses, if a yes can
/// make it one of them. A machine's mail says nothing of whose its address is.
fn newcomer(work: &EntryBuilder<'_>, sent: &SeatMail<'_>) -> Option<String> {
    let mail = &sent.mail;
    let may_be = !mail.disowned && !by_machine(mail) && !is_from_player(work, sent);
    let from = shown(sent).filter(|_| may_be && sent.has_token)?;
    Some(from.to_owned())
}

/// The block of a mail, if it may be filed and says anything but codes: anyone who guesses at these
/// is not to be helped by a question.
fn readable<'f>(
    work: &EntryBuilder<'_>,
    seat: Seat,
    found: &'f Chosen,
) -> Option<(&'f Block, Opener)> {
    let Chosen::One(block) = found else {
        return None;
    };
    let says = |it: &String| is_live(it) && may_count::code_in(it).is_none();
    let opener = checked_opener(work, seat, block).ok()?;
    block.lines.iter().any(says).then_some((block, opener))
}

/// Asks whether an address is the player's too, where nothing is kept that a yes could do.
fn about_sender(
    work: &mut EntryBuilder<'_>,
    seat: Seat,
    address: String,
    origin: Origin,
) -> Result<Asking, CampaignError> {
    confirm::note_asked(work, seat, &origin.places);
    let code = confirm::sender_asked(work, seat, origin);
    let block = confirm::sheet(work, seat, &code);
    let notice = Notice::Newcomer { address, block };
    announce_to(work, seat, Letter::Refusal, (&notice, &Subject::Newcomer))?;
    Ok(Asking::Sender)
}

/// Keeps what a yes to a block would do, and asks about it; of a mail with the token that says too
/// much, nothing is asked here.
fn about_orders(
    work: &mut EntryBuilder<'_>,
    arrival: &Arrival,
    (block, opener): (&Block, &Opener),
    origin: &Origin,
) -> Result<Asking, CampaignError> {
    let seat = arrival.seat;
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
    withheld.extend(opener.password.as_ref().map(|_| Withheld::Password));
    let block = Block {
        lines: consent::lines(&deeds, opener.sheet, work.campaign.sheet_names()),
        ..block.clone()
    };
    let understood = read_only(work, seat, &block, opener.sheet)?;
    // What is kept must read as what is shown.
    let fits = deeds.len() <= DEEDS_MAX && understood.consents.all() == deeds;
    if !fits && origin.sender.is_some() {
        return Ok(Asking::TooMuch);
    }
    let kept =
        fits.then(|| confirm::keep(work, seat, &block.lines, (opener.sheet, origin.clone())));
    confirm::note_asked(work, seat, &origin.places);
    mask::echo(work, seat, &understood);
    let filed = work.table(seat).sheets(seat);
    let replaces: BTreeSet<_> = understood.lines.iter().filter_map(|it| it.sheet).collect();
    let replaces = replaces.intersection(&filed);
    let sheets = understood.sheets.difference(&understood.cancelled);
    let names = work.campaign.sheet_names();
    let notice = Notice::Confirm {
        address: sender(arrival),
        mark: if by_machine(&arrival.mail) {
            mark(&arrival.mail)
        } else {
            String::new()
        },
        newcomer: origin.sender.is_some(),
        disowned: arrival.mail.disowned,
        asked: opener.sheet,
        deeds: if fits {
            deeds.iter().map(|it| it.words(names)).collect()
        } else {
            Vec::new()
        },
        count: deeds.len(),
        withheld: withheld.into_iter().map(Withheld::words).collect(),
        unread,
        sheets: sheets.map(ToString::to_string).collect(),
        replaces: replaces.map(ToString::to_string).collect(),
        stands: understood.lines.iter().any(|it| it.sheet.is_none()),
        block: kept
            .as_ref()
            .map_or_else(String::new, |it| confirm::sheet(work, seat, &it.code)),
    };
    announce_to(work, seat, Letter::Refusal, (&notice, &Subject::Confirm))?;
    Ok(kept.map_or(Asking::TooMuch, |it| Asking::Kept(it.submission)))
}

/// Whether a machine may have written a mail; a list passes on what people write.
fn by_machine(mail: &Incoming) -> bool {
    mail.class.with_proof() != WithProof::AsAny
}

/// The field that says what the mail is, as a question shows it; empty for a person's mail. Only
/// its name: what is in it is anybody's.
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

/// The block that a reply without one would be, if it answers a mail of ours: it came from an
/// address that is not the player's, or to `From`, which some programs answer and which holds no
/// token. It is asked about, so it need not be sure that orders are meant.
///
/// # Errors
/// Rules that fail; an entry that is gone or altered.
pub fn bare_block(
    work: &EntryBuilder<'_>,
    sent: &SeatMail<'_>,
) -> Result<Option<Block>, CampaignError> {
    let id = work.campaign.id.as_str();
    let ours = (id.to_owned(), Some(sent.seat));
    let mut references = sent.mail.references.iter();
    let mut names_ours =
        || references.any(|it| sent_by_us(it, &work.club.house).as_ref() == Some(&ours));
    let answers_ours = match &sent.token {
        Some(_) => sent.has_token,
        None => names_ours(),
    };
    let is_bare = matches!(sent.found, Chosen::Nothing | Chosen::Quoted(_));
    // Anybody can write such a reference: what is not asked about is not read either.
    let may_ask = confirm::may_ask(work, sent.seat, &origins(&sent.mail));
    if !answers_ours || !is_bare || !may_ask {
        return Ok(None);
    }
    Ok(match reply::read(work, sent)? {
        Reply::Orders(block, _) | Reply::Taken(block, _) | Reply::Offered(block, ..) => Some(block),
        _ => None,
    })
}

/// The sender as the mail says, or that it is not shown.
fn sender(arrival: &Arrival) -> String {
    shown(arrival).unwrap_or(SENDER_HIDDEN).to_owned()
}

/// Notifies the registered address, never the sender, that somebody tried; once a day at most.
fn warn(
    work: &mut EntryBuilder<'_>,
    arrival: &Arrival,
    found: &Chosen,
) -> Result<(), CampaignError> {
    let seat = arrival.seat;
    let rests = work.desk.seats.get(seat).warned;
    if rests.is_some_and(|it| work.now < it.plus(WARNING_REST)) {
        return Ok(());
    }
    work.desk.seats.of(seat).warned = Some(work.now);
    let named = match found {
        Chosen::One(block) => opener(work, arrival.seat, block).ok(),
        Chosen::Nothing | Chosen::Quoted(_) | Chosen::Several(_) => None,
    };
    let first_line = |it: Opener| work.campaign.opener(seat, it.sheet);
    let notice = Notice::Refusal {
        address: sender(arrival),
        // In our own words: what strangers write is not passed on.
        opener: named.map_or_else(String::new, first_line),
    };
    announce_to(work, seat, Letter::Refusal, (&notice, &Subject::Refusal))
}
