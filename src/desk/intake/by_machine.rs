//! Mails that say in their heads that a machine or a list sent them (`mail::classify`), and yet
//! prove their sender: what a list passed on counts like any mail, with an order block or without,
//! and about what a machine may have written the player is asked, once a day at most.
//!
//! An answering machine may quote our own sheet under the address that proves its sender, so such
//! a mail is never filed unasked, and never answered again and again. Not here: reading those
//! marks (`mail`), and the question itself (`confirm`).

use super::authentication::Proof;
use super::blocks::{checked_opener, read_only};
use super::confirm;
use super::reply::{self, Reply};
use super::seat_mail::SeatMail;
use super::unauthenticated::{Asking, ask, mark};
use crate::clock::length::Length;
use crate::desk::club::errors::CampaignError;
use crate::desk::entry::builder::EntryBuilder;
use crate::desk::inbox::may_count::is_text;
use crate::engine::seat::Seat;
use crate::lang::block::Chosen;
use crate::mail::Class;
use crate::mail::classify::WithProof;
use crate::store::entry::Verdict;

/// How long after one mail of a machine that was asked about, or answered, the next may be.
const MARKED_REST: Length = Length::hours(24);

/// What the record says of a mail that its marks keep from being taken like any other: kept until
/// the player says yes, or left. `None`: it is taken like any other.
///
/// # Errors
/// Rules or templates that fail.
pub fn stopped(
    work: &mut EntryBuilder<'_>,
    sent: &SeatMail<'_>,
) -> Result<Option<(Verdict, Option<u32>, String)>, CampaignError> {
    let (mail, found) = (&sent.mail, &sent.found);
    let (proof, has_token) = (sent.proof, sent.has_token);
    let mark = mark(mail);
    let left = |why: &str| Ok(Some((Verdict::Ignored, None, format!("{mark}; {why}"))));
    match mail.class.with_proof() {
        _ if mail.class == Class::Orders => return Ok(None),
        _ if proof.is_none() && !has_token => return left("it proved nothing"),
        WithProof::AsAny if has_token => return Ok(None),
        _ => {}
    }
    // The code of a question in live text: a person took the `;` away.
    if confirm::is_proof(work, sent.seat, found) {
        return Ok(None);
    }
    let listed = mail.class.with_proof() == WithProof::AsAny;
    let own;
    let found = match found {
        Chosen::Nothing if listed && !is_text(&mail.body) => return Ok(None),
        Chosen::Nothing | Chosen::Quoted(_) if !has_token => return left("it contains no orders"),
        Chosen::Nothing | Chosen::Quoted(_) => match reply::read(work, sent)? {
            Reply::Orders(block, _) | Reply::Taken(block, _) | Reply::Offered(block, ..) => {
                own = Chosen::One(block);
                &own
            }
            _ => return left("nothing above what it quotes reads as orders"),
        },
        Chosen::One(_) | Chosen::Several(_) if listed && mail.body.has_opener() => return Ok(None),
        Chosen::One(_) | Chosen::Several(_) => found,
    };
    let rests = work.desk.seats.get(sent.seat).marked;
    if rests.is_some_and(|it| work.now < it.plus(MARKED_REST)) {
        return left("the player was asked about such a mail less than a day ago");
    }
    let fails = match found {
        Chosen::One(block) => checked_opener(work, sent.seat, block).is_err(),
        _ => true,
    };
    if !fails {
        let (verdict, submission, why) = match ask(work, sent, found)? {
            Asking::Kept(submission) => {
                let why = "its orders wait until the player confirms them";
                (Verdict::Held, Some(submission), why)
            }
            Asking::TooMuch => (
                Verdict::Refused,
                None,
                "it contains more than a question can show",
            ),
            // A request alone: it is answered like any, once a day.
            Asking::Nothing
                if proof == Some(Proof::Token) && has_requests(work, sent.seat, found)? =>
            {
                work.desk.seats.of(sent.seat).marked = Some(work.now);
                return Ok(None);
            }
            Asking::Sender | Asking::Nothing => {
                return left("it contains nothing that could be asked about");
            }
        };
        work.desk.seats.of(sent.seat).marked = Some(work.now);
        return Ok(Some((verdict, submission, format!("{mark}; {why}"))));
    }
    // Nothing of it can be filed: its writer learns why, as of any mail.
    work.desk.seats.of(sent.seat).marked = Some(work.now);
    Ok(None)
}

/// Whether a block asks for something, and says nothing else.
fn has_requests(
    work: &EntryBuilder<'_>,
    seat: Seat,
    found: &Chosen,
) -> Result<bool, CampaignError> {
    let Chosen::One(block) = found else {
        return Ok(false);
    };
    let sheet = work.table(seat).sheet();
    let read = read_only(work, seat, block, sheet)?;
    Ok(!read.requests.is_empty() && read.lines.is_empty() && read.letters.is_empty())
}
